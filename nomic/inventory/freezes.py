"""Freezes: rules that stop movements of items and cards. The ledger checks them before every movement.

An act that moves something frozen is refused. An effect of a rule, or a consequence of a match, does not move it, and
the journal says so. Corrections and the departure of a player are never stopped.
"""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.exceptions import Refused


@dataclass(frozen=True, slots=True)
class Frozen:
    """The reason why a movement is stopped: a sentence, and the rule."""

    why: str
    rule: str

    @property
    def refusal(self) -> Refused:
        """The refusal of an act that moves something frozen."""
        return Refused("frozen", self.why, self.rule)

    @property
    def message(self) -> str:
        """The message of an entry in which something frozen was not moved."""
        return f"{self.why.rstrip('.')} (by the rule “{self.rule}”)."


@dataclass(frozen=True, slots=True)
class HolderMovement:
    """One side of a movement: a holder who gains or loses an item or a card."""

    holder: str
    gains: bool
    name: str
    is_card: bool


Guard = Callable[[ActionContext, HolderMovement], Frozen | None]
_guards: list[Guard] = []


def guard_by(guard: Guard) -> None:
    """Register a guard, a function that returns why a movement is stopped, or None."""
    if guard not in _guards:
        _guards.append(guard)


def frozen_by(act: ActionContext, giver: str, taker: str, name: str, *, is_card: bool) -> Frozen | None:
    """Return the reason of the first guard that stops a movement from `giver` to `taker`, or None.

    `name` is the item or, if `is_card` is set, the card's species. An empty giver or taker means creation or
    destruction.
    """
    for guard in _guards:
        for holder, gains in ((giver, False), (taker, True)):
            found = guard(act, HolderMovement(holder, gains, name, is_card)) if holder else None
            if found is not None:
                return found
    return None
