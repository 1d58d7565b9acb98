"""What cannot be corrected, by whom, and what is refused: clearly, with nothing changed."""

from typing import Any

import pytest

from nomic.corrections.background.build_fork import build_waiting
from nomic.cycles.commands.perform import perform
from nomic.cycles.history.rewrite import replaced_by
from nomic.cycles.models import Cycle, Entry, PhaseSeed
from tests.clauses.conftest import with_clauses
from tests.corrections.conftest import Told, adopt, tell
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, OpenCycle, cycle_16

VOID: dict[str, Any] = {"do": "void", "entry": "2"}


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        ({"do": "void"}, "edits/0/entry"),
        ({"do": "void", "entry": "99999"}, "edits/0/entry"),
        ({"do": "void", "entry": "0" * 32}, "edits/0/entry"),
        ({"do": "void", "entry": "²"}, "edits/0/entry"),
        ({"do": "undo", "entry": "2"}, "edits/0/do"),
        ({"do": "void", "entry": "2", "at": "2024-01-01T00:00:00Z"}, "edits/0/at"),
        ({"do": "move", "entry": "2"}, "edits/0/at"),
        ({"do": "move", "entry": "2", "at": "2023-01-01T00:00:00Z"}, "edits/0/at"),
        ({"do": "move", "entry": "2", "at": "2999-01-01T00:00:00Z"}, "edits/0/at"),
        ({"do": "change", "entry": "2"}, "edits/0/args"),
        ({"do": "change", "entry": "2", "args": {"no": 1}}, "edits/0/args/no"),
        ({"do": "insert", "actor": "ada", "action": "nothing", "at": "2024-01-01T00:00:00Z"}, "edits/0/action"),
        ({"do": "insert", "actor": "ada", "action": "begin-phase", "at": "2024-01-01T00:00:00Z"}, "edits/0/action"),
        ({"do": "insert", "actor": "ada", "action": "buy", "at": "2024-01-01T00:00:00Z"}, "edits/0/args/offer"),
        ({"do": "insert", "actor": "ada", "action": "correct-grant", "at": "2024-01-01T00:00:00Z"}, "edits/0/actor"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_with_its_field(cast: Hall, edit: dict[str, Any], field: str) -> None:
    cast.bad(ADMIN, "open-correction", field, edits=[edit], reason="x")


def test_what_is_no_act_is_not_corrected(cast: Hall, told: Told) -> None:
    """The beginning, what follows by itself, and what tells of histories and corrections."""
    cast.refused(ADMIN, "open-correction", "not-an-act", edits=[{"do": "void", "entry": "1"}], reason="x")
    cast.to(BATTLE + HOUR)
    phase = Entry.objects.get(cycle=cast.pk, action="begin-phase")
    cast.refused(ADMIN, "open-correction", "not-an-act", edits=[{"do": "void", "entry": phase.key}], reason="x")
    bought = cast.do("ada", "buy", offer="Handy Pack")
    adopt(cast, told({"do": "void", "entry": bought.key}))
    for action in ("tell-corrected", "open-correction", "adopt-correction"):
        entry = Entry.objects.get(cycle=cast.pk, action=action)
        cast.refused(ADMIN, "open-correction", "not-an-act", edits=[{"do": "void", "entry": entry.key}], reason="x")
    ((kept, _),) = replaced_by(cast.cycle)
    of_a_fork = kept.entries.get(key=bought.key)
    edits = [{"do": "void", "entry": of_a_fork.key}]
    cast.bad(ADMIN, "open-correction", "edits/0/entry", edits=edits, reason="x")


def test_two_edits_of_one_entry_are_refused(cast: Hall) -> None:
    cast.bad(ADMIN, "open-correction", "edits/0/entry", edits=[VOID, {"do": "keep", "entry": "2"}], reason="x")


def test_one_correction_at_a_time(cast: Hall) -> None:
    """The refusal says which is open; and it is adopted once it is told, not before, and once only."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    void = [{"do": "void", "entry": entry.key}]
    cast.refused(ADMIN, "drop-correction", "none-open", correction="abc", reason="x")
    cast.do(ADMIN, "open-correction", edits=void, reason="x")
    refused = cast.refused(ADMIN, "open-correction", "one-at-a-time", edits=void, reason="x")
    row = cast.cycle.corrections.get()
    assert refused.detail.startswith(f"A correction by {ADMIN} is open: “x”")
    cast.refused(ADMIN, "adopt-correction", "not-told", correction=row.code, reason="x")
    cast.bad(ADMIN, "adopt-correction", "correction", correction="zzz", reason="x")
    row = tell(cast)
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=void, reason="the same")
    tell(cast)
    cast.refused(ADMIN, "adopt-correction", "changed", correction=row.code, version=1, reason="x")
    row.refresh_from_db()
    adopt(cast, row)
    cast.refused(ADMIN, "adopt-correction", "none-open", correction=row.code, reason="x")
    assert build_waiting() == 0


def test_what_would_change_nothing_is_not_adopted(cast: Hall, told: Told) -> None:
    entry = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "keep", "entry": entry.key})
    assert (row.first, row.difference) == (0, [])
    cast.refused(ADMIN, "adopt-correction", "no-difference", correction=row.code, reason="x")


def test_players_do_not_correct_the_past(cast: Hall) -> None:
    """Nor the Judge, as long as the law does not say so."""
    cast.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    for name in ("ada", "eve"):
        cast.refused(name, "open-correction", "may-not-correct", edits=[VOID], reason="x")


def test_the_Judge_does_where_the_law_says_so(open_cycle: OpenCycle) -> None:
    hall = open_cycle(cycle_16() | {"corrections": {"who": ["judge"]}}, joined=("ada", "eve"))
    entry = hall.do("ada", "buy", offer="Handy Pack")
    void = [{"do": "void", "entry": entry.key}]
    hall.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    hall.refused(ADMIN, "open-correction", "may-not-correct", edits=void, reason="x")
    hall.do("eve", "open-correction", edits=void, reason="x")
    adopt(hall, tell(hall), by="eve")
    assert hall.has("ada", "Handy Pack") == 0
    hall.is_sound()


@pytest.mark.parametrize(("joining", "code"), [("nobody", "joining-closed"), ("approved", "not-let-in")])
def test_the_Judge_lets_nobody_join_whom_a_keeper_has_not_let_in(
    open_cycle: OpenCycle, joining: str, code: str
) -> None:
    """An admin does, also by a correction."""
    hall = open_cycle(cycle_16() | {"corrections": {"who": ["judge", "admins"]}}, joined=("ada", "eve"))
    hall.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    hall.actor("zoe")
    join = {"do": "insert", "actor": "zoe", "action": "join", "args": {}, "at": START.isoformat()}
    Cycle.objects.filter(pk=hall.pk).update(joining=joining)
    hall.refused("eve", "open-correction", code, edits=[join], reason="x")
    hall.do(ADMIN, "open-correction", edits=[join], reason="x")
    row = tell(hall)
    hall.refused("eve", "adopt-correction", code, correction=row.code, version=row.version, reason="x")
    adopt(hall, row)
    assert hall.player("zoe").left_at is None


def test_the_owner_of_a_practice_cycle_does_to_learn(open_cycle: OpenCycle) -> None:
    """The clock stays where it was put."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada", "bob"))
    hall.do("ada", "advance-clock", to_next_phase=True)
    entry = hall.do("bob", "buy", offer="Handy Pack")
    void = [{"do": "void", "entry": entry.key}]
    hall.refused("bob", "open-correction", "may-not-correct", edits=void, reason="x")
    hall.do("ada", "open-correction", edits=void, reason="x")
    now = hall.cycle.now()
    adopt(hall, tell(hall), by="ada")
    assert hall.cycle.now() == now
    hall.is_sound()


@pytest.mark.parametrize("phase_is_over", [False, True])
def test_R142_a_victory_that_was_wrong_is_corrected(open_cycle: OpenCycle, phase_is_over: bool) -> None:
    """Its end made the seeds public: the phase goes on with another one. A phase that has not begun needs none."""
    clauses: dict[str, Any] = {
        "crown": {"value": "Crowns", "of": "player", "is": "number", "starts": 0},
        "claim": {"action": "Claim a crown", "do": [{"raise": "Crowns", "by": 1, "of": "$me"}]},
        "won": {"wins": {"is": [{"value_of": "Crowns", "of": "$it"}, "at_least", 1]}, "alone": True},
    }
    hall = open_cycle(with_clauses(cycle_16(), clauses))
    hall.join("ada", "bob")
    claimed = hall.do("ada", "tolls_claim")
    assert not hall.cycle.is_running
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": claimed.key}], reason="no crown")
    row = tell(hall)
    assert any(each["before"] == "ended: ada won" for group in row.difference for each in group["rows"])
    if phase_is_over:
        hall.clock.to(WEEK + HOUR)
    adopt(hall, row)
    assert hall.cycle.is_running
    assert hall.cycle.phase == (2 if phase_is_over else 0)
    seeds = PhaseSeed.objects.filter(cycle=hall.pk)
    assert [bool(seed.public_seed) for seed in seeds.filter(phase=0)] == ([True] if phase_is_over else [True, False])
    assert seeds.get(phase=1).since == 0
    hall.do("bob", "tolls_claim")
    assert hall.cycle.winner == "bob"
    hall.is_sound()


def test_a_key_sent_twice_adopts_once(cast: Hall, told: Told) -> None:
    """The second answer is the first."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": entry.key})
    args = {"correction": row.code, "reason": "x"}
    keeper = cast.actor(ADMIN)
    first, again = (
        perform(cast.slug, keeper, "adopt-correction", args, idempotency_key="once").entry for _ in range(2)
    )
    assert first == again
    assert Cycle.objects.count() == 2


@pytest.fixture
def rang(open_cycle: OpenCycle) -> tuple[Hall, dict[str, Any]]:
    """A hall whose law has dropped an action since, and an edit that inserts it at a time when the law had it."""
    ring = {"action": "Ring", "do": [{"grant": "Chip", "to": "$me"}]}
    law = cycle_16() | {"corrections": {"who": ["judge", "admins"]}}
    law["rules"]["bells"] = {"title": "Bells", "body": "", "place": 9_000, "clauses": {"ring": ring}}
    hall = open_cycle(law, joined=("ada", "eve"))
    hall.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    hall.vote(hall.propose("ada", {"op": "remove", "path": "/rules/bells/clauses/ring"}), ada="for")
    hall.clock.wait(hours=1)
    edit = {"do": "insert", "actor": "ada", "action": "bells_ring", "args": {}, "at": hall.clock.now.isoformat()}
    return hall, edit


@pytest.mark.parametrize("by", ["eve", ADMIN])
def test_an_act_that_the_law_has_dropped_since_is_inserted(rang: tuple[Hall, dict[str, Any]], by: str) -> None:
    """At a time at which the law had it, by an admin or by the Judge."""
    hall, edit = rang
    hall.to(START + 8 * DAY)
    hall.do(by, "open-correction", edits=[edit], reason="x")
    row = tell(hall)
    hall.do(by, "edit-correction", correction=row.code, edits=row.edits, reason="x")
    adopt(hall, tell(hall), by="eve")
    assert hall.has("ada", "Chip") == 1
    hall.is_sound()


def test_the_Judge_adopts_it_if_the_law_drops_it_meanwhile(rang: tuple[Hall, dict[str, Any]]) -> None:
    hall, edit = rang
    hall.do("eve", "open-correction", edits=[edit], reason="x")
    hall.to(START + 8 * DAY)
    adopt(hall, tell(hall), by="eve")
    assert hall.has("ada", "Chip") == 1


def test_an_act_is_not_inserted_after_the_law_has_dropped_it(rang: tuple[Hall, dict[str, Any]]) -> None:
    hall, edit = rang
    hall.to(START + 9 * DAY)
    late = edit | {"at": f"{START + 8 * DAY:%Y-%m-%dT%H:%M:%SZ}"}
    hall.bad("eve", "open-correction", "edits/0/action", edits=[late], reason="x")


def test_an_act_that_the_law_did_not_have_yet_is_impossible(open_cycle: OpenCycle) -> None:
    hall = open_cycle(cycle_16(), joined=("ada", "eve"))
    early = {"do": "insert", "actor": "ada", "action": "bells_ring", "at": hall.clock.now.isoformat()}
    ring = {"action": "Ring", "do": [{"grant": "Chip", "to": "$me"}]}
    rule = {"title": "Bells", "body": "", "place": 9_000, "clauses": {"ring": ring}}
    hall.vote(hall.propose("ada", {"op": "add", "path": "/rules/bells", "value": rule}), ada="for")
    hall.to(START + 8 * DAY)
    hall.do(ADMIN, "open-correction", edits=[early], reason="x")
    (named,) = tell(hall).impossible
    assert "no action 'bells_ring'" in named["detail"]
