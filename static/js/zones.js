// Shows instants in the visitor's zone: the one chosen on the account page, else the browser's. The server writes UTC and
// names it; that stays in the title, which a time shows when it is pointed at, or when it has the focus. What comes in
// is written anew before it is painted, so nothing flickers.
"use strict";
(() => {
  const SHOWN = "time[data-form], [data-zone-words]";
  const LOCALES = ["en-GB", "en-US", "en-AU", "en-IN", "en-ZA"]; // each has names for some zones: CET, PST, AEDT, IST, SAST

  const valid = (zone) => {
    try {
      return zone && new Intl.DateTimeFormat("en", { timeZone: zone }) && zone;
    } catch {
      return ""; // an older browser need not know every zone
    }
  };
  const zone = valid(document.documentElement.dataset.zone) || new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

  // Each takes a phone many milliseconds to make, before anything is painted: none is made before it is asked for.
  const once = (make) => {
    let made;
    return () => (made ??= make());
  };
  const writer = (length, options) =>
    once(() => new Intl.DateTimeFormat("en-US", {
      timeZone: zone, hourCycle: "h23", weekday: length, year: "numeric", month: length, day: "2-digit",
      hour: "2-digit", minute: "2-digit", ...options,
    }));
  const short = writer("short");
  const long = writer("long");
  const namers = LOCALES.map((locale) =>
    once(() => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" })));
  const parts = (format, at) => Object.fromEntries(format().formatToParts(at).map(({ type, value }) => [type, value]));

  // What the zone is called at an instant: another in summer than in winter. No clock is put forward within a quarter.
  const QUARTER = 900_000; // milliseconds
  const names = new Map();
  const named = (at) => {
    let first;
    for (const namer of namers) {
      const found = parts(namer, at).timeZoneName;
      if (!/^(GMT|UTC)[+-]/.test(found)) return found;
      first ??= found;
    }
    return first;
  };
  const name = (at) => {
    const quarter = Math.floor(at / QUARTER);
    if (!names.has(quarter)) names.set(quarter, named(at));
    return names.get(quarter);
  };
  const FORMS = {
    full: (at) => {
      const { weekday, day, month, year, hour, minute } = parts(short, at);
      return `${weekday} ${day} ${month} ${year}, ${hour}:${minute} ${name(at)}`;
    },
    short: (at) => {
      const { day, month, hour, minute } = parts(short, at);
      return `${day} ${month}, ${hour}:${minute}`;
    },
    clock: (at) => {
      const { hour, minute } = parts(short, at);
      return `${hour}:${minute}`;
    },
    said: (at) => {
      const { weekday, day, month, hour, minute } = parts(long, at);
      return `${weekday} ${day} ${month}, ${hour}:${minute} ${name(at)}`;
    },
  };

  const show = (element) => {
    if (!element.matches("time")) {
      element.textContent = zone === "UTC" ? "All times are UTC." : `Times are in the time zone ${zone.replaceAll("_", " ")}. Point at a time to see it in UTC.`;
      return;
    }
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.getTime()) || !element.firstChild) return;
    const write = FORMS[element.dataset.form];
    if (write) element.firstChild.data = write(at);
    else element.title = `${FORMS.full(at)}; ${element.title}`;
    if (!element.closest("a, button, summary, label")) element.tabIndex = 0;
  };

  // An element that is still being read in may lack some of its words: it waits for what comes after it.
  const pending = new Set();
  const isWhole = (element) => {
    for (let node = element; node; node = node.parentNode) if (node.nextSibling) return true;
    return document.readyState !== "loading";
  };
  const showPending = () => {
    for (const element of pending) {
      if (!isWhole(element)) continue;
      pending.delete(element);
      show(element);
    }
  };
  const seen = new WeakSet();
  const take = (element) => {
    if (seen.has(element)) return;
    seen.add(element);
    pending.add(element);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        if (node.matches(SHOWN)) take(node);
        node.querySelectorAll(SHOWN).forEach(take);
      }
    }
    showPending();
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener("readystatechange", showPending);
})();
