"""Worked examples of votes on proposals: how the current players would decide a proposal of each class."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nomic.ballots.ballot import OPTIONS, Choices
from nomic.clauses.computed_examples.sample_votes import count_samples, lot_note, named
from nomic.clauses.proposal_classes import ProposalClass, Scales, added_up, classes_of, names_about
from nomic.clauses.runtime.run_effects import condition_holds
from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.runtime.world.world_for_law import hall_apart, hall_seen
from nomic.clauses.schema.ballots import ClassBallot
from nomic.clauses.schema.trial_interface import Case, Cases, Trial
from nomic.cycles.actions.context import ActionContext
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.world import Names
from nomic.law.trials.trial_budget import spend_steps

NOBODY_PLAYS = "Nobody plays yet, so there are no votes to count."


def cases_of_class(trial: Trial, class_: ProposalClass, me: str) -> Cases:
    """Return example votes of the current players on a proposal of this class by `me`, and remarks.

    Raises TooLong if a condition takes too many steps, and OutOfBudget if all evaluations together take too many.
    """
    vote = _Vote.of(trial, class_, me)
    if vote is None:
        return (), (NOBODY_PLAYS,)
    notes = [*vote.remarks()]
    if class_.who is not None:
        act, who = trial.act(), class_.who
        able = [player for player in trial.players if condition_holds(act, who, names_about(player, vote.code), player)]
        notes.append(f"{named(able)} can submit such a proposal now.")
    if class_.ballot is not None:
        return (*vote.among_options(class_.ballot),), (*notes, *lot_note(class_.ballot.ties))
    return (*vote.splits(),), tuple(notes)


def cases_of_voting(trial: Trial, me: str) -> Cases:
    """Return example votes, one set for each class of proposals, and remarks. `me` proposes, the players vote.

    Raises TooLong and OutOfBudget as `cases_of_class`.
    """
    cases: list[Case] = []
    notes: dict[str, None] = {}
    for class_ in classes_of(trial.law).values():
        found, said = cases_of_class(trial, class_, me)
        notes |= dict.fromkeys(said)
        if found:
            sentences = tuple(f"{case.who}: {' '.join(case.sentences)}" for case in found)
            cases.append(Case(f"“{class_.title}”", sentences))
    return tuple(cases), tuple(notes)


@dataclass(frozen=True, slots=True)
class _Vote:
    """A made-up vote on a proposal by `author`, whose code is `code`.

    `weights` are the weights of the players whose votes count, the author first if theirs counts.
    """

    act: ActionContext
    class_: ProposalClass
    author: str
    code: str
    weights: dict[str, int]
    player_count: int

    @classmethod
    def of(cls, trial: Trial, class_: ProposalClass, me: str) -> "_Vote | None":
        act, proposals = trial.act(), trial.proposals()
        code = str(proposals[0]) if proposals else ""
        players = list(hall_seen(act).players("players"))
        if not players:
            return None
        author = me if me in players else players[0]
        scales = Scales(act)
        ordered = sorted(players, key=lambda player: player != author)
        weights: dict[str, int] = {}
        for player in ordered:
            spend_steps()
            weights[player] = scales.weigh(class_, author, player, code)
        counted = {player: weight for player, weight in weights.items() if weight > 0}
        return cls(act, class_, author, code, counted, len(players))

    def remarks(self) -> Iterator[str]:
        """Yield sentences about whose votes count, their weights, and the quorum."""
        if not self.weights:
            yield "Nobody's vote counts today."
        elif len(self.weights) < self.player_count:
            yield f"Only the votes of {names_in_words([*self.weights])} count."
        if len({*self.weights.values()}) > 1:
            weighed = [f"{player} {weight}" for player, weight in self.weights.items()]
            yield f"The weights of the votes: {names_in_words(weighed)}."
        if self.class_.quorum is not None:
            run = hall_apart(self.act).run(self.author, "")
            needed = as_number(self.class_.quorum.value(run, self._names(0, 0)))
            yield f"Quorum today: {needed} {'player' if needed == 1 else 'players'} must vote."

    def splits(self) -> Iterator[Case]:
        """Yield cases with the minimum number of votes in favour, and with one vote fewer.

        In the first cases everybody votes; in the last ones nobody votes against.
        """
        everybody = len(self.weights)
        if not everybody:
            return
        least = self._least(lambda in_favour: self._passes(in_favour, everybody - in_favour))
        if least <= everybody:
            yield self._case(least, everybody - least)
        if least > 0:
            yield self._case(least - 1, everybody - least + 1)
        if everybody > 1:
            alone = self._least(lambda in_favour: self._passes(in_favour, 0))
            if 1 < alone <= everybody:
                yield self._case(alone - 1, 0)
            if 0 < alone <= everybody:
                yield self._case(alone, 0)

    def among_options(self, ballot: ClassBallot) -> Iterator[Case]:
        """Yield a case for each of two made-up votes: one with a clear winner, and one that is even."""
        options, voters = tuple(ballot.options), [*self.weights]
        if not voters:
            return
        for each in count_samples(options, voters, ballot.counted, ballot.seats, ballot.ties, OPTIONS, self.weights):
            passes = bool(each.winners) and self._passes(len(voters), 0, each.winners)
            yield Case(each.votes, (*each.rounds, _decided(passes)))

    def _least(self, passes: Callable[[int], bool]) -> int:
        """Return the minimum number of votes in favour that suffices, or one more than there are voters."""
        # Every number is tried, because more votes in favour need not help: a law may ask for exactly 3.
        everybody = len(self.weights)
        return next((in_favour for in_favour in range(everybody + 1) if passes(in_favour)), everybody + 1)

    def _names(self, in_favour: int, against: int, chosen: Choices = ()) -> Names:
        """Return the values that the condition reads if the first `in_favour` players vote for, the next ones against.

        `against` is the number of players who vote against.
        """
        weights = [*self.weights.values()]
        numbers = {
            "for": added_up(weights[:in_favour]),
            "against": added_up(weights[in_favour : in_favour + against]),
            "unclear": 0,
            "voters": in_favour + against,
            "eligible": len(weights),
        }
        return {**names_about(self.author, self.code), **numbers, "chosen": chosen}

    def _passes(self, in_favour: int, against: int, chosen: Choices = ()) -> bool:
        spend_steps()
        run = hall_apart(self.act).run(self.author, "")
        return self.class_.is_enough(run, self._names(in_favour, against, chosen))

    def _case(self, in_favour: int, against: int) -> Case:
        names, weights = self._names(in_favour, against), [*self.weights.values()]
        voters = [*self.weights]
        is_even = len({*weights}) <= 1
        by_name = "" if is_even else f" ({_sides(voters[:in_favour], voters[in_favour : in_favour + against])})"
        weighed = "" if {*weights} <= {1} else f"Weighted, that is {names['for']} for and {names['against']} against."
        absent = "" if in_favour + against == len(voters) else ", and nobody else votes"
        said = f"{in_favour} for, {against} against" if against or not absent else f"{in_favour} for"
        return Case(f"{said}{by_name}{absent}", (*filter(None, [weighed]), _decided(self._passes(in_favour, against))))


def _sides(in_favour: Sequence[str], against: Sequence[str]) -> str:
    """Return the names on both sides of a vote as text."""
    sides = ((in_favour, "for"), (against, "against"))
    return "; ".join(f"{names_in_words([*names])} {side}" for names, side in sides if names)


def _decided(passes: bool) -> str:
    return "It passes." if passes else "It fails."
