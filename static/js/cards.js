// Filters and sorts the cards on the page as you type; without it the form asks the server for the same.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form[data-card-filter]");
  const list = document.querySelector("[data-cards]");
  if (!form || !list || form.dataset.whole !== "yes") return;
  const cards = [...list.querySelectorAll("[data-card]")];
  const count = document.querySelector("[data-card-count]");
  const has = (card, key, wanted) => !wanted || (card.dataset[key] || "").split(",").includes(wanted);
  const number = (card) => (card.dataset.value === "" ? Infinity : Number(card.dataset.value));
  const orders = {
    value: (a, b) => number(a) - number(b) || a.dataset.name.localeCompare(b.dataset.name),
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
    suit: (a, b) => a.dataset.suits.localeCompare(b.dataset.suits) || number(a) - number(b),
    colour: (a, b) => a.dataset.colours.localeCompare(b.dataset.colours) || number(a) - number(b),
  };
  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const query = (wanted.q || "").toLowerCase();
    let shown = 0;
    for (const card of cards) {
      card.hidden = !(has(card, "suits", wanted.suit) && has(card, "colours", wanted.colour) && has(card, "types", wanted.type) &&
        has(card, "modifiers", wanted.modifier) && card.getAttribute("aria-label").toLowerCase().includes(query));
      if (!card.hidden) shown += 1;
    }
    const ordered = wanted.sort === "newest" ? [...cards].reverse() : orders[wanted.sort] ? [...cards].sort(orders[wanted.sort]) : cards;
    list.append(...ordered);
    if (count) count.textContent = `${shown} of ${cards.length} cards`;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => { event.preventDefault(); apply(); });
});
