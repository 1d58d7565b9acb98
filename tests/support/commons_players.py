"""Simulated players of *The Commons*: one function per character, which returns the acts that it wants."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import KeptValue
from nomic.cycles.actions.registry import Action
from nomic.proposals.models import Proposal
from tests.support.ministry_players import Character, Seat, Wish

WORLD = {  # the doors on the shortest way from each room to each other one
    "Green": {"Orchard": "Orchard", "Hall": "Hall", "Sawmill": "Hall", "Library": "Library", "Attic": "Library"},
    "Orchard": dict.fromkeys(("Green", "Hall", "Sawmill", "Library", "Attic"), "Green"),
    "Hall": {"Sawmill": "Sawmill", **dict.fromkeys(("Green", "Orchard", "Library", "Attic"), "Green")},
    "Sawmill": dict.fromkeys(("Hall", "Green", "Orchard", "Library", "Attic"), "Hall"),
    "Library": {"Attic": "Attic", **dict.fromkeys(("Green", "Orchard", "Hall", "Sawmill"), "Green")},
    "Attic": dict.fromkeys(("Library", "Green", "Orchard", "Hall", "Sawmill"), "Library"),
}
QUEST = {
    "op": "add",
    "path": "/rules/quests/clauses/quests/rows/Paint the gate",
    "value": {"Place": "Green", "Goods": "Plank", "Quantity": 2, "Worth": 4},
}
TALLER = {"op": "replace", "path": "/rules/market/clauses/buy/costs/Penny", "value": 2}


def quester(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Gathers, carries things to where a quest wants them, and finishes quests."""
    law = seat.hall.cycle.law.document["rules"]["quests"]["clauses"]["quests"]["rows"]
    for quest in seat.luck.sample(sorted(law), len(law)):
        yield "finish-quest", {"quest": quest}
    yield "gather", {}
    wanted = [row for row in law.values() if seat.has(row["Goods"]) >= row["Quantity"]]
    to = seat.luck.choice(wanted)["Place"] if wanted else seat.luck.choice(["Orchard", "Sawmill", "Attic"])
    yield from _towards(seat, to)
    yield "finish-quest", {"quest": seat.luck.choice(sorted(law))}
    yield "gather", {}


def merchant(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Picks Apples, sells them, saves, and bids for what others put up."""
    yield "gather", {}
    yield from _towards(seat, "Orchard")
    if seat.has("Apple") > 2:
        yield "sell-apples", {"apples": min(6, seat.has("Apple"))}
    if seat.has("Penny") > 5:
        yield "pay-in", {"pennies": seat.luck.randint(1, 5)}
    yield "take-out", {"pennies": 1}
    best = kept(seat, "Best bid")
    if seat.has("Penny") > best:
        yield "bid", {"pennies": best + 1}
    yield "buy-plank", {}


def seller(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Puts things up for auction, and finishes a quest now and then."""
    if "put-up" in can:
        yield "put-up", {"what": seat.one_of(can["put-up"], "what")}
    yield from quester(seat, can)


def speaker(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Proposes quests and a cheaper market, and stands for Warden."""
    known = {row.title for row in Proposal.objects.filter(cycle=seat.hall.pk)}
    if "Paint the gate" not in known:
        yield (
            "submit-proposal",
            {"title": "Paint the gate", "text": "It flakes.", "class": "quest-motion", "amendments": [QUEST]},
        )
    elif "Cheap planks" not in known:
        yield "submit-proposal", {"title": "Cheap planks", "text": "They are dear.", "amendments": [TALLER]}
    yield from quester(seat, can)


def _civic(character: Character) -> Character:
    """A character that first does what the house asks of everybody: stand, rank the candidates, open the chest."""

    def wishes(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
        if seat.luck.random() < 0.4:
            yield "stand-for-warden", {}
        if "vote-for-warden" in can:
            yield "vote-for-warden", _ranking(seat, can["vote-for-warden"])
        yield "open-chest", {}
        yield from character(seat, can)

    return wishes


def _ranking(seat: Seat, action: Action) -> dict[str, Any]:
    """All candidates in an order of one's own."""
    listed = {} if action.choices is None else action.choices(seat.hall.read_context(seat.name))
    ((argument, choices),) = listed.items()
    found = [choice.value for choice in choices]
    return {argument: seat.luck.sample(found, len(found))}


CHARACTERS: Mapping[str, Character] = {
    name: _civic(character)
    for name, character in (("ada", quester), ("bob", merchant), ("eve", seller), ("fay", speaker))
}


def _towards(seat: Seat, room: str) -> Iterator[Wish]:
    here = kept(seat, "Room", seat.name)
    if room in WORLD.get(here, {}):
        yield "walk", {"into": WORLD[here][room]}


def kept(seat: Seat, value: str, holder: str = "") -> Any:
    """A number that is kept, or the only member of a list."""
    clause = clauses_of(seat.hall.cycle.law).values[value].clause
    row = KeptValue.objects.filter(cycle=seat.hall.pk, name=value, holder=holder).first()
    if row is None:
        return clause.at_first if isinstance(clause.at_first, int) else next(iter(clause.at_first), "")
    return row.number if clause.kind == "number" else next(iter(json.loads(row.members or "[]")), "")
