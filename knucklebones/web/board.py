"""Template data for the field of Knucklebones, from a viewer's view."""

from dataclasses import dataclass
from itertools import cycle, islice

from knucklebones.engine.moves import Roll, Use, dice_with
from knucklebones.engine.player_view import Ending, View
from knucklebones.engine.player_view import Rolled as SeenDie
from knucklebones.explain.tables import DICE
from knucklebones.law_section import NAME, rules_of
from knucklebones.web.columns import lane_of
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import entry_explanation
from nomic.matches.contract.game import BarredMove
from nomic.matches.contract.moves import Move
from nomic.matches.hosting.views.board_view import BoardView, Drawing, OfferedMove, move_as_json

FACES_OF_A_CUBE = 6
NARROW = 5  # with so many columns or more they are drawn narrower
TALL = 5  # with so many rows or more, a column's button is above it, where it is visible


@dataclass(frozen=True, slots=True)
class Rolled:
    """The rolled die: its value, the faces of its cube, the face in front, and the Dice of its roll."""

    value: int
    faces: tuple[int, ...]
    dice: str


@dataclass(frozen=True, slots=True)
class Side:
    """A participant beside their matrix.

    `doing` is the task of their turn; `used` are the Dice used in this game.
    """

    player: str
    is_you: bool
    doing: str
    is_winner: bool
    total: int
    rolled: Rolled | None
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handful:
    """The moves other than placing a die: rolling, and using one of the items called "Dice".

    `does` describes the effect of each Dice, `barred` holds those that cannot be used and the reasons.
    """

    rolls: tuple[OfferedMove, ...]
    uses: tuple[OfferedMove, ...]
    does: tuple[tuple[str, str], ...]
    barred: tuple[BarredMove, ...]


@dataclass(frozen=True, slots=True)
class End:
    """A sentence about the end of the game, with the gains and losses."""

    words: str
    gained: tuple[str, ...]


def draw(board_view: BoardView) -> Drawing:
    """Return the template data.

    The viewer's own matrix is below; spectators see the first player's matrix there.
    """
    view = board_view.view
    below, above = _seen_from(view)
    context = {
        "above": _side(view, above),
        "below": _side(view, below),
        "lanes": [lane_of(board_view, above, below, column) for column in range(1, view.columns + 1)],
        "is_narrow": view.columns >= NARROW,
        "is_tall": view.rows >= TALL,
        "hand": _handful(board_view),
        "end": _end(board_view),
        "begins": "" if view.turn or view.outcome else " or ".join(rules_of(board_view.law).begin_in),
        "drawn_in": board_view.drawn_in,
    }
    return Drawing(context)


def _seen_from(view: View) -> tuple[str, str]:
    """Return the players drawn below and above."""
    first, second = view.players
    return (second, first) if view.you == second else (first, second)


def _side(view: View, player: str) -> Side:
    rolled = view.rolled
    return Side(
        player=player,
        is_you=player == view.you,
        doing=_doing(view) if view.turn and view.turn.player == player else "",
        is_winner=view.winner == player,
        total=view.scores[player].total,
        rolled=_rolled(view, rolled) if rolled is not None and rolled.by == player else None,
        used=view.dice[player].used,
    )


def _doing(view: View) -> str:
    """Describe the task of the player to move."""
    if view.using:
        return f"chooses for {view.using}"
    return "places the die" if view.rolled else "is to roll"


def _rolled(view: View, rolled: SeenDie) -> Rolled:
    value = rolled.value
    others = [face for face in dict.fromkeys(view.faces) if face != value]
    return Rolled(value, (value, *islice(cycle(others or [value]), FACES_OF_A_CUBE - 1)), rolled.dice or "")


def _handful(board_view: BoardView) -> Handful:
    """Return the other moves.

    They are empty while a move is in progress, which has to be completed or abandoned first.
    """
    if board_view.move is not None:
        return Handful((), (), (), ())
    named = dict.fromkeys(dice for item in board_view.legal if (dice := dice_with(item.move)))
    return Handful(
        _offers(board_view, Roll),
        _offers(board_view, Use),
        tuple((name, dice_in_words(board_view.law, name)) for name in named),
        tuple(item for item in board_view.barred if dice_with(item.move)),
    )


def _offers(board_view: BoardView, kind: type[Move]) -> tuple[OfferedMove, ...]:
    return tuple(
        OfferedMove(move_as_json(item.move), item.label) for item in board_view.legal if isinstance(item.move, kind)
    )


def dice_in_words(law: Law, name: str) -> str:
    """Describe a Dice: by the item's own text, and by the law's data."""
    item = items_of(law).get(name)
    words = (item.text if item else "", *entry_explanation(law, NAME, name, DICE))
    return " ".join(word for word in words if word)


def _end(board_view: BoardView) -> End | None:
    view: View = board_view.view
    if view.outcome is None:
        return None
    gained = (event.text for event in board_view.lately if event.kind in ("granted", "revoked"))
    return End(_end_in_words(view, view.outcome), tuple(gained))


def _end_in_words(view: View, outcome: Ending) -> str:
    high, low = sorted((view.scores[player].total for player in view.players), reverse=True)
    if view.winner and outcome.forfeited:
        return f"{outcome.forfeited} has forfeited: {view.winner} wins."
    if view.winner:
        return f"{view.winner} wins, {high} to {low}."
    return {
        "drawn": f"Nobody wins: both fields score {high}.",
        "off": "The game did not take place.",
        "stopped": "The game was stopped, without a result.",
    }[outcome.ending]
