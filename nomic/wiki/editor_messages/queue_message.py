"""Decides whether an editor gets a message, which is stored as a row and sent by the publishing worker.

A message is sent automatically if the settings say so, or at an admin's request. There is one message per edit, and an
editor gets at most one a day, whatever pages they edited.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.domain.exceptions import Refused
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import Cause, EditorMessage, Publisher, WikiPage

ONE_IN = timedelta(days=1)


def message_about(page: WikiPage) -> EditorMessage | None:
    """Return the message about the edit that parked the page, or None."""
    if page.parked_edit is None:
        return None
    return EditorMessage.objects.filter(edit=page.parked_edit, editor=page.parked_by).first()


def can_message_editor(page: WikiPage) -> bool:
    """Return whether a message to the editor is possible.

    The page must be parked because of an edit between the markers, and the wiki must have given the editor's name.
    """
    is_edited = page.parked_at is not None and page.parked_cause == Cause.EDITED
    return is_edited and page.parked_edit is not None and bool(page.parked_by)


def queue_message(person: Person, page: WikiPage, edit: str) -> EditorMessage:
    """Queue a message at this person's request. `edit` is the number of the edit that the person has seen.

    Raises Refused with one of these codes: not-staff, no-editor, changed-since, word-already, word-today.
    """
    if not has_duty(person, Duty.WIKI):
        raise Refused("not-staff", "Only admins can write to an editor of the wiki.")
    with transaction.atomic():
        row = WikiPage.objects.select_for_update().get(pk=page.pk)
        if row.parked_edit is not None and str(row.parked_edit) != edit:
            raise Refused("changed-since", "The page has changed on the wiki since you opened it. Look at it again.")
        return _queue(row, person)


def queue_automatic_message(page: WikiPage) -> EditorMessage | None:
    """Queue a message if the settings ask for it and nothing prevents it. Return it, or None.

    The caller holds a transaction.
    """
    if not settings.WIKI_TELL_EDITORS:
        return None
    try:
        return _queue(page, None)
    except Refused:
        return None


def _queue(page: WikiPage, person: Person | None) -> EditorMessage:
    if not can_message_editor(page) or page.parked_edit is None:
        raise Refused("no-editor", "The wiki does not name the editor of this page, so nobody can be written to.")
    # One person may have edited two pages at once, so this single row is the lock for all messages.
    Publisher.objects.get_or_create(pk=1)
    Publisher.objects.select_for_update().get(pk=1)
    if message_about(page) is not None:
        raise Refused("word-already", f"{page.parked_by} has a message about this edit already.")
    open_or_new = Q(state=EditorMessage.State.WAITING) | Q(sent_at__gt=timezone.now() - ONE_IN)
    if EditorMessage.objects.filter(open_or_new, editor=page.parked_by).exists():
        raise Refused("word-today", f"{page.parked_by} got a message within the last day. Try again tomorrow.")
    message = EditorMessage.objects.create(
        page=page,
        title=page.title,
        editor=page.parked_by,
        edit=page.parked_edit,
        by=person,
        name=person.username if person is not None else "",
    )
    wake_publisher(0)
    return message
