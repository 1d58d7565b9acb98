"""Recurring parts of sentences that ask for a recipe, as regular expressions: `{pays}` in a form is one of these."""

import re
from collections.abc import Mapping

_GIVEN = r"(?:given|granted|awarded|paid)"
_BE = r"(?:should|shall|must|will|is to|are to)"

PARTS: Mapping[str, str] = {
    "gains": (
        rf"gains?|gets?|receives?|earns?|wins?|collects?|(?:is|are|{_BE} be) {_GIVEN}|"
        rf"{_BE} (?:gain|get|receive|earn|win)|takes?"
    ),
    "pays": (
        rf"loses?|pays?|(?:has|have) to pay|{_BE} (?:pay|lose)|gives? up|is fined|are fined|is charged|are charged|"
        r"is taxed|are taxed"
    ),
    "more": "extra|additional|more|new",
    "who": (
        r"everyone|everybody|anyone|anybody|any one|whoever|somebody|someone|(?:all|every|each|any)(?: of the)? "
        r"(?:players?|members?|people)|(?:a|the) (?:player|member)|the players|players|members|those|people|you"
    ),
    "having": r"(?:who|that|which) (?:has|have|owns?|holds?|possess(?:es)?)|with|having|has|have|owning|holding|owns?",
    "over": r"more than|over|above|in excess of|exceeding|upwards of",
    "least": r"at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|(?:a )?minimum",
    "fewer": r"fewer than|less than|under|below",
    "most": r"at most|no more than|not more than|up to|a maximum of|(?:a )?maximum(?: of)?|only",
    "they": r"they|he|she|he or she|that player|you|it",
    "them": r"of them|of these|of those|of it",
    "may": r"may|can|(?:is|are) allowed to|(?:is|are) able to|gets? to|could|(?:should|shall|will) be able to",
    "nobody": r"nobody|no one|no-one|no player|no members?|none",
    "a": r"an?(?: new)?|the|one|any|each|every|another|our|some",
    "be": r"is|are|shall be|should be|must be|will be|gets|get|being",
    "there_is": (
        r"there (?:is|are|shall be|should be|must be|will be)(?: now)?|let there be|(?:let['’]s|let us) have|"
        r"(?:(?:we|i)(?: would|['’]d)? )?(?:like|want|need|have|should have|get)(?: to have)?|add|create|introduce|"
        r"establish|make|set up|open|hold|have|found|install|start|run|sell|offer|put up|the idea is"
    ),
    "and": r"and|but|while|whereas|, and|, but|, while|, whereas|,",
    "each_of": r"each|apiece|per head|per player|a head|every one",
    "wins": r"wins|is the winner|shall win|should win|will win|wins (?:the (?:game|cycle)|everything|it all)",
    "of_the_game": r"the (?:game|cycle)|everything|it all",
    "if": r"if|when|whenever|each time|every time|once|as soon as",
}

NESTED = 3  # a part of a recipe may have other parts in it, up to this depth
_PART = re.compile(r"\{([a-z_]+)\}")


def with_own_parts(form: str, own: Mapping[str, str]) -> str:
    """Return a form with its recipe's own parts expanded. Those of `PARTS` remain."""
    for _ in range(NESTED):
        form = _PART.sub(lambda part: own.get(part[1], part[0]), form)
    return form


def unknown_parts(form: str) -> list[str]:
    """Return the parts of a form that are not in `PARTS`."""
    return [part for part in _PART.findall(form) if part not in PARTS]
