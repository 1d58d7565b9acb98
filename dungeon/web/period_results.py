"""A period's results for a player of Dungeon, as sentences in the second person."""

from collections.abc import Iterator, Sequence

from dungeon.engine.player_view import SeenAct, SeenPlayer, View
from dungeon.engine.simultaneous_action import coins_in_words
from dungeon.law_section import NAME, DungeonRules
from nomic.law.labels.value_labels import in_unit
from nomic.matches.hosting.views.board_view import BoardView


def brought(board_view: BoardView) -> list[str]:
    """Return the last period's results for the viewer, if it ended after their plan. Otherwise nothing."""
    view: View = board_view.view
    you, last = view.yourself, view.last_period
    if you is None or last is None or not any(event.kind == "period-over" for event in board_view.own_turn):
        return []
    acts = [act for frame in last.frames for act in frame.players if act.player == you.player]
    enough = board_view.law.section(NAME, DungeonRules).victory.coins_more_than + 1
    return list(_told(acts, you, enough)) or [f"Period {last.period} brought you nothing."]


def _told(acts: Sequence[SeenAct], you: SeenPlayer, enough: int) -> Iterator[str]:
    looted = [act.coins for act in acts if act.how == "looted"]
    if looted:
        chests = "a chest" if len(looted) == 1 else f"{len(looted)} chests"
        carried = f", and you carry {you.pocket}" if you.pocket > sum(looted) else ""
        yield f"You found {coins_in_words(sum(looted))} in {chests}{carried}."
    stored = sum(act.coins for act in acts if act.how == "escaped")
    if stored:
        yield f"You brought out {coins_in_words(stored)}: your store holds {you.store} of {enough}."
    elif any(act.how == "escaped" for act in acts):
        yield "You came out with an empty pocket."
    lost = [act.coins for act in acts if act.how == "caught"]
    if lost:
        yield f"An enemy caught you, and you lost {coins_in_words(sum(lost))}."
    fallen = [act.path[-1] for act in acts if act.how == "fell"]
    if fallen and fallen[-1] is not None:
        yield f"You went down to level {fallen[-1].level}."
    blocked = sum(act.how == "lost" for act in acts)
    if blocked:
        yield f"Your way was blocked: {in_unit(blocked, 'action was|actions were')} lost."
