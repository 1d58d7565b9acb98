"""Kind of clause: an outcome of a pool."""

from collections.abc import Iterator

from nomic.clauses.checks.pools import circle_flaws
from nomic.clauses.schema.clause_models import OutcomeClause
from nomic.clauses.schema.kind_registry import ClauseKind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.sentence_parts import does_in_words, if_in_words
from nomic.effects.checking.effects_in_sections import condition_flaws, effect_flaws
from nomic.effects.language import scopes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Names
from nomic.effects.prose.english_grammar import sentence
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.law.document.sections import Flaw, Law


class OutcomeKind(ClauseKind[OutcomeClause]):
    """An outcome, indexed by the name of its pool."""

    schema = OutcomeClause
    nouns = "outcome", "outcomes"
    offered_as = "something that can happen by chance"
    example = "If this comes up now:"
    blank = {"outcome": "", "of": "", "do": []}
    named_by = "outcome"
    condition = "if"

    def filed_under(self, placed: Placed[OutcomeClause]) -> str:
        return placed.clause.of

    def flaws(self, law: Law, placed: Placed[OutcomeClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        yield from condition_flaws(f"{path}/if", clause.if_, scopes.WHO_ACTS, known, "condition")
        yield from effect_flaws(f"{path}/do", clause.do, scopes.WHO_ACTS, known, "hall")
        yield from circle_flaws(f"{path}/do", clause)

    def leaks(self, law: Law, placed: Placed[OutcomeClause], secrets: Secrets) -> Iterator[Flaw]:
        """Yield nothing, because a player cannot choose which outcome is drawn."""
        return iter(())

    def tries(self, trial: Trial, placed: Placed[OutcomeClause]) -> Runs:
        """Yield one run of the outcome's effect per player.

        This includes players to whom the outcome is unavailable, because its effect must never fail.
        """
        return trial.for_each_player(lambda player: _run(trial, placed, player))

    def explain(self, clause: OutcomeClause, law: Law) -> tuple[str, ...]:
        who = if_in_words(law, clause.if_, scopes.WHO_ACTS, "You can draw it only if ")
        does = does_in_words(law, clause.do, scopes.WHO_ACTS)
        return (f"“{clause.outcome}” (an outcome of “{clause.of}”):", *((f"{who}.",) if who else ()), *does)

    def brief(self, clause: OutcomeClause, law: Law) -> str:
        lead = f"{sentence(clause.outcome)[:-1]}, which {clause.of} can bring."
        return fit_sentences(does_in_words(law, clause.do, scopes.WHO_ACTS), lead)

    def install(self) -> None:
        """Register nothing: the operation `meet` reads the outcomes from the law."""


def _run(trial: Trial, placed: Placed[OutcomeClause], player: str) -> None:
    act, clause = trial.act(), placed.clause
    names: Names = {"me": (player,)}
    trial.ask(act, placed, clause.if_, scopes.WHO_ACTS, names, player)
    trial.perform(act, placed, clause.do, scopes.WHO_ACTS, names, player)
