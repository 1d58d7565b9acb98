// The arrow keys go through a replay wherever the focus is, unless it is in something that uses them itself.
// The button Play goes on step by step, for as long as it takes to read each, until it is pressed again or the end. At
// twice or four times the speed a step is shown for half or a quarter of that.
"use strict";
(() => {
  const [LEAST, A_LETTER, MOST] = [900, 28, 4500]; // milliseconds that a step is shown
  let isPlaying = false;
  let speed = "1"; // the list is drawn again with every step
  let timer = 0;
  const link = (id) => document.querySelector(`a#${id}`);
  const onward = () => {
    clearTimeout(timer);
    const button = document.getElementById("replay-play");
    if (!button) return;
    if (!link("step-after")) isPlaying = false;
    button.hidden = false;
    document.querySelector(".replay-speed").hidden = false;
    document.getElementById("speed").value = speed;
    button.textContent = isPlaying ? "Pause" : "Play";
    button.setAttribute("aria-disabled", String(!link("step-after")));
    document.querySelector(".replay-words").setAttribute("aria-live", isPlaying ? "off" : "polite");
    if (isPlaying && !document.hidden) timer = setTimeout(() => link("step-after")?.click(), Math.min(LEAST + A_LETTER * button.dataset.letters, MOST) / speed);
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [tabindex='0']")) return;
    const found = { ArrowLeft: "step-before", ArrowRight: "step-after" }[event.key];
    if (!found || !link(found)) return;
    event.preventDefault();
    link(found).click();
  });
  document.addEventListener("click", (event) => {
    const isOwn = event.isTrusted && event.target.closest("#step-before, #step-after");
    if (isOwn) isPlaying = false; // who steps by hand wants to look
    if (!event.target.closest("#replay-play")) return;
    isPlaying = !isPlaying;
    onward();
  });
  // Another speed is no other step: it is heard before the form, which would ask the server for the step again.
  document.addEventListener("change", (event) => {
    if (event.target.id === "speed") {
      event.stopPropagation();
      speed = event.target.value;
      onward();
    } else if (event.target.closest(".replay-bar")) isPlaying = false;
  }, { capture: true });
  document.addEventListener("htmx:afterSettle", onward);
  document.addEventListener("visibilitychange", onward);
  onward();
})();
