"""Trial run of a proposed law's clauses in the current state of the cycle, before anybody votes on it.

Every new or changed clause is run: an action for every player, a triggered effect once, conditions for every player.
The first questions are answered in several ways, later ones by chance. The dice use a seed of the trial's own, so that
they disclose nothing about future draws. Nothing is stored.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import structlog

from nomic import limits
from nomic.chance.seeds import new_seed
from nomic.clauses.arguments import Argument
from nomic.clauses.clause_index import clauses_of, every_clause, scope_of_action, vocabulary_of
from nomic.clauses.handlers.actions import carry_out_action
from nomic.clauses.handlers.triggers import by_rule
from nomic.clauses.proposal_interface import proposal_source
from nomic.clauses.runtime.amounts import price_now, times_now
from nomic.clauses.runtime.answer_sources import InTurn
from nomic.clauses.runtime.run_effects import asking, carry_out, condition_holds, condition_of, do_in_hall, effect_of
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.schema.clause_models import ActionClause
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.schema.placed_clause import AnyPlaced, Origin, Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.store.values import hide_values
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.actor import SYSTEM, Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language.nodes.base import Effect, Kind, Scope
from nomic.effects.language.world import Members, Names, Value
from nomic.inventory.ledger import balances, cache_balances, try_out
from nomic.law.document.sections import Flaw, Law
from nomic.law.trials.trial_budget import OutOfBudget, TrialBudget, within_budget

Plan = tuple[int, ...]
logger = structlog.get_logger(__name__)

MAX_PLAYERS = 20  # players for whom a clause is tried
MAX_WAYS = 12  # ways to answer its questions, in addition to the first way for each player


def flaws_in_cycle(ctx: ReadContext, new: Law) -> list[Flaw]:
    """Run the new and changed clauses of a law in the cycle's current state, and return their failures as flaws."""
    before = {placed.key: placed.clause for placed in every_clause(clauses_of(ctx.law))}
    changed = [placed for placed in every_clause(clauses_of(new)) if before.get(placed.key) != placed.clause]
    if not changed:
        return []
    trial = TrialRun(ctx, new)
    flaws: list[Flaw] = []
    try:
        with within_budget(TrialBudget(limits.TRIAL_STEPS, limits.TRIAL_SECONDS)):
            for placed in changed:
                flaws += trial.of(placed)
    except OutOfBudget as out:
        flaws.append(Flaw("", f"trying this out takes {out}: propose a smaller change"))
    return flaws


def failure_when_tried(ctx: ReadContext, law: Law, origin: Origin, effect: Effect, names: Names, me: str) -> str | None:
    """Run an effect under a law in the cycle's current state, for `me`.

    Return why it fails, or None if it succeeds.
    """
    trial = TrialRun(ctx, law)
    try:
        with within_budget(TrialBudget(limits.TRIAL_STEPS, limits.TRIAL_SECONDS)):
            return next(trial.failures_of([lambda: trial.of_effect(origin, effect, names, me)]), None)
    except OutOfBudget as out:
        return f"trying this out takes {out}"


class TrialRun(Trial):
    """A trial of clauses with up to `MAX_PLAYERS` of the cycle's players."""

    def __init__(self, ctx: ReadContext, new: Law) -> None:
        self.law = new
        self._ctx = ctx
        self.players = hall_seen(ctx).players("players")[:MAX_PLAYERS]
        self._held = {player: dict(balances(ctx, player)) for player in self.players}
        self._seed = new_seed()
        self._tried = 0
        self._plan: Plan = ()
        self._answers: InTurn | None = None
        self._secrets = vocabulary_of(ctx.law).secrets
        # Arguments, too, are computed without secrets and under the proposed law.
        self._unknowing = self.act()

    def of(self, placed: AnyPlaced) -> Iterator[Flaw]:
        """Run a clause's trial runs, and yield a flaw for each distinct failure."""
        for detail in dict.fromkeys(self.failures_of(kinds()[placed.clause.word].tries(self, placed))):
            yield Flaw(placed.path, f"tried out in this cycle, this fails: {detail}")

    def failures_of(self, runs: Iterable[Callable[[], object]]) -> Iterator[str]:
        """Execute these runs, and yield a message for each failure.

        Each run is repeated with several answers to its first questions.
        """
        room = MAX_WAYS
        for run in runs:
            plans: deque[Plan] = deque([()])
            while plans:
                self._plan, self._answers = plans.popleft(), None
                detail = _failure_of(run)
                if detail:
                    yield detail
                others = list(islice(self._other_plans(), room))
                plans += others
                room -= len(others)

    def _other_plans(self) -> Iterator[Plan]:
        """Yield further plans of answers that differ from the last run at questions its plan left open."""
        widths = () if self._answers is None else self._answers.widths
        for place in range(len(self._plan), len(widths)):
            for way in range(1, widths[place]):
                yield (*self._plan, *([0] * (place - len(self._plan))), way)

    def answering(self, act: ActionContext) -> InTurn:
        """Return the source of planned answers for an act of this run."""
        self._answers = InTurn(act, self._plan)
        return self._answers

    def for_each_player(self, run: Callable[[str], object]) -> Runs:
        for player in self.players:
            yield partial(run, player)

    def act(self, action: Action | None = None, actor: Actor = SYSTEM) -> ActionContext:
        self._tried += 1
        cycle = Cycle.objects.get(pk=self._ctx.cycle.pk)
        cycle.revision, cycle.own_seed = self.law.number, self._seed
        cycle.keep_law(self.law)
        key = f"trial-{self._tried}"
        act = ActionContext(cycle, action or by_rule(), actor, self._ctx.at, key, self._seed, recorded_kinds=())
        try_out(act)
        cache_balances(act, self._held)
        hide_values(act, self._secrets)  # whether it fails would reveal the secrets
        return act

    def ask(
        self,
        act: ActionContext,
        placed: AnyPlaced,
        raw: TruthJson | None,
        scope: Scope,
        names: Names,
        player: str = "",
        part: str = "",
    ) -> None:
        if raw is not None:
            condition_holds(act, condition_of(self.law, placed, raw, scope, part), dict(names), player)

    def perform(
        self,
        act: ActionContext,
        placed: AnyPlaced,
        raw: list[dict[str, Any]],
        scope: Scope,
        names: Names,
        player: str = "",
    ) -> None:
        effect = effect_of(self.law, placed, raw, scope)
        carry_out(act, placed, effect, dict(names), player, self.answering(act))

    def perform_action(self, action: Action, placed: Placed[ActionClause], names: Names, player: str) -> None:
        act, clause = self.act(action), placed.clause
        price_now(act, clause.costs, names, scope_of_action(clause))
        if clause.limit is not None:
            times_now(act, clause.limit)
        carry_out_action(act, placed, names, player, self.answering(act))

    def of_effect(self, origin: Origin, effect: Effect, names: Names, me: str) -> None:
        act = self.act()
        do_in_hall(act, origin, effect, names, me, self.answering(act))

    def possible(self, kind: Kind, *, is_other: bool = False) -> Value:
        if kind == "proposals":
            return self.proposals()
        players = self.players[1:2] if is_other and len(self.players) > 1 else self.players[:1]
        return 1 if kind in ("number", "truth") else players if kind == "players" else ()

    def proposals(self) -> Members:
        source = proposal_source()
        return source.listed(self._ctx, "undecided")[:1] or source.listed(self._ctx, "all")[-1:]

    def entered(self, argument: Argument, player: str) -> Value:
        return argument.sample_input(asking(self._unknowing, player, ""), self.players)


def _failure_of(run: Callable[[], object]) -> str:
    try:
        run()
    except OutOfBudget:
        raise
    except Refusal as refused:
        return refused.detail
    except Exception as error:
        logger.exception("clause_failed_in_trial")
        return f"something went wrong in the program ({type(error).__name__})"
    return ""
