"""What the system itself tells all matches of a cycle (R104): leavers, changed law, phases, the cycle's end."""

from nomic.cycles.moment import Act
from nomic.law.sections import Law
from nomic.tables import clocks, standing
from nomic.tables.game import Result
from nomic.tables.hosting import going_on, react_all
from nomic.tables.steps import CHANGING, close
from nomic.tables.table import table_of


def tell_of_leaving(act: Act, player: str) -> None:
    """R5, R100: whoever leaves is out of every game before anything of theirs is destroyed."""
    react_all(act, {"kind": "left", "player": player})


def tell_of_law(act: Act, old: Law, new: Law) -> None:
    """R106: a changed law holds from the next move; what follows from it at once follows now."""
    react_all(act, {"kind": "law-changed"})


def follow_cycle(act: Act) -> None:
    """A watcher: tell of phases that begin, and of the cycle's end."""
    for event in list(act.events):
        if event["kind"] == "phase-began":
            react_all(act, {"kind": "phase", "phase_kind": event["phase_kind"], "phase": event["phase"]})
        elif event["kind"] == "cycle-ended":
            stop_all(act)


def stop_all(act: Act) -> None:
    """R101: the cycle's end stops its games without result. One that does not stop by itself is stopped."""
    react_all(act, {"kind": "cycle-ended"})
    for match in going_on(act):
        table = table_of(act, match)
        close(act, match, Result("stopped"))
        standing.void_all(match)
        clocks.keep_time(act, table)
        match.save(update_fields=CHANGING)
        act.event("match-over", match=match.code, **(match.result or {}))
