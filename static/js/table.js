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
    const button = confirm.querySelector("button");
    const wanted = least === most ? `of ${most}` : least === "0" ? `of up to ${most}` : `of ${least} to ${most}`;
    confirm.querySelector("[data-count]").textContent = `${chosen} ${wanted} chosen`;
    button.textContent = least === "0" && !chosen ? "Confirm none" : "Confirm";
    button.disabled = chosen < Number(least) || chosen > Number(most);
  };

  // Parts that can be seen now, and where: what was pressed last, else the first from the top, stays there.
  let pressed = null;
  document.body.addEventListener("pointerdown", ({ target }) => (pressed = target.closest("#table [id]")?.id));
  const isOnScreen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  const inSight = () =>
    [...table().querySelectorAll("[id]")]
      .filter((part) => part.offsetParent && !part.closest(".question"))
      .map((part) => [part.id, part.getBoundingClientRect()])
      .filter(([id, at]) => isOnScreen(at) && (at.top >= 0 || id === pressed))
      .sort(([one], [other]) => (other === pressed) - (one === pressed))
      .map(([id, { top }]) => [id, top]);
  const stay = () => {
    // At the top of the page one stays at the top, unless what was pressed is still there.
    const [id, top] = kept.seen.find(([seen]) => (kept.at || seen === pressed) && document.getElementById(seen)?.offsetParent) || [];
    const moved = id ? document.getElementById(id).getBoundingClientRect().top - top : kept.at - scrollY;
    scrollBy({ top: moved, behavior: "instant" });
  };

  const isOwnTurn = () => document.querySelector("#table-state.is-yours") !== null;
  const since = () => document.getElementById("since-yours")?.textContent;
  // What has an id gets the classes of the answer only when htmx settles: until then it has those of before.
  const lightUp = ({ wasOwnTurn, since: known }) => {
    const light = () => {
      if (!wasOwnTurn && isOwnTurn()) document.getElementById("table-state").classList.add("is-new");
      if (since() && since() !== known) document.getElementById("since-yours").classList.add("is-new");
    };
    document.body.addEventListener("htmx:afterSettle", light, { once: true });
  };
  const newest = () => Math.max(0, ...[...table().querySelectorAll("li[data-seq]")].map((line) => Number(line.dataset.seq)));

  let kept = null;
  const keep = () => {
    kept = {
      at: scrollY,
      newest: newest(),
      wasOwnTurn: isOwnTurn(),
      since: since(),
      seen: inSight(),
      question: document.querySelector(".question [name=answers]")?.value,
      move: document.querySelector(".question [name=move]")?.value,
      open: new Map([...table().querySelectorAll("details[id]")].map((part) => [part.id, part.open])),
      looked: table().querySelector("[popover]:popover-open")?.id,
      ticked: new Map([...table().querySelectorAll("input[name=chosen]")].map((box) => [box.value, box.checked])),
      picked: new Map([...table().querySelectorAll("select[id]")].map((list) => [list.id, list.value])),
      scrolled: new Map([...table().querySelectorAll("[data-keep-scroll]")].map((part) => [part.id, [part.scrollLeft, part.scrollTop]])),
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
    // What a hint has picked is ticked in place of one's own ticks.
    if (isSameQuestion() && !fresh.querySelector(".question [data-picked]")) {
      for (const box of fresh.querySelectorAll("input[name=chosen]")) box.checked = kept.ticked.get(box.value) ?? box.checked;
    }
    for (const list of fresh.querySelectorAll("select[id]")) {
      if ([...list.options].some((option) => option.value === kept.picked.get(list.id))) list.value = kept.picked.get(list.id);
    }
    for (const part of fresh.querySelectorAll("[data-keep-scroll]")) {
      const [left, top] = kept.scrolled.get(part.id) || [0, 0];
      part.scrollTo({ left, top, behavior: "instant" });
    }
    for (const line of fresh.querySelectorAll("li[data-seq]")) {
      if (Number(line.dataset.seq) > kept.newest) line.classList.add("is-new");
    }
    lightUp(kept);
    if (kept.looked) document.getElementById(kept.looked)?.showPopover?.();
    count();
    stay();
    if (asked || kept.had) refocus(asked);
    kept = null;
  };
  // The first group of choices comes into sight as a whole if it fits, and no further: what lies above it, such as the
  // pile, is what one chooses by.
  const MARGIN = 8;
  const showWhatIsLit = () => {
    const question = document.querySelector(".question");
    const lit = [...table().querySelectorAll(".pick:not(.question *)")];
    if (!lit.length) return question.scrollIntoView({ block: "nearest", behavior: "instant" });
    const group = (part) => part.closest("ul, ol, section, svg");
    const parts = lit.filter((part) => group(part) === group(lit[0])).map((part) => (part.closest("li") || part).getBoundingClientRect());
    let [top, bottom] = [Math.min(...parts.map((part) => part.top)), Math.max(...parts.map((part) => part.bottom))];
    const over = question.getBoundingClientRect();
    const isAbove = over.top <= top; // it sticks to that edge of the screen
    const [upper, lower] = isAbove ? [over.height + 2 * MARGIN, innerHeight - MARGIN] : [MARGIN, over.top - MARGIN];
    // Of more than the screen has room for, what the first steps or a hint advise is what one looks for.
    const advised = lit.find((part) => part.closest(".is-advised"))?.closest("li") ?? null;
    if (advised && bottom - top > lower - upper) ({ top, bottom } = advised.getBoundingClientRect());
    const down = Math.min(Math.max(0, bottom - lower), top - upper);
    if (down > 0 || top < upper) scrollBy({ top: down, behavior: "instant" });
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

  // Who clicks twice means it once: the second click would meet what lies there after the first.
  const COMMITTING = "#table :is(button[name=move], button[name=chosen]:not([data-rapid] *), #go-on, #move-clock, #your-hand > .lit > .card)";
  let hasCommitted = false;
  document.body.addEventListener("click", (event) => {
    const commits = event.target.closest(COMMITTING) !== null;
    if (event.detail > 1 && hasCommitted && event.target.closest("#table")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.isTrusted) hasCommitted = commits;
  }, { capture: true });

  const isTable = (event) => event.detail.target?.id === "table";

  // A button that is pressed again before its answer has come is not sent again: that would give up the first answer.
  document.body.addEventListener("htmx:confirm", (event) => {
    const by = event.detail.triggeringEvent?.submitter;
    if (isTable(event) && by?.classList.contains("is-sent")) event.preventDefault();
  });

  // News are looked at when nothing else is on its way. Queued, a look would go ahead of a move that is made meanwhile,
  // and draw its form anew before htmx had sent it.
  let onTheWay = 0;
  let isNews = false;
  document.body.addEventListener("htmx:confirm", (event) => {
    if (!isTable(event) || !event.detail.elt.matches("[data-refresh]") || !onTheWay) return;
    event.preventDefault();
    isNews = true;
  });
  document.body.addEventListener("htmx:beforeSend", (event) => isTable(event) && (onTheWay += 1));
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!isTable(event)) return;
    onTheWay -= 1;
    if (onTheWay || !isNews) return;
    isNews = false;
    setTimeout(() => document.body.dispatchEvent(new Event("news")));
  });

  // An act can lead to another page, such as a question that it asks.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (!isTable(event) || xhr.status >= 400 || xhr.responseText.includes('id="table"')) return;
    event.detail.shouldSwap = false;
    location.assign(xhr.responseURL);
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => isTable(event) && table() && event.detail.shouldSwap && keep());
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (kept && table() && isTable(event)) restore(!event.detail.requestConfig.elt.matches("[data-refresh]"));
  });
  // What a link on the table leads to may be folded.
  document.body.addEventListener("click", (event) => {
    const link = event.target.closest('#table a[href^="#"]');
    const folded = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (folded?.matches("details")) folded.open = true;
  });
  document.body.addEventListener("change", (event) => event.target.matches("input[name=chosen]") && count());
  count();
})();
