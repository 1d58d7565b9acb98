"""Games of Knucklebones without a host: a law with Dice of every kind, chance that is laid, and fields as one likes."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.rules import Rules
from knucklebones.engine.state import Die, Side, State
from nomic.tables.game import Asked, Step

Json = Any
Columns = Sequence[Sequence[int]]
EMPTY: Columns = ((), (), ())

DICE: Mapping[str, Json] = {
    "Split Die": {
        "text": "Half of its faces show 1, the others 6.",
        "when": "before",
        "effect": [{"choose": "face", "from": [1, 1, 1, 6, 6, 6], "by": "chance"}, {"let": "rolled", "be": "$face"}],
    },
    "Eight-sided Die": {
        "text": "It has eight faces.",
        "when": "before",
        "effect": [{"let": "rolled", "be": {"roll": "1d8"}}],
    },
    "Pair of Dice": {
        "text": "Two dice, of which the higher counts.",
        "when": "before",
        "effect": [
            {"let": "rolled", "be": {"extreme": {"values": [{"roll": "1d6"}, {"roll": "1d6"}]}, "by": "$it"}},
        ],
    },
    "Open Pair": {
        "text": "Two dice, of which you choose one.",
        "when": "before",
        "effect": [
            {"choose": "one", "from": "$faces", "by": "chance"},
            {"choose": "other", "from": "$faces", "by": "chance"},
            {"choose": "kept", "from": {"values": ["$one", "$other"]}},
            {"let": "rolled", "be": "$kept"},
        ],
    },
    "Named Die": {
        "text": "Name a face; chance takes it or another one.",
        "when": "before",
        "effect": [
            {"choose": "named", "from": "$faces"},
            {"choose": "drawn", "from": "$faces", "by": "chance"},
            {"choose": "kept", "from": {"values": ["$named", "$drawn"]}, "by": "chance"},
            {"let": "rolled", "be": "$kept"},
        ],
    },
    "Lucky Die": {
        "text": "It brings a Chip, and is rolled as usual.",
        "when": "before",
        "effect": [{"grant": "Chip", "to": "$me"}],
    },
    "Second Throw": {
        "text": "The die is rolled once more.",
        "when": "after",
        "effect": [{"choose": "again", "from": "$faces", "by": "chance"}, {"let": "rolled", "be": "$again"}],
    },
    "Nudge": {
        "text": "The die shows one more or one less.",
        "when": "after",
        "effect": [
            {"choose": "nudged", "from": {"values": [{"sum": ["$rolled", -1]}, {"sum": ["$rolled", 1]}]}},
            {"let": "rolled", "be": "$nudged"},
        ],
    },
}

DOCUMENT: Mapping[str, Json] = {
    "knucklebones": {
        "in_force": True,
        "columns": 3,
        "rows": 3,
        "faces": [1, 2, 3, 4, 5, 6],
        "turn": {"minutes": 1440},
        "declare_in": ["rest"],
        "rewards": [{"grant": "Handy Pack", "to": "$winner"}, {"grant": "Chip", "to": "$winner"}],
        "dice": {name: {**item, "place": 10 * place} for place, (name, item) in enumerate(DICE.items(), 1)},
    },
    "items": {"Chip": {"plural": "Chips"}, "Handy Pack": {"plural": "Handy Packs"}},
}
GAME = Knucklebones()


def rules(dice: Sequence[str] = (), **section: Json) -> Rules:
    """The rules, with these Dice, and with what is changed in the section."""
    chosen = {name: DOCUMENT["knucklebones"]["dice"][name] for name in dice}
    changed = {**DOCUMENT["knucklebones"], "dice": chosen, **section}
    return GAME.rules({**DOCUMENT, "knucklebones": changed}, 1)


class Laid:
    """Chance as it is laid, draw by draw. `drawn` are the labels and sides of what was asked for."""

    def __init__(self, *values: int) -> None:
        self._values = list(values)
        self.drawn: list[tuple[str, int]] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        assert label and purpose
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


def begun(law: Rules, chance: Any, outside: Any) -> Step[State]:
    """A game of Ada and Ben that has just begun."""
    step = GAME.react(law, GAME.setup(law, {"players": ["Ada", "Ben"]}), {"kind": "begun"}, chance, outside)
    assert step is not None
    return step


def act(
    law: Rules, state: State, player: str, move: dict[str, Json], chance: Any, outside: Any, *answers: Sequence[Any]
) -> Step[State]:
    """A move that is made, or begun."""
    made = GAME.play(law, state, player, move, answers, chance, outside)
    assert not isinstance(made, Asked)
    return made


def texts(step: Step[State]) -> list[str]:
    """What is said of a step."""
    return [event.text for event in step.events if event.text]
