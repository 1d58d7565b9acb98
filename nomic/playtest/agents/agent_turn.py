"""A turn of an agent: the player, the day, and the possible actions."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.playtest.agents.goals import Goal
from nomic.playtest.agents.personas import PersonaHabits
from nomic.playtest.client.session import Answer, Caller, Json


@dataclass
class AgentTurn:
    """An agent's turn.

    `offers` are the possible actions by name. `memory` holds the agent's acts in earlier turns. `goal` is what the
    agent plays for.
    """

    character: PersonaHabits
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
        """Return True with the given probability."""
        return self.luck.random() < likely

    def can(self, action: str) -> bool:
        """Return whether an action was possible at the beginning of the turn."""
        return action in self.offers

    def choices(self, action: str, name: str) -> list[Any]:
        """Return the values that the argument `name` of an action could have at the beginning of the turn."""
        return [choice["value"] for choice in (self.offers[action]["choices"] or {}).get(name, ())]

    def once(self, what: str) -> bool:
        """Return True if the agent considers `what` for the first time, and remember it. Later return False."""
        if what in self.memory:
            return False
        self.memory.add(what)
        return True

    def act(self, action: str, **args: Any) -> Answer:
        """Perform an action through the API, and return the answer."""
        return self.caller.act(action, args)
