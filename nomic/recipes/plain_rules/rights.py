"""Rights of players: "Once per phase every player can take 2 Chips" becomes an action with a limit."""

import re
from typing import Any

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.things import NUMBER, ROLL, Thing, number, thing_pattern, things_of


def _often(times: str, per: str) -> str:
    """Return the pattern of "twice per week", whose groups are called `times` and `per`."""
    return (
        rf"(?:(?:at most |up to |no more than )?(?P<{times}>once|twice|{NUMBER} times?) )?"
        rf"(?:(?:an?|per|each|every|in (?:an?|each|every)) (?P<{per}>day|week|phase))"
    )


_ALL = r"(?:you|players|all players|everyone|everybody|(?:a|any|every|each) player|anyone|anybody)"
_MAY = r"(?:may|can|(?:is|are) allowed to|gets? to)"
_VERBS = r"(?P<verb>take|gain|get|collect|claim|draw|grab|win|earn|receive)"
_DICE = rf"(?:(?P<roll>{ROLL})(?: of)?|(?:an? die|(?P<dice>{NUMBER}) dice) of)"
_PAYS = r"(?:pay|spend|exchange|give up|destroy|discard|sacrifice|trade in|turn in|burn|lose)"


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
    n: Any = number(found["n"]) if found["n"] else {"roll": found["roll"] or f"{number(found['dice'] or '1')}d6"}
    limit = _limit(found)
    thing = things_of(law)[found["thing"].casefold()]
    if not n or not limit["times"]:
        return None
    title = f"Take {n} {found['thing'].title()}" if found["n"] else f"Roll for {found['thing'].title()}"
    return title, {"take": {"action": title, "limit": limit, "do": [thing.gain(n, "$me")]}}


def exchange_in(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a rule by which players pay for something: "You may spend 3 Chips to gain a Key".

    If the sentence sets no limit, only the price limits how often they do so.
    """
    things = thing_pattern(law)
    found = re.compile(
        rf"(?:{_often('times', 'per')},? )?{_ALL} {_MAY} {_PAYS} (?P<price>{NUMBER}) (?P<paid>{things}) "
        rf"(?:(?:to|and|in order to) {_VERBS}|(?:in (?:exchange|return) )?for|to buy) (?P<n>{NUMBER})(?: extra| more)? "
        rf"(?P<thing>{things})(?:,? {_often('later', 'span')})?",
        re.IGNORECASE,
    ).fullmatch(words)
    if found is None or (found["per"] and found["span"]):
        return None
    thing, paid = (things_of(law)[found[name].casefold()] for name in ("thing", "paid"))
    n, price = number(found["n"]), number(found["price"])
    if paid.kind != "item" or not n or not price:
        return None
    title = f"Exchange {_amount(price, paid, law)} for {_amount(n, thing, law)}"
    limited = {"limit": _limit(found)} if found["per"] or found["span"] else {}
    if limited and not limited["limit"]["times"]:
        return None
    return title, {"exchange": {"action": title, **limited, "costs": {paid.name: price}, "do": [thing.gain(n, "$me")]}}


def _amount(n: int, thing: Thing, law: Law) -> str:
    item = items_of(law).get(thing.name)
    return f"{n} {thing.name if item is None or n == 1 else item.plural}" if thing.name else f"{n} card{'s'[n == 1 :]}"


def _limit(found: re.Match[str]) -> dict[str, Any]:
    """Return how often something may be done, as the groups of `_often` say."""
    said = (found["times"] or found["later"] or "once").casefold()
    times = 1 if said == "once" else 2 if said == "twice" else number(said.split(" ")[0])
    return {"times": times, "per": (found["per"] or found["span"]).casefold()}
