"""Every event, every name that it gives, every way to use the name: it shows an effect, or it is refused."""

from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from django.db import transaction

from nomic.chance.seeds import new_seed
from nomic.clauses.checks.events import emitted_under, when_flaws
from nomic.clauses.clause_index import clauses_of, event_kind_of, triggering_actions, vocabulary_of
from nomic.clauses.handlers.triggers import by_rule
from nomic.clauses.runtime.pending_questions import StoredOrigin
from nomic.clauses.runtime.run_effects import do_in_hall
from nomic.clauses.runtime.trigger_chains import without_departed
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.vocabulary.event_scopes import EventKind
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.events import all_events
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.parser import read_effect
from tests.clauses.conftest import Clauses, OpenWith
from tests.support.hall import Hall

KEPT: Clauses = {
    "count": {"value": "Count", "of": "cycle"},
    "held": {"value": "Held", "of": "player"},
    "word": {"value": "Word", "is": "name", "of": "cycle"},
    "list": {"value": "List", "is": "players", "of": "cycle"},
    "secret": {"value": "Secret", "of": "cycle", "seen": "nobody"},
    "met": {"outcome": "A door", "of": "pool", "do": [{"raise": "Count", "by": 1}]},
}
ALL = {"players": "players"}
YES = [{"raise": "Count", "by": 1}]

USES: Mapping[str, tuple[dict[str, Any], ...]] = {
    "players": (
        {"grant": "Vertebra", "to": "$X"},
        {"raise": "Held", "by": 1, "of": "$X"},
        {"enter": "$X", "in": "List"},
        {"announce": "<$X>"},
        {"if": {"some": "$X"}, "then": YES},
        {"at": "phase-begins", "do": [{"grant": "Vertebra", "to": "$X"}]},
    ),
    "number": ({"raise": "Count", "by": "$X"}, {"grant": "Vertebra", "n": "$X", "to": ALL}, {"announce": "<$X>"}),
    "names": (
        {"set": "Word", "to": "$X"},
        {"announce": "<$X>"},
        {"if": {"some": {**ALL, "where": {"voted": "$it", "about": "$X"}}}, "then": YES},
    ),
    "cards": ({"destroy": "$X"}, {"grant": "Vertebra", "to": {"owners": "$X"}}, {"announce": "<$X>"}),
    "amounts": (
        {"raise": "Count", "by": {"amount": "Vertebra", "in": "$X"}},
        {"grant": {"items_in": "$X"}, "to": ALL},
        {"announce": "<$X>"},
    ),
    "proposals": (
        {"announce": "<$X>"},
        {"if": {"some": {**ALL, "where": {"voted": "$it", "about": "$X"}}}, "then": YES},
    ),
    "truth": ({"if": "$X", "then": YES},),
}


def uses_of(name: str, kind: Kind) -> Iterator[dict[str, Any]]:
    for use in USES[kind]:
        yield _put(use, name)


def _put(raw: Any, name: str) -> Any:
    if isinstance(raw, dict):
        return {key: _put(value, name) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_put(value, name) for value in raw]
    return raw.replace("$X", f"${name}") if isinstance(raw, str) else raw


def test_every_name_of_every_event_can_be_used_or_is_refused(open_with: OpenWith) -> None:
    """Under the law of the Hall, with whatever is kept."""
    hall = open_with(KEPT)
    hall.join("zoe")
    hall.do("zoe", "leave")
    card = hall.grant_card("bob").code
    proposal = hall.propose("bob", {"op": "replace", "path": "/rules/tolls/body", "value": "Other words."})
    hall.vote(proposal, eve="for")
    law = hall.cycle.law
    whens = [{"when": each.kind} for each in emitted_under(law, clauses_of(law)) if each.kind != "does"]
    whens += [{"when": "does", "act": name} for name, _ in triggering_actions(law)]
    shown = refused = 0
    for when in whens:
        occasion = event_kind_of(law, WhenClause.model_validate({**when, "do": YES}))
        assert occasion is not None
        event, who = _told(occasion, card, proposal)
        for name, kind in occasion.scope.items():
            for use in uses_of(name, kind):
                clause = WhenClause.model_validate({**when, "do": [use]})
                if list(when_flaws(law, clauses_of(law), "", clause, vocabulary_of(law))):
                    refused += 1
                else:
                    assert _comes_of(hall, occasion, event, who, use), (when, use)
                    shown += 1
    assert shown > 500
    assert refused > 50


def _told(occasion: EventKind, card: str, proposal: str) -> tuple[dict[str, Any], str]:
    """An event as a journal may have it, and who acted."""
    values: Mapping[str, Any] = {"players": "bob", "cards": card, "number": 3, "truth": True, "names": "words"}
    values = {**values, "amounts": {"Vertebra": 2}, "proposals": proposal}
    given: dict[str, Any] = {
        name: proposal if name == "proposal" else values[kind] for name, kind in occasion.scope.items() if name != "who"
    }
    leaving = {name: "zoe" for name in occasion.gone & given.keys() if occasion.scope[name] == "players"}
    who = "" if "who" in occasion.gone else "ada"
    return {"kind": occasion.kind, **given, **leaving, "said": given}, who


def _comes_of(hall: Hall, occasion: EventKind, event: Mapping[str, Any], who: str, use: dict[str, Any]) -> bool:
    """Whether anybody can see what a rule did that uses a name."""
    with transaction.atomic():
        cycle = hall.cycle
        act = ActionContext(cycle, by_rule(), SYSTEM, hall.clock.now, "walk", new_seed())
        names = without_departed(act, occasion, occasion.names(event, who))
        effect = read_effect([use], occasion.scope)
        done = do_in_hall(act, StoredOrigin("walk", "tolls", "Tolls"), effect, names, "")
        told = done.results()
        transaction.set_rollback(True)
    return bool(done.changes) and not any("<>" in word for word in told)


def test_who_acted_is_declared_of_every_event(open_with: OpenWith) -> None:
    """In a journal no player has led to what no player leads to, and `gone` are names of the event."""
    for event in all_events():
        assert event.gone <= get_type_hints(event).keys() | {"who"}
    hall = open_with(KEPT)
    hall.propose_and_vote(
        "ada",
        {"op": "replace", "path": "/rules/tolls/body", "value": "Other words."},
        by=("ada", "bob", "eve"),
        at=hall.cycle.phase_ends_at,
    )
    hall.to(hall.cycle.phase_ends_at)
    told = {each.kind(): each for each in all_events()}
    nobody = [
        (entry.actor, event["kind"])
        for entry in hall.entries()
        for event in entry.events
        if not told[event["kind"]].by_player
    ]
    assert {kind for _, kind in nobody} >= {"phase-began", "proposal-enacted", "law-changed", "cycle-began"}
    assert {actor for actor, _ in nobody} == {""}
