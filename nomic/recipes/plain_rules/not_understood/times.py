"""Times of a sentence that rules do not know, and sentences that do not say when."""

import re

from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.draft_rule import bare_sentence
from nomic.recipes.plain_rules.not_understood.other_wordings import MOST_OFFERED, Instead, Trouble, capitalised, is_read

_UNKNOWN = re.compile(
    r"\b(?P<when>(?:on the first of )?(?:each|every|once a|once per|once every|a|per) "
    r"(?P<unit>month|fortnight|year|hour)|"
    r"(?P<adverb>month|year|hour)ly)\b",
    re.IGNORECASE,
)
_AN_HOUR = re.compile(r" ?\bat (?:noon|midnight|\d{1,2}(?::\d\d)?(?: ?(?:am|pm|o['’]clock|utc))?)\b,? ?", re.IGNORECASE)
_NEAREST = {
    "month": ("every 28 days", "every 4 weeks", "every week"),
    "fortnight": ("every 14 days", "every 2 weeks"),
    "year": ("every 28 days", "every 4 weeks"),
    "hour": ("every day",),
}
_TIMES = ("At the end of every phase, ", "At the end of every week, ", "Every day, ", "Every week, ")


def unknown_time(words: str, law: Law) -> Trouble | None:
    """Return the problem with a time at which rules cannot act, with the nearest possible times as suggestions.

    Returns None if there is no such time in these words.
    """
    hour = _AN_HOUR.search(words)
    rest = "" if hour is None else f"{words[: hour.start()]}{words[hour.end() :]}".strip(" ,")
    if hour is not None and is_read(rest, law):
        said = capitalised(rest)
        return Trouble(f"Rules act when a day begins, not “{hour[0].strip(' ,')}”.", (Instead(said, said),))
    found = _UNKNOWN.search(words)
    if found is None:
        return None
    unit = (found["unit"] or found["adverb"]).casefold()
    ways = [f"{words[: found.start()]}{time}{words[found.end() :]}" for time in _NEAREST[unit]]
    read = [Instead(capitalised(way), capitalised(way)) for way in ways if is_read(way, law)]
    return Trouble(f"A rule cannot use “{found['when']}”. The closest it can use is:", tuple(read)) if read else None


def missing_time(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a missing time if the sentence is understood with one, and the sentences with times."""
    said = bare_sentence(words)
    ways = [f"{time}{said[:1].lower()}{said[1:]}" for time in _TIMES]
    read = [Instead(way, way) for way in ways if is_read(way, law)][:MOST_OFFERED]
    return Trouble("When does this happen?", tuple(read)) if read else None
