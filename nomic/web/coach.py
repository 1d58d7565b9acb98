"""The coach: five first steps at a newcomer's practice table, each ticked off when the player has done it.

The session has the slug of the coached cycle. *Play now* sets it, and the visitor can skip the rest at any time.
"""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.matches.models import MatchSeat, MatchStatus, MatchStep, StepKind
from nomic.proposals.models import PENDING, Proposal, ProposalStatus, SealedBallot, Vote

SESSION_KEY = "coach"
GO_ON = "If there is nothing to do for you, press “Next turn”, above the board."
NO_PLAY = ("join", "advance-clock", "submit-proposal", "vote")  # acts that are no moves of a game
PREPARING = ("hand", "pass")  # kinds of moves before the first that counts


@dataclass(frozen=True, slots=True)
class CoachStep:
    """A step of the coach: what to do, on which page, and whether it is done."""

    title: str
    text: str
    link: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class Coach:
    """The steps of the coach. `has_table` says whether the visitor has a seat at a table of the cycle."""

    steps: tuple[CoachStep, ...]
    has_table: bool = True

    @property
    def now(self) -> CoachStep | None:
        return next((step for step in self.steps if not step.is_done), None)

    @property
    def number(self) -> int:
        """The number of the first step that is not done, or the number of steps if all are done."""
        return next((place for place, step in enumerate(self.steps, 1) if not step.is_done), len(self.steps))


def begin_coaching(request: HttpRequest, slug: str) -> None:
    """Show the coach on the pages of this cycle to this visitor from now on."""
    request.session[SESSION_KEY] = slug


def stop_coaching(request: HttpRequest) -> None:
    """Stop showing the coach to this visitor."""
    request.session.pop(SESSION_KEY, None)


def coach_of(request: HttpRequest, moment: ReadContext) -> Coach | None:
    """Return the coach for a page of a cycle, or None if the visitor is not coached there."""
    cycle, name = moment.cycle, moment.actor.name
    if not cycle.practice or not name or request.session.get(SESSION_KEY) != cycle.slug:
        return None
    moved = _moves_of(moment)
    own = list(MatchSeat.objects.filter(match__cycle=cycle, player=name).order_by("-match").select_related("match")[:8])
    match = (
        reverse("web:match", args=[cycle.slug, own[0].match.code]) if own else reverse("web:matches", args=[cycle.slug])
    )
    proposal = Proposal.objects.filter(cycle=cycle).order_by("-number").only("number").first()
    has_proposed = Proposal.objects.filter(cycle=cycle, author=name).exists()
    ideas = reverse("web:recipes", args=[cycle.slug])
    votes = (
        reverse("web:proposal", args=[cycle.slug, proposal.number])
        if proposal
        else reverse("web:proposals", args=[cycle.slug])
    )
    first = _at_the_table(moved, match, own) if own else _in_the_hall(moment)
    return Coach(
        (
            *first,
            CoachStep(
                "Change a rule",
                "Now the point of a nomic: the rules are yours. Pick an idea, or write one of your own.",
                ideas,
                has_proposed,
            ),
            CoachStep("Vote, and let it count", _what_the_vote_waits_for(moment), votes, _has_made_law(moment)),
        ),
        has_table=bool(own),
    )


def _at_the_table(moved: int, match: str, seats: list[MatchSeat]) -> tuple[CoachStep, ...]:
    """Return the first steps for a visitor with a seat at a table. `moved` is the number of moves made."""
    return (
        CoachStep("Make your first move", "Here is your table. Bots are your opponents.", match, moved >= 1),
        CoachStep("Make a second one", f"What the bots do is in the log at the table. {GO_ON}", match, moved >= 2),
        CoachStep(
            "Finish the game",
            f"Play until somebody wins. The bots do not mind losing. {GO_ON}",
            match,
            _has_finished(seats),
        ),
    )


def _in_the_hall(moment: ReadContext) -> tuple[CoachStep, ...]:
    """Return the first steps for a visitor without a table, who plays in the hall."""
    hall = reverse("web:hall", args=[moment.cycle.slug])
    own = Entry.objects.filter(cycle=moment.cycle, actor_kind="person", actor=moment.actor.name)
    acts = own.exclude(action__in=NO_PLAY)[:2].count()
    return (
        CoachStep("Do something", "The hall shows what you can do now. Choose one thing.", hall, acts >= 1),
        CoachStep("Do a second thing", "Everything that happens is in the journal.", hall, acts >= 2),
        CoachStep(
            "Let time pass",
            "Press “Advance the clock”, at the top: a new phase brings new things to do.",
            hall,
            moment.cycle.phase > 0,
        ),
    )


def _moves_of(moment: ReadContext) -> int:
    """Return how many moves the visitor has made in matches of the cycle, at most 20. Preparations are not counted."""
    steps: Any = MatchStep.objects.filter(match__cycle=moment.cycle, kind=StepKind.MOVE, player=moment.actor.name)
    return sum(move.get("kind") not in PREPARING for move in steps.order_by("-pk").values_list("move", flat=True)[:20])


def _has_made_law(moment: ReadContext) -> bool:
    """Return whether the voting on one of the visitor's proposals has ended."""
    own = Proposal.objects.filter(cycle=moment.cycle, author=moment.actor.name)
    return own.exclude(status__in=[*PENDING, ProposalStatus.WITHDRAWN, ProposalStatus.EDITED]).exists()


def _what_the_vote_waits_for(moment: ReadContext) -> str:
    own = {"proposal__cycle": moment.cycle, "name": moment.actor.name}
    if Vote.objects.filter(**own).exists() or SealedBallot.objects.filter(**own).exists():
        return "Now press “Advance the clock”, at the top, until the votes are counted. If it passes, the rule is law."
    return "The bots vote too. Vote for your proposal."


def _has_finished(seats: list[MatchSeat]) -> bool:
    return any(seat.match.status == MatchStatus.OVER for seat in seats)
