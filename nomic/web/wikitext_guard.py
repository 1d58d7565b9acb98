"""What a wikitext is relieved of before it is parsed.

The parser goes back and tries again wherever something is opened and never closed, which a hostile text can make
cost minutes. So every sign that opens nothing is replaced by a private one that means nothing to the parser; on
the page it is shown as it was written.
"""

import re

PRIVATE = re.compile("[\ue000-\ue00f]")  # signs of the renderer's own, dropped wherever they would be left
RESERVED = re.compile("[\ue000-\ue01f]")
SHOWN_AS = {"\ue010": "&lt;", "\ue011": "[", "\ue012": "{"}
GUARDS = str.maketrans({"<": "\ue010", "[": "\ue011", "{": "\ue012"})

INLINE_TAGS = {"b", "i", "strong", "em", "u", "s", "sub", "sup", "small", "code", "del", "ins", "q"}
BLOCK_TAGS = {"blockquote", "center", "div", "p"}
DEEPEST = 12  # tags and tables within each other
PAIRED = INLINE_TAGS | BLOCK_TAGS  # they have an end
ENDS = {
    "remark": re.compile("-->"),
    "nowiki": re.compile(r"</nowiki\s{0,9}>", re.IGNORECASE),
    "pre": re.compile(r"</pre\s{0,9}>", re.IGNORECASE),
}
LITERAL = frozenset({"nowiki", "pre"})
SINGLE = frozenset({"br", "hr"})
DEEP_LIST = re.compile(r"^([*#:;]{8})[*#:;]+", re.MULTILINE)
TOKEN = re.compile(
    r"""
    \[\[[^\[\]{}<>\n]{1,500}\]\]                                  # a link to a page
    | \[(?:https?://|mailto:)[^\[\]{}<>\n]{1,2000}\]              # a link to elsewhere
    | (?P<remark><!--)
    | <(?P<end>/?)(?P<name>[A-Za-z]{1,12})(?:\s[^<>]{0,500})?(?P<single>/?)>
    | (?:^|(?<=\n)):{0,8}(?P<open_table>\{\|)
    | (?:^|(?<=\n))(?P<end_table>\|\})
    | (?P<stray>[<\[]|\{+)
    """,
    re.VERBOSE | re.DOTALL,
)


def guarded(text: str) -> str:
    """The text, to be parsed: what is opened in it is closed, and nothing stands deeper than DEEPEST."""
    text = DEEP_LIST.sub(r"\1", RESERVED.sub("", text))
    pieces: list[str] = []
    opened: list[tuple[str, int]] = []  # what is open, and in which piece it was opened
    at = 0

    def close(kind: str) -> bool:
        """Close the innermost of this kind; what was opened since then opens nothing."""
        if not any(name == kind for name, _ in opened):
            return False
        while opened[-1][0] != kind:
            forget()
        opened.pop()
        return True

    def forget() -> None:
        _, piece = opened.pop()
        pieces[piece] = pieces[piece].translate(GUARDS)

    endless: set[str] = set()

    def end_of(kind: str, start: int) -> int | None:
        """Where something ends whose inside is not read; looked for in vain only once."""
        found = None if kind in endless else ENDS[kind].search(text, start)
        if found is None:
            endless.add(kind)
        return None if found is None else found.end()

    while token := TOKEN.search(text, at):
        pieces.append(text[at : token.start()])
        written, at = token[0], token.end()
        name = (token["name"] or "").lower()
        if token["stray"]:
            written = written.translate(GUARDS)
        elif token["remark"] or (name in LITERAL and not token["end"] and not token["single"]):
            end = end_of(name or "remark", at)
            written, at = (written.translate(GUARDS), at) if end is None else (text[token.start() : end], end)
        elif token["open_table"] or (name in PAIRED and not token["end"] and not token["single"]):
            if len(opened) < DEEPEST:
                opened.append((name or "table", len(pieces)))
            else:
                written = written.translate(GUARDS)
        elif token["end_table"] or (name in PAIRED and token["end"]):
            if not close(name or "table"):
                written = written.translate(GUARDS)
        elif name and name not in SINGLE and not (name in PAIRED and token["single"]):
            written = written.translate(GUARDS)
        pieces.append(written)
    pieces.append(text[at:])
    while opened:
        forget()
    return "".join(pieces)


def unguarded(html: str) -> str:
    """The HTML with everything shown as it was written."""
    for guard, shown in SHOWN_AS.items():
        html = html.replace(guard, shown)
    return html
