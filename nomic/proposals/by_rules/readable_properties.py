"""Properties of proposals that rules read (`nomic/effects/language/operations/governance/proposals.py`)."""

from collections.abc import Collection, Mapping, Sequence

from nomic.clauses.proposal_classes import Scales, classes_of
from nomic.clauses.proposal_interface import ChargedWorld
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.db import Prepared
from nomic.effects.language.operations.governance.proposals import MAX_LISTED
from nomic.effects.language.world import Members, Value
from nomic.law.document.sections import Law
from nomic.law.rules.rule_of_place import rule_at
from nomic.players.lookup import current_players_among
from nomic.proposals.by_rules import end_proposals
from nomic.proposals.lookup import find_proposal
from nomic.proposals.models import PENDING, Proposal, ProposalStatus, Second, Vote, VoteKind
from nomic.proposals.votes.count_votes import counted_for_rules
from nomic.proposals.votes.sealed_votes import voters_under_seal
from nomic.proposals.votes.tally import final_tally

_STATES: Mapping[str, tuple[ProposalStatus, ...]] = {
    "open": (ProposalStatus.OPEN,),
    "waiting": (ProposalStatus.WAITING,),
    "undecided": PENDING,
    "popular": (ProposalStatus.BY_HAND,),
    "enacted": (ProposalStatus.ENACTED,),
    "failed": (ProposalStatus.FAILED,),
    "withdrawn": (ProposalStatus.WITHDRAWN, ProposalStatus.EDITED),
    "lapsed": (ProposalStatus.LAPSED,),
    "vetoed": (ProposalStatus.VETOED,),
    "all": tuple(ProposalStatus),
}
_VOTES = {"supporters": VoteKind.FOR, "opponents": VoteKind.AGAINST, "undecided": VoteKind.UNCLEAR}
COUNTS = ("for", "against", "unclear")

_in_state = {
    state: Prepared(
        lambda cycle, statuses=statuses: (
            Proposal.objects.filter(cycle_id=cycle, status__in=statuses)
            .order_by("-number")
            .values_list("number", "code")[:MAX_LISTED]
        ),
        int,
    )
    for state, statuses in _STATES.items()
}
_votes_of = Prepared(
    lambda proposal: Vote.objects.filter(proposal_id=proposal).order_by("name").values_list("name", "vote"),
    int,
    for_pages=True,  # votes are queued upserts, which a cached result would not show
)
_seconds_of = Prepared(
    lambda proposal: Second.objects.filter(proposal_id=proposal).order_by("at", "name").values_list("name", flat=True),
    int,
    for_pages=True,
)


class ProposalThings:
    """Implementation of `ProposalSource`: what rules can read about proposals, and do with them."""

    def listed(self, ctx: ReadContext, state: str) -> Members:
        ended = end_proposals.ended_now(ctx)
        found = [(number, code) for number, code in _in_state[state].all(ctx.cycle.pk) if code not in ended]
        found += [(each.number, code) for code, each in ended.items() if each.status in _STATES[state]]
        return tuple(code for _, code in sorted(found)[-MAX_LISTED:])

    def code_of(self, ctx: ReadContext, reference: str) -> str:
        try:
            return find_proposal(ctx, reference).code
        except BadArguments:
            return ""

    def part(self, world: ChargedWorld, code: str, part: str) -> Value:
        proposal = end_proposals.known_proposal(world.ctx, code)
        if proposal is None:
            return ()
        if part in COUNTS:
            return _counted(world, proposal, part)
        if part == "voters" or part in _VOTES:
            return _voters(world, proposal, _VOTES.get(part))
        return _plain_part(world.ctx, proposal, part)

    def changes(self, world: ChargedWorld, code: str, rule: str, place: str) -> bool:
        proposal = end_proposals.known_proposal(world.ctx, code)
        if proposal is None:
            return False
        world.spend(len(proposal.amendments))
        return any(_touches(world.ctx.law, each, rule, place) for each in _places(proposal.amendments))

    def close(self, act: ActionContext, code: str, how: str, by: str, rule: str) -> tuple[bool, str]:
        return end_proposals.close(act, code, ProposalStatus(how), by, rule)


def _plain_part(ctx: ReadContext, proposal: Proposal, part: str) -> Value:
    if part == "author":
        return _playing(ctx, [proposal.author])
    if part == "seconders":
        return _playing(ctx, _seconds_of.all(proposal.pk)) if proposal.pk else ()
    if part == "number":
        return proposal.number
    if part == "chosen":
        return tuple(proposal.chosen)
    if part in ("class", "title", "state"):
        said = {"class": proposal.class_name, "title": proposal.title, "state": state_of(proposal)}
        return (said[part],)
    return _age(ctx, proposal, part)


def state_of(proposal: Proposal) -> str:
    """Return the law's word for the state of a proposal."""
    return next(
        state
        for state, statuses in _STATES.items()
        if proposal.status in statuses and state not in ("undecided", "all")
    )


def _playing(ctx: ReadContext, names: Sequence[str]) -> Members:
    """Return those of these people who are players now, because rules neither give to nor take from others (R5)."""
    playing = current_players_among(ctx, names)
    return tuple(name for name in names if name in playing)


def _voters(world: ChargedWorld, proposal: Proposal, vote: VoteKind | None) -> Members:
    rows = _votes_of.all(proposal.pk) if proposal.pk else []
    hidden = voters_under_seal(proposal) if proposal.pk and vote is None else []
    world.spend(len(rows) + len(hidden))
    return _playing(world.ctx, sorted({*hidden, *(name for name, given in rows if vote is None or given == vote)}))


def _counted(world: ChargedWorld, proposal: Proposal, part: str) -> int:
    """Return the number of votes that `part` names: the final count, or else the current one; 0 for sealed votes."""
    tally = final_tally(proposal)
    if tally is None and proposal.pk and proposal.is_open and not proposal.sealed:
        class_ = classes_of(world.ctx.law).get(proposal.class_name)
        scales, votes = Scales(world.ctx, world), _votes_of.all(proposal.pk)
        tally = counted_for_rules(world.ctx, scales, class_, proposal, votes)
    if tally is None:
        return 0
    return {"for": tally.votes_for, "against": tally.votes_against, "unclear": tally.votes_unclear}[part]


def _age(ctx: ReadContext, proposal: Proposal, unit: str) -> int:
    if unit == "phases":
        return ctx.recall(
            ("phases since", proposal.code),
            lambda: Entry.objects.filter(cycle=ctx.cycle, action=BEGIN_PHASE, at__gt=proposal.submitted_at).count(),
        )
    hours = int((ctx.at - proposal.submitted_at).total_seconds() // 3600)
    return hours if unit == "hours" else hours // 24


def _places(amendments: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the places that amendments change."""
    return [
        str(each[key])
        for each in amendments
        if each.get("op") != "test"
        for key in (("path", "from") if each.get("op") == "move" else ("path",))
        if key in each
    ]


def _touches(law: Law, changed: str, rule: str, place: str) -> bool:
    """Return whether a change at `changed` affects this rule or, without a rule, `place`. True if both are empty."""
    if rule:
        return rule_at(law, changed) == rule or _overlap(changed, f"/rules/{rule}")
    return _overlap(changed, place) if place else True


def _overlap(one: str, other: str) -> bool:
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def proposal_labels(cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
    """Return labels of proposals by code."""
    found = Proposal.objects.filter(cycle=cycle, code__in=codes).only("code", "number", "title")
    return {proposal.code: proposal.label for proposal in found}
