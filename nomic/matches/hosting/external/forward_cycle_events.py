"""Cycle events that the host forwards to all matches of a cycle (R104): leaving players, law changes, phases, the end.

Each is a subscriber to the cycle's event.
"""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import CycleEnded, LawChanged, PhaseBegan
from nomic.matches.contract import external_events
from nomic.matches.hosting import clocks
from nomic.matches.hosting.lifecycle import going_on, react_all, send_external_event, stop_match
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.players.events import Left


def notify_of_leaving(act: ActionContext, left: Left) -> None:
    """Notify all matches that a player leaves, before the player's possessions are destroyed (R5, R100)."""
    react_all(act, external_events.Left(left.player))


def notify_of_law_change(act: ActionContext, changed: LawChanged) -> None:
    """Notify matches of a changed law (R106).

    The law applies from the next move on, but its immediate consequences, including those for clocks, happen now.
    """
    for match in going_on(act):
        if send_external_event(act, match, external_events.LawChanged()) is None:
            clocks.keep_time(act, loaded_match(act, match))


def notify_of_phase(act: ActionContext, began: PhaseBegan) -> None:
    """Notify running matches that a phase has begun (R104). A match may wait for a certain kind of phase."""
    react_all(act, external_events.PhaseBegan(began.phase_kind, began.phase))


def end_matches(act: ActionContext, ended: CycleEnded) -> None:
    """End the unfinished matches of a cycle without a result when the cycle ends (R101)."""
    for match in going_on(act):
        stop_match(act, match)
