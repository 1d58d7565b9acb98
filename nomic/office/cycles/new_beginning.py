"""A new beginning for a game that has not begun: previewed first, then performed and logged.

Nobody has acted in such a game. Its journal has one entry, which commits to seeds and is dated at the beginning. So the
journal is written again under the same law, address and seed of the host, and the old one is deleted. People who have
signed up stay signed up.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.history.promote_fork import promote_fork
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.practice_clock import MAX_AHEAD, MAX_YEARS
from nomic.law.document.sections import check_document
from nomic.office.cycles.notify_signed_up import notify_signed_up
from nomic.office.cycles.opening import NotDone, instant_in, reason_in, why_not_deleted
from nomic.office.write_staff_log import instant_in_words, log_staff_act
from nomic.players.models import JoinRequest
from nomic.wiki.mark_stale import mark_stale
from nomic.wiki.models import PageKind, WikiPage

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Beginning:
    """The effects of a new beginning in sentences, and the digest that confirms that they were read."""

    at: datetime
    lines: list[str]
    seen: str


def preview_beginning(cycle: Cycle, typed: Typed) -> Beginning:
    """Return the effects of the typed beginning.

    Raises NotDone if the game has begun, if the beginning is unchanged, not in the future or too far in it, or if no
    reason is given.
    """
    if why := why_not_deleted(cycle):
        raise NotDone(why)
    reason_in(typed)
    at = instant_in(typed["begins"], typed["zone"])
    if at is None or at <= timezone.now():
        raise NotDone("Choose a start time in the future.")
    if at - timezone.now() > MAX_AHEAD:
        raise NotDone(f"Choose a start time at most {MAX_YEARS} years from now.")
    if at == cycle.starts_at:
        raise NotDone("It already starts then.")
    signed_up = JoinRequest.objects.filter(cycle=cycle).count()
    people = f"{signed_up} people have" if signed_up > 1 else "1 person has" if signed_up else "Nobody has"
    lines = [
        f"{cycle.title} now begins on {instant_in_words(at)}, not on {instant_in_words(cycle.starts_at)}.",
        f"{people} signed up{' and will be joined then. A notice tells them' if signed_up else ''}.",
        "The host draws its seeds again and publishes new commitments to them. Nothing was drawn from the old ones.",
    ]
    seen = hashlib.sha256("\n".join([cycle.head, *lines]).encode()).hexdigest()
    return Beginning(at, lines, seen)


def change_beginning(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Set the typed beginning of a game, and log it. Return a message.

    Raises NotDone as `preview_beginning` does, or if the preview is out of date.
    """
    with transaction.atomic():
        row = lock_cycle(cycle.slug)
        preview = preview_beginning(row, typed)
        before = row.starts_at
        begin_again(row, preview.at)
        mark_stale(row.pk, [PageKind.MAIN])
        WikiPage.objects.filter(cycle=row, stale_since=before).update(stale_since=preview.at)
        did = f"moved the start of {row.title} from {instant_in_words(before)} to {instant_in_words(preview.at)}"
        reason, link = reason_in(typed), reverse("web:hall", args=[row.slug])
        log_staff_act(by, did, reason=reason, link=link)
        notify_signed_up(
            row, f"{row.title}, which you signed up for, begins on {instant_in_words(preview.at)}: {reason}", link
        )
    return f"{row.title} begins on {instant_in_words(preview.at)}."


def begin_again(cycle: Cycle, at: datetime, title: str = "") -> None:
    """Rewrite the journal of a locked cycle as if it had been created to begin at `at`, with `title` if one is given.

    The cycle must have no acts yet. Raises LawInvalid if the law does not accept the title.
    """
    document = dict(cycle.law.document)
    if title:
        document["cycle"] = {**document["cycle"], "title": title}
        check_document(document)
    other = create_cycle_row(
        document,
        template=cycle.book.template,
        slug=f"{cycle.slug}~begins",
        starts_at=at,
        own_seed=cycle.own_seed,
    )
    begin_cycle(other)
    Cycle.objects.filter(pk=other.pk).update(fork_of=cycle)
    other.fork_of = cycle
    cycle.starts_at = at
    Cycle.objects.filter(pk=cycle.pk).update(starts_at=at)
    old = promote_fork(cycle, other)
    book = old.book
    old.delete()
    book.delete()
