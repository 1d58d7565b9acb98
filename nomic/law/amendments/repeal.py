"""Repealing a rule. The author of the proposal decides about everything that depends on the rule.

    {"repeal": "the-croupier", "take_along": true}
    {"repeal": "the-croupier", "move_to": "items"}

In amendments such a line is expanded to the RFC 6902 operations that implement it. The places that belong to a rule and
its subrules are either removed with it or move to another rule. Its own clauses are removed with it unless they are
moved.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.law.document.sections import Document, Flaw, LawInvalid, has_value_at, pointer

Operation = dict[str, Any]

WORD = "repeal"
FIELDS = frozenset((WORD, "take_along", "move_to"))
STEP = 10  # between the places of neighbouring rules
MAX_LISTED = 20


@dataclass(frozen=True, slots=True)
class Dependents:
    """What depends on a rule: JSON pointers to places of the law, ids of its subrules, and names of its clauses."""

    places: tuple[str, ...]
    subrules: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def needs_an_answer(self) -> bool:
        """Whether the author has to decide what happens to the places and subrules."""
        return bool(self.places or self.subrules)

    @property
    def words(self) -> str:
        """The places and subrules as a list for an error message."""
        named = [*self.places, *(f"the rule {id_}" for id_ in self.subrules)]
        more = len(named) - MAX_LISTED
        return ", ".join([*named[:MAX_LISTED], *([f"and {more} more"] if more > 0 else [])])


def dependents_of(document: Document, id_: str) -> Dependents:
    """Return what depends on a rule and would remain after its repeal. The document need not be a valid law yet."""
    rules = document["rules"]
    return Dependents(
        tuple(
            place for place, rule in sorted(_belongs(document).items()) if rule == id_ and has_value_at(document, place)
        ),
        tuple(sorted(other for other, rule in rules.items() if rule.get("parent") == id_)),
        tuple(sorted(rules[id_].get("clauses", {}))),
    )


def form_flaws(where: str, operation: Mapping[str, Any]) -> list[Flaw]:
    """Return the flaws in the form of a repeal operation, whose JSON pointer is `where`."""
    flaws = [Flaw(f"{where}/{name}"[:80], "unknown field") for name in sorted(operation.keys() - FIELDS)]
    for name in (WORD, "move_to"):
        if name in operation and (not isinstance(operation[name], str) or len(operation[name]) > 80):
            flaws.append(Flaw(f"{where}/{name}", "the id of a rule"))
    if operation.get("take_along", True) is not True:
        flaws.append(Flaw(f"{where}/take_along", "true, or leave it out"))
    if "take_along" in operation and "move_to" in operation:
        flaws.append(Flaw(where, "choose one: repeal the rule's dependents too (take_along) or move them (move_to)"))
    return flaws


def repeal_operations(document: Document, operation: Mapping[str, Any], where: str = "") -> list[Operation]:
    """Return the operations that a repeal stands for. Flaws are reported below the JSON pointer `where`.

    Raises LawInvalid if there is no such rule, or the repeal does not decide what happens to the rule's places and
    subrules.
    """
    id_, to, rules = operation[WORD], operation.get("move_to"), document["rules"]
    if id_ not in rules:
        raise LawInvalid([Flaw(f"{where}/{WORD}", f"there is no rule {id_!r}")])
    if to is not None:
        return list(_moved(document, id_, to, where))
    hanging = dependents_of(document, id_)
    if hanging.needs_an_answer and "take_along" not in operation:
        raise LawInvalid(
            [
                Flaw(
                    f"{where}/{WORD}",
                    f"the rule {id_!r} has dependents ({hanging.words}): remove them too (take_along: true), "
                    "or name the rule that takes them over (move_to)",
                )
            ]
        )
    return list(_taken_along(document, id_, where))


def _moved(document: Document, id_: str, to: str, where: str) -> Iterator[Operation]:
    """Yield operations that move everything of a rule, including its clauses, to the rule `to`, and remove the rule.

    Raises LawInvalid if the rule `to` cannot take them.
    """
    rules, hanging = document["rules"], dependents_of(document, id_)
    if to not in rules or to in _with_those_beneath(rules, id_):
        raise LawInvalid([Flaw(f"{where}/move_to", "name a rule that stays and is not a subrule of the repealed one")])
    clauses: dict[str, Any] = rules[to].get("clauses", {})
    if twice := sorted(clauses.keys() & set(hanging.clauses)):
        raise LawInvalid(
            [Flaw(f"{where}/move_to", f"the rule {to!r} already has clauses with these names: {', '.join(twice)}")]
        )
    for place, rule in sorted(_belongs(document).items()):
        if rule == id_ and place in hanging.places:
            yield {"op": "replace", "path": pointer("belongs", place), "value": to}
        elif rule == id_:
            yield {"op": "remove", "path": pointer("belongs", place)}
    last = max((_place(rule) for rule in rules.values() if rule.get("parent") == to), default=0)
    for count, child in enumerate(sorted(hanging.subrules, key=lambda child: (_place(rules[child]), child)), 1):
        yield {"op": "add", "path": pointer("rules", child, "parent"), "value": to}
        yield {"op": "add", "path": pointer("rules", child, "place"), "value": last + STEP * count}
    if hanging.clauses:
        moved = _requoted(rules[id_]["clauses"], pointer("rules", id_, "clauses"), pointer("rules", to, "clauses"))
        both = {**clauses, **moved}
        yield {"op": "add", "path": pointer("rules", to, "clauses"), "value": both}
    yield {"op": "remove", "path": pointer("rules", id_)}


def _requoted(clauses: Document, old: str, new: str) -> Document:
    """Return the clauses of a moved rule, in which short sentences quote values at their new place."""
    return {
        name: clause | {"says": clause["says"].replace(f"{{{{law|{old}/", f"{{{{law|{new}/")}
        if isinstance(clause.get("says"), str)
        else clause
        for name, clause in clauses.items()
    }


def _taken_along(document: Document, id_: str, where: str) -> Iterator[Operation]:
    """Yield operations that remove the rule, its subrules, and all places that belong to any of them.

    Raises LawInvalid if a place of a remaining rule would be removed too.
    """
    going = _with_those_beneath(document["rules"], id_)
    said = _belongs(document)
    places = [place for place, rule in sorted(said.items()) if rule in going and has_value_at(document, place)]
    outermost = [place for place in places if not any(_is_within(place, other) for other in places)]
    staying = {
        place: rule
        for place, rule in said.items()
        if rule not in going and rule in document["rules"] and any(_is_within(place, other) for other in outermost)
    }
    for place, rule in sorted(staying.items()):
        if has_value_at(document, place):
            detail = f"{place} would be removed too, but it belongs to the rule {rule!r}: move or remove it first"
            raise LawInvalid([Flaw(f"{where}/take_along", detail)])
    yield from ({"op": "remove", "path": place} for place in sorted(outermost, key=_in_lists, reverse=True))
    gone = {place for place, rule in said.items() if rule in going} | staying.keys()
    yield from ({"op": "remove", "path": pointer("belongs", place)} for place in sorted(gone))
    yield from ({"op": "remove", "path": pointer("rules", rule)} for rule in reversed(going))


def _with_those_beneath(rules: Mapping[str, Any], id_: str) -> list[str]:
    """Return a rule and all its subrules, parents first."""
    by_parent: dict[str, list[str]] = {}
    for other, rule in sorted(rules.items()):
        by_parent.setdefault(rule.get("parent") or "", []).append(other)
    found, waiting = dict.fromkeys([id_]), [id_]
    while waiting:
        for child in by_parent.get(waiting.pop(), ()):
            if child not in found:
                found[child] = None
                waiting.append(child)
    return list(found)


def _belongs(document: Document) -> dict[str, str]:
    said: dict[str, str] = document.get("belongs", {})
    return said


def _is_within(place: str, other: str) -> bool:
    return place.startswith(f"{other}/")


def _in_lists(place: str) -> list[tuple[int, str]]:
    """Return a sort key for places that compares list indexes as numbers.

    The caller removes later elements of a list first.
    """
    return [(int(part), "") if part.isdecimal() and len(part) < 9 else (-1, part) for part in place.split("/")]


def _place(rule: Mapping[str, Any]) -> int:
    place: int = rule.get("place", 0)
    return place
