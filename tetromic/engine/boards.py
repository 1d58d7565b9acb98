"""Operations on one board: its units as bits, complete rows, points and levels (R61, R63)."""

from msgspec.structs import replace

from tetromic.engine.parsed_law import Rules
from tetromic.engine.state import PlayerBoard


def occupied(rules: Rules, board: PlayerBoard) -> int:
    """Return the occupied nodes as bits.

    After a law has made the board smaller, units outside of the board do not count.
    """
    full = (1 << rules.columns) - 1
    return sum((row & full) << (number * rules.columns) for number, row in enumerate(board.rows[: rules.rows]))


def place_piece(rules: Rules, board: PlayerBoard, piece: str, mask: int) -> tuple[PlayerBoard, tuple[int, ...]]:
    """Return the board after placing a held piece on `mask`, and the numbers of the completed rows."""
    hand = list(board.hand)
    hand.remove(piece)
    return empty_complete_rows(
        rules, replace(board, rows=_rows(rules, occupied(rules, board) | mask), hand=tuple(hand))
    )


def empty_complete_rows(rules: Rules, board: PlayerBoard) -> tuple[PlayerBoard, tuple[int, ...]]:
    """Empty the complete rows of a board and score them. Returns the new board and the numbers of these rows.

    All are emptied at once, and nothing falls (R61). The level is computed again even if no row is complete, because a
    law may have lowered the points that a level takes (R63).
    """
    full = (1 << rules.columns) - 1
    rows = _rows(rules, occupied(rules, board))
    complete = tuple(number for number, row in enumerate(rows) if row == full)
    left = tuple(0 if row == full else row for row in rows)
    level, points = scored(board.level, 0, board.points + len(complete), rules.points)
    return replace(board, rows=left, level=level, points=points), complete


def _rows(rules: Rules, bits: int) -> tuple[int, ...]:
    """Return the occupied nodes row by row."""
    full = (1 << rules.columns) - 1
    return tuple(bits >> (number * rules.columns) & full for number in range(rules.rows))


def scored(level: int, points: int, gained: int, needed: tuple[int, ...]) -> tuple[int, int]:
    """Return level and points after adding `gained` points one by one (R63).

    The next level begins at 0 points, once the points that are `needed` at the current level are reached. No points are
    added beyond the winning level.
    """
    for _ in range(gained):
        if level >= len(needed):
            break
        points += 1
        if points >= needed[level]:
            level, points = level + 1, 0
    return level, points
