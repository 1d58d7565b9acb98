"""A rule as it will read, with the words marked that came and that went."""

import re
from collections.abc import Iterator, Sequence

from django.utils.safestring import SafeString, mark_safe

from nomic import limits
from nomic.law.diff.sequence import Budget, TooDifferent, compared

PIECES = re.compile(r"<[^<>]*+>|&#?\w+;|\w+|\s+|[^\w\s]")
AMONG_WORDS = re.compile(r"</?(?:a|abbr|b|big|code|em|i|kbd|mark|s|small|span|strong|sub|sup|u|var)\b")
MAX_STEPS = limits.COMPARED_STEPS // 20  # of one rule; its source is compared anyway


def marked(before: str, after: str) -> SafeString:
    """The HTML `after`, as this program writes it, with what differs from `before` marked; empty where much differs.

    Words that went stand where they stood, as plain words; that only their look has changed is not marked.
    """
    old, new = PIECES.findall(before), PIECES.findall(after)
    try:
        runs = compared(old, new, Budget(MAX_STEPS))
    except TooDifferent:
        return SafeString()
    writer = _Writer()
    for was, now in runs:
        if old[was] == new[now]:
            for piece in new[now]:
                writer.stays(piece)
        else:
            writer.goes("".join(_words(old[was])))
            writer.comes(new[now])
    return mark_safe(writer.html())  # noqa: S308  # pieces of what was safe, put together with tags of its own


def _words(pieces: Sequence[str]) -> Iterator[str]:
    """Without tags; a space where blocks follow each other."""
    for piece in pieces:
        if not piece.startswith("<"):
            yield piece
        elif not AMONG_WORDS.match(piece):
            yield " "


class _Writer:
    """Puts pieces together. What went waits for the next words where no words can stand, as between a table's rows."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._gone = ""
        self._among_words = False

    def html(self) -> str:
        """All of it."""
        if self._gone:
            self._out.append(f"<p>{self._taken().rstrip()}</p>")
        return "".join(self._out)

    def stays(self, piece: str) -> None:
        """A tag, a word, a sign or white space of the new text."""
        if piece.startswith("<"):
            self._among_words = self._among_words and bool(AMONG_WORDS.match(piece))
        elif not piece.isspace():
            self._out.append(self._taken())
            self._among_words = True
        self._out.append(piece)

    def goes(self, words: str) -> None:
        """Words of the old text that are not in the new one."""
        if words.strip():
            self._gone += words
            if self._among_words:
                self._out.append(self._taken())

    def comes(self, pieces: Sequence[str]) -> None:
        """A stretch of the new text that was not in the old one."""
        words: list[str] = []
        for piece in (*pieces, "<>"):
            if not piece.startswith("<"):
                words.append(piece)
                continue
            text, words = "".join(words), []
            if text.strip():
                self._out.append(f"{self._taken()}<ins>{text}</ins>")
                self._among_words = True
            else:
                self._out.append(text)
            if piece != "<>":
                self.stays(piece)

    def _taken(self) -> str:
        """What went, among the words beside it; at the beginning of a line, apart from what follows."""
        gone, self._gone = self._gone, ""
        if not gone or self._among_words:
            return gone and f"<del>{gone}</del>"
        return f"<del>{' '.join(gone.split())}</del> "
