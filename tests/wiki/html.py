"""Reading the HTML that a wiki makes: which elements, and which words in them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Probe:
    """One `<div class="probe">`: its elements in order, and its words with white space folded."""

    elements: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)  # of which element, which, and its value
    text: str = ""

    @property
    def words(self) -> str:
        return " ".join(self.text.split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.probes: list[Probe] = []
        self.depth = 0
        self.outside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "div" and names.get("class") == "probe":
            self.probes.append(Probe())
            self.depth = 1
            return
        if not self.depth:
            return
        if tag == "div":
            self.depth += 1
        if not (tag == "span" and "id" in names):  # a heading's anchor
            self.probes[-1].elements.append(tag)
            self.probes[-1].attributes += [(tag, name, value or "") for name, value in attrs]
        if tag == "br":
            self.probes[-1].text += "\n"

    def handle_endtag(self, tag: str) -> None:
        if tag == "div" and self.depth:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.probes[-1].text += data
        else:
            self.outside += data


def probes(html: str) -> list[Probe]:
    """Every probe in a page. What stands outside of them fails the test: it has broken out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader.outside.strip(), f"outside of every probe: {reader.outside.strip()[:300]!r}"
    return reader.probes
