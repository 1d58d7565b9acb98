"""Battles and duels that have not begun: how they open, and their end when a vote repeals them."""

from exoptosis.cards.running_games import GAME, GOING_ON, matches_of_the_game
from exoptosis.engine.state import Kind
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged
from nomic.matches.hosting.lifecycle import open_match, stop_match
from nomic.matches.models import Match, MatchStatus

OCCASIONS = {"battle": "battles", "duel": "duels"}  # the law's section of each kind of game


def open_game(act: ActionContext, title: str, kind: Kind, **options: int) -> Match:
    """Open a battle or a duel that players can still join."""
    data = {"kind": kind, "code": act.code("match 0"), **options}
    match = open_match(act, GAME, title, data, kind=kind, gathering=True)
    act.forget(GOING_ON)
    return match


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """End battles and duels that have not begun if the law no longer has them (R106). Games in play go on."""
    for match, _ in list(matches_of_the_game(act)):
        if match.status == MatchStatus.GATHERING and not all(map(act.law.has, (GAME, OCCASIONS[match.kind]))):
            stop_match(act, match)
