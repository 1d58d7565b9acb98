// Deals the cards of a pack face down, to be turned over one by one or all together.
"use strict";
(() => {
  const table = document.querySelector("[data-reveal]");
  if (!table) return;
  const slots = [...table.querySelectorAll("[data-slot]")];
  const tools = table.querySelector("[data-reveal-tools]");
  const done = () => slots.every((slot) => slot.classList.contains("is-open"));
  const open = (slot) => {
    slot.classList.add("is-open");
    if (!done()) return;
    tools.hidden = true;
    table.classList.remove("dealing");
  };
  table.classList.add("dealing");
  tools.hidden = false;
  for (const slot of slots) {
    slot.querySelector("[data-turn]").addEventListener("click", () => {
      open(slot);
      const card = slot.querySelector(".card");
      card.tabIndex = -1;
      card.focus({ preventScroll: true });
    });
  }
  table.querySelector("[data-turn-all]").addEventListener("click", () => {
    const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 140;
    const closed = slots.filter((slot) => !slot.classList.contains("is-open"));
    closed.forEach((slot, place) => setTimeout(open, place * pause, slot));
  });
})();
