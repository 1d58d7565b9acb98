"""Export of all data that the host stores about a person, as one JSON document."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils.http import content_disposition_header

from nomic.accounts.login_history import sign_ins_of
from nomic.accounts.models import ApiToken, Person
from nomic.comments.models import Comment, EarlierText, Following, Mute, Report, TimeOut
from nomic.cycles.models import Entry, Status
from nomic.cycles.sealed_arguments import typed_args
from nomic.forecast.models import Simulation
from nomic.notices.models import Notice, NoticeSettings, Webhook
from nomic.office.models import StaffAct
from nomic.players.models import JoinRequest, Player
from nomic.proposals.models import Draft, Suggestion

AT_ONCE = 200  # entries in memory
LEFT_OUT = "drafts, notices and sealed values of running games; where notices are sent to"
ALL = Q()

_encode = DjangoJSONEncoder(ensure_ascii=False, indent=1).encode
PROFILE = (
    *("display_name", "picture", "wiki_name"),
    *("suspended_until", "suspended_why", "suspended_reply", "suspended_answer"),
    *("email", "zone"),
)


def own_data(person: Person, *, by_staff: bool = False) -> Iterator[str]:
    """Yield the document in pieces: the account, its related rows, and every act in the journals, oldest first.

    It contains no hash of the password or of a token. If `by_staff` is set, it leaves out what only the person may know
    about running games: drafts, notices, and sealed values. It also leaves out the addresses of webhooks and browsers,
    since anybody who knows one can send to it.
    """
    yield _encode(_account(person, by_staff=by_staff))[:-1].rstrip() + ',\n "acts": [\n'
    is_first = True
    for entry in _acts(person):
        is_public = by_staff and entry.cycle.status == Status.RUNNING
        yield ("" if is_first else ",\n") + _encode(_act(entry, entry.args if is_public else typed_args(entry)))
        is_first = False
    yield "\n]}\n"


def file_header(person: Person) -> str:
    """Return the header that names the file after the person."""
    return content_disposition_header(True, f"{person.username}, data of Infinite Nomic.json") or "attachment"


def _account(person: Person, *, by_staff: bool) -> dict[str, Any]:
    mine = {"person": person}
    seen = ~Q(cycle__status=Status.RUNNING) if by_staff else Q()
    return {
        "account": {
            "name": person.username,
            **{name: getattr(person, name) for name in PROFILE},
            "joined_at": person.date_joined,
            "last_login": person.last_login,
            "seen_at": person.seen_at,
            "seen_before": person.seen_before,
        },
        "email_addresses": list(EmailAddress.objects.filter(user=person).values("email", "verified", "primary")),
        "accounts_elsewhere": list(
            SocialAccount.objects.filter(user=person).values(
                "provider", "uid", "extra_data", "date_joined", "last_login"
            )
        ),
        "tokens": list(
            ApiToken.objects.filter(**mine).values("name", "prefix", "created_at", "last_used_at", "revoked_at")
        ),
        "left_out": LEFT_OUT if by_staff else "",
        **_notified(person, seen, by_staff=by_staff),
        **_written(person, seen),
        "plays": list(
            Player.objects.filter(**mine, cycle__fork_of=None).values("cycle__slug", "name", "joined_at", "left_at")
        ),
        "signed_in": list(sign_ins_of(person).values("attempt_time", "logout_time", "ip_address", "user_agent")),
        "mutes": list(Mute.objects.filter(**mine).values_list("other__username", flat=True)),
        "reports": list(Report.objects.filter(**mine).values("comment", "because", "reported_at")),
        "log": list(StaffAct.objects.filter(about=person.username).values("at", "by", "did", "reason")),
        "asked_to_join": list(JoinRequest.objects.filter(**mine).values("cycle__slug", "asked_at", "approved_at")),
    }


def _notified(person: Person, seen: Q, *, by_staff: bool) -> dict[str, Any]:
    """Return a person's notifications, and where they are sent."""
    return {
        "notice_settings": _rows(NoticeSettings, person),
        "notices": _rows(Notice, person, seen | Q(cycle=None)),
        "notices_sent_to": list(
            Webhook.objects.filter(Q(person=person) | Q(browser_of=person)).values(
                "channel", "sent_at", *(() if by_staff else ("url",))
            )
        ),
        "discord": list(
            Person.objects.filter(pk=person.pk, discord_link__isnull=False).values(
                "discord_link__user", "discord_link__made_at"
            )
        ),
    }


def _written(person: Person, seen: Q) -> dict[str, Any]:
    """Return everything that a person has written or requested other than by acts."""
    mine = {"person": person}
    return {
        "simulations": list(Simulation.objects.filter(**mine).values("cycle__slug", "weeks", "asked_at")),
        "drafts": _rows(Draft, person, seen),
        "suggestions": _rows(Suggestion, person),
        "follows": _rows(Following, person),
        "comments": list(
            Comment.objects.filter(**mine).values(
                "id", "cycle__slug", "topic", "quote", "text", "posted_at", "edited_at", "hidden_at", "hidden_because"
            )
        ),
        "earlier_texts": list(EarlierText.objects.filter(comment__person=person).values("comment", "text", "until")),
        "time_outs": list(TimeOut.objects.filter(**mine).values("until", "by", "because")),
    }


def _rows(model: Any, person: Person, seen: Q = ALL) -> list[dict[str, Any]]:
    fields = [field.name for field in model._meta.concrete_fields if field.name not in ("id", "person")]
    return list(model._default_manager.filter(seen, person=person).values(*fields))


def _acts(person: Person) -> Iterator[Entry]:
    mine = Entry.objects.filter(cycle__fork_of=None, actor__in=person.names()).exclude(actor_kind="system")
    return mine.select_related("cycle").order_by("pk").iterator(chunk_size=AT_ONCE)


def _act(entry: Entry, args: dict[str, Any]) -> dict[str, Any]:
    return {
        "cycle": entry.cycle.slug,
        "entry": entry.seq,
        "at": entry.at,
        "action": entry.action,
        "args": args,
        "words": entry.words,
    }
