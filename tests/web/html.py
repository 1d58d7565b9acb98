"""Reading the HTML that the pages make: is anything in it that could act?"""

from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
HARMLESS = {
    "a", "b", "i", "strong", "em", "u", "s", "sub", "sup", "small", "code", "del", "ins", "q", "p", "div", "span",
    "blockquote", "pre", "ul", "ol", "li", "dl", "dt", "dd", "h2", "h3", "h4", "h5", "h6", "hr", "br",
    "table", "caption", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
ATTRIBUTES = {
    "a": {"href", "rel"},
    "div": {"class", "tabindex"},
    "table": {"class"},
    "th": {"scope", "class", "colspan", "rowspan", "align", "valign"},
    "td": {"data-label", "class", "colspan", "rowspan", "align", "valign"},
    "ol": {"start", "reversed", "type"},
    "ul": {"type"},
    "li": {"value"},
}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.complaints: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in HARMLESS:
            self.complaints.append(f"an element {tag}")
        allowed = ATTRIBUTES.get(tag, set()) | {"lang"}
        self.complaints += [f"an attribute {name} of {tag}" for name, _ in attrs if name not in allowed]
        href = dict(attrs).get("href")
        if href is not None and not href.startswith(("http://", "https://", "mailto:")):
            self.complaints.append(f"a link to {href}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.complaints.append(f"a stray end of {tag}")

    def handle_data(self, data: str) -> None:
        self.words += data


def complaints_about(html: str) -> list[str]:
    """What is wrong with a piece of HTML made of somebody's words: what is not harmless, or not closed."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.complaints + [f"{tag} stays open" for tag in reader.open]


def words_of(html: str) -> str:
    """The words one reads, white space folded."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join(reader.words.split())
