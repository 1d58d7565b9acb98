"""Reads what happens once when a proposal passes: "Upon enactment, every player gains 3 Coins".

Orders such as "Give every player 3 Coins" need no such beginning. A statement needs it, because without it, it may mean
what happens again and again. Players cannot be named, because a text is read without knowing who plays.
"""

import re
from typing import Any

from nomic.clauses.compiled import clauses_of, value_words
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.sentences import A_NUMBER, PHRASES, figure

Step = dict[str, Any]

_THIS = r"(?: of this (?:proposal|motion))?"
_UPON = re.compile(
    rf"(?:(?:upon|on|at|after) (?:its|the|this proposal['’]s)? ?(?:enactment|adoption|passing){_THIS}"
    r"|(?:if|when|once|as soon as) this (?:(?:proposal|motion) )?(?:passes|(?:is|has been) (?:enacted|adopted|passed))"
    r"|immediately|once only|just once),? ",
    re.IGNORECASE,
)
_AUTHOR = r"(?:the|its) (?:author|proposer)(?: of this (?:proposal|motion))?"
_WHO = "|".join(
    f"(?P<{name}>{said})"
    for name, said in (*((name, PHRASES[name]) for name in ("active", "reputable", "all")), ("author", _AUTHOR))
)
_WHAT = rf"(?P<n>{A_NUMBER}) (?:extra |additional |more |new )?(?P<what>[^\d,;:.]{{1,60}}?)(?: each)?"
_MORE = r"gains?|gets?|receives?|earns?|(?:is|are) (?:given|granted|awarded|paid)"
# How one step is said, and whether somebody gains by it. Each begins where the sentence, or a part of it, does.
_FORMS = (
    (re.compile(rf"(?:{_WHO}) (?:each )?(?:{_MORE}) {_WHAT}", re.IGNORECASE), True, False),
    (re.compile(rf"(?:{_WHO}) (?:each )?(?:loses?|pays?) {_WHAT}", re.IGNORECASE), False, False),
    (re.compile(rf"(?:give|grant|award|pay) (?:{_WHO}) {_WHAT}", re.IGNORECASE), True, True),
    (re.compile(rf"(?:give|grant|award|pay) {_WHAT} to (?:{_WHO})", re.IGNORECASE), True, True),
    (re.compile(rf"(?:take|deduct|remove|revoke) {_WHAT} from (?:{_WHO})", re.IGNORECASE), False, True),
)
_AND = re.compile(r",? and |, |; ", re.IGNORECASE)
_ALSO = re.compile(_WHAT, re.IGNORECASE)


def effects_once(order: str, law: Law) -> list[Step] | None:
    """Return the effects that an order has once under a law, or None if a part of it is not read."""
    words = order.strip().rstrip(" .!;:")
    upon = _UPON.match(words)
    parts = _AND.split(words if upon is None else words[upon.end() :])
    steps: list[Step] = []
    last: tuple[Any, bool] | None = None
    for part in parts:
        found = _read(part, is_said_once=upon is not None)
        if found is not None:
            last = (_people(found[0]), found[1])
        more = found[0] if found is not None else _ALSO.fullmatch(part) if last is not None else None
        step = None if more is None or last is None else _step(law, more["n"], more["what"], *last)
        if step is None:
            return None
        steps.append(step)
    return steps


def _read(part: str, *, is_said_once: bool) -> tuple[re.Match[str], bool] | None:
    for form, gains, is_order in _FORMS:
        if (is_order or is_said_once) and (found := form.fullmatch(part)) is not None:
            return found, gains
    return None


def _people(found: re.Match[str]) -> Any:
    if found["author"]:
        return "$me"
    return {"players": "active" if found["active"] else "reputable" if found["reputable"] else "players"}


def _step(law: Law, said: str, what: str, who: Any, gains: bool) -> Step | None:
    """Return the step by which players gain or lose a number of items, or of a value that each player has."""
    count, plain = int(figure(said.casefold())), what.casefold()
    items = items_of(law).items()
    item = next((name for name, item in items if plain in (name.casefold(), item.plural.casefold())), "")
    if count == 0:
        return None
    if item:
        return {"grant": item, "n": count, "to": who} if gains else {"revoke": item, "n": count, "from": who}
    value = next((name for name in clauses_of(law).values if name.casefold() == plain), "")
    kept = value_words(law).get(value)
    if kept is None or kept.kind != "number" or not kept.of_players or clauses_of(law).values[value].clause.by:
        return None
    return {"raise": value, "by": count if gains else -count, "of": who}
