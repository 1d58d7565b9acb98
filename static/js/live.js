// Keeps a page of a cycle as it is now. A stream says that something happened, and htmx fetches what the page shows of
// it. A hidden tab listens to nothing: browsers allow a site few connections at a time.
"use strict";
(() => {
  const here = document.querySelector(".site-nav [aria-current]");
  if (here) {
    // Not by scrollIntoView: Chromium would begin there with the Tab key, behind the link that skips to the page.
    const bar = here.closest("ul");
    const [from, room] = [here.getBoundingClientRect(), bar.getBoundingClientRect()];
    bar.scrollLeft += from.left + from.width / 2 - room.left - room.width / 2;
  }

  const live = document.getElementById("live");
  let source = null;
  let seq = live ? Number(live.dataset.seq) : 0;
  let newest = seq; // entries above it are new to the reader

  let place = live ? live.dataset.place : ""; // number and digest of the entry up to which this page has heard

  const say = (event, words) => {
    place = event.lastEventId;
    live.querySelector("[data-news]").textContent = words.join(" ");
    document.body.dispatchEvent(new Event("news"));
  };
  const heard = (event) => {
    const entry = JSON.parse(event.data);
    if (entry.seq <= seq) return;
    seq = entry.seq;
    say(event, entry.words);
  };
  const corrected = (event) => {
    const past = JSON.parse(event.data);
    seq = past.first - 1;
    say(event, past.words);
  };
  const listen = () => {
    if (!live || source || document.hidden) return;
    source = new EventSource(`${live.dataset.live}?after=${place}`);
    source.addEventListener("entry", heard);
    source.addEventListener("told-anew", corrected);
    source.addEventListener("talk", () => document.body.dispatchEvent(new Event("talk")));
  };
  const rest = () => {
    if (source) source.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : listen()));
  window.addEventListener("pagehide", rest);
  // A page out of the browser's memory shows an old state, and its forms were sent already.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  listen();

  // A button that is replaced between press and release is never clicked: what is new waits for the release.
  const LONGEST_PRESS = 1500; // milliseconds; whoever presses for longer is not about to click
  let pressed = 0; // the timer of a press
  let isNewsWaiting = false;
  const press = () => {
    clearTimeout(pressed);
    pressed = setTimeout(release, LONGEST_PRESS);
  };
  const release = () => {
    clearTimeout(pressed);
    pressed = 0;
    if (isNewsWaiting) document.body.dispatchEvent(new Event("news"));
    isNewsWaiting = false;
  };
  window.addEventListener("pointerdown", press, true);
  window.addEventListener("keydown", (event) => event.key === " " && press(), true);
  for (const over of ["pointerup", "pointercancel", "keyup"]) window.addEventListener(over, () => pressed && setTimeout(release), true);
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (!pressed || !event.detail.requestConfig.elt.matches("[data-refresh]")) return;
    event.detail.shouldSwap = false;
    isNewsWaiting = true;
  });

  // What is open stays open, and what somebody types in is not taken from under their hands.
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const old = event.detail.target;
    if (old.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) {
      event.detail.shouldSwap = false;
      return;
    }
    for (const details of old.querySelectorAll("details[open][id]")) {
      const fresh = event.detail.fragment.querySelector(`#${CSS.escape(details.id)}`);
      if (fresh) fresh.open = true;
    }
  });
  // Coins that have come or gone move once, if motion is welcome (hall.css).
  const countsIn = (purse) => new Map([...purse.querySelectorAll(".token")].map((token) => [token.lastElementChild.textContent, token.querySelector(".count").textContent]));
  let held = null;
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id === "purse") held = countsIn(event.detail.target);
  });
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.target.id !== "purse" || !held) return;
    for (const token of event.target.querySelectorAll(".token")) {
      token.classList.toggle("is-moved", held.get(token.lastElementChild.textContent) !== token.querySelector(".count").textContent);
    }
  });
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    for (const item of event.target.querySelectorAll("li[data-seq]")) {
      if (Number(item.dataset.seq) > newest) item.classList.add("is-new");
    }
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    for (const item of document.querySelectorAll("li[data-seq]")) newest = Math.max(newest, Number(item.dataset.seq));
  });

  // A refusal of something sent by htmx is shown whole, as without it.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (requestConfig.verb !== "post" || xhr.status < 400 || !xhr.responseText) return;
    if (requestConfig.elt.matches("[data-compose]")) return; // compose.js keeps what was typed
    if (requestConfig.elt.matches("[data-refresh], [data-by-itself]")) return; // nobody has sent anything
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const wanted = requestConfig.elt.getAttribute("hx-select");
    if (wanted && page.querySelector(wanted)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      return;
    }
    const fresh = page.querySelector("main");
    if (!fresh) return;
    document.querySelector("main").replaceWith(document.adoptNode(fresh));
    for (const refresh of document.querySelectorAll("[data-refresh]")) refresh.remove(); // of a page that is gone
    window.htmx.process(fresh);
    fresh.focus();
    event.detail.isError = false;
  });
  // What leads to another page is sent the plain way.
  document.body.addEventListener("htmx:confirm", (event) => {
    const submitter = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
    if (!submitter || !submitter.hasAttribute("data-whole-page")) return;
    event.preventDefault();
    const form = submitter.form;
    const value = Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value });
    form.append(value);
    HTMLFormElement.prototype.submit.call(form); // the form has a field of that name
  });
})();
