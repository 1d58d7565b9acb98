"""What the system itself tells all matches of a cycle (R104): leavers, changed law, phases, the cycle's end."""

from nomic.cycles.moment import Act
from nomic.law.sections import Law
from nomic.tables.contract.happenings import LawChanged, Left, PhaseBegan
from nomic.tables.hosting import clocks
from nomic.tables.hosting.loaded_match import loaded_match
from nomic.tables.hosting.matches import going_on, react, react_all, stop


def tell_of_leaving(act: Act, player: str) -> None:
    """R5, R100: whoever leaves is out of every game before anything of theirs is destroyed."""
    react_all(act, Left(player))


def tell_of_law(act: Act, old: Law, new: Law) -> None:
    """R106: a changed law holds from the next move; what follows from it at once follows now, also for its clocks."""
    for match in going_on(act):
        if react(act, match, LawChanged()) is None:
            clocks.keep_time(act, loaded_match(act, match))


def follow_cycle(act: Act) -> None:
    """A watcher: tell of phases that begin, and of the cycle's end."""
    for event in list(act.events):
        if event["kind"] == "phase-began":
            react_all(act, PhaseBegan(event["phase_kind"], event["phase"]))
        elif event["kind"] == "cycle-ended":
            stop_all(act)


def stop_all(act: Act) -> None:
    """R101: the cycle's end stops its games without result."""
    for match in going_on(act):
        stop(act, match)
