"""Rewrites wikitext that players wrote, such as bodies of rules, with permitted markup only.

The markup works as on any page of the wiki. Nothing in the text may affect anything beyond it, neither the next rule
nor the marker at the page's end, and nothing may include words that nobody voted on. So the text is parsed
(`nomic.wikitext`, in time linear in its length) and written again from permitted parts. Everything else is shown as
typed:

- paragraphs, lists, definition lists, rules (`----`), bold and italic;
- tables, and the HTML tags of `nomic.wikitext.tokens.TAGS`, always closed, with the permitted attributes
  (`nomic.wikitext.allowlist`, which the site uses too);
- `<nowiki>` and `<pre>`, whose content is shown verbatim;
- links to pages (as plain links: they never become pictures, categories or language links), to rules by title or name
  (`[[#Card gifting]]`), and to addresses of http, https and mailto;
- entities.

A heading becomes a line of bold text, because the headings of a page are the tree of rules, and nothing else may look
like one. Comments are shown as typed: a law has no words that its readers do not see. So are templates, parser
functions, magic words and switches: if a rule's words came from another page of the wiki, they could be changed there
without a vote.
"""

import re
import unicodedata
from functools import lru_cache

from nomic.wikitext import allowlist, tokenizer, tokens
from nomic.wikitext.anchors import NO_ANCHORS, Anchors
from nomic.wikitext.escape import BIDI, REPLACED, REPLACEMENT, Wikitext, block, entity, inline, preformatted
from nomic.wikitext.tokens import INLINE_TAGS, TABLE_TAGS, TAGS, Piece

# At the beginning of a line, each of these begins a list, a heading, a part of a table or a preformatted line.
FIRST_IN_LINE = set("=*#:;|!+-")
ALWAYS = set("&<>[]{}|~\u007f" + REPLACEMENT)
TWICE = set("'_!")
PAGE = re.compile(r"(?!.*__)[^\x00-\x1f\x7f<>\[\]{}|&~=]{1,255}")
# The prefix of element ids to which links to rules point. No heading's id begins with it (`nomic.wiki.pages.ruleset`).
ANCHOR = "_rule-"
# The entity of a colon after a word, at the end of a line or before a tag. No address follows it.
COLON_AFTER_WORDS = re.compile(r"(?<=[\w.)”’>])&#58;(?=<|$)")
TOO_MUCH = "From here on the text has too much markup; it is shown as it was written."


class _Writer:
    """Collects the rewritten text, and tracks whether it is at the beginning of a line."""

    def __init__(self, anchors: Anchors) -> None:
        self.anchors = anchors
        self.parts: list[str] = []
        self.last = "\n"
        self.lines = 0
        self.opened_at: list[int] = []  # the line in which each open element began

    def raw(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.last = text[-1]

    def words(self, text: str) -> None:
        """Write plain text. Line breaks are kept; any other character that could be markup becomes an entity."""
        written: list[str] = []
        last = self.last
        for place, character in enumerate(text):
            following = text[place + 1] if place + 1 < len(text) else ""
            if last == "\n" and character in " \t":
                continue
            risky = (
                character in ALWAYS
                or (last == "\n" and character in FIRST_IN_LINE)
                or (character in TWICE and character in (last, following or character))
                or (character == ":" and not (following.isspace() or (last + following).isdigit()))  # no scheme
                or (character in "RPI" and text.startswith(("RFC", "PMID", "ISBN"), place))  # MediaWiki may link these
            )
            written.append(entity(character) if risky else character)
            last = character
        self.parts.append("".join(written))
        self.last = last

    def write(self, piece: Piece) -> None:  # noqa: C901 - a table: a line or two for each kind of token
        match piece:
            case tokens.Words(text):
                self.words(text)
            case tokens.LineEnd():
                self.words("\n")
                self.lines += 1
            case tokens.Character(source):
                self.raw(source)
            case tokens.Literal("pre", text):
                self.raw(preformatted(text))
            case tokens.Literal(_, text):
                self.raw(block(text))
            case tokens.Marks(signs):
                deep = tokens.MAX_LIST_DEPTH if self.last == "\n" else 0
                self.raw(signs[:deep] + "".join(map(entity, signs[deep:])))
            case tokens.Divider():
                self.raw("----" if self.last == "\n" else "<hr />")
            case tokens.Break():
                self.raw("<br />")
            case tokens.PageLink():
                self.raw(_page_link(piece, self.anchors))
            case tokens.WebLink():
                self.web_link(piece)
            case tokens.Opening():
                self.open(piece)
            case tokens.Ending():
                self.close(piece)
            case tokens.Unread(text):
                self.raw(f"\n\n<i>{TOO_MUCH}</i>\n\n{block(text)}")

    def open(self, piece: tokens.Opening) -> None:
        if piece.name == "table" and piece.by_sign and self.last != "\n":
            self.raw("\n")  # a list item ends with its line, a table does not
        self.raw(f"<{piece.name}{_attributes(piece)}>" if piece.name in TAGS else "<div><b>")
        self.opened_at.append(self.lines)

    def close(self, piece: tokens.Ending) -> None:
        has_lines = self.opened_at.pop() < self.lines
        if piece.name not in TAGS:  # a heading
            self.raw("</b></div>")
            return
        if piece.name not in INLINE_TAGS and has_lines and self.last != "\n":
            self.raw("\n")
        self.raw(f"</{piece.name}>")
        if piece.by_sign and piece.name in TABLE_TAGS:
            self.raw("\n")

    def web_link(self, link: tokens.WebLink) -> None:
        # Switches such as __TOC__ and signatures work inside addresses, too.
        address = link.address.replace("__", "%5F%5F").replace("~", "%7E")
        words = _line(link.inside)
        if not allowlist.is_address(address):
            self.words(link.source)
        elif not link.in_brackets:
            self.raw(address)
        else:
            self.raw(f"[{address} {words}]" if words.strip() else f"[{address}]")

    def text(self) -> str:
        return "".join(self.parts)


def _page_link(link: tokens.PageLink, anchors: Anchors) -> str:
    target = link.target.strip()
    if (rule := anchors.rule_at(target)) is not None:
        return f"[[#{ANCHOR}{rule}|{_line(link.inside) if link.has_words else inline(target[1:])}]]"
    if not PAGE.fullmatch(target) or target[0] in "/#" or "../" in target:
        return inline(link.source)
    # A leading colon makes a plain link of what would otherwise be a picture, a category or a language link.
    target = ":" + target.lstrip(": ") if ":" in target else target
    words = _line(link.inside) if link.has_words else inline(target.lstrip(":"))
    return f"[[{target}|{words}]]"


def _line(inside: tuple[Piece, ...]) -> str:
    """Return the label of a link on one line: words, bold and italic."""
    parts: list[str] = []
    for piece in inside:
        match piece:
            case tokens.Words(text):
                words = inline(text)
                parts.append(" " * text[:1].isspace() + words + " " * (text[-1:].isspace() and bool(words)))
            case tokens.Character(source):
                parts.append(source)
            case tokens.Opening(name):
                parts.append(f"<{name}>")
            case tokens.Ending(name):
                parts.append(f"</{name}>")
    return "".join(parts)


def _attributes(piece: tokens.Opening) -> str:
    kept = allowlist.attributes(piece.name, piece.attributes)
    kept |= {name: str(span) for name, span in zip(("colspan", "rowspan"), piece.spans, strict=True) if span > 1}
    return "".join(f' {name}="{value}"' for name, value in kept.items())


@lru_cache(maxsize=512)
def rule_wikitext(source: str, anchors: Anchors = NO_ANCHORS) -> Wikitext:
    """Return the source rewritten with permitted markup, as described at the top of this module.

    The function is idempotent. `anchors` holds the anchors of the rules on the same page.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    source = unicodedata.normalize("NFC", REPLACED.sub(REPLACEMENT, BIDI.sub("", source)))
    out = _Writer(anchors)
    for piece in tokenizer.read(source):
        out.write(piece)
    return Wikitext("\n".join(map(_plain_colons, out.text().strip("\n").split("\n"))))


def _plain_colons(line: str) -> str:
    """Return a line with plain colons where they are only words, so not in a line that begins a definition list."""
    return line if line.lstrip("*#:").startswith(";") else COLON_AFTER_WORDS.sub(":", line)
