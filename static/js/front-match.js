// The duel on the front page: plays it once while it is in sight, and steps through it. With reduced motion it rests on
// its last position until somebody presses a button, and cards do not fly.
"use strict";
(() => {
  const match = document.getElementById("front-match");
  if (!match) return;
  const LEAST = 1800, A_LETTER = 28, MOST = 6500, FLIGHT = 550; // milliseconds
  const find = (selector) => match.querySelector(selector);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const steps = [...match.querySelectorAll(".front-list li")];
  const seats = [...match.querySelectorAll(".front-seat")];
  const places = [...seats.map((seat) => seat.querySelector(".front-hand")), find(".front-pile"), find(".front-away")];
  const slots = new Map([...match.querySelectorAll(".front-slot")].map((slot) => [Number(slot.dataset.card), slot]));
  const [said, text, count, play] = [find("[data-words]"), find(".front-said q"), find("[data-count]"), find("[data-do=play]")];
  let now = steps.length - 1;
  let timer = 0;
  let isWanted = !calm.matches; // it plays by itself until somebody stops it, or it is over
  let isSeen = false;

  const lies = (slot) => slot.parentElement !== places.at(-1) && slot.getBoundingClientRect();
  const fly = (slot, before, isNew) => {
    const after = lies(slot);
    if (!after) return;
    const from = before ?? { left: after.left, top: after.top + (slot.parentElement === places[0] ? -90 : 90) };
    const [x, y] = [from.left - after.left, from.top - after.top];
    if (!x && !y) return;
    slot.style.zIndex = isNew ? 2 : "";
    const start = { transform: `translate(${x}px, ${y}px)`, opacity: before ? 1 : 0 };
    slot.animate([start, { transform: "none", opacity: 1 }], { duration: FLIGHT, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
  };

  const show = (step, isMoving) => {
    const before = new Map([...slots.values()].map((slot) => [slot, lies(slot)]));
    const homes = new Map([...slots.values()].map((slot) => [slot, slot.parentElement]));
    const lie = JSON.parse(steps[step].dataset.places);
    lie.push([...slots.keys()].filter((card) => !lie.flat().includes(card)));
    lie.forEach((cards, at) => places[at].append(...cards.map((card) => slots.get(card))));
    const isOnward = step === now + 1;
    for (const slot of slots.values()) {
      const isNew = isOnward && slot.parentElement !== homes.get(slot);
      slot.classList.toggle("is-new", isNew);
      if (isMoving && !calm.matches) fly(slot, before.get(slot) || null, isNew);
    }
    now = step;
    const [words, rule] = [steps[now].querySelector("span"), steps[now].querySelector("q")];
    said.textContent = words.textContent;
    text.textContent = rule?.textContent ?? "";
    text.hidden = !rule;
    seats.forEach((seat, at) => {
      seat.classList.toggle("acts", steps[now].dataset.actor === String(at));
      seat.querySelector(".front-left").textContent = lie[at].length ? `${lie[at].length} card${lie[at].length === 1 ? "" : "s"}` : "no card left";
    });
    count.textContent = `Move ${now} of ${steps.length - 1}`;
  };

  const isOver = () => now === steps.length - 1;
  const rest = () => {
    clearTimeout(timer);
    timer = 0;
  };
  // A button that would do nothing is off. It keeps the focus, so that the keyboard does not lose its place.
  const turnOff = (name, isOff) => find(`[data-do=${name}]`).setAttribute("aria-disabled", String(isOff));
  const tell = () => {
    turnOff("back", now === 0);
    turnOff("on", isOver());
    play.textContent = isWanted ? "Pause" : isOver() ? "Play again" : "Play";
    find(".front-said").setAttribute("aria-live", isWanted ? "off" : "polite");
  };
  const goOn = () => {
    rest();
    if (!isWanted || !isSeen || document.hidden) return;
    const letters = said.textContent.length + text.textContent.length;
    timer = setTimeout(() => {
      show(now + 1, true);
      isWanted = !isOver();
      tell();
      goOn();
    }, Math.min(LEAST + A_LETTER * letters, MOST));
  };
  const stepBy = (by) => {
    isWanted = false;
    rest();
    const step = Math.min(Math.max(now + by, 0), steps.length - 1);
    if (step !== now) show(step, true);
    tell();
  };
  match.addEventListener("click", (event) => {
    const what = event.target.closest("[data-do]")?.dataset.do;
    if (what === "back") stepBy(-1);
    if (what === "on") stepBy(1);
    if (what !== "play") return;
    isWanted = !isWanted;
    if (isWanted && isOver()) show(0, true);
    tell();
    goOn();
  });
  document.addEventListener("visibilitychange", goOn);
  new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
    goOn();
  }, { threshold: 0.4 }).observe(match);
  const isOnTable = ({ dataset }) => JSON.parse(dataset.places)[seats.length].length > 0;
  show(isWanted ? Math.max(steps.findIndex(isOnTable), 0) : now, false); // an empty table says little
  tell();
  find(".front-controls").hidden = false;
})();
