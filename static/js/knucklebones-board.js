// When the field is drawn anew, a die that was seen rolling lies still; a die that has come is seen landing, and where
// dice were destroyed the cells show it for a moment.
"use strict";
(() => {
  const field = () => document.querySelector("[data-field]");
  const halves = () =>
    new Map(
      [...field().querySelectorAll("[data-half]")].map((half) => [
        `${half.closest(".lane").id} ${half.dataset.half}`,
        [...half.querySelectorAll(".cell")],
      ]),
    );
  const look = () => {
    if (!field()) return null;
    const values = [...halves()].map(([name, cells]) => [name, cells.map((cell) => cell.dataset.value).filter(Boolean)]);
    return { field: field(), roll: field().dataset.roll, values: new Map(values) };
  };

  const showChanges = (cells, before) => {
    const gone = [...before];
    for (const cell of cells.filter((each) => each.dataset.value)) {
      const place = gone.indexOf(cell.dataset.value);
      if (place < 0) cell.classList.add("is-new");
      else gone.splice(place, 1);
    }
    const free = cells.filter((each) => !each.dataset.value);
    for (const cell of free.slice(0, gone.length)) cell.classList.add("was-destroyed");
  };

  let seen = look();
  document.body.addEventListener("htmx:afterSwap", () => {
    const now = look();
    if (now && seen && now.field !== seen.field) {
      if (now.roll === seen.roll) field().classList.add("is-still");
      for (const [name, cells] of halves()) showChanges(cells, seen.values.get(name) ?? []);
    }
    seen = now;
  });
})();
