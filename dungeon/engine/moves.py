"""The moves of Dungeon."""

from nomic.matches.contract.moves import Move


class Plan(Move, frozen=True, tag="plan"):
    """Plan the period: you are asked what you do in each action. It replaces your earlier plan."""


class WithdrawPlan(Move, frozen=True, tag="withdraw-plan"):
    """Withdraw your plan."""


class NewDungeon(Move, frozen=True, tag="new-dungeon"):
    """Make a new dungeon, in addition to the existing ones."""


PLAN, WITHDRAW_PLAN, NEW_DUNGEON = Plan(), WithdrawPlan(), NewDungeon()
