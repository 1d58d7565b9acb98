"""Reveals sealed arguments: an act publishes the secret values and salts of journal entries."""

from collections.abc import Iterable

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import Unsealed
from nomic.cycles.models import Entry, Unsealing


def unseal(act: ActionContext, entries: Iterable[Entry]) -> None:
    """Reveal the sealed arguments of these entries by events of this act.

    Entries that are already public are skipped.
    """
    done = _unsealed_by(act)
    closed = [entry for entry in entries if entry.sealed and entry.key not in done]
    public = set(Unsealing.objects.filter(entry__in=closed).values_list("entry_id", flat=True)) if closed else set()
    opening = [entry for entry in closed if entry.pk not in public]
    for entry in opening:
        done.add(entry.key)
        act.emit(Unsealed(entry=entry.key, seq=entry.seq, args=dict(entry.sealed)))
    if opening:
        act.when_saved(lambda by: _note(opening, by))


def unseal_own(act: ActionContext) -> None:
    """Reveal the sealed arguments of this act itself, because the act reveals all sealed values of its match."""
    done = _unsealed_by(act)
    if act.key not in done:
        done.add(act.key)
        args = {name: sealed.as_json() for name, sealed in act.sealed.items()}
        act.emit(Unsealed(entry=act.key, seq=act.cycle.seq + 1, args=args))
        act.when_saved(lambda entry: _note([entry], entry))


def _unsealed_by(act: ActionContext) -> set[str]:
    """Return the keys of the entries that this act has revealed so far."""
    return act.recall("unsealed entries", set[str])


def _note(entries: Iterable[Entry], by: Entry) -> None:
    Unsealing.objects.bulk_create(Unsealing(entry=entry, by_entry=by) for entry in entries)
