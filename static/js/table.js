// A match's page without a script is forms; here they are sent without leaving the page. What somebody has opened,
// ticked or scrolled to stays so when the table is drawn anew, because they moved or somebody else did.
"use strict";
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;

  const count = () => {
    const confirm = document.querySelector(".confirm[data-most]");
    if (!confirm) return;
    const { least, most } = confirm.dataset;
    const chosen = table().querySelectorAll("input[name=chosen]:checked").length;
    confirm.querySelector("[data-count]").textContent = `${chosen} of ${least === most ? most : `${least} to ${most}`} chosen`;
    confirm.querySelector("button").disabled = chosen < Number(least) || chosen > Number(most);
  };

  let kept = null;
  const keep = () => {
    kept = {
      question: document.querySelector(".question [name=answers]")?.value,
      move: document.querySelector(".question [name=move]")?.value,
      open: new Map([...table().querySelectorAll("details[id]")].map((part) => [part.id, part.open])),
      ticked: new Map([...table().querySelectorAll("input[name=chosen]")].map((box) => [box.value, box.checked])),
      picked: new Map([...table().querySelectorAll("select[id]")].map((list) => [list.id, list.value])),
      scrolled: new Map([...table().querySelectorAll("#table .table-hand, #table .match-log .entries, #table .picks")].map((part) => [part.className, [part.scrollLeft, part.scrollTop]])),
      had: table().contains(document.activeElement) ? document.activeElement.id || "?" : "",
    };
  };
  const isSameQuestion = () =>
    kept.move === document.querySelector(".question [name=move]")?.value &&
    kept.question === document.querySelector(".question [name=answers]")?.value;

  const restore = (asked) => {
    const fresh = table();
    for (const part of fresh.querySelectorAll("details[id]")) {
      // Where something can be chosen the server has opened it.
      if (kept.open.has(part.id)) part.open = kept.open.get(part.id) || (part.open && part.querySelector(".lit") !== null);
    }
    if (isSameQuestion()) {
      for (const box of fresh.querySelectorAll("input[name=chosen]")) box.checked = kept.ticked.get(box.value) ?? box.checked;
    }
    for (const list of fresh.querySelectorAll("select[id]")) {
      if ([...list.options].some((option) => option.value === kept.picked.get(list.id))) list.value = kept.picked.get(list.id);
    }
    for (const part of fresh.querySelectorAll(".table-hand, .match-log .entries, .picks")) {
      const [left, top] = kept.scrolled.get(part.className) || [0, 0];
      part.scrollTo({ left, top, behavior: "instant" });
    }
    count();
    if (asked || kept.had) refocus(asked);
  };
  const showWhatIsLit = () => {
    const lit = [...table().querySelectorAll(".lit")];
    const isInSight = (part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    if (lit.length && !lit.some(isInSight)) lit[0].scrollIntoView({ block: "center", behavior: "instant" });
    else if (!lit.length) document.querySelector(".question").scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  // After one's own step the question is next, or the news of where the table stands; after others' moves one stays
  // where one was.
  const refocus = (asked) => {
    const question = document.getElementById("question-title");
    const same = kept.had && document.getElementById(kept.had);
    if (asked && question && !isSameQuestion()) {
      question.focus({ preventScroll: true });
      showWhatIsLit();
    } else if (same) same.focus({ preventScroll: true });
    else (question || document.getElementById("table-state")).focus({ preventScroll: !asked });
  };

  const isTable = (event) => event.detail.target?.id === "table";
  document.body.addEventListener("htmx:beforeSwap", (event) => isTable(event) && table() && keep());
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (kept && table() && isTable(event)) restore(!event.detail.requestConfig.elt.matches("[data-refresh]"));
  });
  // The order of play leads to seats, which may be folded.
  document.body.addEventListener("click", (event) => {
    const seat = event.target.closest('a[href^="#seat-"]') && document.querySelector(`#${CSS.escape(event.target.closest("a").hash.slice(1))}`);
    if (seat && "open" in seat) seat.open = true;
  });
  document.body.addEventListener("change", (event) => event.target.matches("input[name=chosen]") && count());
  count();
})();
