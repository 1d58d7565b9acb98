"""Packs whose size and chances are worked out when they are opened."""

from typing import Any

import pytest

from exoptosis.explain.tables import packs_table
from nomic.law.document.sections import Document, Law, flaws_of
from tests.clauses.conftest import Clauses, with_clauses
from tests.support.hall import BATTLE, Hall, OpenCycle, cast, clock, cycle_16, hall, open_cycle
from tests.support.proofs import proof_of, verify_draws

__all__ = ["cast", "clock", "hall", "open_cycle"]

CHIPS = {"stock": "Chip", "of": "$me"}
HALF = {"times": [50, CHIPS]}
SIZE = {"smallest": [10, {"sum": [1, CHIPS]}]}
SECRETS: Clauses = {"luck": {"value": "Luck", "of": "player", "seen": "owner"}}


def with_pack(chance: Any = HALF, n: Any = SIZE, clauses: Clauses = SECRETS) -> Document:
    """Cycle 16, in whose Handy Packs are cards by the number of one's Chips."""
    law = with_clauses(cycle_16(), clauses)
    law["rules"]["handy-pack"] = {**law["rules"]["handy-pack"], "body": "Words that quote nothing."}
    card = {"card": "random", "collections": [["Common", chance], ["Rare", 0]]}
    contents = [{"add": card, "n": n, "to": "inventory", "of": "$me"}]
    return {**law, "packs": {**law["packs"], "Handy Pack": {**law["packs"]["Handy Pack"], "contents": contents}}}


def open_packs(open_cycle: OpenCycle, *given: Any) -> Hall:
    hall = open_cycle(with_pack(*given), joined=("ada", "bob", "eve"))
    hall.grant("ada", "Handy Pack", 5)
    return hall


def asked(hall: Hall) -> list[str]:
    """What the newest pack was rolled for."""
    entry = hall.entries("open-pack")[-1]
    return [drawn.purpose.rpartition(": ")[2] for drawn in entry.draws if "hit" in drawn.purpose]


def test_size_and_chances_are_those_of_the_opening(open_cycle: OpenCycle) -> None:
    """By what the player has then. The draws say with which chance, and how many cards there were."""
    hall = open_packs(open_cycle)
    before = len(hall.cards("ada"))
    for chips, chance in ((0, 0), (1, 50), (2, 100), (3, 100)):
        hall.do("ada", "open-pack", pack="Handy Pack")
        assert asked(hall) == [f"does Common hit ({chance} in 100)?", "does Rare hit (0 in 100)?"] * (chips + 1)
        hall.grant("ada", "Chip", 1)
    assert len(hall.cards("ada")) - before == 1 + 2 + 3 + 4
    hall.do("bob", "buy", offer="Handy Pack")
    hall.do("bob", "open-pack", pack="Handy Pack")
    assert len(asked(hall)) == 2
    hall.is_sound()


def test_the_proof_checks_the_number_of_draws(open_cycle: OpenCycle) -> None:
    """A draw more or less, or another chance, is found out."""
    hall = open_packs(open_cycle)
    hall.grant("ada", "Chip", 2)
    hall.do("ada", "open-pack", pack="Handy Pack")
    hall.to(BATTLE)
    assert not verify_draws.verify(proof_of(hall.cycle)).failures
    for tamper in (lambda draws: draws.pop(), lambda draws: draws.append(draws[0]), lambda draws: draws.clear()):
        proof = proof_of(hall.cycle)
        entry = next(each for each in proof["entries"] if each["action"] == "open-pack")
        assert len(entry["draws"]) >= 3 * 4
        tamper(entry["draws"])
        assert verify_draws.verify(proof).failures


def test_what_is_said_of_it() -> None:
    """In the sentences of the law."""
    (row,) = [row for row in packs_table(Law(with_pack())).rows if row[0] == "Handy Pack"]
    assert (
        "a random modifier from the collection Common (chance in per cent: 50 times the number of Chips you have)"
        in row[1]
    )


@pytest.mark.parametrize(
    ("chance", "place", "detail"),
    [
        (101, "", "a chance is between 0 and 100 per cent"),
        (-1, "", "a chance is between 0 and 100 per cent"),
        ({"players": "players"}, "/1", None),
        ({"value_of": "Nowhere"}, "/1/value_of", None),
    ],
)
def test_what_is_no_chance_is_refused_with_its_place(chance: Any, place: str, detail: str | None) -> None:
    (flaw,) = flaws_of(with_pack(chance))
    assert flaw.path == f"/packs/Handy Pack/contents/0/add/collections/0{place}"
    assert detail in (None, flaw.detail)


@pytest.mark.parametrize("is_called", [False, True])
def test_a_chance_that_reads_a_secret_is_refused(is_called: bool) -> None:
    """The record of draws tells each chance, by whatever name it goes."""
    secret = {"value_of": "Luck", "of": "$me"}
    law = with_pack("$chance" if is_called else {"sum": [1, secret]}, 1)
    steps = law["packs"]["Handy Pack"]["contents"]
    lets = [{"let": "mine", "be": secret}, {"let": "chance", "be": {"sum": ["$mine", 1]}}]
    steps[:0] = lets if is_called else []
    (flaw,) = flaws_of(law)
    assert flaw.path.startswith(f"/packs/Handy Pack/contents/{len(steps) - 1}/add/collections/0/1")
    assert flaw.detail == "this chance would reveal a secret"
    assert flaws_of(with_pack({"stock": "Chip", "of": "$me"})) == []
