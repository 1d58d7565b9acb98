"""Events are declared, and told to those who listen for them in the order that they state."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import to_builtins

from nomic.cycles import event_bus
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.events import ActFailed, CycleEnded, Event, LawChanged, PhaseBegan, all_events
from nomic.cycles.event_bus import Listener, Wiring, WiringError, all_others, in_order, name_of
from nomic.cycles.models import Cycle
from tests.support.generated_files import assert_is_generated
from tests.support.hall import START

ROOT = Path(__file__).parents[2]
ENDED, CHANGED = CycleEnded(winner="Ada", rule="R56"), LawChanged(revision=2, sections=["rules"])
LAST = name_of(all_others)


def listener(name: str, *after: str) -> Listener:
    return Listener(name, lambda act: None, after=after)


def names(*listeners: Listener) -> list[str]:
    return [each.name for each in in_order(listeners)]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was heard, where nobody listens but those of the test."""
    monkeypatch.setattr(event_bus, "_wiring", Wiring())
    return []


def an_act() -> ActionContext:
    return ActionContext(
        Cycle(), action_named("end-cycle"), SYSTEM, START, "0" * 32, heard_at_once=event_bus.dispatch_now
    )


# ── events


def test_an_event_is_kept_as_its_kind_and_what_it_says_in_that_order() -> None:
    """Journals are digested by it, and pages read it."""
    kept = ENDED.as_json()
    assert list(kept.items()) == [("kind", "cycle-ended"), ("winner", "Ada"), ("rule", "R56")]
    assert [to_builtins(event) for event in CycleEnded.among([CHANGED.as_json(), kept])] == [kept]


def test_every_kind_has_a_name_of_its_own_and_says_what_it_means() -> None:
    """What listens, a rule of the law perhaps, knows an event by its name."""
    declared = [event for event in all_events() if event.__module__ in sys.modules]  # examples of documents are not
    kinds = [event.kind() for event in declared]
    assert len(kinds) == len(set(kinds))
    assert {"act-failed", "phase-began", "match-step", "judge", "pack-opened"} <= set(kinds)
    assert [event for event in declared if not event.__doc__] == []


# ── the order


def test_who_comes_after_somebody_is_called_after_them() -> None:
    """Whatever the names are, and in whatever order they registered."""
    chain = [listener("nomic.z"), listener("nomic.b", "nomic.z"), listener("nomic.a", "nomic.b")]
    for _ in range(10):
        random.shuffle(chain)
        assert names(*chain) == ["nomic.z", "nomic.b", "nomic.a"]


def test_where_nobody_says_anything_the_host_comes_before_the_games_and_then_names_decide() -> None:
    found = [listener("exoptosis.a"), listener("nomic.wiki.b"), listener("nomic.players.c"), listener("dungeon.d")]
    assert names(*found) == ["nomic.players.c", "nomic.wiki.b", "dungeon.d", "exoptosis.a"]


def test_who_comes_after_all_others_is_last_and_there_may_be_several() -> None:
    found = [listener("nomic.b", LAST), listener("nomic.a", LAST, "nomic.b"), listener("tetromic.c")]
    assert names(*found) == ["tetromic.c", "nomic.b", "nomic.a"]


def test_a_circle_and_a_name_that_nobody_has_are_refused() -> None:
    with pytest.raises(WiringError, match=r"nomic\.a, nomic\.b|nomic\.b, nomic\.a"):
        names(listener("nomic.a", "nomic.b"), listener("nomic.b", "nomic.a"))
    with pytest.raises(WiringError, match=r"nomic\.a comes after nomic\.nobody"):
        names(listener("nomic.a", "nomic.nobody"))


def test_the_start_fails_where_there_is_no_order(heard: list[str]) -> None:
    """As `manage.py check`, `migrate` and `runserver` find out."""

    def one(act: ActionContext) -> None: ...

    def other(act: ActionContext) -> None: ...

    assert event_bus.subscriber_order_flaws(None) == []
    event_bus.subscribe(event_bus.on_every_act(one, after=other))
    assert "which is not registered" in event_bus.subscriber_order_flaws(None)[0].msg
    event_bus.subscribe(event_bus.on_every_act(other, after=one))
    assert "come after each other" in event_bus.subscriber_order_flaws(None)[0].msg


def test_one_function_has_one_place_and_may_listen_for_several_kinds(heard: list[str]) -> None:
    def hears(act: ActionContext, event: Event) -> None:
        heard.append(event.kind())

    event_bus.subscribe(event_bus.on(CycleEnded, hears))
    event_bus.subscribe(event_bus.on(LawChanged, hears))
    event_bus.subscribe(event_bus.on(LawChanged, hears))
    act = an_act()
    act.emit(CHANGED)
    act.emit(ENDED)
    event_bus.dispatch(act)
    assert heard == ["law-changed", "cycle-ended"]
    with pytest.raises(WiringError, match="is already registered"):
        event_bus.subscribe(event_bus.on(LawChanged, hears, at_once=True))


# ── hearing


def test_who_listens_at_once_hears_in_the_midst_of_the_act_and_the_others_after_it(heard: list[str]) -> None:
    """And of what nobody listens for nobody hears; who looks at every act does so once."""

    def at_once(act: ActionContext, changed: LawChanged) -> None:
        heard.append(f"at once {changed.revision}")

    def later(act: ActionContext, changed: LawChanged) -> None:
        heard.append(f"later {changed.revision}")

    def always(act: ActionContext) -> None:
        heard.append("an act")

    event_bus.subscribe(event_bus.on(LawChanged, later))
    event_bus.subscribe(event_bus.on(LawChanged, at_once, at_once=True))
    event_bus.subscribe(event_bus.on_every_act(always))
    act = an_act()
    act.emit(CHANGED)
    act.emit(ENDED)
    heard.append("done")
    event_bus.dispatch(act)
    assert heard[:2] == ["at once 2", "done"]
    assert sorted(heard[2:]) == ["an act", "later 2"]


def test_who_comes_later_hears_of_what_those_before_told(heard: list[str]) -> None:
    def ends(act: ActionContext, changed: LawChanged) -> None:
        act.emit(ENDED)

    def follows(act: ActionContext, ended: CycleEnded) -> None:
        heard.append("after it")

    def before(act: ActionContext, ended: CycleEnded) -> None:
        heard.append("before it")

    event_bus.subscribe(event_bus.on(CycleEnded, before))
    event_bus.subscribe(event_bus.on(LawChanged, ends, after=before))
    event_bus.subscribe(event_bus.on(CycleEnded, follows, after=ends))
    act = an_act()
    act.emit(CHANGED)
    event_bus.dispatch(act)
    assert heard == ["after it"]


def test_R126_of_an_act_that_failed_only_who_listens_for_failures_hears(heard: list[str]) -> None:
    def fails(act: ActionContext, failed: ActFailed) -> None:
        heard.append(failed.reason)

    def always(act: ActionContext) -> None:
        heard.append("an act")

    event_bus.subscribe(event_bus.on(ActFailed, fails))
    event_bus.subscribe(event_bus.on_every_act(always))
    act = an_act()
    act.emit(ActFailed(code="no", reason="The rules say no."))
    event_bus.dispatch_failure(act)
    assert heard == ["The rules say no."]


# ── how it is wired


def test_journals_were_written_in_this_order() -> None:
    """A replay must come to the same: who is moved, added or dropped here changes what follows from old entries."""
    order = [
        "nomic.clauses.handlers.calendar_events.follow_phase",
        "nomic.players.activity.note_act",
        "nomic.matches.hosting.external.forward_cycle_events.notify_of_phase",
        "nomic.notices.cycle_notices.notify_of_recap",
        "exoptosis.matches.battles.begin_battles",
        "exoptosis.matches.frozen_stakes.pay_kept_stakes",
        "exoptosis.cards.notify_games.notify_games_of_moved_cards",
        "knucklebones.begin_games.begin_games",
        "nomic.clauses.handlers.victory.end_if_won",
        "nomic.clauses.runtime.derived_events.emit_derived_events",
        "nomic.clauses.handlers.triggers.schedule_triggers",
        "nomic.clauses.handlers.hidden_draws.update_hidden_draws",
        "nomic.corrections.notices.notify_corrected",
        "nomic.proposals.by_rules.end_proposals.write_ends",
        "nomic.proposals.submission.count_at_event",
        "nomic.wiki.pages_changed_by_act.after_act",
    ]
    found = [each for each in event_bus.wiring().afterwards if not each.kinds or PhaseBegan in each.kinds]
    assert [each.name for each in found] == order


def test_the_document_is_what_the_command_prints() -> None:
    """In a process of its own: other tests declare events and listen for some."""
    printed = subprocess.run(
        [sys.executable, "manage.py", "wiring"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert_is_generated("docs/wiring.md", printed.stdout, "manage.py wiring")
