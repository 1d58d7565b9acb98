"""Checks the ids of a page, and the references to them."""

from collections import Counter
from html.parser import HTMLParser

REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "form", "list", "headers")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.meant: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in REFERENCES:
                self.meant += (value or "").split()
            elif name == "href" and value and value.startswith("#") and value != "#":
                self.meant.append(value[1:])


def id_flaws(html: str) -> list[str]:
    """Return invalid ids, duplicate ids, and references to missing ids."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    odd = [f"no id: {each!r}" for each in reader.ids if not each or each.split() != [each]]
    twice = [f"given twice: {each}" for each, times in Counter(reader.ids).items() if times > 1]
    return odd + twice + [f"leads nowhere: {each}" for each in sorted(set(reader.meant) - set(reader.ids))]
