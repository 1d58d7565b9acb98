"""Goals of agents who want to win, and the actions that lead there. Both are derived from the law in force.

The winning items and values are those that `wins` clauses count. Whatever pays for a winning item is worth a share of
it, and so on backwards. An action is worth its yield minus its cost.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nomic.playtest.client.session import Json

AS_GOOD_AS = 0.95  # the value of a payment relative to what it buys
STEPS = 4  # how far to trace payments back from what wins
SOME = 2.0  # in place of an unknown amount
MARGIN = 1.75  # factor on the required amount of something that can be lost again


@dataclass(frozen=True)
class WayToObtain:
    """A way to obtain something: an action with arguments, its costs and its yield.

    `whose` are the arguments that name the recipient.
    """

    action: str
    brings: Mapping[str, float]
    costs: Mapping[str, float]
    args: Mapping[str, str] = field(default_factory=dict)
    whose: tuple[str, ...] = ()
    loses: float = 0  # an unspecified loss of the agent's own


@dataclass(frozen=True)
class Goal:
    """An agent's goal: amounts of winning items, the worth of all useful things, and the ways to obtain them.

    `means` pay for winning items, so agents spend them on nothing else. `fleeting` are winning items that rules take
    away again. An agent obtains one only if it can afford all the missing ones. `upkeep` are items that these rules
    also take; agents save a margin of them.
    """

    wins: Mapping[str, int]
    worth: Mapping[str, float]
    ways: Sequence[WayToObtain]
    means: frozenset[str]
    fleeting: frozenset[str]
    upkeep: frozenset[str]

    def of(self, amounts: Mapping[str, float]) -> float:
        """Return the total worth of these amounts."""
        return sum(self.worth.get(name, 0) * amount for name, amount in amounts.items())

    def ways_by(self, action: str) -> list[WayToObtain]:
        """Return the ways in which this action obtains something; empty if there are none."""
        return [way for way in self.ways if way.action == action]

    def gain(self, way: WayToObtain) -> float:
        """Return a way's yield minus its cost; negative if it spends means without leading to victory."""
        taken = [name for name in self.means if name in way.costs or way.brings.get(name, 0) < 0]
        gain = self.of(way.brings) - self.of(way.costs) - way.loses
        if self.wins.keys() & way.brings.keys():
            return max(gain, 1 - AS_GOOD_AS)
        return -sum(self.worth[name] for name in taken) if taken else gain

    def is_early(self, way: WayToObtain, held: Mapping[str, int]) -> bool:
        """Return whether the agent cannot yet afford everything that it needs of the fleeting items which a way yields.

        `held` maps items to the agent's amounts.
        """
        wanted = [name for name in way.brings if name in self.wins and name in self.fleeting]
        for name in wanted:
            missing = self.wins[name] - held.get(name, 0)
            for paid, amount in self._all_costs(name):
                if held.get(paid, 0) < amount * missing * (MARGIN if paid in self.upkeep else 1):
                    return True
        return False

    def _all_costs(self, name: str) -> Iterator[tuple[str, float]]:
        """Yield the cost of the most expensive way to obtain something."""
        dearest = max((way for way in self.ways if name in way.brings), key=lambda way: self.of(way.costs))
        yield from dearest.costs.items()


def goal_of(law: Json) -> Goal | None:
    """Derive the goal from a law; None if no clause of its rules decides who wins."""
    clauses = [clause for rule in law.get("rules", {}).values() for clause in (rule.get("clauses") or {}).values()]
    counted = (dict(_counted(clause["wins"])) for clause in clauses if "wins" in clause)
    wins = next((each for each in counted if each), None)  # if there are several ways to win, the first
    if wins is None:
        return None
    ways = list(_ways(law))
    means = {name for way in ways if wins.keys() & way.brings.keys() for name in way.costs}
    fleeting, upkeep = set(), set()
    for clause in clauses:
        lost = set(_taken(clause["do"])) & wins.keys() if "when" in clause and "do" in clause else set()
        fleeting |= lost
        upkeep |= {str(effect["revoke"]) for effect in _effects(clause["do"]) if "revoke" in effect} if lost else set()
    return Goal(wins, _worth(wins, ways), ways, frozenset(means), frozenset(fleeting), frozenset(upkeep))


def _counted(condition: Any) -> Iterator[tuple[str, int]]:
    """Yield the name and amount of everything that a win condition requires of the winner."""
    if isinstance(condition, list):
        for each in condition:
            yield from _counted(each)
    elif isinstance(condition, dict):
        compared = condition.get("is")
        if isinstance(compared, list) and len(compared) == 3 and type(compared[2]) is int:
            what = compared[0] if isinstance(compared[0], dict) else {}
            name = what.get("stock") or what.get("value_of")
            if name and what.get("of") == "$it":
                yield name, compared[2]
        for each in condition.values():
            yield from _counted(each)


def _taken(do: Any) -> Iterator[str]:
    """Yield the names of values that effects lower, or may lower."""
    for effect in _effects(do):
        if "raise" in effect and not (type(effect.get("by", 1)) is int and effect.get("by", 1) > 0):
            yield effect["raise"]


def _effects(do: Any) -> Iterator[Json]:
    """Yield every mapping in effects."""
    if isinstance(do, dict):
        yield do
    for each in do.values() if isinstance(do, dict) else do if isinstance(do, list) else ():
        yield from _effects(each)


def _ways(law: Json) -> Iterator[WayToObtain]:
    for rule_name, rule in law["rules"].items():
        for name, clause in (rule.get("clauses") or {}).items():
            if "action" in clause:
                yield _way(law, clause.get("called") or f"{rule_name}_{name}", clause)
    for name, offer in law.get("shop", {}).get("offers", {}).items():
        costs = {item: float(n) if type(n) is int else SOME for item, n in offer.get("costs", {}).items()}
        brings, loses, _ = _brought(law, offer.get("gives", ()), ())
        yield WayToObtain("buy", brings, costs, {"offer": name}, loses=loses)


def _way(law: Json, action: str, clause: Json) -> WayToObtain:
    people = [name for name, each in (clause.get("with") or {}).items() if each.get("is") == "player"]
    costs = {item: float(n) if type(n) is int else SOME for item, n in (clause.get("costs") or {}).items()}
    brings, loses, whose = _brought(law, clause.get("do", ()), people)
    return WayToObtain(action, brings, costs, whose=whose, loses=loses)


def _brought(law: Json, do: Any, people: Sequence[str]) -> tuple[dict[str, float], float, tuple[str, ...]]:
    """Estimate an action's effect: what it yields by item, the cards it costs, and the arguments to set to players.

    What goes to a player named in an argument counts as yield, because agents name themselves there.
    """
    brings: dict[str, float] = {}
    loses = 0.0
    whose = []
    mine = ["$me", *(f"${name}" for name in people)]
    for effect in _effects(do):
        n = effect.get("n", effect.get("by", 1))
        amount = float(n) if type(n) is int else SOME
        given = effect.get("grant") or effect.get("raise")
        to = effect.get("to", effect.get("of"))
        if isinstance(given, str) and to in mine:
            brings[given] = brings.get(given, 0) + amount
            whose += [to[1:]] if to != "$me" else []
        taken = effect.get("revoke") or effect.get("transfer")
        if taken and effect.get("from") == "$me":
            loses += 1 if str(taken).startswith("$") else 0
            brings[str(taken)] = brings.get(str(taken), 0) - amount
        for name, n_met in _met(law, effect.get("meet")):
            brings[name] = brings.get(name, 0) + n_met
    return brings, loses, tuple(dict.fromkeys(whose))


def _met(law: Json, room: Any) -> Iterator[tuple[str, float]]:
    """Yield the average results of drawing from a pool, as far as they are known."""
    if not isinstance(room, str):
        return
    clauses = [clause for rule in law["rules"].values() for clause in (rule.get("clauses") or {}).values()]
    met = [clause for clause in clauses if "outcome" in clause and clause.get("of") == room]
    for clause in met:
        brings, _, _ = _brought({**law, "rules": {}}, clause.get("do", ()), ())
        yield from ((name, amount / len(met)) for name, amount in brings.items() if amount > 0)


def _worth(wins: Mapping[str, int], ways: Sequence[WayToObtain]) -> dict[str, float]:
    """Return the worth of everything: 1 for a winning item, a share for its payments, and so on backwards."""
    worth = dict.fromkeys(wins, 1.0)
    for _ in range(STEPS):
        found: dict[str, float] = {}
        for way in ways:
            brought = sum(worth.get(name, 0) * amount for name, amount in way.brings.items())
            paid = sum(way.costs.values())
            for name in way.costs if brought > 0 and paid else ():
                if name not in worth:
                    found[name] = max(found.get(name, 0), AS_GOOD_AS * brought / paid)
        worth |= found
    return worth
