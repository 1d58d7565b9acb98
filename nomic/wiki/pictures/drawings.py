"""How pages show pictures: registered drawings, names of files, and links to files."""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Container
from typing import Any

from nomic.inventory.card_views import Face
from nomic.law.document.sections import Law
from nomic.matches.models import Match
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.layout.titles import base_of, own_part
from nomic.wikitext.escape import Wikitext, inline

DrawMatch = Callable[[Match, Any, Law], str]  # gets the match's view that everybody may see
DrawCard = Callable[[Face], str]

EXTENSION = ".svg"
MAX_ON_PAGE = 100
MAX_NAME = 120  # characters of a file's name; MediaWiki takes 240 bytes
# What a wiki changes in a file's name, what means something in a link, and dots, which a wiki reads as extensions.
CHANGED = re.compile(r"[^\w (),-]|_|\s{2,}")
# A link to a file. Only the host's own text has one, because brackets in people's words are escaped.
LINK = re.compile(r"\[\[File:([^|\[\]]+)\|[^\[\]]*\]\]")

_drawers: dict[str, Callable[..., str]] = {}


def register_drawings(match: DrawMatch, card: DrawCard) -> None:
    """Register the functions that draw a match's board and a card as SVG. Both return "" if there is no picture."""
    _drawers.update(match=match, card=card)


def match_picture(page: WikiPage, match: Match, view: Any, law: Law) -> Wikitext:
    """Return a link to the picture of a match in the state of `view`, which has only what everybody may see."""
    if "match" not in _drawers:
        return Wikitext()
    name = file_name(base_of(page), own_part(page))
    return _link(page, name, lambda: _drawers["match"](match, view, law), "right|frameless|400px", match.title)


def card_picture(page: WikiPage, face: Face) -> Wikitext:
    """Return a link to the picture of a card, or nothing if the page shows enough pictures.

    Cards that look the same share one file in each cycle.
    """
    if "card" not in _drawers or len(page.pictures) >= MAX_ON_PAGE:
        return Wikitext()
    drawn = (face.values, face.suits, face.colours, face.types)
    name = file_name(base_of(page), f"Card {face.name} {digest(repr(drawn))}")
    return _link(page, name, lambda: _drawers["card"](face), "left|frameless|70px", face.name)


def digest(text: str) -> str:
    """Return a hash of six hexadecimal digits, as a part of a file's name."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]


def file_name(base: str, subject: str) -> str:
    """Return a file name that wikis store unchanged. Different subjects get different names."""
    wanted = unicodedata.normalize("NFC", f"{base} {subject}")
    plain = CHANGED.sub("-", wanted)[:MAX_NAME].strip()
    return (plain if plain == wanted else f"{plain} {digest(wanted)}") + EXTENSION


def _link(page: WikiPage, name: str, draw: Callable[[], str], style: str, words: str) -> Wikitext:
    page.pictures[name] = draw
    return Wikitext(f"[[File:{name}|{style}|alt={inline(words)}]]")


def pictures_in(text: str) -> list[str]:
    """Return the names of the files that a page's text shows, each once."""
    return list(dict.fromkeys(LINK.findall(text)))


def without_pictures(text: str, keep: Container[str] = ()) -> str:
    """Return the text of a page without links to files, except to those in `keep`."""
    return LINK.sub(lambda found: found[0] if found[1] in keep else "", text)
