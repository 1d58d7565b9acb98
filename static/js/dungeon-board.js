// The table of Dungeon without a script is maps, forms and links. Here hexes can be pressed, each choice has a key, maps
// are zoomed and moved, and the last period is played. What a press means is said by the form's own buttons.
"use strict";
(() => {
  const STAGE_MS = 1100;
  const MOST_ZOOM = 6;
  const DRAG = 5; // pixels that a finger may tremble
  const BEGINNING = ["W", "E", "A", "D", "Z", "X", "S", "C"]; // keys of a first action
  const KEYS = [...BEGINNING, ..."123456789"];
  const root = () => document.querySelector("[data-dungeon]");
  if (!root()) return;

  const moving = matchMedia("(prefers-reduced-motion: no-preference)");
  const views = new Map(); // by map: what part of it is shown, once it was zoomed
  const cursors = new Map(); // by map: the hex that the arrow keys are at
  const waiting = []; // what is to be pressed as soon as the table has come back: people are faster than the net
  let isAway = false; // whether the table has been sent and not come back
  let back = null; // the map to which the focus returns, and where it was in the window
  let stage = null; // the stage that is asked for
  let period = root().dataset.period;
  let timer;
  let playing = null; // the stage that is played just now

  // What can be chosen

  const find = (name, value) => [...root().querySelectorAll(`button[name=chosen]`)].find((part) => part.getAttribute(name) === value);
  const press = (button) => {
    if (isAway) return void waiting.push(button);
    const found = button();
    const begin = root().querySelector("[data-begin]");
    if (found) found.click();
    else if (begin && button.begins) {
      button.begins = false;
      waiting.unshift(button);
      begin.click();
    }
  };
  const choice = (attribute, value, begins) => Object.assign(() => find(attribute, value), { begins });
  const pick = (hex) => hex?.dataset.pick && !isAway && press(choice("value", hex.dataset.pick, true));
  const stepBack = () => document.getElementById("step-back");
  const seal = () => document.querySelector(".question [name=answering]") ? null : document.getElementById("go-on");

  // The last period

  const stages = () => root().querySelectorAll("a[data-stage]");
  const last = () => Math.max(0, stages().length - 1);
  const put = (token, number) => {
    const place = token.dataset.places.split(";")[number] || "";
    const was = token.getAttribute("visibility") !== "hidden";
    token.classList.toggle("jumps", !was);
    if (place) token.style.transform = `translate(${place.split(",").map((part) => `${part}px`).join(", ")})`;
    token.setAttribute("visibility", place ? "visible" : "hidden");
  };
  const show = (number, asked = true) => {
    const now = number === last();
    stage = asked ? number : null;
    root().dataset.stage = number;
    root().classList.toggle("is-past", !now);
    for (const link of stages()) {
      if (Number(link.dataset.stage) === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const words of root().querySelectorAll("[data-words]")) words.hidden = Number(words.dataset.words) !== number;
    for (const token of root().querySelectorAll("[data-places]")) put(token, number);
    for (const part of root().querySelectorAll("[data-at-stage]")) {
      const isShown = Number(part.dataset.atStage) === number && (asked || part.matches(".crowd"));
      part.setAttribute("visibility", isShown ? "visible" : "hidden");
    }
    for (const part of root().querySelectorAll("[data-now]")) part.setAttribute("visibility", now ? "visible" : "hidden");
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

  // Maps: the whole of one, or a part of it

  const svgOf = (map) => map.querySelector("svg");
  const whole = (map) => svgOf(map).dataset.whole.split(" ").map(Number);
  const look = (map, x, y, width) => {
    const [left, top, most, tall] = whole(map);
    const w = Math.min(most, Math.max(most / MOST_ZOOM, width));
    const h = (w * tall) / most;
    const box = [Math.min(Math.max(x, left), left + most - w), Math.min(Math.max(y, top), top + tall - h), w, h];
    svgOf(map).setAttribute("viewBox", box.join(" "));
    map.classList.toggle("is-zoomed", w < most);
    if (w < most) views.set(map.id, box);
    else views.delete(map.id);
  };
  const shown = (map) => views.get(map.id) || whole(map);
  const zoom = (map, factor, at) => {
    const [x, y, w, h] = shown(map);
    if (at) look(map, at[0] - (at[0] - x) * factor, at[1] - (at[1] - y) * factor, w * factor);
    else {
      const [cx, cy] = views.has(map.id) ? [x + w / 2, y + h / 2] : middleOf(hexAt(map, start(map)));
      look(map, cx - (w * factor) / 2, cy - (h * factor) / 2, w * factor);
    }
  };
  const middleOf = (hex) => [...hex.getAttribute("transform").matchAll(/-?[\d.]+/g)].map(Number);
  const pointOf = (map, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svgOf(map).getScreenCTM().inverse());
    return [point.x, point.y];
  };

  // Reading a map hex by hex

  const read = (map, words) => {
    map.closest(".level").querySelector("[data-readout]").textContent = words;
  };
  const hexAt = (map, at) => map.querySelector(`.hex[data-at="${at}"]`);
  const wordsOf = (hex) => hex.querySelector("title").textContent;
  const go = (map, at) => {
    const hex = hexAt(map, at);
    if (!hex) return false;
    cursors.set(map.id, at);
    const ring = map.querySelector("[data-cursor]");
    ring.setAttribute("transform", hex.getAttribute("transform"));
    ring.setAttribute("visibility", "visible");
    read(map, wordsOf(hex));
    return true;
  };
  const start = (map) => cursors.get(map.id) || map.dataset.start || "0,0";
  const wander = (map, key) => {
    const [q, r] = start(map).split(",").map(Number);
    const even = r % 2 === 0;
    const ways = {
      ArrowLeft: [[-1, 0]],
      ArrowRight: [[1, 0]],
      ArrowUp: even ? [[1, -1], [0, -1]] : [[0, -1], [1, -1]],
      ArrowDown: even ? [[0, 1], [-1, 1]] : [[-1, 1], [0, 1]],
    }[key];
    return ways.some(([dq, dr]) => go(map, `${q + dq},${r + dr}`));
  };

  // Setting up, at first and whenever the table is drawn anew

  const setUp = () => {
    if (!root()) return stop();
    root().classList.add("is-scripted");
    for (const part of root().querySelectorAll("[data-scripted]")) part.hidden = false;
    for (const map of root().querySelectorAll("[data-map]")) {
      map.tabIndex = 0;
      map.setAttribute("role", "application");
      map.setAttribute("aria-label", map.dataset.label);
      svgOf(map).dataset.whole ||= svgOf(map).getAttribute("viewBox");
      if (views.has(map.id)) look(map, ...views.get(map.id));
    }
    const isNew = root().dataset.period !== period;
    period = root().dataset.period;
    const making = root().classList.contains("is-making");
    if (isNew && !making && moving.matches && !document.hidden) return play(0);
    if (playing !== null && !isNew && !making) return play(playing);
    stop();
    if (isNew || making || stage === null || stage > last()) show(last(), false);
    else show(stage);
  };
  const isSent = (event) => isTable(event) && event.detail.requestConfig.elt.matches("form, form *");
  const isTable = (event) => ["table", "replay"].includes(event.detail.target?.id);
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (isSent(event)) isAway = true;
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const map = isTable(event) && document.activeElement?.closest("[data-map]");
    back = map ? { id: map.id, top: map.getBoundingClientRect().top } : null;
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!isTable(event)) return;
    setUp();
    const map = back && document.getElementById(back.id);
    if (!map) return;
    map.focus({ preventScroll: true });
    scrollBy({ top: map.getBoundingClientRect().top - back.top, behavior: "instant" });
    const asked = document.getElementById("question-title");
    if (asked) read(map, asked.textContent);
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!isSent(event)) return;
    isAway = false;
    if (waiting.length) press(waiting.shift());
  });

  document.body.addEventListener("click", (event) => {
    if (!root()?.contains(event.target)) return;
    const { target } = event;
    const link = target.closest("a[data-stage]");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      stop();
      show(Number(link.dataset.stage));
    } else if (target.closest("[data-play]")) {
      if (playing !== null) stop();
      else play(0);
    } else if (target.closest("[data-zoom]")) {
      const map = target.closest(".level").querySelector("[data-map]");
      const how = target.closest("[data-zoom]").dataset.zoom;
      if (how === "whole") look(map, ...whole(map));
      else zoom(map, how === "in" ? 1 / 1.5 : 1.5);
    } else if (!drag?.moved) pick(target.closest(".hex"));
  });

  document.body.addEventListener("pointerover", (event) => {
    const hex = event.target.closest?.("[data-map] .hex");
    if (hex) read(hex.closest("[data-map]"), wordsOf(hex));
  });

  // Dragging with one pointer, pinching with two

  const pointers = new Map();
  let drag = null;
  const spread = () => {
    const [one, two] = [...pointers.values()];
    return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  };
  document.body.addEventListener("pointerdown", (event) => {
    const map = event.target.closest?.("[data-map]");
    if (!map || event.button) return;
    pointers.set(event.pointerId, event);
    drag = { map, from: event, at: shown(map), moved: false, spread: pointers.size === 2 ? spread() : 0 };
  });
  document.body.addEventListener("pointermove", (event) => {
    if (!drag || !pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, event);
    if (drag.spread && pointers.size === 2) {
      drag.moved = true;
      zoom(drag.map, drag.spread / spread(), pointOf(drag.map, event));
      drag.spread = spread();
      return;
    }
    const [dx, dy] = [event.clientX - drag.from.clientX, event.clientY - drag.from.clientY];
    if (Math.hypot(dx, dy) > DRAG) drag.moved = true;
    if (!drag.moved || !drag.map.classList.contains("is-zoomed")) return;
    drag.map.classList.add("is-dragged");
    const scale = svgOf(drag.map).getScreenCTM().a;
    look(drag.map, drag.at[0] - dx / scale, drag.at[1] - dy / scale, drag.at[2]);
  });
  const release = (event) => {
    pointers.delete(event.pointerId);
    if (!drag || pointers.size) return;
    drag.map.classList.remove("is-dragged");
    const done = drag;
    setTimeout(() => drag === done && (drag = null)); // the click that follows is none
  };
  document.body.addEventListener("pointerup", release);
  document.body.addEventListener("pointercancel", release);
  document.body.addEventListener(
    "wheel",
    (event) => {
      const map = event.target.closest?.("[data-map]");
      if (!map || !(event.ctrlKey || map.contains(document.activeElement))) return;
      event.preventDefault();
      zoom(map, event.deltaY < 0 ? 1 / 1.2 : 1.2, pointOf(map, event));
    },
    { passive: false },
  );

  // Keys, while the focus is on the table

  document.body.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-map]")) go(event.target, start(event.target));
  });
  document.body.addEventListener("focusout", (event) => {
    if (event.target.matches("[data-map]")) event.target.querySelector("[data-cursor]").setAttribute("visibility", "hidden");
  });
  const onMap = (map, event) => {
    if (event.key.startsWith("Arrow")) return wander(map, event.key);
    if (event.key === "+" || event.key === "-") return zoom(map, event.key === "+" ? 1 / 1.5 : 1.5) || true;
    const hex = hexAt(map, start(map));
    if (event.key !== "Enter" && event.key !== " ") return false;
    if (!hex?.dataset.pick) return event.key === " ";
    pick(hex);
    return true;
  };
  const onTable = (event) => {
    const key = event.key.toUpperCase();
    if (event.key === "Backspace") press(stepBack);
    else if (event.key === "Enter") press(seal);
    else if (KEYS.includes(key)) press(choice("data-key", key, BEGINNING.includes(key)));
    else return false;
    return true;
  };
  document.body.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!root() || event.altKey || event.ctrlKey || event.metaKey || !target.closest("#move-form, #replay")) return;
    if (target.matches("input, select, textarea") || (event.key === "Enter" && target.matches("a, button, summary"))) return;
    const map = target.closest("[data-map]");
    if ((map && onMap(map, event)) || onTable(event)) event.preventDefault();
  });

  if (location.search.includes("stage-")) stage = Number(root().dataset.stage);
  setUp();
})();
