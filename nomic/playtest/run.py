"""Runs a playtest: agents with different personas play a practice cycle through the API, day by day."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.cycles.creation import create_cycle
from nomic.playtest.agents.agent import SeasonPlayer, held_by
from nomic.playtest.agents.corrections import Amends
from nomic.playtest.agents.goals import goal_of
from nomic.playtest.agents.personas import CHARACTERS, PersonaHabits
from nomic.playtest.client.session import Caller, Json, SessionLog
from nomic.playtest.client.transports import Door, Within
from nomic.playtest.seeded_world import World

KEEPER = "Keeper"  # an admin who owns the cycle
DAYS_A_WEEK = 7
MAX_WEEKS = 52
Show = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """The law, the number of days, and the density of a playtest.

    The density is the number of turns per day, and of rounds in matches after each turn. With `until_won` the playtest
    continues after these days until a player wins, for a year at most.
    """

    law: str = "cycle-16"
    days: int = 8 * DAYS_A_WEEK
    seed: str = "1"
    until_won: bool = False
    times_a_day: int = 2
    rounds: int = 4
    characters: Sequence[PersonaHabits] = CHARACTERS
    outage_on: int = 11  # day
    corrections: int = 2  # at most
    slug: str = ""


@dataclass
class Sample:
    """A daily sample: each player's possessions, and counts of the cycle."""

    day: int
    holdings: dict[str, dict[str, int]]
    entries: int
    revision: int
    judge: tuple[str, str] | None = None  # name and time of appointment


@dataclass
class Season:
    """A playtest in progress, and its results so far."""

    plan: Plan
    world: World
    slug: str
    keeper: Caller
    players: list[SeasonPlayer]
    book: SessionLog
    amends: Amends
    samples: list[Sample] = field(default_factory=list)
    days: int = 0
    cycle: Json = field(default_factory=dict)

    def play(self, show: Show = lambda line: None) -> None:
        """Play until the last day, or the end of the cycle."""
        self._sample()
        for day in range(MAX_WEEKS * DAYS_A_WEEK if self.plan.until_won else self.plan.days):
            for _ in range(self.plan.times_a_day):
                self._round(day)
                self.keeper.act("advance-clock", {"minutes": 24 * 60 // self.plan.times_a_day})
            if day == self.plan.outage_on:
                self._outage()
            self.amends.make()
            self.days = day + 1
            self._sample()
            show(self._line())
            if self.is_over:
                break

    @property
    def is_over(self) -> bool:
        """True if the cycle has ended."""
        return self.cycle.get("status") == "ended"

    def nearest(self) -> tuple[str, str, int, int] | None:
        """Return the player closest to winning under the law in force, or None if the law does not say how to win.

        The result is (name, item or value, amount, required amount).
        """
        goal = goal_of(self.keeper.read("law/").get("document") or {})
        names = [player["name"] for player in self.keeper.read("players/").get("items", ())]
        if goal is None or not names:
            return None
        thing, enough = next(iter(goal.wins.items()))
        has = {name: held_by(self.keeper, name).get(thing, 0) for name in names}
        first = max(sorted(has), key=lambda name: has[name])
        return first, thing, has[first], enough

    @property
    def elected(self) -> list[tuple[int, str]]:
        """The day and name of each new Judge, as far as the samples at the end of days show them."""
        found: list[tuple[int, str]] = []
        before = None
        for sample in self.samples:
            if sample.judge is not None and sample.judge != before:
                found.append((sample.day, sample.judge[0]))
            before = sample.judge
        return found

    def _round(self, day: int) -> None:
        """Give every agent a turn, in the day's own order.

        Then they play in matches as long as anybody moves.
        """
        order = list(self.players)
        luck = self.world.luck(f"order {day} {self.world.now}")
        luck.shuffle(order)
        for player in order:
            player.take_turn(day)
        for _ in range(self.plan.rounds):
            awake = [player for player in order if player.plays and luck.random() < player.character.visits]
            if not sum(player.play() for player in awake):
                break

    def _outage(self) -> None:
        """Record an outage of three hours yesterday; the history within it is rewritten."""
        now = self.world.now + timedelta(seconds=self.keeper.read("")["clock_ahead_seconds"])
        began = now - timedelta(hours=20)
        args = {"began": began.isoformat(), "ended": (began + timedelta(hours=3)).isoformat(), "reason": "The wires."}
        self.keeper.act("record-outage", args)

    def _sample(self) -> None:
        self.cycle = self.keeper.read("")
        holdings = {}
        for player in self.keeper.read("players/").get("items", ()):
            holdings[player["name"]] = {**player["items"], "cards": player["cards"]}
        court = self.keeper.read("court/")
        judge = (court["judge"], court["since"]) if court.get("judge") else None
        self.samples.append(Sample(self.days, holdings, self.cycle["seq"], self.cycle["revision"], judge))

    def _line(self) -> str:
        return (
            f"day {self.days}: {self.cycle['seq']:,} entries, law {self.cycle['revision']}, "
            f"{self.book.requests:,} requests, {len(self.book.faults)} faults"
        )


def open_playtest(plan: Plan, world: World, door: Callable[[], Door] = Within) -> Season:
    """Create a practice cycle with its keeper and the future players, and return its season.

    Each has a token and a transport of their own, which `door` returns. The world must be in force.
    """
    book = SessionLog()
    people = {
        name: Person.objects.get_or_create(
            username=name, defaults={"is_staff": name == KEEPER, "is_superuser": name == KEEPER}
        )[0]
        for name in (KEEPER, *(character.name for character in plan.characters))
    }
    cycle = create_cycle(
        plan.law, slug=plan.slug or f"season-{plan.law}", practice=True, owner_name=KEEPER, published=True
    )
    callers = {
        name: Caller(world, book, cycle.slug, name, issue_token(person, "season")[1], door())
        for name, person in people.items()
    }
    players = [
        SeasonPlayer(character, callers[character.name], world.luck(character.name)) for character in plan.characters
    ]
    return Season(plan, world, cycle.slug, callers[KEEPER], players, book, Amends(callers[KEEPER], plan.corrections))
