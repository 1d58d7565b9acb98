// The table of Dungeon without a script is maps, forms and links. Here hexes can be pressed, each choice has a key, and
// the last period is played. What a press means is said by the form's own buttons.
"use strict";
(() => {
  const STAGE_MS = 1100;
  const WALK_MS = 450; // from the beginning of a stage until its coins rise (dungeon-board.css)
  const BEGINNING = ["W", "E", "A", "D", "Z", "X", "S", "C"]; // keys of a first action
  const KEYS = [...BEGINNING, ..."123456789"];
  const root = () => document.querySelector("[data-dungeon]");
  if (!root()) return;

  const motion = matchMedia("(prefers-reduced-motion: no-preference)");
  const isTable = (event) => ["table", "replay"].includes(event.detail.target?.id);
  const isSent = (event) => isTable(event) && event.detail.requestConfig.elt.matches("form, form *");

  // What can be chosen. People are faster than the net: keys that they press while the table is away wait for it, and
  // mean what they mean on the table that has come.

  const waiting = [];
  let isAway = false;
  const find = (name, value) =>
    [...root().querySelectorAll("button[name=chosen]")].find((button) => button.getAttribute(name) === value);
  const press = (found, begins = false) => {
    const begin = root().querySelector("[data-begin]");
    if (found()) found().click();
    else if (begin && begins) {
      waiting.unshift(() => press(found)); // once the plan has begun
      begin.click();
    }
  };
  const stepBack = () => document.getElementById("step-back");
  const isAsking = () => document.querySelector(".question [name=answering]") !== null;
  const seal = () => (isAsking() ? null : document.getElementById("go-on"));
  document.body.addEventListener("htmx:beforeRequest", (event) => isSent(event) && (isAway = true));
  const goOn = () => {
    isAway = false;
    while (waiting.length && !isAway) waiting.shift()();
  };
  // htmx ends a request only after it has told of its end.
  document.body.addEventListener("htmx:afterRequest", (event) => isSent(event) && setTimeout(goOn));
  document.body.addEventListener("click", ({ target }) => {
    const hex = target.closest("[data-dungeon] .hex");
    if (hex?.dataset.pick && !isAway) press(() => find("value", hex.dataset.pick), true);
  });
  const isSaying = ({ target, key, repeat, altKey, ctrlKey, metaKey }) => {
    if (!root() || repeat || altKey || ctrlKey || metaKey || !target.closest("#move-form")) return false;
    if (target.matches("input, select, textarea") || (key === "Enter" && target.matches("a, button, summary"))) return false;
    return ["Backspace", "Enter"].includes(key) || KEYS.includes(key.toUpperCase());
  };
  const keepForLater = (event) => {
    if (!isAway || !isSaying(event)) return;
    const again = new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true });
    waiting.push(() => document.activeElement.dispatchEvent(again));
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.body.addEventListener("keydown", keepForLater, { capture: true });
  document.body.addEventListener("keydown", (event) => {
    if (!isSaying(event)) return;
    const key = event.key.toUpperCase();
    if (event.key === "Backspace") press(stepBack);
    else if (event.key === "Enter") press(seal);
    else press(() => find("data-key", key), BEGINNING.includes(key));
    event.preventDefault();
  });

  // The last period

  let stage = null; // the stage that is asked for
  let playing = null; // the stage that is played just now
  let timer;
  const stages = () => root().querySelectorAll("a[data-stage]");
  const last = () => Math.max(0, stages().length - 1);
  const setShown = (part, isShown) => part.setAttribute("visibility", isShown ? "visible" : "hidden");
  const put = (pawn, number) => {
    const place = pawn.dataset.places.split(";")[number];
    pawn.classList.toggle("jumps", pawn.getAttribute("visibility") === "hidden");
    if (place) pawn.style.transform = `translate(${place.split(",").map((part) => `${part}px`).join(", ")})`;
    setShown(pawn, place);
  };
  const show = (number, asked = true) => {
    const now = number === last();
    stage = asked ? number : null;
    root().classList.toggle("is-past", !now);
    // A level that one has left since is shown in place of the others, at the stages at which one was there.
    const levels = [...root().querySelectorAll(".maps > .level")];
    const isSeen = (level) => !now && level.dataset.seenIn?.split(" ").includes(String(number));
    const former = levels.find((level) => level.matches("[data-former]") && isSeen(level));
    for (const level of levels) level.hidden = former ? level !== former : level.matches("[data-former]");
    for (const link of stages()) {
      if (Number(link.dataset.stage) === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const words of root().querySelectorAll("[data-words]")) words.hidden = Number(words.dataset.words) !== number;
    for (const pawn of root().querySelectorAll("[data-places]")) put(pawn, number);
    for (const part of root().querySelectorAll("[data-at-stage]")) {
      setShown(part, Number(part.dataset.atStage) === number && (asked || part.matches(".crowd")));
    }
    for (const part of root().querySelectorAll("[data-now]")) setShown(part, now);
    if (playing !== null && root().querySelector(`.coins.yours:not(.lost)[data-at-stage="${number}"]`)) {
      setTimeout(() => document.body.dispatchEvent(new Event("table:coins")), WALK_MS);
    }
  };
  const stop = () => {
    clearTimeout(timer);
    playing = null;
    root()?.classList.remove("is-playing");
    const button = root()?.querySelector("[data-play]");
    if (button) button.textContent = "▶ Play";
  };
  const play = (number) => {
    stop();
    if (!root() || !stages().length) return;
    playing = number;
    root().classList.add("is-playing");
    root().querySelector("[data-play]").textContent = "■ Stop";
    show(number);
    timer = setTimeout(() => (number < last() ? play(number + 1) : stop()), STAGE_MS);
  };
  document.body.addEventListener("click", (event) => {
    const link = event.target.closest("[data-dungeon] a[data-stage]");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      stop();
      show(Number(link.dataset.stage));
    } else if (event.target.closest("[data-play]")) {
      if (playing === null) play(0);
      else stop();
    }
  });

  // Setting up, at first and whenever the table is drawn anew: because its reader moved, or somebody else did

  let period = root().dataset.period;
  const setUp = () => {
    if (!root()) return stop();
    root().classList.add("is-scripted");
    for (const part of root().querySelectorAll("[data-scripted]")) part.hidden = false;
    const isNew = root().dataset.period !== period;
    const isMaking = root().matches(".is-making");
    period = root().dataset.period;
    if (isNew && !isMaking && motion.matches && !document.hidden) return play(0);
    if (playing !== null && !isNew && !isMaking) return play(playing);
    stop();
    if (isNew || isMaking || stage === null || stage > last()) show(last(), false);
    else show(stage);
  };
  const NARROW = matchMedia("(max-width: 47.99rem)");
  // On a phone the map lies below what is said of a turn: it comes into sight when the turn is played.
  const showPlay = () => {
    const map = playing !== null && NARROW.matches && root()?.querySelector(".level:not([hidden]) .map");
    const below = map ? map.getBoundingClientRect().bottom - innerHeight : 0;
    if (below > 0) scrollBy({ top: Math.min(below, map.getBoundingClientRect().top), behavior: "instant" });
  };
  // There the map and the directions below it are one screen, too: both come into sight when a plan begins.
  const showMap = () => {
    const level = root()?.matches(".is-making") && NARROW.matches && root().querySelector(".level");
    const asked = document.querySelector(".question");
    const plan = root()?.querySelector(".plan");
    if (!level || !asked || !plan) return;
    const [top, bottom] = [level.getBoundingClientRect().top, plan.getBoundingClientRect().bottom];
    const lower = innerHeight - asked.offsetHeight;
    if (top < 0 || bottom > lower) scrollBy({ top: Math.min(top, bottom - lower), behavior: "instant" });
  };
  // Who was on a map stays there, and reads what is asked.
  let back = null;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const map = isTable(event) && document.activeElement?.closest("[data-map]");
    back = map ? { id: map.id, top: map.getBoundingClientRect().top } : null;
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!isTable(event)) return;
    setUp();
    if (!back) showMap();
    showPlay();
    const map = back && document.getElementById(back.id);
    if (!map) return;
    map.focus({ preventScroll: true });
    scrollBy({ top: map.getBoundingClientRect().top - back.top, behavior: "instant" });
    const asked = document.getElementById("question-title");
    if (asked) map.closest(".level").querySelector("[data-readout]").textContent = asked.textContent;
  });

  if (location.search.includes("stage-")) stage = Number(root().dataset.stage);
  setUp();
})();
