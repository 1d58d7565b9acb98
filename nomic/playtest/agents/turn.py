"""A visit of a player: who comes by on which day, and what they find that can be done."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.playtest.agents.goals import Goal
from nomic.playtest.agents.personas import Character
from nomic.playtest.client.session import Answer, Caller, Json


@dataclass
class Visit:
    """Somebody who comes by.

    `offers`: what can be done now, by name; `memory`: what they did at earlier visits; `goal`: what they strive for.
    """

    character: Character
    caller: Caller
    luck: random.Random
    day: int
    offers: Mapping[str, Json]
    memory: set[str] = field(default_factory=set)
    goal: Goal | None = None

    @property
    def name(self) -> str:
        return self.caller.name

    def chance(self, likely: float) -> bool:
        """Whether something happens that is so likely."""
        return self.luck.random() < likely

    def can(self, action: str) -> bool:
        """Whether it was among what could be done when the visit began."""
        return action in self.offers

    def choices(self, action: str, name: str) -> list[Any]:
        """What an argument could be then."""
        return [choice["value"] for choice in (self.offers[action]["choices"] or {}).get(name, ())]

    def once(self, what: str) -> bool:
        """Whether this is the first time that they think of it."""
        if what in self.memory:
            return False
        self.memory.add(what)
        return True

    def act(self, action: str, **args: Any) -> Answer:
        """Do it."""
        return self.caller.act(action, args)
