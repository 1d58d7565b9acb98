"""The linked people that a game waits for because of an entry. Only these are mentioned."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from allauth.socialaccount.models import SocialAccount

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.discord.models import DiscordLink
from nomic.discord.posts.message_lines import MAX_MENTIONED
from nomic.players.models import Player
from nomic.players.player_tasks import Urgency, clocks_of_kinds, waiting_for

MAX_ASKED = 50  # people whose tasks are read for one message


class Waited:
    """Finds the Discord users that a cycle has been waiting for since given entries.

    `known` holds the users that were mentioned before, each with the instant of the entry, so that none is mentioned
    twice.
    """

    def __init__(self, cycle: Cycle, entries: Sequence[Entry], known: Iterable[tuple[str, str]] = ()) -> None:
        self._known = set(known)
        self._cycle, self._since = cycle, {entry.at for entry in entries}
        self._text = " ".join(str(words) for entry in entries for words in entry.words)
        self._begun = self._find() if entries else []

    def by(self, entry: Entry) -> list[str]:
        """Return the users for whom a task began with this entry and is still open.

        They are included if others wait for them or if the entry names them. A vote on a proposal mentions nobody.
        """
        words = " ".join(map(str, entry.words))
        found = [
            user
            for name, user, at, others_wait in self._begun
            if at == entry.at and name != entry.actor and (others_wait or _names(words, name))
        ]
        fresh = [user for user in dict.fromkeys(found) if (user, entry.at.isoformat()) not in self._known]
        self._known |= {(user, entry.at.isoformat()) for user in fresh[:MAX_MENTIONED]}
        return fresh[:MAX_MENTIONED]

    def _find(self) -> list[tuple[str, str, datetime, bool]]:
        playing = Player.objects.filter(cycle=self._cycle, left_at=None, person__is_active=True)
        people = {each.name: each.person for each in playing.select_related("person") if each.person is not None}
        users = users_of(people.values())
        due = {
            name
            for clocks in clocks_of_kinds()
            for clock in clocks(self._cycle)
            if clock.began_at in self._since
            for name in clock.players
        }
        wanted = [
            name for name, person in people.items() if person.pk in users and (name in due or _names(self._text, name))
        ]
        found = []
        for name in wanted[:MAX_ASKED]:
            person = people[name]
            ctx = ReadContext(self._cycle, Actor.person(person), self._cycle.now())
            for each in waiting_for(ctx):
                if each.task.began_at is not None:
                    others_wait = each.kind.urgency == Urgency.OTHERS_WAIT
                    found.append((name, users[person.pk], each.task.began_at, others_wait))
        return found


def users_of(people: Iterable[Person]) -> dict[int, str]:
    """Return the Discord user ids of these people, by their primary keys. People without a link are left out."""
    pks = [person.pk for person in people]
    logins = SocialAccount.objects.filter(provider="discord", user__in=pks).order_by("-pk")
    found = dict(logins.values_list("user_id", "uid"))
    return found | dict(DiscordLink.objects.filter(person__in=pks).values_list("person_id", "user"))


def _names(words: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None
