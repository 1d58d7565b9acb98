"""What a player can do in Dungeon."""

from nomic.matches.contract.moves import Move


class Plan(Move, frozen=True, tag="plan"):
    """Plan the period: what you do in each action is asked. It takes the place of the plan that you have."""


class WithdrawPlan(Move, frozen=True, tag="withdraw-plan"):
    """Take your plan back."""


class NewDungeon(Move, frozen=True, tag="new-dungeon"):
    """Make a new dungeon beside those that there are."""


PLAN, WITHDRAW_PLAN, NEW_DUNGEON = Plan(), WithdrawPlan(), NewDungeon()
