"""What people answer about a page that was set aside: put it back, adopt the edit as a proposal, leave it, try again.

An answer is for what whoever gives it has seen. Where the page was edited again meanwhile, or somebody else was
faster, it is refused and nothing changes; where it is edited again before the publisher has come to it, the page is set
aside anew.
"""

import hashlib
from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.rights import is_admin
from nomic.cycles.domain.exceptions import Refused
from nomic.wiki.models import NOT_TAKEN, Answer, Given, Resolution, WikiPage
from nomic.wiki.publishing import banner
from nomic.wiki.publishing.outcomes import unpark

RESOLUTIONS = {
    Given.PUT_BACK: Resolution.OURS,
    Given.NOTED: Resolution.NOTED,
    Given.ADOPTED: Resolution.OURS,  # the law's words hold until the vote; the edit's are in the proposal
}


def as_seen(page: WikiPage) -> str:
    """A short name of what there is to answer about: why the page was set aside, and how people left it."""
    text = "\0".join((page.parked_cause, page.parked_reason, banner.without(page.parked_text)))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def answer(
    person: Person, page: WikiPage, given: Given, seen: str, operations: list[dict[str, Any]] | None = None
) -> Answer:
    """Record the answer and carry it out. `operations`: the amendments that an adopted edit becomes.

    Whether somebody may propose is for the caller to ask. Raises Refused for whoever may not answer so, and where
    there is nothing, or something else, to answer about by now.
    """
    if given != Given.ADOPTED and not is_admin(person):
        raise Refused("not-staff", "Only admins answer this about a page of the wiki.")
    with transaction.atomic():
        row = WikiPage.objects.select_for_update().get(pk=page.pk)
        if row.parked_at is None:
            last = Answer.objects.filter(page=row).first()
            by = f" {last.name} has answered: {last.get_given_display()}." if last is not None else ""
            raise Refused("not-set-aside", f"There is nothing to answer any more.{by}")
        if not as_seen(row) == as_seen(page) == seen:
            raise Refused("changed-since", "The page was changed on the wiki since you looked. Look at it again.")
        if given == Given.AGAIN and row.parked_cause not in NOT_TAKEN:
            raise Refused("not-refused", "Only a page that the wiki does not take is tried again.")
        if given == Given.LEFT:
            if row.left_at is not None:
                raise Refused("left-already", "The page is left as it is already.")
            WikiPage.objects.filter(pk=row.pk).update(left_at=timezone.now())
        else:
            # Trying again is no decision about an edit: what was decided before is carried out if the wiki takes it.
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
