"""A bot that plays Tetromic."""

from collections.abc import Iterator

from nomic.matches.contract.bots import Chosen
from nomic.matches.contract.game import Chance, Environment, Game, LegalMove
from tetromic.engine.boards import occupied, place_piece
from tetromic.engine.moves import Place
from tetromic.engine.parsed_law import Rules
from tetromic.engine.pieces import Placement
from tetromic.engine.state import PlayerBoard, State

Worth = tuple[int, int]


class GreedyBot:
    """Bot that places its pieces in the best positions, and then gains new ones.

    Placements that would leave no room for another piece are avoided.
    """

    def choose(
        self,
        game: Game[Rules, State],
        rules: Rules,
        state: State,
        player: str,
        environment: Environment,
        chance: Chance,
    ) -> Chosen | None:
        board = state.board(player)
        legal = game.legal(rules, state, player, environment)
        ways = [] if board is None else list(_ways(rules, board, legal))
        if ways:
            return max(ways, key=lambda way: way[0])[1]
        return next(((move.move, ()) for move in legal if move.question is None), None)


def best_placement(rules: Rules, board: PlayerBoard, piece: str) -> Placement | None:
    """Return where a bot would put a piece of a hand, or None if it fits nowhere.

    Of equally good placements it is the least turned one, then the lowest, then the one nearest the middle. If every
    placement leaves no room for another piece, the best of these is returned.
    """
    known = rules.pieces[piece]
    found = known.fitting(occupied(rules, board))
    roomy = [(worth, each) for each in found if (worth := _worth_of(rules, board, piece, each)) is not None]
    tries = roomy or [(_worth(*_after(rules, board, piece, each)), each) for each in found]

    def rank(tried: tuple[Worth, Placement]) -> tuple[Worth, int, int, int]:
        worth, each = tried
        width = 1 + max(x for x, _ in known.orientations[each.orientation])
        return worth, -each.orientation, -each.y, -abs(2 * each.x + width - rules.columns)

    return max(tries, key=rank)[1] if tries else None


def _ways(rules: Rules, board: PlayerBoard, legal: list[LegalMove]) -> Iterator[tuple[Worth, Chosen]]:
    """Yield every placement that leaves room for each kind of piece, with the resulting board's value."""
    for move in legal:
        if isinstance(move.move, Place):
            piece = rules.pieces[move.move.piece]
            for placement in piece.fitting(occupied(rules, board)):
                worth = _worth_of(rules, board, piece.name, placement)
                if worth is not None:
                    yield worth, (move.move, ([placement.name],))


def _worth_of(rules: Rules, board: PlayerBoard, piece: str, placement: Placement) -> Worth | None:
    """Return the value of the board after a placement, or None if it leaves no room for another piece."""
    after, complete = _after(rules, board, piece, placement)
    bits = occupied(rules, after)
    return _worth(after, complete) if all(each.fits(bits) for each in rules.pieces.values()) else None


def _after(rules: Rules, board: PlayerBoard, piece: str, placement: Placement) -> tuple[PlayerBoard, int]:
    """Return the board after a placement, and how many rows it completes."""
    after, complete = place_piece(rules, board, piece, placement.mask)
    return after, len(complete)


def _worth(board: PlayerBoard, complete: int) -> Worth:
    """Return the value of a board.

    Completed rows come first, then rows that are nearly full.
    """
    return complete, sum(row.bit_count() ** 2 for row in board.rows)
