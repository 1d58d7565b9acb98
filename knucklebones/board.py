"""The field of Knucklebones for the eye: from the view that somebody has, what the template of the board draws."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nomic.inventory.law import items_of
from nomic.tables.game import BarredMove
from nomic.tables.sight import Drawing, Offer, Sight, written

Json = Any

FACES_OF_A_CUBE = 6
NARROW = 5  # so many columns are drawn narrower
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a column. `times`: how many of its value lie there; `doomed`: the rolled one would destroy it."""

    value: int
    times: int
    doomed: bool


@dataclass(frozen=True, slots=True)
class Half:
    """Somebody's matrix in one column: its cells from the middle of the field outwards, free ones as None."""

    player: str
    cells: tuple[Die | None, ...]
    score: int

    @property
    def values(self) -> str:
        """The dice in words, "5, 5 and 3"; empty for none."""
        *others, last = ["", *(str(die.value) for die in self.cells if die)]
        return f"{', '.join(others[1:])} and {last}" if len(others) > 1 else last


@dataclass(frozen=True, slots=True)
class Choice:
    """What it means to put the rolled die into a column. `move` is as forms carry it, empty where it is not ours."""

    move: str
    gains: int
    takes: int
    destroys: str


@dataclass(frozen=True, slots=True)
class Lane:
    """A column of both matrices, facing each other, and what the rolled die would do there."""

    number: int
    above: Half
    below: Half
    choice: Choice | None
    full: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The die that was rolled: its value, the faces of its cube, that one in front, and the Dice it was rolled with."""

    value: int
    faces: tuple[int, ...]
    dice: str


@dataclass(frozen=True, slots=True)
class Side:
    """A participant beside their matrix. `used`: Dice used in this game."""

    player: str
    is_you: bool
    has_turn: bool
    is_winner: bool
    total: int
    rolled: Rolled | None
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handful:
    """What one can do with dice before placing one: roll, with a Dice or without, use a Dice; and why not the rest."""

    rolls: tuple[Offer, ...]
    uses: tuple[Offer, ...]
    barred: tuple[BarredMove, ...]
    texts: Mapping[str, str]


def draw(sight: Sight) -> Drawing:
    """What the board's template needs. One's own matrix lies below; who looks on sees the first player's there."""
    view = sight.view
    below, above = _seen_from(view)
    context = {
        "above": _side(view, above),
        "below": _side(view, below),
        "lanes": [_lane(sight, above, below, column) for column in range(1, view["columns"] + 1)],
        "rows": view["rows"],
        "is_narrow": view["columns"] >= NARROW,
        "hand": _handful(sight),
        "is_over": view["outcome"] is not None,
        "winner": view["winner"],
        "outcome": view["outcome"],
    }
    return Drawing(context)


def _seen_from(view: Json) -> tuple[str, str]:
    """Who is drawn below, and who above."""
    first, second = view["players"]
    return (second, first) if view["you"] == second else (first, second)


def _side(view: Json, player: str) -> Side:
    rolled = view["rolled"]
    return Side(
        player=player,
        is_you=player == view["you"],
        has_turn=view["outcome"] is None and view["turn"] == player,
        is_winner=view["winner"] == player,
        total=view["scores"][player]["total"],
        rolled=_rolled(view, rolled) if rolled is not None and rolled["by"] == player else None,
        used=tuple(view["dice"].get(player, {}).get("used", ())),
    )


def _rolled(view: Json, rolled: Json) -> Rolled:
    value = rolled["value"]
    others = [face for face in range(1, max(view["faces"], FACES_OF_A_CUBE) + 1) if face != value]
    return Rolled(value, (value, *others[: FACES_OF_A_CUBE - 1]), rolled["dice"] or "")


def _lane(sight: Sight, above: str, below: str, column: int) -> Lane:
    view = sight.view
    barred = [item for item in sight.barred if item.move == {"kind": "place", "column": column}]
    full = len(view["matrices"][below][column - 1]) == view["rows"] and view["turn"] == below == view["you"]
    return Lane(
        number=column,
        above=_half(view, above, column),
        below=_half(view, below, column),
        choice=_choice(sight, column),
        full=next((item.reason for item in barred), "This column is full.") if full else "",
    )


def _half(view: Json, player: str, column: int) -> Half:
    values = view["matrices"][player][column - 1]
    times = Counter(values)
    rolled = view["rolled"]
    threatened = rolled["value"] if rolled is not None and rolled["by"] != player and _is_free(view, column) else None
    dice = [Die(value, times[value], value == threatened) for value in values]
    free = [None] * (view["rows"] - len(dice))
    return Half(player, (*dice, *free), view["scores"][player]["columns"][column - 1])


def _is_free(view: Json, column: int) -> bool:
    """Whether the rolled die can be put into that column."""
    return any(choice["column"] == column for choice in view["choices"])


def _choice(sight: Sight, column: int) -> Choice | None:
    """What the board says in a column while the die of who is below, or above, waits for its place."""
    found = next((choice for choice in sight.view["choices"] if choice["column"] == column), None)
    if found is None or sight.move is not None:
        return None
    move = {"kind": "place", "column": column}
    is_mine = any(item.move == move for item in sight.legal)
    return Choice(
        written(move) if is_mine else "", found["gains"], found["takes"], _destroys(sight.view, found["destroys"])
    )


def _destroys(view: Json, count: int) -> str:
    """ "Ben's two fives"; empty for none."""
    if not count:
        return ""
    rolled = view["rolled"]
    victim = next(player for player in view["players"] if player != rolled["by"])
    name = face_in_words(rolled["value"], count)
    return f"{victim}'s {name}" if count == 1 else f"{victim}'s {_number(count)} {name}"


def _number(count: int) -> str:
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def face_in_words(value: int, count: int) -> str:
    """A die of that value, or several: "five", "sixes", "12s"."""
    name = _number(value)
    if count == 1:
        return name
    return f"{name}es" if name.endswith("x") else f"{name}s"


def _handful(sight: Sight) -> Handful:
    """Nothing while a move is in hand: it has to be made or left first."""
    if sight.move is not None:
        return Handful((), (), (), {})
    items = items_of(sight.law)
    rolls = _offers(sight, "roll")
    uses = _offers(sight, "use")
    named = {item.move["dice"] for item in sight.legal if item.move.get("dice")}
    return Handful(
        rolls,
        uses,
        tuple(item for item in sight.barred if item.move.get("kind") in ("roll", "use") and item.move.get("dice")),
        {name: items[name].text for name in sorted(named) if name in items},
    )


def _offers(sight: Sight, kind: str) -> tuple[Offer, ...]:
    """Moves of a kind; those with a Dice of one's own come after the plain one."""
    found = [item for item in sight.legal if item.move.get("kind") == kind]
    return tuple(
        Offer(written(item.move), item.label) for item in sorted(found, key=lambda item: item.move.get("dice", ""))
    )
