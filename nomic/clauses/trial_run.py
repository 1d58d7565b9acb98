"""Trial run of a proposed law's clauses in the current state of the cycle, before anybody votes on it.

It runs every new or changed clause: an action for every player, a triggered effect once, conditions for every player.
The first questions are answered in several ways, later ones by chance. Dice come from a seed of the trial's own, so
that they reveal nothing about future draws. Nothing is stored.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import structlog

from nomic import limits
from nomic.chance.seeds import new_seed
from nomic.clauses.arguments import Argument
from nomic.clauses.compiled import AnyPlaced, clauses_of, every_clause, name_of_action, occasion_of, vocabulary_of
from nomic.clauses.handlers.actions import actions_by_law, carry_out_action
from nomic.clauses.handlers.triggers import by_rule
from nomic.clauses.proposal_classes import ProposalClass, Scales
from nomic.clauses.runtime.pending_questions import Origin
from nomic.clauses.runtime.questions import InTurn
from nomic.clauses.runtime.run import asking, carry_out, condition_of, do_in_hall, effect_of, holds
from nomic.clauses.runtime.worlds import hall_seen
from nomic.clauses.schema.kinds import ActionClause, ClassClause, ForbidClause, OutcomeClause, WhenClause, WinsClause
from nomic.clauses.store.values import hide
from nomic.clauses.vocabulary.event_scopes import Occasion
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.models import Cycle
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Effect, Kind
from nomic.effects.language.world import Names, Value
from nomic.effects.running.run import TooLong
from nomic.inventory.ledger import balances, know, try_out
from nomic.law.document.sections import Flaw, Law
from nomic.law.trials.budget import Budget, OutOfBudget, within

Plan = tuple[int, ...]
logger = structlog.get_logger(__name__)

MAX_PLAYERS = 20  # players for whom a clause is tried
MAX_WAYS = 12  # ways to answer its questions, besides the first of each player


def flaws_in_cycle(moment: Moment, new: Law) -> list[Flaw]:
    """Return the failures of a law's new and changed clauses when they are tried in the cycle's current state."""
    before = {placed.key: placed.clause for placed in every_clause(clauses_of(moment.law))}
    changed = [placed for placed in every_clause(clauses_of(new)) if before.get(placed.key) != placed.clause]
    if not changed:
        return []
    trial = Trial(moment, new)
    flaws: list[Flaw] = []
    try:
        with within(Budget(limits.TRIAL_STEPS, limits.TRIAL_SECONDS)):
            for placed in changed:
                flaws += trial.of(placed)
    except OutOfBudget as out:
        flaws.append(Flaw("", f"trying this out takes {out}: propose less at a time"))
    return flaws


def failure_when_tried(moment: Moment, law: Law, origin: Origin, effect: Effect, names: Names, me: str) -> str:
    """Return why an effect fails when tried under a law in the current state of the cycle; "" if it does not fail."""
    trial = Trial(moment, law)
    try:
        with within(Budget(limits.TRIAL_STEPS, limits.TRIAL_SECONDS)):
            return next(trial.failures_of([lambda: trial.of_effect(origin, effect, names, me)]), "")
    except OutOfBudget as out:
        return f"trying this out takes {out}"


class Trial:
    """A sandbox of a cycle in which a proposed law is in force."""

    def __init__(self, moment: Moment, new: Law) -> None:
        self._law = new
        self._moment = moment
        self._players = hall_seen(moment).players("players")[:MAX_PLAYERS]
        self._held = {player: dict(balances(moment, player)) for player in self._players}
        self._seed = new_seed()
        self._tried = 0
        self._plan: Plan = ()
        self._answers: InTurn | None = None
        self._secrets = vocabulary_of(moment.law).secrets
        # Arguments, too, are computed without secrets and under the proposed law.
        self._unknowing = self._act(by_rule())

    def of(self, placed: AnyPlaced) -> Iterator[Flaw]:
        """Yield the distinct failures of a clause when it is tried."""
        for detail in dict.fromkeys(self.failures_of(self._runs(placed))):
            yield Flaw(placed.path, f"tried out in this cycle, this fails: {detail}")

    def failures_of(self, runs: Iterable[Callable[[], object]]) -> Iterator[str]:
        """Yield the failures of these runs, each tried with several ways to answer its first questions."""
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
        """Yield the plans not taken in the last run, from the first question that its plan left open."""
        widths = () if self._answers is None else self._answers.widths
        for place in range(len(self._plan), len(widths)):
            for way in range(1, widths[place]):
                yield (*self._plan, *([0] * (place - len(self._plan))), way)

    def _answering(self, act: Act) -> InTurn:
        self._answers = InTurn(act, self._plan)
        return self._answers

    def _runs(self, placed: AnyPlaced) -> Iterator[Callable[[], object]]:
        clause = placed.clause
        if isinstance(clause, ActionClause):
            for player in self._players:
                names = {"me": (player,), **{name: self._said(each, player) for name, each in clause.with_.items()}}
                yield lambda names=names, player=player: self._action(placed, names, player)  # type: ignore[misc]
        elif isinstance(clause, WhenClause):
            occasion = occasion_of(self._law, clause)
            if occasion is not None:
                yield lambda: self._at_event(placed, occasion)
        elif isinstance(clause, ClassClause):
            for player in self._players:
                yield lambda player=player: self._voted(placed, player)  # type: ignore[misc]
        elif isinstance(clause, OutcomeClause):
            for player in self._players:
                yield lambda player=player: self._met(placed, player)  # type: ignore[misc]
        elif isinstance(clause, ForbidClause | WinsClause):
            for player in self._players:
                yield lambda player=player: self._asked(placed, player)  # type: ignore[misc]

    def _act(self, action: Action) -> Act:
        self._tried += 1
        cycle = Cycle.objects.get(pk=self._moment.cycle.pk)
        cycle.revision = self._law.number
        cycle.keep_law(self._law)
        act = Act(cycle, action, SYSTEM, self._moment.at, f"trial-{self._tried}", self._seed)
        try_out(act)
        know(act, self._held)
        hide(act, self._secrets)  # whether it fails would reveal them
        return act

    def _action(self, placed: AnyPlaced, names: Names, player: str) -> None:
        act = self._act(actions_by_law(self._law)[name_of_action(placed)])
        carry_out_action(act, placed, names, player, self._answering(act))

    def _at_event(self, placed: AnyPlaced, occasion: Occasion) -> None:
        act, names = self._act(by_rule()), {name: self._given(kind) for name, kind in occasion.scope.items()}
        if placed.clause.if_ is not None:
            holds(act, condition_of(self._law, placed, placed.clause.if_, occasion.scope), names)
        carry_out(
            act, placed, effect_of(self._law, placed, placed.clause.do, occasion.scope), names, "", self._answering(act)
        )

    def of_effect(self, origin: Origin, effect: Effect, names: Names, me: str) -> None:
        """Run an effect that belongs to no clause, under an origin of its own. Raises what the effect raises."""
        act = self._act(by_rule())
        do_in_hall(act, origin, effect, names, me, self._answering(act))

    def _voted(self, placed: AnyPlaced, player: str) -> None:
        """Try a class: a player submits a proposal and is the only one to vote for it."""
        act, class_ = self._act(by_rule()), ProposalClass(placed)
        if class_.who is not None:
            holds(act, class_.who, {"me": (player,)}, player)
        scales = Scales(act)
        try:
            votes = {"for": scales.weigh(class_, player, player), "against": 0, "unclear": 0, "voters": 1}
            class_.is_popular(act, {**votes, "eligible": scales.eligible(class_, player)}, player)
        except TooLong:
            raise Refused("too-long", "To count the votes would take too long.", placed.title) from None

    def _met(self, placed: AnyPlaced, player: str) -> None:
        """Run an outcome whether it is available or not, because its effect must not fail."""
        act, names, clause = self._act(by_rule()), {"me": (player,)}, placed.clause
        if clause.if_ is not None:
            holds(act, condition_of(self._law, placed, clause.if_, scopes.WHO_ACTS), dict(names), player)
        effect = effect_of(self._law, placed, clause.do, scopes.WHO_ACTS)
        carry_out(act, placed, effect, dict(names), player, self._answering(act))

    def _asked(self, placed: AnyPlaced, player: str) -> None:
        act, clause = self._act(by_rule()), placed.clause
        if isinstance(clause, WinsClause):
            holds(act, condition_of(self._law, placed, clause.wins, scopes.WHO_WINS), {"it": (player,)})
        elif clause.if_ is not None:
            holds(act, condition_of(self._law, placed, clause.if_, scopes.WHO_ACTS), {"me": (player,)}, player)

    def _said(self, argument: Argument, player: str) -> Value:
        """Return an argument that a player could enter."""
        return argument.tried(asking(self._unknowing, player, ""), self._players)

    def _given(self, kind: Kind) -> Value:
        """Return a possible value of an event's field."""
        return 1 if kind in ("number", "truth") else self._players[:1] if kind == "players" else ()


def _failure_of(run: Callable[[], object]) -> str:
    try:
        run()
    except OutOfBudget:
        raise
    except Refusal as refused:
        return refused.detail
    except Exception as error:
        logger.exception("clause_failed_in_trial")
        return f"the program has made a mistake ({type(error).__name__})"
    return ""
