"""Worked examples of votes: how the current players would decide a proposal of each class, and fill an office.

Conditions, weights and counts are those of real votes, evaluated in an act of the trial. Only the votes are made up.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nomic.ballots.ballot import OPTIONS, PEOPLE, Ballot, Choices, Wording, listed
from nomic.ballots.counting_rules import count
from nomic.clauses.offices.schema import OfficeClause
from nomic.clauses.proposal_classes import ProposalClass, Scales, added_up, classes_of, names_about
from nomic.clauses.runtime.amounts import check_can_pay, price_now
from nomic.clauses.runtime.run import holds
from nomic.clauses.runtime.world.record import several
from nomic.clauses.runtime.worlds import hall_apart, hall_seen
from nomic.clauses.schema.ballots import ClassBallot
from nomic.clauses.schema.placed import Placed
from nomic.clauses.schema.trial import Case, Cases, Trial
from nomic.clauses.vocabulary.player_facts import fact
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.checking.in_law import ConditionJson
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.parser import read_condition
from nomic.effects.language.world import Names
from nomic.law.trials.budget import spend

MAX_SCANNED = 40  # voters for whom every number of votes for is tried; with more, the limit is bisected
MAX_CANDIDATES = 3  # of a supposed election
NOBODY_PLAYS = "Nobody plays yet, so there are no votes to count."
BY_LOT = "Where a lot decides, the first is drawn here. It is only an example."


def cases_of_class(trial: Trial, class_: ProposalClass, me: str) -> Cases:
    """Return example votes of the current players on a proposal of this class by `me`, and remarks.

    Raises TooLong.
    """
    vote = _Vote.of(trial, class_, me)
    if vote is None:
        return (), (NOBODY_PLAYS,)
    notes = [*vote.remarks()]
    if class_.who is not None:
        act, who = trial.act(), class_.who
        able = [player for player in trial.players if holds(act, who, names_about(player, vote.code), player)]
        notes.append(f"{_named(able)} can propose so now.")
    if class_.ballot is not None:
        return (*vote.among_options(class_.ballot),), (*notes, *_lot_note(class_.ballot.ties))
    return (*vote.splits(),), tuple(notes)


def cases_of_voting(trial: Trial, me: str) -> Cases:
    """Return example votes, one set for each class of proposals, and remarks. `me` proposes, the players vote.

    Raises TooLong.
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


def cases_of_office(trial: Trial, placed: Placed[OfficeClause]) -> Cases:
    """Return who holds an office now, and who could get it by each of its ways to be filled, with remarks."""
    clause, act = placed.clause, trial.act()
    office, ways = clause.office, clause.filled_by
    players = list(hall_seen(act).players("players"))
    holders = [player for player in players if fact(act, "office", player, office)]
    cases = [Case("Now", (f"{_named(holders)} {_verb(holders, 'holds', 'hold')} it.",))]
    notes: list[str] = []
    if ways.election is not None:
        election = ways.election
        stand = _fulfil(act, election.stand, players, "me", scopes.WHO_ACTS)
        voters = _fulfil(act, election.votes, players, "it", scopes.WHO_WINS)
        cases.append(
            Case("By election", (f"{_named(stand)} can stand.", f"The votes of {_named(voters, 'nobody')} count."))
        )
        who = tuple(stand[: max(MAX_CANDIDATES, clause.seats + 1)])
        if len(who) > 1 and voters:
            lead = f"Suppose {listed(who)} stand, and "
            for each in _counted(who, voters, election.counted, clause.seats, election.ties, PEOPLE):
                cases.append(Case("For example", (f"{lead}{each.votes}.", *each.rounds)))
            notes += _lot_note(election.ties)
    if ways.lot is not None:
        drawn = _fulfil(act, ways.lot.among, players, "it", scopes.WHO_WINS)
        few = len(drawn) <= clause.seats
        says = f"{_named(drawn)} would be drawn." if few else f"{clause.seats} of {several(drawn)} would be drawn."
        cases.append(Case("By lot", (says,)))
    if ways.price:
        able = [player for player in trial.players if _can_pay(trial, placed, player)]
        busy = " once it is vacant" if holders else " now"
        cases.append(Case("For its price", (f"{_named(able)} can pay it{busy}.",)))
    if ways.handed_over:
        by = _named(holders, "Nobody holds it, so nobody")
        cases.append(Case("Handed over", (f"{by} can hand it to any other player.",)))
    return tuple(cases), tuple(notes)


@dataclass
class _Vote:
    """A made-up vote: the weights of the players whose votes count, the author first if theirs counts."""

    act: ActionContext
    class_: ProposalClass
    author: str
    code: str
    weights: dict[str, int]
    players: int

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
            spend()
            weights[player] = scales.weigh(class_, author, player, code)
        counted = {player: weight for player, weight in weights.items() if weight > 0}
        return cls(act, class_, author, code, counted, len(players))

    def remarks(self) -> Iterator[str]:
        """Yield sentences about whose votes count, their weights, and the quorum."""
        if not self.weights:
            yield "Nobody's vote counts today."
        elif len(self.weights) < self.players:
            yield f"Only the votes of {several([*self.weights])} count."
        if len({*self.weights.values()}) > 1:
            weighed = [f"{player} {weight}" for player, weight in self.weights.items()]
            yield f"The weights of the votes: {several(weighed)}."
        if self.class_.quorum is not None:
            run = hall_apart(self.act).run(self.author, "")
            needed = as_number(self.class_.quorum.value(run, self._names(0, 0)))
            yield f"The quorum today: votes of {needed} {'player' if needed == 1 else 'players'}."

    def splits(self) -> Iterator[Case]:
        """Yield cases around the least number of votes for that suffices if everybody votes.

        They are that number, one vote fewer, and one vote alone.
        """
        everybody = len(self.weights)
        if not everybody:
            return
        least = self._least(lambda votes: self._passes(votes, everybody - votes))
        if least <= everybody:
            yield self._case(least, everybody - least)
        if least > 0:
            yield self._case(least - 1, everybody - least + 1)
        if everybody > 1:
            alone = self._least(lambda votes: self._passes(votes, 0))
            if 1 < alone <= everybody:
                yield self._case(alone - 1, 0)
            if 0 < alone <= everybody:
                yield self._case(alone, 0)

    def among_options(self, ballot: ClassBallot) -> Iterator[Case]:
        """Yield a case for each of two made-up votes: one with a clear winner, and one that is even."""
        options, voters = tuple(ballot.options), [*self.weights]
        if not voters:
            return
        for each in _counted(options, voters, ballot.counted, ballot.seats, ballot.ties, OPTIONS, self.weights):
            passes = bool(each.winners) and self._passes(len(voters), 0, each.winners)
            yield Case(each.votes, (*each.rounds, _decided(passes)))

    def _least(self, passes: Callable[[int], bool]) -> int:
        """Return the least number of votes for that suffices, or one more than there are voters."""
        numbers = range(len(self.weights) + 1)
        if len(numbers) <= MAX_SCANNED:
            return next((votes for votes in numbers if passes(votes)), len(numbers))
        return bisect_left(numbers, True, key=passes)

    def _names(self, votes: int, against: int, chosen: Choices = ()) -> Names:
        """Return what the condition reads if `votes` players vote for, and the next `against` players vote against."""
        weights = [*self.weights.values()]
        numbers = {
            "for": added_up(weights[:votes]),
            "against": added_up(weights[votes : votes + against]),
            "unclear": 0,
            "voters": votes + against,
            "eligible": len(weights),
        }
        return {**names_about(self.author, self.code), **numbers, "chosen": chosen}

    def _passes(self, votes: int, against: int, chosen: Choices = ()) -> bool:
        spend()
        run = hall_apart(self.act).run(self.author, "")
        return self.class_.is_enough(run, self._names(votes, against, chosen))

    def _case(self, votes: int, against: int) -> Case:
        names, weights = self._names(votes, against), [*self.weights.values()]
        voters = [*self.weights]
        is_even = len({*weights}) <= 1
        by_name = "" if is_even else f" ({_sides(voters[:votes], voters[votes : votes + against])})"
        weighed = "" if {*weights} <= {1} else f"Weighed, that is {names['for']} for and {names['against']} against."
        absent = "" if votes + against == len(voters) else ", and nobody else votes"
        said = f"{votes} for, {against} against" if against or not absent else f"{votes} for"
        return Case(f"{said}{by_name}{absent}", (*filter(None, [weighed]), _decided(self._passes(votes, against))))


def _sides(votes: Sequence[str], against: Sequence[str]) -> str:
    """Return the names on both sides of a vote as text."""
    sides = ((votes, "for"), (against, "against"))
    return "; ".join(f"{several([*names])} {side}" for names, side in sides if names)


def _decided(passes: bool) -> str:
    return "It passes." if passes else "It fails."


@dataclass(frozen=True, slots=True)
class _Counted:
    """A made-up vote as text, the rounds of its count, and the winners."""

    votes: str
    rounds: tuple[str, ...]
    winners: Choices


def _counted(
    choices: Choices,
    voters: Sequence[str],
    rule: str,
    seats: int,
    ties: str,
    wording: Wording,
    weights: dict[str, int] | None = None,
) -> Iterator[_Counted]:
    """Yield two made-up votes with their counts: two thirds of the voters for the first choice, then about half.

    The others vote for the second choice. In each ballot the remaining choices follow in their order, if the counting
    rule takes several.
    """
    number, one = len(voters), rule == "plurality"
    orders = [choices, (*choices[1:2], *choices[:1], *choices[2:])]
    for first in dict.fromkeys((number - number // 3, (number + 1) // 2)):
        ballots = [
            Ballot(_marked(orders[place >= first], rule, seats), weight=1 if weights is None else weights[voter])
            for place, voter in enumerate(voters)
        ]
        found = count(rule, choices, ballots, seats, ties, lambda tied, places: tied[:places], wording)
        rest = number - first
        verb = "choose" if one or rule == "approval" else "put"
        place = "" if verb == "choose" else " first"
        text = f"{first} {verb if first > 1 else verb + 's'} {choices[0]}{place}"
        text += f", {rest} {choices[1]}" if rest else ""
        yield _Counted(text, found.record, found.winners)


def _marked(order: Choices, rule: str, seats: int) -> Choices:
    """Return a made-up ballot: all choices if they are ranked, otherwise as many as the counting rule allows."""
    if rule == "plurality":
        return order[:1]
    return order[:seats] if rule == "approval" else order


def _fulfil(act: ActionContext, raw: ConditionJson | None, players: list[str], name: str, scope: Scope) -> list[str]:
    """Return the players for whom a condition is true, or all players without a condition."""
    if raw is None:
        return players
    condition = read_condition(raw, scope)
    return [player for player in players if holds(act, condition, {name: (player,)}, player if name == "me" else "")]


def _can_pay(trial: Trial, placed: Placed[OfficeClause], player: str) -> bool:
    act = trial.act(actor=Actor(player))
    price = price_now(act, placed.clause.filled_by.price, {"me": (player,)}, scopes.WHO_ACTS)
    try:
        check_can_pay(act, price, placed.title)
    except Refused:
        return False
    return True


def _named(players: Sequence[str], nobody: str = "Nobody") -> str:
    return several([*players]) if players else nobody


def _verb(players: Sequence[str], one: str, many: str) -> str:
    return many if len(players) > 1 else one


def _lot_note(ties: str) -> tuple[str, ...]:
    return (BY_LOT,) if ties == "lot" else ()
