// Groups the rows of the journal by days of the visitor's own time zone. The server groups them by days in UTC.
"use strict";
(() => {
  const day = (at) => new Date(at).toLocaleDateString("sv-SE"); // 2030-01-31
  const HOURS = 3_600_000; // milliseconds
  const words = (at, now) => {
    if (day(at) === day(now)) return "Today";
    if (day(at) === day(new Date(now).getTime() - 24 * HOURS)) return "Yesterday";
    const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" };
    return new Date(at).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", ...year }).replace(",", "");
  };
  const regroup = () => {
    const section = document.querySelector("#entries[data-days-until]");
    if (!section) return;
    const now = section.dataset.daysUntil;
    delete section.dataset.daysUntil;
    const rows = [...section.querySelectorAll(":scope > .story > li")];
    const old = section.querySelectorAll(":scope > .day, :scope > .story");
    if (!rows.length) return;
    const place = document.createElement("div");
    old[0].before(place);
    let last, list;
    for (const row of rows) {
      if (day(row.dataset.at) !== last) {
        last = day(row.dataset.at);
        const head = document.createElement("h2");
        head.className = "day";
        head.textContent = words(row.dataset.at, now);
        list = document.createElement("ol");
        list.className = "story";
        place.before(head, list);
      }
      list.append(row);
    }
    place.remove();
    old.forEach((each) => each.remove());
  };
  regroup();
  document.addEventListener("htmx:afterSettle", regroup);
})();
