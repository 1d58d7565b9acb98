"""The things that players have under a law, and the words for them: items, numbers that rules keep, and cards."""

import re
from dataclasses import dataclass
from typing import Any

from nomic.clauses.clause_index import clauses_of, value_words
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.sentences import A_NUMBER, figure

Expression = Any
CARDS = ("card", "cards")
CALLED = "$called "  # begins what stands for the name of a new value, until the law's names are known


@dataclass(frozen=True, slots=True)
class Thing:
    """A countable thing that players have. `kind` is "item", "value" or "cards".

    For cards, `name` is the collection from which a random card certainly gets a modifier, or "".
    """

    name: str
    kind: str

    def owned(self, player: str) -> Expression:
        """Return the expression for the amount of the thing that a player has, given a reference to the player."""
        match self.kind:
            case "value":
                return {"value_of": self.name, "of": player}
            case "cards":
                return {"count": {"cards": "inventory", "of": player}}
        return {"stock": self.name, "of": player}

    def gain(self, n: Expression, players: Expression) -> dict[str, Any]:
        """Return the step in which players gain `n` of the thing."""
        if self.kind == "value":
            return {"raise": self.name, "by": n, "of": players}
        if self.kind == "cards":
            sure = {"collections": [[self.name, 100]]} if self.name else {}
            # The players of an event count as no more than all players when the draws of an effect are reckoned.
            known = {"players": "players", "where": {"member": "$it", "of": players}}
            to = known if isinstance(players, str) and players != "$me" else players
            return {"add": {"card": "random", **sure}, "n": n, "to": "inventory", "of": to}
        return {"grant": self.name, "n": n, "to": players}

    def lose(self, n: Expression, players: Expression) -> dict[str, Any]:
        """Return the step in which players lose `n` of the thing."""
        if self.kind == "value":
            return {"raise": self.name, "by": -n if isinstance(n, int) else {"minus": [0, n]}, "of": players}
        return {"revoke": self.name, "n": n, "from": players}


def things_of(law: Law) -> dict[str, Thing]:
    """Return the things of a law by the words that denote them, in lower case."""
    return law.once("things in sentences", lambda: _things_of(law))


def _things_of(law: Law) -> dict[str, Thing]:
    found: dict[str, Thing] = {}
    values = clauses_of(law).values
    for name, words in value_words(law).items():
        if words.kind == "number" and words.of_players and not values[name].clause.by:
            found[name.casefold()] = Thing(name, "value")
    for name, item in items_of(law).items():
        found |= {word.casefold(): Thing(name, "item") for word in (f"{name}s", name, item.plural)}
    if law.has("random_cards"):
        found |= dict.fromkeys(("card", "cards", "random card", "random cards"), Thing("", "cards"))
        rare = {name for name in law.document.get("collections", {}) if name.casefold() == "rare"}
        found |= {f"rare {word}": Thing(name, "cards") for name in rare for word in CARDS}
    packs = [name for name, item in items_of(law).items() if item.kind == "pack"]
    if len(packs) == 1:
        found |= dict.fromkeys(("pack", "packs"), Thing(packs[0], "item"))
    return found


def thing_pattern(law: Law) -> str:
    """Return a pattern for the words that denote things of a law, longer words first."""
    return law.once(
        "pattern of things",
        lambda: "|".join(re.escape(word) for word in sorted(things_of(law), key=len, reverse=True)) or "(?!)",
    )


def number(said: str) -> int:
    """Return the number in words or digits that `A_NUMBER` matched."""
    return int(figure(said.casefold()))


NUMBER = rf"(?:{A_NUMBER})"
ROLL = r"[1-9]\d?d[1-9]\d{0,2}"  # "2d6"
EXTRA = r"(?: extra| additional| more| new| free)?"
