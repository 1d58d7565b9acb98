// Maps of hexes: a part of one is looked at by buttons, wheel, dragging and pinching; hexes are read by pointing and by
// the arrow keys. What pressing a hex means is for others to say: Enter on a hex is a click on it.
"use strict";
(() => {
  const MOST_ZOOM = 6;
  const STEP = 1.5; // of the buttons; the wheel turns in smaller ones
  const TREMBLE = 5; // pixels that a finger may move without dragging
  if (!document.querySelector("[data-map]")) return;

  const views = new Map(); // by a map's id: the part that is shown, unless it is the whole
  const cursors = new Map(); // by a map's id: the hex that is read
  const mapOf = (target) => target.closest?.("[data-map]");
  const svgOf = (map) => map.querySelector("svg");

  // Looking at a part of a map

  const whole = (map) => svgOf(map).dataset.whole.split(" ").map(Number);
  const shown = (map) => views.get(map.id) || whole(map);
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
  const zoomAt = (map, factor, [px, py]) => {
    const [x, y, w] = shown(map);
    look(map, px - (px - x) * factor, py - (py - y) * factor, w * factor);
  };
  const pointOf = (map, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svgOf(map).getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const middleOf = (hex) => [...hex.getAttribute("transform").matchAll(/-?[\d.]+/g)].map(Number);
  // From the whole one comes to where the reader is, then closer to what is in the middle.
  const zoom = (map, factor) => {
    const [x, y, w, h] = shown(map);
    const [cx, cy] = views.has(map.id) ? [x + w / 2, y + h / 2] : middleOf(hexAt(map, start(map)));
    look(map, cx - (w * factor) / 2, cy - (h * factor) / 2, w * factor);
  };

  // Reading hexes

  const hexAt = (map, at) => map.querySelector(`.hex[data-at="${at}"]`);
  const start = (map) => cursors.get(map.id) || map.dataset.start;
  const read = (map, hex) => {
    map.closest(".level").querySelector("[data-readout]").textContent = hex.querySelector("title").textContent;
  };
  const go = (map, at) => {
    const hex = hexAt(map, at);
    if (!hex) return false;
    cursors.set(map.id, at);
    const ring = map.querySelector("[data-cursor]");
    ring.setAttribute("transform", hex.getAttribute("transform"));
    ring.setAttribute("visibility", "visible");
    read(map, hex);
    return true;
  };
  // Up and down go to one side and come back, so that they lead straight.
  const wander = (map, key) => {
    const [q, r] = start(map).split(",").map(Number);
    const even = r % 2 === 0;
    const ways = {
      ArrowLeft: [[-1, 0]],
      ArrowRight: [[1, 0]],
      ArrowUp: even ? [[1, -1], [0, -1]] : [[0, -1], [1, -1]],
      ArrowDown: even ? [[0, 1], [-1, 1]] : [[-1, 1], [0, 1]],
    }[key];
    ways.some(([dq, dr]) => go(map, `${q + dq},${r + dr}`));
  };

  document.body.addEventListener("focusin", ({ target }) => target.matches("[data-map]") && go(target, start(target)));
  document.body.addEventListener("focusout", ({ target }) => {
    if (target.matches("[data-map]")) target.querySelector("[data-cursor]").setAttribute("visibility", "hidden");
  });
  document.body.addEventListener("pointerover", ({ target }) => {
    const hex = mapOf(target) && target.closest(".hex");
    if (hex) read(mapOf(hex), hex);
  });
  document.body.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!target.matches("[data-map]") || event.altKey || event.ctrlKey || event.metaKey) return;
    const lit = hexAt(target, start(target))?.matches(".lit");
    if (key.startsWith("Arrow")) wander(target, key);
    else if (key === "+") zoom(target, 1 / STEP);
    else if (key === "-") zoom(target, STEP);
    else if ((key === "Enter" || key === " ") && lit) {
      hexAt(target, start(target)).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      event.stopImmediatePropagation();
    } else if (key !== " ") return;
    event.preventDefault();
  });

  // Buttons, wheel, dragging with one pointer, pinching with two

  document.body.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-zoom]");
    const map = button?.closest(".level").querySelector("[data-map]");
    if (!map) return;
    if (button.dataset.zoom === "whole") look(map, ...whole(map));
    else zoom(map, button.dataset.zoom === "in" ? 1 / STEP : STEP);
  });
  const turn = (event) => {
    const map = mapOf(event.target);
    if (!map || !(event.ctrlKey || map.contains(document.activeElement))) return; // else the page is scrolled
    event.preventDefault();
    zoomAt(map, event.deltaY < 0 ? 1 / 1.2 : 1.2, pointOf(map, event));
  };
  document.body.addEventListener("wheel", turn, { passive: false });

  const pointers = new Map();
  let drag = null;
  const spread = () => {
    const [one, two] = [...pointers.values()];
    return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  };
  // From here on, with as many fingers as there are now.
  const hold = (map, from, moved) => {
    drag = { map, from, at: shown(map), moved, spread: pointers.size === 2 ? spread() : 0 };
  };
  document.body.addEventListener("pointerdown", (event) => {
    const map = mapOf(event.target);
    if (!map || event.button) return;
    pointers.set(event.pointerId, event);
    hold(map, event, false);
  });
  document.body.addEventListener("pointermove", (event) => {
    if (!drag || !pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, event);
    if (drag.spread && pointers.size === 2) {
      drag.moved = true;
      zoomAt(drag.map, drag.spread / spread(), pointOf(drag.map, event));
      drag.spread = spread();
      return;
    }
    const [dx, dy] = [event.clientX - drag.from.clientX, event.clientY - drag.from.clientY];
    if (Math.hypot(dx, dy) > TREMBLE) drag.moved = true;
    if (!drag.moved || !views.has(drag.map.id)) return;
    drag.map.classList.add("is-dragged");
    const scale = svgOf(drag.map).getScreenCTM().a;
    look(drag.map, drag.at[0] - dx / scale, drag.at[1] - dy / scale, drag.at[2]);
  });
  const release = (event) => {
    pointers.delete(event.pointerId);
    if (!drag) return;
    if (pointers.size) return hold(drag.map, [...pointers.values()][0], drag.moved);
    drag.map.classList.remove("is-dragged");
    const done = drag;
    setTimeout(() => drag === done && (drag = null));
  };
  document.body.addEventListener("pointerup", release);
  document.body.addEventListener("pointercancel", release);
  const afterDragging = (event) => {
    if (drag?.moved && mapOf(event.target)) event.stopPropagation(); // it presses nothing
  };
  document.body.addEventListener("click", afterDragging, { capture: true });

  // At first and whenever the table is drawn anew

  const setUp = () => {
    for (const map of document.querySelectorAll("[data-map]")) {
      map.tabIndex = 0;
      map.setAttribute("role", "application");
      map.setAttribute("aria-label", map.dataset.label);
      svgOf(map).dataset.whole ||= svgOf(map).getAttribute("viewBox");
      if (views.has(map.id)) look(map, ...views.get(map.id));
    }
  };
  document.body.addEventListener("htmx:afterSwap", setUp);
  setUp();
})();
