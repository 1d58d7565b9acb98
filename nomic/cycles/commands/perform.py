"""The entry point for changes to a cycle: settles due actions, then performs a user's act.

An act passes these stages: authorise, parse (here), precheck (`precheck.py`), queue (`group_commit.py`), acquire,
deduplicate, settle, perform, flush and notify (`act_stages.py`).

Permission is checked twice: `read_act` checks the actor before any lock, `Action.check` the law's conditions under it.

An act is tried again in three places, each for causes of its own:

- `_perform_with_retries`: the law or history has changed, or a part of the due actions was settled. All stages from the
  precheck on run again.
- `perform_queued`: the act's batch has failed. The act runs alone, in a transaction with savepoints.
- `act_stages.py::perform_batch`: the cached row was outdated. The same batch runs again with the locked row.
"""

import time
from contextlib import suppress
from typing import Any

from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.actions.registry import Action, Args, action_named, declared_action
from nomic.cycles.actions.retroactive_act import RetroactiveAct
from nomic.cycles.actions.validation import check_readable
from nomic.cycles.commands.act_stages import PendingCommand, PerformedAct, perform_alone
from nomic.cycles.commands.conflict_of_interest import refuse_conflict_of_interest
from nomic.cycles.commands.group_commit import perform_in_turn
from nomic.cycles.commands.idempotency import IdempotentRequest, answers, was_performed
from nomic.cycles.commands.precheck import LawChangedSincePrecheck, prechecked
from nomic.cycles.commands.price_seen import PriceSeen
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import (
    Failed,
    NoSuchAction,
    NoSuchCycle,
    NotAllowed,
    NotCurrent,
    Refused,
    StillSettling,
)
from nomic.cycles.history.fork_builder import ConcurrentRewrite
from nomic.cycles.history.rewrite import rewrite_history
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import MAX_PIECES, PAUSE, is_due, settle, settled_cycle
from nomic.cycles.schedule.settling_progress import settling_progress_of
from nomic.cycles.visibility import is_hidden_from, reader_of
from nomic.db import current_unit
from nomic.law.models import law_at

MAX_LAW_CHANGES = 5  # Maximum changes of the law during one act. Each change makes its precheck run again.


def new_idempotency_key() -> str:
    """Return a new key for a form, so that its act is performed once even if it is submitted several times."""
    return fresh_hex(16)


def perform(
    slug: str,
    actor: Actor,
    name: str,
    args: dict[str, Any],
    *,
    is_form: bool = False,
    idempotency_key: str | None = None,
    price_seen: PriceSeen | None = None,
    seen: str | None = None,
) -> PerformedAct:
    """Perform an action in one transaction under the cycle's lock, after settling everything that is due (R2).

    The act gets its timestamp when it holds the lock (R3). `slug` names the cycle, `name` the action. A second request
    of the same person with the same `idempotency_key` returns the first entry with `is_repeated=True`. The act is
    refused if it costs more of an item than `price_seen` says. If `is_form` is set, `args` are the strings of a form.
    If `seen` is given, raises MovedOn unless it is the head of the journal once everything due is settled.

    Raises:
        NoSuchCycle, NoSuchAction, NotAllowed, BadArguments, Refused, KeyReused: the act is not accepted.
        NotCurrent: too much is due, or a due action cannot be settled.
        Unanswered: the act needs an answer first.
        Failed: the act failed after it had drawn. Its entry remains, with its draws (R126).

    Except for Failed, nothing was drawn and the act has changed nothing. Due actions stay settled in any case.
    """
    action, typed = read_act(slug, actor, name, args, idempotency_key, is_form=is_form)
    refuse_conflict_of_interest(slug, actor, action, typed)
    performed = _perform_with_retries(IdempotentRequest(slug, actor, action, typed, idempotency_key, price_seen, seen))
    if performed.is_repeated and actor.person_id is not None and is_hidden_from(slug, reader_of(actor.person_id)):
        raise NoSuchCycle(f"There is no cycle {slug[:80]!r}.")
    failure = performed.entry.failure
    if failure is not None:
        raise Failed(failure["reason"], performed.entry.seq, is_repeated=performed.is_repeated)
    return performed


def read_act(
    slug: str, actor: Actor, name: str, args: dict[str, Any], idempotency_key: str | None = None, *, is_form: bool
) -> tuple[Action, Args]:
    """Return the action with that name if the actor may use it, and its parsed arguments.

    If `is_form` is set, `args` are the strings of a form, otherwise JSON. For an act that was already performed under
    the idempotency key, the law of that time applies.

    Raises NoSuchCycle, NoSuchAction, NotAllowed or BadArguments if the act is not accepted, and NotCurrent if the law
    in force is not known, because due actions are not settled.
    """
    action = _action(slug, actor, name, idempotency_key)
    if action.is_system:
        raise NoSuchAction(f"There is no action {action.name!r}.")
    if not actor.name:
        raise NotAllowed("Log in to act.")
    if action.is_admin and not actor.is_admin:
        raise NotAllowed(f"Only an admin may {action.title.lower()}.")
    typed = action.read_form(args) if is_form else action.read(args)
    check_readable(args)
    return action, typed


def _action(slug: str, actor: Actor, name: str, idempotency_key: str | None) -> Action:
    """Return the action with that name: declared in code, or defined by the cycle's current law.

    For an act that was already performed, the law of that time is used. Raises NoSuchAction or NoSuchCycle if there is
    none, and NotCurrent if the current law is not known.
    """
    declared = declared_action(name)
    if declared is not None:
        return declared
    earlier = answers(slug, actor, idempotency_key).filter(action=name).select_related("cycle").first()
    if earlier is not None:
        return action_named(name, law_at(earlier.cycle.book_id, earlier.revision))
    return action_named(name, settled_cycle(slug).law)


def _perform_with_retries(sent: IdempotentRequest) -> PerformedAct:
    """Precheck and perform an act until it is accepted or refused. Its entry may be a failed one.

    Retries are needed after a change of the law, after a part of the due actions was settled, and if somebody else
    rewrote history while this act did.

    Raises StillSettling if settling takes longer than a caller should wait, and OutOfOrder if it is impossible. Raises
    Refused if others keep changing the law or rewriting history.
    """
    is_overtaken = False
    law_changes = pieces = 0
    while pieces < MAX_PIECES:
        try:
            performed = perform_queued(prechecked(sent))
        except LawChangedSincePrecheck:
            law_changes += 1
            if law_changes == MAX_LAW_CHANGES:
                raise
        except RetroactiveAct as past:
            args = sent.args if past.arguments is None else past.arguments
            with suppress(ConcurrentRewrite):  # The act is then retried on the new history.
                return PerformedAct(rewrite_history(sent.slug, sent.actor, sent.action, args, past, sent))
            is_overtaken = True
            pieces += 1
        except Refused:  # The cause may be this act itself, if it was sent twice at the same time.
            if sent.action.prepare is None or not was_performed(sent.slug, sent.actor, sent.key):
                raise
        else:
            if performed is not None:
                return performed
            pieces += 1
            time.sleep(PAUSE)
    if is_overtaken:
        raise Refused(
            "overtaken", "Somebody else is changing the game's history right now. Try again.", sent.action.rule
        )
    raise StillSettling(sent.slug, settling_progress_of(Cycle.objects.get(slug=sent.slug)))


def perform_queued(sent: IdempotentRequest) -> PerformedAct | None:
    """Perform an act in a batch with other acts of this process, or alone if that is not possible.

    Returns None if more due actions have to be settled first. Inside a caller's unit of work the act is performed alone
    and immediately.
    """
    command = PendingCommand(sent)
    if current_unit() is None:
        perform_in_turn(command)
    if command.is_open:
        perform_alone(command)
    performed = command.result()
    if performed is not None and not performed.is_repeated and is_due(performed.entry.cycle):
        # The act has moved the cycle's clock. That remains valid regardless of the result.
        with suppress(NotCurrent):
            settle(sent.slug, pieces=MAX_PIECES)
    return performed
