// The hand is cards with a button each. Here the cards themselves can be pressed, with a finger, the mouse or Enter: a
// lit one is played or chosen, another one says why it cannot be. What a press does is done by the card's own button.
// Lit cards elsewhere on the table, large and small, are chosen by pressing them, too.
"use strict";
(() => {
  const hand = () => document.getElementById("your-hand");
  const cardAt = (target) => target.closest?.("#your-hand > li > .card");
  const litElsewhere = (target) => target.closest?.(".pile-top.lit > .card, .mini-slot.lit > .mini > summary");
  const buttonOf = (card) => card.parentElement.querySelector(":scope > button, :scope > .pick input");
  const whyOf = (card) => card.parentElement.querySelector(":scope > .why");

  const press = (card, wasOpen) => {
    if (card.matches(":popover-open")) return; // it is only looked at
    const [button, why] = [buttonOf(card), whyOf(card)];
    if (button) button.click();
    else if (why) why.open = !wasOpen;
  };

  // A press gives the card the focus, which opens its reason: whether it was open is asked before. Who drags over a
  // card selects its words.
  const FAR = 8; // pixels
  let began = { x: 0, y: 0, wasOpen: false };
  document.body.addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
    const card = cardAt(target);
    began = { x, y, wasOpen: card ? (whyOf(card)?.open ?? false) : false };
  });
  document.body.addEventListener("click", ({ target, clientX, clientY }) => {
    const card = cardAt(target);
    if (!card || target.closest("a, button, summary")) return;
    if (Math.hypot(clientX - began.x, clientY - began.y) < FAR) press(card, began.wasOpen);
  });
  // A small card's words are a summary. The keyboard opens it as any other, for its button is the next stop.
  document.body.addEventListener("click", (event) => {
    const { target, detail } = event;
    const card = litElsewhere(target);
    if (!card || !detail || target.closest("a, button, .mini-look, .modifier")) return;
    if (card.matches(":popover-open")) return;
    event.preventDefault();
    card.closest(".lit").querySelector(":scope > button, :scope > .pick input")?.click();
  });
  document.body.addEventListener("focusin", ({ target }) => {
    const card = cardAt(target);
    if (card === target && card && whyOf(card)) whyOf(card).open = true;
  });
  document.body.addEventListener("focusout", ({ target, relatedTarget }) => {
    const card = cardAt(target);
    if (card && whyOf(card) && !card.parentElement.contains(relatedTarget)) whyOf(card).open = false;
  });

  const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
  document.body.addEventListener("keydown", (event) => {
    const card = cardAt(event.target);
    if (card !== event.target || !card || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) press(card, whyOf(card)?.open);
    } else if (STEPS[event.key]) {
      event.preventDefault();
      const cards = [...hand().querySelectorAll(":scope > li > .card")];
      cards[cards.indexOf(card) + STEPS[event.key]]?.focus();
    }
  });

  // Of a row that is longer than the screen the part that counts now is shown whole, in the middle if there is room: the
  // card that is advised, or else one that is lit, whoever has the turn.
  const showWithin = (row, part) => {
    if (!row || !part) return;
    const [around, at] = [row.getBoundingClientRect(), part.getBoundingClientRect()];
    if (at.left < around.left || at.right > around.right) row.scrollLeft += (at.left + at.right - around.left - around.right) / 2;
  };
  const showWhatCounts = () => {
    const lit = [...(hand()?.querySelectorAll(":scope > .lit") ?? [])];
    const around = hand()?.getBoundingClientRect();
    const isSeen = (part) => {
      const { left, right } = part.getBoundingClientRect();
      return left >= around.left && right <= around.right;
    };
    const advised = hand()?.querySelector(":scope > .lit.is-advised");
    if (advised) showWithin(hand(), advised);
    else if (!lit.some(isSeen)) showWithin(hand(), lit[0]);
    const order = document.querySelector(".turn-order ol");
    showWithin(order, order?.querySelector("[aria-current]"));
  };
  // What was just played flies to the pile: from one's hand, or from above if somebody else played it.
  const onTop = () => document.querySelector(".pile-top > .card");
  const isTable = (event) => event.detail.target?.id === "table";
  let before = null;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (!isTable(event)) return;
    const cards = [...document.querySelectorAll("#your-hand > li > .card")];
    before = { top: onTop()?.id, places: new Map(cards.map((card) => [card.id, card.getBoundingClientRect()])) };
  });
  const fly = () => {
    const card = onTop();
    if (!before || !card || card.id === before.top || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [at, pile] = [card.getBoundingClientRect(), card.closest(".pile-cards")];
    const from = before.places.get(card.id) ?? { left: at.left, top: at.top - 160 };
    const start = `translate(${from.left - at.left}px, ${from.top - at.top}px) rotate(-8deg)`;
    pile.classList.add("is-landing");
    const flight = card.animate([{ transform: start, opacity: 0.6 }, { transform: "none", opacity: 1 }], { duration: 420, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
    flight.onfinish = () => pile.classList.remove("is-landing");
  };
  document.body.addEventListener("htmx:afterSwap", (event) => isTable(event) && fly());
  document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target?.id === "table" && showWhatCounts());
  showWhatCounts();
})();
