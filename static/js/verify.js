// Verifies draws in the browser (scheme nomic-draw-1): the seed against its commitment, and each value against the seed,
// the entry's id, the label and the index. And what was sealed against its commitment, with its salt.
"use strict";
(() => {
  const RANGE = 1n << 256n;
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  async function drawValue(seed, entry, label, index, sides) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const limit = RANGE - (RANGE % sides);
    for (let attempt = 0; ; attempt += 1) {
      const message = new TextEncoder().encode(`${entry}\n${label}\n${index}\n${attempt}`);
      const number = BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", key, message))}`);
      if (number < limit) return number % sides;
    }
  }

  async function sealVerdict(row) {
    const { value, salt, commitment } = row.dataset;
    const found = hexOf(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + value)));
    return found === commitment ? ["good", "✓ verified"] : ["bad", "✗ not what was sealed"];
  }

  async function verdict(row) {
    const { seed, commitment, entry, label, index, sides, value } = row.dataset;
    if (!seed) return ["", "sealed until the phase ends"];
    if (hexOf(await crypto.subtle.digest("SHA-256", bytes(seed))) !== commitment) return ["bad", "✗ not the seed committed to"];
    const drawn = await drawValue(seed, entry, label, index, BigInt(sides));
    return drawn === BigInt(value) ? ["good", "✓ verified"] : ["bad", `✗ should be ${drawn}`];
  }

  async function verifyAll(button) {
    const summary = button.parentElement.querySelector("[data-verify-summary]");
    if (!window.crypto || !crypto.subtle) {
      summary.textContent = "This browser computes hashes on secure pages only; use verify_draws.py.";
      return;
    }
    const counts = { good: 0, bad: 0, "": 0 };
    for (const row of button.closest("section").querySelectorAll("[data-draw], [data-seal]")) {
      const [kind, words] = await ("seal" in row.dataset ? sealVerdict : verdict)(row);
      const cell = row.querySelector(".verdict");
      cell.className = `verdict ${kind}`;
      cell.textContent = words;
      counts[kind] += 1;
    }
    summary.textContent = `${counts.good} verified, ${counts.bad} wrong, ${counts[""]} still sealed.`;
  }

  for (const button of document.querySelectorAll("[data-verify]")) {
    button.hidden = false;
    button.addEventListener("click", () => verifyAll(button));
  }
})();
