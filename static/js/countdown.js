// Counts down to instants. On a practice cycle's page the body says how far its clock is ahead of the world's.
"use strict";
(() => {
  let rendered = Date.now();
  let shown = "";
  const words = (seconds) => {
    if (seconds <= 0) return "now";
    const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
    const shown = [];
    for (const [size, unit] of parts) {
      const count = Math.floor(seconds / size);
      seconds -= count * size;
      if (count || shown.length) shown.push(`${count} ${unit}`);
      if (shown.length === 2) break;
    }
    return `in ${shown.join(" ")}`;
  };
  const tick = () => {
    const clock = document.querySelector("[data-now]");
    if (clock && clock.dataset.now !== shown) {
      shown = clock.dataset.now;
      rendered = Date.now();
    }
    for (const time of document.querySelectorAll("time[data-countdown]")) {
      const now = clock ? Date.parse(clock.dataset.now) + Date.now() - rendered : Date.now();
      let out = time.nextElementSibling;
      if (!out || !out.classList.contains("countdown")) {
        out = document.createElement("span");
        out.className = "countdown";
        time.after(" ", out);
      }
      out.textContent = words((Date.parse(time.dateTime) - now) / 1000);
    }
  };
  document.addEventListener("DOMContentLoaded", () => { tick(); setInterval(tick, 1000); });
})();
