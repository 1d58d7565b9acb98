"""Seconding of proposals: the vote opens when enough other players support a proposal; otherwise it lapses."""

from dataclasses import dataclass

from pydantic import Field

from nomic.clauses.proposal_classes import ProposalClass, classes_of, names_about
from nomic.clauses.runtime.run_effects import condition_holds
from nomic.clauses.runtime.world.world_for_law import hall_apart
from nomic.clauses.vocabulary.scope_nouns import ABOUT_IT
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.law_changes import law_before
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.outages import OutageChange, extend_periods
from nomic.effects.language import scopes
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.prose.describe import condition_in_words
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import current_players_among, is_player
from nomic.proposals.by_rules.voting_period import begin_vote, hours_now, lasts_until, schedule_end
from nomic.proposals.events import ProposalLapsed, ProposalOpened, ProposalSeconded
from nomic.proposals.lookup import ProposalRef, every_proposal, find_proposal, with_status
from nomic.proposals.models import Proposal, ProposalStatus, Second

LAPSE = "lapse-proposal"
RULE = RuleRef("/proposals", "Proposals")

_waiting = with_status(ProposalStatus.WAITING)


class SecondArgs(Args):
    """The proposal to second, or from which to withdraw the second."""

    proposal: ProposalRef
    take_back: bool = Field(default=False, description="take your second back")


class LapseArgs(Args):
    """Arguments of a lapse: the proposal that did not get its seconds in time."""

    proposal: ProposalRef


def asks_for_seconds(law: Law) -> bool:
    """Return whether the law has a class whose proposals need seconds."""
    return law.once(
        "asks for seconds", lambda: any(each.clause.seconds is not None for each in classes_of(law).values())
    )


def waiting_proposals(ctx: ReadContext) -> list[Proposal]:
    """Return the proposals that wait for seconds, oldest first. Sends no query if no class asks for seconds."""
    return _waiting.all(ctx.cycle.pk) if asks_for_seconds(ctx.law) else []


def needed(ctx: ReadContext, class_: ProposalClass | None, proposal: Proposal) -> int:
    """Return the number of seconds that a proposal of this class needs now, or 0.

    Raises Refused if the evaluation takes too many steps.
    """
    seconds = None if class_ is None else class_.clause.seconds
    if seconds is None:
        return 0
    if isinstance(seconds.n, int):
        return seconds.n
    names = names_about(proposal.author, proposal.code)
    try:
        number = read_number(seconds.n, scopes.WHO_SUBMITS).value(hall_apart(ctx).run(proposal.author, ""), names)
    except TooLong:
        raise Refused("too-long", "Working out how many supporters this needs takes too long.", RULE) from None
    return max(0, as_number(number))


def seconded_by(ctx: ReadContext, proposal: Proposal) -> list[str]:
    """Return the players who second a proposal, in the order of seconding, except players who have left."""
    names = list(Second.objects.filter(proposal=proposal).order_by("at", "name").values_list("name", flat=True))
    playing = current_players_among(ctx, names)
    return [name for name in names if name in playing]


@dataclass(frozen=True, slots=True)
class Support:
    """The players who second a waiting proposal, and the number needed."""

    names: list[str]
    needed: int

    @property
    def missing(self) -> int:
        """The number of seconds still needed."""
        return max(self.needed - len(self.names), 0)


def support_of(ctx: ReadContext, proposal: Proposal) -> Support | None:
    """Return the support of a waiting proposal.

    Returns None if it does not wait, or if the evaluation takes too many steps.
    """
    if not proposal.is_waiting:
        return None
    try:
        wanted = needed(ctx, classes_of(ctx.law).get(proposal.class_name), proposal)
    except Refused:
        return None
    return Support(seconded_by(ctx, proposal), wanted)


# ── before the vote


def wait_for_seconds(act: ActionContext, class_: ProposalClass, proposal: Proposal) -> None:
    """Make a new proposal wait for the seconds that its class requires, and schedule its lapse."""
    seconds, names = class_.clause.seconds, names_about(proposal.author, proposal.code)
    within = hours_now(act, None if seconds is None else seconds.within, names)
    proposal.status = ProposalStatus.WAITING
    schedule_end(act, proposal, LAPSE, lasts_until(act.cycle, act.at, within))


def second(act: ActionContext, args: SecondArgs) -> None:
    """Second a waiting proposal, or withdraw the actor's second. The vote opens once there are enough seconds."""
    proposal = find_proposal(act, args.proposal)
    act.record_args(proposal=proposal.code)
    class_ = classes_of(act.law).get(proposal.class_name)
    if not proposal.is_waiting or class_ is None:
        raise Refused("not-waiting", f"Proposal {proposal.number} is {proposal.standing}: it needs no seconds.", RULE)
    name, mine = act.actor.name, Second.objects.filter(proposal=proposal, name=act.actor.name)
    if args.take_back:
        if not mine.delete()[0]:
            raise Refused("no-second", "You have not seconded this proposal.", RULE)
        act.message(f"{name} no longer seconds proposal {proposal.number}, {proposal.title}.")
        act.emit(ProposalSeconded(proposal=proposal.code, number=proposal.number, taken_back=True))
        return
    check_may_second(act, class_, proposal)
    if mine.exists():
        raise Refused("same-second", "You have seconded this proposal already.", RULE)
    Second.objects.create(proposal=proposal, name=name, at=act.at)
    there, wanted = len(seconded_by(act, proposal)), needed(act, class_, proposal)
    act.message(f"{name} seconds proposal {proposal.number}, {proposal.title} ({min(there, wanted)} of {wanted}).")
    act.emit(ProposalSeconded(proposal=proposal.code, number=proposal.number, taken_back=False))
    if there >= wanted:
        open_vote(act, class_, proposal)


def check_may_second(ctx: ReadContext, class_: ProposalClass, proposal: Proposal) -> None:
    """Raise Refused if the actor may not second a waiting proposal."""
    name, rule = ctx.actor.name, RuleRef(class_.placed.rule, class_.placed.title)
    if proposal.author == name:
        raise Refused("own-proposal", "Others have to second your proposal.", rule)
    raw = None if class_.clause.seconds is None else class_.clause.seconds.who
    if raw is None:
        return
    condition = read_condition(raw, scopes.WHO_SUBMITS)
    if not condition_holds(ctx, condition, names_about(name, proposal.code), name):
        words = condition_in_words(condition, wording_of(ctx.law), ABOUT_IT)
        raise Refused("not-so", f"You can second this proposal only if {words}.", rule)


def open_vote(act: ActionContext, class_: ProposalClass, proposal: Proposal) -> None:
    """Begin the vote on a proposal that has waited for seconds."""
    proposal.status, proposal.opened_at = ProposalStatus.OPEN, act.at
    begin_vote(act, class_, proposal)
    act.forget("open proposals")
    act.message(f"The vote on proposal {proposal.number}, {proposal.title}, is open.")
    act.emit(ProposalOpened(proposal=proposal.code, number=proposal.number))


# ── without enough support


def is_past_waiting(ctx: ReadContext, args: LapseArgs) -> bool:
    """Return whether the proposal no longer waits for seconds, so that its lapse has no effect."""
    return not find_proposal(ctx, args.proposal).is_waiting


def lapse(act: ActionContext, args: LapseArgs) -> None:
    """Let a waiting proposal lapse, because it was not seconded in time."""
    proposal = find_proposal(act, args.proposal)
    class_ = classes_of(act.law).get(proposal.class_name)
    there, wanted = len(seconded_by(act, proposal)), needed(act, class_, proposal)
    _end(act, proposal, "" if class_ is None else class_.placed.title, f"it has {there} of {wanted} supporters")


def _end(act: ActionContext, proposal: Proposal, rule: str, why: str) -> None:
    proposal.status, proposal.decided_at, proposal.ended_under = ProposalStatus.LAPSED, act.at, rule[:150]
    proposal.save()
    deadlines.cancel(act.cycle, proposal.deadline_label)
    act.message(f"Proposal {proposal.number}, {proposal.title}, lapses: {why}.")
    act.emit(ProposalLapsed(proposal=proposal.code, number=proposal.number))


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """Open the votes that need no more seconds under the new law.

    Waiting proposals whose class no longer exists lapse.
    """
    if "rules" not in changed.sections or not asks_for_seconds(law_before(act)):
        return
    for proposal in Proposal.objects.filter(cycle=act.cycle, status=ProposalStatus.WAITING).order_by("number"):
        class_ = classes_of(act.law).get(proposal.class_name)
        if class_ is None:
            _end(act, proposal, "", f"the law no longer has the class “{proposal.class_name}”")
        elif len(seconded_by(act, proposal)) >= needed(act, class_, proposal):
            open_vote(act, class_, proposal)


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Extend the time for seconds by an outage (R128). Returns the number of extended proposals."""
    waiting = Proposal.objects.filter(cycle=act.cycle, status=ProposalStatus.WAITING).order_by("number")
    return extend_periods(
        act, change, LAPSE, waiting, lambda proposal: proposal.deadline_label, lambda proposal, _: proposal.submitted_at
    )


def something_to_second(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a proposal waits for seconds."""
    if not waiting_proposals(ctx):
        raise Refused("nothing-waits", "No proposal is waiting for supporters.", RULE)


def choices(ctx: ReadContext) -> Choices:
    return {"proposal": [Choice(proposal.code, str(proposal)) for proposal in waiting_proposals(ctx)]}


ACTIONS: tuple[Action, ...] = (
    Action(
        name="second-proposal",
        channel="proposals",
        title="Second a proposal",
        summary_phrases=("a second for proposal {number}", "{count} seconds for proposal {number}"),
        summary="Support a proposal, so that the vote on it opens.",
        rule=RULE,
        args=SecondArgs,
        run=second,
        preconditions=(is_player, something_to_second),
        choices=choices,
        every_choice=every_proposal,
        listed_if=asks_for_seconds,
    ),
    Action(
        name=LAPSE,
        channel="system",
        title="A proposal lapses",
        summary_phrases=("proposal {number} lapsed", "{count} proposals lapsed"),
        summary="A proposal was not seconded in time.",
        rule=RULE,
        args=LapseArgs,
        run=lapse,
        is_noop=is_past_waiting,
    ),
)
