"""A visitor without a browser, who follows the links and buttons of pages, and counts clicks."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client


@dataclass
class Button:
    """A button with its form's method, address and fields. `own` is the button's own field."""

    words: str
    method: str
    action: str
    fields: list[tuple[str, str]]
    own: list[tuple[str, str]]


@dataclass
class Form:
    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)


class _Page(HTMLParser):
    """Parser for the links, buttons, labels and fields of a page, in their order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[tuple[str, str]] = []
        self.buttons: list[Button] = []
        self.labels: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self._form: Form | None = None
        self._open: list[tuple[str, dict[str, str], list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(known.get("method", "get"), known.get("action", ""))
        elif tag == "input" and "name" in known:
            self.ids[known.get("id", "")] = known["name"]
            is_ticked = known.get("type") not in ("checkbox", "radio") or "checked" in known
            if self._form is not None and is_ticked:
                self._form.fields.append((known["name"], known.get("value", "")))
        elif tag in ("a", "button", "label"):
            self._open.append((tag, known, []))

    def handle_data(self, data: str) -> None:
        for _, _, words in self._open:
            words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form is not None:
            self.buttons += self._form.buttons
            self._form = None
        if not self._open or self._open[-1][0] != tag:
            return
        _, known, parts = self._open.pop()
        words = " ".join("".join(parts).split())
        if tag == "a":
            self.links.append((words, known.get("href", "")))
        elif tag == "label":
            self.labels[words] = known.get("for", "")
        elif self._form is not None and "disabled" not in known:
            own = [(known["name"], known.get("value", ""))] if "name" in known else []
            form = self._form
            form.buttons.append(Button(words, form.method, form.action, form.fields, own))


class Walker:
    """A visitor. `presses` has the clicked links and buttons. Typing is no click."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.presses: list[str] = []
        self.path = ""
        self.html = ""

    def look(self, path: str = "") -> None:
        """Open an address, or reload the current page. This is no click."""
        self._arrive(self.client.get(path or self.path, follow=True))

    def follow(self, words: str) -> None:
        """Follow the first link whose text begins with `words`."""
        href = next((href for said, href in self._page.links if said.startswith(words)), None)
        assert href is not None, f"no link {words!r} on {self.path}: {[said for said, _ in self._page.links]}"
        self.presses.append(words)
        self._arrive(self.client.get(urljoin(self.path, href), follow=True))

    def can_press(self, words: str) -> bool:
        return any(button.words.startswith(words) for button in self._page.buttons)

    def press(self, words: str, **typed: str) -> None:
        """Press the first button whose text begins with `words`. `typed` are values of fields by label."""
        button = next((each for each in self._page.buttons if each.words.startswith(words)), None)
        assert button is not None, f"no button {words!r} on {self.path}: {[each.words for each in self._page.buttons]}"
        page = self._page
        filled = {page.ids[page.labels[label]]: text for label, text in typed.items()}
        fields: dict[str, list[str]] = {}
        for name, value in [*button.fields, *button.own]:
            fields.setdefault(name, []).append(value)
        fields.update({name: [text] for name, text in filled.items()})
        self.presses.append(button.words)
        self._arrive(self.client.post(urljoin(self.path, button.action), fields, follow=True))

    def _arrive(self, answer: Any) -> None:
        assert answer.status_code == 200, (answer.status_code, self.presses)
        self.path = answer.request["PATH_INFO"]
        if answer.request["QUERY_STRING"]:
            self.path += f"?{answer.request['QUERY_STRING']}"
        self.html = answer.content.decode()
        self._page = _Page()
        self._page.feed(self.html)
