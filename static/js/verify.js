// Verifies draws in the browser: the seed against its commitment, each value against seed, entry, label and index.
"use strict";
(() => {
  const RANGE = 1n << 256n;
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  async function drawValue(seed, entry, label, index, sides) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const limit = RANGE - (RANGE % sides);
    for (let attempt = 0; ; attempt += 1) {
      const message = new TextEncoder().encode(`${entry}\n${label}\n${index}\n${attempt}`);
      const number = BigInt("0x" + hex(await crypto.subtle.sign("HMAC", key, message)));
      if (number < limit) return number % sides;
    }
  }

  async function verdict(row) {
    const { seed, commitment, entry, label, index, sides, value } = row.dataset;
    if (!seed) return ["", "sealed until the phase ends"];
    if (hex(await crypto.subtle.digest("SHA-256", bytes(seed))) !== commitment) return ["no", "✗ the seed is not the one committed to"];
    const drawn = await drawValue(seed, entry, label, index, BigInt(sides));
    return drawn === BigInt(value) ? ["ok", "✓ verified"] : ["no", `✗ should be ${drawn}`];
  }

  async function verifyAll() {
    let good = 0, bad = 0, sealed = 0;
    for (const row of document.querySelectorAll("[data-draw]")) {
      const [kind, words] = await verdict(row);
      const cell = row.querySelector(".verdict");
      cell.className = `verdict ${kind}`;
      cell.textContent = words;
      if (kind === "ok") good += 1; else if (kind === "no") bad += 1; else sealed += 1;
    }
    const summary = document.querySelector("[data-verify-summary]");
    if (summary) summary.textContent = `${good} verified, ${bad} wrong, ${sealed} still sealed.`;
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-verify]")) {
      button.hidden = false;
      button.addEventListener("click", verifyAll);
    }
  });
})();
