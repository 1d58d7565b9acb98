"""Settling of ties for the last places, for nodes that choose members by a number."""

from nomic.effects.language.allowed_moments import IN_THE_HALL, WITH_CHANCE, Moment
from nomic.effects.language.nodes.base import Flaws, Kind
from nomic.effects.language.world import Members, Runner

BY_JOINING = "order"  # detail of the predicate `seniority`: orders players by the time of joining


def settle_tie(ties: str, tying: Members, places: int, kind: Kind, run: Runner) -> Members:
    """Return those members of a tie for `places` places that are chosen.

    `ties` is the method: all, none, lot or earliest. For `all`, the result can have more members than `places`; for
    `none`, fewer.
    """
    if ties == "all":
        return tying
    if ties == "none":
        return ()
    if ties == "lot":
        return run.draw(tying, places, "tie")
    return _by_age(tying, kind, run)[:places]


def _by_age(tying: Members, kind: Kind, run: Runner) -> Members:
    """Return players sorted by when they joined the cycle, earliest first. Other members keep their order."""
    if kind != "players":
        return tying
    return tuple(sorted(tying, key=lambda player: -run.world.fact("seniority", str(player), BY_JOINING)))


def steps_of_ties(ties: str, members: int) -> int:
    """Return the maximum number of steps for settling a tie of this many members."""
    return members if ties in ("lot", "earliest") else 0


def flaws_of_ties(ties: str, kind: Kind, moment: Moment) -> Flaws:
    """Yield a flaw if this method of settling ties is not possible at this moment."""
    if ties == "lot" and moment not in WITH_CHANCE:
        yield "/ties", "a condition cannot draw by lot: say all, none or earliest"
    if ties == "earliest" and kind == "players" and moment not in IN_THE_HALL:
        yield "/ties", "who joined the cycle first is not known in a match: say all, none or lot"
