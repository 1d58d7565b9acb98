"""What the system itself tells all matches of a cycle (R104): leavers, changed law, phases, the cycle's end."""

from nomic.cycles.actions.context import Act
from nomic.cycles.domain.events import CycleEnded, LawChanged, PhaseBegan
from nomic.matches.contract import external_events
from nomic.matches.hosting import clocks
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.matches import going_on, react, react_all, stop
from nomic.players.events import Left


def tell_of_leaving(act: Act, left: Left) -> None:
    """R5, R100: whoever leaves is out of every game before anything of theirs is destroyed."""
    react_all(act, external_events.Left(left.player))


def tell_of_law(act: Act, changed: LawChanged) -> None:
    """R106: a changed law holds from the next move; what follows from it at once follows now, also for its clocks."""
    for match in going_on(act):
        if react(act, match, external_events.LawChanged()) is None:
            clocks.keep_time(act, loaded_match(act, match))


def tell_of_phase(act: Act, began: PhaseBegan) -> None:
    """R104: a match may wait for phases, as for those in which it goes on."""
    react_all(act, external_events.PhaseBegan(began.phase_kind, began.phase))


def stop_all(act: Act, ended: CycleEnded) -> None:
    """R101: the cycle's end stops its games without result."""
    for match in going_on(act):
        stop(act, match)
