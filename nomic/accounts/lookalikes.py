"""Detection of equal and confusable names. Normalized forms are only compared, never displayed.

The folded form has no capitals. The skeleton (Unicode Technical Standard 39, section 4) replaces all confusable
characters with a prototype: Cyrillic а becomes Latin a, m becomes rn, 1 and I become l, an underscore a blank. Both
forms are needed, because capitals of other scripts resemble other letters than their lower case does.
"""

import re
import unicodedata
from collections import defaultdict
from functools import lru_cache

MAX_FOLDED_LENGTH = 240  # characters; folding can turn a letter into three
MAX_SKELETON_LENGTH = 240  # characters; a letter can become two or three in it
APART = "#"  # Occurs in no name. The suffix after it distinguishes two similar names that are older than the check.
MARK = "\u200e"  # Unicode's list puts it around right-to-left text.
# Names that differ only in case are equal, so i has the same prototype as I, which is l.
ALSO = {"i": "l"}


@lru_cache(maxsize=1)
def _prototypes() -> dict[str, str]:
    """Return the prototype of each confusable character.

    Unicode's list links all characters that are confusable with one another to one of them.
    """
    from confusable_homoglyphs.confusables import confusables_data  # a large file, loaded on first use

    alike: dict[str, set[str]] = defaultdict(set)
    for one, others in confusables_data.items():
        alike[one.replace(MARK, "")].update(other["c"].replace(MARK, "") for other in others)
    prototypes: dict[str, str] = {}
    for one in sorted(alike):
        if one not in prototypes:
            group = _group(one, alike)
            # If two characters are confusable with each other, the list does not say which is the prototype.
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


def folded_name(name: str) -> str:
    """Return a name in the form used at log-in, without regard to case or width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())[:MAX_FOLDED_LENGTH]


def skeleton(name: str) -> str:
    """Return the skeleton of a name. Two names with the same skeleton are confusable."""
    prototypes = _prototypes()
    before, text = "", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    for _ in range(8):  # It converges after two or three rounds. The bound guards against a cycle in the list.
        if text == before:
            break
        before = text
        text = "".join(prototypes.get(character, character) for character in text).casefold()
        text = unicodedata.normalize("NFD", "".join(ALSO.get(character, character) for character in text))
    # A wiki treats a blank and an underscore alike. A trailing full stop would be read as the end of a sentence.
    return re.sub(r"[\s_]+", " ", text).strip(" .-'")[:MAX_SKELETON_LENGTH]


def squashed(name: str) -> str:
    """Return the skeleton of a name without dots, apostrophes, hyphens and blanks."""
    return re.sub(r"[ .'-]", "", skeleton(name))
