// Proposes the address of a game from its title, until somebody types another one.
"use strict";
(() => {
  const title = document.getElementById("title");
  const address = document.getElementById("slug");
  if (!title || !address) return;
  let proposed = address.value;
  title.addEventListener("input", () => {
    if (address.value !== proposed) return;
    const plain = title.value.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
    proposed = plain.replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-|-$/g, "");
    address.value = proposed;
  });
})();
