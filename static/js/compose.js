// Nothing typed into a proposal is lost: not while a step is on its way, not when the answer is another page than the
// form, and not when the page is left and one comes back to it in the same tab.
"use strict";
(() => {
  const FORM = "[data-compose]";
  const form = () => document.querySelector(FORM);
  const remembered = `draft:${form()?.dataset.compose}:${location.pathname}`; // of whoever is logged in

  // While a step is on its way nothing else is typed or sent: what comes back takes the form's place.
  const wait = (event) => {
    if (event.detail.elt.matches(FORM)) event.detail.elt.inert = event.type === "htmx:beforeRequest";
  };
  document.body.addEventListener("htmx:beforeRequest", wait);
  document.body.addEventListener("htmx:afterRequest", wait);

  // What is no form of ours does not take its place; it says why nothing was done.
  const say = (title, words, rest = "Your text is still here.") => {
    const old = form().querySelector("[data-not-sent]");
    const notice = document.createElement("div");
    notice.className = "notice bad";
    notice.role = "alert";
    notice.tabIndex = -1;
    notice.dataset.notSent = "";
    notice.append(Object.assign(document.createElement("h2"), { textContent: title }));
    notice.append(Object.assign(document.createElement("p"), { textContent: `${words} ${rest}` }));
    if (old) old.replaceWith(notice);
    else form().prepend(notice);
    notice.focus();
  };
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (!requestConfig.elt.matches(FORM)) return;
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const isOurs = Boolean(page.querySelector("#compose"));
    event.detail.shouldSwap = isOurs;
    event.detail.isError = !isOurs;
    if (isOurs) return;
    const text = (wanted) => page.querySelector(wanted)?.textContent.trim() ?? "";
    requestConfig.elt.inert = false;
    say(text("h1") || "That did not work", text(".lead"));
  });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(lost, (event) => {
      if (!event.detail.elt.matches(FORM)) return;
      event.detail.elt.inert = false;
      say("That was not sent", "The site does not answer: try again in a moment.");
    });
  }

  // The cursor goes where one goes on: to what is wrong, to what was opened, to the difference that was asked for.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!form() || !event.detail.requestConfig?.elt.matches(FORM)) return;
    remember();
    const asked = event.detail.requestConfig.triggeringEvent?.submitter?.name;
    const wanted = asked === "look" ? ["[aria-invalid]", "[role=alert]", "#difference"] : ["[aria-invalid]"];
    // In blocks one goes on in the menu that was opened, or in what was just put in.
    if (asked === "block") wanted.unshift("[data-menu-first]", ":is(input, select, textarea, button)[data-goes-on]", "[data-goes-on] :is(input, select, textarea, button)");
    // Words are followed by what was made of them, not by another way to change the law.
    if (asked === "from_words") wanted.unshift("#read-as");
    if (asked === "more_row") wanted.unshift("[data-fresh-row]");
    wanted.push("#rule_title", "#entry_name:not(details:not([open]) *)", "#entry_text", "#entry-form :is(input:not([type=hidden]), textarea, select)", "#new_value", ".found-value", "#value");
    const { again, chooseEditor } = event.detail.requestConfig.triggeringEvent?.submitter?.dataset ?? {};
    if (chooseEditor) wanted.unshift(`[data-piece="${CSS.escape(chooseEditor)}"]`);
    if (again) wanted.unshift(`[name="${CSS.escape(again)}"]`);
    const next = wanted.map((field) => form().querySelector(field)).find(Boolean);
    if (next && !next.matches("input, textarea, select, button")) next.tabIndex = -1;
    next?.focus();
    if (next?.id === "read-as") next.scrollIntoView({ block: "center" });
  });

  // A way to begin leads into its field.
  document.addEventListener("click", (event) => {
    const field = document.getElementById(event.target.closest?.("[data-goes-to]")?.dataset.goesTo);
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.scrollIntoView({ block: "center" });
  });

  // What was unfolded stays so at the next step, unless something was just put in and is shown elsewhere.
  const FOLDS = "#entry-form details.fold, #builder > details.fold";
  const nameOf = (fold) => fold.querySelector("summary").firstChild?.textContent.trim();
  let unfolded = new Set();
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.requestConfig.elt.matches(FORM) || !form()) return;
    unfolded = new Set([...form().querySelectorAll(FOLDS)].filter((fold) => fold.open).map(nameOf));
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!form() || !event.detail.requestConfig?.elt.matches(FORM)) return;
    for (const fold of form().querySelectorAll(FOLDS)) fold.open ||= unfolded.has(nameOf(fold));
  });

  // On a phone the title and the text of the proposal are folded while a piece of it is open, unless something is wrong
  // in them. Whoever opens them finds them open at the next step.
  const PHONE = window.matchMedia("(max-width: 40rem)");
  let areWordsOpen = false;
  const fold = () => {
    const words = PHONE.matches && document.querySelector("[data-fold-on-phone]");
    if (!words) return;
    words.open = areWordsOpen || Boolean(words.querySelector("[aria-invalid], [role=alert]"));
    words.querySelector("summary").addEventListener("click", () => (areWordsOpen = !words.open));
  };
  document.body.addEventListener("htmx:afterSwap", (event) => event.detail.requestConfig?.elt.matches(FORM) && fold());
  fold();

  // Another event or action gives other names, and a pick can be what was missing: the form is read again, so that its
  // menus, blocks and errors follow at once.
  document.addEventListener("change", ({ target }) => {
    if (!target.matches(`${FORM} [data-rereads]`)) return;
    const again = Object.assign(document.createElement("button"), { hidden: true, name: "block", value: "menu entry -" });
    again.dataset.again = target.name;
    form().append(again);
    again.click(); // which htmx sends along, as with a button that somebody presses
    again.remove();
  });

  // A sentence says what the fields say now: after a change it is read again.
  let reading = 0;
  const read = async () => {
    const asked = (reading += 1);
    const body = new URLSearchParams([...new FormData(form())].filter(([, value]) => typeof value === "string"));
    body.set("block", "menu entry -");
    try {
      const answer = await fetch(form().action || location.pathname, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (asked !== reading || !form() || form().inert) return;
      for (const old of form().querySelectorAll("[data-reads]")) {
        const fresh = page.querySelector(`[data-reads="${CSS.escape(old.dataset.reads)}"]`);
        if (fresh) old.replaceChildren(...fresh.childNodes);
      }
      for (const field of form().querySelectorAll("[aria-invalid][name]")) {
        const now = page.querySelector(`[name="${CSS.escape(field.name)}"]`);
        if (!now || now.hasAttribute("aria-invalid") || !field.value.trim()) continue;
        field.removeAttribute("aria-invalid");
        const said = field.nextElementSibling;
        if (said?.matches(".errors")) said.remove();
      }
      if (!form().querySelector("[aria-invalid]")) for (const notice of form().querySelectorAll("[data-until-mended]")) notice.remove();
      const face = page.querySelector(".face-as-written");
      if (face) form().querySelector(".face-as-written")?.replaceWith(face);
    } catch {
      // The site does not answer: the next change asks again.
    }
  };
  let typing = 0;
  const readOf = (event) => {
    const { name = "" } = event.target;
    const isOfAPiece = /^(f|row|amount|entry|once):/.test(name) && !name.includes(":w:");
    if (isOfAPiece && !event.target.matches("[data-rereads]") && event.target.closest(FORM)?.querySelector("[data-reads], .face-as-written, [aria-invalid]")) {
      clearTimeout(typing);
      typing = setTimeout(read, event.type === "input" ? 700 : 0);
    }
  };
  // A number counts as soon as it is typed, not only once its field is left.
  document.addEventListener("change", readOf);
  document.addEventListener("input", (event) => event.target.matches("input, textarea") && readOf(event));

  // Enter in the search for a value searches.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches(`${FORM} #value`)) return;
    event.preventDefault();
    form().querySelector("[name=pick_value]").click();
  });

  // What is written is kept on the server, too; where that fails, the page says so.
  for (const lost of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(lost, (event) => {
      if (event.detail.elt.id !== "kept") return;
      const isLoggedOut = event.detail.xhr?.status === 403;
      const state = document.querySelector("#kept-state");
      const said = state.querySelector("[data-not-saved]") ?? state.appendChild(document.createElement("strong"));
      said.dataset.notSaved = "";
      said.textContent = isLoggedOut
        ? "Not saved: your log-in has ended. Log in again in another tab, then press Preview here."
        : "Not saved just now: do not close this tab.";
    });
  }

  // The form as it stands, kept by the tab until it is closed.
  const NOT_TYPED = ["idempotency_key", "class", "rule", "entry", "opened", "draft", "writer", "version", "instead_of"];
  const isData = ([name, value]) => typeof value === "string" && value && !NOT_TYPED.includes(name) && !name.includes(":w:");
  const asText = (each) => JSON.stringify([...new FormData(each)].filter(isData));
  const untouched = form() ? asText(form()) : ""; // what an address has opened, before anything is typed
  const remember = () => {
    if (!form() || isForgotten) return;
    // A button that was pressed counts as a field while the page is left: what it asks for is not what was typed.
    const pressed = new Set([...form().elements].filter((each) => each.matches("button, [type=submit]")).map((each) => each.name));
    const isKept = ([name, value]) => name !== "csrfmiddlewaretoken" && !pressed.has(name) && typeof value === "string";
    const fields = [...new FormData(form())].filter(isKept);
    const isTyped = fields.some(([name, value]) => value && !NOT_TYPED.includes(name)) && asText(form()) !== untouched;
    try {
      if (isTyped) sessionStorage.setItem(remembered, JSON.stringify({ fields, search: location.search }));
      else if (!isUnread) sessionStorage.removeItem(remembered);
    } catch {
      // A browser that keeps nothing: the form works all the same.
    }
  };
  let isForgotten = false;
  let isUnread = false; // what was left could not be taken up: it stays for the next time, unless something else is typed
  window.addEventListener("pagehide", remember);
  document.addEventListener("visibilitychange", () => document.hidden && remember());
  document.addEventListener("change", (event) => event.target.closest(FORM) && remember());

  // What was left in this tab is taken up by itself where one comes back to the page. Where one asks for a new proposal,
  // the page offers it; what the page's address opens comes on top.
  const isComingBack = () => ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);
  const button = (words, isQuiet, press) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words, className: isQuiet ? "quiet small" : "small" });
    made.addEventListener("click", press);
    return made;
  };
  const goOn = (fresh) => {
    form().replaceWith(document.adoptNode(fresh));
    window.htmx.process(form());
    fold();
  };
  const offer = (fresh, kept) => {
    const of = (name) => kept.fields.find(([each]) => each === name)?.[1];
    document.querySelector(`[data-draft="${CSS.escape(of("draft") ?? "")}"]`)?.remove(); // the same draft, listed
    const list = document.querySelector("[data-drafts]");
    if (list && list.querySelectorAll("li").length < 2) list.querySelector("[data-all-drafts]")?.remove();
    if (list && !list.querySelector("li")) list.remove();
    const notice = Object.assign(document.createElement("div"), { className: "notice note row between" });
    const line = of("title")?.trim() || of("entry_name")?.trim() || of("text")?.trim().split("\n")[0] || "";
    const called = line.length > 60 ? `${line.slice(0, line.lastIndexOf(" ", 60) + 1 || 60).trim()}…` : line;
    notice.append(Object.assign(document.createElement("p"), { textContent: called ? `You were writing “${called}” here.` : "You were writing a proposal here." }));
    const choices = Object.assign(document.createElement("div"), { className: "row" });
    choices.append(button("Continue writing it", false, () => goOn(fresh)), button("Start a new one", true, () => {
      notice.remove();
      isUnread = false;
      remember();
    }));
    notice.append(choices);
    form().prepend(notice);
    isUnread = true; // until something else is typed
  };
  const OPENS = { rule: ["pick_rule", "rule"], entry: ["pick_entry", "entry"], value: ["open_found", null], at: ["at", null] };
  const takeUp = async () => {
    if (!form()?.hasAttribute("data-begun")) return;
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(remembered) ?? "null");
    } catch {
      return;
    }
    if (!kept) return;
    isForgotten = true; // of what is about to be replaced
    form().inert = true;
    const sent = new URLSearchParams([...kept.fields, ["take_up", "1"]]);
    sent.set("csrfmiddlewaretoken", form().elements.csrfmiddlewaretoken.value);
    const address = new URLSearchParams(location.search);
    for (const [asked, [step, field]] of Object.entries(OPENS)) {
      if (!address.has(asked) || location.search === kept.search) continue;
      sent.set(step, field ? "1" : address.get(asked));
      if (field) sent.set(field, address.get(asked));
    }
    try {
      const answer = await fetch(location.pathname, { method: "POST", body: sent });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#compose");
      isUnread = !fresh;
      if (fresh && (isComingBack() || !fresh.querySelector("[data-taken-up]"))) goOn(fresh);
      else if (fresh) {
        offer(fresh, kept);
        isForgotten = false;
        form().inert = false;
        return;
      }
    } catch {
      isUnread = true;
    }
    isForgotten = false;
    form().inert = false;
    if (isUnread) say("What you were writing could not be read in", "The site does not answer.", "Your draft is saved. Load this page again in a moment.");
  };
  takeUp();
})();
