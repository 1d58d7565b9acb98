"""Refused means nothing was drawn (R126): what fails after a draw stands in the journal as failed, with its draws."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, transaction

from nomic.cycles import event_bus
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.events import ActFailed
from nomic.cycles.domain.exceptions import BadArguments, Failed, KeyReused, Refusal, Refused, Unanswered
from nomic.cycles.models import Deadline, Entry
from nomic.cycles.schedule.deadlines import Rank, schedule
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.ledger import ledger_of
from tests.support.hall import HOUR, Hall

BREAKS = {"flag": False}
COMMITTED: list[str] = []
HOW: dict[str, Any] = {
    "refused": lambda: Refused("no", "The rules say no.", "R0"),
    "bad": lambda: BadArguments.on("answers/1", "that is not on offer"),
    "asked": lambda: Unanswered({"prompt": "Which one?"}, 3),
    "too long": lambda: TooLong("An effect"),
    "broken": lambda: ZeroDivisionError("what nobody may read: the seed"),
    "recursion": lambda: RecursionError(),
    "row": lambda: IntegrityError("one row too many"),
}


class ThrowArgs(Args):
    """How it goes wrong, after so many draws."""

    how: str = ""
    draws: int = 1
    secret: str = ""


def throw(act: ActionContext, args: ThrowArgs) -> None:
    """Something changes, something is sealed, dice are thrown; then it goes wrong, or does not."""
    ledger_of(act).grant("ada", "Chip", 7)
    transaction.on_commit(lambda: COMMITTED.append(act.key))
    act.record_args(draws=args.draws)
    if args.secret:
        act.commit_secret("secret", args.secret)
    for number in range(args.draws):
        act.chance.below(6, "die", f"throw {number}")
    act.cycle.title = "Another title"
    if args.how and (args.how != "flag" or BREAKS["flag"]):
        raise HOW.get(args.how, HOW["broken"])()
    act.message("The dice have been thrown.")


def throw_later(act: ActionContext, args: ThrowArgs) -> None:
    """The dice are thrown an hour later, by nobody."""
    in_an_hour = act.at + HOUR
    schedule(act.cycle, "dice", at=in_an_hour, rank=Rank.GAMES, action="thrown", args=args.as_json())


def throw_at_once(act: ActionContext, args: ThrowArgs) -> None:
    """This act draws, and another entry follows at once."""
    act.chance.below(6, "die", "the first throw")
    schedule(act.cycle, "dice", at=act.at, rank=Rank.AT_ONCE, action="thrown", args=args.as_json())


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are acts that throw dice."""
    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    BREAKS["flag"] = False
    COMMITTED.clear()
    common: dict[str, Any] = {"title": "Throw dice", "summary": "S", "rule": "L0", "args": ThrowArgs}
    actions.register_actions(
        Action(name="throw", channel="games", run=throw, **common),
        Action(name="throw-later", channel="games", run=throw_later, **common),
        Action(name="throw-at-once", channel="games", run=throw_at_once, **common),
        Action(name="thrown", channel="system", run=throw, is_act=False, **common),
    )


def failed(hall: Hall, *, key: str | None = None, action: str = "throw", **args: Any) -> tuple[Failed, Entry]:
    """The act fails, and here is its entry."""
    with pytest.raises(Failed) as caught:
        perform(hall.slug, hall.actor("ada"), action, args, idempotency_key=key)
    return caught.value, Entry.objects.get(cycle=hall.pk, seq=caught.value.seq)


@pytest.mark.parametrize("how", HOW)
def test_R126_what_fails_after_a_draw_stands_with_its_draws(cast: Hall, how: str) -> None:
    """Whatever it fails for; nothing else of it stands, and the journal replays to the same."""
    before = cast.cycle
    no, entry = failed(cast, how=how, draws=3)
    assert [draw.label for draw in entry.draws] == ["die"] * 3
    assert (entry.seq, entry.actor, entry.action) == (before.seq + 1, "ada", "throw")
    assert entry.args == {"how": how, "draws": 3, "secret": ""}
    (event,) = entry.events
    assert event["kind"] == ActFailed.kind()
    assert event["reason"] in entry.words[0]
    assert f"in entry {entry.seq}" in no.detail
    assert cast.has("ada", "Chip") == 0
    assert (cast.cycle.title, cast.cycle.seq, cast.cycle.last_at) == (before.title, entry.seq, entry.at)
    cast.is_sound()


@pytest.mark.parametrize("how", ["refused", "bad", "asked"])
def test_R126_what_is_refused_has_drawn_nothing(cast: Hall, how: str) -> None:
    """Without a draw a refusal is a refusal, and leaves nothing."""
    with cast.nothing_changes(), pytest.raises(Refusal) as caught:
        perform(cast.slug, cast.actor("ada"), "throw", {"how": how, "draws": 0})
    assert not isinstance(caught.value, Failed)


def test_an_error_before_any_draw_is_an_error(cast: Hall) -> None:
    """Whoever runs the host hears of it, and nothing has changed."""
    with cast.nothing_changes(), pytest.raises(ZeroDivisionError):
        perform(cast.slug, cast.actor("ada"), "throw", {"how": "broken", "draws": 0})


def test_R126_a_failed_act_says_why_but_nothing_that_is_secret(cast: Hall) -> None:
    """A refusal's own words; of a mistake of the program its kind only; and where something is sealed, nothing."""
    assert failed(cast, how="refused")[1].events[0] == {
        "kind": ActFailed.kind(),
        "code": "no",
        "reason": "The rules say no.",
    }
    broken = failed(cast, how="broken")[1].events[0]
    assert broken["code"] == "broken"
    assert "ZeroDivisionError" in broken["reason"]
    assert "seed" not in broken["reason"]
    _, sealed = failed(cast, how="bad", secret="the third one")
    assert sealed.args["secret"].keys() == {"commitment"}
    assert "not on offer" not in sealed.words[0] + str(sealed.events)
    assert sealed.sealed["secret"]["value"] == "the third one"
    cast.is_sound()


def test_R126_a_failed_act_is_answered_again_under_its_key(cast: Hall) -> None:
    """Nothing is drawn a second time; with other arguments the key is used up."""
    first, entry = failed(cast, key="once", how="refused")
    again, same = failed(cast, key="once", how="refused")
    assert (again.seq, again.is_repeated, first.is_repeated, same.pk) == (first.seq, True, False, entry.pk)
    assert cast.cycle.seq == entry.seq
    with pytest.raises(KeyReused):
        perform(cast.slug, cast.actor("ada"), "throw", {}, idempotency_key="once")


def test_R126_after_what_was_due_a_failed_act_stands_too(cast: Hall) -> None:
    """What was due comes first, and stands whatever becomes of the act. That is no activity (R8)."""
    cast.pass_on(cast.clock.now + timedelta(days=5))
    _, entry = failed(cast, how="refused")
    assert (cast.cycle.phase, cast.player("ada").last_act_phase) == (1, 0)
    assert cast.actions()[-2:] == ["begin-phase", "throw"]
    assert cast.cycle.seq == entry.seq
    cast.is_sound()


@pytest.mark.django_db(transaction=True)
def test_R126_what_waited_for_the_commit_of_a_failed_act_is_forgotten(cast: Hall) -> None:
    """What an act tells the world when it is committed is told of acts that stand."""
    failed(cast, how="refused")
    assert COMMITTED == []
    entry = cast.do("ada", "throw")
    assert [entry.key] == COMMITTED


def test_where_the_database_is_away_nothing_stands(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing that could be written, so nobody has seen the draw either."""
    monkeypatch.setitem(HOW, "away", lambda: OperationalError("disk full"))
    with cast.nothing_changes(), pytest.raises(OperationalError):
        perform(cast.slug, cast.actor("ada"), "throw", {"how": "away"})


@pytest.fixture
def clumsy(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A watcher that breaks at the actions named in the list."""
    names: list[str] = []

    def stumble(act: ActionContext) -> None:
        if act.action.name in names:
            act.chance.below(2, "coin", "whether it stumbles")
            raise LookupError(act.action.name)

    monkeypatch.setattr(event_bus, "_wiring", event_bus.wiring())
    event_bus.subscribe(event_bus.on_every_act(stumble))
    return names


def test_R126_what_follows_from_an_act_can_fail_it(cast: Hall, clumsy: list[str]) -> None:
    """A watcher that breaks after the dice were thrown leaves them thrown."""
    clumsy.append("throw")
    _, entry = failed(cast, draws=2)
    assert [draw.label for draw in entry.draws] == ["die", "die", "coin"]
    clumsy.clear()
    cast.is_sound()  # though the program would not fail it any more


def test_R126_what_failed_has_failed_whatever_the_program_does_today(cast: Hall) -> None:
    """A mistake that is mended since changes nothing in a replay."""
    BREAKS["flag"] = True
    _, entry = failed(cast, how="flag", draws=4)
    BREAKS["flag"] = False
    assert cast.has("ada", "Chip") == 0
    cast.is_sound()
    assert cast.do("ada", "throw", how="flag").words == ["The dice have been thrown."]
    cast.is_sound()
    assert len(entry.draws) == 4


# Deadlines


def test_R126_a_deadline_that_breaks_stands_as_failed_and_is_tried_again(cast: Hall) -> None:
    """Each hour, until the program is mended: the cycle's clock goes on, and everybody can act."""
    BREAKS["flag"] = True
    cast.do("ada", "throw-later", how="flag", draws=2)
    cast.clock.wait(hours=3, minutes=30)
    assert cast.settle() == 3
    broken = cast.entries("thrown")
    assert [entry.at - broken[0].at for entry in broken] == [0 * HOUR, HOUR, 2 * HOUR]
    assert all(entry.failure is not None and len(entry.draws) == 2 for entry in broken)
    assert cast.settle() == 0
    cast.do("bob", "buy", offer="Handy Pack")
    BREAKS["flag"] = False
    cast.wait(hours=1)
    assert [entry.failure is None for entry in cast.entries("thrown")] == [False, False, False, True]
    assert cast.has("ada", "Chip") == 7
    assert not Deadline.objects.filter(cycle=cast.pk, label="dice").exists()
    cast.is_sound()


@pytest.mark.parametrize("draws", [0, 1])
@pytest.mark.parametrize("how", ["refused", "bad"])
def test_R126_a_deadline_that_the_rules_refuse_is_over(cast: Hall, how: str, draws: int) -> None:
    """It stands as failed; waiting would not make it right."""
    cast.do("ada", "throw-later", how=how, draws=draws)
    cast.clock.wait(hours=9)
    assert cast.settle() == 1
    (entry,) = cast.entries("thrown")
    assert entry.failure is not None
    assert len(entry.draws) == draws
    assert not Deadline.objects.filter(cycle=cast.pk, label="dice").exists()
    cast.is_sound()


@pytest.mark.parametrize("draws", [0, 1])
def test_R126_what_follows_at_once_and_fails_does_not_take_the_act_back(cast: Hall, draws: int) -> None:
    """The act has drawn, and stands: nobody can have it undone by what follows from it."""
    entry = cast.do("ada", "throw-at-once", how="broken", draws=draws)
    assert len(entry.draws) == 1
    (after,) = cast.entries("thrown")
    assert (after.seq, after.failure is not None) == (entry.seq + 1, True)
    cast.is_sound()


def test_R126_of_several_things_due_only_the_one_that_breaks_fails(cast: Hall) -> None:
    """Those before and after it in the same transaction stand."""
    cast.do("ada", "throw-later", how="broken", draws=1)
    cast.wait(days=4)
    assert cast.cycle.phase == 1
    assert [entry.failure for entry in cast.entries("begin-phase")] == [None]
    assert {entry.failure is not None for entry in cast.entries("thrown")} == {True}
    cast.is_sound()


def test_a_cycle_that_cannot_begin_is_none(open_cycle: Any, clumsy: list[str]) -> None:
    """It is not left behind half made."""
    clumsy.append("begin-cycle")
    with pytest.raises(RuntimeError, match="cannot begin"):
        open_cycle(slug="other")


# How failed acts count


def test_R126_a_failed_act_counts_where_acts_are_counted(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gift once a phase: whoever could have it fail gets no second draw by it."""

    def thrown(act: ActionContext, *_: Any) -> int:
        act.chance.below(6, "die", "a throw")
        raise Refused("no", "The rules say no.")

    monkeypatch.setattr("nomic.clauses.handlers.actions.carry_out", thrown)
    failed(cast, action="gift", to="bob")
    cast.refused("ada", "gift", "too-often", "Card gifting", to="bob")
