"""Invariants of Exoptosis for random checks: places of cards, hidden information, and possible events."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from exoptosis.cards.card_properties import original_of
from exoptosis.engine.cards.card import CardId
from exoptosis.engine.external_event_types import (
    Accepted,
    CardDestroyedElsewhere,
    Declined,
    Invited,
    Joined,
    Obtained,
    Withdrew,
    Withheld,
)
from exoptosis.engine.state import Seat, State
from exoptosis.simulation.memory_environment import HallInMemory
from exoptosis.simulation.playground import SimulatedBattles
from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, LawChanged, Left
from nomic.matches.contract.game import Chance

NEWCOMER = "Newcomer"


class UnknownHere(Happening, frozen=True, tag="nothing that this game knows"):
    """An event that the game does not know, to check that it ignores unknown events."""


class BattleInvariants(SimulatedBattles):
    """Invariant checks for battles or, with the `kind` of duels, for duels."""

    seldom: Mapping[str, int] = {"forfeit": 1, "agree": 5, "raise": 5}

    # ── invariants

    def flaws(self, before: State, after: State, fake_environment: HallInMemory) -> Iterator[str]:
        lying = list(_lying(after))
        yield from (f"card {card} lies in {count} places" for card, count in Counter(lying).items() if count > 1)
        yield from (f"card {card} is nowhere known" for card in set(lying) - after.cards.keys())
        yield from _returned_from_nowhere(before, after)
        yield from _lost(before, after)
        for seat in after.seats:
            yield from _seat_flaws(seat)
        yield from _pool_flaws(after, fake_environment)

    # ── hidden information

    def disguised(self, state: State, viewer: str, chance: Chance) -> State | None:
        """Return the state with other sealed hands of the opponents: reordered, or with other cards of their decks.

        Returns None if no opponent has a sealed hand.
        """
        if not any(seat.chosen is not None and seat.player != viewer for seat in state.seats):
            return None
        return replace(state, seats=tuple(_disguised(seat, viewer, chance) for seat in state.seats))

    # ── external events

    def happenings(self, state: State, fake_environment: HallInMemory) -> Iterator[Happening]:
        card = next(iter(fake_environment.cards.values()), None)
        cards = () if card is None else (replace(original_of(card), code=f"new{state.next_card}"),)
        lying = tuple(_lying(state))
        for player in (*(seat.player for seat in state.seats), NEWCOMER):
            yield Left(player)
            yield Obtained(player, cards)
            if not state.begun:
                yield Joined(player, cards)
                yield Invited(player)
                yield Accepted(player, cards)
                yield Declined(player)
            yield Withdrew(player)
            yield Withheld(player, lying[::2])
        yield Begun()
        yield CardDestroyedElsewhere(lying[:3], tuple(sorted(fake_environment.staked)[:1]))
        yield CardDestroyedElsewhere((*lying[-2:], 10**6), ("of no card",))
        yield LawChanged()
        yield CycleEnded()
        yield UnknownHere()

    def come_true(self, happening: Happening, fake_environment: HallInMemory) -> None:
        if isinstance(happening, CardDestroyedElsewhere):
            for code in happening.originals:
                fake_environment.lose(code)
        elif isinstance(happening, Obtained):
            for card in happening.cards:
                fake_environment.keep(card, happening.player)

    def for_examination(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return the law unchanged, because games end soon enough."""
        return document

    def amended(self, document: dict[str, Any], chance: Source) -> dict[str, Any]:
        """Return the law without one species and one modifier, and with another species' traits for one species."""
        cards = dict(document["cards"])
        gone, changed, like = chance.sample(sorted(cards), 3, "amended", "what another law changes")
        del cards[gone]
        sets = {trait: cards[like][trait] for trait in ("values", "suits", "colours", "types")}
        cards[changed] = {**cards[changed], **sets}
        modifiers = dict(document["modifiers"])
        if modifiers:
            del modifiers[chance.pick(sorted(modifiers), "amended", "which modifier another law lacks")]
        return {**document, "cards": cards, "modifiers": modifiers}


def _lying(state: State) -> Iterator[CardId]:
    """Yield the number of each card in each place, once for every place that contains it."""
    for seat in state.seats:
        yield from (*seat.hand, *seat.deck)
    yield from (played.card for played in state.pile)


def _returned_from_nowhere(before: State, after: State) -> Iterator[str]:
    """Yield a flaw for each card that came back after it had left play, or was destroyed on the pile."""
    gone = before.cards.keys() - set(_lying(before))
    gone |= {played.card for played in before.pile if played.destroyed}
    standing = set(_lying(after)) - {played.card for played in after.pile if played.destroyed}
    yield from (f"card {card} was gone and is back" for card in gone & standing)


def _lost(before: State, after: State) -> Iterator[str]:
    """Yield a flaw for each card that is missing from the pile or out of order."""
    pile = [played.card for played in after.pile]
    if pile[: len(before.pile)] != [played.card for played in before.pile]:
        yield "the pile has lost cards"


def _seat_flaws(seat: Seat) -> Iterator[str]:
    if seat.status == "out" and (seat.hand or seat.deck or seat.chosen):
        yield f"{seat.player} is out and has cards"
    if min(seat.extra, seat.skips, seat.skips_next) < 0 or any(count <= 0 for count in seat.stake.items.values()):
        yield f"{seat.player} has less than nothing"


def _pool_flaws(state: State, hall: HallInMemory) -> Iterator[str]:
    """Yield a flaw for each difference between the pool in the environment and in the state.

    After the end the pool must be empty.
    """
    items: Counter[str] = Counter()
    for seat in state.seats:
        items.update(seat.stake.items)
    if +items != +hall.pool:
        yield f"the pool holds {dict(hall.pool)}, and the game has it at {dict(items)}"
    cards = {code: seat.player for seat in state.seats for code in seat.stake.cards}
    if cards != hall.staked:
        yield f"the pool has the cards {hall.staked}, and the game has them at {cards}"
    if state.outcome is not None and (items or cards):
        yield "the game is over and its pool is not empty"


def _disguised(seat: Seat, viewer: str, chance: Chance) -> Seat:
    if seat.chosen is None or seat.player == viewer:
        return seat
    count = 1 + chance.below(len(seat.deck), "disguise", "how many cards another hand has")
    start = chance.below(len(seat.deck), "disguise", "with which card it begins")
    return replace(seat, chosen=(*seat.deck[start:], *seat.deck[:start])[:count])
