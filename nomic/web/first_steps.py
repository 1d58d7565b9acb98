"""First steps for a new player in a cycle with other people, chosen by the law in force.

The journal says which steps are done. The session stores the cycles for which the visitor has dismissed them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest
from django.urls import reverse

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.schema.clause_models import ActionClause
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.db import Prepared
from nomic.players.models import Player
from nomic.proposals.submission import open_proposals
from nomic.web.hooks.first_steps import FirstStep, OwnAct, first_steps_of_games
from nomic.web.rendering.available_actions import PLAY, Acts, ShownAct, group_of, is_free
from nomic.web.rendering.times.week_in_words import week_in_words

SESSION_KEY = "first-steps-skipped"
MAX_SKIPPED = 20  # cycles that the session remembers, the newest ones
SHOWN_FOR = timedelta(days=14)  # after joining
COMMENCEMENT = "battle-commencement"  # the channel of actions that begin matches
PLAYING = 2  # steps before the vote
MAX_READ = 200  # of the visitor's first acts

_own = Prepared(
    lambda cycle, name: (
        Entry.objects.filter(cycle_id=cycle, actor=name)
        .order_by("seq")
        .values_list("action", "args", "events")[:MAX_READ]
    ),
    int,
    str,
    for_pages=True,
)


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """The suggested first steps of a new player, and a short description of the cycle's week."""

    steps: tuple[FirstStep, ...]
    week: tuple[str, ...]
    can_vote: bool  # whether the last step can be done now
    onward: FirstStep  # what leads on when no step is left

    @property
    def now(self) -> FirstStep | None:
        """The first step that is not done and can be done now, or None."""
        possible = self.steps if self.can_vote else self.steps[:-1]
        return next((step for step in possible if not step.is_done), None)

    @property
    def waits(self) -> bool:
        """True if only the vote remains, and there is nothing to vote on now."""
        return self.now is None and not self.steps[-1].is_done


def first_steps_of(
    request: HttpRequest, ctx: ReadContext, me: Player | None, acts: Acts, table: str
) -> FirstSteps | None:
    """Return the first steps for a cycle's home page, or None if there are none for this visitor.

    `acts` are the actions that are available to the visitor now, and `table` is the code of their match, or "".
    """
    cycle = ctx.cycle
    if me is None or not me.is_playing or cycle.practice or not cycle.is_running:
        return None
    if not me.joined_at <= ctx.at < me.joined_at + SHOWN_FOR or cycle.slug in _skipped(request):
        return None
    own = [OwnAct(action, args) for action, args, events in _own.all(cycle.pk, ctx.actor.name) if _worked(events)]
    known = {act.action.name: act for act in (*acts.first, *(act for _, some in acts.groups for act in some))}
    of_games = first_steps_of_games(ctx, own)
    found = [
        *of_games,
        *_playing(ctx, own, table),
        *_by_law(ctx, own, known),
        *_proposing(ctx, own, known),
    ]
    steps = (*_chosen(found), _voting(ctx, own, known))
    left = next((step for step in of_games if step not in steps and not step.is_done), None)
    return FirstSteps(steps, week_in_words(ctx.law), "vote" in known, left or _onward(ctx, own, known))


def skip_first_steps(request: HttpRequest, slug: str) -> None:
    """Dismiss the first steps in this cycle for this visitor."""
    request.session[SESSION_KEY] = [*(each for each in _skipped(request) if each != slug), slug][-MAX_SKIPPED:]


def _skipped(request: HttpRequest) -> list[str]:
    skipped = request.session.get(SESSION_KEY)
    return skipped if isinstance(skipped, list) else []


def _worked(events: list[dict[str, object]]) -> bool:
    """Return whether an act succeeded, by its events."""
    return not events or events[0].get("kind") != "act-failed"


def _chosen(found: Sequence[FirstStep]) -> list[FirstStep]:
    """Return the steps to show, at most `PLAYING`, in their order. Steps that are done take precedence."""
    best = sorted(range(len(found)), key=lambda place: (not found[place].is_done, place))[:PLAYING]
    return [found[place] for place in sorted(best)]


def _playing(ctx: ReadContext, own: Sequence[OwnAct], table: str) -> Iterable[FirstStep]:
    """Yield the step of making a move, if the visitor has a seat in a match or has made a move before."""
    slug, has_moved = ctx.cycle.slug, any(act.action == "move" for act in own)
    if has_moved or table:
        yield FirstStep(
            "Make your first move",
            "The page of your table shows the board and what you can play.",
            reverse("web:match", args=[slug, table]) if table else reverse("web:matches", args=[slug]),
            has_moved,
        )


def _by_law(ctx: ReadContext, own: Sequence[OwnAct], known: Mapping[str, ShownAct]) -> Iterable[FirstStep]:
    """Yield steps from the law's own actions: those that the visitor has done, then those that are possible now.

    Of the possible ones, the easiest comes first, then the most useful.
    """
    cycle, did = ctx.cycle, dict.fromkeys(act.action for act in own)
    clauses = clauses_of(ctx.law).actions
    for name in did:
        if name in clauses and name not in known:
            yield FirstStep(clauses[name].clause.action, "", reverse("web:act", args=[cycle.slug, name]), True)
    possible = [name for name, act in known.items() if name in clauses and group_of(ctx.law, act.action) == PLAY]
    easy = min(possible, key=lambda name: _effort(clauses[name].clause), default="")
    for name in sorted(possible, key=lambda name: name != easy):
        act = known[name]
        yield FirstStep(act.action.title, _what(act), reverse("web:act", args=[cycle.slug, name]), name in did)


def _effort(clause: ActionClause) -> int:
    """Return the effort of an action: 0 if free, 1 if limited but repeatable, 2 for any other."""
    return 0 if is_free(clause) else 1 if clause.limit is not None else 2


def _what(act: ShownAct) -> str:
    """Return the first sentence of an action's summary, and its price."""
    first, dot, _ = act.action.summary.partition(". ")
    price = f" It costs {act.price}." if act.price and not first.startswith("Pay ") else ""
    return f"{first}{dot.rstrip()}{price}"


def _proposing(ctx: ReadContext, own: Sequence[OwnAct], known: Mapping[str, ShownAct]) -> Iterable[FirstStep]:
    has_proposed = any(act.action == "submit-proposal" for act in own)
    if has_proposed or "submit-proposal" in known:
        yield FirstStep(
            "Propose a change to the rules",
            "Pick an idea, or write one of your own. The others vote on it.",
            reverse("web:recipes", args=[ctx.cycle.slug]),
            has_proposed,
        )


def _voting(ctx: ReadContext, own: Sequence[OwnAct], known: Mapping[str, ShownAct]) -> FirstStep:
    """Return the last step: to vote on an open proposal, or later if none is open."""
    slug, has_voted = ctx.cycle.slug, any(act.action == "vote" for act in own)
    if "vote" not in known and not has_voted:
        return FirstStep(
            "Vote, once a vote is open to you",
            "When somebody proposes a change, it waits for you here in the hall.",
            reverse("web:proposals", args=[slug]),
            is_done=False,
        )
    return FirstStep(
        "Read what is proposed, and vote",
        f"Each open proposal says what it would change.{_next_count(ctx)}",
        reverse("web:proposals", args=[slug]),
        has_voted,
    )


def _next_count(ctx: ReadContext) -> str:
    """Return a sentence on the vote that is counted next, with its instant, or "" if none is open."""
    first = min(open_proposals(ctx), key=lambda each: (each.ends_at, each.number), default=None)
    if first is None:
        return ""
    return f" You can change your vote until the count: “{first.title}” {first.ends_at:%A %d %B, %H:%M} UTC."


def _onward(ctx: ReadContext, own: Sequence[OwnAct], known: Mapping[str, ShownAct]) -> FirstStep:
    """Return a follow-up to the steps: an action that begins a match or is for playing, or a proposal.

    Things that the visitor has not done yet come first.
    """
    slug, did = ctx.cycle.slug, {act.action for act in own}
    playing = [act for act in known.values() if group_of(ctx.law, act.action) == PLAY]
    if not playing:
        address = reverse("web:recipes", args=[slug])
        return FirstStep("Propose a change to the rules", "The others vote on it.", address, is_done=False)
    best = min(playing, key=lambda act: (act.action.channel != COMMENCEMENT, act.action.name in did))
    return FirstStep(best.action.title, _what(best), reverse("web:act", args=[slug, best.action.name]), is_done=False)
