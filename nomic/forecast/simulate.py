"""Simulation of some weeks with bots under a law, in a separate cycle that is deleted afterwards."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count

from nomic.chance.draw_source import Source
from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, action_named, availability
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.history.replay import discard_fork
from nomic.cycles.journal.append import apply_act, lock_cycle, save_cycle
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle_locked
from nomic.forecast.bot_matches import play_on, played_in
from nomic.inventory.models import Balance, Card
from nomic.matches.simulation.run import Played

BOTS = ("Ada", "Ben", "Cleo", "Dora")
MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
DAYS = 7
MOVES = "Make a move"
ACTS_A_DAY = 2  # of each bot
TRIES = 3
CARDS = "cards"
# Actions that bots do not perform: joining and leaving, voting, comments, and what others would have to answer.
LEFT = ("admin", "practice", "system", "corrections", "proposals", "court", "trades")
COME_AND_GO = ("join", "leave")
LEFT_OUT = ("withdraw-", "vote-", "stand-for-")  # prefixes of actions that undo others, and of elections
Json = dict[str, Any]


class Week:
    """A simulated week: final amounts by bot and item, the number of each act, and the matches that ended in it."""

    def __init__(
        self, held: dict[str, dict[str, int]], acts: Mapping[str, int], matches: Sequence[tuple[str, Played]] = ()
    ) -> None:
        self.held = held
        self.acts = acts
        self.matches = matches


def slug_of(simulation: int) -> str:
    """Return the common prefix of the slugs of a simulation's cycles."""
    return f"simulated~{simulation}~"


def weeks_under(
    document: dict[str, Any], weeks: int, seed: str, slug: str, should_continue: Callable[[], bool]
) -> list[Week]:
    """Simulate `weeks` weeks with bots under a law, in short transactions. Stops when `should_continue` returns False.

    Returns the finished weeks.
    """
    luck = random.Random(seed)  # noqa: S311  # who does what when is no secret
    cycle = _begun(document, f"{slug}{fresh_hex(6)}")
    try:
        return list(_weeks(cycle.slug, weeks, luck, should_continue))
    finally:
        discard_fork(Cycle.objects.get(pk=cycle.pk))


def _weeks(slug: str, weeks: int, luck: random.Random, should_continue: Callable[[], bool]) -> Iterator[Week]:
    chance = Source(fresh_hex(32), "bots")
    for week in range(weeks):
        acts: Counter[str] = Counter()
        for day in range(DAYS):
            for name in luck.sample(BOTS, len(BOTS)):
                if not should_continue():  # a law can cause much work in a day
                    return
                at = MONDAY + timedelta(days=DAYS * week + day, seconds=luck.randrange(60, 20 * 3600))
                acts.update(_come_by(slug, Actor(name), at, luck))
                acts[MOVES] += play_on(slug, at, chance)
        with transaction.atomic():
            cycle = lock_cycle(slug, fork=True)
            settle_locked(cycle, MONDAY + timedelta(days=DAYS * (week + 1)))
            save_cycle(cycle)
            held, matches = _held(cycle), played_in(cycle, MONDAY + timedelta(days=DAYS * week))
        yield Week(held, +acts, matches)


def _begun(document: dict[str, Any], slug: str) -> Cycle:
    with transaction.atomic():
        cycle = create_cycle_row(document, template="simulated", slug=slug, starts_at=MONDAY)
        begin_cycle(cycle)
        cycle.fork_of_id = cycle.pk  # its own id, so that it counts as a fork: no notices are sent and no list shows it
        cycle.save(update_fields=["fork_of"])
        for place, name in enumerate(BOTS):
            join = action_named("join", cycle.law)
            apply_act(cycle, join, join.read({}), Actor(name), MONDAY + timedelta(seconds=place))
        save_cycle(cycle)
    return cycle


def _come_by(slug: str, actor: Actor, at: datetime, luck: random.Random) -> Iterator[str]:
    """Let a bot act during one visit, and yield the titles of its acts."""
    with transaction.atomic():
        cycle = lock_cycle(slug, fork=True)
        at = max(at, cycle.last_at or at)
        settle_locked(cycle, at)
        save_cycle(cycle)
    for _ in range(ACTS_A_DAY if cycle.is_running else 0):
        ctx = ReadContext(cycle, actor, at)
        can = [each.action for each in availability(ctx) if each.available and _is_for_bots(each.action)]
        for action in luck.sample(can, min(TRIES, len(can))):
            done = _tried(slug, action, actor, at, luck)
            if done is not None:
                cycle = done
                yield action.title
                break


def _is_for_bots(action: Action) -> bool:
    return action.channel not in LEFT and action.name not in COME_AND_GO and not action.name.startswith(LEFT_OUT)


def _tried(slug: str, action: Action, actor: Actor, at: datetime, luck: random.Random) -> Cycle | None:
    """Perform an act and return the cycle.

    Returns None if the act was refused or its arguments could not be chosen.
    """
    try:
        with transaction.atomic():
            cycle = lock_cycle(slug, fork=True)
            args = _arguments(action, ReadContext(cycle, actor, at), luck)
            if args is None:
                return None
            apply_act(cycle, action, action.read(args), actor, at)
            settle_locked(cycle, at)
            save_cycle(cycle)
            return cycle
    except Refusal:
        return None


def _arguments(action: Action, ctx: ReadContext, luck: random.Random) -> Json | None:
    """Choose random arguments for an action: an offered choice, or the minimum of a number.

    Returns None if the action requires a text.
    """
    schema = action.schema()
    choices = action.choices(ctx) if action.choices is not None else {}
    values: Json = {}
    for name, shape in schema.get("properties", {}).items():
        offered = [choice.value for choice in choices.get(name, ())]
        if offered:
            value = luck.choice(offered)
            values[name] = [value] if shape.get("type") == "array" else value
        elif name in schema.get("required", ()):
            if shape.get("type") != "integer":
                return None
            values[name] = max(int(shape.get("minimum", 1)), 1)
    return values


def _held(cycle: Cycle) -> dict[str, dict[str, int]]:
    held: dict[str, dict[str, int]] = {name: {} for name in BOTS}
    for holder, item, amount in Balance.objects.filter(cycle=cycle, holder__in=BOTS).values_list(
        "holder", "item", "amount"
    ):
        held[holder][item] = amount
    cards = Card.objects.filter(cycle=cycle, holder__in=BOTS).order_by("holder").values_list("holder")
    for holder, count in cards.annotate(count=Count("pk")):
        held[holder][CARDS] = count
    return held
