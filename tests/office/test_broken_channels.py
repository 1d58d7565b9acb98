"""The Office names a webhook or channel that does not work, and waits only if it has worked before."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from nomic.discord.models import Channel
from nomic.discord.posts.paused_channels_concern import paused_channels
from nomic.notices.models import Webhook
from nomic.office.concerns import CheckContext
from nomic.office.site_problems import deliveries
from tests.support.hall import Hall

OF: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "webhook": (Webhook, deliveries, {"url": "https://discord.com/api/webhooks/1/x"}),
    "discord-channel": (Channel, paused_channels, {"number": "7"}),
}


@pytest.mark.parametrize("kind", OF)
@pytest.mark.parametrize(
    ("worked", "fails_for", "trouble", "is_named"),
    [
        (False, None, "", False),  # nothing was sent yet
        (False, 0, "no server of that name", True),
        (True, None, "", False),
        (True, 5, "it did not answer", False),  # it may come back
        (True, 11, "it did not answer", True),
        (False, 0, "switched off by Keeper", False),
    ],
)
def test_what_never_worked_is_named_at_once(
    hall: Hall, kind: str, worked: bool, fails_for: int | None, trouble: str, is_named: bool
) -> None:
    """A wrong address is a mistake of now. One that worked gets ten minutes. A keeper may switch one off."""
    table, found_by, more = OF[kind]
    now = timezone.now()
    row = table.objects.create(
        cycle=hall.cycle,
        trouble=trouble,
        sent_at=now - timedelta(days=1) if worked else None,
        failing_since=None if fails_for is None else now - timedelta(minutes=fails_for),
        **more,
    )
    found = list(found_by(CheckContext(now)))
    assert [trouble in each.summary for each in found] == ([True] if is_named else [])
    row.trouble, row.stopped_at = trouble or "it refused", now
    row.save()
    assert len(list(found_by(CheckContext(now)))) == (not trouble.startswith("switched off by"))


def test_it_leads_to_where_it_is_changed(hall: Hall) -> None:
    """Of a game in the Office, of practice in the admin."""
    type(hall.cycle).objects.filter(pk=hall.pk).update(practice=False)
    row = Webhook.objects.create(cycle=hall.cycle, url="https://x.example/", failing_since=timezone.now(), trouble="no")
    (found,) = deliveries(CheckContext(timezone.now()))
    assert found.link == f"/office/cycles/{hall.slug}/channels/#webhook-{row.pk}"
    type(hall.cycle).objects.filter(pk=hall.pk).update(practice=True)
    (found,) = deliveries(CheckContext(timezone.now()))
    assert found.link.startswith("/admin/")
