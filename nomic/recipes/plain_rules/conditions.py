"""Conditions on the numbers that a law keeps for all: "while the Fog is at 15 or more", "unless the Fog is below 3".

Only values of the cycle are read here. Conditions on players are read with the players: see `people`.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from nomic.clauses.clause_index import clauses_of, value_words
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.things import NUMBER, number

_AT_LEAST = r"at least|no less than|no lower than"
_AT_MOST = r"at most|no more than|no higher than|not above"
_MORE = r"more than|above|over|higher than|greater than"
_LESS = r"less than|fewer than|below|under|lower than"
_IF = r"(?P<how>if|when|whenever|while|as long as|unless)"
_MOST_JOINTS = 6  # places at which a sentence may end with a condition
_JOINT = re.compile(rf",? {_IF} ", re.IGNORECASE)
_AT_BEGINNING = re.compile(rf"{_IF} (?P<said>[^,]{{6,80}}), (?:then )?(?P<rest>.{{6,160}})", re.IGNORECASE)
_IN_BETWEEN = re.compile(
    rf"(?P<before>[^,]{{4,80}}), {_IF} (?P<said>[^,]{{6,80}}), (?:then )?(?P<after>.{{6,160}})", re.IGNORECASE
)
_AT_A_TIME = re.compile(
    r"(?P<condition>if [^,]{6,80}?) (?P<time>(?:when|whenever|at the (?:start|beginning|end) of) [^,]{4,60}), "
    r"(?P<rest>.{6,160})",
    re.IGNORECASE,
)


def condition_said(words: str, law: Law) -> Any:
    """Return the condition on a number of the cycle that words such as "the Fog is at 15 or more" express, or None."""
    found = _pattern(law).fullmatch(words.strip(" ,"))
    if found is None:
        return None
    value, count = {"value_of": _numbers(law)[found["name"].casefold()]}, number(found["n"])
    if found["least"] or (found["way"] or "").casefold() in ("more", "higher", "above", "greater"):
        return {"is": [value, "at_least", count]}
    if found["most"] or found["way"]:
        return {"not": {"is": [value, "more_than", count]}}
    if found["more"]:
        return {"is": [value, "more_than", count]}
    return {"is": [count, "more_than", value]} if found["less"] else {"is": [value, "equals", count]}


def on_conditions(words: str, law: Law) -> Iterator[tuple[str, Any, str]]:
    """Yield the ways to split a sentence into the rest, a condition of the cycle, and this condition in words."""
    if (timed := _AT_A_TIME.fullmatch(words)) is not None:
        words = f"{timed['condition']}, {timed['time']}, {timed['rest']}"
    for rest, how, said in _split(words):
        condition = condition_said(said, law)
        if condition is not None:
            is_exception = how.casefold() == "unless"
            in_words = f"{'unless' if is_exception else 'while'} {said}"
            yield rest, {"not": condition} if is_exception else condition, in_words


def _split(words: str) -> Iterator[tuple[str, str, str]]:
    """Yield the ways to split a sentence into the rest, the conjunction and what may be a condition."""
    if (found := _AT_BEGINNING.fullmatch(words)) is not None:
        yield found["rest"], found["how"], found["said"]
    if (found := _IN_BETWEEN.fullmatch(words)) is not None:
        yield f"{found['before']}, {found['after']}", found["how"], found["said"]
    for joint in islice(_JOINT.finditer(words), _MOST_JOINTS):
        yield words[: joint.start()], joint["how"], words[joint.end() :]


def _numbers(law: Law) -> dict[str, str]:
    """Return the names of the numbers that a law keeps once for the cycle, by the words for them in lower case."""
    values = clauses_of(law).values
    return {
        name.casefold(): name
        for name, words in value_words(law).items()
        if words.kind == "number" and not words.of_players and name in values and not values[name].clause.by
    }


def _pattern(law: Law) -> re.Pattern[str]:
    def make() -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(_numbers(law), key=len, reverse=True)) or "(?!)"
        return re.compile(
            rf"(?:there is )?(?:the )?(?P<name>{names}) (?:is|are|stands|lies|has)(?: at)? "
            rf"(?:(?P<least>{_AT_LEAST})|(?P<most>{_AT_MOST})|(?P<more>{_MORE})|(?P<less>{_LESS})|(?:exactly )?)"
            rf" ?(?P<n>{NUMBER})(?: or (?P<way>more|higher|above|greater|less|lower|fewer|below))?",
            re.IGNORECASE,
        )

    return law.once("conditions of the cycle", make)
