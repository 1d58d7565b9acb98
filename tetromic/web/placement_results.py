"""A placement's results for a player of Tetromic, as sentences in the second person."""

from collections.abc import Iterator, Sequence

from nomic.effects.prose.english_grammar import listed
from nomic.law.labels.value_labels import in_unit
from nomic.matches.contract.game import Event
from nomic.matches.hosting.views.board_view import BoardView
from tetromic.engine.player_view import View


def brought(board_view: BoardView) -> list[str]:
    """Return the rows filled by the viewer's last placement, its points, and the level reached."""
    view: View = board_view.view
    own = [event for event in board_view.own_turn if event.facts.get("player") == view.you]
    return [*rows_filled(own), *_levels(own, view.winning_level)]


def rows_filled(events: Sequence[Event]) -> list[str]:
    """Return a sentence for each placement that filled rows. Each row brings one point (R63)."""
    filled = [event.facts["rows"] for event in events if event.kind == "cleared"]
    return [_rows_in_words(rows) for rows in filled]


def _rows_in_words(rows: Sequence[int]) -> str:
    many = len(rows) > 1
    named = listed([str(row) for row in sorted(rows)])
    return f"Row{'s' * many} {named} {'are' if many else 'is'} full: +{in_unit(len(rows), 'point|points')}."


def _levels(events: Sequence[Event], winning: int) -> Iterator[str]:
    for event in events:
        if event.kind == "level":
            yield f"You reach level {event.facts['level']} of {winning}!"
