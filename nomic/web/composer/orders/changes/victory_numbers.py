"""Sentences about how many of a thing win the cycle: "A player now wins the cycle with 8 Chips".

They are read only if exactly one victory condition counts the thing. Other sentences describe a new way to win.
"""

import re
from collections.abc import Iterator
from typing import Any

from nomic.law.document.sections import Law, pointer
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.recipes.plain_rules.things import NUMBER, number, thing_pattern, things_of
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.typed_amendments import Operation

_SOMEBODY = (
    r"(?:you|(?:a|the|any|every|each) player|players|somebody|someone|anyone|anybody|one|everyone|the winner|we)"
)
_TO_WIN = r"(?:in order )?to wins?(?: the (?:cycle|game))?"
_HAS = r"(?:has|have|owns?|possess(?:es)?|holds?|collects?|gets?|reach(?:es)?)"
_FORMS = (
    rf"{_SOMEBODY} (?:(?:now|will|only|just) ){{0,3}}(?:needs?|requires?|(?:must|have to|has to)(?: now)? {_HAS})"
    rf"(?: (?:now|only|just|at least)){{0,2}} <amount> {_TO_WIN}",
    rf"{_SOMEBODY} (?:(?:now|will|only|already) ){{0,3}}wins? (?:the (?:cycle|game) )?(?:(?:now|already|only) )?"
    rf"(?:with|at|by (?:having|owning|collecting)|(?:if|when|once|as soon as) (?:they|you|he|she|one) {_HAS})"
    r"(?: (?:only|just|at least)){0,2} <amount>",
    r"(?:now )?win(?: the (?:cycle|game))? (?:with|at|by (?:having|owning|collecting))(?: (?:only|just|at least)){0,2} "
    r"<amount>",
    rf"(?:now )?<amount> (?:are|is|(?:shall|should|will) be)(?: now)? (?:needed|required|enough) {_TO_WIN}",
)
# A number of the law that has to be exceeded, and sentences that say how many are enough.
_EXCEEDED = re.compile(r"(?:.*_)?more_than")
_SAYS_ENOUGH = re.compile(
    r"\b(?:needs?|needed|requires?|required|has|have|having|reach(?:es)?|enough|suffices?)\b", re.IGNORECASE
)
_EXCEEDS = re.compile(r"\b(?:more|greater|over|above|exceed\w*|beyond|past)\b", re.IGNORECASE)


def refuse_enough_for_more(order: str, operations: list[Operation]) -> None:
    """Raise NotPlaced if an order says how many of a thing are enough, and would set a number that has to be exceeded.

    "You need 60 coins to win" would become "more than 60" otherwise.
    """
    if _SAYS_ENOUGH.search(order) is None or _EXCEEDS.search(order) is not None:
        return
    for each in operations:
        if each["op"] == "replace" and _EXCEEDED.fullmatch(str(each["path"]).rpartition("/")[2]):
            raise NotPlaced(f"the law says “more than”, so {each['value']} would not be enough: write “more than …”")


def victory_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence about how many of a thing win, or None for other sentences.

    The list is empty if the law says so already.
    """
    if len(words) > LONGEST:
        return None
    plain = bare_sentence(words)
    for form in law.once("sentences about victory", lambda: [*map(_compiled(law), _FORMS)]):
        if (found := form.fullmatch(plain)) is not None:
            thing = things_of(law)[found["thing"].casefold()]
            counts = [*_counts_of(law, thing.name)] if thing.kind in ("item", "value") else []
            if len(counts) != 1 or not number(found["n"]):
                return None
            (path, now), n = counts[0], number(found["n"])
            if found["old"] and number(found["old"]) != now:
                return None
            tests = {"op": "test", "path": path, "value": now}
            return [] if n == now else [tests, {"op": "replace", "path": path, "value": n}]
    return None


def _compiled(law: Law) -> Any:
    amount = rf"(?P<n>{NUMBER}) (?P<thing>{thing_pattern(law)})"
    instead = (
        rf"(?: now)?(?:,? (?:instead of|rather than|not)(?: with)? (?P<old>{NUMBER})(?: (?:{thing_pattern(law)}))?)?"
    )
    return lambda form: re.compile(form.replace("<amount>", amount) + instead, re.IGNORECASE)


def _counts_of(law: Law, thing: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers of an item, or of a value of players, that conditions of victory ask for, by path."""
    for id_, rule in law.document["rules"].items():
        for name, clause in (rule.get("clauses") or {}).items():
            if "wins" in clause:
                yield from _within(clause["wins"], thing, pointer("rules", id_, "clauses", name, "wins"))


def _within(value: Any, thing: str, path: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, dict):
        match value.get("is"):
            case [{"stock": owned} | {"value_of": owned}, "at_least", int(n)] if owned == thing:
                yield f"{path}/is/2", n
        for key, part in value.items():
            yield from _within(part, thing, f"{path}{pointer(key)}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _within(part, thing, f"{path}/{place}")
