"""The coach: five first steps at a newcomer's practice table, each ticked off when done.

The session stores the slugs of the coached cycles. *Play now* adds one, and the visitor can skip the rest of its steps
at any time. The session also stores the laws under which the visitor has finished a game, so that the steps continue in
the next game under such a law.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle, Entry, Status
from nomic.cycles.visibility import readable
from nomic.law.models import law_at
from nomic.matches.models import MatchSeat, MatchStatus, MatchStep, StepKind
from nomic.players.guests import is_guest_table
from nomic.proposals.models import PENDING, Proposal, ProposalStatus, SealedBallot, Vote
from nomic.web.hooks.endings import ending_of

SESSION_KEY = "coached"
SKIPPED_KEY = "coach-skipped"  # slugs of the cycles in which the visitor has skipped the steps
PLAYED_KEY = "coach-played"  # the law templates of games that the visitor has played to their end
PLAIN_MOVES = 2  # the first moves of a newcomer, which should ask nothing
MAX_KEPT = 20  # of either in a session
GO_ON = "If there is nothing for you to do, press “Next turn”, above the board."
NO_PLAY = ("join", "advance-clock", "submit-proposal", "vote")  # acts that are no moves of a game
IDEAS = "Now the point of a nomic: the rules are yours. Pick an idea, or write one of your own."
OVER = "This game is over, so its rules stay as they are. See the ideas for a new game of this kind."
VOTE = "The bots vote too. Vote for your proposal."
WAIT = "You have voted. Let time pass until the votes are counted: if your proposal passes, the rule is law."
MOST_ACTS = 3  # that a new law has made possible
PREPARING = ("hand", "pass", "gain")  # kinds of moves before the first that counts


@dataclass(frozen=True, slots=True)
class CoachStep:
    """A step of the coach: what to do, on which page, and whether it is done."""

    title: str
    text: str
    link: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class NewLaw:
    """A proposal by the visitor that has become law: its title, its page, and the actions that it added."""

    title: str
    link: str
    acts: tuple[tuple[str, str], ...]  # title and address


@dataclass(frozen=True, slots=True)
class OpenVote:
    """A proposal that is open for votes: its title, its page, and its cycle."""

    title: str
    link: str
    cycle: str


@dataclass(frozen=True, slots=True)
class Coach:
    """The steps of the coach. `has_table` is true if the visitor has a seat at a table of the cycle.

    `count_at` is when the votes on the visitor's own proposal are counted, once they have voted. `law` describes the
    law that they have made, once all steps are done; `over` is then the code of their last match, if it is over and
    can be played again. After the cycle has ended, `new_table` is the law under which they
    can open another table, and `vote` a proposal that is open for votes in a cycle with other people.
    """

    steps: tuple[CoachStep, ...]
    has_table: bool = True
    count_at: datetime | None = None
    law: NewLaw | None = None
    over: str = ""
    new_table: str = ""
    vote: OpenVote | None = None

    @property
    def now(self) -> CoachStep | None:
        return next((step for step in self.steps if not step.is_done), None)

    @property
    def number(self) -> int:
        """The number of the first step that is not done, or the number of steps if all are done."""
        return next((place for place, step in enumerate(self.steps, 1) if not step.is_done), len(self.steps))


def begin_coaching(request: HttpRequest, slug: str) -> None:
    """Show the coach to this visitor on the pages of this cycle from now on, including later visits."""
    _keep(request, SESSION_KEY, slug)
    request.session[SKIPPED_KEY] = [each for each in _kept(request, SKIPPED_KEY) if each != slug]


def stop_coaching(request: HttpRequest, slug: str) -> None:
    """Stop showing the coach to this visitor on the pages of this cycle."""
    request.session[SESSION_KEY] = [each for each in _kept(request, SESSION_KEY) if each != slug]
    _keep(request, SKIPPED_KEY, slug)


def is_coached(request: HttpRequest, ctx: ReadContext) -> bool:
    """Return whether this visitor sees the coach on the pages of this cycle.

    A visitor who opened the table as a guest also sees it in other sessions, for example after logging in elsewhere.
    """
    slug = ctx.cycle.slug
    is_own = is_guest_table(ctx.cycle) and ctx.actor.name == ctx.cycle.owner_name
    return slug in _kept(request, SESSION_KEY) or (is_own and slug not in _kept(request, SKIPPED_KEY))


def _kept(request: HttpRequest, key: str) -> list[str]:
    kept = request.session.get(key)
    return kept if isinstance(kept, list) else []


def _keep(request: HttpRequest, key: str, value: str) -> None:
    """Add a value to a list of the session. The oldest values make room."""
    request.session[key] = [*(each for each in _kept(request, key) if each != value), value][-MAX_KEPT:]


def coach_of(request: HttpRequest, ctx: ReadContext) -> Coach | None:
    """Return the coach for a page of a cycle, or None if the visitor is not coached there."""
    cycle, name = ctx.cycle, ctx.actor.name
    if not cycle.practice or not name or not is_coached(request, ctx):
        return None
    moved = _moves_of(ctx)
    seats = MatchSeat.objects.filter(match__cycle=cycle, player=name)
    own = list(seats.order_by("-match_id").select_related("match")[:8])  # "-match" would follow Match's own order
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
    if not cycle.is_running:  # the table has a button that begins another game
        ideas = votes = match
    has_played = cycle.book.template in _kept(request, PLAYED_KEY)
    first = _at_the_table(moved, match, own, has_played=has_played) if own else _in_the_hall(ctx)
    if own and not has_played and all(step.is_done for step in first):
        _keep(request, PLAYED_KEY, cycle.book.template)
    has_voted, has_made_law = _has_voted(ctx), _has_made_law(ctx)
    last = own[0].match if own and has_made_law and cycle.is_running else None
    return Coach(
        (
            *first,
            CoachStep("Change a rule", IDEAS if cycle.is_running else OVER, ideas, has_proposed),
            CoachStep("Vote, and wait for the count", _about_voting(cycle, has_voted), votes, has_made_law),
        ),
        has_table=bool(own),
        count_at=_count_at(ctx) if has_voted and not has_made_law and cycle.owner_name == name else None,
        law=_new_law(ctx) if has_made_law else None,
        over=last.code if last and last.is_over and ending_of(last.game).rematch(ctx, last) else "",
        new_table=cycle.book.template if not cycle.is_running and cycle.owner_name == name else "",
        vote=None if cycle.is_running else _open_vote(),
    )


def _open_vote() -> OpenVote | None:
    """Return the proposal of a real cycle whose vote ends next, or None."""
    open_now = Proposal.objects.filter(
        readable("cycle__"),
        status=ProposalStatus.OPEN,
        ends_at__gt=timezone.now(),
        cycle__practice=False,
        cycle__fork_of=None,
        cycle__status=Status.RUNNING,
    )
    proposal = (
        open_now.select_related("cycle")
        .only("number", "title", "cycle__slug", "cycle__title")
        .order_by("ends_at", "pk")
        .first()
    )
    if proposal is None:
        return None
    link = reverse("web:proposal", args=[proposal.cycle.slug, proposal.number])
    return OpenVote(proposal.title, link, proposal.cycle.title)


def _about_voting(cycle: Cycle, has_voted: bool) -> str:
    if not cycle.is_running:
        return OVER
    return WAIT if has_voted else VOTE


def _at_the_table(moved: int, match: str, seats: list[MatchSeat], *, has_played: bool) -> tuple[CoachStep, ...]:
    """Return the first steps for a visitor with a seat at a table.

    `moved` is the number of moves made. All are done if the visitor has played such a game to its end, however few
    moves it took.
    """
    has_played = has_played or (moved >= 1 and _has_finished(seats))
    here = "Here is your table. Bots are your opponents."
    log = f"What the bots do is in the log at the table. {GO_ON}"
    return (
        CoachStep("Make your first move", here, match, has_played or moved >= 1),
        CoachStep("Make a second move", log, match, has_played or moved >= 2),
        CoachStep(
            "Finish the game",
            f"Play until somebody wins. The bots do not mind losing. {GO_ON}",
            match,
            has_played or _has_finished(seats),
        ),
    )


def _in_the_hall(ctx: ReadContext) -> tuple[CoachStep, ...]:
    """Return the first steps for a visitor without a table, who plays in the hall."""
    hall = reverse("web:hall", args=[ctx.cycle.slug])
    own = Entry.objects.filter(cycle=ctx.cycle, actor_kind="person", actor=ctx.actor.name)
    acts = own.exclude(action__in=NO_PLAY)[:2].count()
    return (
        CoachStep("Do something", "The hall shows what you can do now. Choose one thing.", hall, acts >= 1),
        CoachStep("Do a second thing", "Everything that happens is in the journal.", hall, acts >= 2),
        CoachStep(
            "Let time pass",
            "Press “Advance the clock”, at the top: a new phase brings new things to do.",
            hall,
            ctx.cycle.phase > 0,
        ),
    )


def _moves_of(ctx: ReadContext) -> int:
    """Return the visitor's number of moves in matches of the cycle, at most 20, without preparations."""
    steps: Any = MatchStep.objects.filter(match__cycle=ctx.cycle, kind=StepKind.MOVE, player=ctx.actor.name)
    return sum(move.get("kind") not in PREPARING for move in steps.order_by("-pk").values_list("move", flat=True)[:20])


def is_beginning(steps: Iterable[MatchStep], player: str | None) -> bool:
    """Return whether a player has made fewer than two moves among these steps, without preparations."""
    own = (step.move for step in steps if step.kind == StepKind.MOVE and step.player == player)
    return sum(bool(move) and move.get("kind") not in PREPARING for move in own) < PLAIN_MOVES


def _has_made_law(ctx: ReadContext) -> bool:
    """Return whether the voting on one of the visitor's proposals has ended."""
    own = Proposal.objects.filter(cycle=ctx.cycle, author=ctx.actor.name)
    return own.exclude(status__in=[*PENDING, ProposalStatus.WITHDRAWN, ProposalStatus.EDITED]).exists()


def _has_voted(ctx: ReadContext) -> bool:
    own = {"proposal__cycle": ctx.cycle, "name": ctx.actor.name}
    return Vote.objects.filter(**own).exists() or SealedBallot.objects.filter(**own).exists()


def _count_at(ctx: ReadContext) -> datetime | None:
    """Return when the votes on the visitor's newest open proposal are counted, or None if none is open."""
    own = Proposal.objects.filter(cycle=ctx.cycle, author=ctx.actor.name, status=ProposalStatus.OPEN)
    newest = own.order_by("-number").only("ends_at").first()
    return None if newest is None or newest.ends_at <= ctx.at else newest.ends_at


def _new_law(ctx: ReadContext) -> NewLaw | None:
    """Return the visitor's newest proposal that was enacted, or None if none was."""
    slug = ctx.cycle.slug
    own = Proposal.objects.filter(cycle=ctx.cycle, author=ctx.actor.name, status=ProposalStatus.ENACTED)
    newest = own.order_by("-number").only("number", "title", "enacted_revision").first()
    if newest is None:
        return None
    link = reverse("web:proposal", args=[slug, newest.number])
    if not newest.enacted_revision:
        return NewLaw(newest.title, link, ())
    known = clauses_of(law_at(ctx.cycle.book_id, newest.enacted_revision - 1)).actions
    acts = {name: clause for name, clause in clauses_of(ctx.law).actions.items() if name not in known}
    made = [(each.clause.action, reverse("web:act", args=[slug, name])) for name, each in acts.items()]
    return NewLaw(newest.title, link, tuple(made[:MOST_ACTS]))


def _has_finished(seats: list[MatchSeat]) -> bool:
    return any(seat.match.status == MatchStatus.OVER for seat in seats)
