// What a table feels like: a press answers before the server does, numbers count to their new value, and a match that
// ends before one's eyes is celebrated. Sounds are off until somebody switches them on, here or among notifications.
"use strict";
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const isTable = (event) => event.detail.target?.id === "table";
  const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // Sounds are made here: no file has to come first.
  const SOUND = "waiting-sound";
  const hasSound = () => {
    try {
      return localStorage.getItem(SOUND) === "on";
    } catch {
      return false; // a browser may forbid it
    }
  };
  let audio = null;
  // Notes are [hertz, seconds until it begins, seconds].
  const play = (notes) => {
    const Sound = window.AudioContext || window.webkitAudioContext;
    if (!hasSound() || !Sound) return;
    audio ??= new Sound();
    for (const [hertz, after, length] of notes) {
      const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
      tone.type = "triangle";
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.16, at + 0.012);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  };
  const COINS = [[988, 0, 0.08], [1319, 0.08, 0.3]];
  const OWN = [[196, 0, 0.09]];
  const OTHERS = [[294, 0, 0.07], [247, 0.07, 0.09]];
  const WON = [[523, 0, 0.2], [659, 0.13, 0.2], [784, 0.26, 0.2], [1047, 0.39, 0.5]];
  const OVER = [[330, 0, 0.25], [247, 0.2, 0.45]];

  const showSound = () => {
    const button = document.querySelector("[data-table-sound]");
    if (!button) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(hasSound()));
  };
  document.body.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-table-sound]")) return;
    try {
      localStorage.setItem(SOUND, hasSound() ? "off" : "on");
    } catch {
      return;
    }
    showSound();
    play(OTHERS);
  });

  document.body.addEventListener("htmx:beforeSend", (event) => {
    const by = event.detail.requestConfig.triggeringEvent?.submitter;
    if (!isTable(event) || !by) return;
    by.classList.add("is-sent");
    table().setAttribute("aria-busy", "true");
    play(OWN);
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!isTable(event)) return;
    table()?.removeAttribute("aria-busy");
    for (const sent of document.querySelectorAll("#table .is-sent")) sent.classList.remove("is-sent");
  });

  document.body.addEventListener("table:coins", () => play(COINS));

  const COUNTING = 600; // milliseconds
  const count = (part, from, to) => {
    part.classList.add("is-raised");
    const began = performance.now();
    const step = (now) => {
      const done = Math.min(1, (now - began) / COUNTING);
      part.textContent = String(Math.round(from + (to - from) * done));
      if (done < 1 && part.isConnected) requestAnimationFrame(step);
      else part.textContent = String(to);
    };
    requestAnimationFrame(step);
  };
  const tallies = () => new Map([...table().querySelectorAll("[data-tally][id]")].map((part) => [part.id, Number(part.textContent)]));
  const newest = () => Math.max(0, ...[...table().querySelectorAll("li[data-seq]")].map((line) => Number(line.dataset.seq)));
  const outcome = () => table().querySelector(".outcome");

  // Drawn anew, the table would begin its celebration again: news wait until it is over.
  const CELEBRATION = 3800; // milliseconds
  let celebrated = 0; // when it is over
  let waiting = 0;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const left = celebrated - performance.now();
    if (!isTable(event) || left <= 0 || !event.detail.requestConfig.elt.matches("[data-refresh]")) return;
    event.detail.shouldSwap = false;
    clearTimeout(waiting);
    waiting = setTimeout(() => document.body.dispatchEvent(new Event("news")), left);
  });

  let before = null;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (isTable(event) && table() && event.detail.shouldSwap) before = { tallies: tallies(), newest: newest(), wasOver: outcome() !== null };
  });
  // Only when htmx has settled are classes those of the answer.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (!before || !isTable(event) || !table()) return;
    const known = before;
    before = null;
    showSound();
    const isOver = outcome() !== null && !known.wasOver;
    if (isOver && !isCalm()) {
      outcome().classList.add("is-fresh");
      celebrated = performance.now() + CELEBRATION;
    }
    if (isOver) play(outcome().matches(".is-won") ? WON : OVER);
    else if (newest() > known.newest && event.detail.requestConfig?.elt.matches("[data-refresh]")) play(OTHERS);
    if (isCalm()) return;
    for (const part of table().querySelectorAll("[data-tally][id]")) {
      const [from, to] = [known.tallies.get(part.id), Number(part.textContent)];
      if (from !== undefined && from !== to && Number.isFinite(from) && Number.isFinite(to)) count(part, from, to);
    }
  });
  showSound();
})();
