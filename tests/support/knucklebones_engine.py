"""Games of Knucklebones without a host, with chosen rules, draws and fields."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import Die, Side, State
from knucklebones.simulation.invariants import sample_dice
from nomic.matches.contract.game import Asked, Step
from tests.support.json_engine import AsJson
from tests.support.rigged_chance import Laid

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
    """Return the rules with some of the sample Dice, and with changed values of the section."""
    known = sample_dice()
    changed = {**DOCUMENT["knucklebones"], "dice": {name: known[name] for name in dice}, **section}
    return GAME.rules({**DOCUMENT, "knucklebones": changed}, 1)


def faces(*shown: int) -> Laid:
    """Return chance in which ordinary dice show these numbers."""
    return Laid(*(number - 1 for number in shown))


class Held:
    """An environment in which players hold Dice. `asked` has the questions in their order."""

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
    """Return the state of a game in which Ada plays first. `rolled` is the current player's die."""
    sides = (Side("Ada", tuple(map(tuple, ada))), Side("Ben", tuple(map(tuple, ben))))
    state = State(sides, rows, turn)
    return state if rolled is None else replace(state, die=Die(rolled, state.mover.player))


def begun(law: Rules, chance: Any, environment: Any) -> Step[State]:
    """Return the first step of a game of Ada and Ben."""
    step = GAME.react(law, GAME.setup(law, {"players": ["Ada", "Ben"]}), {"kind": "begun"}, chance, environment)
    assert step is not None
    return step


def act(
    law: Rules, state: State, player: str, move: dict[str, Json], chance: Any, environment: Any, *answers: Sequence[Any]
) -> Step[State]:
    """Make a move and return its step. Fails if the move asks a question."""
    made = GAME.play(law, state, player, move, answers, chance, environment)
    assert not isinstance(made, Asked)
    return made


def texts(step: Step[State]) -> list[str]:
    """Return the texts of a step's events."""
    return [event.text for event in step.events if event.text]
