// Says in the title and the icon of the tab how many things wait for the visitor, also while nobody looks at the tab.
// The server is asked when a page hears news, and every half a minute while the tab is hidden. A sound is off until
// somebody switches it on.
"use strict";
(() => {
  const address = document.body.dataset.waiting;
  if (!address) return;
  const HIDDEN_SECONDS = 30;
  const FRESH_SECONDS = 15; // a number that another page of the site has asked for is good for so long
  const KEPT = "waiting";
  const SOUND = "waiting-sound";
  const plain = document.title;
  const icon = document.querySelector('link[rel="icon"][type="image/svg+xml"]');
  const ownIcon = icon && icon.href;
  let known = null; // the number that this page shows

  // The icons with numbers lie beside the usual one; the last of them says 9+.
  const drawn = (count) => ownIcon.replace(/[^/]*$/, `waiting-${Math.min(count, 10)}.svg`);

  const storage = (use) => {
    try {
      return use();
    } catch {
      return null; // a browser may forbid it
    }
  };
  const hasSound = () => storage(() => localStorage.getItem(SOUND)) === "on";
  const ring = () => {
    const Sound = window.AudioContext || window.webkitAudioContext;
    if (!Sound) return;
    const audio = new Sound();
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
    tone.addEventListener("ended", () => audio.close());
  };

  const show = (count) => {
    document.title = count ? `(${count}) ${plain}` : plain;
    if (icon) icon.href = count ? drawn(count) : ownIcon;
    if (known !== null && count > known && hasSound()) ring();
    known = count;
  };

  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!answer.ok) return;
      const { count } = await answer.json();
      storage(() => sessionStorage.setItem(KEPT, JSON.stringify({ count, at: Date.now() })));
      show(count);
    } catch {
      // Without a connection the number stays as it is.
    } finally {
      asking = false;
    }
  };

  const kept = storage(() => JSON.parse(sessionStorage.getItem(KEPT)));
  if (kept && Date.now() - kept.at < FRESH_SECONDS * 1000) show(kept.count);
  else ask();

  let soon = 0; // several news in a row are one question
  document.body.addEventListener("news", () => {
    clearTimeout(soon);
    soon = setTimeout(ask, 500);
  });
  let every = 0;
  const watch = () => {
    clearInterval(every);
    if (document.hidden) every = setInterval(ask, HIDDEN_SECONDS * 1000);
    else if (known !== null) ask();
  };
  document.addEventListener("visibilitychange", watch);
  if (document.hidden) watch();

  const button = document.querySelector("[data-sound]");
  if (!button) return;
  const say = () => {
    button.textContent = hasSound() ? "Turn the sound off" : "Turn the sound on";
    button.setAttribute("aria-pressed", String(hasSound()));
  };
  button.closest("[hidden]").hidden = false;
  button.addEventListener("click", () => {
    const on = !hasSound();
    storage(() => localStorage.setItem(SOUND, on ? "on" : "off"));
    say();
    if (on) ring();
  });
  say();
})();
