"""Drafts amendments from the words of a proposal, as players have always written them.

    In Rule '''Actions''' add a subrule '''Naps''' reading: <blockquote>Anybody may nap.</blockquote>
    Amend rule '''Luck''' by replacing "a die" with "two dice". Repeal rule '''Betting'''.

Rules can be drafted this way, and single values: "change the price of a Handy Pack from 12 to 15". A sentence that
reads like an order but cannot be carried out is reported. A sentence without an order is ignored. Drafting again does
not add what the draft already contains.

`text` finds the orders of a text, `forms` is the table of their forms, and `parser` reads one order by that table.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas, pointer, value_at
from nomic.law.labels.value_labels import path_of
from nomic.law.rules.placeholders import PLACEHOLDER, shown_instead
from nomic.web.composer.orders.block_texts import asides
from nomic.web.composer.orders.by_hand_lines import without_by_hand
from nomic.web.composer.orders.one_time_orders import EVERY_TIME, HOLDS_ON, goes_on, may_be_once
from nomic.web.composer.orders.reader import NOTHING_DONE, Drafting, Reader, shortened
from nomic.web.composer.orders.recognise_orders import COMMAND, begins_an_order, is_order
from nomic.web.composer.orders.splitting.sentences import sentences
from nomic.web.typed_amendments import CannotBuild, Operation

FEWEST_SHARED, SHARED_PART = 3, 0.7  # words by which a statement is what a new rule says
_WORD = re.compile(r"[^\W\d_]{3,}")
_FIGURE = re.compile(r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|twice|double|half)\b", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:not?|never|nobody|none|without|cannot|\w+n['’]t)\b", re.IGNORECASE)
_LITTLE = """
    the and for who whoever get gain receive give with that this then when whenever each every player they their
    them you your has have are was from will can may must shall also all any one
"""
_SAYS_LITTLE = frozenset(_LITTLE.split())
_NAMES_SOMETHING = re.compile(r"[“\"\d]|\brules?\b", re.IGNORECASE)


def draft_from(law: Law, text: str, before: list[Operation], title: str = "") -> Drafting:
    """Return the operations that a text asks for, on top of the operations `before`, which the result does not repeat.

    `title` is the proposal's title. The first new rule without a title takes it.

    Raises CannotBuild if the operations `before` do not make a law that fits its schemas.
    """
    try:
        made = amended_draft(law.document, before)
    except (AmendmentsDoNotApply, LawInvalid):
        made = {}
    if not fits_its_schemas(made):
        raise CannotBuild(
            "amendments", "The amendments so far do not make a valid law. Correct them or remove the wrong ones."
        )
    words, by_hand = without_by_hand(text)
    done = _carried_out(law, made, words, title) if before else NOTHING_DONE
    now = Law(made) if before else law  # the same law finds its values by the same index
    reader = Reader(law, now, words, before, by_hand, done, title)
    return _with_asides(reader.read(), [*asides(words), *reader.asides])


def _with_asides(found: Drafting, remarks: Sequence[str]) -> Drafting:
    """Report the remarks in brackets, whose orders are not carried out.

    Returns `found`, which is changed in place.
    """
    by_hand = {each.rstrip(".!") for each in found.by_hand}
    for remark in remarks:
        orders = [each for each in sentences(remark) if is_order(each) and _NAMES_SOMETHING.search(each)]
        if orders := [each for each in orders if each.rstrip(".!") not in by_hand]:
            found.left += [(each, "it is in brackets, so it was read as a remark") for each in orders]
        else:
            found.notes.append(f"Left out as a remark, because it is in brackets: “{shortened(remark)}”")
    return found


def _carried_out(law: Law, made: Mapping[str, Any], text: str, title: str) -> dict[int, str]:
    """Return what is left of each order that the drafted law already executes, by its index. Mostly, that is "".

    An order counts if all its operations on the current law are in the drafted law.
    """
    reader = Reader(law, law, text, [], title=title)
    reader.read()
    wanted = reader.now.document
    added = {(rule["title"], rule["body"], rule.get("parent")) for rule in made["rules"].values()}

    def is_there(operation: Operation) -> bool:
        path = path_of(str(operation["path"]))
        new, now = _value_or_none(wanted, path), _value_or_none(made, path)
        if path[0] == "rules" and operation["op"] == "add" and isinstance(new, dict):
            return now == new or (new["title"], new["body"], new.get("parent")) in added
        return bool(now == new)

    return {
        place: reader.rests.get(place, "")
        for place, operations in reader.operations_of.items()
        if operations and all(is_there(operation) for operation in operations if operation["op"] != "test")
    }


def _value_or_none(document: Mapping[str, Any], path: Sequence[str]) -> Any:
    try:
        return value_at(document, pointer(*path))
    except LookupError:
        return None


@dataclass
class OrdersLeft:
    """The orders of a proposal that its amendments do not execute, and those left to its author."""

    undone: list[str] = field(default_factory=list)
    once: list[str] = field(default_factory=list)  # what one of the proposal's own effects may do
    by_hand: list[str] = field(default_factory=list)
    kept_names: list[str] = field(default_factory=list)  # notes on things whose name only changes in words

    @property
    def commands(self) -> list[str]:
        """The undone orders that the proposal itself would have to carry out, and players cannot."""
        return [order for order in self.undone if begins_an_order(order)]

    @property
    def statements(self) -> list[str]:
        """The other undone orders: statements, which players can follow themselves."""
        return [order for order in self.undone if not begins_an_order(order)]


def orders_left(
    law: Law,
    text: str,
    amendments: list[Operation],
    title: str = "",
    *,
    does_something_once: bool = False,
    does: Sequence[str] = (),
) -> OrdersLeft:
    """Return the orders in a proposal's text that the amendments do not execute, whether understood or not.

    Voters see these orders beside the amendments, because only amendments take effect. `does` holds the sentences about
    what the new law does: a statement that says the same in other words is not an order. If the amendments no longer
    fit the law, the result has only the orders left to the author.
    """
    try:
        found = draft_from(law, text, amendments, title)
    except CannotBuild:
        return OrdersLeft(by_hand=without_by_hand(text)[1])
    said = [*does, *_numbers_said(law, amendments)] if found.left else []
    found.left = [(order, why) for order, why in found.left if not any(_describes(order, each) for each in said)]
    recurs = {order for order, why in found.left if why in (EVERY_TIME, HOLDS_ON)}
    undone = [*(order for order, _ in found.left), *found.added, *found.once]
    if found.once:
        undone.sort(key=lambda order: text.find(order))
    is_once = {order for order in undone if order in found.once or (order not in recurs and _may_be_once(order))}
    once = [order for order in undone if does_something_once and order in is_once]
    return OrdersLeft([order for order in undone if order not in once], once, found.by_hand, found.kept_names)


def _may_be_once(order: str) -> bool:
    return may_be_once(order) and not goes_on(order)


def _numbers_said(law: Law, amendments: list[Operation]) -> list[str]:
    """Return the sentences of the rules that amendments write which quote values of the law, with these values."""
    try:
        made = Law(amended_draft(law.document, amendments))
    except (AmendmentsDoNotApply, LawInvalid):
        return []
    values = [each.get("value") for each in amendments if each.get("op") in ("add", "replace")]
    bodies = [value.get("body") if isinstance(value, dict) else value for value in values]
    quoting = [each for body in bodies if isinstance(body, str) for each in sentences(body) if PLACEHOLDER.search(each)]
    return [PLACEHOLDER.sub(lambda match: shown_instead(made, match), each) for each in quoting]


def _describes(order: str, said: str) -> bool:
    """Return whether a statement says in other words what a sentence about the new law says.

    It commands nothing, has the same numbers, and shares nearly all words that say something.
    """
    if COMMAND.match(order) is not None or _DENIES.search(order) or _DENIES.search(said):
        return False
    if set(_FIGURE.findall(order)) - set(_FIGURE.findall(said)):
        return False
    words, others = _telling(order), _telling(said)
    shared = [word for word in words if any(word.startswith(each) or each.startswith(word) for each in others)]
    return len(shared) >= FEWEST_SHARED and len(shared) >= SHARED_PART * len(words)


def _telling(words: str) -> set[str]:
    return {each.casefold().rstrip("s") for each in _WORD.findall(words)} - _SAYS_LITTLE
