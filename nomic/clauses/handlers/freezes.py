"""Freezes: a check of every transfer of a player's items or cards against the law's `freeze` clauses."""

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.runtime.run_effects import condition_of
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.schema.clause_models import FreezeClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.work_budget import WorkBudget, separate_budget
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language import scopes
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.freezes import Frozen, HolderMovement
from nomic.inventory.law_section import wording_of
from nomic.players.lookup import current_players_among

FREEZE_STEPS = 50_000  # for all freezes that one act has to check
OWN_STEPS = 5  # of each check, besides the steps of its condition
_WORK = "work of freezes"


def frozen(act: ActionContext, movement: HolderMovement) -> Frozen | None:
    """Return the first freeze, in reading order, that blocks a movement, or None.

    Freezes protect the possessions of players, not the cycle's own store or the pools of matches.
    """
    freezes = clauses_of(act.law).by_kind["freeze"]
    if not freezes:
        return None
    what = "cards" if movement.is_card else "items"
    found = [placed for placed in (*freezes.get("everything", ()), *freezes.get(what, ())) if _fits(placed, movement)]
    if not found or not current_players_among(act, {movement.holder}):
        return None
    return next((_frozen(act, placed, movement) for placed in found if _holds(act, placed, movement.holder)), None)


def _fits(placed: Placed[FreezeClause], movement: HolderMovement) -> bool:
    clause = placed.clause
    is_stopped = clause.stops in ("both", "gains" if movement.gains else "losses")
    return is_stopped and (not clause.only or movement.name in clause.only)


def _holds(act: ActionContext, placed: Placed[FreezeClause], holder: str) -> bool:
    clause = placed.clause
    try:
        is_concerned = clause.whose is None or _is_so(act, placed, clause.whose, holder, "whose")
        return is_concerned and not (
            clause.except_ is not None and _is_so(act, placed, clause.except_, holder, "except")
        )
    except TooLong:
        text = f"It takes too long to work out whether the rule “{placed.title}” freezes this."
        if text not in act.words:
            act.message(text)
        return False


def _is_so(act: ActionContext, placed: Placed[FreezeClause], raw: TruthJson, holder: str, part: str) -> bool:
    """Return whether a freeze's condition is true for the holder.

    Raises TooLong if the act's budget for freezes is exceeded.
    """
    condition = condition_of(act.law, placed, raw, scopes.WHO_WINS, part)
    hall = hall_seen(act)
    work: WorkBudget = act.recall(_WORK, lambda: separate_budget(act, FREEZE_STEPS))
    hall.work = work
    hall.spend(OWN_STEPS)
    return bool(condition.value(hall.run("", placed.title), {"it": (holder,)}))


def _frozen(act: ActionContext, placed: Placed[FreezeClause], movement: HolderMovement) -> Frozen:
    goods = f"“{movement.name}” cards" if movement.is_card else wording_of(act.law).get(movement.name, movement.name)
    verb = "gain" if movement.gains else "lose"
    because = placed.clause.because.rstrip(".")
    return Frozen(f"{movement.holder} cannot {verb} {goods}: {because}.", placed.title)
