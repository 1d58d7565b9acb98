"""A bot that plays Tetromic."""

from collections.abc import Iterator

from nomic.matches.contract.bots import Chosen
from nomic.matches.contract.game import Chance, Environment, Game, LegalMove
from tetromic.engine.boards import occupied, placed
from tetromic.engine.moves import Place
from tetromic.engine.parsed_law import Rules
from tetromic.engine.state import Board, State

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


def _ways(rules: Rules, board: Board, legal: list[LegalMove]) -> Iterator[tuple[Worth, Chosen]]:
    """Yield every placement that leaves room for each kind of piece, with the value of the resulting board."""
    for move in legal:
        if isinstance(move.move, Place):
            piece = rules.pieces[move.move.piece]
            for placement in piece.fitting(occupied(rules, board)):
                after, complete = placed(rules, board, piece.name, placement.mask)
                bits = occupied(rules, after)
                if all(each.fits(bits) for each in rules.pieces.values()):
                    yield _worth(after, len(complete)), (move.move, ([placement.name],))


def _worth(board: Board, complete: int) -> Worth:
    """Return the value of a board.

    Completed rows come first, then rows that are nearly full.
    """
    return complete, sum(row.bit_count() ** 2 for row in board.rows)
