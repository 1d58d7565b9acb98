// Verifies what a page shows: each draw's seed against its commitment, and its value against the seed, the entry's id,
// the label and the index; what was sealed against its commitment, with its salt. And the journal as a whole (proof.js).
"use strict";
(() => {
  const INSECURE = "This browser computes hashes on secure pages only; use verify_draws.py.";
  const NOTED = /^([0-9]{1,15}):([0-9a-f]{64})$/;
  const MOST_TOLD = 100;

  async function sealVerdict(row) {
    const { value, salt, commitment } = row.dataset;
    return (await Proof.textDigest(salt + value)) === commitment ? ["good", "✓ verified"] : ["bad", "✗ not what was sealed"];
  }

  async function verdict(row) {
    const { seed, commitment, entry, label, index, sides, value } = row.dataset;
    if (!seed) return ["", "sealed until the phase ends"];
    if ((await Proof.sha256(Proof.bytes(seed))) !== commitment) return ["bad", "✗ not the seed committed to"];
    const drawn = await Proof.drawnValue(seed, entry, label, index, BigInt(sides));
    return drawn === BigInt(value) ? ["good", "✓ verified"] : ["bad", `✗ should be ${drawn}`];
  }

  async function verifyAll(button) {
    const summary = button.parentElement.querySelector("[data-verify-summary]");
    if (!window.crypto || !crypto.subtle) {
      summary.textContent = INSECURE;
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

  function notedHeads(text) {
    return text.split(/\s+/).filter(Boolean).map((word) => {
      const found = NOTED.exec(word);
      if (!found) throw new Error(`${word.slice(0, 80)} is not a head. Give its number, a colon and 64 hexadecimal digits.`);
      return [Number(found[1]), found[2]];
    });
  }

  function verdictOf({ failures, replaced }) {
    if (failures.length) return `Wrong: ${failures.length}.`;
    return replaced.length ? "Nothing is wrong, but the past was rewritten after you noted a head." : "Nothing is wrong.";
  }

  function listAll(list, sentences) {
    list.replaceChildren(
      ...sentences.slice(0, MOST_TOLD).map((sentence) => {
        const line = document.createElement("li");
        line.textContent = sentence;
        return line;
      }),
    );
  }

  function inWords(found) {
    const count = found.rewrites.length;
    const again = count ? ` The past was rewritten ${count === 1 ? "once" : `${count} times`}; what was replaced is checked, too.` : "";
    const corrections = found.opened ? ` Corrections: ${found.opened} opened, ${found.edited} changed, ${found.dropped} dropped. Each shows its dice before it is adopted.` : "";
    const fresh = found.reseeded.length ? ` New seeds of phases that had one before: ${found.reseeded.length}.` : "";
    const waiting = found.waiting ? ` Seeds of corrections that are not yet checkable: ${found.waiting}.` : "";
    const seals = `${found.sealCount} seals checked, ${found.closed} still closed.`;
    const secrets = found.secretCount || found.hidden ? ` Secret draws of entries: ${found.secretCount} opened and checked, ${found.hidden} still secret.` : "";
    const draws = `${found.seedCount} seeds and ${found.drawCount} draws checked, ${found.notYet} draws not yet checkable.`;
    return `${found.entries} entries checked; the head is ${found.head || "unknown"}.${again}${corrections}${fresh}${waiting} ${draws} ${seals}${secrets} ${verdictOf(found)}`;
  }

  async function verifyJournal(form) {
    const names = ["summary", "failures", "replaced", "rewrites"].map((name) => `[data-proof-${name}]`);
    const [summary, ...lists] = names.map((name) => form.querySelector(name));
    for (const list of lists) list.replaceChildren();
    try {
      if (!window.crypto || !crypto.subtle) throw new Error(INSECURE);
      const heads = notedHeads(form.elements.heads.value);
      const [file] = form.elements.file.files;
      summary.textContent = "Reading…";
      const answer = file ? null : await fetch(form.dataset.proof);
      if (answer && !answer.ok) throw new Error(`The site does not give the journal now (${answer.status}); try again later.`);
      const stream = file ? file.stream() : answer.body;
      const found = await Proof.check(stream, heads, [], (entries) => (summary.textContent = `${entries} entries checked…`));
      [found.failures, found.replaced, [...found.rewrites, ...found.reseeded]].forEach((sentences, place) => listAll(lists[place], sentences));
      summary.textContent = inWords(found);
    } catch (error) {
      summary.textContent = error.message;
    }
  }

  for (const form of document.querySelectorAll("[data-proof]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      verifyJournal(form);
    });
  }
  for (const button of document.querySelectorAll("[data-verify]")) {
    button.hidden = false;
    button.addEventListener("click", () => verifyAll(button));
  }
})();
