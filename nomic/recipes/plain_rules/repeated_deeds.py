"""Deeds that a player repeats, in a row or within a period: "Whoever wins two duels in the same phase gets 5 Chips".

A value counts what each player has done. The rule acts when it reaches the number.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.bans import PERIODS
from nomic.recipes.plain_rules.occasions import EVERYBODY, LOSERS, ONE_PLAYER, WINNERS, Occasion
from nomic.recipes.plain_rules.things import CALLED, NUMBER, number

_REPEATED = re.compile(
    rf"\b(?P<verb>[a-z]{{3,10}}) (?:at least )?(?P<n>{NUMBER}) (?P<what>[\w’' -]{{2,40}}?)(?P<ends>s|es) "
    r"(?:in a row|(?:per|(?:in|within|during) (?:a|one|the same|any one|a single|any|each|every)) "
    r"(?P<per>day|week|phase))\b",
    re.IGNORECASE,
)
_AN_ACT = "When you "
# The events of which each is one deed. Purchases can be of several pieces.
_OPPOSITE = {WINNERS: LOSERS, LOSERS: WINNERS}  # whose row ends
_COUNTED = {"match-over", "proposal-enacted", "proposal-failed", "proposal-submitted", "trade-made", "does"}

Said = Callable[[str, Law], Iterator[tuple[Occasion, list[dict[str, Any]], Callable[[Occasion], str], dict[str, Any]]]]


def repeated_in(words: str, law: Law, reads: Said) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the titles and clauses of rules about a deed that a player repeats, in a row or within a period.

    `reads` yields how a sentence about one such deed may be read: the occasion, the steps, what makes a title for an
    occasion, and the clauses of new values.
    """
    found = _REPEATED.search(words)
    n = 0 if found is None else number(found["n"])
    if found is None or n < 2:
        return
    what = f"{found['what']}{'' if found['ends'] == 's' or found['what'].endswith(('ch', 'sh', 'ss', 'x')) else 'e'}"
    per = (found["per"] or "").casefold()
    once = f"{words[: found.start()]}{found['verb']} a {what}{words[found.end() :]}"
    for occasion, steps, title, values in reads(once, law):
        actor = occasion.actor
        is_counted = actor in _OPPOSITE if not per else occasion.when["when"] in _COUNTED and not occasion.once_each
        if actor is None or not is_counted:
            continue
        many, so_far = _names(occasion, n, per)
        count = f"{CALLED}{so_far}"
        begin = {"begin": {"when": PERIODS[per], "do": [{"reset": count, "of": EVERYBODY}]}} if per else {}
        does = _counting(occasion, steps, count, n, ends=_OPPOSITE.get(actor, "") if not per else "")
        clauses = {"count": {"value": count, "of": "player", "least": 0}, **values, **begin, "does": does}
        yield title(Occasion(many, occasion.when, occasion.roles)), clauses


def _names(occasion: Occasion, n: int, per: str) -> tuple[str, str]:
    """Return a title for several deeds of an occasion within a time, and a name for how many there are so far."""
    deeds = f"{n} {occasion.title[:1].lower()}{occasion.title[1:]}"
    if not per:
        return f"{deeds} in a row", f"{occasion.title} in a row"
    if occasion.title.startswith(_AN_ACT):  # one of the law's own actions
        deed = occasion.title.removeprefix(_AN_ACT)
        return f"{occasion.title} {n} times in a {per}", f"Times that you {deed} this {per}"
    return f"{deeds} in a {per}", f"{occasion.title} this {per}"


def _counting(occasion: Occasion, steps: list[dict[str, Any]], count: str, n: int, *, ends: str) -> dict[str, Any]:
    """Return the clause that counts a deed, and has the steps for each of its players who reaches the number.

    `ends` refers to the players whose row ends. Whoever has reached the number in a row begins to count again.
    """
    actor = occasion.actor
    conditions = list(occasion.conditions)
    limited = {} if not conditions else {"if": conditions[0] if len(conditions) == 1 else {"all": conditions}}
    if actor in ONE_PLAYER:
        reached: dict[str, Any] = {"if": _is_reached(count, actor, n), "then": steps}
    else:
        those = {"players": "players", "where": {"all": [{"member": "$it", "of": actor}, _is_reached(count, "$it", n)]}}
        theirs = json.loads(json.dumps(steps).replace(json.dumps(actor), json.dumps("$them")))
        again = [{"reset": count, "of": "$them"}] if ends else []
        reached = {"each": "them", "in": those, "do": [*theirs, *again]}
    ended = [{"reset": count, "of": ends}] if ends else []
    return {**occasion.when, **limited, "do": [{"raise": count, "by": 1, "of": actor}, *ended, reached]}


def _is_reached(count: str, player: str, n: int) -> dict[str, Any]:
    return {"is": [{"value_of": count, "of": player}, "equals", n]}
