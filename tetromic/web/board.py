"""Template data for the table of Tetromic, from a viewer's view.

Lengths are in tenths of a node's side. The SVG's y grows downwards, a board's rows upwards.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.matches.contract.game import BarredMove
from nomic.matches.hosting.views.board_view import BoardView, Drawing, Pick, move_as_json
from nomic.web.matches.race_to_goal import RacePosition, race
from tetromic.bots.policy import best_placement
from tetromic.engine.moves import Gain, Place
from tetromic.engine.parsed_law import rules_of
from tetromic.engine.pieces import Node, moved
from tetromic.engine.player_view import SeenBoard, View
from tetromic.engine.state import PlayerBoard

SIDE = 10  # of a node
MAX_PIPS = 10  # points of a level that are drawn one by one
FEW_BOARDS = 3  # up to so many boards of other players are all drawn large
# What is drawn in each node of a kind of piece, from the node's top left: a mark, so that no colour has to be told
# from another. Kinds beyond these begin again with the first.
MARKS = ("m2 5h6", "m3 3h4v4h-4z", "m3 7l4 -4", "m3 3l4 4", "m3 3l4 4m0 -4l-4 4", "m5 2v6")


@dataclass(frozen=True, slots=True)
class Kind:
    """Units of one kind of piece: the number of its colour and mark, and the SVG paths of the units and their marks."""

    number: int
    units: str
    marks: str


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A player's board.

    `units`, `new` and `cleared` are SVG paths of the occupied nodes, the newest units, and the rows just emptied;
    `rewards` are the heights of the latter, in whose middle the point that each brings is written.
    `kinds` are the units again, by the piece that each belongs to. Units that were placed long ago are missing.
    """

    player: str
    level: int
    points: int
    needed: int
    progress: float  # towards the winning level, in levels
    pips: list[bool]  # one for each point that the next level needs, true if the player has it; empty if too many
    hand: tuple[str, ...]
    units: str
    kinds: tuple[Kind, ...]
    new: str
    cleared: str
    rewards: tuple[float, ...]
    in_words: tuple[str, ...]
    rows: str  # as JSON, for the script
    is_large: bool
    can_hide: bool


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A kind of piece in the viewer's hand.

    It has its count, its units, and the move that places one or the reason why it is impossible.
    """

    name: str
    count: int
    kind: Kind
    box: str
    move: str
    barred: BarredMove | None
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A node of the viewer's board: whether it is occupied, and the placement of a piece that begins there.

    A piece begins with its leftmost unit; of several, with the lowest.
    """

    is_on: bool
    pick: Pick | None


@dataclass(frozen=True, slots=True)
class Turned:
    """An orientation of a piece, and its placements on the viewer's board, rows from the top down."""

    shape: str
    box: str
    name: str
    places: tuple[tuple[Spot, ...], ...]


def draw(board_view: BoardView) -> Drawing:
    """Return the data for the board's template."""
    view: View = board_view.view
    columns, rows = view.columns, view.rows
    drawn = [_board(board_view, board) for board in view.boards]
    mine = next((board for board in drawn if board.player == view.you), None)
    others = [board for board in drawn if board is not mine]
    piece = board_view.move.piece if board_view.question and isinstance(board_view.move, Place) else ""
    hand = _hand(board_view, piece)
    advised = _advised(board_view)
    context = {
        "mine": mine,
        "large": [board for board in others if board.is_large],
        "small": [board for board in others if not board.is_large],
        "hand": hand,
        "can_place": any(piece.move for piece in hand),
        "pieces": json.dumps(view.pieces),
        "kind_numbers": json.dumps({name: _kind_number(view, name) for name in view.pieces}),
        "marks": json.dumps(MARKS),
        "advised": advised,
        "advised_nodes": path_of(_nodes_of(view, advised), rows) if advised else "",
        "advised_for_script": json.dumps(advised) if advised else "",
        "starts": json.dumps(starts(board_view)),
        "has_levelled": any(
            event.kind == "level" and event.facts["player"] == view.you for event in board_view.own_turn
        ),
        "winning_level": view.winning_level,
        "race": _race(view, drawn),
        "winner": view.winner,
        "piece": piece,
        "turned": _turned(board_view, piece),
    }
    return Drawing(
        context | _gain(board_view) | _measures(columns, rows), frozenset(board_view.picks) if piece else frozenset()
    )


def _gain(board_view: BoardView) -> dict[str, Any]:
    """Return the part of the context for the move that gains a piece, or why it is barred."""
    legal = next((item for item in board_view.legal if item.move == Gain()), None)
    return {
        "gain": move_as_json(legal.move) if legal else "",
        "gain_label": legal.label if legal else "",
        "gain_barred": next((item for item in board_view.barred if item.move == Gain()), None),
    }


def _measures(columns: int, rows: int) -> dict[str, Any]:
    """Return the part of the context that depends only on the size of the boards, in the units of the SVG."""
    width, height = columns * SIDE, rows * SIDE
    return {
        "columns": columns,
        "rows": rows,
        "width": width,
        "height": height,
        "middle": width / 2,
        "view_box": f"{-SIDE} -2 {width + SIDE + 2} {height + SIDE + 2}",
        "small_box": f"-1 -1 {width + 2} {height + 2}",
        "grid": grid_of(rows, columns),
        "x_labels": [(column, column * SIDE + SIDE / 2) for column in range(columns)],
        "y_labels": [(row, height - row * SIDE - SIDE / 2) for row in range(rows)],
    }


def _board(board_view: BoardView, board: SeenBoard) -> BoardSeen:
    rows = board_view.view.rows
    units = units_of(board)
    facts = _lately(board_view, board.player)
    few = len(board_view.view.boards) <= FEW_BOARDS + 1
    opened = board.player in board_view.opened
    return BoardSeen(
        player=board.player,
        level=board.level,
        points=board.points,
        needed=board.needed,
        pips=[n < board.points for n in range(board.needed)] if board.needed <= MAX_PIPS else [],
        progress=board.level + (board.points / board.needed if board.needed else 0),
        hand=tuple(board.hand),
        units=path_of(units, rows),
        kinds=tuple(_kinds(board_view, board.player, units)),
        new=path_of([node for node in facts["cells"] if node in units], rows),
        cleared=path_of([(x, y) for y in facts["rows"] for x in range(board_view.view.columns)], rows),
        rewards=tuple((rows - y) * SIDE - SIDE / 2 for y in facts["rows"]),
        in_words=tuple(_words_of(board.rows)),
        rows=json.dumps(board.rows),
        is_large=few or opened,
        can_hide=opened and not few,
    )


def _race(view: View, boards: Iterable[BoardSeen]) -> list[RacePosition]:
    return race(
        RacePosition(
            each.player, each.progress / view.winning_level, f"level {each.level}", is_you=each.player == view.you
        )
        for each in boards
    )


def units_of(board: SeenBoard) -> list[Node]:
    """Return the occupied nodes of a board."""
    return [(x, y) for y, line in enumerate(board.rows) for x, on in enumerate(line) if on]


def _lately(board_view: BoardView, player: str) -> Mapping[str, list[Any]]:
    """Return the nodes and complete rows of the newest placement, if this player made it.

    The viewer's own is shown until their next move, whatever others do.
    """
    own = player == board_view.view.you
    for event in reversed((own and board_view.own_turn) or board_view.lately):
        if event.kind == "placed" and event.facts["player"] == player:
            return {"cells": [tuple(cell) for cell in event.facts["cells"]], "rows": event.facts["rows"]}
    return {"cells": [], "rows": []}


def _kinds(board_view: BoardView, player: str, units: Iterable[Node]) -> Iterator[Kind]:
    """Yield the units of a board by kind of piece, from recent placements and cleared rows."""
    view: View = board_view.view
    piece_at: dict[Node, str] = {}
    for event in board_view.recent:
        if event.kind == "placed" and event.facts["player"] == player:
            piece_at |= dict.fromkeys(map(tuple, event.facts["cells"]), event.facts["piece"])
            piece_at = {node: name for node, name in piece_at.items() if node[1] not in event.facts["rows"]}
    known = set(units)
    for name in view.pieces:
        nodes = sorted(node for node, piece in piece_at.items() if piece == name and node in known)
        if nodes:
            yield _kind(view, name, nodes, view.rows)


def _kind(view: View, name: str, nodes: Sequence[Node], rows: int) -> Kind:
    """Return the units of a kind of piece at these nodes, on a board with that number of rows."""
    number = _kind_number(view, name)
    marks = " ".join(f"M{x * SIDE} {(rows - 1 - y) * SIDE}{MARKS[number]}" for x, y in nodes)
    return Kind(number, path_of(nodes, rows), marks)


def _kind_number(view: View, name: str) -> int:
    """Return the number of the colour and mark of a kind of piece, by its place in the law.

    A kind that the law no longer has gets 0.
    """
    return list(view.pieces).index(name) % len(MARKS) if name in view.pieces else 0


def _advised(board_view: BoardView) -> dict[str, Any] | None:
    """Return a hint's placement, or None: the piece, its orientation, and its bounding box's lower left corner."""
    if not isinstance(board_view.advised, Place) or not board_view.advised_answers:
        return None
    way, _, corner = str(board_view.advised_answers[0][0]).partition(":")
    x, y = map(int, corner.split(","))
    return {"piece": board_view.advised.piece, "orientation": int(way), "x": x, "y": y}


def starts(board_view: BoardView) -> dict[str, dict[str, int]]:
    """Return the initial position of each placeable piece: its orientation and its box's lower left corner.

    It is the position that a bot would choose, so that placing it at once is a decent move.
    """
    view: View = board_view.view
    names = [item.move.piece for item in board_view.legal if isinstance(item.move, Place)]
    if view.own is None or not names:
        return {}
    rules = rules_of(board_view.law.document, board_view.law.number)
    rows = tuple(sum(unit << x for x, unit in enumerate(line)) for line in view.own.rows)
    board = PlayerBoard(view.own.player, rows=rows, hand=view.own.hand, level=view.own.level, points=view.own.points)
    best = {name: best_placement(rules, board, name) for name in names}
    return {
        name: {"orientation": place.orientation, "x": place.x, "y": place.y}
        for name, place in best.items()
        if place is not None
    }


def _nodes_of(view: View, placement: Mapping[str, Any]) -> list[Node]:
    """Return the nodes of a placement that a hint suggests."""
    shape = view.pieces[placement["piece"]][placement["orientation"]]
    return list(moved(shape, placement["x"], placement["y"]))


def _words_of(rows: Sequence[Sequence[int]]) -> Iterable[str]:
    """Yield the occupied nodes in words, row by row from the top. Empty rows are omitted."""
    for y in reversed(range(len(rows))):
        on = [str(x) for x, unit in enumerate(rows[y]) if unit]
        if on:
            yield f"y {y}: x {', '.join(on)}"


def _hand(board_view: BoardView, chosen: str) -> list[PieceSeen]:
    """Return the viewer's pieces, grouped by kind."""
    view: View = board_view.view
    moves = {item.move.piece: move_as_json(item.move) for item in board_view.legal if isinstance(item.move, Place)}
    barred = {item.move.piece: item for item in board_view.barred if isinstance(item.move, Place)}
    found = []
    for name, count in Counter(view.own.hand if view.own else ()).items():
        nodes = _nodes(view.pieces[name][0]) if name in view.pieces else []
        kind = _kind(view, name, nodes, max((y for _, y in nodes), default=0) + 1)
        box = _drawn(nodes)[1]
        found.append(PieceSeen(name, count, kind, box, moves.get(name, ""), barred.get(name), is_chosen=name == chosen))
    return found


def moves_depend_on(view: View) -> str:
    """Return the data that a move depends on: the viewer's own board and hand, and the law's pieces."""
    return move_as_json([view.own, view.pieces])


def _turned(board_view: BoardView, piece: str) -> list[Turned]:
    """Return every placement of the requested piece, one picture for each orientation."""
    view: View = board_view.view
    if view.own is None or piece not in view.pieces:
        return []
    picks, lines = board_view.picks, list(enumerate(view.own.rows))
    found = []
    for number, shape in enumerate(view.pieces[piece]):
        first = min(_nodes(shape))
        places = tuple(
            tuple(Spot(bool(on), picks.get(f"{number}:{x - first[0]},{y - first[1]}")) for x, on in enumerate(line))
            for y, line in reversed(lines)
        )
        found.append(Turned(*_drawn(_nodes(shape)), f"{piece}, way {number + 1}", places))
    return found


def _nodes(shape: Sequence[Sequence[int]]) -> list[Node]:
    return [(x, y) for x, y in shape]


def _drawn(nodes: Sequence[Node]) -> tuple[str, str]:
    """Return the path of a shape alone, and its view box."""
    if not nodes:
        return "", f"0 0 {SIDE} {SIDE}"
    columns, rows = (max(node[axis] for node in nodes) + 1 for axis in (0, 1))
    return path_of(nodes, rows), f"-1 -1 {columns * SIDE + 2} {rows * SIDE + 2}"


def path_of(nodes: Iterable[Node], rows: int) -> str:
    """Return an SVG path with a square for each node, on a board with that number of rows."""
    return " ".join(f"M{x * SIDE + 0.6:g} {(rows - 1 - y) * SIDE + 0.6:g}h8.8v8.8h-8.8z" for x, y in nodes)


def grid_of(rows: int, columns: int) -> str:
    """Return the path of the lines between the nodes."""
    across = [f"M0 {row * SIDE}h{columns * SIDE}" for row in range(rows + 1)]
    down = [f"M{column * SIDE} 0v{rows * SIDE}" for column in range(columns + 1)]
    return " ".join((*across, *down))
