"""R142: an act that is told again in a phase whose dice were public draws by dice that nobody could compute."""

from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.chance.seeds import seed_of_a_correction, seed_of_a_rewrite
from nomic.corrections.background.build import build_waiting
from nomic.corrections.models import Correction
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.known_dice import DICE_KNOWN
from nomic.cycles.history.reseed import renew_seeds
from nomic.cycles.models import Entry, ForkSeed, PhaseSeed
from tests.corrections.test_pages import browser_of
from tests.cycles.test_new_seeds import Played, dicing, ended_early, gives, is_proved, out, shorten, values, with_lot
from tests.support.hall import ADMIN, HOUR, START, Hall, OpenCycle

__all__ = ["dicing"]


def open_withdrawal(hall: Hall) -> Correction:
    """A correction that leads back into phase 0, told and not adopted yet."""
    entries = Entry.objects.filter(cycle=hall.pk).order_by("seq")
    code = next(event["proposal"] for entry in entries for event in entry.events if "proposal" in event)
    edit: dict[str, Any] = {"do": "insert", "actor": "ada", "action": "withdraw-proposal", "args": {"proposal": code}}
    edit["at"] = f"{START + 2 * HOUR:%Y-%m-%dT%H:%M:%SZ}"
    hall.do(ADMIN, "open-correction", edits=[edit], reason="x")
    build_waiting()
    return Correction.objects.filter(cycle=hall.pk).latest("pk")


@pytest.mark.parametrize("meanwhile", [False, True])
def test_R142_what_is_told_in_a_phase_that_is_over_draws_by_the_corrections_seed(dicing: Hall, meanwhile: bool) -> None:
    """Whoever knows that a correction comes cannot choose an act by the dice that it will have in it."""
    ended_early(dicing)
    thrown = None if meanwhile else dicing.do("bob", "time_throw")
    row = open_withdrawal(dicing)
    thrown = thrown or dicing.do("bob", "time_throw")
    played = Played(dicing)
    played.look()
    foreseen = [gives(seed, thrown.key, thrown) for seed in played.known]
    dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    again = Entry.objects.get(cycle=dicing.pk, key=thrown.key)
    assert (thrown.phase, again.phase) == (1, 0)
    assert values(again) not in foreseen
    seed = ForkSeed.objects.get(cycle=dicing.pk)
    assert again.events[-1] == {"kind": "own-dice", "commitment": seed.commitment}
    assert values(again) == gives(seed.seed, thrown.key, thrown)
    is_proved(dicing)


def test_R142_what_an_outage_moves_into_a_phase_that_is_over_draws_by_a_seed_of_its_own(dicing: Hall) -> None:
    """The journal reveals it with the entry that tells of the outage."""
    ended_early(dicing)
    thrown = dicing.do("bob", "time_throw")
    secret = PhaseSeed.objects.get(cycle=dicing.pk, phase=1, revealed_at=None).seed
    played = Played(dicing)
    played.look()
    out(dicing)
    again = Entry.objects.get(cycle=dicing.pk, key=thrown.key)
    assert (thrown.phase, again.phase) == (1, 0)
    assert values(again) not in [gives(seed, thrown.key, thrown) for seed in played.known]
    told = Entry.objects.get(cycle=dicing.pk, action="tell-anew")
    assert gives(told.args["seed"], thrown.key, thrown) == values(again)
    assert told.args["seed"] == seed_of_a_rewrite(secret, 1)
    is_proved(dicing)


def test_R142_an_outage_needs_no_seed_of_its_own_where_none_was_public(open_cycle: OpenCycle) -> None:
    """What only the new history has draws by its phase's seed while that is secret."""
    hall = open_cycle(with_lot())
    hall.join("ada", "bob")
    thrown = hall.do("bob", "time_throw")
    code = hall.propose("ada", {"op": "replace", "path": "/calendar/phases/0/title", "value": "Rest!"})
    hall.vote(code, ada="for")
    hall.to(START + 6 * HOUR)
    began, ended = START + HOUR, START + 5 * HOUR
    hall.do(ADMIN, "record-outage", began=began.isoformat(), ended=ended.isoformat(), reason="x")
    told = Entry.objects.get(cycle=hall.pk, action="tell-anew")
    assert "seed" not in told.args
    assert Entry.objects.get(cycle=hall.pk, key=thrown.key).draws == thrown.draws
    is_proved(hall)


def page_of_correction(hall: Hall, row: Correction) -> str:
    return browser_of(ADMIN).get(f"/c/{hall.slug}/corrections/{row.code}/").content.decode()


def says_that_it_cannot_be_adopted(hall: Hall, row: Correction) -> None:
    """The page, the API and the admin, before anybody tries."""
    page = page_of_correction(hall, row)
    assert "This correction can no longer be adopted. The phase" in page
    assert ("Adopt it" in page, "Drop it" in page) == (False, True)
    said = Client().get(f"/api/v1/cycles/{hall.slug}/corrections/{row.code}/").json()["not_adoptable"]
    assert said == DICE_KNOWN
    Person.objects.filter(username=ADMIN).update(is_staff=True, is_superuser=True)
    assert DICE_KNOWN in browser_of(ADMIN).get(f"/admin/corrections/correction/{row.pk}/change/").content.decode()


@pytest.mark.parametrize("acts_after", [False, True])
def test_R142_no_act_draws_by_the_seed_of_a_correction_that_follows_from_a_public_one(
    dicing: Hall, acts_after: bool
) -> None:
    """The phase in which the correction was opened ends before it is adopted, so anybody can compute its seed."""
    ended_early(dicing)
    before = dicing.do("bob", "time_throw")
    row = open_withdrawal(dicing)
    shorten(dicing, 100)
    assert dicing.cycle.phase == 2
    opened = Entry.objects.get(cycle=dicing.pk, action="open-correction")
    played = Played(dicing)
    played.look()
    computed = {seed_of_a_correction(seed, opened.key) for seed in played.known}
    if not acts_after:
        dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
        assert values(Entry.objects.get(cycle=dicing.pk, key=before.key)) not in [
            gives(seed, before.key, before) for seed in played.known
        ]
        is_proved(dicing)
        return
    assert "Adopt it" in page_of_correction(dicing, row)
    thrown = dicing.do("bob", "time_throw")
    says_that_it_cannot_be_adopted(dicing, row)
    with pytest.raises(Refused, match="open it again"):
        dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    assert Entry.objects.get(cycle=dicing.pk, key=thrown.key).draws == thrown.draws
    dicing.do(ADMIN, "drop-correction", correction=row.code, reason="x")
    row = open_withdrawal(dicing)
    dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    again = Entry.objects.get(cycle=dicing.pk, key=thrown.key)
    assert again.phase == 0
    assert values(again) not in [gives(seed, thrown.key, thrown) for seed in computed | played.known]
    is_proved(dicing)


def inserted(action: str) -> dict[str, Any]:
    """An act of Bob's in the first hour."""
    at = f"{START + HOUR:%Y-%m-%dT%H:%M:%SZ}"
    return {"do": "insert", "actor": "bob", "action": action, "args": {}, "at": at}


@pytest.mark.parametrize("edited_after", [False, True])
def test_R142_no_edit_puts_dice_into_a_correction_whose_seed_anybody_can_compute(
    dicing: Hall, edited_after: bool
) -> None:
    """However early the act is said to have been: it is chosen now, with its dice known."""
    dicing.to(START + 2 * HOUR)
    first = inserted("time_idle" if edited_after else "time_throw")
    dicing.do(ADMIN, "open-correction", edits=[first], reason="x")
    build_waiting()
    opened = Entry.objects.get(cycle=dicing.pk, action="open-correction")
    ended_early(dicing)
    played = Played(dicing)
    played.look()
    row = Correction.objects.get(cycle=dicing.pk)
    if not edited_after:
        dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
        is_proved(dicing)
        return
    dicing.do(ADMIN, "edit-correction", correction=row.code, edits=[inserted("time_throw")], reason="x")
    build_waiting()
    row.refresh_from_db()
    foreseen = Entry.objects.filter(cycle=row.fork_id, action="time_throw").order_by("seq")[0]
    computed = {seed_of_a_correction(seed, opened.key) for seed in played.known}
    assert values(foreseen) in [gives(seed, foreseen.key, foreseen) for seed in computed]
    says_that_it_cannot_be_adopted(dicing, row)
    with pytest.raises(Refused, match="open it again"):
        dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    dicing.do(ADMIN, "edit-correction", correction=row.code, edits=[inserted("time_idle")], reason="x")
    build_waiting()
    dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    is_proved(dicing)


def test_R142_a_correction_of_an_ended_cycle_draws_by_a_secret_seed_after_a_restore(dicing: Hall) -> None:
    """Its seed follows from that of a phase which never comes, and which the restore has replaced."""
    dicing.to(START + 2 * HOUR)
    dicing.do("ada", "time_claim")
    renew_seeds(dicing.slug)
    played = Played(dicing)
    played.look()
    dicing.do(ADMIN, "open-correction", edits=[inserted("time_throw")], reason="x")
    opened = Entry.objects.get(cycle=dicing.pk, action="open-correction")
    build_waiting()
    row = Correction.objects.get(cycle=dicing.pk)
    dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    thrown = Entry.objects.get(cycle=dicing.pk, action="time_throw")
    computed = {seed_of_a_correction(seed, opened.key) for seed in played.known}
    assert values(thrown) not in [gives(seed, thrown.key, thrown) for seed in computed]
    is_proved(dicing)
