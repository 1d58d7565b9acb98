"""Which hall a law has: the host's own, or with cards as a game brings them."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.clauses.runtime.questions import Answering
from nomic.clauses.runtime.world import Hall, HallSeen
from nomic.clauses.schema.names import NamesOfCards, register_names_of_cards
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.work_budget import apart
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class CardHall:
    """The hall of laws that have cards: to be looked at in a moment, and to do something in during an act.

    `names` are those of such a law, and None of any other.
    """

    names: NamesOfCards
    seen: Callable[[Moment], HallSeen]
    acting: Callable[[Act, Answering | None], Hall]


_card_halls: list[CardHall] = []


def register_card_hall(hall: CardHall) -> None:
    """Have every law that has cards get this hall."""
    register_names_of_cards(hall.names)
    if hall not in _card_halls:
        _card_halls.append(hall)


def hall_seen(moment: Moment) -> HallSeen:
    """The hall of a moment's law, to be looked at."""
    found = _card_hall(moment.law)
    return HallSeen(moment) if found is None else found.seen(moment)


def hall_apart(moment: Moment) -> HallSeen:
    """The same, with steps of its own: for what is given up where it takes too many, and done without."""
    hall = hall_seen(moment)
    hall.work = apart(moment)
    return hall


def hall_in(act: Act, answering: Answering | None = None) -> Hall:
    """The hall of an act's law, for something to be done in."""
    found = _card_hall(act.law)
    return Hall(act, answering) if found is None else found.acting(act, answering)


def _card_hall(law: Law) -> CardHall | None:
    return law.once("card hall", lambda: next((hall for hall in _card_halls if hall.names(law) is not None), None))
