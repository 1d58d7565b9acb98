"""Export of all data that the host stores about a person, as one JSON document."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core.serializers.json import DjangoJSONEncoder

from nomic.accounts.models import ApiToken, Person
from nomic.comments.models import Comment, Following
from nomic.cycles.commitments import typed_args
from nomic.cycles.models import Entry
from nomic.notices.models import Notice, NoticeSettings
from nomic.players.models import JoinRequest, Player
from nomic.proposals.models import Draft, Suggestion

AT_ONCE = 200  # entries in memory

_encode = DjangoJSONEncoder(ensure_ascii=False).encode


def own_data(person: Person) -> Iterator[str]:
    """Yield the document in pieces: the account, its related rows, and every act in the journals, oldest first.

    It contains no hash of the password or of a token.
    """
    yield _encode(_account(person))[:-1] + ',\n"acts": [\n'
    is_first = True
    for entry in _acts(person):
        yield ("" if is_first else ",\n") + _encode(_act(entry))
        is_first = False
    yield "\n]}\n"


def _account(person: Person) -> dict[str, Any]:
    mine = {"person": person}
    return {
        "account": {
            "name": person.username,
            "display_name": person.display_name,
            "picture": person.picture,
            "wiki_name": person.wiki_name,
            "suspended_until": person.suspended_until,
            "suspended_why": person.suspended_why,
            "suspended_reply": person.suspended_reply,
            "email": person.email,
            "zone": person.zone,
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
        "notice_settings": _rows(NoticeSettings, person),
        "notices": _rows(Notice, person),
        "drafts": _rows(Draft, person),
        "suggestions": _rows(Suggestion, person),
        "follows": _rows(Following, person),
        "comments": list(
            Comment.objects.filter(**mine).values("cycle__slug", "topic", "quote", "text", "posted_at", "edited_at")
        ),
        "plays": list(
            Player.objects.filter(**mine, cycle__fork_of=None).values("cycle__slug", "name", "joined_at", "left_at")
        ),
        "asked_to_join": list(JoinRequest.objects.filter(**mine).values("cycle__slug", "asked_at", "approved_at")),
    }


def _rows(model: Any, person: Person) -> list[dict[str, Any]]:
    fields = [field.name for field in model._meta.concrete_fields if field.name not in ("id", "person")]
    return list(model._default_manager.filter(person=person).values(*fields))


def _acts(person: Person) -> Iterator[Entry]:
    mine = Entry.objects.filter(cycle__fork_of=None, actor__in=person.names()).exclude(actor_kind="system")
    return mine.select_related("cycle").order_by("pk").iterator(chunk_size=AT_ONCE)


def _act(entry: Entry) -> dict[str, Any]:
    return {
        "cycle": entry.cycle.slug,
        "entry": entry.seq,
        "at": entry.at,
        "action": entry.action,
        "args": typed_args(entry),
        "words": entry.words,
    }
