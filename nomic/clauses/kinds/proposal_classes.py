"""Kinds of clauses: a class of proposals, and the default settings for voters of all classes."""

from collections.abc import Iterator
from functools import partial

from nomic.clauses.checks.prices import price_flaws
from nomic.clauses.checks.proposal_classes import class_flaws, voters_flaws
from nomic.clauses.checks.secrecy import leaks_in_conditions, leaks_in_count, leaks_in_number, leaks_in_price
from nomic.clauses.computed_examples.class_votes import cases_of_class, cases_of_voting
from nomic.clauses.proposal_classes import (
    ProposalClass,
    Scales,
    already_says,
    classes_of,
    general_settings,
    names_about,
)
from nomic.clauses.runtime.amounts import price_now
from nomic.clauses.runtime.run_effects import condition_holds
from nomic.clauses.schema.clause_models import ClassClause, VotingClause
from nomic.clauses.schema.kind_registry import ClauseKind, Taken
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Cases, Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.proposal_classes import (
    aftermath_in_words,
    ballot_in_words,
    lasting,
    price_of_class,
    reach_in_words,
    seconds_in_words,
    votes_in_words,
    voting_in_words,
)
from nomic.clauses.views.sentence_parts import if_in_words
from nomic.clauses.vocabulary.scope_nouns import SUBMITTER
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Names
from nomic.effects.prose.english_grammar import with_article
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.effects.running.interpreter import TooLong
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
    example = "If everybody who plays today votes, or only some do:"
    taken = Taken("", "another clause is the class {name!r}")

    def filed_under(self, placed: Placed[ClassClause]) -> str:
        return placed.name

    def flaws(self, law: Law, placed: Placed[ClassClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        yield from unknown_items(law, *((path + pointer("costs", item), item) for item in clause.costs))
        yield from price_flaws(f"{path}/costs", clause.costs, scopes.WHO_ACTS, known, SUBMITTER)
        yield from class_flaws(path, clause, known)

    def leaks(self, law: Law, placed: Placed[ClassClause], secrets: Secrets) -> Iterator[Flaw]:
        yield from leaks_in_price(f"{placed.path}/costs", placed.clause.costs, scopes.WHO_ACTS, secrets)
        yield from leaks_in_count(placed.path, placed.clause, secrets)
        lasts, seconds = placed.clause.lasts, placed.clause.seconds
        within = None if seconds is None else seconds.within
        for below, raw in (("lasts/phases", lasts.phases), ("lasts/hours", lasts.hours), ("seconds/within", within)):
            yield from leaks_in_number(f"{placed.path}/{below}", raw, scopes.WHO_SUBMITS, secrets)
        yield from leaks_in_conditions([(f"{placed.path}/who", placed.clause.who)], secrets, scopes.WHO_SUBMITS)

    def tries(self, trial: Trial, placed: Placed[ClassClause]) -> Runs:
        """Yield two runs per player, who is the author.

        One counts a vote in which only the author votes. The other runs the effects of passing and failing.
        """
        class_ = classes_of(trial.law)[placed.name]
        yield from trial.for_each_player(lambda player: count_alone(trial, class_, player))
        yield from trial.for_each_player(lambda player: _follow(trial, placed, player))

    def cases(self, trial: Trial, placed: Placed[ClassClause], me: str) -> Cases:
        return cases_of_class(trial, classes_of(trial.law)[placed.name], me)

    def explain(self, clause: ClassClause, law: Law) -> tuple[str, ...]:
        cost = (price,) if (price := price_of_class(clause, law)) else ()
        who = if_in_words(law, clause.who, scopes.WHO_SUBMITS, " only if ", SUBMITTER)
        one_of_them = with_article(f"“{clause.class_}” proposal")
        usual = (f"A proposal that names no class is {one_of_them}.",) if clause.default else ()
        return (
            f"“{clause.class_}” proposals: You may submit one{who or ' at any time'}.",
            *cost,
            *seconds_in_words(clause, law),
            *ballot_in_words(clause.ballot),
            *voting_in_words(clause, law),
            *aftermath_in_words(clause, law),
            *reach_in_words(clause, law),
            *usual,
        )

    def brief(self, clause: ClassClause, law: Law) -> str:
        price = price_of_class(clause, law)
        lead = f"A class of proposals. {price}" if price else "A class of proposals."
        return fit_sentences([f"Voting is open {lasting(clause.lasts, law)}."], lead)

    def install(self) -> None:
        """Register nothing: proposals read their class from the law."""


class VotingKind(ClauseKind[VotingClause]):
    """Default settings for voters of all classes. Several such clauses add up if they state different settings."""

    schema = VotingClause
    nouns = "way to vote", "ways to vote"
    offered_as = "who may vote on proposals of all classes"
    blank = {"voting": "", "votes": {"weight": 1}}
    named_by = "voting"
    example = "If everybody who plays today votes, or only some do:"

    def filed_under(self, placed: Placed[VotingClause]) -> str:
        return ""

    def flaws(self, law: Law, placed: Placed[VotingClause], known: Vocabulary) -> Iterator[Flaw]:
        stated = placed.clause.votes.stated
        if not stated:
            yield Flaw(
                f"{placed.path}/votes",
                "say who votes, with what weight, how many have to, who decides ties, or whether votes are sealed",
            )
        for name in stated:
            if (first := general_settings(law)[name]).path != placed.path:
                yield Flaw(f"{placed.path}/votes/{name}", already_says(first.title, name))
        yield from voters_flaws(f"{placed.path}/votes", placed.clause.votes, known)

    def leaks(self, law: Law, placed: Placed[VotingClause], secrets: Secrets) -> Iterator[Flaw]:
        yield from leaks_in_count(placed.path, placed.clause, secrets)

    def tries(self, trial: Trial, placed: Placed[VotingClause]) -> Runs:
        """Yield one run per class and player, who is the author of a proposal of this class and its only voter."""
        for class_ in classes_of(trial.law).values():
            yield from trial.for_each_player(partial(count_alone, trial, class_))

    def cases(self, trial: Trial, placed: Placed[VotingClause], me: str) -> Cases:
        return cases_of_voting(trial, me)

    def explain(self, clause: VotingClause, law: Law) -> tuple[str, ...]:
        return (
            f"“{clause.voting}”: this applies to every class of proposals that does not say otherwise.",
            *votes_in_words(clause.votes, law),
        )

    def brief(self, clause: VotingClause, law: Law) -> str:
        return f"“{clause.voting}”: who may vote on proposals of all classes."

    def install(self) -> None:
        """Register nothing: the classes of proposals read this clause from the law."""


def _follow(trial: Trial, placed: Placed[ClassClause], player: str) -> None:
    ballot = placed.clause.ballot
    chosen = () if ballot is None else tuple(ballot.options[: ballot.seats])
    names: Names = {"me": (player,), "author": (player,), "proposal": trial.proposals(), "chosen": chosen}
    for raw in (placed.clause.then, placed.clause.else_):
        if raw:
            trial.of_effect(placed, read_effect(raw, scopes.AFTER_A_VOTE), dict(names), player)


def count_alone(trial: Trial, class_: ProposalClass, player: str) -> None:
    """Run a count in which the author is the only voter, and votes for.

    Raises Refused if the count takes too many steps.
    """
    act, proposals = trial.act(), trial.proposals()
    code = str(proposals[0]) if proposals else ""
    price_now(act, class_.clause.costs, {"me": (player,)}, scopes.WHO_ACTS)
    if class_.who is not None:
        condition_holds(act, class_.who, names_about(player, code), player)
    scales = Scales(act)
    try:
        votes = {"for": scales.weigh(class_, player, player, code), "against": 0, "unclear": 0, "voters": 1}
        votes["eligible"] = scales.eligible(class_, player, code)
        chosen = () if class_.ballot is None else tuple(class_.ballot.options[: class_.ballot.seats])
        class_.is_popular(act, votes, player, proposal=code, chosen=chosen)
    except TooLong:
        raise Refused("too-long", "Counting the votes would take too long.", class_.placed.title) from None
