// A form with local times begins with the visitor's zone: the one chosen on the account page, else the browser's. It
// is the first choice of the list, too.
// A field with an instant (data-at) shows it in that zone.
"use strict";
(() => {
  const zone = document.documentElement.dataset.zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const select of document.querySelectorAll("select[data-own-zone]")) {
    if (![...select.options].some(({ value }) => value === zone)) continue;
    const own = document.createElement("optgroup");
    own.label = "Your time zone";
    own.append(new Option(zone, zone));
    select.prepend(own);
    select.value = zone;
    for (const field of select.form.querySelectorAll("input[data-at]")) {
      // Swedish dates are written as 2030-01-31 18:00:00.
      const local = new Date(field.dataset.at).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T");
      field.value = local.replace(/:00$/, "");
    }
  }
})();
