"""Invariants of Knucklebones, and its external events."""

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from knucklebones.engine.state import Side, State
from knucklebones.simulation.memory_environment import Pockets
from knucklebones.simulation.playground import Bones
from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, LawChanged, Left, PhaseBegan
from nomic.matches.contract.game import Chance

NEWCOMER = "Newcomer"
DICE = Path(__file__).parent / "examined.yaml"


class Traded(Happening, frozen=True, tag="traded"):
    """A player has obtained or lost a Dice. The game does not handle this event."""

    player: str
    dice: str


def sample_dice() -> dict[str, Any]:
    """Return Dice of every kind, as a law has them."""
    dice: dict[str, Any] = yaml.safe_load(DICE.read_text(encoding="utf-8"))
    return {name: {**item, "place": 10 * place} for place, (name, item) in enumerate(dice.items(), 1)}


def with_dice(document: dict[str, Any]) -> dict[str, Any]:
    """Return a law in which the game is in force, with Dice of every kind, which are also items.

    One of them brings a Chip, which becomes an item of laws that have none.
    """
    changed = copy.deepcopy(document)
    changed["items"].setdefault("Chip", {"plural": "Chips", "kind": "keepsake", "symbol": None, "text": "Of a Dice."})
    dice = sample_dice()
    changed["knucklebones"] |= {"in_force": True, "dice": dice}
    for name, item in dice.items():
        changed["items"][name] = {"plural": f"{name}s", "kind": "keepsake", "symbol": None, "text": item["text"]}
    return changed


class KnucklebonesInvariants(Bones):
    """Invariant checks for Knucklebones."""

    seldom: Mapping[str, int] = {"forfeit": 1}

    # ── invariants

    def flaws(self, before: State, after: State, fake_environment: Pockets) -> Iterator[str]:
        for side in after.sides:
            yield from _side_flaws(side, after.rows)
        if not before.is_on:
            return
        if after.players != before.players:
            yield "the players have changed places"
        if after.last != before.last:
            yield from _placing_flaws(before, after)
        elif [side.field for side in after.sides] != [side.field for side in before.sides]:
            yield "a field has changed and no die was placed"
        for was, now in zip(before.sides, after.sides, strict=True):
            if now.used[: len(was.used)] != was.used:
                yield f"{now.player} has used {now.used} after {was.used}"
        yield from (f"{key} are {count}" for key, count in fake_environment.items.items() if count < 0)

    # ── hidden information

    def disguised(self, state: State, viewer: str, chance: Chance) -> State | None:
        """Return None: nothing is hidden."""
        return None

    # ── external events

    def happenings(self, state: State, fake_environment: Pockets) -> Iterator[Happening]:
        for player in (*state.players, NEWCOMER):
            yield Left(player)
            yield from (Traded(player, name) for name in fake_environment.dice)
        yield Begun()
        yield LawChanged()
        yield CycleEnded()
        yield PhaseBegan("rest", 1)

    def come_true(self, happening: Happening, fake_environment: Pockets) -> None:
        """Take the Dice from players who had one, and give one to players who had none."""
        if isinstance(happening, Traded):
            key = (happening.player, happening.dice)
            fake_environment.items[key] = 0 if fake_environment.items[key] else 1

    def for_examination(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a law with Dice, because otherwise hardly any question is ever asked."""
        return with_dice(document)

    def amended(self, document: dict[str, Any], chance: Source) -> dict[str, Any]:
        """Change the field, the faces, the time and the moment of Dice, and remove one Dice."""
        section = document["knucklebones"]
        dice = {name: {**item, "when": _other(item["when"])} for name, item in section["dice"].items()}
        if dice:
            del dice[chance.pick(sorted(dice), "amended", "which Dice another law lacks")]
        size = {"columns": section["columns"] % 5 + 1, "rows": section["rows"] % 4 + 1}
        faces = [face + 1 for face in section["faces"]]
        return {**document, "knucklebones": {**section, **size, "faces": faces, "turn": {"minutes": 60}, "dice": dice}}


def _other(when: str) -> str:
    return "after" if when == "before" else "before"


def _side_flaws(side: Side, rows: int) -> Iterator[str]:
    if any(len(column) > rows for column in side.field):
        yield f"{side.player} has a column of more than {rows} dice"
    if any(die < 1 for column in side.field for die in column):
        yield f"{side.player} has a die that shows nothing"
    if len(set(side.used)) != len(side.used):
        yield f"{side.player} has used a Dice twice: {side.used}"


def _placing_flaws(before: State, after: State) -> Iterator[str]:
    """Yield flaws of a placement, which may only add one die and remove equal dice from the opponent's column."""
    value, at = after.last.value if after.last else 0, after.last_column - 1
    mover = before.at
    expected = [[list(column) for column in side.field] for side in before.sides]
    expected[mover][at].append(value)
    expected[1 - mover][at] = [die for die in expected[1 - mover][at] if die != value]
    if before.die is None or before.die.value != value:
        yield f"a {value} was placed, and {before.die} was to be"
    if [[list(column) for column in side.field] for side in after.sides] != expected:
        yield f"the fields are {[side.field for side in after.sides]} and should be {expected}"
