"""Creation of notices and their deliveries, in the transaction of the act that they are about.

Acts call `notify`, or `notify_each` if each player gets a text of their own. Other code calls `notify_in` for players
of a cycle and `notify_people` for anybody.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from nomic.accounts.confirmed_emails import confirmed_among
from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle
from nomic.cycles.visibility import may_read
from nomic.db import Prepared
from nomic.law.schema.text_types import shortened
from nomic.notices.kinds import NoticeKind, kind_named
from nomic.notices.models import MAX_LINK_LENGTH, MAX_TEXT_LENGTH, Delivery, Notice, NoticeSettings, Webhook
from nomic.outbox.wake_worker import wake_worker
from nomic.players.models import Player

# Gives people on the site time to read it there, and combines several notices into one mail.
EMAIL_AFTER = timedelta(minutes=1)
MAX_COUNTED = 100

_heard: ContextVar[list[tuple[str, str]] | None] = ContextVar("heard", default=None)

Wishes = dict[int, NoticeSettings]  # by the primary key of the person


@contextmanager
def collect_notices() -> Iterator[list[tuple[str, str]]]:
    """Context manager that collects notices instead of sending them.

    Yields a list of pairs of player and title of the kind.
    """
    names: list[tuple[str, str]] = []
    token = _heard.set(names)
    try:
        yield names
    finally:
        _heard.reset(token)


def notify(ctx: ReadContext, players: Iterable[str], kind: str, text: str, link: str = "") -> int:
    """Notify these players of the context's cycle, and return the number of notices.

    `kind` is a declared kind of notices, `link` a path on this site or "". Call this in the act's transaction. Forks
    and replays send no notices. Former players and players without an account get none. Raises KeyError for an
    undeclared kind.
    """
    return len(notify_in(ctx.cycle, players, kind, text, link))


def notify_each(ctx: ReadContext, texts: Mapping[str, str], kind: str, link: str = "") -> int:
    """Notify players like `notify`, each with their own text, and return the number of notices.

    `texts` is by player's name.
    """
    return len(_notify(ctx.cycle, texts, kind, link))


def notify_in(cycle: Cycle, players: Iterable[str], kind: str, text: str, link: str = "") -> list[Notice]:
    """Notify players like `notify`, outside of an act, and return the notices. The caller must be in a transaction."""
    return _notify(cycle, dict.fromkeys(players, text), kind, link)


def _notify(cycle: Cycle, texts: Mapping[str, str], kind: str, link: str) -> list[Notice]:
    declared = kind_named(kind)
    heard = _heard.get()
    if not texts or (cycle.fork_of_id is not None and heard is None):
        return []
    playing = Player.objects.filter(cycle=cycle, name__in=texts, left_at=None, person__is_active=True)
    recipients = {
        each.name: (each.person, texts[each.name])
        for each in playing.select_related("person").order_by("name")
        if each.person is not None
    }
    is_seen = declared.is_seen_alone and _is_played_alone(cycle, recipients)
    return _create_notices(list(recipients.values()), declared, link, cycle, are_seen=is_seen)


def _is_played_alone(cycle: Cycle, names: Iterable[str]) -> bool:
    """Return whether these names are the owner of a practice cycle, who plays it with bots alone.

    Nothing happens there without them: they move its clock and see what it brings, and its times pass for nobody else.
    """
    if not cycle.practice or [*names] != [cycle.owner_name]:
        return False
    return (
        not Player.objects.filter(cycle=cycle, left_at=None, person__isnull=False)
        .exclude(name=cycle.owner_name)
        .exists()
    )


def notify_people(people: Iterable[Person], kind: str, text: str, link: str = "", cycle: Cycle | None = None) -> int:
    """Notify people, whether they are players or not, and return the number of notices.

    The parameters are those of `notify`; `cycle` is the cycle that the notice is about, if any. The caller must be in a
    transaction.
    """
    return len(_create_notices([(person, text) for person in people], kind_named(kind), link, cycle))


NamesShown = Callable[[Cycle, str], str]
_names_shown: list[NamesShown] = []


def show_names_by(rewrite: NamesShown) -> None:
    """Register how the words of a notice get the names that the pages of its cycle show, where these differ."""
    _names_shown.append(rewrite)


def _with_names_shown(cycle: Cycle, text: str) -> str:
    for rewrite in _names_shown:
        text = rewrite(cycle, text)
    return text


def _create_notices(
    recipients: Sequence[tuple[Person, str]],
    kind: NoticeKind,
    link: str,
    cycle: Cycle | None,
    *,
    are_seen: bool = False,
) -> list[Notice]:
    """Create the notices and their deliveries, and return the notices.

    For people who mute the kind, and for all with `are_seen`, they are created as read and not sent.
    """
    heard = _heard.get()
    if heard is not None:
        heard += [(person.username, kind.title) for person, _ in recipients]
        return []
    if cycle is not None and cycle.hidden_at is not None:
        recipients = [(person, text) for person, text in recipients if may_read(cycle, person)]
    if not recipients:
        return []
    if cycle is not None and cycle.practice:
        recipients = [(person, _with_names_shown(cycle, text)) for person, text in recipients]
    wishes = _wishes(person.pk for person, _ in recipients) if kind.is_sent else {}
    muting = {person for person, wish in wishes.items() if kind.name in wish.muted_kinds}
    silent = {person.pk for person, _ in recipients if are_seen or person.pk in muting}
    notices = _insert(recipients, kind, link, cycle, silent)
    if kind.is_sent:
        _send([notice for notice in notices if notice.person_id not in silent], kind, wishes)
    return notices


def _insert(
    recipients: Sequence[tuple[Person, str]], kind: NoticeKind, link: str, cycle: Cycle | None, silent: set[int]
) -> list[Notice]:
    """Insert the notices. Those of the people in `silent` are read already.

    A link that is too long is dropped, because a cut one is useless.
    """
    now = timezone.now()
    return Notice.objects.bulk_create(
        Notice(
            person=person,
            cycle=cycle,
            kind=kind.name,
            text=shortened(text, MAX_TEXT_LENGTH),
            link=link if len(link) <= MAX_LINK_LENGTH else "",
            created_at=now,
            read_at=now if person.pk in silent else None,
        )
        for person, text in recipients
    )


def _wishes(people: Iterable[int]) -> Wishes:
    """Return the notice settings of people who have saved some, by person."""
    return {row.person_id: row for row in NoticeSettings.objects.filter(person__in=[*people])}


def _send(notices: list[Notice], kind: NoticeKind, wishes: Wishes) -> None:
    """Create the deliveries for people who want this kind sent."""
    if not notices:
        return
    people = [notice.person_id for notice in notices]
    hooks = defaultdict(list)
    for row in Webhook.objects.filter(Q(person__in=people) | Q(browser_of__in=people), stopped_at=None).order_by("pk"):
        hooks[row.person_id or row.browser_of_id].append(row)
    mailed = confirmed_among(notice.person_id for notice in notices if notice.person.email)
    now = timezone.now()
    deliveries = []
    for notice in notices:
        wish = wishes.get(notice.person_id)
        if wish is not None and kind.name in wish.unsent_kinds:
            continue
        parts = {"notice": notice, "text": notice.text, "link": notice.link}
        if notice.person_id in mailed and (wish is None or wish.by_email):
            deliveries.append(Delivery(**parts, person=notice.person, next_at=now + EMAIL_AFTER))
        deliveries += [Delivery(**parts, webhook=hook, next_at=now) for hook in hooks[notice.person_id]]
    Delivery.objects.bulk_create(deliveries)
    if any(delivery.webhook_id is not None for delivery in deliveries):
        wake_sender()


def wake_sender() -> None:
    """Wake a worker to send the waiting deliveries."""
    wake_worker("nomic.notices.tasks.deliver_notices")


_unread = Prepared(
    lambda person: (
        Notice.objects.filter(person_id=person, read_at=None).order_by().values_list("pk", flat=True)[:MAX_COUNTED]
    ),
    int,
)


def unread_count(person: Person) -> int:
    """Return the number of a person's unread notices, counted up to MAX_COUNTED."""
    return len(_unread.all(person.pk))


def mark_read(person: Person, notices: Iterable[int] | None = None) -> int:
    """Mark a person's notices as read: the given ones, or all. Return how many were unread.

    Other people's notices are ignored.
    """
    unread = Notice.objects.filter(person=person, read_at=None)
    if notices is not None:
        unread = unread.filter(pk__in=list(notices))
    return unread.update(read_at=timezone.now())
