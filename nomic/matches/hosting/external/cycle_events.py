"""Events that the host forwards to all matches of a cycle (R104): leavers, changed law, phases, the cycle's end."""

from nomic.cycles.actions.context import Act
from nomic.cycles.domain.events import CycleEnded, LawChanged, PhaseBegan
from nomic.matches.contract import external_events
from nomic.matches.hosting import clocks
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.matches import going_on, react, react_all, stop
from nomic.players.events import Left


def tell_of_leaving(act: Act, left: Left) -> None:
    """R5, R100: remove a leaving player from every game before their possessions are destroyed."""
    react_all(act, external_events.Left(left.player))


def tell_of_law(act: Act, changed: LawChanged) -> None:
    """R106: a changed law applies from the next move; its immediate consequences, also for clocks, happen now."""
    for match in going_on(act):
        if react(act, match, external_events.LawChanged()) is None:
            clocks.keep_time(act, loaded_match(act, match))


def tell_of_phase(act: Act, began: PhaseBegan) -> None:
    """R104: notify matches of a new phase; a match may wait for the kind of phase in which it continues."""
    react_all(act, external_events.PhaseBegan(began.phase_kind, began.phase))


def stop_all(act: Act, ended: CycleEnded) -> None:
    """R101: when the cycle ends, stop its games without a result."""
    for match in going_on(act):
        stop(act, match)
