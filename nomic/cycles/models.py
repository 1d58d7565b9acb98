"""The models of the journal: cycles, entries with their draws, seeds, deadlines, revealed arguments."""

import hashlib
import uuid
from copy import copy
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from nomic.chance.draw_scheme import Drawn
from nomic.cycles.domain.calendar import LAST, instant_after
from nomic.cycles.domain.events import ActFailed
from nomic.cycles.domain.in_memory_state import TransientState
from nomic.cycles.domain.ledger_movement import Movement
from nomic.db import HexField, JsonTextField, RecordsField
from nomic.law.document.sections import Law
from nomic.law.models import AppendOnly, Book, law_at

S = TypeVar("S", bound=TransientState)


class Status(models.TextChoices):
    """The states of a cycle."""

    RUNNING = "running"
    ENDED = "ended"


class Joining(models.TextChoices):
    """Who may join a cycle: anybody, people admitted by a keeper, or nobody."""

    ANYBODY = "anybody", "anybody"
    APPROVED = "approved", "only people whom a keeper lets in"
    NOBODY = "nobody", "nobody new"


class Condition(models.TextChoices):
    """Whether a cycle's row is up to date: current, still settling, or blocked by a deadline that failed."""

    CURRENT = "current"
    SETTLING = "settling"
    OUT_OF_ORDER = "out-of-order", "out of order"


class Past(Enum):
    """The progress of a retroactive act, which rewrites the cycle's history."""

    NOT_REWRITTEN = "not rewritten"
    REWRITTEN = "rewritten"
    IMPOSSIBLE = "impossible"


class Cycle(models.Model):
    """A game of Nomic, and the aggregate root: its row is the lock for every change in it.

    Some columns are denormalized, so that an act reads a single row. `seq` and `head` are the number and digest of the
    newest entry, and nothing is due before `due_at`. They are updated in the same transaction as the data.
    """

    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=120)
    book = models.OneToOneField(Book, models.PROTECT)
    revision = models.PositiveIntegerField(default=0, help_text="the revision of the law in force")
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    starts_at = models.DateTimeField()
    phase = models.PositiveIntegerField(default=0)
    phase_kind = models.CharField(max_length=31)
    phase_title = models.CharField(max_length=120)
    phase_started_at = models.DateTimeField()
    phase_ends_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_index=True)
    seq = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True, help_text="the digest of the newest entry")
    last_at = models.DateTimeField(null=True, blank=True, help_text="the instant of the newest entry")
    ended_at = models.DateTimeField(null=True, blank=True)
    winner = models.CharField(max_length=1000, blank=True, help_text="the winner; several if a rule allows it")
    practice = models.BooleanField(default=False)
    owner_name = models.CharField(max_length=30, blank=True, help_text="who may advance a practice cycle's clock")
    clock_offset = models.DurationField(default=timedelta(0), help_text="a practice cycle's clock, ahead of real time")
    outages = models.JSONField(default=list, help_text="recorded outages (R128), each [beginning, end]")
    awaited = models.JSONField(default=list, help_text="events that deferred effects of rules wait for")
    published = models.BooleanField(default=False, help_text="whether its pages are published on the wiki")
    pages_claimed = models.PositiveBigIntegerField(
        default=0,
        help_text=(
            "number of times that a page was claimed for publishing; acts' caches of its pages are valid for one value"
        ),
    )
    joining = models.CharField(
        max_length=10, choices=Joining, default=Joining.ANYBODY, help_text="who may join; not part of its history"
    )
    archived_at = models.DateTimeField(
        null=True, blank=True, help_text="since when an ended cycle is in the archive, where nothing can be done"
    )
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="since when only its players and staff can read it"
    )
    fork_of = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="forks")
    fork_seed = models.CharField(max_length=64, blank=True, help_text="secret; for entries that only the fork has")
    own_seed = models.CharField(
        max_length=64,
        blank=True,
        help_text="secret and never published; for randomness that is no draw, such as the choices of bots",
    )
    draw_key = models.CharField(max_length=66, blank=True, help_text="the public key that proves secret draws")
    created_at = models.DateTimeField(default=timezone.now)

    # Attributes that are not columns:
    condition = Condition.CURRENT  # set by lists
    past = Past.NOT_REWRITTEN  # set while a retroactive act is performed
    past_why = ""  # the acts that would have become impossible
    version = ""  # set by the lock: the version of the row, if the database has row versions
    answered: int | None = None  # set by the lock: the entry that answered the key of the first act

    class Meta:
        ordering = ["practice", "-starts_at", "slug"]
        constraints = [
            models.CheckConstraint(condition=Q(phase_started_at__lt=F("phase_ends_at")), name="a_phase_takes_time"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_live(self) -> bool:
        """False in forks and once a retroactive act has rewritten history, where acts repeat those of a journal."""
        return self.fork_of_id is None and self.past is Past.NOT_REWRITTEN

    @property
    def law(self) -> Law:
        """The law in force."""
        # An act asks thirty times. Django's attribute of a foreign key would cost a call. The book usually is the same
        # object, and comparing equal UUIDs is slower.
        columns = self.__dict__
        kept: tuple[uuid.UUID, Law] | None = columns.get("_law")
        if kept is not None and kept[1].number == self.revision:
            book = columns.get("book_id")
            if kept[0] is book or kept[0] == book:
                return kept[1]
        law = law_at(self.book_id, self.revision)
        self.keep_law(law)
        return law

    def keep_law(self, law: Law) -> None:
        """Cache a law that this transaction appended. Other row objects must not share it before the commit."""
        self.__dict__["_law"] = self.book_id, law

    def forget_law(self) -> None:
        """Drop the cached law, because its revision was rolled back."""
        self.__dict__.pop("_law", None)

    def transient(self, kind: type[S]) -> S:
        """Return this row object's in-memory state of the given class. It is created at first use."""
        states: dict[type[TransientState], Any] = self.__dict__.setdefault("_transient", {})
        state: S | None = states.get(kind)
        if state is None:
            state = states[kind] = kind()
        return state

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of this row object's attributes, including unsaved columns and transient states."""
        copied: dict[str, Any] = {
            name: copy(value) if isinstance(value, list) else value for name, value in self.__dict__.items()
        }
        copied["_transient"] = {kind: state.copied() for kind, state in copied.get("_transient", {}).items()}
        return copied

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Reset all attributes to those of a `snapshot()`, because an act is undone."""
        self.__dict__.clear()
        self.__dict__.update(snapshot)

    @property
    def is_running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def has_begun(self) -> bool:
        return self.now() >= self.starts_at

    def now(self) -> datetime:
        """Return the current instant on this cycle's clock, which can be advanced in practice cycles.

        It is always before the last representable instant.
        """
        return min(instant_after(timezone.now(), self.clock_offset), LAST - datetime.resolution)

    def instant_of_act(self) -> datetime:
        """Return the instant for an act performed now.

        It is never before the newest entry, even if the system clock was set back.
        """
        now = self.now()
        return now if self.last_at is None or now < self.starts_at else max(now, self.last_at)


NO_MARK = -1  # the key hash of an act without an idempotency key; no key has this hash


class UsedKey(NamedTuple):
    """Hashes of an idempotency key and of its request, as stored in the entry. They disclose neither."""

    mark: int
    fingerprint: int


class EntryManager(models.Manager["Entry"]):
    """Manager that defers draws and movements, which can be large. They are loaded on access."""

    def get_queryset(self) -> QuerySet["Entry"]:
        return super().get_queryset().defer("draws", "moved")

    def whole(self) -> QuerySet["Entry"]:
        """Return a query of complete entries, for callers that need the draws or movements of several entries."""
        return self.get_queryset().defer(None)


class Entry(models.Model):
    """An entry of a cycle's journal. It is written once and never changed.

    `draws` are in the order in which they were drawn. Anybody can recompute them once the phase's seed is published.
    `moved` contains lines of the ledger. An idempotency key and its request are stored only as hashes
    (`nomic/cycles/commands/idempotency.py`).
    """

    # All indexes start with it.
    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="entries", db_index=False)
    seq = models.PositiveBigIntegerField(help_text="1, 2, 3, … within the cycle")
    key = HexField(help_text="the id that keys its draws")
    digest = HexField(help_text="over the previous entry's digest and this entry's content")
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=10)
    actor = models.CharField(max_length=30, blank=True)
    action = models.CharField(max_length=120)
    args = JsonTextField(dict, help_text="sealed arguments as commitments only")
    sealed = JsonTextField(dict, help_text="secret: value and salt of the arguments kept sealed, by name")
    revision = models.PositiveIntegerField(help_text="the revision of the law that applied")
    phase = models.PositiveIntegerField()
    words = JsonTextField(list, help_text="changes as sentences")
    events = JsonTextField(list, help_text="changes as events")
    draws = RecordsField(Drawn, help_text="random draws: label, index, sides, value and purpose of each")
    mark = models.BigIntegerField(null=True, editable=False, help_text="hash of the idempotency key, cycle and person")
    fingerprint = models.BigIntegerField(
        null=True, editable=False, help_text="hash of the action and arguments that came with the key"
    )
    moved = RecordsField(Movement, help_text="lines of the ledger: item, amount, giver, taker and a card's code")

    objects = EntryManager()

    reply: Any = None  # Returned to the actor only, by the process that wrote the entry. Not stored.

    class Meta:
        ordering = ["seq"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["cycle", "seq"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["cycle", "key"], name="one_entry_per_key"),
            models.UniqueConstraint(fields=["mark"], condition=Q(mark__isnull=False), name="one_entry_per_mark"),
        ]
        indexes = [
            models.Index(fields=["cycle", "actor", "action", "phase"], name="entries_by_actor"),
            models.Index(fields=["cycle", "action"], name="entries_by_action"),
        ]

    def __str__(self) -> str:
        return f"#{self.seq} {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnly("an entry of the journal is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly("an entry of the journal is never deleted")

    @property
    def failure(self) -> dict[str, Any] | None:
        """The failure event of an act that failed after it had drawn, with `code` and `reason`, or None."""
        first: dict[str, Any] | None = next(iter(self.events), None)
        return first if first is not None and first["kind"] == ActFailed.kind() else None


class Unsealing(models.Model):
    """The fact that an entry's sealed arguments were revealed, by another entry or by the entry itself.

    The row is written once and never changed.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="unsealing")
    by_entry = models.ForeignKey(Entry, models.CASCADE, related_name="unsealed")

    class Meta:
        ordering = ["entry"]

    def __str__(self) -> str:
        return f"#{self.entry_id} is open"


class PhaseSeed(models.Model):
    """A secret seed of one phase. Its commitment is public from the start, the seed once the phase is over.

    A phase that becomes current again after its seed was published has several seeds in sequence (R142).
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="seeds")
    phase = models.PositiveIntegerField()
    since = models.PositiveBigIntegerField(
        default=0, help_text="the entry that set it; later entries draw from it; 0 for a phase's first seed"
    )
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["phase", "since"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "phase", "since"], name="one_seed_per_phase_and_entry"),
        ]

    def __str__(self) -> str:
        return f"seed of phase {self.phase}"

    @property
    def public_seed(self) -> str | None:
        """The seed if it is public, otherwise None."""
        return self.seed if self.revealed_at is not None else None


class ForkSeed(models.Model):
    """The secret seed for entries that only a fork has, stored with the cycle that may adopt the fork.

    Its commitment is public from the start, the seed once the fork is adopted.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="fork_seeds")
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["cycle", "commitment"], name="one_fork_seed_per_commitment")]

    def __str__(self) -> str:
        return f"seed of a fork, {self.commitment[:12]}"

    @property
    def public_seed(self) -> str | None:
        """The seed if it is public, otherwise None."""
        return self.seed if self.revealed_at is not None else None


class Deadline(models.Model):
    """A system action that is due at an instant. R3 defines the order of deadlines."""

    # All indexes start with it.
    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="deadlines", db_index=False)
    label = models.CharField(max_length=120, help_text="what is due; unique within the cycle")
    at = models.DateTimeField()
    rank = models.PositiveSmallIntegerField(help_text="order of events due at one instant (R3)")
    order = models.PositiveBigIntegerField(help_text="order within the rank")
    action = models.CharField(max_length=60)
    args = JsonTextField(dict)
    end_of_phase = models.PositiveIntegerField(null=True, help_text="due whenever this phase ends")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cycle", "label"], name="one_deadline_per_label")]
        indexes = [models.Index(fields=["cycle", "at", "rank", "order"], name="deadlines_in_order")]

    def __str__(self) -> str:
        return f"{self.label} at {self.at:%Y-%m-%d %H:%M:%S}"


ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, without i, l, o, u, which are easily misread.


def short_code(entry_key: str, label: str, length: int = 8) -> str:
    """Return a short public id, of `length` characters, for an object that the entry with this key created.

    `label` distinguishes the entry's objects. The id is the same in every replay, even if the replay omits other
    entries.
    """
    number = int.from_bytes(hashlib.sha256(f"{entry_key}/{label}".encode()).digest(), "big")
    digits = []
    for _ in range(length):
        number, digit = divmod(number, 32)
        digits.append(ALPHABET[digit])
    return "".join(digits)
