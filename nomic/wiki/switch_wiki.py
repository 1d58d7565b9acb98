"""Change of wiki: what is recorded about pages on the previous wiki does not apply to the new one."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import Cause, EditorMessage, Publisher, Resolution, WikiPage

NEVER_PUBLISHED: dict[str, Any] = {
    "published_at": None, "published_revid": None, "published_text": "", "published_digest": "", "sent": [],
    "links_due_at": None, "compare_at": None, "bannered_at": None, "left_at": None,
}  # fmt: skip
NOT_PARKED: dict[str, Any] = {
    "parked_at": None, "parked_reason": "", "parked_cause": Cause.NONE, "parked_revid": None, "parked_text": "",
    "parked_difference": "", "parked_by": "", "parked_summary": "", "parked_edit": None, "resolution": Resolution.NONE,
}  # fmt: skip
NO_FAILURE: dict[str, Any] = {
    "attempts": 0, "next_try_at": None, "rests_until": None, "trouble": "", "failing_since": None, "told_at": None,
}  # fmt: skip
UNCLAIMED: dict[str, Any] = {
    "claim": "",
    "claimed_by": "",
    "claimed_at": None,
    "claimed_until": None,
    "claimed_stale": None,
}


def begin_on_another_wiki() -> int:
    """Treat all pages as never published, and schedule them for publishing. Return their number.

    Texts that our account has saved are still known, so a copy of the previous wiki is overwritten. A running attempt
    loses its lease. Waiting messages to editors of the previous wiki are not sent.
    """
    with transaction.atomic():
        EditorMessage.objects.filter(state=EditorMessage.State.WAITING).update(
            state=EditorMessage.State.WITHHELD, reason="The site publishes to another wiki now."
        )
        count = WikiPage.objects.update(
            stale_since=timezone.now(), **NEVER_PUBLISHED, **NOT_PARKED, **NO_FAILURE, **UNCLAIMED
        )
        Publisher.objects.filter(pk=1).update(changes_at=None, changes_seen={})
    wake_publisher(0)
    return count
