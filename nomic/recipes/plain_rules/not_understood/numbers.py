"""Numbers of the law that a sentence means without naming them: limits, and how long votes last."""

import re

from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.law.search.values import find_values, is_a_number, stems_of
from nomic.recipes.plain_rules.not_understood.other_wordings import MOST_OFFERED, Instead, Trouble, capitalised
from nomic.recipes.plain_rules.things import NUMBER, number
from nomic.recipes.plain_rules.vote_length import votes_meant

_SOME_LIMIT = r"(?:at most|only|up to|no more than|not more than|a maximum of|max(?:imum)?(?: of)?)"
_LIMITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:nobody|no one|no players?|(?:players?|you|a player|we) (?:may|can|must|should) ?not|(?:you|we|players) "
        rf"can['’]t)(?: (?:may|can|should|must|is allowed to))? (?:have|hold|make|keep) (?:more than|over) "
        rf"(?P<n>{NUMBER}) (?P<what>[\w -]{{4,60}})",
        rf"(?:(?:everyone|everybody|players|(?:a|each|every) player|you|we) (?:may|can|should)(?: only)? (?:have|make) "
        rf")?{_SOME_LIMIT} (?P<n>{NUMBER}) (?P<what>[\w -]{{4,60}})",
        rf"(?:limit|cap|restrict) (?:the )?(?:number of )?(?P<what>[\w -]{{4,60}}?) (?:to|at) (?P<n>{NUMBER})"
        r"(?: (?:each|per player|for each player|for everyone))?",
        rf"(?:the )?(?:limit|maximum)(?: number)? (?:on|of|for) (?P<what>[\w -]{{4,60}}?) (?:is|should be|becomes) "
        rf"(?P<n>{NUMBER})",
    )
)
_SAYS_LIMIT = frozenset(stems_of("at a time once same each player allowed only"))


def unknown_limit(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a limit that is a number of the law, and the sentence that changes this number."""
    found = next(filter(None, (pattern.fullmatch(words) for pattern in _LIMITS)), None)
    if found is None:
        return None
    n, wanted = number(found["n"]), {stem for stem in stems_of(found["what"]) if stem not in _SAYS_LIMIT}
    fitting = (
        value
        for value in find_values(law, found["what"]).values
        if is_a_number(value.value) and wanted and wanted <= {*stems_of(value.words)}
    )
    value = next(fitting, None)
    if value is None:
        return None
    label = capitalised(value.words)
    if value.value == n:
        return Trouble(f"That is already the case: “{label}” is {n}.")
    change = f"Change {value.words} from {in_unit(value.value, '')} to {n}"
    return Trouble(f"The law has a number for this: “{label}”.", (Instead(change, change),))


def unknown_vote(words: str, law: Law) -> Trouble | None:
    """Return the lengths of votes that a sentence may mean if it does not say which votes, or gives another unit."""
    meant = votes_meant(words, law)[:MOST_OFFERED]
    if not meant:
        return None
    return Trouble("Which votes do you mean, and for how long?", tuple(Instead(way, way) for way in meant))
