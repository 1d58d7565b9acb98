"""The field of Knucklebones for the eye: from the view that somebody has, what the template of the board draws."""

from collections import Counter
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from knucklebones.law import NAME, rules_of
from knucklebones.law_words import DICE
from nomic.inventory.law import items_of
from nomic.law.explanations import explained
from nomic.law.sections import Law
from nomic.tables.game import BarredMove
from nomic.tables.sight import Drawing, Offer, Sight, written

Json = Any

FACES_OF_A_CUBE = 6
NARROW = 5  # so many columns are drawn narrower
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a column. `times`: how many of its value lie there; `is_doomed`: the rolled one would destroy it."""

    value: int
    times: int
    is_doomed: bool
    is_last: bool


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
    """What one can do besides placing a die: roll, with a Dice or without, use a Dice; what each Dice does, and why
    others cannot be used."""

    rolls: tuple[Offer, ...]
    uses: tuple[Offer, ...]
    does: tuple[tuple[str, str], ...]
    barred: tuple[BarredMove, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How the game ended, in words, and what was gained or lost by it."""

    words: str
    gained: tuple[str, ...]


def draw(sight: Sight) -> Drawing:
    """What the board's template needs. One's own matrix lies below; who looks on sees the first player's there."""
    view = sight.view
    below, above = _seen_from(view)
    context = {
        "above": _side(view, above),
        "below": _side(view, below),
        "lanes": [_lane(sight, above, below, column) for column in range(1, view["columns"] + 1)],
        "is_narrow": view["columns"] >= NARROW,
        "hand": _handful(sight),
        "end": _end(sight),
        "begins": "" if view["turn"] or view["outcome"] else " or ".join(rules_of(sight.law).begin_in),
        "drawn_in": sight.drawn_in,
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
        has_turn=_has_turn(view, player),
        is_winner=view["winner"] == player,
        total=view["scores"][player]["total"],
        rolled=_rolled(view, rolled) if rolled is not None and rolled["by"] == player else None,
        used=tuple(view["dice"].get(player, {}).get("used", ())),
    )


def _has_turn(view: Json, player: str) -> bool:
    return view["turn"] is not None and view["turn"]["player"] == player


def _rolled(view: Json, rolled: Json) -> Rolled:
    value = rolled["value"]
    others = [face for face in dict.fromkeys(view["faces"]) if face != value]
    return Rolled(value, (value, *islice(cycle(others or [value]), FACES_OF_A_CUBE - 1)), rolled["dice"] or "")


def _lane(sight: Sight, above: str, below: str, column: int) -> Lane:
    barred = (item for item in sight.barred if item.move == {"kind": "place", "column": column})
    return Lane(
        number=column,
        above=_half(sight.view, above, column),
        below=_half(sight.view, below, column),
        choice=_choice(sight, column),
        full=next((item.reason for item in barred), ""),
    )


def _half(view: Json, player: str, column: int) -> Half:
    values = view["matrices"][player][column - 1]
    times, doomed, last = Counter(values), _doomed(view, player, column), _is_last(view, player, column)
    dice = [
        Die(value, times[value], value == doomed, last and place == len(values))
        for place, value in enumerate(values, 1)
    ]
    free = [None] * (view["rows"] - len(dice))
    return Half(player, (*dice, *free), view["scores"][player]["columns"][column - 1])


def _doomed(view: Json, player: str, column: int) -> int | None:
    """The value whose dice of this player the rolled die would destroy in that column."""
    rolled = view["rolled"]
    if rolled is None or rolled["by"] == player or _choice_in(view, column) is None:
        return None
    return int(rolled["value"])


def _is_last(view: Json, player: str, column: int) -> bool:
    """Whether the die that was placed last lies there."""
    last = view["last_rolled"]
    return last is not None and (last["by"], last["column"]) == (player, column)


def _choice_in(view: Json, column: int) -> Json | None:
    """What the game says of putting the rolled die into that column; None where it cannot be put."""
    return next((choice for choice in view["choices"] if choice["column"] == column), None)


def _choice(sight: Sight, column: int) -> Choice | None:
    """What the board says in a column while a die waits for its place; nothing while another move is in hand."""
    found = _choice_in(sight.view, column)
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
        return Handful((), (), (), ())
    named = dict.fromkeys(item.move["dice"] for item in sight.legal if "dice" in item.move)
    return Handful(
        _offers(sight, "roll"),
        _offers(sight, "use"),
        tuple((name, dice_in_words(sight.law, name)) for name in named),
        tuple(item for item in sight.barred if "dice" in item.move),
    )


def _offers(sight: Sight, kind: str) -> tuple[Offer, ...]:
    return tuple(Offer(written(item.move), item.label) for item in sight.legal if item.move.get("kind") == kind)


def dice_in_words(law: Law, name: str) -> str:
    """What a Dice does: by the item's own words, and by the law's data."""
    item = items_of(law).get(name)
    words = (item.text if item else "", *explained(law, NAME, name, DICE))
    return " ".join(word for word in words if word)


def _end(sight: Sight) -> End | None:
    outcome = sight.view["outcome"]
    if outcome is None:
        return None
    gained = (event.text for event in sight.lately if event.kind in ("granted", "revoked"))
    return End(_end_in_words(sight.view), tuple(gained))


def _end_in_words(view: Json) -> str:
    high, low = sorted((view["scores"][player]["total"] for player in view["players"]), reverse=True)
    winner, outcome = view["winner"], view["outcome"]
    if winner and outcome["forfeited"]:
        return f"{outcome['forfeited']} has forfeited: {winner} wins."
    if winner:
        return f"{winner} wins, {high} to {low}."
    return {
        "drawn": f"Nobody wins: both fields score {high}.",
        "off": "The game did not take place.",
        "stopped": "The game was stopped with the cycle, without a result.",
    }[outcome["ending"]]
