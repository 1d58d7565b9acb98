"""The Ministry of Lamps: a game of law files alone. Each of its rules once, by hand."""

import json
import re
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from nomic.clauses.checks.events import emitted_under
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import KeptValue, PendingQuestion
from nomic.clauses.views.values import beside_names
from nomic.cycles.models import Entry
from nomic.effects.language.nodes.item_holders import STORE
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of, law_templates
from nomic.law.rules.tree import rules_of
from nomic.proposals.models import Proposal, ProposalStatus
from tests.support.hall import ADMIN, DAY, HOUR, START, Document, Hall, OpenCycle

NAME = "ministry-of-lamps"
DOCS = Path(__file__).resolve().parents[2] / "docs"
NIGHTS = START + 4 * DAY
WEEK = START + 7 * DAY
STREETS = ["Tallow Row", "Snuffer Lane", "Glass Steps", "Canal Side"]
# What can be told under this law and its rules do not wait for.
NOT_HEARD = {
    "corrections of the past": {
        "act-voided",
        "correction-adopted",
        "correction-dropped",
        "correction-edited",
        "correction-opened",
        "voiding-asked",
    },
    "the week from its other end": {"week-ends"},
    "acts of players, which tell enough besides": {"does"},
}

OpenMinistry = Callable[..., Hall]


def ministry() -> Document:
    return document_of(NAME)


def with_one_outcome(rule: str) -> Document:
    """The law, with nothing else to be met at night."""
    law = ministry()
    outcomes = {id_ for id_, each in law["rules"].items() if each["parent"] == "rounds"}
    return law | {"rules": {id_: each for id_, each in law["rules"].items() if id_ not in outcomes - {rule}}}


@pytest.fixture
def opened(open_cycle: OpenCycle) -> OpenMinistry:
    """Open the Ministry, with three founders: `opened("gentleman")` has one thing to be met at night."""

    def begin(outcome: str = "", *players: str) -> Hall:
        hall = open_cycle(with_one_outcome(outcome) if outcome else ministry(), template=NAME)
        hall.join(*(players or ("ada", "bob", "eve")))
        return hall

    return begin


@pytest.fixture
def town(opened: OpenMinistry) -> Hall:
    return opened()


def kept(hall: Hall, value: str, holder: str = "") -> Any:
    """What a rule keeps now."""
    clause = clauses_of(hall.cycle.law).values[value].clause
    row = KeptValue.objects.filter(cycle=hall.pk, name=value, holder=holder).first()
    if row is None:
        return clause.at_first
    return row.number if clause.kind == "number" else tuple(json.loads(row.members or "[]"))


def let(hall: Hall, value: str, number: int, player: str | None = None) -> None:
    """An admin sets a number."""
    more = {} if player is None else {"player": player}
    hall.do(ADMIN, "correct-value", value=value, number=number, reason="for the test", **more)


def name(hall: Hall, value: str, *members: str) -> None:
    """An admin sets players or names that the cycle keeps."""
    hall.do(ADMIN, "correct-value", value=value, members=list(members), reason="for the test")


def has(hall: Hall, item: str) -> list[int]:
    return [hall.has(player, item) for player in ("ada", "bob", "eve")]


def waits(hall: Hall, about: str) -> PendingQuestion:
    return PendingQuestion.objects.get(cycle=hall.pk, prompt__contains=about)


def read(hall: Hall, text: str) -> bool:
    """Whether everybody read this in the journal."""
    return any(text in line for entry in hall.entries() for line in entry.words)


# ── the law


def test_the_law_has_no_flaws_and_no_python() -> None:
    """It is a folder of files in a room that knows nothing of it."""
    assert flaws_of(ministry()) == []
    assert {path.suffix for path in law_templates()[NAME].iterdir()} == {".yaml"}


def test_it_uses_every_kind_of_clause_and_of_value_and_argument() -> None:
    """But those that need cards."""
    clauses = clauses_of(Law(ministry()))
    assert all((clauses.values, clauses.actions, clauses.bans, clauses.victories, clauses.classes, clauses.outcomes))
    values = [placed.clause for placed in clauses.values.values()]
    assert {each.is_ for each in values} == {"number", "flag", "name", "names", "player", "players"}
    assert {each.seen for each in values} == {"all", "owner", "nobody"}
    said = {argument.is_ for placed in clauses.actions.values() for argument in placed.clause.with_.values()}
    assert said == {"player", "number", "item", "name", "text", "act", "players"}


def test_it_hears_every_event_that_can_be_told_under_its_law() -> None:
    """Each of those it does not hear has its reason."""
    law = Law(ministry())
    heard = set(clauses_of(law).at_events)
    of_games = (
        each for each in emitted_under(law, clauses_of(law)) if each.event.__module__ in sys.modules
    )  # not of examples
    told = {each.kind for each in of_games}
    unheard = set().union(*NOT_HEARD.values())
    assert heard | unheard == told
    assert heard & unheard == set()


def test_every_rule_but_the_words_of_few_acts() -> None:
    """Nobody has to keep anything by hand."""
    assert [id_ for id_, rule in rules_of(Law(ministry())).items() if not rule.clauses] == []


def test_what_the_documents_quote_of_it_is_law() -> None:
    """As it stands, to the word."""
    rules = rules_of(Law(ministry()))
    document = (DOCS / "clauses.md").read_text()
    quoted = re.findall(r"```yaml\n# The Ministry of Lamps: ([a-z-]+)\n(.*?)```", document, re.DOTALL)
    assert [rule for rule, _ in quoted] == ["moths", "decrees", "gentleman"]
    for rule, text in quoted:
        for clause, said in yaml.safe_load(text).items():
            assert rules[rule].clauses[clause] == said


# ── people


def test_who_joins_is_given_something_to_begin_with(town: Hall) -> None:
    """And a file is opened on them."""
    assert [town.has("eve", item) for item in ("Coin", "Oil", "Wick")] == [6, 2, 1]
    assert read(town, "The Ministry has opened a file on eve.")
    assert town.has("cycle", "Coin") == 0  # what the Ministry has nobody of that name has
    town.is_sound()


def test_who_leaves_leaves_it_behind_and_the_fog_grows(town: Hall) -> None:
    """What they kept is gone, too."""
    let(town, "Light", 3, "eve")
    town.do("eve", "leave")
    assert (town.has("eve", "Coin"), kept(town, "Light", "eve"), kept(town, "Fog")) == (0, 0, 6)
    assert kept(town, "The roll") == ()
    town.is_sound()


def test_who_leaves_owes_nothing_and_holds_no_office(town: Hall) -> None:
    """Not even when they are back; their proposal can still be voted on."""
    for office in ("Lamplighter", "Gardener", "Treasurer"):
        name(town, office, "eve")
    let(town, "Debt", 7, "eve")
    proposal = town.propose("eve", **{"class": "plea"})
    town.do("eve", "leave")
    assert [kept(town, office) for office in ("Lamplighter", "Gardener", "Treasurer")] == [(), (), ()]
    assert kept(town, "Debt", "eve") == 0
    town.vote(proposal, ada="for")
    town.clock.wait(days=9)
    town.join("eve")
    assert kept(town, "Debt", "eve") == 0
    town.is_sound()


def test_who_vouches_is_paid(town: Hall) -> None:
    """For each newcomer once."""
    town.clock.to(START + 3 * DAY)
    town.join("zoe")
    before = has(town, "Coin")
    town.do("ada", "declare-reputable", player="zoe")
    assert not town.player("zoe").is_reputable
    town.do("bob", "declare-reputable", player="zoe")
    assert town.player("zoe").is_reputable
    assert [after - was for was, after in zip(before, has(town, "Coin"), strict=True)] == [1, 1, 0]
    town.is_sound()


def test_who_wakes_up_finds_a_wick_once_a_phase(town: Hall) -> None:
    """However often they act in it."""
    town.to(WEEK)
    assert town.player("ada").is_inactive(2)
    for words in ("Good morning.", "Is it Monday?"):
        town.do("ada", "pin-notice", words=words)
        town.clock.wait(days=1)
    assert has(town, "Wick") == [2, 1, 1]
    town.is_sound()


def test_nobody_was_woken_before_the_first_phase(town: Hall) -> None:
    """Phases are counted from 0."""
    more = {"value": "Last waking phase", "player": "eve", "reason": "for the test"}
    town.bad(ADMIN, "correct-value", "number", number=-1, **more)
    town.do(ADMIN, "correct-value", number=0, **more)


def test_who_comes_by_much_oil_spills_some(town: Hall) -> None:
    """Six flasks at once are one too many; five are not."""
    town.grant("ada", "Oil", 6)
    town.grant("bob", "Oil", 5)
    assert has(town, "Oil") == [7, 7, 2]
    town.is_sound()


def test_what_one_has_is_handed_over_but_not_in_fog(town: Hall) -> None:
    """Three times a day, and by who carries a Lantern in fog."""
    town.do("ada", "hand-over", what="Oil", to="bob")
    assert has(town, "Oil") == [1, 3, 2]
    let(town, "Fog", 15)
    assert read(town, "The Fog stands at 15. Mind the canal.")
    assert "Nobody finds anybody" in town.refused("ada", "hand-over", "forbidden", "Fog", what="Oil", to="bob").detail
    town.do("ada", "borrow-lantern")
    for _ in range(2):
        town.do("ada", "hand-over", what="Coin", to="eve")
    town.refused("ada", "hand-over", "too-often", "Possessions", what="Coin", to="eve")
    assert has(town, "Coin") == [3, 6, 8]
    town.is_sound()


# ── lamps and coins


def test_a_lamp_takes_a_wick_and_oil_twice_a_day(town: Hall) -> None:
    """By day only."""
    town.grant("ada", "Wick", 5)
    town.grant("ada", "Oil", 5)
    for _ in range(2):
        town.do("ada", "light-lamp")
    town.refused("ada", "light-lamp", "too-often", "Lamps")
    town.clock.wait(days=1)
    town.do("ada", "light-lamp")
    assert (kept(town, "Light", "ada"), town.has("ada", "Wick"), town.has("ada", "Oil")) == (3, 3, 4)
    town.clock.to(NIGHTS)
    town.refused("ada", "light-lamp", "wrong-phase")
    town.is_sound()


def test_lamps_burn_oil_and_those_without_go_out(town: Hall) -> None:
    """One flask each; the fog grows by as many as go out."""
    let(town, "Light", 5, "ada")
    let(town, "Light", 1, "bob")
    let(town, "Fog", 10)
    town.to(NIGHTS - timedelta(seconds=1))
    fog = kept(town, "Fog")
    town.to(NIGHTS)
    assert [kept(town, "Light", player) for player in ("ada", "bob", "eve")] == [2, 1, 0]
    assert has(town, "Oil") == [0, 1, 2]
    assert kept(town, "Fog") == fog + 3
    town.is_sound()


def test_six_lamps_are_honoured_once(town: Hall) -> None:
    """However often somebody comes to six."""
    for number in (5, 6):
        assert town.has("ada", "Lantern") == 0
        let(town, "Light", number, "ada")
    assert town.has("ada", "Lantern") == 1
    for number in (5, 8):
        let(town, "Light", number, "ada")
    assert (kept(town, "Honoured", "ada"), town.has("ada", "Lantern")) == (1, 1)
    let(town, "Light", 5, "bob")
    assert (kept(town, "Honoured", "bob"), town.has("bob", "Lantern")) == (0, 0)
    town.is_sound()


def test_the_counter_sells_and_buys_by_day(town: Hall) -> None:
    """No more than one has."""
    town.do("ada", "buy-wick")
    assert (town.has("ada", "Coin"), town.has("ada", "Wick")) == (4, 2)
    town.bad("ada", "sell-oil", "flasks", flasks=3)
    town.do("ada", "sell-oil", flasks=2)
    assert (town.has("ada", "Coin"), town.has("ada", "Oil")) == (6, 0)
    town.refused("ada", "sell-oil", "no-number", "counter", flasks=1)
    town.clock.to(NIGHTS)
    town.refused("bob", "buy-wick", "wrong-phase")
    town.is_sound()


def test_what_was_done_by_mistake_is_taken_back(town: Hall) -> None:
    """The Coins are back and the Wick has never been; others' acts stand, and are theirs."""
    bought = town.do("ada", "buy-wick")
    town.do("bob", "buy-wick")
    town.do("ada", "void-act", act=bought.key, reason="I meant oil")
    assert (town.has("ada", "Coin"), town.has("ada", "Wick"), town.has("bob", "Wick")) == (6, 1, 2)
    again = town.do("ada", "buy-wick")
    town.refused("bob", "void-act", "not-yours", "People", act=again.key, reason="x")
    town.is_sound()


def test_a_loan_falls_due_after_three_days(town: Hall) -> None:
    """Who has enough pays; who has not loses a lamp and keeps owing; who has paid before pays nothing."""
    for player in ("ada", "bob", "eve"):
        town.do(player, "borrow-coins", coins=10)
        let(town, "Light", 1, player)
    town.do("eve", "pay-debt")
    town.refused("eve", "borrow-coins", "too-often", "Loans", coins=1)
    for _ in range(8):
        town.do("bob", "buy-wick")
    assert has(town, "Coin") == [16, 0, 4]
    town.to(START + 3 * DAY)
    assert has(town, "Coin") == [4, 0, 4]
    assert [kept(town, "Debt", player) for player in ("ada", "bob", "eve")] == [0, 12, 0]
    assert [kept(town, "Light", player) for player in ("ada", "bob", "eve")] == [1, 0, 1]
    assert read(town, "bob could not pay in time.")
    town.refused("eve", "borrow-coins", "too-often", "Loans", coins=1)
    town.grant("bob", "Coin", 5)
    town.to(START + 4 * DAY)
    assert (town.has("bob", "Coin"), kept(town, "Debt", "bob")) == (5, 12), "it is taken once"
    town.to(WEEK)
    town.do("eve", "borrow-coins", coins=1)
    town.refused("bob", "borrow-coins", "not-so", "Loans", coins=1)
    town.do("bob", "pay-debt")
    assert kept(town, "Debt", "bob") + town.has("bob", "Coin") <= 8
    town.is_sound()


def test_the_garden_grows_and_half_of_it_can_be_harvested(town: Hall) -> None:
    """Day by day up to 60; six flasks at most."""
    assert 14 <= kept(town, "Oil in the garden") <= 24
    let(town, "Oil in the garden", 9)
    town.bad("ada", "harvest", "flasks", flasks=5)
    town.do("ada", "harvest", flasks=4)
    town.refused("ada", "harvest", "too-often", "garden", flasks=1)
    assert (kept(town, "Oil in the garden"), town.has("ada", "Oil")) == (5, 6)
    town.to(START + DAY)
    assert kept(town, "Oil in the garden") in range(5 + 0 + 1 + 1, 5 + 0 + 1 + 5)
    let(town, "Oil in the garden", 60)
    town.bad("bob", "harvest", "flasks", flasks=7)
    town.to(START + 2 * DAY)
    assert kept(town, "Oil in the garden") == 60
    town.is_sound()


def test_the_counter_buys_five_flasks_at_a_time(town: Hall) -> None:
    """Of however many one has."""
    town.grant("ada", "Oil", 5)
    town.bad("ada", "sell-oil", "flasks", flasks=6)
    town.do("ada", "sell-oil", flasks=5)
    assert (town.has("ada", "Coin"), town.has("ada", "Oil")) == (11, 2)


@pytest.mark.parametrize("coins", [0, 11])
def test_a_loan_is_of_one_to_ten_coins(town: Hall, coins: int) -> None:
    town.bad("ada", "borrow-coins", "coins", coins=coins)


def test_who_owes_and_has_no_lamp_loses_none(town: Hall) -> None:
    """There are not fewer than none; and a single Coin pays off a debt of one."""
    town.do("bob", "borrow-coins", coins=1)
    for _ in range(3):
        town.do("bob", "buy-wick")
    town.to(START + 3 * DAY)
    assert (kept(town, "Light", "bob"), kept(town, "Debt", "bob"), town.has("bob", "Coin")) == (0, 2, 0)
    let(town, "Debt", 1, "bob")
    town.grant("bob", "Coin", 1)
    town.do("bob", "pay-debt")
    assert (kept(town, "Debt", "bob"), town.has("bob", "Coin")) == (0, 0)


def test_who_owes_a_single_coin_loses_a_lamp(town: Hall) -> None:
    """And keeps owing it."""
    town.do("bob", "borrow-coins", coins=10)
    town.do(ADMIN, "correct-revoke", player="bob", item="Coin", count=5, reason="for the test")
    let(town, "Light", 1, "bob")
    town.to(START + 3 * DAY)
    assert (kept(town, "Light", "bob"), kept(town, "Debt", "bob"), town.has("bob", "Coin")) == (0, 1, 0)


def rolled(hall: Hall, sides: int) -> list[int]:
    """The dice of so many sides that have been rolled, as they fell."""
    return [draw.value + 1 for entry in hall.entries() for draw in entry.draws if draw.sides == sides]


def test_the_garden_begins_with_twelve_flasks_and_two_dice(town: Hall) -> None:
    assert kept(town, "Oil in the garden") == 12 + sum(rolled(town, 6)[:2])


def test_the_garden_grows_by_a_sixth_half_a_flask_each_and_a_die(town: Hall) -> None:
    town.join("fay")
    let(town, "Oil in the garden", 24)
    before = len(rolled(town, 4))
    town.to(START + DAY)
    (die,) = rolled(town, 4)[before:]
    assert kept(town, "Oil in the garden") == 24 + 4 + 2 + die


def test_a_single_flask_is_harvested(town: Hall) -> None:
    let(town, "Oil in the garden", 2)
    town.do("ada", "harvest", flasks=1)
    assert (kept(town, "Oil in the garden"), town.has("ada", "Oil")) == (1, 3)
    town.refused("bob", "harvest", "no-number", "garden", flasks=1)


@pytest.mark.parametrize(
    ("value", "player", "most"),
    [
        ("Light", "eve", 99),
        ("Debt", "eve", 99),
        ("Seals", "eve", 3),
        ("Oil in the garden", None, 60),
        ("Fog", None, 25),
    ],
)
def test_what_rules_keep_has_bounds(town: Hall, value: str, player: str | None, most: int) -> None:
    """None of it is less than nothing, nor more than the rule says, whoever sets it."""
    whose = {} if player is None else {"player": player}
    let(town, value, 0, player)
    assert kept(town, value, player or "") == 0
    if value not in ("Light", "Fog"):  # which may win the game
        let(town, value, most, player)
        assert kept(town, value, player or "") == most
    for number in (-1, most + 1):
        town.bad(ADMIN, "correct-value", "number", value=value, number=number, reason="for the test", **whose)


# ── offices


def test_somebody_is_treasurer_at_once(town: Hall) -> None:
    """The first who is reputable."""
    assert kept(town, "Treasurer") == ("ada",)
    assert [kept(town, "Seals", player) for player in ("ada", "bob", "eve")] == [1, 0, 0]
    town.is_sound()


def test_offices_are_filled_by_lot_and_each_is_good_for_something(town: Hall) -> None:
    """And have as many Seals as offices."""
    town.to(WEEK)
    holders = [kept(town, office) for office in ("Lamplighter", "Gardener", "Treasurer")]
    assert all(len(each) == 1 for each in holders)
    for player in ("ada", "bob", "eve"):
        assert kept(town, "Seals", player) == holders.count((player,))
    for office in ("Lamplighter", "Gardener", "Treasurer"):
        name(town, office, "bob")
    town.refused("ada", "light-for", "not-so", "Offices", to="bob")
    before, garden = has(town, "Coin"), kept(town, "Oil in the garden")
    town.do("bob", "light-for", to="eve")
    watered = town.do("bob", "water-garden")
    assert [draw.sides for draw in watered.draws] == [4, 4]
    town.do("bob", "pay-wages")
    town.refused("bob", "pay-wages", "too-often")
    assert kept(town, "Light", "eve") == 1
    assert min(garden + 2, 60) <= kept(town, "Oil in the garden") <= min(garden + 8, 60)
    active = [int(not town.player(player).is_inactive(2)) for player in ("ada", "bob", "eve")]
    paid = [after - was for was, after in zip(before, has(town, "Coin"), strict=True)]
    assert paid == [2 * active[0], 3 + 1 + 1 + 2 * active[1], 2 * active[2]]
    town.is_sound()


def test_nobody_holds_an_office_while_nobody_is_reputable(open_cycle: OpenCycle) -> None:
    """Fay joins too late to be a founder, and is Treasurer when she becomes reputable."""
    hall = open_cycle(ministry(), template=NAME)
    hall.to(START + 4 * DAY)
    hall.join("fay")
    hall.to(WEEK)
    offices = ("Lamplighter", "Gardener", "Treasurer")
    assert [kept(hall, office) for office in offices] == [(), (), ()]
    hall.to(WEEK + DAY)
    assert [kept(hall, office) for office in offices] == [(), (), ("fay",)]


def test_wages_are_paid_once_a_phase_whoever_is_treasurer(town: Hall) -> None:
    """Neither a new Treasurer nor a new day brings them again."""
    town.do("ada", "pay-wages")
    name(town, "Treasurer", "bob")
    town.refused("bob", "pay-wages", "too-often")
    town.clock.wait(days=1)
    town.refused("bob", "pay-wages", "too-often")
    town.to(NIGHTS)
    name(town, "Treasurer", "bob")
    town.do("bob", "pay-wages")


def test_a_gardener_adds_two_dice_to_the_garden_and_not_to_the_fog(town: Hall) -> None:
    """Where there is room for it: the garden holds 60 flasks."""
    name(town, "Gardener", "bob")
    let(town, "Oil in the garden", 10)
    fog = kept(town, "Fog")
    rolled = sum(draw.value + 1 for draw in town.do("bob", "water-garden").draws)
    assert (kept(town, "Oil in the garden"), kept(town, "Fog")) == (10 + rolled, fog)


@pytest.mark.parametrize(
    ("office", "act", "rule"),
    [
        ("Lamplighter", "light-for", "Offices"),
        ("Gardener", "water-garden", "Offices"),
        ("Treasurer", "pay-wages", "Wages"),
    ],
)
def test_only_the_holder_of_the_office_that_a_rule_names_may_act(office: str, act: str, rule: str, town: Hall) -> None:
    """Bob has that office and no other, and eve has both others."""
    for each in ("Lamplighter", "Gardener", "Treasurer"):
        name(town, each, "bob" if each == office else "eve")
    args = {"to": "ada"} if act == "light-for" else {}
    town.refused("eve", act, "not-so", rule, **args)
    town.do("bob", act, **args)


def test_a_treasurer_pays_2_coins_to_whoever_is_active_and_1_more_to_themself(town: Hall) -> None:
    """Ada is the first Treasurer, and who has just joined is active."""
    town.do("ada", "pay-wages")
    assert has(town, "Coin") == [6 + 2 + 1, 6 + 2, 6 + 2]


def test_seals_and_titles_are_shown_beside_a_name(town: Hall) -> None:
    let(town, "Seals", 2, "bob")
    let(town, "Light", 6, "bob")
    assert beside_names(town.cycle, ["bob"]) == {"bob": ["Honoured", "Light: 6", "Seals: 2"]}


def test_one_lot_is_drawn_for_each_office(town: Hall) -> None:
    """Among the three who are reputable, and not the fourth, who has just come."""
    town.to(WEEK - DAY)
    town.join("fay")
    town.to(WEEK)
    drawn = [draw.sides for entry in town.entries() if entry.at == WEEK for draw in entry.draws if draw.sides != 4]
    assert drawn == [3, 3, 3]


# ── fog


def test_the_fog_falls_where_three_keep_lamps(town: Hall) -> None:
    """By one a day."""
    for player in ("ada", "bob"):
        let(town, "Light", 1, player)
    town.to(START + DAY)
    assert kept(town, "Fog") == 5
    let(town, "Light", 1, "eve")
    town.to(START + 3 * DAY)
    assert kept(town, "Fog") == 3
    town.is_sound()


def test_the_fog_stands_between_0_and_25(town: Hall) -> None:
    """Whatever happens."""
    let(town, "Fog", 25)
    town.do("eve", "leave")
    assert kept(town, "Fog") == 25
    town.join("fay")
    let(town, "Fog", 0)
    for player in ("ada", "bob", "fay"):
        let(town, "Light", 1, player)
    town.to(START + DAY)
    assert kept(town, "Fog") == 0


def test_tea_is_poured_for_three(town: Hall) -> None:
    """Once a day."""
    town.join("fay", "gil")
    town.bad("ada", "pour-tea", "guests", guests=["bob", "eve", "fay", "gil"])
    town.do("ada", "pour-tea", guests=["bob", "eve", "fay"])
    town.refused("ada", "pour-tea", "too-often", guests=["gil"])
    town.to(START + DAY)
    town.do("ada", "pour-tea", guests=["gil"])


def test_a_seal_for_each_office_whoever_has_it(town: Hall) -> None:
    """With one reputable player after another alone on the roll, and with three of them over some weeks."""
    for week in range(1, 7):
        town.to(START + week * 7 * DAY)
        holders = [kept(town, office) for office in ("Lamplighter", "Gardener", "Treasurer")]
        seals = {player: kept(town, "Seals", player) for player in ("ada", "bob", "eve")}
        assert seals == {player: holders.count((player,)) for player in seals}


def test_office_holders_do_a_thing_as_often_as_the_rule_says(town: Hall) -> None:
    """A lamp for somebody once a phase, and the garden once a day."""
    for office in ("Lamplighter", "Gardener"):
        name(town, office, "bob")
    town.grant("bob", "Wick", 2)
    town.do("bob", "light-for", to="eve")
    town.do("bob", "water-garden")
    town.refused("bob", "water-garden", "too-often")
    town.clock.wait(days=1)
    town.refused("bob", "light-for", "too-often", to="eve")
    town.do("bob", "water-garden")
    assert (kept(town, "Light", "eve"), town.has("bob", "Wick")) == (1, 2)


def test_a_lantern_is_lent_until_the_phase_ends(town: Hall) -> None:
    """Then it is gone."""
    town.do("ada", "borrow-lantern")
    assert (town.has("ada", "Coin"), town.has("ada", "Lantern")) == (5, 1)
    town.refused("ada", "borrow-lantern", "too-often")
    town.to(NIGHTS)
    assert town.has("ada", "Lantern") == 0
    town.is_sound()


def test_a_lantern_is_not_handed_over(town: Hall) -> None:
    """It could not go back then: neither one that is borrowed nor one that comes with tea."""
    town.do("ada", "borrow-lantern")
    town.do("ada", "pour-tea", guests=["bob"])
    for player in ("ada", "bob"):
        town.refused(player, "hand-over", "forbidden", "Fog", what="Lantern", to="eve")
    town.to(NIGHTS)
    assert has(town, "Lantern") == [0, 0, 0]


def test_who_is_poured_tea_sees_until_midnight(town: Hall) -> None:
    """Each of the guests."""
    town.do("ada", "pour-tea", guests=["bob", "eve"])
    assert (has(town, "Oil"), has(town, "Lantern")) == ([1, 2, 2], [0, 1, 1])
    town.to(START + DAY)
    assert has(town, "Lantern") == [0, 0, 0]
    town.is_sound()


def test_a_watch_is_paid_where_the_fog_is_no_thicker(town: Hall) -> None:
    """When the night ends: with what was dark, which nobody searched, it grows by two first."""
    town.to(NIGHTS)
    town.do("ada", "keep-watch")
    let(town, "Fog", 20)
    town.do("bob", "keep-watch")
    before = has(town, "Coin")
    let(town, "Fog", 12)
    town.to(WEEK)
    paid = [after - was for was, after in zip(before, has(town, "Coin"), strict=True)]
    assert kept(town, "Fog") == 14
    assert paid[:2] == [0 - 1, 4 - 1]  # each let the moths wait, which is a Coin
    town.is_sound()


def test_a_watch_costs_a_flask_once_a_phase(town: Hall) -> None:
    """At night only."""
    town.refused("ada", "keep-watch", "wrong-phase")
    town.to(NIGHTS)
    town.do("ada", "keep-watch")
    assert has(town, "Oil") == [1, 2, 2]
    town.clock.wait(days=1)
    town.refused("ada", "keep-watch", "too-often")


# ── guessing


def test_moths_are_guessed_from_3_to_18_within_a_day(town: Hall) -> None:
    """As three dice can fall."""
    town.to(NIGHTS)
    code = waits(town, "How many moths").code
    for guess in (2, 19):
        town.bad("ada", "answer", "answer", question=code, answer=[guess])
    town.do("ada", "answer", question=code, answer=[3])
    town.do("bob", "answer", question=code, answer=[18])
    town.to(NIGHTS + DAY - timedelta(microseconds=1))
    assert not read(town, "Nearest:")
    town.to(NIGHTS + DAY)
    assert read(town, "Nearest:")


def test_who_guesses_nearest_is_paid(town: Hall) -> None:
    """Nobody sees a guess before the moths are counted; who does not guess wins nothing, and pays."""
    town.to(NIGHTS)
    code = waits(town, "How many moths").code
    before = has(town, "Coin")
    town.do("ada", "answer", question=code, answer=[3])
    town.do("bob", "answer", question=code, answer=[18])
    town.do("ada", "answer", question=code, answer=[4])
    assert not read(town, "answered 4")
    town.to(NIGHTS + DAY)
    moths = next(3 + sum(draw.value for draw in entry.draws[-3:]) for entry in town.entries("go-on"))
    near = {"ada": abs(moths - 4), "bob": abs(moths - 18)}
    best = [player for player in near if near[player] == min(near.values())]
    assert read(town, f"There were {moths} moths. Nearest: {', '.join(best)}.")
    paid = [after - was for was, after in zip(before, has(town, "Coin"), strict=True)]
    assert paid == [4 * ("ada" in best), 4 * ("bob" in best), -1]
    town.is_sound()


def test_the_dark_street_is_told_when_the_nights_are_over(town: Hall) -> None:
    """Neither it nor where anybody looked is known before; the thanks are divided."""
    town.to(NIGHTS)
    for player, street in zip(("ada", "bob", "eve"), STREETS, strict=False):
        town.do(player, "search-street", street=street)
    town.refused("ada", "search-street", "too-often", "", street=STREETS[3])
    town.clock.to(WEEK - HOUR)
    town.settle()
    assert not any(street in line for street in STREETS for entry in town.entries() for line in entry.words)
    fog, before = kept(town, "Fog"), has(town, "Coin")
    town.to(WEEK)
    (street,) = kept(town, "Dark street")
    found = [int(street == each) for each in STREETS[:3]]
    told = next(entry for entry in town.entries() if any("Dark street" in line for line in entry.words))
    assert told.at == WEEK
    assert kept(town, "Fog") == (fog - 1 if any(found) else fog + 2)
    paid = [after - was for was, after in zip(before, has(town, "Coin"), strict=True)]
    assert paid == [6 * each for each in found]
    town.is_sound()


@pytest.mark.parametrize(("finders", "thanks", "fog"), [((), 0, 2), (("ada",), 6, -1), (("ada", "bob"), 3, -2)])
def test_those_who_find_the_dark_street_share_six_coins(
    town: Hall, finders: tuple[str, ...], thanks: int, fog: int
) -> None:
    """And the fog falls by one for each; where nobody does, it grows by two."""
    town.to(NIGHTS)
    (dark,) = kept(town, "Dark street")
    elsewhere = next(street for street in STREETS if street != dark)
    for player in ("ada", "bob", "eve"):
        town.do(player, "search-street", street=dark if player in finders else elsewhere)
    town.clock.to(WEEK - HOUR)
    town.settle()
    before, thick = has(town, "Coin"), kept(town, "Fog")
    town.to(WEEK)
    paid = [after - was for was, after in zip(before, has(town, "Coin"), strict=True)]
    assert paid == [thanks if player in finders else 0 for player in ("ada", "bob", "eve")]
    assert kept(town, "Fog") == thick + fog


@pytest.mark.parametrize("place", range(4))
def test_each_street_can_be_the_dark_one(town: Hall, monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    """By a draw of four, in their order."""
    monkeypatch.setattr("nomic.chance.draw_source.draw_value", lambda *drawn: min(place, drawn[-1] - 1))
    town.to(NIGHTS)
    assert kept(town, "Dark street") == (STREETS[place],)


# ── night rounds


def walk(hall: Hall, player: str = "ada") -> Entry:
    if hall.clock.now < NIGHTS:
        hall.to(NIGHTS + DAY)
    return hall.do(player, "walk-rounds")


def test_rounds_are_walked_once_a_day(town: Hall) -> None:
    """In the nights."""
    town.refused("ada", "walk-rounds", "wrong-phase")
    walk(town)
    town.refused("ada", "walk-rounds", "too-often")
    town.clock.wait(days=1)
    town.do("ada", "walk-rounds")
    assert read(town, "ada was out at night, and met this:")
    town.is_sound()


@pytest.mark.parametrize(
    ("rule", "changed"),
    [("cobbles", {"Coin": -1}), ("drain", {"Coin": 5}), ("bank", {"Fog": 1}), ("chandler", {"Wick": (1, 2)})],
)
def test_what_is_met_at_night(opened: OpenMinistry, rule: str, changed: dict[str, Any]) -> None:
    """Each of those that ask nothing."""
    hall = opened(rule)
    hall.to(NIGHTS + DAY)
    hall.do(ADMIN, "correct-revoke", player="bob", item="Coin", count=1, reason="so that not all is even")

    def now() -> dict[str, int]:
        return {"Coin": hall.has("ada", "Coin"), "Wick": hall.has("ada", "Wick"), "Fog": kept(hall, "Fog")}

    before = now()
    walk(hall)
    gained = {what: count - before[what] for what, count in now().items() if count != before[what]}
    if rule == "drain":
        changed = {"Coin": 6}  # 10 Coins and three fines for letting the moths wait, halved
    assert gained.keys() == changed.keys()
    for what, wanted in changed.items():
        assert gained[what] in (wanted if isinstance(wanted, tuple) else (wanted,))
    hall.is_sound()


@pytest.mark.parametrize(("coins", "change"), [(2, (-1, 0)), (1, (-1, 0)), (0, (0, -1))])
def test_wet_cobbles_cost_a_coin_or_else_a_flask(opened: OpenMinistry, coins: int, change: tuple[int, int]) -> None:
    """The Coin goes to the Ministry; a flask breaks."""
    hall = opened("cobbles")
    hall.to(NIGHTS + DAY)
    have = hall.has("ada", "Coin")
    hall.do(ADMIN, "correct-revoke", player="ada", item="Coin", count=have - coins, reason="for the test")
    oil, ministry_has = hall.has("ada", "Oil"), hall.has(STORE, "Coin")
    walk(hall)
    assert (hall.has("ada", "Coin") - coins, hall.has("ada", "Oil") - oil) == change
    assert hall.has(STORE, "Coin") - ministry_has == -change[0]


def test_the_chandlers_cart_loses_two_wicks_on_an_even_die(opened: OpenMinistry) -> None:
    """On an odd one it is a single Wick."""
    hall = opened("chandler")
    hall.join("fay", "gil")
    for player in ("ada", "bob", "eve", "fay", "gil"):
        if hall.clock.now < NIGHTS:
            hall.to(NIGHTS + DAY)
        wicks, before = hall.has(player, "Wick"), len(rolled(hall, 6))
        walk(hall, player)
        (die,) = rolled(hall, 6)[before:]
        assert hall.has(player, "Wick") - wicks == (1 if die % 2 else 2)


def test_a_poet_names_somebody_for_a_week(opened: OpenMinistry) -> None:
    """It stands beside the name until then."""
    hall = opened("poet")
    walk(hall)
    assert len(kept(hall, "Nickname", "ada")) == 1
    hall.to(NIGHTS + 8 * DAY)
    assert kept(hall, "Nickname", "ada") == ()
    hall.is_sound()


def test_a_poets_name_lasts_seven_days(opened: OpenMinistry) -> None:
    """To the instant."""
    hall = opened("poet")
    walk(hall)
    named = hall.clock.now
    hall.to(named + 7 * DAY - timedelta(microseconds=1))
    assert len(kept(hall, "Nickname", "ada")) == 1
    hall.to(named + 7 * DAY)
    assert kept(hall, "Nickname", "ada") == ()


def test_a_second_name_of_a_poet_has_its_own_seven_days(opened: OpenMinistry) -> None:
    """The end of the first one's leaves it."""
    hall = opened("poet")
    walk(hall)
    hall.to(hall.clock.now + DAY)
    walk(hall)
    named, nickname = hall.clock.now, kept(hall, "Nickname", "ada")
    hall.to(named + 7 * DAY - timedelta(microseconds=1))
    assert kept(hall, "Nickname", "ada") == nickname
    hall.to(named + 7 * DAY)
    assert kept(hall, "Nickname", "ada") == ()


@pytest.mark.parametrize(
    ("place", "nickname"), [*enumerate(["the Wakeful", "the Unlit", "Friend of Moths", "Lost by the Canal"])]
)
def test_a_poet_draws_one_of_four_names(
    opened: OpenMinistry, monkeypatch: pytest.MonkeyPatch, place: int, nickname: str
) -> None:
    hall = opened("poet")
    monkeypatch.setattr("nomic.chance.draw_source.draw_value", lambda *drawn: min(place, drawn[-1] - 1))
    assert [draw.sides for draw in walk(hall).draws[-1:]] == [4]
    assert kept(hall, "Nickname", "ada") == (nickname,)


def test_the_drain_washes_up_half_of_four_coins_or_more(opened: OpenMinistry) -> None:
    """Of 13, 7 and 4; of 2 nothing, and nothing else is met."""
    hall = opened("drain")
    hall.join("fay")
    washed = []
    for player in ("ada", "bob", "eve", "fay"):
        before = hall.has(player, "Coin")
        walk(hall, player)
        washed.append(hall.has(player, "Coin") - before)
    assert washed == [13 // 2, 7 // 2, 4 // 2, 0]  # the Ministry had 10 Coins, and three who let the moths wait


def test_a_gentleman_is_sold_oil_or_sent_away(opened: OpenMinistry) -> None:
    """Who is met has been drawn: the question waits (R18)."""
    hall = opened("gentleman")
    walk(hall)
    before, oil, fog = hall.has("ada", "Coin"), hall.has("ada", "Oil"), kept(hall, "Fog")
    hall.do("ada", "answer", question=waits(hall, "Sell him").code, answer=[0])
    assert (hall.has("ada", "Coin"), hall.has("ada", "Oil"), kept(hall, "Fog")) == (before + 3, oil - 1, fog)
    walk(hall, "bob")
    hall.do("bob", "answer", question=waits(hall, "Sell him").code, answer=[])
    assert kept(hall, "Fog") == fog + 1
    hall.is_sound()


@pytest.mark.parametrize("flasks", [0, 1])
def test_a_gentleman_buys_the_last_flask_but_not_none(opened: OpenMinistry, flasks: int) -> None:
    """Whoever has none is not asked, and sends him away."""
    hall = opened("gentleman")
    hall.do(ADMIN, "correct-revoke", player="ada", item="Oil", count=2 - flasks, reason="for the test")
    hall.to(NIGHTS + DAY)
    coins, fog = hall.has("ada", "Coin"), kept(hall, "Fog")
    walk(hall)
    if flasks:
        hall.do("ada", "answer", question=waits(hall, "Sell him").code, answer=[0])
    assert not PendingQuestion.objects.filter(prompt__contains="Sell him").exists()
    assert (hall.has("ada", "Coin"), hall.has("ada", "Oil")) == (coins + 3 * flasks, 0)
    assert kept(hall, "Fog") - fog == 1 - flasks


@pytest.mark.parametrize("flasks", [0, 1])
def test_a_last_flask_is_shared_at_the_window(opened: OpenMinistry, flasks: int) -> None:
    """Whoever has none does not open, and a dog has one Wick of two."""
    hall = opened("window")
    hall.do(ADMIN, "correct-revoke", player="eve", item="Oil", count=2 - flasks, reason="for the test")
    hall.grant("ada", "Wick")
    walk(hall)
    hall.do("ada", "answer", question=waits(hall, "At whose window").code, answer=["eve"])
    if flasks:
        hall.do("eve", "answer", question=waits(hall, "Share a flask").code, answer=[0])
    assert not PendingQuestion.objects.filter(prompt__contains="Share a flask").exists()
    assert (hall.has("eve", "Oil"), hall.has("ada", "Oil"), hall.has("ada", "Wick")) == (0, 2 + flasks, 1 + flasks)


def test_a_knock_waits_for_whoever_is_at_home(opened: OpenMinistry) -> None:
    """They share, or do not open in time."""
    hall = opened("window")
    walk(hall)
    hall.do("ada", "answer", question=waits(hall, "At whose window").code, answer=["eve"])
    oil, coins = has(hall, "Oil"), has(hall, "Coin")
    hall.do("eve", "answer", question=waits(hall, "Share a flask").code, answer=[0])
    assert has(hall, "Oil") == [oil[0] + 1, oil[1], oil[2] - 1]
    assert has(hall, "Coin") == [coins[0], coins[1], coins[2] + 2]
    walk(hall, "bob")
    hall.do("bob", "answer", question=waits(hall, "At whose window").code, answer=["eve"])
    hall.to(hall.clock.now + DAY)
    assert hall.has("bob", "Wick") == 0
    hall.is_sound()


@pytest.mark.parametrize(
    ("mine", "theirs", "coins", "fog"),
    [("hold it up", "hold it up", (2, 2), 0), ("hold it up", "hide it", (0, 3), 0), ("hide it", "hide it", (0, 0), 1)],
)
def test_two_on_the_bridge_decide_unseen(
    opened: OpenMinistry, mine: str, theirs: str, coins: tuple[int, int], fog: int
) -> None:
    """Each without knowing of the other."""
    hall = opened("bridge", "ada", "bob")
    hall.to(NIGHTS)
    for player in ("ada", "bob"):
        hall.do(player, "answer", question=waits(hall, "How many moths").code, answer=[9])
    hall.do("ada", "walk-rounds")
    before, thick = [hall.has(player, "Coin") for player in ("ada", "bob")], kept(hall, "Fog")
    code = waits(hall, "across the bridge").code
    hall.do("ada", "answer", question=code, answer=[mine])
    hall.do("bob", "answer", question=code, answer=[theirs])
    assert [hall.has(player, "Coin") for player in ("ada", "bob")] == [
        was + more for was, more in zip(before, coins, strict=True)
    ]
    assert kept(hall, "Fog") == thick + fog
    hall.is_sound()


def test_one_can_turn_back_and_look_again(opened: OpenMinistry) -> None:
    """What was met has not happened, and something is met instead."""
    hall = opened("chandler")
    first = walk(hall)
    hall.do("ada", "look-again", act=first.key)
    assert hall.has("ada", "Wick") in (1, 2)  # the one that it cost is gone
    hall.refused("ada", "look-again", "too-often", "", act=hall.entries("walk-rounds")[-1].key)
    hall.is_sound()


def test_who_has_a_single_wick_can_look_again(opened: OpenMinistry) -> None:
    """It is what turning back costs."""
    hall = opened("bank")
    first = walk(hall)
    hall.do("ada", "look-again", act=first.key)
    assert hall.has("ada", "Wick") == 0


def test_a_watering_is_repeated_like_a_meeting(town: Hall) -> None:
    """It used dice in the same phase, and other dice are rolled."""
    name(town, "Gardener", "ada")
    let(town, "Oil in the garden", 10)
    town.to(NIGHTS)
    garden = kept(town, "Oil in the garden")
    watered = town.do("ada", "water-garden")
    town.do("ada", "look-again", act=watered.key)
    rolled = sum(draw.value + 1 for draw in town.entries("water-garden")[-1].draws)
    assert (kept(town, "Oil in the garden") - garden, town.has("ada", "Wick")) == (rolled, 0)


def test_one_other_is_met_on_the_bridge(opened: OpenMinistry) -> None:
    """Of however many are awake."""
    hall = opened("bridge")
    hall.to(NIGHTS)
    for player in ("ada", "bob", "eve"):
        hall.do(player, "answer", question=waits(hall, "How many moths").code, answer=[9])
    hall.do("ada", "walk-rounds")
    asked = waits(hall, "across the bridge").asked.values_list("player", flat=True)
    assert len(asked) == 2
    assert "ada" in asked


# ── votes


def test_the_census_decides_who_may_propose(town: Hall) -> None:
    """Who lights a lamp is entered at once; who keeps none is struck when a week begins."""
    town.refused("ada", "submit-proposal", "not-so", "Decrees", title="A", text="Words.", amendments=[])
    town.do("ada", "light-lamp")
    assert kept(town, "The roll") == ("ada",)
    town.propose("ada")
    let(town, "Light", 0, "ada")
    let(town, "Light", 2, "bob")
    assert kept(town, "The roll") == ("ada", "bob")
    town.to(WEEK)
    assert kept(town, "The roll") == ("bob",)
    assert read(town, "The census of week 1 has been taken.")
    town.is_sound()


def test_who_keeps_one_lamp_is_on_the_roll(town: Hall) -> None:
    let(town, "Light", 1, "bob")
    let(town, "Light", 0, "bob")
    name(town, "The roll")
    let(town, "Light", 1, "bob")
    assert kept(town, "The roll") == ("bob",)
    name(town, "The roll")
    town.to(WEEK)
    assert kept(town, "The roll") == ("bob",)


PRICE = {"op": "replace", "path": "/rules/counter/clauses/buy/costs/Coin", "value": 1}


def test_seals_count_in_the_vote_on_a_decree(town: Hall) -> None:
    """A Treasurer outweighs another; then the price is another at once."""
    town.do("bob", "light-lamp")
    code = town.propose("bob", PRICE)
    town.vote(code, ada="for", bob="against")
    town.to(WEEK)
    row = Proposal.objects.get(cycle=town.pk, code=code)
    assert row.status == ProposalStatus.ENACTED
    coins = town.has("eve", "Coin")
    town.do("eve", "buy-wick")
    assert town.has("eve", "Coin") == coins - 1
    assert read(town, "The law has been reprinted")
    town.is_sound()


@pytest.mark.parametrize(("seals", "status"), [(1, ProposalStatus.FAILED), (2, ProposalStatus.ENACTED)])
def test_two_seals_outweigh_two_who_have_none(town: Hall, seals: int, status: str) -> None:
    """Everybody has one vote besides: three are more than two, and two are not."""
    town.do("bob", "light-lamp")
    code = town.propose("bob", PRICE)
    let(town, "Seals", seals, "ada")
    town.vote(code, ada="for", bob="against", eve="against")
    town.to(WEEK)
    assert Proposal.objects.get(cycle=town.pk, code=code).status == status


def test_anybody_can_plead_and_all_votes_are_alike(town: Hall) -> None:
    """For 2 Coins; half of all are enough, and who voted is paid."""
    code = town.propose("eve", PRICE, **{"class": "plea"})
    assert town.has("eve", "Coin") == 4
    town.vote(code, bob="for", eve="for")
    before = has(town, "Coin")
    town.to(START + 2 * DAY)
    assert Proposal.objects.get(cycle=town.pk, code=code).status == ProposalStatus.ENACTED
    assert [after - was for was, after in zip(before, has(town, "Coin"), strict=True)] == [0, 1, 1]
    town.is_sound()


@pytest.mark.parametrize(("people", "status"), [(2, ProposalStatus.ENACTED), (3, ProposalStatus.FAILED)])
def test_one_is_half_of_two_and_not_of_three(opened: OpenMinistry, people: int, status: str) -> None:
    """Who does not vote counts as well."""
    town = opened("", *("ada", "bob", "eve")[:people])
    code = town.propose_and_vote("ada", PRICE, by=("ada",), at=START + 2 * DAY, **{"class": "plea"})
    assert Proposal.objects.get(cycle=town.pk, code=code).status == status


def test_a_vote_both_ways_is_not_for_a_plea(town: Hall) -> None:
    """One of three is for it, and one is unclear: with hers it would be two of three."""
    code = town.propose("eve", PRICE, **{"class": "plea"})
    town.vote(code, bob="for", eve="unclear")
    town.to(START + 2 * DAY)
    assert Proposal.objects.get(cycle=town.pk, code=code).status == ProposalStatus.FAILED


def test_most_duties_are_paid_and_each_counts_once(town: Hall) -> None:
    """A vote that is changed ten times is one."""
    town.do("ada", "light-lamp")
    codes = [town.propose("ada"), town.propose("ada")]
    for _ in range(5):
        town.vote(codes[0], bob="for")
        town.vote(codes[0], bob="against")
    town.vote(codes[0], ada="for")
    town.vote(codes[1], ada="for")
    assert [len(kept(town, "Duties", player)) for player in ("ada", "bob", "eve")] == [2, 1, 0]
    town.to(WEEK - HOUR)
    before = has(town, "Coin")
    town.to(WEEK)
    assert kept(town, "Duties", "ada") == ()
    assert [after - was for was, after in zip(before, has(town, "Coin"), strict=True)][1:] == [0, 0]
    assert town.has("ada", "Coin") == before[0] + 3
    town.is_sound()


def test_a_hundred_duties_are_counted(town: Hall) -> None:
    """No more, whatever else one votes on."""
    duties = [f"duty {number}" for number in range(100)]
    more = {"value": "Duties", "player": "ada", "reason": "for the test"}
    town.bad(ADMIN, "correct-value", "members", members=[*duties, "another"], **more)
    town.do(ADMIN, "correct-value", members=duties, **more)
    town.do("ada", "light-lamp")
    town.vote(town.propose("ada"), ada="for")
    assert kept(town, "Duties", "ada") == tuple(duties)


def test_who_lets_a_question_lapse_pays(town: Hall) -> None:
    """A Coin, to the Ministry; those who answered do not."""
    town.to(NIGHTS)
    town.do("ada", "answer", question=waits(town, "How many moths").code, answer=[9])
    before = has(town, "Coin")
    town.to(NIGHTS + DAY)
    paid = [after - was for was, after in zip(before, has(town, "Coin"), strict=True)]
    assert paid == [4, -1, -1]
    town.is_sound()


def test_who_lets_a_question_lapse_and_has_nothing_pays_nothing(town: Hall) -> None:
    town.do(ADMIN, "correct-revoke", player="bob", item="Coin", count=6, reason="for the test")
    town.to(NIGHTS + DAY)
    assert has(town, "Coin") == [5, 0, 5]


def test_the_gazette_tells_of_nearly_everything(town: Hall) -> None:
    """And has room for one notice a day."""
    town.do("ada", "pin-notice", words="Lost: one moth.")
    assert read(town, "On the notice board: “Lost: one moth.” (ada)")
    town.refused("bob", "pin-notice", "too-often", "gazette", words="Found.")
    town.clock.wait(days=1)
    town.bad("bob", "pin-notice", "words", words="x" * 121)
    town.do("bob", "pin-notice", words="x" * 120)
    town.do("ada", "light-lamp")
    code = town.propose("ada")
    assert read(town, "Proposal 1 lies on the counter: A change.")
    town.do("ada", "withdraw-proposal", proposal=code)
    assert read(town, "Proposal 1 has been folded into a boat.")
    town.do(ADMIN, "appoint-judge", player="eve", reason="by election")
    assert read(town, "The wig of the Judge has been handed on.")
    town.is_sound()


def test_thick_fog_is_told_of_once(town: Hall) -> None:
    """When it comes to 15, and not again while it grows."""
    for number in (14, 15, 16, 14, 20):
        let(town, "Fog", number)
    said = [line for entry in town.entries() for line in entry.words if "Mind the canal" in line]
    assert said == [f"The Fog stands at {number}. Mind the canal." for number in (15, 20)]


# ── the end


def test_twelve_lamps_win(town: Hall) -> None:
    """More than anybody else has."""
    let(town, "Light", 12, "ada")
    assert (town.cycle.is_running, town.cycle.winner) == (False, "ada")
    town.is_sound()


def test_twelve_lamps_of_two_are_not_enough(town: Hall) -> None:
    """Until one has more."""
    let(town, "Light", 11, "ada")
    let(town, "Light", 11, "bob")
    assert town.cycle.is_running
    let(town, "Light", 12, "bob")
    assert town.cycle.winner == "bob"
    town.is_sound()


def test_who_outlasts_the_fog_wins(town: Hall) -> None:
    """With ten flasks at least, and more than anybody else."""
    let(town, "Fog", 25)
    town.grant("ada", "Oil", 4)
    town.grant("ada", "Oil", 3)
    assert town.cycle.is_running
    town.grant("ada", "Oil", 1)
    assert (town.cycle.is_running, town.cycle.winner) == (False, "ada")
    town.is_sound()


def test_who_lights_the_town_wins_before_who_outlasts_the_fog(town: Hall) -> None:
    """Ada's twelfth lamp burns a flask, which leaves Bob with the most Oil in the thickest fog."""
    for player in ("ada", "bob"):
        for _ in range(3):
            town.grant(player, "Oil", 3)
    let(town, "Light", 11, "ada")
    let(town, "Fog", 25)
    assert (has(town, "Oil")[:2], town.cycle.is_running) == ([11, 11], True)
    town.do("ada", "light-lamp")
    assert has(town, "Oil")[:2] == [10, 11]
    assert (town.cycle.is_running, town.cycle.winner) == (False, "ada")
    town.is_sound()
