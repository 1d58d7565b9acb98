"""What players may do: "Once per phase every player can take 2 Chips" becomes an action with a limit."""

import re
from typing import Any

from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.things import NUMBER, number, thing_pattern, things_of


def _often(times: str, per: str) -> str:
    """Return the pattern of "twice per week", whose groups are called `times` and `per`."""
    return (
        rf"(?:(?P<{times}>once|twice|{NUMBER} times?) )?"
        rf"(?:(?:an?|per|each|every|in (?:an?|each|every)) (?P<{per}>day|week|phase))"
    )


_ALL = r"(?:you|players|all players|everyone|everybody|(?:a|any|every|each) player|anyone|anybody)"
_MAY = r"(?:may|can|(?:is|are) allowed to|gets? to)"
_VERBS = r"(?P<verb>take|gain|get|collect|claim|draw|grab|win|earn|receive)"
_DICE = rf"(?:an? die|(?P<dice>{NUMBER}) dice) of"


def sale_in(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a rule that sells something: "Players can buy a card for 8 Chips"."""
    things = thing_pattern(law)
    found = re.compile(
        rf"{_ALL} {_MAY} (?:buy|purchase|get) (?P<n>{NUMBER})(?: extra| more)? (?P<thing>{things}) for "
        rf"(?P<price>{NUMBER}) (?P<paid>{things})",
        re.IGNORECASE,
    ).fullmatch(words)
    if found is None:
        return None
    thing, paid = (things_of(law)[found[name].casefold()] for name in ("thing", "paid"))
    n, price = number(found["n"]), number(found["price"])
    if paid.kind != "item" or not n or not price:
        return None
    title = f"Buy {n} {found['thing'].title()}"
    return title, {"buy": {"action": title, "costs": {paid.name: price}, "do": [thing.gain(n, "$me")]}}


def right_in(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a rule that lets players do something, or None for other sentences."""
    things = thing_pattern(law)
    found = re.compile(
        rf"(?:{_often('times', 'per')},? )?{_ALL} {_MAY} {_VERBS} (?:{_DICE}|(?P<n>{NUMBER}))(?: extra| more| free)? "
        rf"(?P<thing>{things})(?: for free)?(?:,? {_often('later', 'span')})?",
        re.IGNORECASE,
    ).fullmatch(words)
    if found is None or bool(found["per"]) == bool(found["span"]):
        return None  # without a limit, or with two, it is not clear how often
    said = (found["times"] or found["later"] or "once").casefold()
    times = 1 if said == "once" else 2 if said == "twice" else number(said.split(" ")[0])
    n: Any = number(found["n"]) if found["n"] else {"roll": f"{number(found['dice'] or '1')}d6"}
    thing = things_of(law)[found["thing"].casefold()]
    if not n or not times:
        return None
    title = f"Take {n} {found['thing'].title()}" if found["n"] else f"Roll for {found['thing'].title()}"
    limit = {"times": times, "per": (found["per"] or found["span"]).casefold()}
    return title, {"take": {"action": title, "limit": limit, "do": [thing.gain(n, "$me")]}}
