// The theme is a cookie, so that the server sends the right page at once; without it the system's choice holds.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const root = document.documentElement;
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const dark = root.dataset.theme === "dark" ||
        (root.dataset.theme === "auto" && !matchMedia("(prefers-color-scheme: light)").matches);
      root.dataset.theme = dark ? "light" : "dark";
      document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`;
    });
  }
});
