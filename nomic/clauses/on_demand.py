"""What is told of an act only where a rule listens: so that an act that nobody listens to pays nothing for it."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import ClassVar

from nomic.clauses.law import clauses_of
from nomic.cycles.events import Event
from nomic.cycles.moment import Act
from nomic.inventory.ledger import Ledger
from nomic.players.activity import acting_player
from nomic.players.models import Player

MOST_TOLD = 200  # of one act: as many entries may follow from it


class InactiveActed(Event, frozen=True, tag="inactive-acted"):
    """A player acts who is inactive in this phase (R8): they are active in the next."""

    whenever: ClassVar[str] = "a player acts who is inactive"
    player: str


class ItemGained(Event, frozen=True, tag="item-gained"):
    """A player has `n` more of an item than before an act. Told where a rule listens."""

    whenever: ClassVar[str] = "a player gets more of an item"
    player: str
    item: str
    n: int


class ItemLost(Event, frozen=True, tag="item-lost"):
    """A player has `n` fewer of an item than before an act. Told where a rule listens."""

    whenever: ClassVar[str] = "a player gets fewer of an item"
    player: str
    item: str
    n: int


class CardGained(Event, frozen=True, tag="card-gained"):
    """A player has a card that they had not before an act. Told where a rule listens."""

    whenever: ClassVar[str] = "a player gets a card"
    player: str
    card: str


class CardLost(Event, frozen=True, tag="card-lost"):
    """A card was destroyed, or is another's now, that a player had before an act. Told where a rule listens."""

    whenever: ClassVar[str] = "a player loses a card"
    player: str
    card: str


def tell_where_heard(act: Act) -> None:
    """Tell what has become of items and cards, and that somebody acts who was inactive, to the rules that listen."""
    wanted = _KINDS & {*clauses_of(act.law).at_events, *act.cycle.awaited}
    if not wanted or not act.cycle.is_running:
        return
    found = [event for event in _found(act, wanted) if event.kind() in wanted]
    for event in found[:MOST_TOLD]:
        act.tell(event)


def _found(act: Act, wanted: AbstractSet[str]) -> Iterator[Event]:
    """Of goods nothing, and nothing is asked of them, where no rule listens to what becomes of them."""
    player = acting_player(act)
    if player is not None and player.is_inactive(act.cycle.phase):
        yield InactiveActed(player=player.name)
    ledger: Ledger | None = act.known("ledger")
    if ledger is not None and wanted & _OF_GOODS:
        yield from _of_goods(act, ledger)


def _of_goods(act: Act, ledger: Ledger) -> Iterator[Event]:
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
