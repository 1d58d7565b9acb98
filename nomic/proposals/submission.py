"""Submitting, editing and withdrawing proposals (R9, R11, R12)."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

from django.db.models import Max
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from nomic import limits
from nomic.clauses.proposal_classes import ProposalClass, class_by_default, classes_of, closing_at, names_about
from nomic.clauses.runtime.amounts import Price, check_can_pay, in_words_now, number_within, price_now
from nomic.clauses.runtime.run_effects import condition_holds
from nomic.clauses.trial_run import flaws_in_cycle
from nomic.clauses.vocabulary.scope_nouns import ABOUT_IT
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refused
from nomic.cycles.models import Deadline
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.outages import OutageChange, extend_periods
from nomic.cycles.schedule.phases import phase_began_at
from nomic.effects.language import scopes
from nomic.effects.language.world import Names
from nomic.effects.prose.describe import condition_in_words
from nomic.inventory.law_section import wording_of
from nomic.inventory.ledger import ledger_of
from nomic.law.amendments.patch import AmendmentsDoNotApply, Drafted, complete_draft
from nomic.law.document.sections import Law, LawInvalid
from nomic.law.rules.reference import RuleRef
from nomic.law.schema.text_types import LawText, LawTitle
from nomic.law.trials.registry import flaws_in_trial
from nomic.players.lookup import is_player, player_of
from nomic.proposals import one_time_effects
from nomic.proposals.allowed_changes import BeyondItsClass, check_reach
from nomic.proposals.by_rules import end_proposals, seconding
from nomic.proposals.by_rules.voting_period import CLOSE_VOTING as CLOSE_VOTING
from nomic.proposals.by_rules.voting_period import begin_vote
from nomic.proposals.events import ProposalEdited, ProposalOpened, ProposalSubmitted, ProposalWithdrawn
from nomic.proposals.law_section import MAX_OPEN, ClassName, proposal_rules
from nomic.proposals.lookup import ProposalRef as ProposalRef
from nomic.proposals.lookup import find_proposal as find_proposal
from nomic.proposals.lookup import with_status
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.proposals.one_time_effects import Effects
from nomic.proposals.suggestions.coauthors import Coauthors, check_coauthors

AMENDMENTS = (
    'an RFC 6902 patch of the law; in it, {"repeal": a rule, "take_along": true} stands for the operations that repeal '
    'a rule with everything that depends on it, {"repeal": a rule, "move_to": another} for those that move that'
)
Amendments = Annotated[
    list[dict[str, Any]],
    Field(max_length=3 * limits.AMENDMENT_OPERATIONS, description=AMENDMENTS),
]


AnswerName = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z][-a-z0-9_]{0,39}$")]
Answer = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]


class MadeOf(BaseModel):
    """The name of the recipe that made a proposal, and the author's answers to its questions.

    Both are stored unchanged; nothing depends on them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    recipe: AnswerName
    answers: dict[AnswerName, Answer] = Field(
        default={}, max_length=12, json_schema_extra={"propertyNames": {"maxLength": 40}}
    )

    def as_json(self) -> dict[str, Any]:
        """Return the recipe and its answers as JSON data."""
        return {"recipe": self.recipe, "answers": self.answers}


BY_ITS_AUTHOR = RuleRef("/proposals", "Proposals (R12)")


class SubmitArgs(Args):
    """A proposal: its title, its text in wikitext, its class, and its amendments.

    If `class` is omitted, the law's default class applies.
    """

    title: LawTitle
    text: LawText = ""
    class_name: (
        Annotated[
            ClassName,
            Refers(
                lambda ctx, field, given: known_class(ctx.law, given), default=lambda ctx: known_class(ctx.law, None)
            ),
        ]
        | None
    ) = Field(default=None, alias="class", serialization_alias="class")
    amendments: Amendments = []
    effects: Effects = []
    coauthors: Coauthors = []
    made_of: MadeOf | None = Field(default=None, description="the recipe it was made from, with its answers")

    def as_json(self) -> dict[str, Any]:
        return _without_nothing(super().as_json())


def _without_nothing(written: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments as the journal stores them: without empty effects, co-authors and recipe."""
    return {name: value for name, value in written.items() if value or name not in ("effects", "coauthors", "made_of")}


class EditArgs(Args):
    """The new content of a proposal."""

    proposal: ProposalRef
    title: LawTitle
    text: LawText = ""
    amendments: Amendments = []
    effects: Effects = []

    def as_json(self) -> dict[str, Any]:
        return _without_nothing(super().as_json())


class WithdrawArgs(Args):
    """The proposal to withdraw."""

    proposal: ProposalRef


_open = with_status(ProposalStatus.OPEN)


def open_proposals(ctx: ReadContext) -> list[Proposal]:
    """Return the open proposals, oldest first. Texts, amendments and effects are loaded on access."""
    return ctx.recall("open proposals", lambda: _open.all(ctx.cycle.pk))


def find_open_proposal(ctx: ReadContext, reference: str) -> Proposal:
    """Return a proposal as `find_proposal` does, preferably from the cached open proposals."""
    for proposal in open_proposals(ctx):
        if reference in (proposal.code, str(proposal.number)):
            return proposal
    return find_proposal(ctx, reference)


def own_pending(ctx: ReadContext) -> list[Proposal]:
    """Return the actor's proposals that are open or wait for seconds, oldest first."""
    pending = sorted([*open_proposals(ctx), *seconding.waiting_proposals(ctx)], key=lambda each: each.number)
    return [proposal for proposal in pending if proposal.author == ctx.actor.name]


def may_submit(ctx: ReadContext, class_: ProposalClass, proposal: Proposal | None = None) -> Refused | None:
    """Return why the actor, who is a player, may not submit a proposal of this class (R9), or None if they may.

    If `proposal` is None, parts of the class's condition that depend on it are ignored.
    """
    name, rule = ctx.actor.name, RuleRef(class_.placed.rule, class_.placed.title)
    names = names_about(name, "" if proposal is None else proposal.code)
    asked = class_.who_before if proposal is None else [class_.who] if class_.who is not None else []
    try:
        is_one = all(condition_holds(ctx, condition, names, name) for condition in asked)
    except Refused as too_long:
        return too_long
    if class_.who is not None and not is_one:
        words = condition_in_words(class_.who, wording_of(ctx.law), ABOUT_IT)
        return Refused("not-so", f"A proposal of the class {class_.title} can be submitted only if {words}.", rule)
    try:
        check_can_pay(ctx, _price(ctx, class_), rule, f"A proposal of the class {class_.title}")
    except Refused as refused:
        return refused
    return None


def _price(ctx: ReadContext, class_: ProposalClass) -> Price:
    """Return the current price of a proposal of this class. Raises Refused if the price cannot be evaluated."""
    return price_now(ctx, class_.clause.costs, {"me": (ctx.actor.name,)}, scopes.WHO_ACTS, class_.placed.title)


def price_now_in_words(ctx: ReadContext, class_: ProposalClass) -> str:
    """Return the current price of a proposal of this class as text: "now 4 Chips".

    Returns "" if no amount is computed, or if an amount cannot be computed now.
    """
    with suppress(Refused):
        return in_words_now(ctx, class_.clause.costs, None, scopes.WHO_ACTS)
    return ""


def some_class(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor may submit a proposal of at least one class."""
    first: Refused | None = None
    for class_ in classes_of(ctx.law).values():
        refused = may_submit(ctx, class_)
        if refused is None:
            return
        first = first or refused
    if first is not None:
        raise first


def room_for_another(ctx: ReadContext) -> None:
    """Precondition: raises Refused if the actor has as many open proposals as the law allows."""
    me: Names = {"me": (ctx.actor.name,)}
    most = number_within(ctx, proposal_rules(ctx.law).most_open, me, scopes.WHO_ACTS, 0, MAX_OPEN)
    mine = len(own_pending(ctx))
    if mine >= most:
        raise Refused(
            "too-many-open",
            f"You have {mine} open {'proposal' if mine == 1 else 'proposals'}, and the law allows {most} at once: "
            "withdraw one, or wait until the votes on one are counted.",
            RuleRef("/proposals", "Proposals"),
        )


def complete_amendments(law: Law, amendments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the amendments with their guards. Raises BadArguments, naming the place, if they cannot become law."""
    return _drafted(law, amendments).operations if amendments else []


def accepted_amendments(
    law: Law, amendments: list[dict[str, Any]], ctx: ReadContext | None = None
) -> list[dict[str, Any]]:
    """Return the amendments with their guards, after trials of the resulting law.

    Must not be called while a cycle is locked. If `ctx` is given, the law's clauses are also tried in its cycle. Raises
    BadArguments if the law would be invalid or fails a trial.
    """
    if not amendments:
        return []
    draft = _drafted(law, amendments)
    new = Law(draft.document, number=law.number + 1)
    failed = flaws_in_trial(law, new)
    if ctx is not None and not failed:
        failed = flaws_in_cycle(ctx, new)
    if failed:
        raise BadArguments([FieldError(f"amendments{flaw.path}", flaw.detail) for flaw in failed])
    return draft.operations


def _drafted(law: Law, amendments: list[dict[str, Any]]) -> Drafted:
    try:
        draft = complete_draft(law.document, amendments)
    except LawInvalid as invalid:
        raise BadArguments([FieldError(f"amendments{flaw.path}", flaw.detail) for flaw in invalid.flaws]) from None
    except AmendmentsDoNotApply as error:
        raise BadArguments.on("amendments", str(error)) from None
    if draft.document == law.document:
        raise BadArguments.on("amendments", "these amendments change nothing")
    return draft


def stay_within(law: Law, class_name: str, amendments: list[dict[str, Any]], effects: list[dict[str, Any]]) -> None:
    """Raise BadArguments, naming each place, if a class does not permit a proposal's changes or effects (R131).

    Does nothing for an unknown class, which is refused elsewhere.
    """
    class_ = classes_of(law).get(class_name)
    if class_ is None or class_.clause.may is None:
        return
    try:
        check_reach(law, class_, law_with(law, amendments).document, effects)
    except BeyondItsClass as beyond:
        raise BadArguments(
            [FieldError(f"amendments{flaw.path}", flaw.detail) for flaw in beyond.changes]
            + [FieldError("effects", flaw.detail) for flaw in beyond.effects]
        ) from None


def try_out_law(ctx: ReadContext, args: "SubmitArgs | EditArgs") -> None:
    """Run the trials of the law to which a proposal leads. Raises BadArguments, naming the place, if one fails."""
    if isinstance(args, SubmitArgs):
        check_coauthors(ctx, args.coauthors)
    stay_within(ctx.law, _class_of(ctx, args), args.amendments, args.effects)
    accepted_amendments(ctx.law, args.amendments, ctx)
    one_time_effects.try_out(ctx, law_with(ctx.law, args.amendments), args.effects)


def check_draft(ctx: ReadContext, args: SubmitArgs) -> list[dict[str, Any]]:
    """Check a proposal as its submission would, and return its amendments with their guards.

    Raises BadArguments if it could not be submitted. Whether the actor may submit it is not checked (see `may_submit`).
    """
    name = known_class(ctx.law, args.class_name)
    _check_content(ctx.law, name, args)
    try_out_law(ctx, args)
    return complete_amendments(ctx.law, args.amendments)


def known_class(law: Law, name: str | None) -> str:
    """Return the name of a proposal's class, by default the law's. Raises BadArguments if the law has no such class."""
    name = name or class_by_default(law)
    classes = classes_of(law)
    if name not in classes:
        raise BadArguments.on("class", f"the classes are {', '.join(sorted(classes))}")
    return name


def _class_of(ctx: ReadContext, args: "SubmitArgs | EditArgs") -> str:
    """Return the class name of a submitted or edited proposal. Raises BadArguments if the edited one does not exist."""
    if isinstance(args, SubmitArgs):
        return args.class_name or class_by_default(ctx.law)
    return find_proposal(ctx, args.proposal).class_name


def law_with(law: Law, amendments: list[dict[str, Any]]) -> Law:
    """Return the law after amendments. Raises BadArguments if they cannot become law."""
    return Law(_drafted(law, amendments).document, number=law.number + 1) if amendments else law


def submit(act: ActionContext, args: SubmitArgs) -> None:
    """Submit a proposal (R9, R11). Its class decides whether it first waits for seconds, and when votes are counted."""
    player = player_of(act)
    name = known_class(act.law, args.class_name)
    class_ = classes_of(act.law)[name]
    _check_may_submit(act, class_)
    _check_content(act.law, name, args)
    proposal = _new_proposal(act, args, player.name, name)
    end_proposals.know(act, proposal)
    _check_may_submit(act, class_, proposal)
    ledger_of(act).pay(player.name, _price(act, class_))
    wanted = seconding.needed(act, class_, proposal)
    if wanted:
        seconding.wait_for_seconds(act, class_, proposal)
    else:
        begin_vote(act, class_, proposal)
    by = f"{proposal.by}," if proposal.coauthors else player.name
    act.message(f"{by} submits proposal {proposal.number}, {proposal.title} ({class_.title}).")
    if wanted:
        act.message(f"The vote on it opens when {wanted} other player{' seconds' if wanted == 1 else 's second'} it.")
    act.emit(ProposalSubmitted(proposal=proposal.code, number=proposal.number, title=proposal.title))


def _check_may_submit(ctx: ReadContext, class_: ProposalClass, proposal: Proposal | None = None) -> None:
    """Raise Refused if the actor may not submit a proposal of this class."""
    refused = may_submit(ctx, class_, proposal)
    if refused is not None:
        raise refused


def _check_content(law: Law, class_name: str, args: SubmitArgs) -> None:
    """Raise BadArguments if the proposal is empty, exceeds its class, or has effects that cannot be parsed."""
    if not args.text and not args.amendments and not args.effects:
        raise BadArguments.on("text", "a proposal has a text, amendments, effects, or several of these")
    stay_within(law, class_name, args.amendments, args.effects)
    if args.effects:
        one_time_effects.check(law_with(law, args.amendments), args.effects)


def _new_proposal(act: ActionContext, args: SubmitArgs, author: str, class_name: str) -> Proposal:
    """Return the unsaved proposal with the next number of its cycle."""
    last = Proposal.objects.filter(cycle=act.cycle).aggregate(last=Max("number"))["last"]
    return Proposal(
        cycle=act.cycle,
        code=act.code("proposal"),
        number=(last or 0) + 1,
        author=author,
        coauthors=args.coauthors,
        title=args.title,
        text=args.text,
        class_name=class_name,
        amendments=complete_amendments(act.law, args.amendments),
        effects=args.effects,
        made_of=args.made_of.as_json() if args.made_of else {},
        base_revision=act.cycle.revision,
        submitted_at=act.at,
    )


def count_at_event(act: ActionContext) -> None:
    """Schedule the count of open proposals whose class counts votes at an event of this act.

    Proposals whose vote began in the same act are left out.
    """
    awaited = closing_at(act.law)
    if not awaited or not act.cycle.is_running:
        return
    classes = {name for event in act.events for name in awaited.get(event.kind(), ())}
    if not classes:
        return
    new = [begun.proposal for kind in (ProposalSubmitted, ProposalOpened) for begun in act.emitted(kind)]
    waiting = Proposal.objects.filter(cycle=act.cycle, status=ProposalStatus.OPEN, class_name__in=classes)
    ended = {proposal.deadline_label: proposal for proposal in waiting.exclude(code__in=new)}
    rows = list(Deadline.objects.filter(cycle=act.cycle, label__in=ended))
    for row in rows:
        row.at, row.end_of_phase = act.at, None
        ended[row.label].ends_at = act.at
        ended[row.label].save(update_fields=["ends_at"])
    deadlines.store_deadlines(act.cycle, rows)


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Extend the voting periods of open proposals by an outage (R128). Returns the number of extended periods.

    A period in hours begins with the vote, and a period in phases with its last phase.
    """

    def began(proposal: Proposal, deadline: Deadline) -> datetime:
        phase = deadline.end_of_phase
        return proposal.vote_began_at if phase is None else phase_began_at(act.cycle, phase)

    voted_on = Proposal.objects.filter(cycle=act.cycle, status=ProposalStatus.OPEN).order_by("number")
    return extend_periods(act, change, CLOSE_VOTING, voted_on, lambda proposal: proposal.deadline_label, began)


def follow_calendar(act: ActionContext, changed: LawChanged) -> None:
    """Update voting periods that end with a phase, after a change of the calendar."""
    if "calendar" not in changed.sections:
        return
    ends = dict(Deadline.objects.filter(cycle=act.cycle, action=CLOSE_VOTING).values_list("label", "at"))
    for proposal in Proposal.objects.filter(cycle=act.cycle, status=ProposalStatus.OPEN):
        proposal.ends_at = ends.get(proposal.deadline_label, proposal.ends_at)
        proposal.save(update_fields=["ends_at"])


def own_open_proposal(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is a player with a pending proposal."""
    player_of(ctx)
    if not own_pending(ctx):
        raise Refused("no-open-proposal", "You have no open proposal.", BY_ITS_AUTHOR)


def own_proposal(act: ActionContext, reference: str) -> Proposal:
    """Return the actor's pending proposal by number or code, and record its code as the act's argument.

    Raises BadArguments if there is no such proposal, and Refused if it is not the actor's or no longer pending.
    """
    proposal = find_proposal(act, reference)
    act.record_args(proposal=proposal.code)
    if proposal.author != act.actor.name:
        raise Refused("not-yours", "Only its author can edit or withdraw a proposal.", BY_ITS_AUTHOR)
    if not proposal.is_pending:
        raise Refused("not-open", f"Proposal {proposal.number} is {proposal.standing}.", BY_ITS_AUTHOR)
    return proposal


def edit(act: ActionContext, args: EditArgs) -> None:
    """Edit a proposal. It stays readable but never takes effect (R12)."""
    proposal = own_proposal(act, args.proposal)
    stay_within(act.law, proposal.class_name, args.amendments, args.effects)
    proposal.title, proposal.text = args.title, args.text
    proposal.base_revision = act.cycle.revision
    proposal.amendments = complete_amendments(act.law, args.amendments)
    if args.effects:
        one_time_effects.check(law_with(act.law, args.amendments), args.effects)
    proposal.effects = args.effects
    _close(act, proposal, ProposalStatus.EDITED)
    act.message(f"{act.actor.name} edits proposal {proposal.number}, {proposal.title}: it will never take effect.")
    act.emit(ProposalEdited(proposal=proposal.code, number=proposal.number))


def withdraw(act: ActionContext, args: WithdrawArgs) -> None:
    """Withdraw a proposal, which then never takes effect (R12)."""
    proposal = own_proposal(act, args.proposal)
    _close(act, proposal, ProposalStatus.WITHDRAWN)
    act.message(f"{act.actor.name} withdraws proposal {proposal.number}, {proposal.title}.")
    act.emit(ProposalWithdrawn(proposal=proposal.code, number=proposal.number))


def _close(act: ActionContext, proposal: Proposal, status: ProposalStatus) -> None:
    proposal.status, proposal.decided_at = status, act.at
    proposal.save()
    act.forget("open proposals")
    deadlines.cancel(act.cycle, proposal.deadline_label)


def submit_choices(ctx: ReadContext) -> Choices:
    return {
        "class": [
            Choice(name, class_.title)
            for name, class_ in classes_of(ctx.law).items()
            if may_submit(ctx, class_) is None
        ]
    }


def own_choices(ctx: ReadContext) -> Choices:
    return {"proposal": [Choice(proposal.code, str(proposal)) for proposal in own_pending(ctx)]}


ACTIONS = (
    Action(
        name="submit-proposal",
        channel="proposals",
        title="Submit a proposal",
        summary_phrases=("proposal {number} submitted", "{count} proposals submitted"),
        summary="Propose a change to the rules: a text, and amendments to the law.",
        rule=RuleRef("/proposals", "Proposals (R9, R11)"),
        args=SubmitArgs,
        run=submit,
        preconditions=(is_player, some_class, room_for_another),
        prepare=try_out_law,
        choices=submit_choices,
        facts={"paid": "amounts"},
    ),
    Action(
        name="edit-proposal",
        channel="proposals",
        title="Edit a proposal",
        summary_phrases=("proposal {number} edited", "{count} proposals edited"),
        summary="Change your proposal. An edited proposal never takes effect.",
        rule=BY_ITS_AUTHOR,
        args=EditArgs,
        run=edit,
        preconditions=(own_open_proposal,),
        prepare=try_out_law,
        choices=own_choices,
        confirm="An edited proposal never takes effect.",
    ),
    Action(
        name="withdraw-proposal",
        channel="proposals",
        title="Withdraw a proposal",
        summary_phrases=("proposal {number} withdrawn", "{count} proposals withdrawn"),
        summary="Withdraw your proposal. It never takes effect.",
        rule=BY_ITS_AUTHOR,
        args=WithdrawArgs,
        run=withdraw,
        preconditions=(own_open_proposal,),
        choices=own_choices,
        confirm="A withdrawn proposal never takes effect.",
    ),
)
