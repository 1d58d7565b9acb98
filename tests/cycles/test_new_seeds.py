"""R142: a seed serves a phase only while nobody but the host has seen it, whatever brings the phase back."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.chance.draw_scheme import draw_value
from nomic.chance.seeds import commitment, seed_of_a_correction
from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.cycles.caching import write_cache
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.history.export import proof
from nomic.cycles.history.reseed import NEW_SEEDS, open_seeds, renew_seeds
from nomic.cycles.journal import hash_chain
from nomic.cycles.models import Cycle, Entry, PhaseSeed, Status
from nomic.proposals.models import Proposal
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, AGAINST, HOUR, START, Clock, Document, Hall, OpenCycle, bare_law
from tests.support.proofs import proof_of, verify_draws

QUICK: Document = {
    "class": "Quick",
    "default": True,
    "lasts": {"hours": 4},
    "passes": {"is": ["$for", "more_than", AGAINST]},
}
DICE: Document = {
    "score": {"value": "Score", "of": "player", "is": "number", "starts": 0},
    "throw": {"action": "Throw", "do": [{"raise": "Score", "by": {"roll": "3d1000"}, "of": "$me"}]},
    "idle": {"action": "Idle", "do": [{"raise": "Score", "by": 1, "of": "$me"}]},
    "again": {
        "action": "Throw again",
        "with": {"act": {"is": "act", "says": "which act"}},
        "do": [{"reroll": "$act"}],
    },
    "claim": {"action": "Claim", "do": [{"raise": "Score", "by": 10**6, "of": "$me"}]},
    "won": {"wins": {"is": [{"value_of": "Score", "of": "$it"}, "at_least", 10**6]}, "alone": True},
}


def piling(threshold: int) -> Document:
    """An act that draws more if the score of its player is high, and another one with another die."""
    is_high: Document = {"is": [{"value_of": "Score", "of": "$me"}, "at_least", threshold]}

    def roll(dice: str) -> Document:
        return {"raise": "Score", "by": {"roll": dice}, "of": "$me"}

    return {
        "pile": {"action": "Pile", "do": [{"if": is_high, "then": [roll("3d1000")]}, roll("2d1000")]},
        "pick": {"action": "Pick", "do": [{"if": is_high, "then": [roll("3d997")], "else": [roll("3d1000")]}]},
        "rich": {"action": "Grow rich", "do": [{"raise": "Score", "by": 10**4, "of": "$me"}]},
        "poor": {"action": "Grow poor", "do": [{"raise": "Score", "by": -(10**4), "of": "$me"}]},
    }


EARLY = {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 6}


def law() -> Document:
    """Votes of four hours, dice, rerolls, a way to win, and acts that one may take back."""
    rules = {"time": {"title": "Time", "body": "There is time.", "clauses": {"standard": QUICK, **DICE}}}
    return bare_law() | {"rules": rules, "corrections": {"own_acts": "free"}}


def with_lot() -> Document:
    """The same, and dice fall for everybody as a phase begins."""
    document = law()
    roll = {"raise": "Score", "by": {"roll": "1d1000"}, "of": "$them"}
    each = {"each": "them", "in": {"players": "players"}, "do": [roll]}
    document["rules"]["time"]["clauses"]["lot"] = {"when": "phase-began", "do": [each]}
    return document


def piling_law(threshold: int = 100) -> Document:
    """The same, and acts that draw as the score is."""
    document = with_lot()
    document["rules"]["time"]["clauses"] |= piling(threshold)
    return document


@pytest.fixture
def dicing(open_cycle: OpenCycle) -> Hall:
    return open_cycle(law(), joined=("ada", "bob"))


def all_public(hall: Hall, client: Client | None = None) -> set[str]:
    """Every 32 bytes that anybody can read of the cycle: in its proof, with what it has replaced, on pages, by API."""
    text = "".join(proof(hall.cycle))
    if client is not None:
        base = f"/api/v1/cycles/{hall.slug}/"
        phases = range(hall.cycle.phase + 2)
        pages = [f"/c/{hall.slug}/", f"/c/{hall.slug}/chance/", base, f"{base}journal/?limit=100"]
        pages += [f"{base}draws/?phase={phase}" for phase in phases]
        for page in pages:
            response = client.get(page)
            assert response.status_code == 200, page
            text += response.content.decode()
    for kept in hall.cycle.forks.filter(slug__contains="~"):
        text += str(list(Entry.objects.filter(cycle=kept).values_list("events", flat=True)))
    return set(re.findall(r"\b[0-9a-f]{64}\b", text))


def check(hall: Hall, known: set[str]) -> None:
    """No seed by which dice will fall is known. In a cycle that has ended none fall."""
    for seed in open_seeds(hall.cycle) if hall.cycle.is_running else ():
        assert seed.seed not in known, f"the seed of phase {seed.phase} is public in phase {hall.cycle.phase}"


def gives(seed: str, key: str, drawn: Entry) -> list[int]:
    """What an entry with this id would have drawn by a seed, in place of what it drew."""
    return [draw_value(seed, key, draw.label, draw.index, draw.sides) for draw in drawn.draws]


def values(entry: Entry) -> list[int]:
    """What it drew."""
    return [draw.value for draw in entry.draws]


def next_dice(hall: Hall, name: str, known: set[str]) -> list[int] | None:
    """What the next throw gives, if it follows from any of the seeds that are public; else None."""
    key = hash_chain.entry_id(hall.cycle.head, "person", name, "time_throw")
    thrown = hall.do(name, "time_throw")
    assert (thrown.key, len(thrown.draws)) == (key, 3)
    own = next(seed.seed for seed in open_seeds(hall.cycle))
    assert gives(own, key, thrown) == values(thrown)
    return next((values(thrown) for seed in known if gives(seed, key, thrown) == values(thrown)), None)


def is_proved(hall: Hall) -> None:
    """The journal replays to the very same, and anybody can check it."""
    hall.is_sound()
    assert verify_draws.verify(proof_of(hall.cycle)).failures == []


def shorten(hall: Hall, hour: int = 6) -> str:
    """A vote in the middle of phase 0 ends it early."""
    code = hall.propose_and_vote("ada", EARLY | {"value": hour}, by=("ada",), at=hall.clock.now + 4 * HOUR)
    return code


# ── what brings a phase back


def withdrawn(hall: Hall) -> None:
    """A correction: the change of the calendar was withdrawn in time."""
    code = Proposal.objects.get(cycle=hall.pk).code
    edit = {"do": "insert", "actor": "ada", "action": "withdraw-proposal", "args": {"proposal": code}}
    correct(hall, edit | {"at": f"{START + 2 * HOUR:%Y-%m-%dT%H:%M:%SZ}"})


def out(hall: Hall) -> None:
    """An outage puts off the end of the vote."""
    began, ended = START + HOUR, START + 60 * HOUR
    hall.do(ADMIN, "record-outage", began=began.isoformat(), ended=ended.isoformat(), reason="x")


def correct(hall: Hall, *edits: dict[str, Any]) -> Correction:
    hall.do(ADMIN, "open-correction", edits=list(edits), reason="x")
    assert build_waiting() == 1
    row = Correction.objects.filter(cycle=hall.pk).latest("pk")
    hall.do(ADMIN, "adopt-correction", correction=row.code, version=row.version, reason="x")
    return row


BACK: dict[str, Callable[[Hall], None]] = {"a correction": withdrawn, "an outage": out}


def ended_early(hall: Hall) -> None:
    """Phase 0 ends after eight hours, phase 1 has begun."""
    hall.do("ada", "time_throw")
    shorten(hall)
    hall.to(START + 10 * HOUR)
    assert hall.cycle.phase == 1


@pytest.mark.parametrize("back", BACK.values(), ids=BACK.keys())
def test_R142_a_phase_that_is_on_again_has_a_new_seed(
    dicing: Hall, client: Client, back: Callable[[Hall], None]
) -> None:
    """Nobody can compute the dice of the next act; what was drawn before stands, and is checked by the old seed."""
    ended_early(dicing)
    thrown = Entry.objects.get(cycle=dicing.pk, action="time_throw")
    back(dicing)
    assert dicing.cycle.phase == 0
    known = all_public(dicing, client)
    check(dicing, known)
    assert next_dice(dicing, "bob", known) is None
    assert Entry.objects.get(cycle=dicing.pk, key=thrown.key).draws == thrown.draws
    first, newest = PhaseSeed.objects.filter(cycle=dicing.pk, phase=0)
    assert (first.public_seed, newest.public_seed) == (first.seed, None)
    told = Entry.objects.get(cycle=dicing.pk, seq=newest.since)
    assert told.args["seeds"] == [{"phase": 0, "commitment": newest.commitment}]
    assert "Phase 0 has a new seed from here on: its old one may be known." in told.words
    is_proved(dicing)
    dicing.to(START + 170 * HOUR)
    assert newest.seed in all_public(dicing)
    is_proved(dicing)


@pytest.mark.parametrize("back", BACK.values(), ids=BACK.keys())
def test_R142_pages_and_api_show_the_commitment_that_holds(
    dicing: Hall, client: Client, back: Callable[[Hall], None]
) -> None:
    """Chance, the cycle by API, and its draws with the entry from which on each seed serves."""
    ended_early(dicing)
    back(dicing)
    first, newest = PhaseSeed.objects.filter(cycle=dicing.pk, phase=0)
    dicing.do("bob", "time_throw")
    base = f"/api/v1/cycles/{dicing.slug}/"
    shown = client.get(base).json()["commitments"]
    assert [each["phase"] for each in shown] == [0, 1]
    assert (shown[0]["commitment"], shown[0]["seed"]) == (newest.commitment, None)
    chance = client.get(f"/c/{dicing.slug}/chance/").content.decode()
    assert f'after <a href="/c/{dicing.slug}/journal/{newest.since}/">#{newest.since}</a>' in chance
    rows = dict(re.findall(r'data-commitment="([0-9a-f]+)" data-entry="([0-9a-f]+)"', chance)[::-3])
    assert list(rows) == [first.commitment, newest.commitment]
    assert [(each["since"], each["seed"]) for each in client.get(f"{base}draws/").json()["phases"]] == [
        (0, first.seed),
        (newest.since, None),
    ]


def test_R142_a_phase_that_was_not_over_keeps_its_seed(dicing: Hall) -> None:
    """A correction within it needs no new one."""
    dicing.do("ada", "time_throw")
    idle = dicing.do("bob", "time_idle")
    correct(dicing, {"do": "void", "entry": idle.key})
    assert [seed.since for seed in open_seeds(dicing.cycle)] == [0, 0]
    told = Entry.objects.get(cycle=dicing.pk, action="tell-corrected")
    assert "seeds" not in told.args
    is_proved(dicing)


def test_R142_a_phase_that_comes_back_twice_has_three_seeds(dicing: Hall, client: Client) -> None:
    """Its second seed was published when it ended for the second time."""
    ended_early(dicing)
    withdrawn(dicing)
    dicing.do("bob", "time_throw")
    shorten(dicing, 20)
    dicing.to(START + 30 * HOUR)
    assert dicing.cycle.phase == 1
    vote = Entry.objects.filter(cycle=dicing.pk, action="vote").latest("seq")
    correct(dicing, {"do": "void", "entry": vote.key})
    assert dicing.cycle.phase == 0
    seeds = list(PhaseSeed.objects.filter(cycle=dicing.pk, phase=0))
    assert [bool(seed.public_seed) for seed in seeds] == [True, True, False]
    check(dicing, all_public(dicing, client))
    assert next_dice(dicing, "ada", all_public(dicing)) is None
    is_proved(dicing)


def test_R142_a_later_history_knows_the_new_seeds_of_an_earlier_one(dicing: Hall) -> None:
    """What came after the first correction keeps its dice in a second one that leaves the phase as it is."""
    ended_early(dicing)
    withdrawn(dicing)
    thrown = dicing.do("bob", "time_throw")
    idle = dicing.do("ada", "time_idle")
    before = [(seed.phase, seed.commitment) for seed in open_seeds(dicing.cycle)]
    correct(dicing, {"do": "void", "entry": idle.key})
    assert [(seed.phase, seed.commitment) for seed in open_seeds(dicing.cycle)] == before
    assert Entry.objects.get(cycle=dicing.pk, key=thrown.key).draws == thrown.draws
    is_proved(dicing)


@contextmanager
def restored(hall: Hall) -> Iterator[None]:
    """What is done within is gone afterwards, as when a backup of before is restored."""
    saved = transaction.savepoint()
    yield
    transaction.savepoint_rollback(saved)
    write_cache.clear_cache()
    Cycle.objects.get(pk=hall.pk).forget_law()
    renew_seeds(hall.slug)


def test_R142_a_restore_gives_every_open_phase_a_new_seed(dicing: Hall, client: Client) -> None:
    """The running one and the next: both may have been public in the time that is gone."""
    dicing.do("ada", "time_throw")
    with restored(dicing):
        dicing.to(START + 170 * HOUR)
        known = all_public(dicing, client)
        assert dicing.cycle.phase == 2
    entry = Entry.objects.get(cycle=dicing.pk, action=NEW_SEEDS)
    assert (entry.actor_kind, [each["phase"] for each in entry.args["seeds"]]) == ("system", [0, 1])
    for instant in (START + HOUR, START + 80 * HOUR, START + 180 * HOUR):
        dicing.to(max(instant, dicing.clock.now))
        check(dicing, known | all_public(dicing, client))
        assert next_dice(dicing, "bob", known | all_public(dicing)) is None
    is_proved(dicing)


def test_R142_a_seed_in_whose_place_another_was_put_never_serves_again(dicing: Hall) -> None:
    """A history in which the restore came a phase earlier commits to the next one's first seed: not for long."""
    ended_early(dicing)
    with restored(dicing):
        dicing.to(START + 176 * HOUR)
        assert dicing.cycle.phase == 3
        known = all_public(dicing)
    dicing.clock.to(START + 80 * HOUR)
    assert [(seed.phase, seed.since > 0) for seed in open_seeds(dicing.cycle)] == [(1, True), (2, True)]
    withdrawn(dicing)
    assert dicing.cycle.phase == 1
    check(dicing, known | all_public(dicing))
    is_proved(dicing)
    dicing.to(START + 170 * HOUR)
    check(dicing, known | all_public(dicing))
    assert next_dice(dicing, "ada", known) is None


def test_R142_what_fell_due_since_the_backup_draws_by_the_new_seed(open_cycle: OpenCycle) -> None:
    """The entry has the instant of the newest one, so it comes before all that is done late."""
    hall = open_cycle(with_lot(), joined=("ada", "bob"))
    with restored(hall):
        hall.to(START + 80 * HOUR)
        gone = {entry.key: entry.draws for entry in drew(hall)}
    hall.to(START + 80 * HOUR)
    entry = Entry.objects.get(cycle=hall.pk, action=NEW_SEEDS)
    assert all(each.seq > entry.seq for each in drew(hall))
    assert len(drew(hall)) == len(gone) > 0
    assert not gone.keys() & {each.key for each in drew(hall)}
    is_proved(hall)


def drew(hall: Hall) -> list[Entry]:
    return list(Entry.objects.whole().filter(cycle=hall.pk, draws__isnull=False).order_by("seq"))


def test_R142_a_restore_gives_an_ended_cycle_a_new_seed_for_what_would_come_next(dicing: Hall) -> None:
    """Should a correction let it go on, it does so with new seeds."""
    claimed = dicing.do("ada", "time_claim")
    assert dicing.cycle.status == Status.ENDED
    assert renew_seeds(dicing.slug).args["seeds"] == [
        {"phase": 1, "commitment": open_seeds(dicing.cycle)[0].commitment}
    ]
    known = all_public(dicing)
    assert {seed.seed for seed in PhaseSeed.objects.filter(cycle=dicing.pk, phase=0)} <= known
    is_proved(dicing)
    correct(dicing, {"do": "void", "entry": claimed.key})
    assert dicing.cycle.is_running
    check(dicing, known | all_public(dicing))
    is_proved(dicing)


def test_R142_a_correction_that_is_open_at_a_restore_is_built_again_with_another_seed(dicing: Hall) -> None:
    """Its own seed may have been revealed when it was adopted, in the time that is gone."""
    idle = dicing.do("ada", "time_idle")
    dicing.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": idle.key}], reason="x")
    build_waiting()
    row = Correction.objects.get(cycle=dicing.pk)
    assert row.is_built
    renew_seeds(dicing.slug)
    again = Correction.objects.get(cycle=dicing.pk)
    assert (again.status, again.fork) == ("waiting", None)
    assert again.commitment != row.commitment
    entry = Entry.objects.get(cycle=dicing.pk, action=NEW_SEEDS)
    assert {"kind": "fork-reseeded", "commitment": again.commitment} in entry.events
    assert again.commitment == commitment(seed_of_a_correction(open_seeds(dicing.cycle)[0].seed, entry.key))
    is_proved(dicing)
    build_waiting()
    again.refresh_from_db()
    dicing.do(ADMIN, "adopt-correction", correction=again.code, version=again.version, reason="x")
    is_proved(dicing)


def test_R142_what_was_thrown_by_a_seed_that_may_be_known_is_not_rolled_again(dicing: Hall) -> None:
    """Its new dice would fall by that seed."""
    thrown = dicing.do("ada", "time_throw")
    renew_seeds(dicing.slug)
    dicing.refused("ada", "time_again", "nothing-drawn", act=thrown.key)
    newer = dicing.do("ada", "time_throw")
    dicing.refused("ada", "time_again", "too-late", act=thrown.key)
    dicing.do("ada", "time_again", act=newer.key)
    is_proved(dicing)


def test_R142_an_act_is_not_moved_to_where_another_seed_served(dicing: Hall) -> None:
    thrown = dicing.do("ada", "time_throw")
    dicing.clock.wait(hours=1)
    renew_seeds(dicing.slug)
    dicing.clock.wait(hours=1)
    dicing.do("bob", "time_idle")
    at = f"{START + 2 * HOUR:%Y-%m-%dT%H:%M:%SZ}"
    dicing.do(ADMIN, "open-correction", edits=[{"do": "move", "entry": thrown.key, "at": at}], reason="x")
    build_waiting()
    row = Correction.objects.get(cycle=dicing.pk)
    assert ["be different, and" in each["detail"] for each in row.impossible] == [True]


# ── whatever happens


NAMES = ("ada", "bob")
hours = st.integers(1, 30)
deeds = st.one_of(
    st.tuples(st.just("throw"), st.sampled_from(NAMES)),
    st.tuples(st.just("pile"), st.sampled_from(NAMES)),
    st.tuples(st.just("wait"), hours),
    st.tuples(st.just("shorten"), st.integers(1, 71)),
    st.tuples(st.just("out"), st.tuples(hours, hours)),
    st.tuples(st.just("void"), st.integers(0, 5)),
    st.tuples(st.just("correct"), st.integers(0, 8)),
    st.tuples(st.just("open"), st.integers(0, 8)),
    st.tuples(st.just("edit"), st.integers(0, 8)),
    st.tuples(st.just("adopt"), st.none()),
    st.tuples(st.just("again"), st.sampled_from(NAMES)),
    st.tuples(st.just("claim"), st.sampled_from(NAMES)),
    st.tuples(st.sampled_from(["back up", "restore"]), st.none()),
)


class Played:
    """A cycle to which anything may happen, and all that was ever public of it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.known: set[str] = set()
        self.foreknown: dict[str, list[list[int]]] = {}  # by the id of a throw: dice that anybody could compute before
        self.at_decision: set[str] = set()  # and when it was opened or edited last
        self.at_edit: set[str] = set()  # the seeds that anybody could compute when a correction was last edited
        self.saved = transaction.savepoint()

    def do(self, what: str, how: Any) -> None:
        computable, before = self.computable(), self.piles()
        with transaction.atomic():
            try:
                getattr(self, what.replace(" ", "_"))(how)
            except Refusal:
                transaction.set_rollback(True)
        self.look()
        if what in ("open", "edit"):
            self.at_decision = computable
        known = self.at_decision if what == "adopt" else computable
        for key, pile in self.piles().items():
            had = [(draw.label, draw.index, draw.sides) for draw in before[key].draws] if key in before else []
            more = [draw for draw in pile.draws if (draw.label, draw.index, draw.sides) not in had]
            if key in before and len(more) > 1:
                for seed in known:
                    foreseen = [draw_value(seed, key, draw.label, draw.index, draw.sides) for draw in more]
                    assert [draw.value for draw in more] != foreseen

    def piles(self) -> dict[str, Entry]:
        """Acts that draw more or less, as the score is."""
        return {entry.key: entry for entry in Entry.objects.filter(cycle=self.hall.pk, action="time_pile")}

    def pile(self, name: str) -> None:
        self.act(name, "time_pile")

    def look(self) -> None:
        self.known |= all_public(self.hall)
        check(self.hall, self.known)
        for entry in Entry.objects.filter(cycle=self.hall.pk, key__in=self.foreknown):
            assert values(entry) == [] or values(entry) not in self.foreknown[entry.key]

    def computable(self) -> set[str]:
        """The seeds that are public, and those of corrections, which follow from them."""
        opened = Entry.objects.filter(cycle=self.hall.pk, action="open-correction")
        numbers = {entry.args["rewrite"] for entry in opened}
        return self.known | {seed_of_a_correction(seed, number) for seed in self.known for number in numbers}

    def act(self, name: str, action: str, **args: Any) -> Entry:
        return perform(self.hall.slug, self.hall.actor(name), action, args).entry

    def throw(self, name: str) -> None:
        key = hash_chain.entry_id(self.hall.cycle.head, "person", name, "time_throw")
        computable = self.computable()
        thrown = self.act(name, "time_throw")
        if thrown.key == key:
            self.foreknown[key] = [gives(seed, key, thrown) for seed in computable]
            assert values(thrown) not in self.foreknown[key]

    def wait(self, hours: int) -> None:
        self.hall.to(self.hall.clock.now + hours * HOUR)

    def shorten(self, hour: int) -> None:
        amendment = EARLY | {"value": hour}
        entry = self.act("ada", "submit-proposal", title="A change", text="Words.", amendments=[amendment])
        code = next(event["proposal"] for event in entry.events if event["kind"] == "proposal-submitted")
        self.act("ada", "vote", proposal=code, vote="for")
        self.wait(4)

    def out(self, span: tuple[int, int]) -> None:
        ended = self.hall.clock.now - timedelta(minutes=1)
        began = max(ended - (span[0] + span[1]) * HOUR, START + timedelta(minutes=1))
        self.act(ADMIN, "record-outage", began=began.isoformat(), ended=ended.isoformat(), reason="x")

    def void(self, which: int) -> None:
        mine = Entry.objects.filter(cycle=self.hall.pk, actor="ada", actor_kind="person").order_by("-seq")
        self.act("ada", "void-act", act=mine[which % mine.count()].key, reason="x")

    def correct(self, which: int) -> None:
        self.open(which)
        self.adopt(None)

    def open(self, which: int) -> None:
        some = ("vote", "time_throw", "time_claim")
        acts = Entry.objects.filter(cycle=self.hall.pk, actor_kind="person", action__in=some)
        entry = acts.order_by("-seq")[which % acts.count()] if acts.exists() else None
        if entry is None:
            return
        self.act(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="x")

    def edit(self, hour: int) -> None:
        row = Correction.objects.filter(cycle=self.hall.pk).first()
        at = f"{START + hour * HOUR:%Y-%m-%dT%H:%M:%SZ}"
        edit = {"do": "insert", "actor": "bob", "action": "time_throw", "args": {}, "at": at}
        computable = self.computable()
        if row is not None:
            self.act(ADMIN, "edit-correction", correction=row.code, edits=[edit], reason="x")
            self.at_edit = computable

    def adopt(self, _: None) -> None:
        build_waiting()
        row = Correction.objects.filter(cycle=self.hall.pk).first()
        if row is None:
            return
        before = set(Entry.objects.filter(cycle=self.hall.pk).values_list("key", flat=True))
        self.act(ADMIN, "adopt-correction", correction=row.code, version=row.version, reason="x")
        for new in Entry.objects.filter(cycle=self.hall.pk, action="time_throw").exclude(key__in=before):
            assert values(new) not in [gives(seed, new.key, new) for seed in self.at_edit]

    def again(self, name: str) -> None:
        thrown = Entry.objects.filter(cycle=self.hall.pk, actor=name, action="time_throw").last()
        if thrown is not None:
            self.act(name, "time_again", act=thrown.key)

    def claim(self, name: str) -> None:
        self.act(name, "time_claim")


@pytest.mark.django_db
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example([("shorten", 6), ("wait", 3), ("open", 0), ("shorten", 71), ("throw", "bob"), ("adopt", None)])
@example([("throw", "ada"), ("open", 0), ("shorten", 6), ("wait", 6), ("edit", 1), ("adopt", None)])
@example([("throw", "ada"), ("wait", 2), ("pile", "bob"), ("wait", 80), ("open", 0), ("edit", 1), ("adopt", None)])
@example(
    [("throw", "ada"), ("wait", 2), ("pile", "bob"), ("wait", 80), *2 * [("open", 0), ("edit", 1), ("adopt", None)]]
)
@given(st.lists(deeds, min_size=3, max_size=9))
def test_R142_no_dice_fall_by_a_seed_that_was_public(history: list[tuple[str, Any]]) -> None:
    """Whatever ends a phase early and whatever brings it back, any number of times and in any order."""
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(piling_law(), starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        hall.join(*NAMES)
        hall.actor(ADMIN)
        played = Played(hall)
        for what, how in history:
            if what == "back up":
                played.saved = transaction.savepoint()
            elif what == "restore":
                transaction.savepoint_rollback(played.saved)
                write_cache.clear_cache()
                renew_seeds(hall.slug)
                played.saved = transaction.savepoint()
                played.look()
            else:
                played.do(what, how)
        is_proved(hall)
        transaction.set_rollback(True)
