// The first steps say what to press. The name of a button there leads to that button, which then has the focus.
"use strict";
(() => {
  const label = (button) => [...button.childNodes].find((part) => part.textContent.trim())?.textContent.trim() || "";
  // Of several with one name, the one that is marked as a good choice comes first.
  const buttons = () => {
    const seen = [...document.querySelectorAll("#table .table-columns button")].filter((each) => each.checkVisibility() && label(each));
    const isAdvised = (each) => each.closest(".is-advised") !== null;
    return seen.sort((one, other) => isAdvised(other) - isAdvised(one));
  };
  const isNamed = (words, name, at) =>
    at > 0 && words.slice(0, at).toLowerCase().endsWith("press ") && [" ", ".", ",", ":"].includes(words[at + name.length] ?? " ");
  const lead = () => {
    for (const sentence of document.querySelectorAll("#table > #coach .coach-says > p > span")) {
      for (const button of buttons()) {
        const name = label(button);
        const text = [...sentence.childNodes].find((part) => part.nodeType === Node.TEXT_NODE && isNamed(part.data, name, part.data.indexOf(name)));
        if (!text) continue;
        const way = document.createElement("a");
        button.id ||= `named-${document.querySelectorAll("[id^=named-]").length}`;
        way.href = `#${button.id}`;
        way.textContent = name;
        way.addEventListener("click", (event) => {
          event.preventDefault();
          button.scrollIntoView({ block: "center" });
          button.focus({ preventScroll: true, focusVisible: true });
        });
        text.splitText(text.data.indexOf(name)).splitText(name.length).previousSibling.replaceWith(way);
      }
    }
  };
  document.body.addEventListener("htmx:afterSettle", ({ detail }) => detail.elt.id === "table" && lead());
  lead();
})();
