"""Answers to a parked page: restore it, adopt the edit as a proposal, leave it, or try again.

An answer applies to the state of the page that its author saw. If the page has been edited again, or answered by
somebody else, the answer is refused and nothing changes. If the page is edited before the publisher reaches it, the
page is parked again.
"""

import hashlib
from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.domain.exceptions import Refused
from nomic.wiki.models import NOT_TAKEN, Answer, Given, Resolution, WikiPage
from nomic.wiki.publishing import parked_banner
from nomic.wiki.publishing.outcomes import unpark

RESOLUTIONS = {
    Given.PUT_BACK: Resolution.OURS,
    Given.NOTED: Resolution.NOTED,
    Given.ADOPTED: Resolution.OURS,  # the law's words hold until the vote; the edit's words are in the proposal
}


def as_seen(page: WikiPage) -> str:
    """Return a short digest of the state that an answer refers to: why the page was parked, and its edited text."""
    text = "\0".join((page.parked_cause, page.parked_reason, parked_banner.remove_banner(page.parked_text)))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def answer_parked_page(
    person: Person, page: WikiPage, given: Given, seen: str, operations: list[dict[str, Any]] | None = None
) -> Answer:
    """Store the answer and act on it.

    `operations` are the amendments made from an adopted edit. The caller checks whether the person may propose. Raises
    Refused if the person may not give this answer, if the page is not parked, or if it has changed since `seen`.
    """
    if given != Given.ADOPTED and not has_duty(person, Duty.WIKI):
        raise Refused("not-staff", "Only admins can resolve a wiki page.")
    with transaction.atomic():
        row = WikiPage.objects.select_for_update().get(pk=page.pk)
        if row.parked_at is None:
            last = Answer.objects.filter(page=row).first()
            by = f" {last.name} has answered: {last.get_given_display()}." if last is not None else ""
            raise Refused("not-set-aside", f"This page is resolved already.{by}")
        if not as_seen(row) == as_seen(page) == seen:
            raise Refused("changed-since", "The page has changed on the wiki since you opened it. Look at it again.")
        if given == Given.AGAIN and row.parked_cause not in NOT_TAKEN:
            raise Refused("not-refused", "You can retry only a page that the wiki has refused.")
        if given == Given.LEFT:
            if row.left_at is not None:
                raise Refused("left-already", "The page is already left unchanged.")
            WikiPage.objects.filter(pk=row.pk).update(left_at=timezone.now())
        else:
            # Trying again decides nothing about an edit. An earlier decision is carried out once the wiki takes the
            # page.
            unpark(row, RESOLUTIONS.get(given, Resolution(row.resolution)))
        return Answer.objects.create(
            page=row,
            given=given,
            by=person,
            name=person.username,
            reason=row.parked_reason,
            revid=row.parked_revid,
            difference=row.parked_difference,
            operations=operations or [],
        )
