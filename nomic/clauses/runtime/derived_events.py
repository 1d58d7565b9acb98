"""Events derived from an act. They are computed only if a rule listens for them."""

import json
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import ClassVar

from nomic.clauses.clause_index import action_event_named, clauses_of, every_clause
from nomic.clauses.events import Did
from nomic.clauses.schema.effect_vocabulary import names_of
from nomic.clauses.vocabulary.action_events import ActionEvent
from nomic.clauses.vocabulary.event_scopes import in_short
from nomic.clauses.vocabulary.unvalidated_arguments import as_called, masked
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.reference_types import with_defaults
from nomic.cycles.domain.events import Event, NamedCard, NamedPlayer, Topic
from nomic.effects.language.event_names import DOES, act_event
from nomic.effects.language.interpolation import names_in
from nomic.effects.language.nodes.base import Kind
from nomic.inventory.ledger import Ledger
from nomic.law.document.sections import Law
from nomic.players.activity import acting_player
from nomic.players.lookup import row_or_none
from nomic.players.models import Player

MAX_TOLD = 200  # maximum per act, because only that many entries may follow from one


def has_cards(law: Law) -> bool:
    """Return whether the law has cards."""
    return "cards" in names_of(law).there_are


class InactiveActed(Event, frozen=True, tag="inactive-acted"):
    """A player who is inactive in this phase acted (R8). The player is active in the next phase."""

    whenever: ClassVar[str] = "an inactive player acts"
    about: ClassVar[Topic] = "Players"
    player: NamedPlayer


class ItemEvent(Event, frozen=True):
    """Base of the events of a player who has gained or lost items. Emitted if a rule listens."""

    about: ClassVar[Topic] = "Items and cards"
    player: NamedPlayer
    item: str
    n: int


class ItemGained(ItemEvent, frozen=True, tag="item-gained"):
    """A player has `n` more of an item than before an act. Emitted if a rule listens."""

    whenever: ClassVar[str] = "a player gains an item"


class ItemLost(ItemEvent, frozen=True, tag="item-lost"):
    """A player has `n` fewer of an item than before an act. Emitted if a rule listens."""

    whenever: ClassVar[str] = "a player loses an item"


class CardEvent(Event, frozen=True):
    """Base of the events of a player who has gained or lost a card. Emitted if a rule listens."""

    about: ClassVar[Topic] = "Items and cards"
    emitted_under: ClassVar[Callable[[Law], bool]] = has_cards
    player: NamedPlayer
    card: NamedCard


class CardGained(CardEvent, frozen=True, tag="card-gained"):
    """A player has a card that was not theirs before an act. Emitted if a rule listens."""

    whenever: ClassVar[str] = "a player gains a card"


class CardLost(CardEvent, frozen=True, tag="card-lost"):
    """A card of a player was destroyed or passed to another owner in an act. Emitted if a rule listens."""

    whenever: ClassVar[str] = "a player loses a card"


def emit_derived_events(act: ActionContext) -> None:
    """Emit the derived events for which rules listen.

    These are the act itself, changes of items and cards, and the act of an inactive player.
    """
    awaited = act.cycle.awaited
    is_heard = act.action.name in clauses_of(act.law).heard or (awaited and act_event(act.action.name) in awaited)
    if is_heard and act.cycle.is_running:
        _emit_did(act)
    wanted = _KINDS & {*clauses_of(act.law).at_events, *act.cycle.awaited}
    if not wanted or not act.cycle.is_running:
        return
    found = [event for event in _found(act, wanted) if event.kind() in wanted]
    for event in found[:MAX_TOLD]:
        act.emit(event)


LATE_ARGUMENTS = {("vote", "options")}  # arguments that older journals do not have


def _emit_did(act: ActionContext) -> None:
    """Emit the event that a player has performed this action, with its public arguments."""
    event = action_event_named(act.law, act.action.name)
    if event is None or row_or_none(act) is None:
        return
    hidden = masked(act)
    given = {**act.facts, **with_defaults(act, act.args), **act.recorded, **hidden}
    wanted = _rule_predicates(act.law, event)
    shown = {name: kind for name, kind in wanted.items() if name in hidden or name not in act.sealed}
    said = {name: in_short(kind, given.get(name)) for name, kind in shown.items()}
    for name, kind in wanted.items():
        if kind == "players" and name in said:
            said[name] = list(as_called(act, tuple(said[name])))
    act.emit(Did(action=act.action.name, said=said))


def _rule_predicates(law: Law, event: ActionEvent) -> Mapping[str, Kind]:
    """Return the names that an act's event provides besides its arguments, with their kinds.

    Names that older journals lack are included only if a rule uses them, so that replays give the same result.
    """

    def find() -> Mapping[str, Kind]:
        clauses = [each.clause for each in clauses_of(law).at_events.get(DOES, ()) if each.clause.act == event.action]
        used = set(names_in(json.dumps([[clause.if_, clause.do] for clause in clauses])))
        facts = {name: kind for name, kind in event.facts.items() if name not in event.args}
        late = {
            name: kind
            for name, kind in event.args.items()
            if kind == "amounts" or (event.action, name) in LATE_ARGUMENTS
        }
        newer = {**facts, **late}
        return {
            **{name: kind for name, kind in event.args.items() if name not in late},
            **{name: kind for name, kind in newer.items() if name in used},
        }

    return law.once(("names for rules", event.action), find)


def names_asked_at(law: Law, event: str) -> frozenset[str]:
    """Return those names of an event that are used by clauses listening or waiting for it."""

    def find() -> frozenset[str]:
        texts = [
            json.dumps([getattr(clause, "if_", None), getattr(clause, "do", None)])
            for clause in (placed.clause for placed in every_clause(clauses_of(law)))
            if getattr(clause, "when", "") == event or f'"at": "{event}"' in json.dumps(getattr(clause, "do", None))
        ]
        return frozenset(name for text in texts for name in names_in(text))

    return law.once(("names asked at", event), find)


def _found(act: ActionContext, wanted: AbstractSet[str]) -> Iterator[Event]:
    """Yield the derived events of an act for which rules listen.

    Changes of items and cards are computed only if a rule listens for them.
    """
    player = acting_player(act)
    if player is not None and player.is_inactive(act.cycle.phase):
        yield InactiveActed(player=player.name)
    ledger: Ledger | None = act.known("ledger")
    if ledger is not None and wanted & _OF_GOODS:
        yield from _of_goods(act, ledger)


def _of_goods(act: ActionContext, ledger: Ledger) -> Iterator[Event]:
    items, cards = ledger.net_items(), ledger.cards_since()
    holders = {holder for holder, _ in items} | {holder for each in cards.values() for holder in each}
    playing = set(
        Player.objects.filter(cycle=act.cycle, left_at=None, name__in=holders).order_by().values_list("name", flat=True)
    )
    for (holder, item), n in items.items():
        if holder in playing and n:
            yield ItemGained(player=holder, item=item, n=n) if n > 0 else ItemLost(player=holder, item=item, n=-n)
    for code, (before, now) in cards.items():
        if before != now and before in playing:
            yield CardLost(player=before, card=code)
        if before != now and now in playing:
            yield CardGained(player=now, card=code)


_OF_GOODS = frozenset(event.kind() for event in (ItemGained, ItemLost, CardGained, CardLost))
_KINDS = _OF_GOODS | {InactiveActed.kind()}
