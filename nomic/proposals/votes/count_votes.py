"""The count of votes on proposals, with the weights of their classes (R10)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.db.models import Count, Exists, OuterRef, QuerySet

from nomic.clauses.proposal_classes import ProposalClass, Scales, added_up, classes_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.db import Prepared
from nomic.effects.running.interpreter import TooLong
from nomic.players.lookup import current_players_among
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus, Vote, VoteKind
from nomic.proposals.submission import open_proposals
from nomic.proposals.votes.ballots import counted_options
from nomic.proposals.votes.sealed_votes import cast_on
from nomic.proposals.votes.tally import Tally
from nomic.proposals.votes.votes_needed_to_pass import Outlooks


def public_tallies(cycle: Cycle, proposals: Iterable[Proposal]) -> dict[int, Tally]:
    """Return the result of `tallies` for an anonymous reader at the current instant."""
    return tallies(ReadContext(cycle, Actor.nobody(), cycle.now()), proposals)


def tallies(ctx: ReadContext, proposals: Iterable[Proposal]) -> dict[int, Tally]:
    """Return the tally of each proposal of the context's cycle, by primary key.

    Votes are weighted by the current classes. One query covers all proposals in which every vote counts as one; two
    queries cover all others.
    """
    hidden, shown = _sealed(ctx, list(proposals))
    plain, weighed = _by_weight(ctx, shown)
    counts = _of_players(plain).values("proposal_id", "vote").annotate(count=Count("pk")) if plain else None
    rows = () if counts is None else counts.values_list("proposal_id", "vote", "count")
    counted = _each_as_one(ctx, plain, rows) | _weighed(ctx, weighed)
    return hidden | _with_outlooks(ctx, plain | weighed, counted)


def tallies_of_open(ctx: ReadContext) -> dict[int, Tally]:
    """Return the tallies of all open proposals by primary key, with cached queries for pages."""
    hidden, shown = _sealed(ctx, open_proposals(ctx))
    plain, weighed = _by_weight(ctx, shown)
    rows = [row for row in _counted.all(ctx.cycle.pk) if row[0] in plain] if plain else ()
    counted = _each_as_one(ctx, plain, rows) | _weighed(ctx, weighed)
    return hidden | _with_outlooks(ctx, plain | weighed, counted)


def _sealed(ctx: ReadContext, proposals: Sequence[Proposal]) -> tuple[dict[int, Tally], list[Proposal]]:
    """Return the tallies of proposals with sealed votes, which only have a number, and the other proposals."""
    cast = cast_on(ctx.cycle.pk, proposals)
    hidden = {pk: Tally(sealed=count) for pk, count in cast.items()}
    return hidden, [proposal for proposal in proposals if proposal.pk not in hidden]


def _with_outlooks(ctx: ReadContext, proposals: dict[int, Proposal], counted: dict[int, Tally]) -> dict[int, Tally]:
    """Return the tallies with whether each proposal would pass, and the votes that it lacks."""
    if not proposals:
        return {}
    classes, outlooks = classes_of(ctx.law), Outlooks(ctx)
    found: dict[int, Tally] = {}
    for pk, proposal in proposals.items():
        class_ = classes.get(proposal.class_name)
        chosen = _chosen_now(ctx, class_, proposal)
        found[pk] = outlooks.add_to(counted[pk], class_, proposal.author, proposal.code, chosen)
    return found


def _chosen_now(ctx: ReadContext, class_: ProposalClass | None, proposal: Proposal) -> tuple[str, ...]:
    """Return the options that would be chosen now.

    Empty if the class has no ballot, or the count takes too many steps.
    """
    try:
        found = None if class_ is None else counted_options(ctx, class_, proposal)
    except TooLong:
        return ()
    return () if found is None else found.winners


def _by_weight(ctx: ReadContext, proposals: Iterable[Proposal]) -> tuple[dict[int, Proposal], dict[int, Proposal]]:
    """Return the proposals in which every vote counts as one, and all others, both by primary key."""
    classes = classes_of(ctx.law)
    plain, weighed = dict[int, Proposal](), dict[int, Proposal]()
    for proposal in proposals:
        is_plain = proposal.class_name not in classes or classes[proposal.class_name].is_plain
        (plain if is_plain else weighed)[proposal.pk] = proposal
    return plain, weighed


def tally(ctx: ReadContext, proposal: Proposal) -> Tally:
    """Return the result of `tallies` for one proposal."""
    return tallies(ctx, [proposal])[proposal.pk]


def _of_players(proposals: Collection[int]) -> QuerySet[Vote]:
    return _by_players().filter(proposal__in=proposals)


def _by_players() -> QuerySet[Vote]:
    playing = Player.objects.filter(
        cycle_id=OuterRef("proposal__cycle_id"), name=OuterRef("name"), left_at__isnull=True
    )
    return Vote.objects.filter(Exists(playing)).order_by()


_counted = Prepared(
    lambda cycle: (
        _by_players()
        .filter(proposal__cycle_id=cycle, proposal__status=ProposalStatus.OPEN)
        .values("proposal_id", "vote")
        .annotate(count=Count("pk"))
        .values_list("proposal_id", "vote", "count")
    ),
    int,
    for_pages=True,
)


def _each_as_one(
    ctx: ReadContext, proposals: dict[int, Proposal], rows: Iterable[tuple[int, str, int]]
) -> dict[int, Tally]:
    classes = classes_of(ctx.law)
    counts: dict[int, dict[str, int]] = {pk: {} for pk in proposals}
    for pk, vote, count in rows:
        counts.setdefault(pk, {})[vote] = count
    return {
        pk: Tally(
            counts[pk].get(VoteKind.FOR, 0),
            counts[pk].get(VoteKind.AGAINST, 0),
            counts[pk].get(VoteKind.UNCLEAR, 0),
            unclear_against=_against(classes.get(proposal.class_name)),
        )
        for pk, proposal in proposals.items()
    }


def _weighed(ctx: ReadContext, proposals: dict[int, Proposal]) -> dict[int, Tally]:
    if not proposals:
        return {}
    classes = classes_of(ctx.law)
    votes: dict[int, list[tuple[str, str]]] = {pk: [] for pk in proposals}
    for pk, name, vote in _of_players(proposals).values_list("proposal_id", "name", "vote"):
        votes[pk].append((name, vote))
    scales = Scales(ctx)
    return {
        pk: _on_scales(scales, classes[proposal.class_name], proposal, votes[pk]) for pk, proposal in proposals.items()
    }


def _on_scales(scales: Scales, class_: ProposalClass, proposal: Proposal, votes: list[tuple[str, str]]) -> Tally:
    against = _against(class_)
    try:
        weights = [(scales.weigh(class_, proposal.author, name, proposal.code), vote) for name, vote in votes]
        counts = {kind: added_up(weight for weight, vote in weights if vote == kind) for kind in VoteKind}
        return Tally(
            counts[VoteKind.FOR],
            counts[VoteKind.AGAINST],
            counts[VoteKind.UNCLEAR],
            voters=sum(weight > 0 for weight, _ in weights),
            eligible=scales.eligible(class_, proposal.author, proposal.code),
            unclear_against=against,
        )
    except TooLong:
        return Tally(unclear_against=against, is_whole=False)


def counted_for_rules(
    ctx: ReadContext,
    scales: Scales,
    class_: ProposalClass | None,
    proposal: Proposal,
    votes: Sequence[tuple[str, str]],
) -> Tally | None:
    """Return the tally of an open proposal's votes for a rule, or None if counting takes too many steps.

    `votes` holds pairs of voter and vote. `scales` computes their weights.
    """
    playing = current_players_among(ctx, [name for name, _ in votes])
    given = [(name, vote) for name, vote in votes if name in playing]
    if class_ is None or class_.is_plain:
        rows = ((proposal.pk, vote, count) for vote, count in Counter(vote for _, vote in given).items())
        return _each_as_one(ctx, {proposal.pk: proposal}, rows)[proposal.pk]
    counted = _on_scales(scales, class_, proposal, given)
    return counted if counted.is_whole else None


def _against(class_: ProposalClass | None) -> bool:
    return class_ is None or class_.counts_unclear_against
