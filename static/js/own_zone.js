// A form with local times begins with the visitor's zone: the one chosen on the account page, else the browser's.
"use strict";
(() => {
  const zone = document.documentElement.dataset.zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const select of document.querySelectorAll("select[data-own-zone]")) {
    if ([...select.options].some(({ value }) => value === zone)) select.value = zone;
  }
})();
