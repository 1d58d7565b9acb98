"""Actions by which players take back their own acts, if nothing followed from them and the law allows it."""

from operator import attrgetter
from typing import Annotated

from django.db import transaction
from pydantic import Field, StringConstraints

from nomic.accounts.admin_permission import admins
from nomic.accounts.models import Person
from nomic.chance.seeds import new_seed
from nomic.corrections.diff.secret_exposure import touches_secrets
from nomic.corrections.events import ActVoided, VoidingAsked
from nomic.corrections.law_section import corrections_of
from nomic.corrections.notices import CORRECTION
from nomic.corrections.permissions import RULE
from nomic.court.office import judge_of
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.actions.retroactive_act import Note, RetroactiveAct
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.corrected_fork import adopt_correction, begin_correction, catch_up_and_settle
from nomic.cycles.history.edits import Edit, as_recorded, entry_of
from nomic.cycles.history.fork_builder import ConcurrentRewrite
from nomic.cycles.history.replay import CHUNK, discard_if_exists
from nomic.cycles.history.reroll import check_nothing_hangs_on, last_of
from nomic.cycles.history.rewrite import MAX_REWRITTEN
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.admin_actions import Reason
from nomic.matches.models import MatchStep
from nomic.notices.notify import notify_people
from nomic.players.lookup import is_player

SAID = ("at", "action", "args", "words", "events")  # the public fields of an entry


class VoidActArgs(Args):
    """Arguments for taking back an act: the number or id of the actor's own entry."""

    act: Annotated[str, StringConstraints(max_length=40)] = Field(description="the entry's number or id")
    reason: Reason


def void_act(act: ActionContext, args: VoidActArgs) -> None:
    """Take back an act of the actor from which nothing followed. Raises RetroactiveAct in a live cycle."""
    if act.cycle.is_live:
        entry = voidable(act, args.act)
        raise RetroactiveAct(act.at, args.model_copy(update={"act": entry.key}), instead=_void)
    act.message(f"{act.actor.name} undoes one of their own acts ({args.reason}).")
    act.emit(ActVoided(act=args.act))


def ask_to_void(act: ActionContext, args: VoidActArgs) -> None:
    """Ask the people who may correct the past to take back an act of the actor."""
    key = args.act
    if act.cycle.is_live:
        entry = voidable(act, args.act)
        key = entry.key
        act.record_args(act=key)
        # The id is used, because numbers change if history is rewritten.
        link = f"/c/{act.cycle.slug}/corrections/new/?entry={entry.key}"
        _notify_correctors(act, f"{act.actor.name} asks to take back entry {entry.seq}: {args.reason}", link)
    act.message(f"{act.actor.name} asks to have one of their own acts undone ({args.reason}).")
    act.emit(VoidingAsked(act=key))


def voidable(ctx: ReadContext, named: str) -> Entry:
    """Return the actor's act with that number or id. Raises Refused if it cannot be taken back."""
    entry = entry_of(ctx.cycle, named)
    if entry is None or entry.actor_kind != "person" or entry.actor != ctx.actor.name:
        raise Refused("not-yours", "You can undo only your own acts.", RULE)
    as_recorded(ctx.cycle, [Edit(do="void", entry=entry.key)], ctx.actor)
    of_it = Entry.objects.filter(cycle=ctx.cycle, seq__range=(entry.seq, last_of(entry)))
    if entry.sealed or entry.failure is not None or of_it.filter(draws__isnull=False).exists():
        raise Refused(
            "drawn",
            f"Entry {entry.seq} has drawn or sealed something that may have been seen. Ask for a correction instead.",
            RULE,
        )
    if MatchStep.objects.filter(entry__in=of_it).exists():
        raise Refused(
            "in-a-game",
            f"Entry {entry.seq} is a move in a match, where cards may have been seen. Ask for a correction instead.",
            RULE,
        )
    if touches_secrets(entry, of_it):
        raise Refused("secret", f"Entry {entry.seq} may have revealed a secret. Ask for a correction instead.", RULE)
    check_nothing_hangs_on(entry)
    return entry


def _void(slug: str, actor: Actor, action: Action, args: Args, note: Note) -> Entry:
    """Rewrite history without the act. Raises Refused if a later act depends on it."""
    key = str(args.as_json()["act"])
    with transaction.atomic():
        cycle = lock_cycle(slug)
        if cycle.seq > MAX_REWRITTEN:
            detail = f"The journal has more than {MAX_REWRITTEN:,} entries: ask for a correction instead."
            raise Refused("too-long", detail, RULE)
        builder = begin_correction(cycle, [Edit(do="void", entry=key)], new_seed())
    try:
        builder.build()
        with transaction.atomic():
            cycle = lock_cycle(slug)
            if note.is_performed():
                raise ConcurrentRewrite
            entry = voidable(ReadContext(cycle, actor, cycle.instant_of_act()), key)
            catch_up_and_settle(builder, cycle)
            if builder.impossible:
                raise Refused("later-acts", f"Later acts need it: {builder.impossible[0]}.", RULE)
            _check_the_rest_is_the_same(cycle, builder.fork, entry)
            entry = adopt_correction(cycle, builder, actor, action, args)
            note.keep(entry)
            return entry
    except Exception:
        discard_if_exists(builder.fork.slug)
        raise


def _check_the_rest_is_the_same(cycle: Cycle, fork: Cycle, voided: Entry) -> None:
    """Raise Refused if the rest of the journal would differ, by other dice or other results of rules (R126)."""
    last = last_of(voided)
    said = Entry.objects.filter(seq__gte=voided.seq).order_by("seq").values_list("seq", "key", *SAID)
    now = {key: rest for _, key, *rest in said.filter(cycle=fork).iterator(chunk_size=CHUNK)}
    for seq, key, *rest in said.filter(cycle=cycle, seq__gt=last).iterator(chunk_size=CHUNK):
        if now.pop(key, None) != rest:
            raise Refused(
                "later-acts", f"Without it, entry {seq} would come out differently. Ask for a correction instead.", RULE
            )
    if now:
        raise Refused(
            "later-acts", "Later acts would have ended differently without it. Ask for a correction instead.", RULE
        )


def _notify_correctors(act: ActionContext, text: str, link: str) -> None:
    who = corrections_of(act.law).who
    judge = judge_of(act.cycle) if "judge" in who else ""
    asked = dict.fromkeys(Person.objects.filter(is_active=True, username=judge))
    if "admins" in who:
        asked |= dict.fromkeys(admins())
    notify_people(sorted(asked, key=attrgetter("pk")), CORRECTION.name, f"{act.cycle.title}: {text}", link, act.cycle)


def is_free(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the law lets players take back their own acts without asking."""
    _check_own(ctx, "free")


def is_asked(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless players take back their own acts by asking, under this law."""
    _check_own(ctx, "asked")


def _check_own(ctx: ReadContext, wanted: str) -> None:
    if not ctx.cycle.is_live:
        return
    own = corrections_of(ctx.law).own_acts
    if own != wanted:
        detail = {
            "never": "You cannot undo your own acts here. Ask an admin to correct mistakes.",
            "asked": "To undo an act, you need permission from somebody who may correct the past. Ask for it.",
            "free": "You can take back your act without asking.",
        }[own]
        raise Refused("not-so", detail, RULE)


ACTIONS = (
    Action(
        name="void-act",
        channel="corrections",
        title="Undo your act",
        summary_phrases=("an act taken back", "{count} acts taken back"),
        summary="Undo your act, unless a later act depends on it or it drew something.",
        rule=RULE,
        args=VoidActArgs,
        run=void_act,
        preconditions=(is_player, is_free),
        is_act=False,
    ),
    Action(
        name="ask-to-void-act",
        channel="corrections",
        title="Ask for your act to be undone",
        summary_phrases=("asked to undo an act", "asked to undo {count} acts"),
        summary="Ask those who may correct the journal to undo your act.",
        rule=RULE,
        args=VoidActArgs,
        run=ask_to_void,
        preconditions=(is_player, is_asked),
        is_act=False,
    ),
)
