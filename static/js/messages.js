// A message goes when it is closed. Without a script it goes with the next page, and has no button.
"use strict";
document.addEventListener("click", (event) => {
  const message = event.target.closest("[data-close]")?.closest(".message");
  if (!message) return;
  const list = message.parentElement;
  message.remove();
  if (!list.children.length) list.remove();
  document.getElementById("main").focus({ preventScroll: true });
});
