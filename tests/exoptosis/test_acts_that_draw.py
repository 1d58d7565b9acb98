"""Every act that draws has its entry with its draws, whatever is sent with it and whatever comes in between (R126).

The acts are those that are declared; nothing here names one. What any of them draws is overheard where it is drawn.
"""

import contextlib
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from django.db.models import Q
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exoptosis.law.shop_catalogues import packs_of
from nomic.chance.draw_source import Source
from nomic.cycles import event_bus
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Choices, action_named, actions_of
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused
from nomic.cycles.models import Entry
from tests.support.hall import ADMIN, Hall, OpenCycle, cycle_16

PLAYERS = ("ada", "bob", "eve")
ODD: tuple[Any, ...] = (None, -1, 0, 10**30, True, 1.5, "", "nothing of this name", [], [[1]], {}, {"kind": "play"})
WAYS = ("fits", "missing", "odd", "more", "other", "refused", "bad", "broken", "twice", "waits")
OPENED = count()
Draws = list[tuple[str, int, int]]
Overheard = dict[str, dict[Source, Draws]]


@pytest.fixture
def overheard(monkeypatch: pytest.MonkeyPatch) -> Overheard:
    """What was drawn, by the id of the entry and its source, written or not; what is drawn aside is no dice.

    An entry whose past is told anew has a source for each telling.
    """
    found: Overheard = defaultdict(lambda: defaultdict(list))
    below = Source.below

    def listen(self: Source, sides: int, label: str, purpose: str) -> int:
        value = below(self, sides, label, purpose)
        if " " not in self._entry:
            found[self._entry][self].append((label, sides, value))
        return value

    monkeypatch.setattr(Source, "below", listen)
    return found


class Interrupted:
    """A watcher that says no, or breaks, after everything else of an act is done."""

    def __init__(self) -> None:
        self.how = ""

    def __call__(self, act: ActionContext) -> None:
        if act.actor.is_system:
            return
        if self.how == "refused":
            raise Refused("no", "The rules say no.")
        if self.how == "bad":
            raise BadArguments.on("answers/0", "not as it was wished")
        if self.how == "broken":
            raise LookupError(act.action.name)


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Interrupted]:
    watcher = Interrupted()
    monkeypatch.setattr(event_bus, "_wiring", event_bus.wiring())
    event_bus.subscribe(event_bus.on_every_act(watcher.__call__, after=event_bus.all_others))
    yield watcher
    watcher.how = ""


@pytest.fixture
def rich(open_cycle: OpenCycle) -> Hall:
    """A hall in which everybody has everything that does something."""
    law = cycle_16()
    card = [{"add": {"card": "random"}, "n": 1, "to": "inventory", "of": "$me"}]
    law["rules"]["card-gifting"]["clauses"]["give"]["do"][2] = {**card[0], "of": "$to"}
    law["rules"]["card-gifting"]["body"] = ""
    law["rules"]["card-gifting"]["clauses"]["give"]["says"] = "Give a gift."
    for offer in law["shop"]["offers"].values():
        offer["gives"] = card
    hall = open_cycle(law, joined=PLAYERS)
    for player in PLAYERS:
        hall.grant(player, "Vertebra", 500)
        for item in {*packs_of(hall.cycle.law), "Reconfiguration Token"}:
            hall.grant(player, item, 20)
        for species in ("5", "Ace"):
            hall.grant_card(player, species)
    return hall


class Tries:
    """Somebody who tries acts in every way."""

    def __init__(self, hall: Hall, interrupted: Interrupted, seed: int) -> None:
        self.hall = hall
        self.interrupted = interrupted
        self.dice = random.Random(seed)

    def every_act(self, ways: list[str]) -> None:
        """Every act that a player or an admin can choose, each in one of these ways; but for the end of the cycle."""
        chosen = [action for action in actions_of(self.hall.read_context(ADMIN)) if action.name != "stop-cycle"]
        for place, action in enumerate(chosen):
            self.tries(action, ways[place % len(ways)])

    def tries(self, action: Action, way: str) -> None:
        player = ADMIN if action.is_admin else self.dice.choice(PLAYERS)
        with contextlib.suppress(Refusal):
            perform(self.hall.slug, self.hall.actor(player), "join", {})  # who has left comes back
        args = self.arguments(action, player)
        if way == "missing" and args:
            args.pop(self.dice.choice(sorted(args)))
        elif way == "odd" and args:
            args[self.dice.choice(sorted(args))] = self.dice.choice(ODD)
        elif way == "more":
            args |= {"answers": [["nothing"]], "of no use": 1}
        elif way == "other":
            player = self.dice.choice([*PLAYERS, "zoe"])
        elif way == "waits":
            self.hall.clock.wait(hours=self.dice.randrange(1, 30))
        self.interrupted.how = way
        for _ in range(2 if way == "twice" else 1):
            self.attempt(lambda: perform(self.hall.slug, self.hall.actor(player), action.name, args))
        self.interrupted.how = ""

    def attempt(self, act: Callable[[], Any]) -> None:
        """Whatever comes of it: what breaks before a draw is an error, of which nothing stands."""
        with contextlib.suppress(Refusal, LookupError):
            act()

    def arguments(self, action: Action, player: str) -> dict[str, Any]:
        """What the act offers to be chosen, and something for the rest."""
        offered: Choices = {}
        with contextlib.suppress(Refusal):
            offered = action.choices(self.hall.read_context(player)) if action.choices is not None else {}
        args: dict[str, Any] = {}
        for name, schema in action.schema()["properties"].items():
            choices = [choice.value for choice in offered.get(name, ())]
            if choices:
                value = self.dice.choice(choices)
                args[name] = [value] if schema.get("type") == "array" else value
            elif "default" not in schema:
                args[name] = {"integer": 1, "array": [], "object": {}}.get(schema.get("type", ""), "for the test")
        return args


def stands(hall: Hall, overheard: Overheard) -> set[str]:
    """Every draw that was made is in the journal, in its place, as often as it is told; the acts that drew."""
    here = Q(cycle=hall.pk) | Q(cycle__fork_of=hall.pk)  # and in the histories that were replaced
    entries = {entry.key: entry for entry in Entry.objects.whole().filter(here)}
    written: dict[str, Draws] = {
        key: [(draw.label, draw.sides, draw.value) for draw in entry.draws]
        for key, entry in entries.items()
        if entry.draws
    }
    assert overheard.keys() == written.keys(), "a draw was made and is not in the journal"
    for key, drawn in overheard.items():
        assert all(draws == written[key] for draws in drawn.values()), entries[key].words
    return {entries[key].action for key in overheard}


def test_R126_every_act_that_draws_has_its_entry_however_it_is_tried(
    rich: Hall, overheard: Overheard, interrupted: Interrupted
) -> None:
    """Each act in each way, one after the other."""
    tries = Tries(rich, interrupted, 1)
    for way in WAYS:  # while everybody still has what they are for
        for name in ("use-reconfiguration-token", "open-pack", "buy"):
            tries.tries(action_named(name, rich.cycle.law), way)
    for way in WAYS:
        tries.every_act([way])
    drew = stands(rich, overheard)
    reroll = {"luck_reroll"}  # its draws are those of the act that is done anew, and none where that contradicts others
    failed = {entry.action for entry in rich.entries() if entry.failure is not None} - reroll
    assert drew >= {"buy", "gift", "open-pack", "use-reconfiguration-token"}
    assert drew >= failed >= {"open-pack", "use-reconfiguration-token"}
    rich.is_sound()


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), ways=st.lists(st.sampled_from(WAYS), min_size=50, max_size=50))
def test_R126_in_any_order_of_ways(
    open_cycle: OpenCycle, overheard: Overheard, interrupted: Interrupted, seed: int, ways: list[str]
) -> None:
    """And in any mixture of them."""
    overheard.clear()
    hall = open_cycle(slug=f"hall-{next(OPENED)}", joined=PLAYERS)
    for pack in packs_of(hall.cycle.law):
        hall.grant("ada", pack, 5)
    Tries(hall, interrupted, seed).every_act(ways)
    stands(hall, overheard)
