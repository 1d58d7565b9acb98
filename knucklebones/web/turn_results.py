"""A turn's results for a player of Knucklebones, as sentences in the second person."""

from collections.abc import Iterator

from knucklebones.engine.player_view import View
from nomic.law.labels.value_labels import in_unit
from nomic.matches.contract.game import Event
from nomic.matches.hosting.views.board_view import BoardView


def brought(board_view: BoardView) -> list[str]:
    """Return sentences on the dice destroyed since the viewer's last placement, the leader, and the places left."""
    view: View = board_view.view
    if view.you is None or view.outcome is not None:
        return []
    destroyed = [words for event in board_view.own_turn for words in _destroyed(event, view.you)]
    return [*destroyed, _standing(view)] if board_view.own_turn else []


def _destroyed(event: Event, you: str) -> Iterator[str]:
    count = event.facts.get("destroyed", 0) if event.kind == "placed" else 0
    if count:
        value, column = event.facts["value"], event.facts["column"]
        who = event.facts["player"]
        dice = in_unit(count, "die|dice")
        yield (
            f"Your {value} destroyed {dice} in column {column}."
            if who == you
            else f"{who}’s {value} destroyed {dice} of yours in column {column}."
        )


def _standing(view: View) -> str:
    """Return who leads, and the number of free places in the fuller field."""
    you = view.you or ""
    (other,) = (player for player in view.players if player != you)
    own, theirs = view.scores[you].total, view.scores[other].total
    leads = f"You lead {own} to {theirs}" if own > theirs else f"{other} leads {theirs} to {own}"
    left = {player: _places_left(view, player) for player in view.players}
    fuller = min(view.players, key=lambda player: (left[player], player != you))
    whose = "your field" if fuller == you else f"{other}’s field"
    more = in_unit(left[fuller], "more die fills|more dice fill")
    return f"{leads if own != theirs else f'It is even at {own}'}; {more} {whose}."


def _places_left(view: View, player: str) -> int:
    return view.columns * view.rows - sum(map(len, view.matrices[player]))
