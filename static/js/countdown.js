// Counts on from where the server left off: each element says the instant, and what the cycle's clock showed when the
// page was made. Only the time since then is this machine's, so a wrong clock here does not matter.
"use strict";
(() => {
  const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const seen = new WeakMap();
  const ended = new WeakSet();

  const words = (seconds) => {
    if (seconds < 1) return "now";
    let whole = Math.floor(seconds);
    const parts = [];
    for (const [size, unit] of UNITS) {
      const count = Math.floor(whole / size);
      whole -= count * size;
      if (count || parts.length) parts.push(`${count} ${unit}`);
      if (parts.length === 2) break;
    }
    return `in ${parts.join(" ")}`;
  };

  const tick = () => {
    for (const element of document.querySelectorAll("[data-until]")) {
      if (!seen.has(element)) seen.set(element, performance.now());
      const passed = (performance.now() - seen.get(element)) / 1000;
      const left = (Date.parse(element.dataset.until) - Date.parse(element.dataset.now)) / 1000 - passed;
      const said = words(left);
      if (element.textContent !== said) element.textContent = said;
      if (left <= 0 && !ended.has(element)) {
        ended.add(element);
        // Whatever was due happens as soon as somebody looks.
        setTimeout(() => document.body.dispatchEvent(new Event("news")), 1200);
      }
    }
  };

  tick();
  setInterval(tick, 1000);
})();
