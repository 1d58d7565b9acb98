"""The read-only `World` outside of matches, in which conditions are evaluated."""

from collections.abc import Sequence
from functools import cached_property

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.runtime.available_outcomes import outcomes_of
from nomic.clauses.runtime.law_draft import found_in, rules_added
from nomic.clauses.runtime.world.proposals import ProposalsSeen
from nomic.clauses.store.values import THE_CYCLE, is_kept, keys_of, stored_value
from nomic.clauses.vocabulary.player_facts import fact
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.work_budget import WorkBudget, work_of
from nomic.effects.asking.questions import Question
from nomic.effects.language.world import Card, Keys, Members, Outcome, Players, Runner, Value
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import CardlessWorld
from nomic.effects.running.interpreter import Run
from nomic.inventory.ledger import balances
from nomic.law.schema.json_reader import Json
from nomic.players.lookup import who_plays

LOOK_BACK_STEPS = 500  # cost of reading an earlier law
CHANGE_STEPS = 25  # cost of one change, which is written, emitted and dispatched to listeners


BY_ZERO = "Something was divided by 0, which counts as 0 (R140)."


class OutOfPlace(Exception):
    """Raised if an effect uses something that does not exist outside of matches.

    The check of the law should have rejected such an effect.
    """


class HallSeen(ProposalsSeen, EnglishPrompts, CardlessWorld):
    """The read-only `World` outside of matches, in which conditions are evaluated."""

    def __init__(self, ctx: ReadContext) -> None:
        self.ctx = ctx
        self.remarks: dict[str, None] = {}  # sentences for the entry about how something was worked out

    def run(self, me: str, label: str) -> Run:
        """Return a runner for effects and conditions in which the player `me` acts.

        `label` names the effect in errors and in the labels of draws. Steps are charged to this world's budget.
        """
        return Run(self, me, label, self.spend)

    @cached_property
    def work(self) -> WorkBudget:
        """The step budget to charge: the act's, unless a caller has assigned another."""
        return work_of(self.ctx)

    def spend(self, steps: int) -> None:
        """Charge steps to the budget. Raises TooLong if too few are left."""
        self.work.take(steps)

    def _look(self, times: int = 1) -> None:
        """Charge `times` reads as steps to the budget. Raises TooLong if too few are left."""
        self.spend(times)

    def divided_by_zero(self, run: Runner) -> None:
        self.remark(BY_ZERO)

    def remark(self, sentence: str) -> None:
        """Add a sentence to the entry's messages, unless it was added before."""
        self.remarks[sentence] = None

    def players(self, which: str) -> Players:
        """Return the names of a group of players. `which` is all, active or inactive (R8), or reputable (R6)."""
        rows = who_plays(self.ctx)
        self._look(len(rows))
        if which == "reputable":
            return tuple(player.name for player in rows if player.is_reputable)
        if which in ("active", "inactive"):
            phase, wanted = self.ctx.cycle.phase, which == "inactive"
            return tuple(player.name for player in rows if player.is_inactive(phase) == wanted)
        return tuple(player.name for player in rows)

    def is_free(self, card: Card) -> bool:
        """Return whether the card has an owner and no match uses it (R117). Always False if the law has no cards."""
        return False

    def fact(self, what: str, player: str, detail: str) -> int:
        self._look()
        return fact(self.ctx, what, player, detail)

    def following(self, player: str) -> Players:
        return ()

    def stock(self, item: str, holder: str) -> int:
        self._look()
        return balances(self.ctx, holder).get(item, 0)

    def in_law(self, keys: Keys) -> int:
        self._look()
        return number_or_zero(found_in(self.ctx.law.document, keys))

    def rules_added(self, hours: int, phases: int) -> Members:
        self._look(LOOK_BACK_STEPS)
        return rules_added(self.ctx, self.ctx.law.document, hours, phases)

    def outcomes(self, pool: str) -> Sequence[Outcome]:
        found = outcomes_of(self.ctx.law, pool)
        self._look(len(found))
        return found

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        """Return a stored value of a holder, or of the cycle if `holder` is "".

        Returns 0 for a value that the law no longer has (R106).
        """
        value: Value = stored_value(self.ctx, name, holder, key) if is_kept(self.ctx.law, name, holder, key) else 0
        column = clauses_of(self.ctx.law).columns.get(name) if holder == THE_CYCLE else None
        if column is not None:
            value = column.clause.cell(key, name)
        self._look(len(value) + 1 if isinstance(value, tuple) else 1)
        return value

    def keys(self, name: str, holder: str) -> Sequence[str]:
        """Return the keys with stored content for a holder's value, sorted."""
        found = self._keys(name, holder)
        self._look(len(found))
        return found

    def _keys(self, name: str, holder: str) -> Sequence[str]:
        clauses = clauses_of(self.ctx.law)
        if holder == THE_CYCLE and name in clauses.tables:
            return clauses.tables[name].clause.filled()
        if holder == THE_CYCLE and name in clauses.columns:
            return clauses.columns[name].clause.filled(name)
        placed = clauses.values.get(name)
        if placed is None or (placed.clause.of == "cycle") != (holder == THE_CYCLE):
            return ()
        return keys_of(self.ctx, name, holder)

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        raise OutOfPlace("a condition changes nothing")

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        raise OutOfPlace("a condition changes nothing")

    def ask(self, question: Question) -> tuple[int | str, ...]:
        raise OutOfPlace(f"nobody is asked here: {question.prompt}")

    def offers_keep_their_places(self) -> bool:
        """Return True, because the available options may change before an offer is answered."""
        return True

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise OutOfPlace("a condition draws nothing")


def number_or_zero(found: Json) -> int:
    """Return the content if it is a number, otherwise 0."""
    return found if isinstance(found, int) else 0
