"""Every whole number in the law may be worked out when it counts, or there is a reason why not."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

import pytest
from pydantic import BaseModel

from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.schema.value_kinds import VALUE_KINDS
from nomic.effects.language.nodes.base import NODES, fields_of, word_of
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds import plain
from nomic.law.document.sections import registered_sections

ORDER = "it only orders entries, and what is read first is the same for everybody"
GAME = "a match is replayed from its export alone, without the cycle, so its game has numbers that are written down"
BOARD = "it is the size of a board, on which moves have been made"
CLOCK = "phases and pages say long before when this happens, and nothing that players do moves it"
SINCE = "it is counted back from the past by the law of now, and so is set at no instant"
WHO = "rules ask who plays and who is reputable, so this would ask itself"
REACH = "those who propose or vote have to know beforehand what they may change or fill"
FORM = "forms and bots know it before anybody acts; a ban may say less"
STORED = "it holds at every instant: what is kept would change by itself, and no entry would say so"
VOTED = "a table has what votes have put into it"
CARD = "it is what a card is; an effect changes cards"
SHAPE = "it says whether an office is one player or several, and so what kind of value it is"
RANDOM = "random cards are also drawn in games, where rules keep nothing; an effect says chances of its own"

# What is not worked out, and why. A star stands for any part of a place.
WRITTEN_DOWN: Mapping[str, str] = {
    "*/place": ORDER,
    "exoptosis/*": GAME,
    "battles/at_least": GAME,
    "battles/hands_within_minutes": GAME,
    "duels/at_least": GAME,
    "duels/*_minutes": GAME,
    "knucklebones/*": GAME,
    "tetromic/*": GAME,
    "dungeon/*": GAME,
    "calendar/*": CLOCK,
    "membership/*": WHO,
    "court/*": SINCE,
    "cards/*/values/*": CARD,
    "modifiers/*/turns_into/values/*": CARD,
    "collections/*/chance": RANDOM,
    "action/with/*/least list": FORM,
    "action/with/*/most list": FORM,
    "action/with/*/longest": FORM,
    "*/may/change/*/most": REACH,
    "class/ballot/seats": REACH,
    "value*/starts": STORED,
    "value*/least": STORED,
    "value*/most": STORED,
    "value*/longest": STORED,
    "table/rows/*": VOTED,
    "office/seats": SHAPE,
    "language/shares/within": "it belongs to a comparison of cards in a game",
    "language/change/tick": "a counter goes up by ones; repeat the step for more",
}


def numbers_of(schema: Mapping[str, Any], defs: Mapping[str, Any], path: str, seen: frozenset[str] = frozenset()
               ) -> Iterator[tuple[str, bool]]:  # fmt: skip
    """Each place of a whole number, with whether something worked out may stand there in its stead."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from numbers_of(defs[name], defs, path, seen | {name})
        return
    ways = [way for word in ("anyOf", "oneOf", "allOf") for way in schema.get(word, ())]
    is_worked_out = any(way.get("format") == "value" for way in ways)
    for way in ways:
        for where, can in numbers_of(way, defs, path, seen):
            yield where, can or (is_worked_out and where == path)
    if schema.get("type") == "integer":
        yield path, False
    below = {**schema.get("properties", {}), **schema.get("patternProperties", {})}
    for key, part in below.items():
        yield from numbers_of(part, defs, f"{path}/{key if key in schema.get('properties', {}) else '-'}", seen)
    for word in ("additionalProperties", "items"):
        if isinstance(schema.get(word), dict):
            yield from numbers_of(schema[word], defs, f"{path}/-", seen)
    for part in schema.get("prefixItems", ()):
        yield from numbers_of(part, defs, f"{path}/-", seen)


def of_model(name: str, model: type[BaseModel]) -> Iterator[tuple[str, bool]]:
    schema = model.model_json_schema(by_alias=True)
    yield from numbers_of(schema, schema.get("$defs", {}), name)


def every_number() -> dict[str, bool]:
    """Each place with a whole number; the clauses by their kinds, the language by its words."""
    found = [each for name, section in registered_sections().items() for each in of_model(name, section.schema)]
    for word, kind in kinds().items():
        found += of_model(word, kind.schema)
    for word, model in VALUE_KINDS.items():
        found += of_model(f"value {word}", model)
    for head, node in NODES.items():
        slots = slots_of(node)
        found += [
            (f"language/{head}/{word_of(field)}", False)
            for field in fields_of(node)
            if isinstance(slots[field], plain.IntegerSlot)
        ]
    # Of several kinds of arguments, numbers have bounds that may be worked out, and lists have not.
    numbers: dict[str, bool] = {}
    for place, can in found:
        numbers[place] = numbers.get(place, False) or can
        if place in ("action/with/-/least", "action/with/-/most") and not can:
            numbers[f"{place} list"] = False
    return numbers


NUMBERS = every_number()


CONSTANT = sorted(place for place, can in NUMBERS.items() if not can)


@pytest.mark.parametrize("place", CONSTANT)
def test_what_is_written_down_has_a_reason(place: str) -> None:
    assert [why for pattern, why in WRITTEN_DOWN.items() if fnmatchcase(place, pattern)]


def test_every_reason_is_one_for_some_number() -> None:
    """One that may be worked out by now is struck from the table."""
    assert [each for each in WRITTEN_DOWN if not any(fnmatchcase(place, each) for place in CONSTANT)] == []


def test_the_numbers_that_are_worked_out() -> None:
    """None of them has been lost."""
    assert sorted(place for place, can in NUMBERS.items() if can) == [
        "action/costs/-",
        "action/limit/times",
        "action/with/-/least",
        "action/with/-/most",
        "battles/cards_at_least",
        "class/costs/-",
        "class/lasts/hours",
        "class/lasts/phases",
        "class/seconds/n",
        "class/seconds/within",
        "class/votes/quorum",
        "class/votes/weight",
        "duels/per_phase",
        *(f"dungeon/enemies/-/behaviour/-/{way}/hexes" for way in ("charge", "chase", "flee", "wander")),
        "office/filled_by/election/ends/days",
        "office/filled_by/election/ends/hours",
        "office/filled_by/election/ends/phases",
        "office/filled_by/price/-",
        "office/removed_by",
        "office/until/days",
        "office/until/hours",
        "office/until/phases",
        "proposals/most_open",
        "shop/offers/-/costs/-",
        "tetromic/gain",
        "tetromic/points",
        "trades/most_open",
        "trades/within_hours",
        "voting/votes/quorum",
        "voting/votes/weight",
    ]
