"""Kind of clause: a way to win."""

from collections.abc import Iterator

from nomic.clauses.handlers.victory import end_if_won
from nomic.clauses.schema.clause_models import WinsClause
from nomic.clauses.schema.kind_registry import ClauseKind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.winning_conditions import winning_in_words
from nomic.clauses.vocabulary.scope_nouns import WINNER
from nomic.cycles.event_bus import all_others, on_every_act, subscribe
from nomic.effects.checking.effects_in_sections import condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.law.document.sections import Flaw, Law


class VictoryKind(ClauseKind[WinsClause]):
    """A way to win. All ways to win have the same index name, because acts check them all."""

    schema = WinsClause
    nouns = "way to win", "ways to win"
    offered_as = "a way to win"
    example = "By this alone, {who} would win now."
    blank = {"wins": {}, "alone": True}

    def filed_under(self, placed: Placed[WinsClause]) -> str:
        return ""

    def flaws(self, law: Law, placed: Placed[WinsClause], known: Vocabulary) -> Iterator[Flaw]:
        where, raw = f"{placed.path}/wins", placed.clause.wins
        yield from condition_flaws(where, raw, scopes.WHO_WINS, known, "condition", WINNER)

    def leaks(self, law: Law, placed: Placed[WinsClause], secrets: Secrets) -> Iterator[Flaw]:
        """Yield nothing, because a victory ends the cycle, so that nobody can act on what they learn."""
        return iter(())

    def tries(self, trial: Trial, placed: Placed[WinsClause]) -> Runs:
        """Yield one run per player that evaluates the condition for this player."""

        def run(player: str) -> None:
            trial.ask(trial.act(), placed, placed.clause.wins, scopes.WHO_WINS, {"it": (player,)})

        return trial.for_each_player(run)

    def explain(self, clause: WinsClause, law: Law) -> tuple[str, ...]:
        return winning_in_words(clause, law)

    def brief(self, clause: WinsClause, law: Law) -> str:
        return fit_sentences(winning_in_words(clause, law)[:1]) or "A way to win."

    def install(self) -> None:
        subscribe(on_every_act(end_if_won, after=all_others))
