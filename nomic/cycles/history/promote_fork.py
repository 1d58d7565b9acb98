"""Promotion of a fork: its journal and state become the cycle's own, and the replaced ones are archived.

Nothing is deleted. The replaced history becomes a separate cycle, a fork in which nobody acts and nothing is due. Data
that belongs to no history stays with the cycle: notices, wiki pages, idempotency keys.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from django.db.models import Model, Q

from nomic.cycles.journal.append import STATE_FIELDS, save_cycle
from nomic.cycles.models import Cycle, Entry, ForkSeed
from nomic.law.models import Book

AT_ONCE = 500  # entries whose keys are moved by one statement

_beside: set[type[Model]] = {Cycle, ForkSeed}

_following: list[Callable[[Cycle], None]] = []


def keep_on_promotion(*models: type[Model]) -> None:
    """Register models whose rows belong to the cycle, independently of its history."""
    _beside.update(models)


def on_promotion(follow: Callable[[Cycle], None]) -> None:
    """Register `follow(cycle)`, called after a promotion to update data that a fork lacks."""
    if follow not in _following:
        _following.append(follow)


def history() -> Iterator[tuple[type[Model], str]]:
    """Yield the models whose rows belong to a history, each with the name of its foreign key to the cycle."""
    for relation in Cycle._meta.related_objects:
        model = relation.related_model
        if isinstance(model, type) and issubclass(model, Model) and model not in _beside:
            yield model, relation.field.name


def promote_fork(cycle: Cycle, fork: Cycle, renamed: Mapping[str, str] = MappingProxyType({})) -> Cycle:
    """Make the fork's journal and state the cycle's own, and delete the fork.

    Returns the cycle that archives the replaced journal and state. `renamed` maps keys of acts to their keys in the
    fork. The rows of both must be locked; the cycle's row is saved. Raises ValueError if the fork is not of this cycle.
    """
    if fork.fork_of_id != cycle.pk:
        raise ValueError("only a fork of the cycle can be adopted")
    kept = _copy_without_rows(cycle)
    for model, column in history():
        model._default_manager.filter(**{column: cycle.pk}).update(**{column: kept.pk})
        model._default_manager.filter(**{column: fork.pk}).update(**{column: cycle.pk})
    _swap_books(cycle, fork, kept)
    for name in STATE_FIELDS:
        setattr(cycle, name, getattr(fork, name))
    save_cycle(cycle)
    _follow_keys(cycle, renamed)
    fork.delete()
    for follow in _following:
        follow(cycle)
    return kept


def kept_histories(cycle: Cycle) -> list[Cycle]:
    """Return the replaced histories of a cycle, without other forks. Sends one query."""
    forks = cycle.forks.only("pk", "slug", "head")
    return [fork for fork in forks if fork.slug == _slug_of_kept(cycle, fork.head)]


def _slug_of_kept(cycle: Cycle, head: str) -> str:
    return f"{cycle.slug[:60]}~{head[:12]}"


def _copy_without_rows(cycle: Cycle) -> Cycle:
    """Create and return an archive of the cycle: a fork with its columns, named after its head.

    The archive has a temporary book of laws, and nothing is due in it.
    """
    kept = Cycle.objects.get(pk=cycle.pk)
    kept.pk, kept._state.adding = None, True
    kept.slug = _slug_of_kept(cycle, cycle.head)
    kept.book = Book.objects.create(template=cycle.book.template)
    kept.fork_of, kept.published, kept.due_at = cycle, False, None
    kept.save(force_insert=True)
    return kept


def _swap_books(cycle: Cycle, fork: Cycle, kept: Cycle) -> None:
    """Give the fork's book of laws to the cycle, and the cycle's book to its archive `kept`.

    A book belongs to exactly one cycle.
    """
    empty, own, new = kept.book, cycle.book, fork.book
    spare = Book.objects.create(template=own.template)
    for row, book in ((fork, spare), (cycle, new), (kept, own)):
        Cycle.objects.filter(pk=row.pk).update(book=book)
        row.book = book
    empty.delete()


def _follow_keys(cycle: Cycle, renamed: Mapping[str, str]) -> None:
    """Move idempotency keys to the entries of the same acts in the new history.

    The key of an undone act stays in the archive.
    """
    of_its_histories = Q(cycle=cycle) | Q(cycle__fork_of=cycle)
    entries = Entry.objects.only("key", "mark", "fingerprint")
    before_by_key = {
        renamed.get(entry.key, entry.key): entry for entry in entries.filter(of_its_histories, mark__isnull=False)
    }
    moving = []
    for now in entries.filter(cycle=cycle, key__in=before_by_key):
        before = before_by_key[now.key]
        if before.pk != now.pk:
            now.mark, now.fingerprint = before.mark, before.fingerprint
            before.mark = before.fingerprint = None
            moving.append((before, now))
    for answering in zip(*moving, strict=True):  # Old entries release their keys first, because keys are unique.
        Entry.objects.bulk_update(answering, ["mark", "fingerprint"], batch_size=AT_ONCE)
