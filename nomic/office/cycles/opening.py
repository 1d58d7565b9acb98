"""Games by form: opening one, and deleting one that never began."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from nomic.accounts.models import Person
from nomic.accounts.time_zones import zones
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle, Entry, Joining
from nomic.law.document.sections import LawInvalid
from nomic.law.document.templates import law_templates
from nomic.office.cycles.notify_signed_up import notify_signed_up
from nomic.office.write_staff_log import instant_in_words, log_staff_act
from nomic.players.models import Player

MAX_TITLE, MAX_REASON = 120, 500  # characters
BEGINNING = 1  # entries of a journal before anybody has acted


class NotDone(Exception):
    """Raised if the form was refused and nothing has changed. The message gives the reason."""


def open_by_form(by: Person, typed: Mapping[str, str]) -> Cycle:
    """Open a game from the typed fields, log it, and return it. Without a date, it begins now.

    Raises NotDone for an invalid field. A date in the past is refused, because part of the game would be over already.
    """
    template, slug, title = typed["template"], address_from(typed["slug"]), typed["title"].strip()
    if template not in law_templates():
        raise NotDone("Choose a game from the list.")
    if not title or len(title) > MAX_TITLE:
        raise NotDone(f"Give the game a title of at most {MAX_TITLE} characters.")
    if not slug:
        raise NotDone("Give the game an address, such as cycle-17.")
    joining = typed["joining"] or Joining.ANYBODY
    if joining not in (Joining.ANYBODY, Joining.APPROVED):
        raise NotDone("Choose who may join.")
    starts_at = instant_in(typed["begins"], typed["zone"])
    if starts_at is not None and starts_at <= timezone.now():
        raise NotDone("Choose a start time in the future, or leave it empty to begin now.")
    if starts_at is None and typed.get("now", "") != "yes":
        raise NotDone(
            f"Without a date {title} begins at once: people can play, and it can be ended, but no longer deleted. "
            "If you mean it, tick “Begin at once”."
        )
    try:
        with transaction.atomic():
            cycle = create_cycle(
                template, slug=slug, title=title, starts_at=starts_at, published=typed["published"] == "yes"
            )
            Cycle.objects.filter(pk=cycle.pk).update(joining=joining)
            when = "at once" if starts_at is None else f"on {instant_in_words(starts_at)}"
            link = reverse("web:hall", args=[cycle.slug])
            log_staff_act(by, f"opened {title}, to begin {when}", reason=typed["reason"][:MAX_REASON], link=link)
    except BadArguments as error:
        why = " ".join(each.detail for each in error.errors)
        raise NotDone(f"The address “{slug}” cannot be used: {why}. Choose another, such as cycle-17.") from None
    except (LawInvalid, ValueError):
        raise NotDone("Write the title in one line, with ordinary characters.") from None
    return cycle


def address_from(typed: str) -> str:
    """Return the typed address in lower case, with hyphens for spaces: "Cycle 17" becomes "cycle-17"."""
    return re.sub(r"[\s_-]+", "-", typed.strip().lower()).strip("-")


def reason_in(typed: Mapping[str, str]) -> str:
    """Return the typed reason. Raises NotDone if there is none."""
    reason = typed["reason"].strip()[:MAX_REASON]
    if not reason:
        raise NotDone("Give a reason. It is kept in the staff log.")
    return reason


def instant_in(typed: str, zone: str) -> datetime | None:
    """Return the typed local time in this zone, by default UTC, as an instant; None if nothing was typed.

    Raises NotDone if there is no such zone or time.
    """
    if not typed.strip():
        return None
    if zone and zone not in zones():
        raise NotDone("Choose a time zone from the list.")
    try:
        found = parse_datetime(typed.strip()[:40])
    except ValueError:
        found = None
    if found is None:
        raise NotDone("Write the start time like 2030-01-31 18:00.")
    try:
        return (found if found.tzinfo is not None else found.replace(tzinfo=ZoneInfo(zone or "UTC"))).astimezone(UTC)
    except OverflowError:
        raise NotDone("Write the start time like 2030-01-31 18:00.") from None


def why_not_deleted(cycle: Cycle) -> str | None:
    """Return the reason why a game cannot be deleted, or None if it can."""
    if cycle.starts_at <= timezone.now():
        return "This game has begun. Its journal is kept for good."
    if cycle.fork_of_id is not None or Entry.objects.filter(cycle=cycle).count() > BEGINNING:
        return "Something has happened in this game already. Its journal is kept for good."
    if Player.objects.filter(cycle=cycle).exists():
        return "Somebody plays in this game."
    return None


def delete_by_form(by: Person, slug: str, typed: Mapping[str, str]) -> str:
    """Delete a game that never began, and log it. Return its title.

    Raises NotDone with the reason if it cannot be deleted.
    """
    with transaction.atomic():
        cycle = Cycle.objects.select_for_update().filter(slug=slug, practice=False).first()
        if cycle is None:
            raise NotDone("There is no such game.")
        if why := why_not_deleted(cycle):
            raise NotDone(why)
        reason = reason_in(typed)
        title, book = cycle.title, cycle.book
        notify_signed_up(cycle, f"{title}, which you signed up for, was deleted before it began: {reason}")
        cycle.delete()
        book.delete()
        log_staff_act(by, f"deleted {title}, which never began", reason=reason)
    return title
