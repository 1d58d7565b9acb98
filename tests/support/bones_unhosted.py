"""Games of Knucklebones without a host: a law, chance that is laid, and fields as one likes."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import Die, Side, State
from knucklebones.simulation.invariants import sample_dice
from nomic.matches.contract.game import Asked, Step
from tests.support.as_json import AsJson

Json = Any
Columns = Sequence[Sequence[int]]
EMPTY: Columns = ((), (), ())

# Cycle 16's law with what Knucklebones needs of it, the Dice left out: those that a test needs, it names.
DOCUMENT: Mapping[str, Json] = {
    "knucklebones": {
        "in_force": True,
        "columns": 3,
        "rows": 3,
        "faces": [1, 2, 3, 4, 5, 6],
        "turn": {"minutes": 1440},
        "declare_in": ["rest"],
        "begin_in": ["battle"],
        "rewards": [{"grant": "Handy Pack", "to": "$winner"}, {"grant": "Chip", "to": "$winner"}],
        "dice": {},
    },
    "items": {"Chip": {"plural": "Chips"}, "Handy Pack": {"plural": "Handy Packs"}},
}
ENGINE = Knucklebones()
GAME: Any = AsJson(ENGINE)


def rules(*dice: str, **section: Json) -> Rules:
    """The rules, with these of the sample Dice, and with what is changed in the section."""
    known = sample_dice()
    changed = {**DOCUMENT["knucklebones"], "dice": {name: known[name] for name in dice}, **section}
    return GAME.rules({**DOCUMENT, "knucklebones": changed}, 1)


class Laid:
    """Chance as it is laid, draw by draw. `drawn` are the labels and sides of what was asked for."""

    def __init__(self, *values: int) -> None:
        self._values = list(values)
        self.drawn: list[tuple[str, int]] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        assert label
        assert purpose
        self.drawn.append((label, sides))
        value = self._values.pop(0)
        assert 0 <= value < sides
        return value

    @property
    def is_used_up(self) -> bool:
        """Whether everything that was laid was drawn."""
        return not self._values


def faces(*shown: int) -> Laid:
    """Chance that lets the usual die show these numbers."""
    return Laid(*(number - 1 for number in shown))


class Held:
    """The world outside, where players hold Dice. `asked` are the questions in their order."""

    def __init__(self, **dice: Sequence[str]) -> None:
        self._dice = dice
        self.asked: list[tuple[str, ...]] = []

    def read(self, *question: str) -> Json:
        self.asked.append(question)
        what, player = question
        assert what == "dice"
        return list(self._dice.get(player, ()))


def standing(
    ada: Columns = EMPTY, ben: Columns = EMPTY, *, rolled: int | None = None, turn: int = 1, rows: int = 3
) -> State:
    """A game in which Ada plays first, with these fields; whoever's turn it is has rolled this."""
    sides = (Side("Ada", tuple(map(tuple, ada))), Side("Ben", tuple(map(tuple, ben))))
    state = State(sides, rows, turn)
    return state if rolled is None else replace(state, die=Die(rolled, state.mover.player))


def begun(law: Rules, chance: Any, environment: Any) -> Step[State]:
    """A game of Ada and Ben that has just begun."""
    step = GAME.react(law, GAME.setup(law, {"players": ["Ada", "Ben"]}), {"kind": "begun"}, chance, environment)
    assert step is not None
    return step


def act(
    law: Rules, state: State, player: str, move: dict[str, Json], chance: Any, environment: Any, *answers: Sequence[Any]
) -> Step[State]:
    """A move that is made, or begun."""
    made = GAME.play(law, state, player, move, answers, chance, environment)
    assert not isinstance(made, Asked)
    return made


def texts(step: Step[State]) -> list[str]:
    """What is said of a step."""
    return [event.text for event in step.events if event.text]
