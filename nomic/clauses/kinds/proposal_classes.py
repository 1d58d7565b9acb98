"""Kind of clause: a class of proposals."""

from collections.abc import Iterator

from nomic.clauses.checks.prices import price_flaws
from nomic.clauses.checks.proposal_classes import class_flaws
from nomic.clauses.checks.secrecy import Secrets, told_by_conditions, told_by_counting, told_by_price
from nomic.clauses.compiled import Placed
from nomic.clauses.proposal_classes import ProposalClass, Scales
from nomic.clauses.runtime.amounts import price_now
from nomic.clauses.runtime.run import holds
from nomic.clauses.schema.clause_kind import ClauseKind, Taken
from nomic.clauses.schema.kinds import ClassClause
from nomic.clauses.trial_run import Runs, Trial
from nomic.clauses.views.phrases import if_in_words, price_in_words
from nomic.clauses.views.proposal_classes import lasting, reach_in_words, voting_in_words
from nomic.clauses.vocabulary.scope_nouns import THEM
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.language import scopes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.brief import fitting
from nomic.effects.running.run import TooLong
from nomic.inventory.law_section import unknown_items
from nomic.law.document.sections import Flaw, Law, pointer


class ProposalClassKind(ClauseKind[ClassClause]):
    """A class of proposals, indexed by the name of its clause."""

    schema = ClassClause
    nouns = "class of proposals", "classes of proposals"
    offered_as = "a class of proposals"
    blank = {"class": "", "lasts": {"phases": 1}, "passes": {"is": ["$for", "more_than", "$against"]}}
    named_by = "class"
    condition = "who"
    taken = Taken("", "another clause is the class {name!r}")

    def filed_under(self, placed: Placed[ClassClause]) -> str:
        return placed.name

    def flaws(self, law: Law, placed: Placed[ClassClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        yield from unknown_items(law, *((path + pointer("costs", item), item) for item in clause.costs))
        yield from price_flaws(path, clause.costs, scopes.WHO_ACTS, known, THEM)
        yield from class_flaws(path, clause, known)

    def leaks(self, law: Law, placed: Placed[ClassClause], secrets: Secrets) -> Iterator[Flaw]:
        yield from told_by_price(placed.path, placed.clause, secrets)
        yield from told_by_counting(placed.path, placed.clause, secrets)
        yield from told_by_conditions([(f"{placed.path}/who", placed.clause.who)], secrets)

    def tries(self, trial: Trial, placed: Placed[ClassClause]) -> Runs:
        """Yield runs in which each player submits a proposal and is the only one to vote for it."""
        return trial.for_each_player(lambda player: _run(trial, placed, player))

    def explain(self, clause: ClassClause, law: Law) -> tuple[str, ...]:
        cost = price_in_words(law, clause.costs, scopes.WHO_ACTS, THEM)
        who = if_in_words(law, clause.who, scopes.WHO_ACTS, " only if ", THEM)
        usual = ("A proposal that names no class is of this one.",) if clause.default else ()
        return (
            f"Proposals of the class “{clause.class_}”: players can submit them{cost}{who}.",
            *voting_in_words(clause, law),
            *reach_in_words(clause, law),
            *usual,
        )

    def brief(self, clause: ClassClause, law: Law) -> str:
        lead = f"A class of proposals{price_in_words(law, clause.costs, scopes.WHO_ACTS)}."
        return fitting([f"People vote {lasting(clause.lasts)}."], lead)

    def install(self) -> None:
        """Register nothing: proposals read their class from the law."""


def _run(trial: Trial, placed: Placed[ClassClause], player: str) -> None:
    act, class_ = trial.act(), ProposalClass(placed)
    price_now(act, class_.clause.costs, {"me": (player,)}, scopes.WHO_ACTS)
    if class_.who is not None:
        holds(act, class_.who, {"me": (player,)}, player)
    scales = Scales(act)
    try:
        votes = {"for": scales.weigh(class_, player, player), "against": 0, "unclear": 0, "voters": 1}
        class_.is_popular(act, {**votes, "eligible": scales.eligible(class_, player)}, player)
    except TooLong:
        raise Refused("too-long", "To count the votes would take too long.", placed.title) from None
