"""What is done in the hall: buying, opening, burning, giving, winning (R20, R22, R23, R56, R91, R106)."""

import re
from typing import Any

import pytest

from exoptosis.cards.card_properties import properties
from exoptosis.explain.tables import packs_table
from exoptosis.law.shop_catalogues import packs_of
from exoptosis.shop.open_pack import choices
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry
from nomic.inventory.models import Card
from tests.clauses.test_shown import html
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, OpenCycle, cycle_16, wordless

ENOUGH = "/rules/victory/clauses/most/wins/all/0/is/2"  # Chips, to win

# Packs without contents


def test_R141_a_pack_of_which_no_section_tells_can_be_opened_and_is_empty(open_cycle: OpenCycle) -> None:
    """It is destroyed, and nothing is in it; the entry and the table of packs say so."""
    law = cycle_16()
    law["items"]["Six-pack"] = {"plural": "Six-packs", "kind": "pack"}
    hall = open_cycle(law, joined=("ada",))
    hall.refused("ada", "open-pack", "no-pack", pack="Six-pack")
    hall.grant("ada", "Six-pack", 2)
    cards = len(hall.cards("ada"))
    hall.bad("ada", "open-pack", "answers", pack="Six-pack", answers=[["x"]])
    entry = hall.do("ada", "open-pack", pack="Six-pack")
    assert (hall.has("ada", "Six-pack"), len(hall.cards("ada"))) == (1, cards)
    assert entry.words == ["ada opens 1 Six-pack: nothing is in it, for the law names no contents."]
    assert entry.events[0]["pack"] == "Six-pack"
    assert ["Six-pack", "nothing (R141)"] in packs_table(hall.cycle.law).rows
    assert [choice.value for choice in choices(hall.read_context("ada"))["pack"]] == ["Six-pack"]
    hall.is_sound()


def test_R141_a_pack_whose_contents_are_repealed_is_empty(cast: Hall) -> None:
    """From the instant of the law on; what is no pack of this law at all is refused."""
    cast.grant("ada", "Deck Pack")
    body = {"op": "replace", "path": "/rules/deck-pack/body", "value": "Nothing."}  # it quoted the contents
    cast.propose("ada", body, {"op": "remove", "path": "/packs/Deck Pack"}, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    cast.do("ada", "open-pack", pack="Deck Pack")
    assert (cast.has("ada", "Deck Pack"), cast.cards("ada")) == (0, [])
    cast.grant("ada", "Handy Pack")
    cast.bad("ada", "open-pack", "pack", pack="Gold Pack")
    cast.bad("ada", "open-pack", "pack", pack="Chip")
    cast.is_sound()


# The Croupier


@pytest.mark.parametrize(
    ("offer", "cost"),
    [("Already-opened Pack", 5), ("Handy Pack", 12), ("Deck Pack", 18), ("Legendary Pack", 50), ("Chip", 25)],
)
def test_the_croupier_sells_at_the_laws_prices(cast: Hall, offer: str, cost: int) -> None:
    """The cost is revoked and the item granted, in one entry."""
    cast.grant("ada", "Vertebra", 40)
    entry = cast.do("ada", "buy", offer=offer)
    assert (cast.has("ada", "Vertebra"), cast.has("ada", offer)) == (60 - cost, 1)
    assert entry.moved == [Movement("Vertebra", cost, giver="ada"), Movement(offer, 1, taker="ada")]


def test_several_are_bought_at_once_for_as_many_times_the_price(cast: Hall) -> None:
    """Several packs cost as many times the price of one, which may be all that one has."""
    cast.do("ada", "buy", offer="Already-opened Pack", count=4)
    assert (cast.has("ada", "Vertebra"), cast.has("ada", "Already-opened Pack")) == (0, 4)


def test_nobody_buys_what_they_cannot_pay(cast: Hall) -> None:
    """The refusal says the price."""
    refused = cast.refused("ada", "buy", "cannot-pay", "The Croupier", offer="Handy Pack", count=2)
    assert refused.detail == "2 × Handy Pack would cost 24 Vertebrae, and you have 20 Vertebrae."
    cast.do("ada", "buy", offer="Deck Pack")
    cast.refused("ada", "buy", "cannot-pay", "The Croupier", offer="Already-opened Pack")
    assert cast.can("ada")["buy"].reason is not None


def test_the_croupiers_page_says_what_one_lacks(cast: Hall) -> None:
    """Beside each offer that is too dear, and beside no other."""
    page = html(cast, "croupier/", "ada")
    assert re.findall(r"You have [^<]*", page) == ["You have 20 of 50 Vertebrae.", "You have 20 of 25 Vertebrae."]


def test_only_players_buy(cast: Hall) -> None:
    """A visitor who is no player may look at the Croupier and not buy."""
    cast.refused("stranger", "buy", "not-a-player", "R5", offer="Chip")


def test_an_unreputable_player_may_buy(cast: Hall) -> None:
    """A player without reputation buys with what others gave them."""
    cast.clock.to(WEEK)
    cast.join("zoe")
    cast.grant("zoe", "Vertebra", 5)
    cast.do("zoe", "buy", offer="Already-opened Pack")


@pytest.mark.parametrize("offer", ["Hat", "", "chip", "Chip\x00", "\ud800", "x" * 61, "<b>", "a\u202eb"])
def test_what_the_croupier_does_not_sell_is_said(cast: Hall, offer: str) -> None:
    """An offer that is not in the law is refused, naming the field."""
    cast.bad("ada", "buy", "offer", offer=offer)


def test_a_new_price_holds_from_the_instant_of_its_enactment(cast: Hall) -> None:
    """An act at that instant pays it already."""
    path = "/shop/offers/Already-opened Pack/costs/Vertebra"
    cast.propose("ada", {"op": "replace", "path": path, "value": 20}, **{"class": "urgent"})
    cast.pass_on(START + 2 * DAY)
    cast.do("ada", "buy", offer="Already-opened Pack")
    assert cast.has("ada", "Vertebra") == 0


# Packs (R20)

SIZES = {"Already-opened Pack": 1, "Handy Pack": 3, "Deck Pack": 5, "Legendary Pack": 7}


def test_R20_a_pack_is_an_item_with_pack_in_its_name() -> None:
    """Those and no others can be opened."""
    law = cycle_16()
    assert {name for name in law["items"] if "pack" in name.lower()} == set(law["packs"]) == set(SIZES)


@pytest.mark.parametrize("pack", SIZES)
def test_R20_opening_destroys_the_pack_and_grants_what_is_in_it(cast: Hall, pack: str) -> None:
    """As many cards as the rules say, with as many rare ones, all its opener's."""
    cast.grant("ada", pack)
    entry = cast.do("ada", "open-pack", pack=pack)
    cards = cast.cards("ada")
    assert (len(cards), cast.has("ada", pack)) == (SIZES[pack], 0)
    assert sorted(entry.events[0]["cards"]) == sorted(card.code for card in cards)
    law, by_code = cast.cycle.law, {card.code: card for card in cards}
    kinds = [part["add"].get("types", []) for part in packs_of(law)[pack].contents for _ in range(part["n"])]
    for types, code in zip(kinds, entry.events[0]["cards"], strict=True):
        assert set(types) <= set(properties(law, by_code[code]).types)
    assert sum(draw.label.endswith(", species") for draw in entry.draws) == SIZES[pack]


USUAL = [("Common", 20), ("Rare", 5)]
# Of each card in a pack: of how many species it is one (41 are not Null, 19 are rare), and what it may be touched by.
CARDS = {
    "Already-opened Pack": [(41, [("Common", 20), ("Rare", 10)])],
    "Handy Pack": [*[(41, USUAL)] * 2, (19, USUAL)],
    "Deck Pack": [*[(41, USUAL)] * 4, (19, USUAL)],
    "Legendary Pack": [*[(41, [("Common", 40), ("Rare", 10)])] * 3, *[(19, USUAL)] * 2, *[(41, [("Rare", 100)])] * 2],
}


@pytest.mark.parametrize("pack", CARDS)
def test_R20_R27_the_cards_of_a_pack_are_drawn_with_its_chances(cast: Hall, pack: str) -> None:
    """One after the other; each collection hits or not, out of a hundred."""
    cast.grant("ada", pack)
    found: list[tuple[int, list[tuple[str, int]]]] = []
    for draw in cast.do("ada", "open-pack", pack=pack).draws:
        chance = re.search(r"does (\w+) hit \((\d+) in 100\)", draw.purpose)
        if draw.label.endswith(", species"):
            found.append((draw.sides, []))
        elif chance is not None:
            found[-1][1].append((chance[1], int(chance[2])))
    assert found == CARDS[pack]


def test_R27_every_card_of_a_pack_has_a_suit_and_a_colour(cast: Hall) -> None:
    """By species, collections, or filler."""
    cast.grant("ada", "Legendary Pack", 10)
    for _ in range(10):
        cast.do("ada", "open-pack", pack="Legendary Pack")
    held = [properties(cast.cycle.law, card) for card in cast.cards("ada")]
    assert len(held) == 70
    assert all(each.suits and each.colours for each in held)
    cast.is_sound()


def test_R20_nobody_opens_a_pack_that_they_do_not_have(cast: Hall) -> None:
    """Not another kind, not an empty hand."""
    cast.refused("ada", "open-pack", "no-pack", "R20", pack="Handy Pack")
    cast.grant("ada", "Deck Pack")
    cast.refused("ada", "open-pack", "no-such-pack", "R20", pack="Handy Pack")
    cast.bad("ada", "open-pack", "pack", pack="Chip")
    cast.bad("ada", "open-pack", "pack", pack="Hat")
    cast.refused("stranger", "open-pack", "not-a-player", "R5", pack="Deck Pack")


def test_R20_what_a_pack_holds_is_law(open_cycle) -> None:
    """A vote changes what a pack holds."""
    cast = open_cycle(wordless(), joined=("ada",))
    spec = {"card": "random", "types": ["Face"], "collections": [["Cursed", 100]]}
    contents = [{"add": spec, "n": 4, "to": "inventory", "of": "$me"}, {"grant": "Chip", "to": "$me"}]
    cast.propose(
        "ada", {"op": "replace", "path": "/packs/Handy Pack/contents", "value": contents}, **{"class": "urgent"}
    )
    cast.to(START + 2 * DAY)
    cast.grant("ada", "Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    cursed = set(cycle_16()["collections"]["Cursed"]["elements"])
    assert (len(cast.cards("ada")), cast.has("ada", "Chip")) == (4, 1)
    for card in cast.cards("ada"):
        assert "Face" in properties(cast.cycle.law, card).types
        assert cursed & set(card.modifier_names)
    cast.is_sound()


# Burning (R22)


@pytest.fixture
def holder(cast: Hall) -> Hall:
    """Ada has four cards."""
    for species in ("5", "King", "Joker", "7 of Stars"):
        cast.grant_card("ada", species)
    return cast


def burn(hall: Hall) -> None:
    hall.do("ada", "burn-card", card=hall.cards("ada")[0].code)


def test_R22_a_burnt_card_is_destroyed_for_one_vertebra(holder: Hall) -> None:
    """Its player gets a Vertebra; nobody holds the card, whose row stays."""
    card = holder.cards("ada")[0]
    entry = holder.do("ada", "burn-card", card=card.code)
    assert (holder.has("ada", "Vertebra"), len(holder.cards("ada"))) == (21, 3)
    assert Card.objects.get(code=card.code).holder == ""
    assert entry.words == ["ada burns a card.", "ada gains 1 Vertebra.", "ada loses 5."]
    holder.bad("ada", "burn-card", "card", card=card.code)


def test_R22_twice_in_a_rest_phase_and_not_a_third_time(holder: Hall) -> None:
    """A new rest phase counts anew."""
    burn(holder)
    burn(holder)
    code = holder.cards("ada")[0].code
    holder.refused("ada", "burn-card", "too-often", "Actions", card=code)
    holder.clock.to(WEEK)
    burn(holder)
    burn(holder)
    assert holder.cards("ada") == []


def test_R22_only_in_rest_phases(holder: Hall) -> None:
    """From Thursday on not any more, from Monday on again."""
    holder.clock.to(BATTLE)
    code = holder.cards("ada")[0].code
    holder.refused("ada", "burn-card", "wrong-phase", "Actions", card=code)
    holder.clock.to(WEEK - HOUR)
    holder.refused("ada", "burn-card", "wrong-phase", "Actions", card=code)
    holder.clock.to(WEEK)
    burn(holder)


def test_R22_the_limit_is_each_players_own(holder: Hall) -> None:
    """Bob's burnings are not ada's."""
    burn(holder)
    burn(holder)
    code = holder.grant_card("bob", "King").code
    holder.do("bob", "burn-card", card=code)


def test_R22_nobody_burns_anothers_card(holder: Hall) -> None:
    """A card of somebody else cannot be named, as if there were no such card."""
    holder.refused("bob", "burn-card", "no-card", "Actions", card=holder.cards("ada")[0].code)
    holder.grant_card("bob")
    holder.bad("bob", "burn-card", "card", card=holder.cards("ada")[0].code)


def test_R30_R84_an_adamantine_card_cannot_be_burnt(cast: Hall) -> None:
    """It is neither offered nor accepted."""
    hard = cast.grant_card("ada", "King", ["Adamantine"])
    cast.refused("ada", "burn-card", "no-card", "Actions", card=hard.code)
    soft = cast.grant_card("ada", "5")
    cast.refused("ada", "burn-card", "indestructible", "Actions", card=hard.code)
    choices = cast.can("ada")["burn-card"].action.choices
    assert choices is not None
    assert [choice.value for choice in choices(cast.read_context("ada"))["card"]] == [soft.code]


@pytest.mark.parametrize("card", ["", "UPPER", "x" * 13, "\x00", "\ud800", "a b", 5, None])
def test_what_is_no_card_is_said(holder: Hall, card: Any) -> None:
    """A code that no card has is refused, naming the field."""
    holder.bad("ada", "burn-card", "card", card=card)


# Gifts (R23)


def cards(hall: Hall, name: str, count: int) -> None:
    for _ in range(count):
        hall.grant_card(name)


@pytest.mark.parametrize(
    ("held", "inactive", "packs"), [(10, False, 1), (9, False, 2), (0, False, 2), (10, True, 3), (9, True, 4)]
)
def test_R23_what_a_gift_holds(cast: Hall, held: int, inactive: bool, packs: int) -> None:
    """One pack, one more for a receiver with fewer than ten cards, two more for an inactive one."""
    cards(cast, "bob", held)
    cast.clock.to(WEEK if inactive else BATTLE)
    cast.do("ada", "gift", to="bob")
    assert cast.has("bob", "Already-opened Pack") == packs
    cast.is_sound()


def test_R23_once_per_phase_and_giver(cast: Hall) -> None:
    """To whomever; the next phase is another."""
    cast.do("ada", "gift", to="bob")
    cast.refused("ada", "gift", "too-often", "Card gifting", to="eve")
    cast.do("bob", "gift", to="ada")
    cast.clock.to(BATTLE)
    cast.do("ada", "gift", to="bob")


def test_R23_a_gift_goes_to_another_player(cast: Hall) -> None:
    """Not to oneself, not to a stranger."""
    cast.bad("ada", "gift", "to", to="ada")
    cast.bad("ada", "gift", "to", to="stranger")
    cast.refused("stranger", "gift", "not-a-player", "R5", to="ada")
    for name in ("", "\x00", "\ud800", "x" * 31, 5):
        cast.bad("ada", "gift", "to", to=name)


def test_R23_alone_there_is_nobody_to_give_to(hall: Hall) -> None:
    """Where there is no other player the refusal of a gift says so."""
    hall.join("ada")
    hall.refused("ada", "gift", "nobody-else", "Card gifting", to="bob")


def returns(hall: Hall) -> list[Entry]:
    """What the rule on gifts has done by itself."""
    return [entry for entry in hall.entries("act-by-rule") if "card-gifting" in entry.args["clause"]]


def test_R23_an_inactive_receiver_who_acts_returns_a_pack_to_each_giver_once(cast: Hall) -> None:
    """By an entry of the rule's, directly after the act."""
    cast.clock.to(WEEK)
    cast.do("ada", "gift", to="bob")
    cast.do("eve", "gift", to="bob")
    before = cast.cycle.seq
    cast.clock.wait(hours=5)
    cast.do("bob", "open-pack", pack="Already-opened Pack")
    cast.do("bob", "open-pack", pack="Already-opened Pack")
    assert cast.actions(before) == ["open-pack", "act-by-rule", "open-pack"]
    assert (cast.has("ada", "Already-opened Pack"), cast.has("eve", "Already-opened Pack")) == (1, 1)
    (returned,) = returns(cast)
    assert returned.at == WEEK + 5 * HOUR
    assert "ada and eve gain 1 Already-opened Pack each." in returned.words
    cast.is_sound()


def test_R23_a_vote_returns_nothing(cast: Hall) -> None:
    """Voting is no act (R8), so a receiver who votes returns nothing."""
    code = cast.propose("eve")
    cast.clock.to(WEEK - HOUR)
    cast.clock.to(WEEK)
    cast.propose("eve", title="Another")
    cast.do("ada", "gift", to="bob")
    cast.do("bob", "vote", proposal="2", vote="for")
    assert returns(cast) == []
    assert code


def test_R23_an_act_in_a_later_phase_returns_nothing(cast: Hall) -> None:
    """A gift returns something only for an act in the phase in which it was given."""
    cast.clock.to(WEEK)
    cast.do("ada", "gift", to="bob")
    cast.clock.to(WEEK + 3 * DAY)
    cast.do("bob", "open-pack", pack="Already-opened Pack")
    assert cast.has("ada", "Already-opened Pack") == 0


def test_R23_an_active_receivers_act_returns_nothing(cast: Hall) -> None:
    """Only to inactive ones is it promised."""
    cast.do("ada", "gift", to="bob")
    cast.do("bob", "open-pack", pack="Already-opened Pack")
    assert cast.has("ada", "Already-opened Pack") == 0


def test_R23_a_giver_who_has_left_gets_nothing(cast: Hall) -> None:
    """An item of a non-player would be destroyed at once."""
    cast.clock.to(WEEK)
    cast.do("ada", "gift", to="bob")
    cast.do("ada", "leave")
    cast.do("bob", "open-pack", pack="Already-opened Pack")
    assert cast.has("ada", "Already-opened Pack") == 0
    assert returns(cast) == []
    cast.is_sound()


def test_R23_a_receiver_who_leaves_has_not_acted(cast: Hall) -> None:
    """Leaving the cycle is no act that returns a gift."""
    cast.clock.to(WEEK)
    cast.do("ada", "gift", to="bob")
    cast.do("bob", "leave")
    assert returns(cast) == []
    cast.is_sound()


def test_R23_the_numbers_are_law(open_cycle) -> None:
    """Five, and two for a receiver with fewer than three."""
    law = cycle_16()
    few, _, base = law["rules"]["card-gifting"]["clauses"]["give"]["do"]
    few["if"]["is"][0], few["then"][0]["n"], base["n"] = 3, 2, 5
    hall = open_cycle(law, joined=("ada", "bob"))
    cards(hall, "bob", 2)
    hall.do("ada", "gift", to="bob")
    assert hall.has("bob", "Already-opened Pack") == 7


# Victory (R56)


def test_R56_ten_chips_win_when_nobody_has_as_many(cast: Hall) -> None:
    """At once, by an entry of its own."""
    cast.grant("ada", "Chip", 9)
    assert cast.cycle.is_running
    cast.grant("ada", "Vertebra", 25)
    entry = cast.do("ada", "buy", offer="Chip")
    cycle = cast.cycle
    assert (cycle.status, cycle.winner, cycle.ended_at) == ("ended", "ada", START)
    assert (cast.actions()[-1], cycle.seq) == ("end-cycle", entry.seq + 1)
    cast.is_sound()


def test_R56_on_a_tie_nobody_wins_yet(cast: Hall) -> None:
    """Two who both have enough and as much as each other have not won until one has more."""
    cast.grant("bob", "Chip", 9)
    cast.grant("ada", "Chip", 9)
    cast.propose("eve")
    for name in ("bob", "ada"):
        cast.grant(name, "Vertebra", 30)
    law = {"op": "replace", "path": ENOUGH, "value": 9}
    code = cast.propose("eve", law, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    assert cast.cycle.is_running
    assert code
    assert "nobody wins yet" in cast.entries("close-voting")[0].words[-1]
    cast.do("bob", "buy", offer="Chip")
    assert cast.cycle.winner == "bob"
    cast.is_sound()


def test_R56_a_tie_ends_when_one_of_the_two_leaves(cast: Hall) -> None:
    """Items of a leaver are nobody's."""
    cast.grant("ada", "Chip", 5)
    cast.grant("bob", "Chip", 5)
    cast.propose("eve", {"op": "replace", "path": ENOUGH, "value": 5}, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    cast.do("bob", "leave")
    assert cast.cycle.winner == "ada"
    cast.is_sound()


def test_R56_more_than_enough_wins_over_enough(cast: Hall) -> None:
    """Whoever has strictly most wins, not whoever had enough first."""
    law = [{"op": "replace", "path": ENOUGH, "value": 3}]
    cast.grant("ada", "Chip", 3)
    cast.grant("bob", "Chip", 4)
    cast.propose("eve", *law, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    assert cast.cycle.winner == "bob"


def test_R56_a_leavers_chips_do_not_count(cast: Hall) -> None:
    """They are gone before anybody looks."""
    cast.grant("ada", "Chip", 9)
    cast.do("ada", "leave")
    cast.grant("bob", "Chip", 1)
    assert cast.cycle.is_running


def test_R56_nine_chips_do_not_win(cast: Hall) -> None:
    """Nor ten taken down to nine in the same breath."""
    cast.grant("ada", "Chip", 9)
    args = {"player": "ada", "item": "Chip", "count": 9, "reason": "x"}
    cast.do(ADMIN, "correct-revoke", **args)
    assert cast.cycle.is_running


def test_R56_without_a_rule_on_victory_nobody_wins(open_cycle) -> None:
    """A cycle may go on for ever."""
    hall = open_cycle(wordless(), joined=("ada",))
    hall.grant("ada", "Chip", 1000)
    assert hall.cycle.is_running


def test_R56_several_with_enough_win_nothing_at_once(open_cycle) -> None:
    """Until somebody has more than everybody else: here both get ten at once, by a rule."""
    law = cycle_16()
    both = {"action": "Pay", "called": "pay", "do": [{"grant": "Chip", "n": 10, "to": {"players": "players"}}]}
    law["rules"]["victory"]["clauses"]["pay"] = both
    hall = open_cycle(law, joined=("ada", "bob"))
    hall.do("ada", "pay")
    assert hall.cycle.is_running
    hall.grant("bob", "Chip")
    assert hall.cycle.winner == "bob"


# Reconfiguration (R29)

TOKEN = "Reconfiguration Token"


def test_R29_a_token_takes_modifiers_and_rolls_for_new_ones(cast: Hall) -> None:
    """What they added stays; the token is gone."""
    card = cast.grant_card("ada", "5", ["Mean", "Hearts Insignia"])
    cast.refused("ada", "use-reconfiguration-token", "cannot-pay", TOKEN, card=card.code)
    cast.grant("ada", TOKEN)
    cast.bad("ada", "use-reconfiguration-token", "card", card=cast.grant_card("bob").code)
    entry = cast.do("ada", "use-reconfiguration-token", card=card.code)
    card.refresh_from_db()
    assert "Mean" not in card.modifier_names
    assert "Hearts" in card.own_suits
    assert len([draw for draw in entry.draws if draw.sides == 100]) == 2
    assert cast.has("ada", TOKEN) == 0
    cast.is_sound()


# Corrections and repeals


def test_R91_a_card_granted_by_name_has_what_was_named_and_no_filler(cast: Hall) -> None:
    """No colour or suit is added; insignia and coatings become what they say."""
    plain = cast.grant_card("ada", "Lotto Ticket", ["Sacrificial", "Red Coating", "Hearts Insignia"])
    assert (plain.modifier_names, plain.own_colours, plain.own_suits) == (["Sacrificial"], ["Red"], ["Hearts"])
    bare = cast.grant_card("ada", "5")
    assert (bare.modifiers, bare.own_colours, bare.own_suits) == ([], [], [])
    cast.is_sound()


def test_a_correction_destroys_any_card(cast: Hall) -> None:
    """Adamantine or not: it is no effect."""
    hard = cast.grant_card("ada", "King", ["Adamantine"])
    cast.do(ADMIN, "correct-destroy-card", player="ada", card=hard.code, reason="a mistake")
    assert cast.cards("ada") == []
    cast.is_sound()


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("species", {"species": "Hermit"}),
        ("species", {"species": ""}),
        ("modifiers", {"modifiers": ["Shiny"]}),
        ("modifiers", {"modifiers": ["Bound"] * 41}),
        ("modifiers", {"modifiers": "Bound"}),
        ("player", {"player": "stranger"}),
        ("reason", {"reason": ""}),
        ("count", {"count": 2}),
    ],
)
def test_a_card_that_cannot_be_is_not_granted(cast: Hall, field: str, change: dict[str, Any]) -> None:
    """With the field that does not fit."""
    args = {"player": "ada", "species": "5", "modifiers": [], "reason": "x"}
    cast.bad(ADMIN, "correct-grant-card", field, **args | change)


def repeal(hall: Hall, *paths: str) -> None:
    hall.propose("ada", *({"op": "remove", "path": path} for path in paths), **{"class": "urgent"})
    hall.to(hall.clock.now + 2 * DAY)
    assert hall.cycle.revision


@pytest.mark.parametrize("species", ["Coup Duke", "Duality of Life"])
def test_R106_a_card_of_a_repealed_species_keeps_its_values(cast: Hall, species: str) -> None:
    """And its suits, colours and types, beside what it had of its own."""
    card = cast.grant_card("ada", species, ["Red Coating", "Speedy"])
    before = properties(cast.cycle.law, card)
    repeal(cast, f"/cards/{species}")
    card.refresh_from_db()
    after = properties(cast.cycle.law, card)
    assert (after.values, set(after.suits), set(after.colours), after.types) == (
        before.values,
        set(before.suits),
        set(before.colours),
        before.types,
    )
    assert card.modifier_names == ["Speedy"]
    cast.is_sound()


def test_R25_R106_a_repealed_credit_card_still_has_every_natural_number(open_cycle) -> None:
    """A set without end is kept as such."""
    hall = open_cycle(wordless(), joined=("ada",))
    card = hall.grant_card("ada", "Credit Card")
    repeal(hall, "/cards/Credit Card", "/cards/Go to jail monopoly card")
    card.refresh_from_db()
    assert card.own_values == [{"from": 0}]
    assert properties(hall.cycle.law, card).values_from == 0
    hall.is_sound()


def test_R106_a_hall_without_cards_in_its_law_still_knows_those_that_people_hold(open_cycle) -> None:
    """All the sections about cards are repealed, and with the packs the items that are packs (R20)."""
    law = wordless()
    packs = tuple(f"items/{name}" for name in law["packs"])
    law["knucklebones"]["rewards"] = [{"grant": "Vertebra", "to": "$me"}]
    hall = open_cycle(law, joined=("ada", "bob"))
    card = hall.grant_card("ada", "King", ["Adamantine"])
    game = ("duels", "battles", "exoptosis")
    cards = ("packs", *packs, "shop", "random_cards", "collections", "modifiers", "cards", "card_traits")
    repeal(hall, *(f"/{name}" for name in (*game, *cards)))
    hall.clock.to(WEEK)
    assert card in hall.cards("ada")
    assert all(each.action.name != "open-pack" for each in hall.can("ada").values())
    hall.is_sound()
