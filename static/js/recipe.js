// A question that only matters with some answers to another is shown only with them.
"use strict";
(() => {
  const show = () => {
    for (const field of document.querySelectorAll("[data-only-with]")) {
      const other = document.getElementById(field.dataset.onlyWith);
      field.hidden = Boolean(other) && !field.dataset.onlyFor.split(" ").includes(other.value);
    }
  };
  document.addEventListener("change", show);
  show();
})();
