// The talk of a hall or a table: open beside it on a wide screen, folded on a phone with a count of new messages.
"use strict";
(() => {
  const talk = document.getElementById("talk");
  if (!talk) return;
  const badge = talk.querySelector("[data-new]");
  const key = `talk ${talk.dataset.talk}`;

  let newest = "";

  const read = () => {
    try {
      return Number(localStorage.getItem(key)) || 0;
    } catch {
      return 0; // the browser keeps nothing: everything is new
    }
  };
  const note = (newest) => {
    try {
      localStorage.setItem(key, String(newest));
    } catch {
      // The count begins again on the next page.
    }
  };
  const count = () => {
    const said = [...talk.querySelectorAll("[data-said]")];
    if (!said.length) return;
    const place = talk.querySelector("#said");
    if (newest !== said.at(-1).id) place.scrollTop = place.scrollHeight; // the newest message is the last
    newest = said.at(-1).id;
    const seen = read();
    const fresh = said.filter((each) => Number(each.dataset.said) > seen && !("mine" in each.dataset)).length;
    if (talk.open) place.scrollTop ||= place.scrollHeight;
    if (talk.open) note(Math.max(seen, ...said.map((each) => Number(each.dataset.said))));
    badge.hidden = talk.open || !fresh;
    badge.textContent = `${fresh} new`;
  };
  if (window.matchMedia("(min-width: 60rem)").matches) talk.open = true;
  talk.addEventListener("toggle", count);
  document.body.addEventListener("htmx:afterSettle", count);
})();
