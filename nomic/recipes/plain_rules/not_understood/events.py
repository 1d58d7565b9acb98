"""Events of a sentence that no rule can notice, and others that rules can."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.not_understood.other_wordings import MOST_OFFERED, Instead, Trouble, capitalised, is_read

HAPPENS = (
    r"(?:(?:must|should|shall|will|has to|have to) )?(?:gets?|gains?|receives?|earns?|loses?|pays?|wins?|takes?|gives?|"
    r"becomes?|is paid|is fined)"
)
_OF_SOMEBODY = re.compile(
    rf"(?P<when>whoever (?P<did>.{{2,60}}?),?|(?:if|when|whenever|each time|every time) (?:somebody|someone|a player|"
    rf"anyone|anybody|you|they|he|she|(?-i:[A-Z])\w+|nobody) (?P<does>.{{2,60}}?),? (?:they|he|she|you|that player))"
    rf" (?P<rest>{HAPPENS} .+)",
    re.IGNORECASE,
)
_HAS_TO = re.compile(r"^ha(?:ve|s) to ", re.IGNORECASE)
EVENTS = (
    "whoever wins a match",
    "whoever loses a match",
    "whoever votes",
    "the author of a proposal that passes",
    "every new player",
    "at the end of every phase, everyone",
)


def unknown_event(words: str, law: Law) -> Trouble | None:
    """Return the trouble with an event that no rule can react to, and events that rules can."""
    found = _OF_SOMEBODY.fullmatch(words)
    if found is None or not any(is_read(f"{event} {found['rest']}", law) for event in EVENTS[:MOST_OFFERED]):
        return None
    did, rest = found["did"] or found["does"], _HAS_TO.sub("must ", found["rest"])
    offers = [f"{event} {rest}" for event in _alike(did, EVENTS)]
    ways = [Instead(capitalised(way), capitalised(way)) for way in offers if is_read(way, law)]
    return Trouble(f"A rule cannot react to “{did}”. It can react to these:", tuple(ways[:MOST_OFFERED]))


def _alike(said: str, ways: Iterable[str]) -> list[str]:
    return sorted(ways, key=lambda way: -SequenceMatcher(None, said.casefold(), way).ratio())
