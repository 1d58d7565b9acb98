"""Secret draws are proved later: a key announced at first, a commitment at the draw, and a proof at the reveal."""

import copy
import json
from typing import Any

import pytest
from django.test import Client

from nomic.chance import verifiable_draws
from nomic.clauses.models import HiddenDraws
from nomic.corrections.models import Correction
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Entry
from tests.clauses.conftest import Clauses, OpenWith, open_with
from tests.clauses.test_roles_and_pledges import HIDDEN
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall, clock, hall, open_cycle
from tests.support.proofs import proof_of, verify_draws

__all__ = ["clock", "hall", "open_cycle", "open_with"]

SHOW: Clauses = {
    **HIDDEN,
    "show": {"action": "Show the roles", "do": [{"reveal": "Role"}]},
    "show-one": {
        "action": "Show a role",
        "with": {"whose": {"is": "player", "or_self": True}},
        "do": [{"reveal": "Role", "of": "$whose"}],
    },
    "spoil": {"action": "Change sides", "do": [{"set": "Role", "to": "Villager", "of": "$me"}]},
}


def openings(hall: Hall) -> list[dict[str, Any]]:
    return [event for entry in hall.entries() for event in entry.events if event["kind"] == "draws-opened"]


def commitments(entry: Entry) -> list[str]:
    return [event["commitment"] for event in entry.events if event["kind"] == "secret-draws"]


def checked(hall: Hall) -> Any:
    return verify_draws.verify(proof_of(hall.cycle))


def test_the_function_is_that_of_the_standard() -> None:
    """Example 10 of RFC 9381; the script accepts the proof, and no other."""
    key = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
    proof = verifiable_draws.prove(key, b"sample")
    assert proof.hex() == (
        "035b5c726e8c0e2c488a107c600578ee75cb702343c153cb1eb8dec77f4b5071b4a53f0a46f018bc2c56e58d383f2305e0"
        "975972c26feea0eb122fe7893c15af376b33edf7de17c6ea056d4d82de6bc02f"
    )
    found = "a3ad7b0ef73d8fc6655053ea22f9bede8c743f08bbed3d38821f0e16474b505e"
    assert verifiable_draws.output(proof.hex()) == found
    public = bytes.fromhex("0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6")
    assert verify_draws.proved_output(public, b"sample", proof).hex() == found
    assert verify_draws.proved_output(public, b"Sample", proof) is None
    assert verify_draws.proved_output(bytes([2, *public[1:]]), b"sample", proof) is None
    for place in range(0, 81, 5):
        other = bytes([*proof[:place], proof[place] ^ 1, *proof[place + 1 :]])
        assert verify_draws.proved_output(public, b"sample", other) is None


def test_roles_are_dealt_with_a_commitment_and_opened_with_a_proof(open_with: OpenWith) -> None:
    hall = open_with(SHOW)
    dealt = hall.do("ada", "tolls_deal")
    assert len(commitments(dealt)) == 1
    assert (checked(hall).secrets, checked(hall).hidden) == (0, 1)
    hall.do("bob", "tolls_show")
    (opened,) = openings(hall)
    assert opened["entry"] == dealt.key
    assert [draw["sides"] for draw in opened["draws"]] == [3]
    report = checked(hall)
    assert (report.failures, report.secrets, report.hidden) == ([], 1, 0)
    assert not HiddenDraws.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()


def test_nothing_is_opened_while_a_part_is_secret(open_with: OpenWith) -> None:
    """The roles of some tell nothing of the draw; with the last of them it is opened."""
    hall = open_with(SHOW)
    hall.do("ada", "tolls_deal")
    hall.do("ada", "tolls_show-one", whose="ada")
    hall.do("ada", "tolls_show-one", whose="bob")
    assert openings(hall) == []
    hall.do("ada", "tolls_show-one", whose="eve")
    assert len(openings(hall)) == 1
    assert checked(hall).failures == []
    hall.is_sound()


@pytest.mark.parametrize("between", ["deal", "spoil", "leave"])
def test_draws_whose_result_is_gone_stay_secret(open_with: OpenWith, between: str) -> None:
    """Dealt again, changed, or taken along by a player who left: the first draw is never opened."""
    hall = open_with(SHOW, "ada", "bob", "eve", "fay")
    first = hall.do("ada", "tolls_deal")
    hall.do("fay", between if between == "leave" else f"tolls_{between}")
    hall.do("bob", "tolls_show")
    assert first.key not in [opened["entry"] for opened in openings(hall)]
    report = checked(hall)
    assert (report.failures, report.hidden) == ([], 1)
    hall.is_sound()


def test_dealt_and_shown_at_once(open_with: OpenWith) -> None:
    clauses = copy.deepcopy(SHOW)
    clauses["deal"]["do"].append({"reveal": "Role"})
    hall = open_with(clauses)
    entry = hall.do("ada", "tolls_deal")
    assert [opened["entry"] for opened in openings(hall)] == [entry.key]
    assert checked(hall).failures == []
    hall.is_sound()


@pytest.mark.parametrize("number", [0, 1])
def test_whether_anything_was_drawn_is_secret_too(open_with: OpenWith, number: int) -> None:
    """An effect that draws only if a secret holds shows a commitment either way, and so does its opening."""
    clauses: Clauses = {
        "odd": {"value": "Odd", "of": "cycle", "seen": "nobody"},
        "set": {
            "action": "Set",
            "with": {"n": {"is": "number", "least": 0, "most": 9, "sealed": True}},
            "do": [{"set": "Odd", "to": "$n"}],
        },
        "turn": {
            "action": "Turn",
            "do": [
                {"if": {"is": [{"value_of": "Odd"}, "at_least", 1]}, "then": [{"raise": "Odd", "by": {"roll": "1d6"}}]}
            ],
        },
        "show": {"action": "Show", "do": [{"reveal": "Odd"}]},
    }
    hall = open_with(clauses)
    hall.do("ada", "tolls_set", n=number)
    entry = hall.do("ada", "tolls_turn")
    hall.do("ada", "tolls_show")
    assert len(commitments(entry)) == 1
    (opened,) = openings(hall)
    assert len(opened["draws"]) == number
    assert checked(hall).failures == []


def test_a_replay_opens_the_same(open_with: OpenWith) -> None:
    hall = open_with(SHOW)
    hall.do("ada", "tolls_deal")
    hall.do("bob", "tolls_show")
    found = replay_journal(hall.cycle)
    assert found.same, found.difference
    hall.is_sound()


def test_a_cycle_from_before_the_key_goes_on_as_it_was(open_with: OpenWith) -> None:
    """Its first entry announces none, its draws are never opened, and a replay draws the same."""
    hall = open_with(SHOW)
    type(hall.cycle).objects.filter(pk=hall.pk).update(draw_key="")
    entry = hall.do("ada", "tolls_deal")
    hall.do("bob", "tolls_show")
    assert (commitments(entry), openings(hall)) == ([], [])


def corrected(hall: Hall, *edits: dict[str, Any]) -> Correction:
    hall.clock.wait(hours=1)
    hall.do(ADMIN, "open-correction", edits=list(edits), reason="it was wrong")
    return tell(hall)


def test_a_correction_opens_nothing(open_with: OpenWith) -> None:
    """Neither while people look at it nor once it is adopted."""
    hall = open_with(SHOW)
    hall.do("ada", "tolls_deal")
    at = hall.clock.now.isoformat()
    row = corrected(hall, {"do": "insert", "actor": "bob", "action": "tolls_show", "args": {}, "at": at})
    assert row.fork is not None
    kinds = [event["kind"] for entry in Entry.objects.filter(cycle=row.fork) for event in entry.events]
    assert "secret-draws" in kinds
    assert "draws-opened" not in kinds
    adopt(hall, row)
    assert openings(hall) == []
    assert (checked(hall).failures, checked(hall).hidden) == ([], 1)
    hall.is_sound()


def test_an_opening_stays_right_when_the_past_is_corrected(open_with: OpenWith) -> None:
    """An act before the draw is undone: the draw keeps its seed, and the proof still fits."""
    hall = open_with(SHOW | {"walk": {"action": "Walk", "do": [{"announce": "$me walks."}]}})
    walked = hall.do("eve", "tolls_walk")
    hall.do("ada", "tolls_deal")
    hall.do("bob", "tolls_show")
    (before,) = openings(hall)
    adopt(hall, corrected(hall, {"do": "void", "entry": walked.key}))
    assert openings(hall) == [before]
    assert (checked(hall).failures, checked(hall).secrets) == ([], 1)
    hall.is_sound()


@pytest.mark.parametrize("is_opened", [True, False])
def test_opened_draws_stay_as_they_are(open_with: OpenWith, is_opened: bool) -> None:
    """One more player was in time for the deal. Once it is opened, anybody could compute who would be the wolf."""
    hall = open_with(SHOW)
    hall.clock.wait(hours=1)
    dealt = hall.do("ada", "tolls_deal")
    if is_opened:
        shown = hall.do("bob", "tolls_show")
        adopt(hall, corrected(hall, {"do": "void", "entry": shown.key}))
    hall.join("gil")
    joined = next(entry for entry in hall.entries() if (entry.actor, entry.action) == ("gil", "join"))
    row = corrected(hall, {"do": "move", "entry": joined.key, "at": (dealt.at - HOUR / 2).isoformat()})
    page = Client().get(f"/api/v1/cycles/{hall.slug}/corrections/{row.code}/").json()
    why = page["not_adoptable"]
    assert "draw otherwise in secret" in why if is_opened else not why
    if not is_opened:
        adopt(hall, row)
        again = next(entry for entry in hall.entries() if entry.key == dealt.key)
        assert commitments(again) != commitments(dealt)
        hall.do("eve", "tolls_show")
        (opened,) = openings(hall)
        assert [draw["sides"] for draw in opened["draws"]] == [4]
        assert checked(hall).failures == []
        hall.is_sound()
        return
    with pytest.raises(Refused, match="draw otherwise in secret"):
        adopt(hall, row)
    hall.do(ADMIN, "drop-correction", correction=row.code, reason="it cannot be")
    move = {"do": "move", "entry": joined.key, "at": (dealt.at - HOUR / 2).isoformat()}
    adopt(hall, corrected(hall, move, {"do": "void", "entry": dealt.key}))
    hall.is_sound()


def test_a_reveal_that_is_undone_opens_again_with_the_next(open_with: OpenWith) -> None:
    hall = open_with(SHOW)
    hall.do("ada", "tolls_deal")
    shown = hall.do("bob", "tolls_show")
    adopt(hall, corrected(hall, {"do": "void", "entry": shown.key}))
    assert openings(hall) == []
    assert checked(hall).failures == []
    hall.do("eve", "tolls_show")
    assert len(openings(hall)) == 1
    assert (checked(hall).failures, checked(hall).secrets) == ([], 1)
    hall.is_sound()


def test_the_own_seed_and_closed_draws_are_told_nowhere(open_with: OpenWith) -> None:
    hall = open_with(SHOW)
    hall.do("ada", "tolls_deal")
    row = HiddenDraws.objects.get(cycle=hall.pk)
    seed = verifiable_draws.seed_of_secret_draws(hall.cycle.own_seed, row.entry_key)
    client = Client()
    pages = [json.dumps(proof_of(hall.cycle))]
    places = (f"/api/v1/cycles/{hall.slug}/journal/", f"/c/{hall.slug}/chance/", f"/c/{hall.slug}/journal/")
    for answer in map(client.get, places):
        pages.append((answer.getvalue() if answer.streaming else answer.content).decode())
    for secret in (
        hall.cycle.own_seed,
        seed,
        verifiable_draws.proof_of_secret_draws(hall.cycle.own_seed, row.entry_key),
    ):
        assert not any(secret in page for page in pages)


def test_no_outage_lets_opened_draws_fall_otherwise(open_with: OpenWith) -> None:
    """It moves a vote after which two wolves were dealt: by the law of before it would be one."""
    hall = open_with(SHOW, "ada", "bob", "eve")
    change = {"op": "replace", "path": "/rules/tolls/clauses/deal/do/1/of/sample", "value": 2}
    hall.propose("ada", change, **{"class": "urgent"})
    hall.to(START + 3 * DAY)
    assert hall.cycle.revision == 1
    dealt = hall.do("ada", "tolls_deal")
    hall.do("bob", "tolls_show")
    hall.to(START + 4 * DAY)
    outage = {"began": (START + DAY).isoformat(), "ended": (START + 3 * DAY + 12 * HOUR).isoformat(), "reason": "x"}
    with pytest.raises(Refused, match="draw otherwise in secret"):
        hall.do(ADMIN, "record-outage", **outage)
    assert [entry.key for entry in hall.entries() if entry.action == "tolls_deal"] == [dealt.key]
    assert checked(hall).failures == []
