"""The caller of a command, what they have typed, and the cycle to which the command applies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import settled_cycle
from nomic.cycles.visibility import readable
from nomic.discord.models import Channel
from nomic.effects.prose.english_grammar import listed
from nomic.players.models import Player

MAX_CYCLES = 100
MAX_NAMED = 5  # cycles

Choices = Iterable[tuple[str, str]]  # (label, value) of what can be chosen for an option


@dataclass(frozen=True)
class Call:
    """An interaction of a linked person. `key` identifies it; `typed` holds its options as texts, by name.

    `channels` are the ids of the Discord channel from which it was sent and, if that is a thread, of the thread's
    channel. `typing` is the text of the option that the person is typing in.
    """

    person: Person
    key: str
    typed: Mapping[str, str]
    channels: Sequence[str] = ()
    typing: str = ""

    @cached_property
    def actor(self) -> Actor:
        return Actor.person(self.person)

    def cycles(self) -> list[Cycle]:
        """Return the running cycles in which the person plays, real ones first, the newest first."""
        playing = Player.objects.filter(person=self.person, left_at=None).values("cycle")
        rows = Cycle.objects.filter(pk__in=playing, fork_of=None, status=Status.RUNNING)
        return list(rows.order_by("practice", "-starts_at", "-pk")[:MAX_CYCLES])

    def cycle_here(self) -> str:
        """Return the slug of the one running cycle that posts to the channel, or "" if there is not exactly one."""
        if not self.channels:
            return ""
        here = Channel.objects.filter(readable("cycle__"), number__in=self.channels, cycle__status=Status.RUNNING)
        rows = here.order_by()
        found = list(rows.values_list("cycle__slug", flat=True).distinct()[:2])
        return found[0] if len(found) == 1 else ""

    def cycle_named(self) -> str:
        """Return the slug of the typed cycle, or of the channel's cycle, or "".

        A cycle is recognised by its slug or title. Text that does not name a cycle is returned unchanged.
        """
        typed = self.typed.get("cycle", "").strip()
        if not typed or Cycle.objects.filter(slug=typed).exists():
            return typed or self.cycle_here()
        real = Cycle.objects.filter(readable(), fork_of=None, practice=False, status=Status.RUNNING)[:MAX_CYCLES]
        found = {row.slug for row in (*self.cycles(), *real) if row.title.casefold() == typed.casefold()}
        return found.pop() if len(found) == 1 else typed

    def read_context(self) -> ReadContext:
        """Return the read context of the cycle that the person means: the named one, the channel's, or their only one.

        Practice cycles count only if the person does not play in a real one. Raises BadArguments if it is unclear which
        cycle is meant, and NoSuchCycle if the named one does not exist.
        """
        slug = self.cycle_named()
        if not slug:
            found = self.cycles()
            found = [cycle for cycle in found if not cycle.practice] or found
            if not found:
                raise BadArguments.on("", "You play in no running cycle. Join one with /join.")
            if len(found) > 1:
                raise BadArguments.on("cycle", f"You play in {_named(found)}. Say which one with the option “cycle”.")
            slug = found[0].slug
        cycle = settled_cycle(slug)
        return ReadContext(cycle, self.actor, cycle.now())


def _named(cycles: Sequence[Cycle]) -> str:
    """Return the titles of the first cycles in words."""
    titles = [cycle.title for cycle in cycles[:MAX_NAMED]]
    left = len(cycles) - len(titles)
    return listed([*titles, *([f"{left} more"] if left else [])])
