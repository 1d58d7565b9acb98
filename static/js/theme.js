// Lamps or daylight at once; without a script the same buttons post the choice. The cookie lets the server send the
// right page next time.
"use strict";
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === event.submitter));
});
