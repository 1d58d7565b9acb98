// A menu that opens below its button closes with Escape, and when the visitor goes elsewhere on the page.
"use strict";
const close = (except) => {
  for (const each of document.querySelectorAll("details[data-dropdown][open]")) if (!each.contains(except)) each.open = false;
};
document.addEventListener("click", (event) => close(event.target));
document.addEventListener("focusin", (event) => close(event.target));
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector("details[data-dropdown][open]");
  if (!open) return;
  if (open.contains(document.activeElement)) open.querySelector("summary").focus();
  open.open = false;
});
