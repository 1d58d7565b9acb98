"""Values of the law are found by words that people use; nobody needs to have seen a path."""

import copy
from typing import Any

import pytest

from nomic.law.document.sections import Law, registered_sections
from nomic.law.document.templates import document_of, law_templates
from nomic.law.labels.value_labels import name_of, place_in, value_text
from nomic.law.search.values import MAX_FOUND, find_values, value_or_none, values_of
from tests.support.executed_lines import steps_of

LAWS = {name: Law(document_of(name)) for name in sorted(law_templates())}


def test_the_five_laws_are_there() -> None:
    """Knucklebones is a section of Cycle 16's."""
    assert {"cycle-16", "exoptwosis", "tetromic", "dungeon", "ministry-of-lamps"} <= LAWS.keys()
    assert "knucklebones" in LAWS["cycle-16"].document


def test_what_is_found_has_values_in_place_of_placeholders() -> None:
    found = find_values(LAWS["cycle-16"], "fuse").values
    assert any("9 Vertebrae" in value.said for value in found)
    assert not any("{{" in value.said for value in found)


@pytest.mark.parametrize("name", LAWS)
def test_every_value_of_every_law_has_words_and_is_found_by_them(name: str) -> None:
    """Its section says what it is called, no other value is called so, and a search for these words names it.

    Of what is no part of an effect they may be typed in any order.
    """
    law = LAWS[name]
    values = values_of(law)
    assert values
    called = {value.words for value in values}
    assert len(called) == len(values)
    for value in values:
        name = name_of(law.document, place_in(law.document, value.path))
        assert name.is_declared, value.path
        assert not set("/_") & set(value.words.split(" › ")[0].replace(" / ", "")), value.words
        assert value_or_none(law, value.words) == value == value_or_none(law, value.path)
        typed = value.words if name.rest else " ".join(reversed(value.words.split()))
        assert value.path in [found.path for found in find_values(law, typed).values], value.words


@pytest.mark.parametrize(
    ("name", "typed", "path"),
    [
        ("cycle-16", "the price of a Handy Pack", "/shop/offers/Handy Pack/costs/Vertebra"),
        ("cycle-16", "handy pack cost", "/shop/offers/Handy Pack/costs/Vertebra"),
        ("cycle-16", "PRICES", "/shop/offers/Chip/costs/Vertebra"),
        ("cycle-16", "what does a chip cost", "/shop/offers/Chip/costs/Vertebra"),
        ("cycle-16", "how long a vote lasts", "/rules/urgent-class-proposal/clauses/urgent/lasts/hours"),
        ("cycle-16", "voting time", "/rules/urgent-class-proposal/clauses/urgent/lasts/hours"),
        ("cycle-16", "48 hours", "/rules/urgent-class-proposal/clauses/urgent/lasts/hours"),
        ("cycle-16", "how many chips to win", "/rules/victory/clauses/most/wins/all/0/is/2"),
        ("cycle-16", "10 chips", "/rules/victory/clauses/most/wins/all/0/is/2"),
        ("cycle-16", "hand size", "/exoptosis/hand/at_least"),
        ("cycle-16", "cards in hand", "/exoptosis/hand/at_least"),
        ("cycle-16", "burn limit", "/rules/actions/clauses/burn/limit/times"),
        ("cycle-16", "limit of open proposals", "/proposals/most_open"),
        ("cycle-16", "day of the battle phase", "/calendar/phases/1/starts_at_hour"),
        ("cycle-16", "turn time", "/exoptosis/turn/minutes"),
        ("cycle-16", "duel turn", "/exoptosis/turn/minutes"),
        ("cycle-16", "a duel may take 12 hours a turn", "/exoptosis/turn/minutes"),
        ("cycle-16", "time for a turn of knucklebones", "/knucklebones/turn/minutes"),
        ("cycle-16", "switch knucklebones on", "/knucklebones/in_force"),
        ("cycle-16", "reward for winning a battle", "/battles/rewards/0/n"),
        ("cycle-16", "ace value", "/cards/Ace/values"),
        ("cycle-16", "gift limit", "/rules/card-gifting/clauses/give/limit/times"),
        ("cycle-16", "duels per phase", "/duels/per_phase"),
        ("cycle-16", "vertebrae first grant", "/rules/vertebrae/clauses/first-grant/do/0/n/sum/0"),
        ("cycle-16", "when am I reputable", "/membership/reputable_after_hours"),
        ("exoptwosis", "price of a random card", "/shop/offers/Random Card/costs/Vertebra"),
        ("exoptwosis", "how long a turn lasts", "/exoptosis/turn/minutes"),
        ("tetromic", "board width", "/tetromic/board/columns"),
        ("tetromic", "winning level", "/tetromic/winning_level"),
        ("tetromic", "votes against", "/rules/urgent-class-proposal/clauses/urgent/passes/is/0"),
        ("dungeon", "coins to win", "/dungeon/victory/coins_more_than"),
        ("dungeon", "how far does the minotaur charge", "/dungeon/enemies/Minotaur/behaviour/0/charge/hexes"),
        ("dungeon", "chance of a chest", "/dungeon/pool/Chest/weight"),
        ("dungeon", "how many actions a day", "/dungeon/actions"),
        ("dungeon", "come back after leaving", "/membership/rejoin_after_hours"),
    ],
)
def test_what_a_newcomer_would_type_finds_it(name: str, typed: str, path: str) -> None:
    """What is meant is among the first five that are found."""
    found = [value.path for value in find_values(LAWS[name], typed).values]
    assert path in found[:5], found


def test_a_value_says_what_it_is_now_and_which_rule_names_it() -> None:
    """As a person says it: hours as days, prices with their item."""
    law = LAWS["cycle-16"]
    price = value_or_none(law, "the price of one Handy Pack in Vertebrae")
    assert price is not None
    assert (price.said, price.value, price.section) == ("12 Vertebrae", 12, "The Croupier")
    leaving = value_or_none(law, "/membership/rejoin_after_hours")
    assert leaving is not None
    assert (leaving.said, leaving.unit, leaving.rules) == ("7 days", "hours", ("Players",))


@pytest.mark.parametrize("typed", ["", " ", "the of a", "xyzzy", "🝬", "/", "\x00", "é" * 300])
def test_what_means_nothing_finds_nothing(typed: str) -> None:
    """Words that no value of the law is called by find nothing."""
    assert find_values(LAWS["cycle-16"], typed).values == []


def test_a_search_names_a_page_of_values_and_counts_the_rest() -> None:
    """Every card has a word in common with the others."""
    found = find_values(LAWS["cycle-16"], "colour of the card")
    assert len(found.values) == MAX_FOUND
    assert found.more > 20


def test_a_search_is_as_much_work_as_a_search_of_twelve_words() -> None:
    """Whoever types sixty thousand words makes hardly more work than with twelve."""
    law = LAWS["cycle-16"]
    find_values(law, "price")
    words = " ".join(["card", "price", "vote", "hand", "time", "chip", "pack", "duel", "gift", "hour", "turn", "win"])
    assert (
        steps_of(lambda: find_values(law, f"{words} " * 5_000)) < 2 * steps_of(lambda: find_values(law, words)) + 2_000
    )


def test_a_section_that_says_nothing_of_its_values_is_found_by_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of a game that somebody has begun to write."""
    known = dict(registered_sections())
    duels = known.pop("duels")
    monkeypatch.setattr("nomic.law.document.sections._sections", known)
    law = Law({"duels": {"times_per_phase": 3}})
    assert [value.words for value in find_values(law, "times per phase").values] == ["duels › times per phase"]
    assert duels.labels


@pytest.mark.parametrize("broken", [None, "x", [], [{"no": "effect"}], {"from": "x"}, 7, True])
def test_whatever_stands_there_can_be_said(broken: Any) -> None:
    """A draft that is no law yet is shown too."""
    law = LAWS["cycle-16"]
    document = copy.deepcopy(dict(law.document))
    for path in (("packs", "Handy Pack", "contents"), ("cards", "Ace", "values"), ("shop", "offers", "Chip", "costs")):
        assert value_text(Law(document), path, broken)


def test_a_card_is_said_without_the_names_of_its_frames() -> None:
    law = LAWS["cycle-16"]
    ace = value_text(law, ("cards", "Ace"), law.document["cards"]["Ace"])
    assert ace.endswith("draws 2 cards; when played: Choose another participant. They draw 2 cards.")
    jester = value_text(law, ("cards", "Jester"), law.document["cards"]["Jester"])
    assert "; demands: instead: if the card above" in jester
    assert "hooks" not in ace + jester


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 400, "9" * 10, "\u0663", "-1", "01"])
def test_what_is_no_place_in_a_list_finds_nothing(number: str) -> None:
    """Whether it is searched for or a rule quotes it: a draft's rules need not agree with the law yet."""
    document = copy.deepcopy(LAWS["cycle-16"].document)
    document["rules"]["luck"]["body"] += f"{{{{law|/battles/at_commencement/{number}/n}}}}"
    assert value_or_none(LAWS["cycle-16"], f"/battles/at_commencement/{number}") is None
    assert find_values(Law(document), "price of a pack").values
