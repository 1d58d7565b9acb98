"""When two names are one, or look alike. What is made of them here is compared and never shown.

Folded, a name is without capitals. Its skeleton (Unicode Technical Standard 39, section 4) is the name in which
everything that looks like something else is written as that: Cyrillic а as Latin a, m as rn, 1 and I as l, an
underscore as a blank. Capitals of other scripts look like other letters than the small ones, so each is needed.
"""

import re
import unicodedata
from collections import defaultdict
from functools import lru_cache

MAX_FOLDED_LENGTH = 240  # characters; a letter may become three
MAX_SKELETON_LENGTH = 240  # characters; one letter may be two or three in it
APART = "#"  # in no name: what follows it tells apart two names that were alike before anybody asked
MARK = "\u200e"  # what Unicode's list puts around what is written from right to left
# Names differ in more than capitals; so i is what I is: l.
ALSO = {"i": "l"}


@lru_cache(maxsize=1)
def _prototypes() -> dict[str, str]:
    """What each character looks like. Unicode's list puts all that look alike around one of them."""
    from confusable_homoglyphs.confusables import confusables_data  # a large file, read when first asked

    alike: dict[str, set[str]] = defaultdict(set)
    for one, others in confusables_data.items():
        alike[one.replace(MARK, "")].update(other["c"].replace(MARK, "") for other in others)
    prototypes: dict[str, str] = {}
    for one in sorted(alike):
        if one not in prototypes:
            group = _group(one, alike)
            # Where two are like each other the list does not say which is the first.
            first = max(sorted(group), key=lambda each: (len(each) > 1, len(alike[each]), each.isascii()))
            prototypes.update(dict.fromkeys(group, first))
    return prototypes


def _group(one: str, alike: dict[str, set[str]]) -> set[str]:
    group, open_ends = {one}, [one]
    while open_ends:
        fresh = alike[open_ends.pop()] - group
        group |= fresh
        open_ends += fresh
    return group


def folded(name: str) -> str:
    """A name as log-ins compare it: whatever the capitals and the width of its letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())[:MAX_FOLDED_LENGTH]


def skeleton(name: str) -> str:
    """What a name looks like. Two names with one skeleton would be taken for each other."""
    prototypes = _prototypes()
    before, text = "", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    for _ in range(8):  # it settles after two or three; should the list ever go round, it ends all the same
        if text == before:
            break
        before = text
        text = "".join(prototypes.get(character, character) for character in text).casefold()
        text = unicodedata.normalize("NFD", "".join(ALSO.get(character, character) for character in text))
    # A blank and an underscore are one on a wiki; a stop at the end is taken for the sentence's.
    return re.sub(r"[\s_]+", " ", text).strip(" .-'")[:MAX_SKELETON_LENGTH]


def squashed(name: str) -> str:
    """The skeleton without what merely stands between letters."""
    return re.sub(r"[ .'-]", "", skeleton(name))
