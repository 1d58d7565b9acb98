"""Events that the host forwards to all matches of a cycle (R104).

They are leaving players, a changed law, phases, and the cycle's end.
"""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import CycleEnded, LawChanged, PhaseBegan
from nomic.matches.contract import external_events
from nomic.matches.hosting import clocks
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.matches import going_on, react, react_all, stop
from nomic.players.events import Left


def notify_of_leaving(act: ActionContext, left: Left) -> None:
    """Remove a leaving player from every game before their possessions are destroyed (R5, R100)."""
    react_all(act, external_events.Left(left.player))


def notify_of_law_change(act: ActionContext, changed: LawChanged) -> None:
    """Notify matches of a changed law (R106).

    It applies from the next move, but its immediate consequences, including those for clocks, happen now.
    """
    for match in going_on(act):
        if react(act, match, external_events.LawChanged()) is None:
            clocks.keep_time(act, loaded_match(act, match))


def notify_of_phase(act: ActionContext, began: PhaseBegan) -> None:
    """Notify running matches that a phase has begun (R104). A match may be paused until a certain kind of phase."""
    react_all(act, external_events.PhaseBegan(began.phase_kind, began.phase))


def end_matches(act: ActionContext, ended: CycleEnded) -> None:
    """End the unfinished matches of a cycle without a result when the cycle ends (R101)."""
    for match in going_on(act):
        stop(act, match)
