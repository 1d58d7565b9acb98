"""Actions to open, edit, drop and adopt a correction. They are ordinary acts in the journal, with reasons."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from nomic.chance.seeds import commitment, seed_of_a_correction
from nomic.corrections import adoption
from nomic.corrections.background.wake_worker import wake_correction_worker
from nomic.corrections.events import CorrectionAdopted, CorrectionDropped, CorrectionEdited, CorrectionOpened
from nomic.corrections.models import OPEN, Correction, CorrectionStatus
from nomic.corrections.notices import changed_holdings, notify_everybody
from nomic.corrections.permissions import RULE, check_joining, corrects, nothing_open, something_open
from nomic.corrections.requesting_decisions import what_asked
from nomic.corrections.state_transitions import close_correction, discard_fork_of, requeue
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args, action_or_none
from nomic.cycles.actions.retroactive_act import RetroactiveAct
from nomic.cycles.commands.conflict_of_interest import refuse_conflict_of_interest
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history.edits import MAX_EDITS, Edit, as_recorded, check_adopter, edits_to_json, entry_of, read_edits
from nomic.cycles.history.reseed import secret_seed, without_empty
from nomic.cycles.history.rewrite import next_rewrite
from nomic.cycles.models import ForkSeed
from nomic.cycles.sealed_arguments import typed_args
from nomic.inventory.admin_actions import Reason

Code = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12)]
Edits = Annotated[list[Edit], Field(min_length=1, max_length=MAX_EDITS)]
MaybeRef = Annotated[str, StringConstraints(pattern=r"^([0-9a-z]{1,12})?$", max_length=12)]
Following = Annotated[str, StringConstraints(max_length=300)]
MAX_SAID = 20  # edits that are described in the journal, with a sentence for each


class OpenCorrectionArgs(Args):
    """Arguments for opening a correction: the edits, the reason, and the ruling or proposal that asked for it."""

    edits: Edits
    reason: Reason
    ruling: MaybeRef = Field(default="", description="number or code of the ruling that asks for it")
    proposal: MaybeRef = Field(default="", description="number or code of the enacted proposal that asks for it")
    following: Following = Field(default="", description="any other reason, in words")
    undoes: MaybeRef = Field(default="", description="code of the adopted correction that this one takes back")
    commitment: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$", max_length=64)] = Field(
        default="", description="leave empty; the journal stores the SHA-256 of the fork's seed here"
    )
    rewrite: int | None = Field(
        default=None,
        ge=1,
        le=10**9,
        description="leave empty; the journal stores the number that this rewrite of history would have here",
    )

    def as_json(self) -> dict[str, Any]:
        """Return the arguments as JSON, without a ruling, proposal, undone correction or number if there is none."""
        return without_empty(super().as_json(), "ruling", "proposal", "undoes", "rewrite")


class EditCorrectionArgs(Args):
    """Arguments for editing a correction: the complete new list of edits."""

    correction: Code
    edits: Edits
    reason: Reason


class DropCorrectionArgs(Args):
    """Arguments for dropping a correction: its code, and the reason."""

    correction: Code
    reason: Reason


class AdoptCorrectionArgs(DropCorrectionArgs):
    """Arguments for adopting a correction: its code, the reason, and the reviewed `version`."""

    version: int | None = Field(default=None, ge=1, le=10**9, description="the version that you saw")


def open_correction(act: ActionContext, args: OpenCorrectionArgs) -> None:
    """Open a correction, whose fork is then built for review. Nothing else changes yet."""
    code, edits, promise = act.code("correction"), args.edits, args.commitment
    following = args.following
    if act.cycle.is_live:
        asked = what_asked(act, args.ruling, args.proposal)
        following = asked.said(args.following)
        edits = as_recorded(act.cycle, args.edits, act.actor)
        _check_own_player(act, edits)
        check_joining(act.cycle, edits, act.actor)
        _check_undone(act, args.undoes)
        number = next_rewrite(act.cycle)
        seed = seed_of_a_correction(secret_seed(act.cycle), number)
        promise = commitment(seed)
        # A correction dropped before may have had the same seed.
        ForkSeed.objects.get_or_create(cycle=act.cycle, commitment=promise, defaults={"seed": seed})
        act.record_args(
            edits=edits_to_json(edits), commitment=promise, rewrite=number, following=following, **asked.codes
        )
        Correction.objects.create(
            cycle=act.cycle,
            code=code,
            opened_by=act.actor.name,
            opened_at=act.at,
            reason=args.reason,
            following=following,
            **asked.codes,
            undoes=args.undoes,
            edits=edits_to_json(edits),
            commitment=promise,
        )
        wake_correction_worker()
    follows = f", following {following}" if following else ""
    act.message(f"{act.actor.name} starts a correction of the past{follows}: {args.reason}")
    _say_edits(act, edits)
    act.emit(CorrectionOpened(correction=code, commitment=promise))
    notify_everybody(act, f"{act.actor.name} wants to correct the past: {args.reason}", code)


def _check_undone(act: ActionContext, code: str) -> None:
    """Raise BadArguments if a code is given and no adopted correction has it."""
    adopted = Correction.objects.filter(cycle=act.cycle, code=code, status=CorrectionStatus.ADOPTED)
    if code and not adopted.exists():
        raise BadArguments.on("undoes", "no adopted correction has this code")


def _check_own_player(act: ActionContext, edits: list[Edit]) -> None:
    """Raise Refused if an admin inserts or edits an admin's act that corrects their own player."""
    for edit in edits if act.actor.is_admin else ():
        entry = None if edit.do == "insert" else entry_of(act.cycle, edit.entry)
        action = action_or_none(edit.action if entry is None else entry.action, act.cycle.law)
        if action is None or not action.is_admin:
            continue
        for args in (edit.args, None if entry is None else typed_args(entry)):
            if args is not None:
                refuse_conflict_of_interest(act.cycle.slug, act.actor, action, action.read(args))


def edit_correction(act: ActionContext, args: EditCorrectionArgs) -> None:
    """Replace the edits and rebuild the fork, for example to decide about acts that have become impossible."""
    edits = args.edits
    if act.cycle.is_live:
        row = _open_row(act, args.correction)
        edits = as_recorded(act.cycle, args.edits, act.actor)
        _check_own_player(act, edits)
        check_joining(act.cycle, edits, act.actor)
        act.record_args(edits=edits_to_json(edits))
        row.edits = edits_to_json(edits)
        requeue(row)
    act.message(f"{act.actor.name} changes the correction: {args.reason}")
    _say_edits(act, edits)
    act.emit(CorrectionEdited(correction=args.correction))


def drop_correction(act: ActionContext, args: DropCorrectionArgs) -> None:
    """Drop a correction. The history stays unchanged."""
    if act.cycle.is_live:
        row = _open_row(act, args.correction)
        close_correction(row, CorrectionStatus.DROPPED, act, args.reason)
        discard_fork_of(row)
    act.message(f"{act.actor.name} drops the correction, and nothing changes: {args.reason}")
    act.emit(CorrectionDropped(correction=args.correction))
    notify_everybody(act, f"{act.actor.name} has dropped a correction of the past: {args.reason}", args.correction)


def adopt_correction(act: ActionContext, args: AdoptCorrectionArgs) -> None:
    """Adopt a correction, so that its fork becomes the history. Raises RetroactiveAct in a live cycle."""
    if act.cycle.is_live:
        row = _open_row(act, args.correction)
        adoption.check(row, args.version)
        edits = read_edits(row.edits)
        check_adopter(act.cycle, edits, act.actor)
        check_joining(act.cycle, edits, act.actor)
        raise RetroactiveAct(act.at, instead=adoption.adopter(row.pk, args.version))
    act.message(f"{act.actor.name} adopts the correction: {args.reason}")
    act.emit(CorrectionAdopted(correction=args.correction))
    text = f"{act.actor.name} has corrected the past: {args.reason}"
    own = {} if act.cycle.fork_of_id is not None else changed_holdings(act.cycle)
    notify_everybody(act, text, args.correction, own)


def _open_row(act: ActionContext, code: str) -> Correction:
    """Return the correction with that code, locked.

    Raises BadArguments if there is none, and Refused if it is closed.
    """
    row = Correction.objects.select_for_update().filter(cycle=act.cycle, code=code).first()
    if row is None:
        raise BadArguments.on("correction", "there is no such correction")
    if row.status not in OPEN:
        raise Refused("closed", f"This correction was {row.status} by {row.closed_by}.", RULE)
    return row


def _say_edits(act: ActionContext, edits: list[Edit]) -> None:
    for edit in edits[:MAX_SAID]:
        act.message(edit.sentence())
    if len(edits) > MAX_SAID:
        act.message(f"And {len(edits) - MAX_SAID} more.")


ACTIONS = (
    Action(
        name="open-correction",
        channel="corrections",
        title="Correct the journal",
        summary_phrases=("a correction of the past opened", "{count} corrections of the past opened"),
        summary=(
            "Prepare a replay of the journal with entries taken back, changed, moved or inserted. Everybody can "
            "see the result before it is adopted."
        ),
        rule=RULE,
        args=OpenCorrectionArgs,
        run=open_correction,
        preconditions=(corrects, nothing_open),
        is_act=False,
        after_end=True,
    ),
    Action(
        name="edit-correction",
        channel="corrections",
        title="Change a correction",
        summary_phrases=("a correction changed", "a correction changed {count} times"),
        summary="Change the edits of a correction, or what happens to acts that they make impossible.",
        rule=RULE,
        args=EditCorrectionArgs,
        run=edit_correction,
        preconditions=(corrects, something_open),
        is_act=False,
        after_end=True,
    ),
    Action(
        name="drop-correction",
        channel="corrections",
        title="Drop a correction",
        summary_phrases=("a correction dropped", "{count} corrections dropped"),
        summary="Discard a correction. The journal stays unchanged.",
        rule=RULE,
        args=DropCorrectionArgs,
        run=drop_correction,
        preconditions=(corrects, something_open),
        is_act=False,
        after_end=True,
    ),
    Action(
        name="adopt-correction",
        channel="corrections",
        title="Adopt a correction",
        summary_phrases=("a correction adopted", "{count} corrections adopted"),
        summary="Replace the journal by the corrected one. The old one stays readable.",
        rule=RULE,
        args=AdoptCorrectionArgs,
        run=adopt_correction,
        preconditions=(corrects, something_open),
        is_act=False,
        after_end=True,
    ),
)
