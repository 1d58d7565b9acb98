"""Wikitext as HTML for the site: the small part of wikitext that rules and proposals use, the rest as text.

Everything that is not known to be harmless is escaped; a template call or an unknown tag is shown as typed. The work is
linear in the length of the text, and callers cache the result.
"""

from dataclasses import dataclass, field
from html import escape

from nomic.wikitext import allowlist, tokenizer, tokens
from nomic.wikitext.anchors import NO_ANCHORS, Anchors
from nomic.wikitext.tokens import CELL_TAGS, INLINE_TAGS, ITEM_TAGS, LISTS, Piece

BLOCKS = {"blockquote": "blockquote", "center": "div", "div": "div", "p": "div"}
LIST_TAGS = {"*": ("ul", "li"), "#": ("ol", "li"), ":": ("dl", "dd"), ";": ("dl", "dt")}
MAX_HEADING_DEPTH = 6
TOO_MUCH = "From here on the text has too much markup; it is shown as it was written."


def rule_anchor(id_: str) -> str:
    """Return the HTML id of a rule. The prefix distinguishes it from other ids of the page."""
    return f"rule-{id_}"


def to_html(text: str, *, heading_level: int | None = 3, anchors: Anchors = NO_ANCHORS) -> str:
    """Return wikitext as HTML.

    The top level of headings becomes `heading_level`. With None, headings are bold lines. `anchors` holds the anchors
    of the rules on the same page.
    """
    writer = _Writer(heading_level, anchors)
    for piece in tokenizer.read(text):
        writer.add(piece)
    return writer.html()


@dataclass(slots=True)
class _Room:
    """A container of lines: the page, a block, or a cell.

    `line` is its open element: "p", a list item, a heading, or "".
    """

    tag: str = ""
    lists: list[str] = field(default_factory=list)
    line: str = ""
    is_new_line: bool = True
    marks: str = ""  # of a list item without words so far
    paragraphs: list[int] = field(default_factory=list)  # indexes of their beginnings in the output
    has_blocks: bool = False


class _Writer:
    """Joins lines into paragraphs, lists and the blocks between them.

    Bold, italic and other inline tags may span several blocks. They are closed at the end of each block and reopened
    before the next words.
    """

    def __init__(self, heading_level: int | None, anchors: Anchors) -> None:
        self.heading_level, self.anchors = heading_level, anchors
        self.out: list[str] = []
        self.rooms = [_Room()]
        self.wanted: list[str] = []  # inline tags with their attributes that are open in the text,
        self.written: list[str] = []  # the subset that is open in the HTML so far

    def html(self) -> str:
        self._end_lines()
        return "".join(self.out).strip("\n")

    def add(self, piece: Piece) -> None:  # noqa: C901 - a table: a line or two for each kind of token
        match piece:
            case tokens.Words(text):
                self._words(escape(text))
            case tokens.Character(_, sign):
                self._words(escape(sign))
            case tokens.LineEnd():
                self._end_line()
            case tokens.Marks(signs):
                self.rooms[-1].marks = signs[: tokens.MAX_LIST_DEPTH]
                self._words(signs[tokens.MAX_LIST_DEPTH :])
            case tokens.Break():
                self._words("<br>")
            case tokens.Divider():
                self._block("<hr>")
            case tokens.Literal("nowiki", text):
                self._words(escape(text))
            case tokens.Literal(_, text):
                self._block(f"<pre>{escape(text).replace(chr(10), '&#10;')}</pre>")
            case tokens.PageLink():
                self._words(self._page_link(piece))
            case tokens.WebLink():
                self._words(_web_link(piece))
            case tokens.Opening():
                self._open(piece)
            case tokens.Ending():
                self._close(piece)
            case tokens.Unread(text):
                self._block(f"<p><em>{TOO_MUCH}</em></p>")
                self._block(f"<pre>{escape(text).replace(chr(10), '&#10;')}</pre>")

    # Words and their lines

    def _words(self, html: str) -> None:
        room = self.rooms[-1]
        if room.is_new_line:
            html = html.lstrip()
            if not html:
                return
            self._begin_line(room)
        for tag in self.wanted[len(self.written) :]:
            self.out.append(f"<{tag}>")
            self.written.append(tag)
        self.out.append(html)

    def _begin_line(self, room: _Room) -> None:
        room.is_new_line = False
        if room.marks:
            self._end_paragraph(room)
            self._lists_to(room, room.marks)
            room.marks, room.line = "", "item"
        elif room.line == "p":
            self.out.append("\n")
        elif not room.line:
            self._lists_to(room, "")
            room.paragraphs.append(len(self.out))
            room.line = "p"
            self.out.append("<p>")

    def _end_line(self) -> None:
        room = self.rooms[-1]
        if room.marks:
            self._begin_line(room)  # an item without words
        if room.line == "item":
            self._end_formatting()
            room.line = ""
        elif room.is_new_line:
            self._end_paragraph(room)
            self._lists_to(room, "")
        room.is_new_line = True

    def _end_paragraph(self, room: _Room) -> None:
        if room.line == "p":
            self._end_formatting()
            self.out.append("</p>\n")
        room.line = ""

    def _end_formatting(self) -> None:
        """End the line: close inline tags and drop trailing blanks."""
        self.out[-1:] = [html.rstrip() for html in self.out[-1:]]
        while self.written:
            self.out.append(f"</{self.written.pop().split()[0]}>")

    def _lists_to(self, room: _Room, signs: str) -> None:
        """Open and close lists until the item with these list markers is open."""
        opened, kept = room.lists, 0
        while kept < min(len(opened), len(signs)) and LIST_TAGS[opened[kept]][0] == LIST_TAGS[signs[kept]][0]:
            kept += 1
        while len(opened) > kept:
            tag, item = LIST_TAGS[opened.pop()]
            self.out.append(f"</{item}></{tag}>\n")
        if signs and kept == len(signs):
            self.out.append(f"</{LIST_TAGS[opened[-1]][1]}><{LIST_TAGS[signs[-1]][1]}>")
            opened[-1] = signs[-1]
        for sign in signs[kept:]:
            tag, item = LIST_TAGS[sign]
            self.out.append(f"<{tag}><{item}>")
            opened.append(sign)

    def _end_lines(self) -> None:
        """End all open elements in the innermost container."""
        room = self.rooms[-1]
        if room.marks:
            self._begin_line(room)
        if room.line == "item":
            self._end_formatting()
        self._end_paragraph(room)
        self._lists_to(room, "")
        room.is_new_line = True

    # Blocks

    def _block(self, html: str) -> None:
        """Add a block between the paragraphs of a container."""
        self.rooms[-1].marks = ""
        self._end_lines()
        self.rooms[-1].has_blocks = True
        self.out.append(html + "\n")

    def _open(self, piece: tokens.Opening) -> None:
        name = piece.name
        if name in INLINE_TAGS:
            self.wanted.append(name + _attributes(piece))
        elif name in BLOCKS:
            self._block(f"<{BLOCKS[name]}{_attributes(piece)}>")
            self.rooms.append(_Room(BLOCKS[name]))
        elif name == "table":
            self._block(f'<div class="table-scroll" tabindex="0"><table{_attributes(piece)}>')
        elif name in LISTS:
            self._block(f"<{name}{_attributes(piece)}>")
        elif name in CELL_TAGS or name in ITEM_TAGS:
            self.out.append(f"<{name}{_attributes(piece)}>")
            self.rooms.append(_Room(name))
        elif name == "tr":
            self.out.append("<tr>")
        else:
            self._block("".join(f"<{tag}>" for tag in self._heading_tags(name)))
            self.out[-1] = self.out[-1].rstrip()
            self.rooms[-1].line, self.rooms[-1].is_new_line = "heading", True

    def _close(self, piece: tokens.Ending) -> None:
        name = piece.name
        if name in INLINE_TAGS:
            self.wanted.pop()
            if len(self.written) > len(self.wanted):
                self.out.append(f"</{self.written.pop().split()[0]}>")
        elif name in BLOCKS:
            self._end_lines()
            self.out.append(f"</{self.rooms.pop().tag}>\n")
        elif name == "table":
            self.out.append("</table></div>\n")
        elif name in LISTS:
            self.out.append(f"</{name}>\n")
        elif name in CELL_TAGS or name in ITEM_TAGS:
            self._close_cell()
        elif name == "tr":
            self.out.append("</tr>")
        else:
            self._end_formatting()
            self.rooms[-1].line = ""
            self.out.append("".join(f"</{tag}>" for tag in reversed(self._heading_tags(name))) + "\n")

    def _close_cell(self) -> None:
        """Close a cell. If it has a single paragraph, the paragraph's `<p>` tags are removed."""
        room = self.rooms[-1]
        self._end_lines()
        if len(room.paragraphs) == 1 and not room.has_blocks and self.out[-1] == "</p>\n":
            self.out[room.paragraphs[0]] = self.out[-1] = ""
        self.rooms.pop()
        self.out.append(f"</{room.tag}>")

    def _heading_tags(self, heading: str) -> tuple[str, ...]:
        if self.heading_level is None:
            return "p", "b"
        return (f"h{min(self.heading_level + max(int(heading[1:]) - 2, 0), MAX_HEADING_DEPTH)}",)

    def _page_link(self, link: tokens.PageLink) -> str:
        """Return a link to a rule.

        Links to wiki pages become their words; links to missing anchors are shown as typed.
        """
        target = link.target.strip()
        rule = self.anchors.rule_at(target)
        if rule is not None:
            words = _line(link.inside) if link.has_words else escape(target[1:])
            return f'<a href="#{escape(rule_anchor(rule))}">{words}</a>'
        return escape(link.source) if target.startswith("#") else _line(link.inside)


def _attributes(piece: tokens.Opening) -> str:
    kept = allowlist.attributes(piece.name, piece.attributes)
    kept |= {name: str(span) for name, span in zip(("colspan", "rowspan"), piece.spans, strict=True) if span > 1}
    return "".join(f' {name}="{escape(value)}"' for name, value in kept.items())


def _web_link(link: tokens.WebLink) -> str:
    if not allowlist.is_address(link.address):
        return escape(link.source)
    words = _line(link.inside) if link.inside else escape(link.address)
    return f'<a href="{escape(link.address)}" rel="nofollow noopener">{words}</a>'


def _line(inside: tuple[Piece, ...]) -> str:
    """Return the HTML of a link's words."""
    html = []
    for piece in inside:
        match piece:
            case tokens.Words(text):
                html.append(escape(text))
            case tokens.Character(_, sign):
                html.append(escape(sign))
            case tokens.Opening(name):
                html.append(f"<{name}>")
            case tokens.Ending(name):
                html.append(f"</{name}>")
    return "".join(html)
