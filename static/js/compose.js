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
  const say = (title, words, rest = "What you wrote stands here still.") => {
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
    wanted.push("#rule_title", "#entry_name", "#entry_text", "#entry-form :is(input:not([type=hidden]), textarea, select)", "#new_value", ".found-value", "#value");
    const next = wanted.map((field) => form().querySelector(field)).find(Boolean);
    if (next && !next.matches("input, textarea, select, button")) next.tabIndex = -1;
    next?.focus();
  });

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
        ? "Not saved: your log-in has ended. Log in again in another tab, then press See the difference here."
        : "Not saved just now: do not close this tab.";
    });
  }

  // The form as it stands, kept by the tab until it is closed.
  const NOT_TYPED = ["idempotency_key", "class", "rule", "entry", "opened", "draft", "writer", "version", "instead_of"];
  const remember = () => {
    if (!form() || isForgotten) return;
    // A button that was pressed counts as a field while the page is left: what it asks for is not what was typed.
    const pressed = new Set([...form().elements].filter((each) => each.matches("button, [type=submit]")).map((each) => each.name));
    const isKept = ([name, value]) => name !== "csrfmiddlewaretoken" && !pressed.has(name) && typeof value === "string";
    const fields = [...new FormData(form())].filter(isKept);
    const isTyped = fields.some(([name, value]) => value && !NOT_TYPED.includes(name));
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

  // A page that was asked for, not sent to, takes up what was left; what its address opens comes on top.
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
      if (fresh) {
        form().replaceWith(document.adoptNode(fresh));
        window.htmx.process(form());
      }
      isUnread = !fresh;
    } catch {
      isUnread = true;
    }
    isForgotten = false;
    form().inert = false;
    if (isUnread) say("What you were writing could not be read in", "The site does not answer.", "It is kept: load this page again in a moment.");
  };
  takeUp();
})();
