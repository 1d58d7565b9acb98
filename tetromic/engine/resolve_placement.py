"""Resolution of a move to a placement, or the reason why it is impossible (R61)."""

from collections.abc import Iterable

from msgspec import UnsetType

from nomic.matches.contract.game import Answers, BadAnswer, IllegalMove, Option, Question
from tetromic.engine.boards import occupied
from tetromic.engine.moves import Place
from tetromic.engine.parsed_law import Rules
from tetromic.engine.pieces import Node, Piece, Placement, Shape, at_origin, mask_of, moved
from tetromic.engine.state import PlayerBoard

RULE = "R61"
MAX_TOLD = 1000


def piece_in_hand(rules: Rules, board: PlayerBoard, name: str) -> Piece:
    """Return a piece by its name.

    Raises IllegalMove if the player does not hold the piece, or if the law no longer has one with that name.
    """
    if name not in board.hand:
        raise IllegalMove("not-in-hand", "You do not have that piece.", RULE)
    if name not in rules.pieces:
        raise IllegalMove("no-such-piece", f"The law no longer has a piece {name}.", "R106")
    return rules.pieces[name]


def placement_question(rules: Rules, board: PlayerBoard, piece: Piece) -> Question:
    """Return the question about where to place a piece. Raises IllegalMove if it fits nowhere."""
    options = tuple(Option(placement.name, in_words(piece, placement)) for placement in _places(rules, board, piece))
    return Question(board.player, f"Where does the {piece.name} go?", "cell", options)


def _places(rules: Rules, board: PlayerBoard, piece: Piece) -> list[Placement]:
    """Return all placements of a piece that fit. Raises IllegalMove if there are none."""
    fitting = piece.fitting(occupied(rules, board))
    if not fitting:
        raise IllegalMove("no-room", f"There is no room for {piece.name} on your board.", RULE)
    return fitting


def in_words(piece: Piece, placement: Placement) -> str:
    """Describe the nodes of a placement."""
    return " ".join(f"({x},{y})" for x, y in nodes_of(piece, placement))


def nodes_of(piece: Piece, placement: Placement) -> Shape:
    """Return the nodes that a placement covers."""
    return moved(piece.orientations[placement.orientation], placement.x, placement.y)


def answered(rules: Rules, board: PlayerBoard, piece: Piece, answers: Answers) -> Placement:
    """Return the placement chosen by an answer to `placement_question`.

    Raises BadAnswer if the answer is not one of its options, and IllegalMove if the piece fits nowhere.
    """
    fitting = _places(rules, board, piece)
    if len(answers) > 1:
        raise BadAnswer(1, "only one thing is asked")
    given = answers[0]
    if not isinstance(given, list | tuple) or len(given) != 1:
        raise BadAnswer(0, "choose one place")
    for placement in fitting:
        if placement.name == given[0]:
            return placement
    raise BadAnswer(0, f"the {piece.name} cannot go there")


def named_placement(rules: Rules, board: PlayerBoard, piece: Piece, move: Place) -> Placement:
    """Return the placement given by a move's cells, or by its orientation and anchor.

    Raises IllegalMove with the reason.
    """
    match (move.cells, move.orientation, move.anchor):
        case tuple(cells), UnsetType(), UnsetType():
            placement = _by_cells(rules, piece, cells)
        case UnsetType(), int(number), tuple(anchor):
            placement = _by_anchor(rules, piece, number, anchor)
        case _:
            raise IllegalMove(
                "unknown-fields", "A placement needs either its cells, or an orientation and an anchor.", RULE
            )
    on = occupied(rules, board)
    for x, y in nodes_of(piece, placement):
        if mask_of([(x, y)], rules.columns) & on:
            raise IllegalMove("taken", f"There is a unit already at ({x},{y}), where the {piece.name} would go.", RULE)
    return placement


def _by_cells(rules: Rules, piece: Piece, cells: Shape) -> Placement:
    nodes = sorted(set(cells))
    _check_inside(rules, nodes)
    if not nodes or len(nodes) != len(cells) or at_origin(nodes) not in piece.orientations:
        raise IllegalMove("wrong-shape", f"These cells do not have the shape of {piece.name}.", RULE)
    mask = mask_of(nodes, rules.columns)
    return next(placement for placement in piece.placements if placement.mask == mask)


def _by_anchor(rules: Rules, piece: Piece, number: int, anchor: Node) -> Placement:
    if not 0 <= number < len(piece.orientations):
        last = len(piece.orientations) - 1
        raise IllegalMove("bad-orientation", f"{piece.name} has the orientations 0 to {last}.", RULE)
    x, y = anchor
    nodes = moved(piece.orientations[number], x, y)
    _check_inside(rules, nodes)
    return Placement(number, x, y, mask_of(nodes, rules.columns))


def _check_inside(rules: Rules, nodes: Iterable[Node]) -> None:
    for x, y in nodes:
        if not (0 <= x < rules.columns and 0 <= y < rules.rows):
            raise IllegalMove("outside", f"The piece would reach beyond the board, to ({_short(x)},{_short(y)}).", RULE)


def _short(number: int) -> str:
    """Format a submitted number, shortened if it is long."""
    return str(number) if abs(number) < MAX_TOLD else "…"
