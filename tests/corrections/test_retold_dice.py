"""R142: an act that is told again in a phase whose dice were public draws by dice that nobody could compute."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.chance.draw_scheme import draw_value
from nomic.chance.seeds import commitment, seed_of_a_correction, seed_of_a_rewrite
from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.corrections.queries import draws_of
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.predictable_draws import DICE_KNOWN
from nomic.cycles.history.reseed import renew_seeds
from nomic.cycles.journal.append import apply_act, save_cycle
from nomic.cycles.models import Entry, ForkSeed, PhaseSeed
from tests.cycles.test_new_seeds import (
    Played,
    correct,
    dicing,
    ended_early,
    gives,
    is_proved,
    out,
    piling_law,
    shorten,
    values,
    with_lot,
)
from tests.support.hall import ADMIN, HOUR, START, Hall, OpenCycle
from tests.support.signed_in import browser_of

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
    hall = open_cycle(with_lot(), joined=("ada", "bob"))
    thrown = hall.do("bob", "time_throw")
    hall.propose_and_vote(
        "ada", {"op": "replace", "path": "/calendar/phases/0/title", "value": "Rest!"}, by=("ada",), at=START + 6 * HOUR
    )
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
    assert ("Adopt the correction" in page, "Drop the correction" in page) == (False, True)
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
    computed = {seed_of_a_correction(seed, opened.args["rewrite"]) for seed in played.known}
    if not acts_after:
        dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
        assert values(Entry.objects.get(cycle=dicing.pk, key=before.key)) not in [
            gives(seed, before.key, before) for seed in played.known
        ]
        is_proved(dicing)
        return
    assert "Adopt the correction" in page_of_correction(dicing, row)
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
    computed = {seed_of_a_correction(seed, opened.args["rewrite"]) for seed in played.known}
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
    computed = {seed_of_a_correction(seed, opened.args["rewrite"]) for seed in played.known}
    assert values(thrown) not in [gives(seed, thrown.key, thrown) for seed in computed]
    is_proved(dicing)


# ── an act that keeps its id, and draws more, or otherwise, than before


@pytest.fixture
def piling(open_cycle: OpenCycle) -> Hall:
    return open_cycle(piling_law(10**4), joined=("ada", "bob"))


def at_hour(edit: dict[str, Any], hour: float) -> dict[str, Any]:
    return edit | {"at": f"{START + timedelta(hours=hour):%Y-%m-%dT%H:%M:%SZ}"}


def by_seeds(entry: Entry) -> dict[int, str]:
    """The places of draws by the seed of a rewrite that the act had not made before, with its commitment."""
    named = (event for event in entry.events if event["kind"] == "more-dice")
    return {place: event["commitment"] for event in named for place in event["draws"]}


def nobody_could_compute(hall: Hall, again: Entry, before: Entry, known: set[str]) -> int:
    """What an act drew before it draws again, and nothing else follows from a known seed; how many draws are new."""
    had = {(draw.label, draw.index, draw.sides): draw.value for draw in before.draws}
    new = []
    for place, draw in enumerate(again.draws):
        identity = (draw.label, draw.index, draw.sides)
        if identity not in had:
            new.append(draw)
            continue
        assert (draw.value, place in by_seeds(again)) == (had[identity], place in by_seeds(before))
    for seed in known if new else ():
        foreseen = [draw_value(seed, again.key, draw.label, draw.index, draw.sides) for draw in new]
        assert [draw.value for draw in new] != foreseen
    return len(new)


@pytest.mark.parametrize(("name", "drawn", "new"), [("time_pile", 2, 3), ("time_pick", 3, 3)])
def test_R142_more_dice_of_an_act_in_a_phase_that_is_over_follow_from_no_public_seed(
    piling: Hall, name: str, drawn: int, new: int
) -> None:
    """It keeps those that it had. Whoever corrects cannot know what else it will draw, nor with another die."""
    piling.to(START + 2 * HOUR)
    thrown = piling.do("bob", name)
    assert len(thrown.draws) == drawn
    piling.to(START + 100 * HOUR)
    assert piling.cycle.phase == 1
    played = Played(piling)
    played.look()
    correct(piling, inserted("time_rich"))
    again = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    assert (again.phase, nobody_could_compute(piling, again, thrown, played.known)) == (0, new)
    seed = ForkSeed.objects.get(cycle=piling.pk)
    assert set(by_seeds(again).values()) == {seed.commitment}
    for place in by_seeds(again):
        draw = again.draws[place]
        assert draw.value == draw_value(seed.seed, again.key, draw.label, draw.index, draw.sides)
    is_proved(piling)
    page = Client().get(f"/c/{piling.slug}/journal/{again.seq}/").content.decode()
    assert page.count(f'data-commitment="{seed.commitment}"') == new
    told = Client().get(f"/api/v1/cycles/{piling.slug}/draws/?phase=0").json()
    seeds = {row["commitment"]: row["seed"] for row in [*told["phases"], *told["forks"]]}
    assert len(told["draws"]) >= new
    for draw in told["draws"]:
        value = draw_value(seeds[draw["commitment"]], draw["entry"], draw["label"], draw["index"], draw["sides"])
        assert draw["value"] == value


def test_the_page_names_an_act_that_is_kept_and_draws_more_or_less(piling: Hall) -> None:
    """Before anybody adopts it, and before the correction is undone."""
    piling.to(START + 2 * HOUR)
    thrown = piling.do("bob", "time_pile")
    rich = {**inserted("time_rich"), "at": (thrown.at - timedelta(seconds=1)).isoformat()}
    piling.do(ADMIN, "open-correction", edits=[rich], reason="x")
    build_waiting()
    row = Correction.objects.get(cycle=piling.pk)
    more = Entry.objects.get(cycle=row.fork_id, key=thrown.key)
    assert [entry.key for entry in draws_of(row).made] == [more.key]
    assert draws_of(row).removed == []
    assert "These acts draw in this correction" in page_of_correction(piling, row)
    piling.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    made = Entry.objects.get(cycle=piling.pk, action="time_rich")
    piling.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": made.key}], reason="x")
    build_waiting()
    back = Correction.objects.get(cycle=piling.pk, status="built")
    assert [entry.key for entry in draws_of(back).removed] == [thrown.key]
    assert draws_of(back).made == []


def test_R142_an_act_keeps_the_dice_of_a_correction_in_the_next_one(piling: Hall) -> None:
    """The first correction's seed is public by then, so what is new in the second one draws by that of the second."""
    piling.to(START + 2 * HOUR)
    thrown = piling.do("bob", "time_pile")
    piling.to(START + 100 * HOUR)
    correct(piling, inserted("time_rich"))
    once = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    poor = at_hour(inserted("time_poor"), 1.5)
    correct(piling, poor)
    twice = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    assert (len(twice.draws), by_seeds(twice)) == (2, {})
    played = Played(piling)
    played.look()
    made = Entry.objects.get(cycle=piling.pk, action="time_poor")
    correct(piling, {"do": "void", "entry": made.key})
    again = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    assert nobody_could_compute(piling, again, twice, played.known) == 3
    assert [draw.value for draw in again.draws] != [draw.value for draw in once.draws]
    correct(piling, at_hour(inserted("time_idle"), 0.5))
    kept = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    assert (kept.draws, by_seeds(kept)) == (again.draws, by_seeds(again))
    is_proved(piling)


def test_R142_more_dice_of_an_act_that_a_correction_had_changed(piling: Hall) -> None:
    """All its dice are by the first correction's seed, which everybody knows when the second one is made."""
    piling.to(START + 2 * HOUR)
    piling.do("bob", "time_idle")
    correct(piling, at_hour(inserted("time_pile"), 1.5))
    first = Entry.objects.get(cycle=piling.pk, action="time_pile")
    assert [event["kind"] for event in first.events if event["kind"].endswith("-dice")] == ["own-dice"]
    played = Played(piling)
    played.look()
    correct(piling, inserted("time_rich"))
    again = Entry.objects.get(cycle=piling.pk, action="time_pile")
    assert nobody_could_compute(piling, again, first, played.known) == 3
    assert {"own-dice", "more-dice"} <= {event["kind"] for event in again.events}
    is_proved(piling)


def test_R142_more_dice_of_a_deadline_follow_from_no_public_seed(piling: Hall) -> None:
    """Three more players were in time for the lot with which a phase began."""
    piling.to(START + 100 * HOUR)
    lots = Entry.objects.get(cycle=piling.pk, action="begin-phase")
    rolled = next(each for each in Entry.objects.filter(cycle=piling.pk, seq__gte=lots.seq) if each.draws)
    piling.to(START + 170 * HOUR)
    piling.join("eve", "dan", "fay")
    late = Entry.objects.filter(cycle=piling.pk, action="join").order_by("-seq")[:3]
    moved = [at_hour({"do": "move", "entry": joined.key}, 1) for joined in late]
    played = Played(piling)
    played.look()
    correct(piling, *moved)
    again = Entry.objects.get(cycle=piling.pk, key=rolled.key)
    assert nobody_could_compute(piling, again, rolled, played.known) == 3
    is_proved(piling)


def test_R142_more_dice_are_the_phases_own_while_its_seed_is_secret(piling: Hall) -> None:
    """Also if the phase ends before the correction is adopted, and the draws could be computed only since then."""
    piling.to(START + 2 * HOUR)
    thrown = piling.do("bob", "time_pile")
    piling.do(ADMIN, "open-correction", edits=[inserted("time_rich")], reason="x")
    build_waiting()
    piling.to(START + 100 * HOUR)
    row = Correction.objects.get(cycle=piling.pk)
    piling.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    again = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    assert (len(again.draws), by_seeds(again)) == (5, {})
    is_proved(piling)


@pytest.mark.parametrize("edited_after", [False, True])
def test_R142_no_edit_puts_more_dice_into_a_correction_whose_seed_anybody_can_compute(
    piling: Hall, edited_after: bool
) -> None:
    """The phase in which it was opened is over. Before, the dice were as secret as the phase's."""
    piling.to(START + 2 * HOUR)
    piling.do("bob", "time_pile")
    piling.to(START + 100 * HOUR)
    first = inserted("time_idle" if edited_after else "time_rich")
    piling.do(ADMIN, "open-correction", edits=[first], reason="x")
    build_waiting()
    piling.to(START + 170 * HOUR)
    row = Correction.objects.get(cycle=piling.pk)
    if edited_after:
        piling.do(ADMIN, "edit-correction", correction=row.code, edits=[inserted("time_rich")], reason="x")
        build_waiting()
        says_that_it_cannot_be_adopted(piling, row)
        with pytest.raises(Refused, match="open it again"):
            piling.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
        return
    piling.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    is_proved(piling)


def test_R142_an_outage_gives_more_dice_by_a_seed_of_its_own(piling: Hall) -> None:
    """It moves a vote, after which an act drew less, in a phase that is over when the outage is recorded."""
    change = {"op": "replace", "path": "/rules/time/clauses/pile/do/0/if/is/2", "value": 10**5}
    code = piling.propose("ada", change)
    piling.do("bob", "time_rich")
    piling.vote(code, ada="for", bob="for")
    piling.to(START + 6 * HOUR)
    thrown = piling.do("bob", "time_pile")
    assert len(thrown.draws) == 2
    piling.to(START + 100 * HOUR)
    assert piling.cycle.phase == 1
    played = Played(piling)
    played.look()
    began, ended = START + HOUR, START + 5 * HOUR
    piling.do(ADMIN, "record-outage", began=began.isoformat(), ended=ended.isoformat(), reason="x")
    again = Entry.objects.get(cycle=piling.pk, key=thrown.key)
    assert (again.phase, nobody_could_compute(piling, again, thrown, played.known)) == (0, 3)
    told = Entry.objects.get(cycle=piling.pk, action="tell-anew")
    assert set(by_seeds(again).values()) == {commitment(told.args["seed"])}
    is_proved(piling)


def thrown_in(row: Correction) -> list[list[int]]:
    """The dice of every throw in the correction's fork, oldest first."""
    build_waiting()
    row.refresh_from_db()
    return [values(entry) for entry in Entry.objects.filter(cycle=row.fork_id, action="time_throw").order_by("seq")]


@pytest.mark.parametrize("between", ["nothing", "others act", "edited and back", "ended", "twice"])
def test_R142_who_drops_a_correction_and_opens_it_again_gets_the_same_dice(dicing: Hall, between: str) -> None:
    """Otherwise whoever may correct could look at one result after the other, and adopt the one that suits them."""
    kept = dicing.do("bob", "time_throw")
    dicing.to(START + 2 * HOUR)
    if between == "ended":
        cycle, action = dicing.cycle, action_named("end-cycle")
        apply_act(cycle, action, action.read({"winner": "ada", "reason": "so", "rule": "R56"}), SYSTEM, cycle.now())
        save_cycle(cycle)
    edits = [inserted("time_throw"), {"do": "change", "entry": kept.key, "args": {}}]
    seen = []
    for opening in range(3 if between == "twice" else 2):
        dicing.do(ADMIN, "open-correction", edits=edits, reason=f"reason {opening}")
        row = Correction.objects.filter(cycle=dicing.pk).latest("pk")
        seen.append(thrown_in(row))
        if between == "edited and back":
            for other in ([inserted("time_idle")], edits):
                dicing.do(ADMIN, "edit-correction", correction=row.code, edits=other, reason="x")
            seen.append(thrown_in(row))
        if opening == 0 and between == "others act":
            dicing.do("ada", "time_idle")
        if opening == 0 or between == "twice":
            dicing.do(ADMIN, "drop-correction", correction=row.code, reason="x")
    assert len(seen[0]) == 2
    assert all(dice == seen[0] for dice in seen)
    if between != "twice":
        dicing.do(ADMIN, "adopt-correction", correction=row.code, reason="x")
    is_proved(dicing)


def test_R142_a_correction_after_an_adopted_one_has_a_seed_of_its_own(dicing: Hall) -> None:
    """The seed of the adopted one is public."""
    dicing.to(START + 2 * HOUR)
    promises = []
    for _ in range(2):
        correct(dicing, inserted("time_throw"))
        promises.append(Correction.objects.filter(cycle=dicing.pk).latest("pk").commitment)
    assert promises[0] != promises[1]
    is_proved(dicing)


def test_R142_nobody_says_the_number_of_a_correction(dicing: Hall) -> None:
    """What somebody sends as number or SHA-256 does not count."""
    dicing.to(START + 2 * HOUR)
    sent = {"rewrite": 7, "commitment": "ab" * 32}
    opened = dicing.do(ADMIN, "open-correction", edits=[inserted("time_throw")], reason="x", **sent)
    assert opened.args["rewrite"] == 1
    assert opened.args["commitment"] != sent["commitment"]
