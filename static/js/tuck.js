// On a phone, the panels of a page that are only looked up begin closed. What somebody opens stays open when the page
// is brought up to date (live.js), and what they have not opened stays closed.
"use strict";
(() => {
  const phone = window.matchMedia("(max-width: 40rem)");
  const opened = new Set();
  const tuck = (within) => {
    if (!phone.matches) return;
    for (const details of within.querySelectorAll("details[data-tuck]")) details.open = opened.has(details.id);
  };
  document.addEventListener("click", (event) => {
    const summary = event.target.closest("[data-tuck] > summary");
    if (!summary) return;
    const { id, open } = summary.parentElement;
    if (open) opened.delete(id);
    else opened.add(id);
  });
  document.addEventListener("htmx:afterSwap", (event) => tuck(event.detail.elt.ownerDocument));
  document.addEventListener("htmx:oobAfterSwap", (event) => tuck(event.target.ownerDocument));
  tuck(document);
  // What a link on the page leads to may be folded.
  const unfold = (hash) => {
    const folded = hash && document.getElementById(decodeURIComponent(hash.slice(1)))?.closest("details");
    if (folded) folded.open = true;
  };
  document.addEventListener("click", ({ target }) => unfold(target.closest('a[href^="#"]')?.hash));
  unfold(location.hash);
})();
