"""Open a battle or a duel."""

from exoptosis.cards.running_games import GAME, GOING_ON
from exoptosis.engine.state import Kind
from nomic.cycles.actions.context import ActionContext
from nomic.matches.hosting.lifecycle import open_match
from nomic.matches.models import Match


def open_game(act: ActionContext, title: str, kind: Kind, **options: int) -> Match:
    """Open a battle or a duel that players can still join."""
    data = {"kind": kind, "code": act.code("match 0"), **options}
    match = open_match(act, GAME, title, data, kind=kind, gathering=True)
    act.forget(GOING_ON)
    return match
