"""Chooses the `World` for a law: the host's own, or the one for laws with cards."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.clauses.runtime.answer_sources import Answering
from nomic.clauses.runtime.world.acting_world import Hall
from nomic.clauses.runtime.world.read_only_world import HallSeen
from nomic.clauses.schema.effect_vocabulary import NamesOfCards, register_names_of_cards
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.work_budget import separate_budget
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class CardHall:
    """The `World` classes for laws with cards: one that reads, and one in which acts run effects.

    `names` returns the vocabulary of such a law, and None for other laws.
    """

    names: NamesOfCards
    seen: Callable[[ReadContext], HallSeen]
    acting: Callable[[ActionContext, Answering | None], Hall]


_card_halls: list[CardHall] = []


def register_card_hall(hall: CardHall) -> None:
    """Register the `World` classes that every law with cards uses."""
    register_names_of_cards(hall.names)
    if hall not in _card_halls:
        _card_halls.append(hall)


def hall_seen(ctx: ReadContext) -> HallSeen:
    """Return the read-only `World` for the context's law."""
    found = _card_hall(ctx.law)
    return HallSeen(ctx) if found is None else found.seen(ctx)


def hall_apart(ctx: ReadContext) -> HallSeen:
    """Return the read-only `World` with a step budget of its own, so that exceeding it does not fail the act."""
    hall = hall_seen(ctx)
    hall.work = separate_budget(ctx)
    return hall


def hall_in(act: ActionContext, answering: Answering | None = None) -> Hall:
    """Return the `World` that runs effects under the act's law."""
    found = _card_hall(act.law)
    return Hall(act, answering) if found is None else found.acting(act, answering)


def _card_hall(law: Law) -> CardHall | None:
    return law.once("card hall", lambda: next((hall for hall in _card_halls if hall.names(law) is not None), None))
