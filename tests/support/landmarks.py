"""Checks that the landmarks of a page have distinct names. Users of screen readers navigate by landmarks."""

from collections import Counter
from html.parser import HTMLParser

ALWAYS = {"main": "main", "nav": "navigation", "aside": "complementary", "search": "search"}
NAMED = {"section": "region", "form": "form"}  # landmarks as soon as they have a name
ROLES = {"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"}
WITHIN = {"article", "aside", "main", "nav", "section"}  # in them a header or footer is none of the page
WITHOUT_END = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, list[str]]] = []  # tags, each with the ids that its text belongs to
        self.words: dict[str, str] = {}
        self.found: list[tuple[str, str | None, str]] = []  # role, name, ids of its name

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if role := self._role(tag, given):
            self.found.append((role, given.get("aria-label"), given.get("aria-labelledby", "")))
        if tag not in WITHOUT_END:
            self.open.append((tag, [given["id"]] if given.get("id") else []))

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place][0] == tag:
                del self.open[place:]
                return

    def handle_data(self, text: str) -> None:
        for _, ids in self.open:
            for each in ids:
                self.words[each] = self.words.get(each, "") + text

    def _role(self, tag: str, given: dict[str, str]) -> str:
        if "role" in given:
            return given["role"] if given["role"] in ROLES else ""
        if tag in NAMED and ("aria-label" in given or "aria-labelledby" in given):
            return NAMED[tag]
        if tag in ("header", "footer") and not any(outer in WITHIN for outer, _ in self.open):
            return "banner" if tag == "header" else "contentinfo"
        return ALWAYS.get(tag, "")

    def name_of(self, label: str | None, ids: str) -> str:
        """Return a landmark's accessible name, with single spaces."""
        words = " ".join(self.words.get(each, "") for each in ids.split()) if ids else label or ""
        return " ".join(words.split())


def landmark_flaws(html: str) -> list[str]:
    """Return landmarks with the same role and name, regions without a name, and missing or repeated main landmarks."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    named = [(role, reader.name_of(label, ids)) for role, label, ids in reader.found]
    times = Counter(named)
    twice = [f"{count} landmarks are {role} {name!r}" for (role, name), count in times.items() if count > 1]
    nameless = [f"a {role} has no name" for role, name in times if role in ("region", "form") and not name]
    mains = sum(count for (role, _), count in times.items() if role == "main")
    return twice + nameless + ([] if mains == 1 else [f"{mains} main parts"])
