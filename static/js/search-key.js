// "/" puts the cursor into the search field, unless somebody is typing.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable], .blocklySvg")) return;
  const field = [...document.querySelectorAll("[role=search] input[type=search]")].find((each) => each.offsetParent);
  const link = document.querySelector(".search-link");
  if (!field && !link) return;
  event.preventDefault();
  if (field) field.focus();
  else link.click();
});
