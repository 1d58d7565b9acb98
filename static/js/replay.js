// The arrow keys go through a replay wherever the focus is, unless it is in something that uses them itself.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [tabindex='0']")) return;
  const link = { ArrowLeft: "step-before", ArrowRight: "step-after" }[event.key];
  const found = link && document.getElementById(link);
  if (!found) return;
  event.preventDefault();
  found.click();
});
