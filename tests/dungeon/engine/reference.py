"""A period's end once more, as plainly as the rules tell it: an oracle, slow and without a line of the engine.

Hexes are cubes (x, y, z) whose sum is 0; a weighted table is a list in which everything stands as often as it weighs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Cube = tuple[int, int, int]
Place = tuple[int, int, Cube]  # dungeon, level, hex
STEPS = {"E": (1, -1, 0), "NE": (1, 0, -1), "NW": (0, 1, -1), "W": (-1, 1, 0), "SW": (-1, 0, 1), "SE": (0, -1, 1)}
MIDDLE: Cube = (0, 0, 0)


@dataclass
class Somebody:
    """A player; `at` is None outside."""

    at: Place | None
    pocket: int
    store: int


@dataclass
class Beast:
    """An enemy."""

    name: str
    at: Place


@dataclass
class World:
    """All that there is. `ground` is by place, `beasts` are by number."""

    law: dict[str, Any]
    draw: Callable[[int, str], int]
    ground: dict[Place, str]
    beasts: dict[int, Beast]
    people: dict[str, Somebody]
    escaped: dict[int, set[str]]
    out_since_the_last_was_made: set[str]
    opened: set[Place] = field(default_factory=set)

    def end_of_period(self, plans: dict[str, list[tuple[str, str]]]) -> None:
        """Actions one after the other, then chests, then enemies."""
        for number in range(self.law["actions"]):
            fallen: list[str] = []
            for name, steps in plans.items():
                if number < len(steps):
                    self._act(name, *steps[number], number + 1, fallen)
            for name in sorted(fallen, key=lambda each: self.people[each].at[:2]):
                self._be_there(*self.people[name].at[:2])
        for place in self.opened:
            self.ground[place] = "blank"
        for number in sorted(self.beasts):
            self._beast(number, self.beasts[number])

    def winner(self) -> str | None:
        """Who is rich enough, and far enough ahead of each of the others."""
        for name, one in self.people.items():
            others = [other.store for another, other in self.people.items() if another != name]
            enough = one.store > self.law["victory"]["coins_more_than"]
            if enough and all(one.store - other >= self.law["victory"]["ahead_by"] for other in others):
                return name
        return None

    # ── players

    def _act(self, name: str, do: str, rope: str, number: int, fallen: list[str]) -> None:
        one = self.people[name]
        if one.at is None:
            for dungeon in self.escaped:
                if do == f"enter {dungeon}":
                    one.at = (dungeon, 1, MIDDLE)
            return
        if do == "climb" and self.ground[one.at] == "rope":
            self._climb(name, rope)
        if do not in STEPS:
            return
        dungeon, level, hex_ = one.at
        onto = (dungeon, level, _plus(hex_, STEPS[do]))
        if self.ground.get(onto, "wall") in ("wall", "water"):
            return
        one.at = onto
        if any(beast.at == onto for beast in self.beasts.values()):
            self._catch(name)
        elif self.ground[onto] == "pit":
            one.at = (dungeon, level + 1, MIDDLE)
            fallen.append(name)
        elif self.ground[onto] == "chest":
            self.opened.add(onto)
            table = [loot["coins"] for loot in _in_order(self.law["loot"]) for _ in range(loot["weight"])]
            for each in range(1, self.law["chest_loot"] + 1):
                one.pocket += table[self.draw(len(table), f"action {number}, loot {each}: {name}")]
        elif self.ground[onto] == "rope":
            self._climb(name, rope)

    def _climb(self, name: str, rope: str) -> None:
        one = self.people[name]
        dungeon, level, _ = one.at
        if level == 1:
            if rope == "escape":
                one.at, one.pocket, one.store = None, 0, one.store + one.pocket
                self.escaped[dungeon].add(name)
                self.out_since_the_last_was_made.add(name)
            return
        for (other, above, hex_), ground in self.ground.items():
            beside = [self.ground.get((other, above, _plus(hex_, step))) for step in STEPS.values()]
            fits = (other, above) == (dungeon, level - 1) and ground in ("blank", "rope", "chest") and "pit" in beside
            if fits and rope == f"{hex_[0]},{hex_[2]}":
                one.at = (other, above, hex_)
                if any(beast.at == one.at for beast in self.beasts.values()):
                    self._catch(name)
                return

    def _catch(self, name: str) -> None:
        one = self.people[name]
        one.at, one.pocket = (one.at[0], 1, MIDDLE), 0

    # ── levels

    def _be_there(self, dungeon: int, level: int) -> None:
        """The level is made, unless it is there."""
        if (dungeon, level, MIDDLE) in self.ground:
            return
        kinds, beasts = [], [name for name, each in self.law["enemies"].items() for _ in range(each["weight"])]
        for each in _in_order(self.law["pool"]):
            kinds += [each["is"]] * (level if each["weight"] == "level" else each["weight"])
        for x, y, z in _all_within(self.law["radius"]):
            label = f"dungeon {dungeon}, level {level}, hex ({x},{z})"
            ground = "rope" if (x, y, z) == MIDDLE else kinds[self.draw(len(kinds), label)]
            if ground == "enemy":
                which = beasts[self.draw(len(beasts), f"{label}: enemy")]
                self.beasts[len(self.beasts) + 1] = Beast(which, (dungeon, level, (x, y, z)))
                ground = "blank"
            self.ground[dungeon, level, (x, y, z)] = ground

    # ── enemies

    def _beast(self, number: int, beast: Beast) -> None:
        for behaviour in self.law["enemies"][beast.name]["behaviour"]:
            if "charge" in behaviour:
                seen = self._seen_by(beast)
                if not seen:
                    continue
                which = self.draw(len(seen), f"enemy {number}: at whom") if len(seen) > 1 else 0
                for _ in range(behaviour["charge"]["hexes"]):
                    if not self._beast_steps(beast, seen[which]):
                        break
            elif "wander" in behaviour:
                for each in range(1, behaviour["wander"]["hexes"] + 1):
                    side = list(STEPS.values())[self.draw(6, f"enemy {number}: step {each}")]
                    if not self._beast_steps(beast, side):
                        break
            return

    def _seen_by(self, beast: Beast) -> list[Cube]:
        """Towards each player in line, the direction: sorted by that, then by how far they are, then by their seat."""
        found = []
        for seat, one in enumerate(self.people.values()):
            if one.at is None or one.at[:2] != beast.at[:2] or one.at == beast.at:
                continue
            for side, step in enumerate(STEPS.values()):
                for far in range(1, 2 * self.law["radius"] + 1):
                    way = [(*beast.at[:2], _plus(beast.at[2], step, each)) for each in range(1, far + 1)]
                    if one.at == way[-1] and "wall" not in [self.ground[each] for each in way]:
                        found.append((side, far, seat, step))
        return [step for *_, step in sorted(found)]

    def _beast_steps(self, beast: Beast, step: Cube) -> bool:
        """A step of an enemy, and whether it may go on."""
        onto = (*beast.at[:2], _plus(beast.at[2], step))
        if self.ground.get(onto, "wall") in ("wall", "water", "pit") or onto[2] == MIDDLE:
            return False
        beast.at = onto
        caught = [name for name, one in self.people.items() if one.at == onto]
        for name in caught:
            self._catch(name)
        return not caught


def _plus(hex_: Cube, step: Cube, times: int = 1) -> Cube:
    x, y, z = (a + b * times for a, b in zip(hex_, step, strict=True))
    return x, y, z


def _in_order(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for _, each in sorted(table.items(), key=lambda pair: pair[1].get("place", 0))]


def _all_within(radius: int) -> list[Cube]:
    """From north to south, and each row from west to east."""
    sides = range(-radius, radius + 1)
    return [(x, -x - z, z) for z in sides for x in sides if abs(x + z) <= radius]
