"""Finds a part of a sentence, such as an exception, without which the rest is understood."""

import re

from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.not_understood.other_wordings import Instead, Trouble, capitalised, is_read

MOST_BREAKS = 5  # places at which the end of a sentence is left out
# Where the end of a sentence may be left out, if the rest is understood. Then where its beginning may.
_BREAK = re.compile(
    r",? (?:unless|except|but|provided|as long as|until|while|only|if|when|and|or|because|so that|instead of|three|"
    r"twice|for|from|at|on|in|against|during|within|about|to|by|with|who|that|as)(?= )",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?P<part>(?:if|when|unless|as long as|while|on|in|during|until|every|each) [^,]{2,80}), ", re.I)


def unknown_part(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a part, such as an exception, if the sentence is understood without it."""
    ends = [(words[: found.start()], words[found.start() :].strip(" ,")) for found in _BREAK.finditer(words)]
    ways = ends[::-1][:MOST_BREAKS]
    if (found := _BEGINS.match(words)) is not None:
        ways.append((words[found.end() :], found["part"]))
    for rest, part in ways:
        if is_read(rest, law):
            without = Instead(f"Leave out “{part}”", capitalised(rest))
            return Trouble(f"The rest is understood, but not “{part}”.", (without,))
    return None
