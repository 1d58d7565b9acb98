"""Who wants to win reads in the law what wins and what leads there, whichever law that is."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from nomic.cycles import creation
from nomic.law.document.templates import document_of
from nomic.playtest.agents.agent import SeasonPlayer
from nomic.playtest.agents.agent_turn import AgentTurn
from nomic.playtest.agents.goals import Goal, WayToObtain, goal_of
from nomic.playtest.agents.personas import CHARACTERS, PersonaHabits
from nomic.playtest.agents.trades import answer_and_offer_trades
from nomic.playtest.client.session import Answer, Json
from nomic.playtest.run import Plan, open_playtest
from nomic.playtest.seeded_world import World

KEEN = replace(next(each for each in CHARACTERS if each.name == "Kirsten"), strives=1.0, how_often=0, visits=1)


def goal(law: str) -> Goal:
    found = goal_of(document_of(law))
    assert found is not None
    return found


def way(law: str, action: str, **args: str) -> WayToObtain:
    (found,) = [each for each in goal(law).ways_by(action) if each.args == args]
    return found


@pytest.mark.parametrize(("law", "enough"), [("cycle-16", 10), ("exoptwosis", 25)])
def test_chips_win_and_vertebrae_buy_them(law: str, enough: int) -> None:
    """So who wants to win spends them on nothing else; what a law says otherwise is read there."""
    found = goal(law)
    assert found.wins == {"Chip": enough}
    assert found.means == {"Vertebra"}
    assert found.worth["Vertebra"] == pytest.approx(0.95 / 25)
    assert found.gain(way(law, "buy", offer="Chip")) > 0 > found.gain(way(law, "buy", offer="Handy Pack"))
    dearer = document_of(law)
    dearer["shop"]["offers"]["Chip"]["costs"] = {"Vertebra": 50}
    again = goal_of(dearer)
    assert again is not None
    assert again.worth["Vertebra"] == pytest.approx(0.95 / 50)


def test_lamps_win_and_go_out_again() -> None:
    """So nobody lights the first before there is enough for all of them, and more of the Oil that they burn."""
    found = goal("ministry-of-lamps")
    assert found.wins == {"Light": 12}
    assert found.means == {"Oil", "Wick"}
    assert (found.fleeting, found.upkeep) == ({"Light"}, {"Oil"})
    lamp = way("ministry-of-lamps", "light-lamp")
    assert found.is_early(lamp, {"Oil": 12, "Wick": 12})
    assert found.is_early(lamp, {"Oil": 21, "Wick": 11})
    assert not found.is_early(lamp, {"Oil": 21, "Wick": 12})
    assert not found.is_early(lamp, {"Light": 8, "Oil": 7, "Wick": 4})
    assert found.gain(lamp) > 0
    for action in ("sell-oil", "pour-tea", "keep-watch", "hand-over"):
        assert found.gain(way("ministry-of-lamps", action)) < 0, action


def test_where_no_clause_says_who_wins_there_is_no_goal() -> None:
    assert goal_of(document_of("dungeon")) is None
    assert goal_of({}) is None


class Says:
    """A caller to whom the API says what the test wants, and who notes what is done."""

    name = "Kirsten"

    def __init__(self, **reads: Json) -> None:
        self.reads = reads
        self.acts: list[tuple[str, Json]] = []

    def read(self, path: str, **query: Any) -> Json:
        return self.reads.get(path.rstrip("/").replace("/", "_"), {})

    def act(self, action: str, args: Json) -> Answer:
        self.acts.append((action, args))
        return Answer(201, {})


def visit_of(caller: Any, character: PersonaHabits = KEEN) -> AgentTurn:
    choices = {"to": [], "gives_cards": []}
    offers = {name: {"choices": choices} for name in ("offer-trade", "consent-trade", "counter-trade")}
    return AgentTurn(character, caller, random.Random(3), 1, offers, goal=goal("cycle-16"))


def lots(**items: int) -> list[Json]:
    return [{"kind": "item", "name": name, "count": count, "missing": False} for name, count in items.items()]


@pytest.mark.parametrize(
    ("gives", "gets", "done"),
    [
        (lots(Vertebra=20), lots(Chip=1), ["consent-trade"]),
        (lots(Vertebra=30), lots(Chip=1), []),
        (lots(Chip=1), lots(Vertebra=20), []),
    ],
)
def test_a_trade_is_good_where_it_leads_there(gives: list[Json], gets: list[Json], done: list[str]) -> None:
    """What is given is worth less than what is got; else nobody who wants to win consents."""
    offered = {"code": "x", "version": 1, "maker": "Ada", "other": "Kirsten", "willing": ["Ada"]}
    caller = Says(trades={"items": [{**offered, "maker_gives": gets, "other_gives": gives}]})
    answer_and_offer_trades(visit_of(caller))
    assert [action for action, _ in caller.acts if action != "offer-trade"] == done


@pytest.mark.parametrize(
    ("ada", "wants"), [({"Chip": 2, "Vertebra": 2}, {"Chip": 1}), ({"Vertebra": 9}, {"Vertebra": 3})]
)
def test_what_leads_nowhere_is_offered_for_what_wins(ada: Json, wants: Json) -> None:
    """To whoever has it, and for what is paid for it."""
    players = [{"name": "Ada", "items": ada}, {"name": "Kirsten", "items": {"Gem Key": 1, "Vertebra": 9}}]
    caller = Says(players={"items": players})
    for _ in range(9):
        answer_and_offer_trades(visit_of(caller))
        if caller.acts:
            break
    assert caller.acts[0] == ("offer-trade", {"gives": {"Gem Key": 1}, "wants": wants, "to": "Ada"})


def test_what_wins_is_not_fed_to_a_slot_machine() -> None:
    """What asks for it is declined, by the last option where one has to be chosen."""
    player = SeasonPlayer(KEEN, Says(), random.Random(1))  # type: ignore[arg-type]  # it says what a caller would
    player._goal = goal("cycle-16")
    options = [{"value": "Yes"}, {"value": "No"}]
    asked = {"prompt": "Feed it a Chip?", "kind": "offer", "options": options, "most": 1}
    assert player._chosen_answer({**asked, "least": 0}) == []
    assert player._chosen_answer({**asked, "least": 1}) == ["No"]


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Callable[..., None]:
    """Has Cycle 16 be won by a Chip, which costs so much."""
    for name in ("API_RATE_LIMIT", "COSTLY_LIMIT"):
        setattr(settings, name, "100000000/min")
    cache.clear()

    def costs(price: int) -> None:
        law = document_of("cycle-16")
        law["shop"]["offers"]["Chip"]["costs"] = {"Vertebra": price}
        law["rules"]["victory"]["clauses"]["most"]["wins"]["all"][0]["is"][2] = 1
        monkeypatch.setattr(creation, "document_of", lambda template, **_: law)

    return costs


@pytest.mark.django_db
@pytest.mark.parametrize("until_won", [False, True])
def test_a_season_ends_with_a_victory(cheap: Callable[..., None], until_won: bool) -> None:
    """On the day on which it is won, whether its weeks are over or not; until then it says who is nearest."""
    cheap(20)
    world = World("1")
    with world.in_force():
        plan = Plan(days=2, until_won=until_won, characters=[KEEN], times_a_day=1, rounds=0, corrections=0)
        season = open_playtest(plan, world)
        assert season.nearest() is None  # nobody plays yet
        season.play()
        assert season.is_over
        assert season.cycle["winner"] == "Kirsten"
        assert season.days <= 2
        assert season.nearest() == ("Kirsten", "Chip", 1, 1)


@pytest.mark.django_db
def test_it_goes_on_after_its_weeks_until_somebody_wins(
    cheap: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a year at most; of three days here."""
    cheap(10_000)
    monkeypatch.setattr("nomic.playtest.run.MAX_WEEKS", 1)
    monkeypatch.setattr("nomic.playtest.run.DAYS_A_WEEK", 3)
    world = World("1")
    with world.in_force():
        plan = Plan(days=1, until_won=True, characters=[KEEN], times_a_day=1, rounds=0, corrections=0)
        season = open_playtest(plan, world)
        season.play()
        assert (season.days, season.is_over) == (3, False)
        assert season.nearest() == ("Kirsten", "Chip", 0, 1)
