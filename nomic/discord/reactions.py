"""Reactions 👍 👎 to a proposal's message, counted as votes of linked people (R10).

A reaction counts when it is read. Only changes have an effect: a vote given otherwise remains until the person's
reactions change.
"""

from collections.abc import Iterable, Mapping
from urllib.parse import quote

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import KeyReused, Refusal
from nomic.cycles.models import Entry, Status
from nomic.discord.linking import people_of
from nomic.discord.models import Post, Reaction
from nomic.discord.posts.people_to_mention import users_of
from nomic.discord.posts.threads import place_of
from nomic.discord.protocol.rest import MessageGone, TooFast, request_discord
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people
from nomic.notices.pages_with_tasks import pages_to_vote_on
from nomic.outbox.delivery_errors import DeliveryError, Retryable
from nomic.proposals.models import Proposal, ProposalStatus, Vote

UP, DOWN = "👍", "👎"
SKINS = dict.fromkeys(range(0x1F3FB, 0x1F400))  # emoji modifiers for skin tones, which are ignored
MAX_POSTS = 50  # messages that are read in one run
PAGE = 100  # users in one answer
MAX_USERS = 1000  # who are read for one emoji
NO_VOTE = "none"
UNHEARD = NoticeKind(
    "discord-reaction", "A reaction of yours on Discord did not count", Heading.LAW, open_pages=pages_to_vote_on
)


def read_reactions() -> int:
    """Read the reactions to all open proposals in channels that count them. Return the number of votes given."""
    now = timezone.now()
    rows = Post.objects.filter(
        Q(channel__quiet_until=None) | Q(channel__quiet_until__lte=now),
        ended_at=None,
        subject__startswith="vote ",
        channel__counts_reactions=True,
        channel__stopped_at=None,
        channel__cycle__status=Status.RUNNING,
        channel__cycle__hidden_at=None,
    ).exclude(message="")
    given = 0
    for post in rows.select_related("channel__cycle").order_by(F("read_at").asc(nulls_first=True), "pk")[:MAX_POSTS]:
        Post.objects.filter(pk=post.pk).update(read_at=now)
        code = post.subject.partition(" ")[2]
        is_open = {"cycle": post.channel.cycle, "code": code, "status": ProposalStatus.OPEN, "sealed": False}
        if not Proposal.objects.filter(**is_open).exists():
            continue  # a sealed vote is not given in public
        try:
            votes = _votes_under(post)
        except TooFast:
            break
        except MessageGone as trouble:
            Post.objects.filter(pk=post.pk).update(ended_at=now, trouble=trouble.reason)
            continue
        except DeliveryError:  # The sender reports channel errors, so they are ignored here.
            continue
        given += _give(post, code, votes)
    return given


def _votes_under(post: Post) -> dict[str, str]:
    """Return the votes that the reactions mean, by user. Both reactions together mean unclear.

    Raises DeliveryError if Discord does not answer.
    """
    message = f"/channels/{place_of(post)}/messages/{post.message}"
    answer = request_discord("GET", message).data
    found = answer.get("reactions") or [] if isinstance(answer, dict) else None
    if not isinstance(found, list):
        raise Retryable("Discord did not say which reactions there are")
    emojis = [each.get("emoji") if isinstance(each, dict) else None for each in found]
    names = [str(each.get("name")) for each in emojis if isinstance(each, dict)]
    for_, against = (
        {user for name in names[:100] if name.translate(SKINS) == emoji for user in _users(message, name)}
        for emoji in (UP, DOWN)
    )
    return {
        user: "unclear" if user in for_ and user in against else "for" if user in for_ else "against"
        for user in for_ | against
    }


def _users(message: str, emoji: str) -> Iterable[str]:
    """Yield the users who gave this reaction, at most `MAX_USERS`. Raises DeliveryError if Discord does not answer."""
    after = "0"
    for _ in range(MAX_USERS // PAGE):
        answer = request_discord("GET", f"{message}/reactions/{quote(emoji, safe='')}?limit={PAGE}&after={after}").data
        if not isinstance(answer, list) or not all(isinstance(each, dict) and "id" in each for each in answer):
            raise Retryable("Discord did not say who reacted")
        users = [str(each["id"]) for each in answer]
        yield from users
        if len(users) < PAGE:
            return
        after = users[-1]
    raise Retryable(f"more than {MAX_USERS} people reacted")  # a part of them would take back the others' votes


def _give(post: Post, code: str, votes: Mapping[str, str]) -> int:
    """Give the votes of people whose reactions have changed. Return the number of votes."""
    last: dict[int, Reaction] = {}
    for row in Reaction.objects.filter(post=post).select_related("person").order_by("number"):
        last[row.person_id] = row
    wanted = {person: votes[user] for user, person in people_of(votes).items()}
    linked = users_of(row.person for row in last.values())
    for row in last.values():  # whoever is not linked any more keeps their vote
        if row.person_id in linked:
            wanted.setdefault(row.person, NO_VOTE)
    given = 0
    for person, vote in wanted.items():
        before = last.get(person.pk)
        if not person.is_active or vote == (NO_VOTE if before is None else before.vote):
            continue
        number = 1 if before is None else before.number + 1
        if vote == NO_VOTE and before is not None and before.vote != _vote_now(post, code, person):
            # They have voted by other means since.
            Reaction.objects.get_or_create(post=post, person=person, number=number, defaults={"vote": vote})
        else:
            given += _vote(post, code, person, vote, number)
    return given


def _vote_now(post: Post, code: str, person: Person) -> str | None:
    cast = Vote.objects.filter(proposal__cycle=post.channel.cycle, proposal__code=code, name=person.username)
    return cast.values_list("vote", flat=True).first()


def _vote(post: Post, code: str, person: Person, vote: str, number: int) -> bool:
    """Give a vote, and record the result. Return whether it was given. If it is refused, the person gets a notice."""
    cycle, entry, why = post.channel.cycle, "", ""
    args, key = {"proposal": code, "vote": vote}, f"discord-reaction:{post.pk}:{number}"
    try:
        entry = perform(cycle.slug, Actor.person(person), "vote", args, idempotency_key=key).entry.key
    except KeyReused:  # read by two at once, in between two changes: the next look decides
        return False
    except Refusal as refusal:
        why = "" if getattr(refusal, "code", "") == "same-vote" else refusal.detail
    with transaction.atomic():
        made = {"vote": vote, "entry": entry}
        _, is_new = Reaction.objects.get_or_create(post=post, person=person, number=number, defaults=made)
        if why and is_new:
            text = f"{cycle.title}: your reaction on Discord did not count. {why}"
            notify_people([person], UNHEARD.name, text, post.lines[0]["link"], cycle)
    return bool(entry)


def is_by_reaction(entry: Entry) -> bool:
    """Return whether an entry is a vote that was given by a reaction."""
    return entry.action == "vote" and Reaction.objects.filter(entry=entry.key).exists()
