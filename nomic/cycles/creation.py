"""Creation of cycles from law templates."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.chance.seeds import new_seed
from nomic.cycles.actions.registry import NoArgs, action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.calendar import ANCHOR, calendar_of, span_at
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.journal import hash_chain
from nomic.cycles.journal.append import LIVE, ReplaySource, apply_act, save_cycle
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.practice_clock import MAX_AHEAD, MAX_YEARS
from nomic.law.document.sections import Law, check_document
from nomic.law.document.templates import document_of
from nomic.law.models import Book, append_revision
from nomic.law.schema.text_types import clean_line

SLUG = re.compile(r"(?=.{1,60}\Z)[a-z0-9]+(-[a-z0-9]+)*")


def create_cycle(
    template: str,
    *,
    slug: str = "",
    title: str = "",
    starts_at: datetime | None = None,
    practice: bool = False,
    owner_name: str = "",
    published: bool | None = None,
    more_rules: Mapping[str, Any] | None = None,
) -> Cycle:
    """Create a cycle under the law of a template plus `more_rules` (by id), starting at `starts_at` or now.

    A practice cycle uses the template's overrides for practice. Its clock starts at the beginning of a calendar round,
    so that the whole first phase can be played. Raises NoSuchTemplate if there is no such template, LawInvalid if the
    law would be invalid, and BadArguments if the slug is invalid or taken, or `starts_at` is too far from now.
    """
    document = _first_law(template, title, more_rules or {}, practice=practice)
    slug = _free_slug(slug or template)
    now = timezone.now()
    if starts_at is not None and abs(starts_at - now) > MAX_AHEAD:
        raise BadArguments.on("starts_at", f"at most {MAX_YEARS} years from now")
    offset = timedelta(0)
    if practice and starts_at is None:
        starts_at = _round_start(Law(document), now)
        offset = starts_at - now
    with transaction.atomic():
        cycle = create_cycle_row(
            document,
            template=template,
            slug=slug,
            starts_at=starts_at or now,
            practice=practice,
            owner_name=owner_name,
            clock_offset=offset,
            published=(not practice) if published is None else published,
        )
        begin_cycle(cycle)
        for listener in _listeners:
            listener(cycle)
    return cycle


def _first_law(template: str, title: str, more_rules: Mapping[str, Any], *, practice: bool) -> dict[str, Any]:
    """Return the document of a template with this title and more rules.

    Raises NoSuchTemplate if there is no such template, and LawInvalid if the result is not a valid law.
    """
    document = document_of(template, practice=practice)
    if more_rules:
        document["rules"] = {**document["rules"], **more_rules}
    if title:
        document["cycle"] = {**document["cycle"], "title": clean_line(title)}
    if title or more_rules:
        check_document(document)
    return document


def _free_slug(slug: str) -> str:
    """Return the slug unchanged. Raises BadArguments if it is malformed or taken."""
    if not SLUG.fullmatch(slug):
        raise BadArguments.on("slug", "up to 60 lower-case letters and digits, joined by hyphens")
    if Cycle.objects.filter(slug=slug).exists():
        raise BadArguments.on("slug", f"there is already a game with the address “{slug}”")
    return slug


_listeners: list[Any] = []


def on_creation(listener: Any) -> Any:
    """Register `listener(cycle)`, which is called in the transaction that creates a cycle. Returns the listener.

    It is never called for a fork.
    """
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


def _round_start(law: Law, now: datetime) -> datetime:
    """Return the start of the calendar round that contains `now`."""
    return now - (now - ANCHOR) % timedelta(hours=calendar_of(law).length_hours)


def create_cycle_row(document: dict[str, Any], *, template: str, slug: str, starts_at: datetime, **more: Any) -> Cycle:
    """Create the row of a cycle that begins at `starts_at`, with the first link of its hash chain but no entry.

    `document` is its first law, made from `template`. `more` holds values for further columns. The caller must hold a
    transaction.
    """
    law = Law(document)
    first = hash_chain.first_link(document, starts_at)
    span = span_at(calendar_of(law), starts_at)
    book = Book.objects.create(template=template)
    append_revision(book, 0, document, enacted_at=starts_at, reason=f"the template {template}")
    return Cycle.objects.create(
        slug=slug,
        title=law.section("cycle", Description).title,
        book=book,
        starts_at=starts_at,
        head=hash_chain.digest(first),
        phase_kind=span.kind,
        phase_title=span.title,
        phase_started_at=starts_at,  # No phase begins before its cycle does (R1).
        phase_ends_at=span.end,
        **{"own_seed": new_seed(), **more},
    )


def begin_cycle(cycle: Cycle, origin: ReplaySource = LIVE) -> None:
    """Write the first entry of a cycle's journal. Raises RuntimeError if the cycle cannot begin."""
    entry = apply_act(cycle, action_named("begin-cycle"), NoArgs(), SYSTEM, cycle.starts_at, origin)
    if entry.failure is not None:
        raise RuntimeError(f"{cycle} cannot begin: {entry.failure['reason']}")
    save_cycle(cycle)
