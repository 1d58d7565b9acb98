// Filters and sorts the cards of a hand as you choose. Where the page does not hold the whole hand, or without a script,
// the form asks the server for the same.
"use strict";
(() => {
  const form = document.querySelector("[data-card-filter]");
  const list = document.querySelector("[data-cards]");
  if (!form || !list) return;
  if (!form.hasAttribute("data-whole")) {
    form.addEventListener("change", () => form.requestSubmit());
    return;
  }
  const cards = [...list.querySelectorAll("[data-card]")];
  const count = document.querySelector("[data-card-count]");
  const none = document.querySelector("[data-no-card]");
  const value = (card) => (card.dataset.value === "" ? Infinity : Number(card.dataset.value));
  const text = (key) => (a, b) => (a.dataset[key] < b.dataset[key] ? -1 : a.dataset[key] > b.dataset[key] ? 1 : 0);
  const numeric = (a, b) => (value(a) === value(b) ? 0 : value(a) - value(b));
  const orders = {
    value: [numeric, text("name")],
    name: [text("name")],
    suit: [text("suit"), numeric, text("name")],
    colour: [text("colour"), numeric, text("name")],
  };
  const sorted = (wanted) => {
    if (wanted === "newest") return [...cards].reverse();
    if (!orders[wanted]) return cards;
    return [...cards].sort((a, b) => orders[wanted].reduce((so_far, order) => so_far || order(a, b), 0));
  };
  const show = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const query = wanted.q.trim().toLowerCase();
    let shown = 0;
    for (const card of cards) {
      const fits = ["suit", "colour", "type", "modifier"].every((key) => !wanted[key] || card.dataset[key].includes(`|${wanted[key]}|`));
      card.hidden = !fits || !card.firstElementChild.getAttribute("aria-label").toLowerCase().includes(query);
      if (!card.hidden) shown += 1;
    }
    list.append(...sorted(wanted.sort));
    none.hidden = shown > 0;
    count.textContent = shown === cards.length ? `${shown}` : `${shown} of ${cards.length}`;
    const address = new URLSearchParams([...new FormData(form)].filter(([, chosen]) => chosen));
    history.replaceState(null, "", address.size ? `?${address}` : location.pathname);
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
})();
