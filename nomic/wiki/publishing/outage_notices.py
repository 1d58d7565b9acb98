"""Notices to staff that nothing is published: at once if the account is refused, after an hour if the wiki is down.

Staff are notified again every day while the failure lasts, and once when it is over. Another kind of failure in between
is reported at once. Mail goes to staff who have a confirmed address and want such mails; the notice on the site goes to
all staff.
"""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from nomic.accounts.admin_permission import admins
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people
from nomic.wiki.models import Publisher

STANDS_STILL = NoticeKind("wiki-stop", "Publishing to the wiki has stopped", Heading.STAFF)
AFTER = timedelta(hours=1)  # of waiting for a wiki that is away
AGAIN_AFTER = timedelta(days=1)
MAX_KINDS = 20  # of failures, reported at once during one outage
MAX_PER_REASON = 180  # characters in a notice
WAITING = "waiting"
SET_IT = "An owner sets it in the office, under Connections; operators set WIKI_USER and WIKI_PASSWORD."
# Advice by words of the reason. The first match counts.
TO_DO = (
    ("are not set", f"Make a bot password (Special:BotPasswords on the wiki). {SET_IT}"),
    ("did not let the account in", f"Make a new bot password (Special:BotPasswords). {SET_IT}"),
    ("block", "Ask an admin of the wiki to lift the block."),
    ("as a bot", "Ask an admin of the wiki to put the account into the group of bots again."),
    ("read", "Ask an admin of the wiki to let the account read and edit there."),
    ("", "Ask an admin of the wiki to let the account edit again."),
)


def is_due(publisher: Publisher) -> bool:
    """Return whether staff should be notified of the failure now."""
    now, since = timezone.now(), publisher.since
    if since is None or (publisher.stopped_at is None and now - since < AFTER):
        return False
    is_new = _kind(publisher) not in publisher.told_of and len(publisher.told_of) < MAX_KINDS
    return is_new or publisher.told_at is None or publisher.told_at <= now - AGAIN_AFTER


def notify_if_due(publisher: Publisher) -> None:
    """Notify staff of the failure if a notice is due, and record that in the row.

    The caller locks and saves the row.
    """
    if not is_due(publisher):
        return
    notify_people(admins(), STANDS_STILL.name, _words(publisher), _link())
    publisher.told_at = timezone.now()
    publisher.told_of = [*(kind for kind in publisher.told_of if kind != _kind(publisher)), _kind(publisher)]


def notify_that_it_is_over(publisher: Publisher) -> None:
    """Notify staff of the recovery, if they were notified of the failure. The caller holds a transaction."""
    if publisher.told_at is None or publisher.since is None:
        return
    text = (
        f"Pages are published to the wiki again. Nothing was published since {_at(publisher)}; "
        "what has changed is being written now."
    )
    notify_people(admins(), STANDS_STILL.name, text, _link())


def _kind(publisher: Publisher) -> str:
    """Return the kind of failure: the reason up to its first colon, because the wiki's own words after it vary."""
    return publisher.reason.partition(":")[0][:100] if publisher.stopped_at is not None else WAITING


def _words(publisher: Publisher) -> str:
    reason = publisher.reason.rstrip(".")
    reason = reason if len(reason) <= MAX_PER_REASON else f"{reason[: MAX_PER_REASON - 1]}…"
    begin = f"Nothing has been published to the wiki since {_at(publisher)}: {reason}."
    if publisher.stopped_at is None:
        return (
            f"{begin} Nothing is lost: it is retried automatically, at least once an hour. If this "
            "lasts, check whether the wiki works and whether this machine can reach it."
        )
    to_do = next(words for sign, words in TO_DO if sign in reason)
    return f"{begin} {to_do} Then press Try again here; otherwise it is checked once an hour."


def _at(publisher: Publisher) -> str:
    return f"{publisher.since:%d %B, %H:%M} UTC"


def _link() -> str:
    return reverse("admin:wiki_publisher_changelist")
