"""Overturning of rulings, by a vote of confidence or by the Judge who gave the ruling (R15, R111)."""

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count, Exists, OuterRef, QuerySet

from nomic.court.events import ConfidenceOpened, ConfidenceVoted, RulingAffirmed, RulingOverturned
from nomic.court.law_section import court_rules
from nomic.court.lookup import RulingRef, confidence_of, find_ruling, was_asked
from nomic.court.models import (
    BallotKind,
    ConfidenceBallot,
    ConfidenceStatus,
    ConfidenceVote,
    RequestStatus,
    Ruling,
    RulingStatus,
)
from nomic.court.office import is_judge
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.events import CycleEnded
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import OutageChange, extend_periods, outages_of
from nomic.db import Prepared
from nomic.inventory.admin_actions import Reason
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import is_player
from nomic.players.models import Player

RULE = RuleRef("/court", "Judgement (R15)")
CLOSE_CONFIDENCE = "close-confidence"
KIND = "confidence"  # The law's key for the time limits of these votes and of the period in which one can be opened.
MAX_LISTED = 100  # maximum number of rulings that are offered for overturning, newest first


_uncontested = Prepared(
    lambda cycle: (
        Ruling.objects.filter(cycle_id=cycle, status=RulingStatus.STANDS, confidence=None)
        .select_related("request")
        .order_by("-number")[:MAX_LISTED]
    ),
    int,
    for_pages=True,
)
_running = Prepared(lambda cycle: running_in(cycle), int, for_pages=True)


class OnRulingArgs(Args):
    """Arguments of acts on a ruling: its number or code."""

    ruling: RulingRef


class BallotArgs(Args):
    """Arguments of a vote on a ruling: affirm, overturn, unclear, or none to take the vote back."""

    ruling: RulingRef
    vote: Literal["affirm", "overturn", "unclear", "none"]


class OverturnArgs(Args):
    """Arguments for overturning: the Judge's own ruling, and the reason."""

    ruling: RulingRef
    reason: Reason


# ── time limits


def contestable_until(cycle: Cycle, law: Law, ruling: Ruling) -> datetime:
    """Return the instant before which a vote of confidence on a ruling can be opened (R2, R15, R128)."""
    return outages_of(cycle, KIND).due(ruling.ruled_at, timedelta(hours=court_rules(law).confidence_within_hours))


def revocable_until(cycle: Cycle, law: Law, ruling: Ruling) -> datetime:
    """Return the instant before which the Judge can overturn their own ruling."""
    return outages_of(cycle, KIND).due(ruling.ruled_at, timedelta(hours=court_rules(law).second_thoughts_hours))


def contestable(ctx: ReadContext) -> list[Ruling]:
    """Return the standing rulings on which a vote of confidence can be opened now, newest first."""
    if not was_asked(ctx):
        return []
    newest = _uncontested.all(ctx.cycle.pk)
    return [ruling for ruling in newest if ctx.at < contestable_until(ctx.cycle, ctx.law, ruling)]


def revocable(ctx: ReadContext) -> list[Ruling]:
    """Return the actor's own standing rulings that they can still overturn."""
    found = Ruling.objects.filter(cycle=ctx.cycle, status=RulingStatus.STANDS, judge=ctx.actor.name)
    newest = found.select_related("request").order_by("-number")[:MAX_LISTED]
    return [ruling for ruling in newest if ctx.at < revocable_until(ctx.cycle, ctx.law, ruling)]


def running_votes(cycle: Cycle) -> QuerySet[ConfidenceVote]:
    """Return a query for a cycle's running votes of confidence with their rulings, ordered by their ends."""
    return running_in(cycle.pk)


def running_in(cycle_id: int) -> QuerySet[ConfidenceVote]:
    """Return the query of `running_votes`, given the cycle's primary key."""
    running = ConfidenceVote.objects.filter(ruling__cycle_id=cycle_id, status=ConfidenceStatus.OPEN)
    return running.select_related("ruling__request").order_by("ends_at", "ruling__number")


def open_votes(ctx: ReadContext) -> list[ConfidenceVote]:
    """Return the running votes of confidence, ordered by their ends. The result is cached in the context."""
    return ctx.recall("open votes of confidence", lambda: _running.all(ctx.cycle.pk) if was_asked(ctx) else [])


# ── opening, voting, counting


def something_to_contest(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a vote of confidence on a ruling can be opened now."""
    if not contestable(ctx):
        raise Refused("nothing-to-contest", "No ruling is open to a vote of confidence now.", RULE)


def open_vote(act: ActionContext, args: OnRulingArgs) -> None:
    """Open the vote of confidence on a ruling.

    Any player can do so before the time limit, once per ruling (R15).
    """
    ruling = find_ruling(act, args.ruling)
    act.record_args(ruling=ruling.code)
    _check_contestable(act, ruling)
    hours = timedelta(hours=court_rules(act.law).confidence_lasts_hours)
    vote = ConfidenceVote.objects.create(
        ruling=ruling,
        opened_by=act.actor.name,
        opened_at=act.at,
        ends_at=outages_of(act.cycle, KIND).due(act.at, hours),
    )
    deadlines.schedule(
        act.cycle,
        label_of(ruling),
        at=vote.ends_at,
        rank=Rank.CONFIDENCE,
        action=CLOSE_CONFIDENCE,
        args={"ruling": ruling.code},
    )
    act.message(f"{act.actor.name} opens the vote of confidence on ruling {ruling.number}, {ruling.request.title}.")
    act.emit(
        ConfidenceOpened(
            ruling=ruling.code,
            number=ruling.number,
            request=ruling.request.number,
            ends_at=vote.ends_at.isoformat(),
        )
    )


def _check_contestable(act: ActionContext, ruling: Ruling) -> None:
    """Raise Refused unless a vote of confidence on the ruling can be opened now."""
    _check_stands(ruling)
    if confidence_of(ruling) is not None:
        detail = f"There has been a vote of confidence on ruling {ruling.number}. Each ruling can have one."
        raise Refused("voted-on", detail, RULE)
    until = contestable_until(act.cycle, act.law, ruling)
    if act.at >= until:
        raise Refused("too-late", f"A vote on this ruling could be opened until {until:%A %d %B, %H:%M} UTC.", RULE)


def label_of(ruling: Ruling) -> str:
    """Return the label of the deadline at which a vote of confidence ends."""
    return f"vote of confidence on {ruling.code}"


def _check_stands(ruling: Ruling) -> None:
    if not ruling.stands:
        raise Refused("overturned", f"Ruling {ruling.number} is {ruling.get_status_display()}.", RULE)


def a_vote_runs(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a vote of confidence is open."""
    if not open_votes(ctx):
        raise Refused("no-open-vote", "No vote of confidence is open.", RULE)


def vote(act: ActionContext, args: BallotArgs) -> None:
    """Record a vote. Until the end, a player's later vote replaces their earlier one (R15)."""
    ruling = find_ruling(act, args.ruling)
    act.record_args(ruling=ruling.code)
    running = confidence_of(ruling)
    if running is None or not running.is_open:
        raise Refused("not-open", f"No vote of confidence on ruling {ruling.number} is open.", RULE)
    name = act.actor.name
    mine = ConfidenceBallot.objects.filter(vote=running, name=name).first()
    if args.vote == (mine.ballot if mine is not None else "none"):
        raise Refused(
            "same-vote",
            "That is already your vote, so nothing changes." if mine else "You have no vote to take back.",
            RULE,
        )
    if args.vote == "none":
        ConfidenceBallot.objects.filter(vote=running, name=name).delete()
        act.message(f"{name} takes back their vote on ruling {ruling.number}.")
    else:
        ConfidenceBallot.objects.update_or_create(vote=running, name=name, defaults={"ballot": args.vote})
        how = "unclear" if args.vote == "unclear" else f"to {args.vote}"
        act.message(f"{name} votes {how} on ruling {ruling.number}.")
    act.emit(ConfidenceVoted(ruling=ruling.code, number=ruling.number, request=ruling.request.number, vote=args.vote))


def counts_of(votes: list[ConfidenceVote]) -> dict[int, dict[str, int]]:
    """Return the number of current players' ballots (R10) by vote and kind. Sends one query."""
    playing = Player.objects.filter(cycle_id=OuterRef("vote__ruling__cycle_id"), name=OuterRef("name"), left_at=None)
    rows = ConfidenceBallot.objects.filter(Exists(playing), vote__in=[vote.pk for vote in votes]).order_by()
    found = {vote.pk: dict.fromkeys(BallotKind.values, 0) for vote in votes}
    for pk, ballot, count in rows.values_list("vote_id", "ballot").annotate(count=Count("pk")):
        found[pk][ballot] = count
    return found


def close(act: ActionContext, args: OnRulingArgs) -> None:
    """Count the votes. If more are for overturning than for affirming, overturn the ruling (R15).

    Only votes of people who are players at that instant count (R10).
    """
    ruling = find_ruling(act, args.ruling)
    ended = ConfidenceVote.objects.get(ruling=ruling)
    counted = counts_of([ended])[ended.pk]
    ended.affirm, ended.overturn, ended.unclear = (counted[kind] for kind in ("affirm", "overturn", "unclear"))
    as_what = court_rules(act.law).unclear
    for_it = ended.affirm + (ended.unclear if as_what == "affirm" else 0)
    against = ended.overturn + (ended.unclear if as_what == "overturn" else 0)
    unclear = f", {ended.unclear} unclear" if ended.unclear else ""
    act.message(
        f"The vote of confidence on ruling {ruling.number}, {ruling.request.title}, is over: {ended.affirm} to affirm, "
        f"{ended.overturn} to overturn{unclear}."
    )
    ended.status = ConfidenceStatus.OVERTURNED if against > for_it else ConfidenceStatus.AFFIRMED
    ended.save()
    if against > for_it:
        overturn(act, ruling, RulingStatus.OVERTURNED, "by a vote of confidence", "vote")
    else:
        act.message("The ruling stands.")
        act.emit(RulingAffirmed(ruling=ruling.code, number=ruling.number, request=ruling.request.number))


def overturn(act: ActionContext, ruling: Ruling, status: RulingStatus, why: str, by: str) -> None:
    """Make a ruling void and reopen its request (R15, R111)."""
    ruling.status, ruling.ended_at, ruling.ended_because = status, act.at, why
    ruling.save(update_fields=["status", "ended_at", "ended_because"])
    request = ruling.request
    request.status = RequestStatus.OPEN
    request.save(update_fields=["status"])
    act.message(f"The ruling is overturned: request {request.number} is open again, and the Judge rules again.")
    act.emit(RulingOverturned(ruling=ruling.code, number=ruling.number, request=request.number, by=by))


# ── the Judge's own rulings


def something_to_take_back(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has made a ruling that they can still overturn."""
    if not revocable(ctx):
        raise Refused("nothing-to-overturn", "You have no ruling that you can overturn now.", RULE)


def overturn_own(act: ActionContext, args: OverturnArgs) -> None:
    """Overturn one of the Judge's own rulings, which the Judge then has to replace (R15).

    A running vote of confidence on the ruling ends without a result.
    """
    ruling = find_ruling(act, args.ruling)
    act.record_args(ruling=ruling.code)
    if ruling.judge != act.actor.name:
        raise Refused("not-yours", f"Ruling {ruling.number} was made by {ruling.judge}.", RULE)
    _check_stands(ruling)
    until = revocable_until(act.cycle, act.law, ruling)
    if act.at >= until:
        raise Refused("too-late", f"You could overturn this ruling until {until:%A %d %B, %H:%M} UTC.", RULE)
    running = confidence_of(ruling)
    if running is not None and running.is_open:
        running.status = ConfidenceStatus.MOOT
        running.save(update_fields=["status"])
        deadlines.cancel(act.cycle, label_of(ruling))
    act.message(f"{act.actor.name} overturns ruling {ruling.number}, {ruling.request.title} ({args.reason}).")
    overturn(act, ruling, RulingStatus.TAKEN_BACK, args.reason, "judge")


def end_with_cycle(act: ActionContext, ended: CycleEnded) -> None:
    """End open votes without a count when the cycle ends, so that their rulings remain in force (R101)."""
    running_votes(act.cycle).update(status=ConfidenceStatus.ENDED)


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Extend running votes of confidence by an outage (R105, R128). Return how many were extended."""
    return extend_periods(
        act,
        change,
        CLOSE_CONFIDENCE,
        open_votes(act),
        lambda vote: label_of(vote.ruling),
        lambda vote, _: vote.opened_at,
    )


# ── declarations


def _named(rulings: list[Ruling]) -> list[Choice]:
    return [Choice(ruling.code, f"{ruling}: {ruling.request.title}") for ruling in rulings]


def vote_choices(ctx: ReadContext) -> Choices:
    unclear = {"affirm": " (counts as a vote to affirm)", "overturn": " (counts as a vote to overturn)"}
    return {
        "ruling": _named([running.ruling for running in open_votes(ctx)]),
        "vote": [
            Choice("affirm", "Affirm"),
            Choice("overturn", "Overturn"),
            Choice("unclear", f"Unclear{unclear.get(court_rules(ctx.law).unclear, '')}"),
            Choice("none", "No vote"),
        ],
    }


ACTIONS = (
    Action(
        name="open-confidence-vote",
        channel="request-for-justice",
        title="Open a vote of confidence",
        summary_phrases=("a vote of confidence on ruling {number} opened", "{count} votes of confidence opened"),
        summary="Let players vote on overturning a new ruling.",
        rule=RULE,
        args=OnRulingArgs,
        run=open_vote,
        preconditions=(is_player, something_to_contest),
        choices=lambda ctx: {"ruling": _named(contestable(ctx))},
        section="court",
    ),
    Action(
        name="vote-on-ruling",
        channel="request-for-justice",
        title="Vote on a ruling",
        summary_phrases=("a vote on ruling {number}", "{count} votes on ruling {number}"),
        summary="Vote in a vote of confidence; you can change your vote until the end.",
        rule=RULE,
        args=BallotArgs,
        run=vote,
        preconditions=(is_player, a_vote_runs),
        choices=vote_choices,
        section="court",
        is_act=False,
    ),
    Action(
        name=CLOSE_CONFIDENCE,
        channel="system",
        title="A vote of confidence is over",
        summary_phrases=("a vote of confidence on ruling {number} counted", "{count} votes of confidence counted"),
        summary="The votes on a ruling are counted.",
        rule=RULE,
        args=OnRulingArgs,
        run=close,
    ),
    Action(
        name="overturn-own-ruling",
        channel="request-for-justice",
        title="Overturn your ruling",
        summary_phrases=("ruling {number} overturned by the Judge", "{count} rulings overturned by the Judge"),
        summary="Overturn your own ruling. The request is open again, and you rule on it again.",
        rule=RULE,
        args=OverturnArgs,
        run=overturn_own,
        preconditions=(is_judge, something_to_take_back),
        choices=lambda ctx: {"ruling": _named(revocable(ctx))},
        section="court",
    ),
)
