"""A cycle by the law of Exoptwosis: the same hall, other data."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command

from exoptosis.cards.card_properties import properties
from nomic.cycles.models import Cycle
from nomic.law.document.templates import document_of
from tests.support.hall import BATTLE, START, Hall, OpenCycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(open_cycle) -> Hall:
    """Ada, Bob and Eve in a cycle of its own law."""
    return open_cycle(document_of("exoptwosis"), joined=("ada", "bob", "eve"))


def test_a_cycle_can_be_created_from_it(open_cycle) -> None:
    """By the command with which every cycle begins."""
    call_command("create_cycle", "exoptwosis", "--slug", "older-hall")
    cycle = Cycle.objects.get(slug="older-hall")
    assert len(cycle.law.document["cards"]) == 54


def test_R72_joining_and_becoming_reputable_bring_nothing(hall: Hall) -> None:
    """There is no starting grant."""
    hall.to(START + timedelta(days=8))
    assert [hall.has("ada", item) for item in ("Vertebra", "Chip")] == [0, 0]
    hall.is_sound()


def test_R52_the_shop_sells_a_random_card(hall: Hall) -> None:
    """For 5 Vertebrae: one of 54 cards, in the inventory at once; a draw for the species, one for shine."""
    hall.grant("ada", "Vertebra", 12)
    entry = hall.do("ada", "buy", offer="Random Card", count=2)
    cards = hall.cards("ada")
    assert (len(cards), hall.has("ada", "Vertebra")) == (2, 2)
    assert all(card.species in hall.cycle.law.document["cards"] for card in cards)
    drawn = [(draw.label, draw.sides) for draw in entry.draws]
    assert [draw for draw in drawn if draw[1] > 1] == [
        ("part 1, card 1, species", 54),
        ("part 1, card 1, 0. Holographic?", 100),
        ("part 2, card 1, species", 54),
        ("part 2, card 1, 0. Holographic?", 100),
    ]
    assert entry.words[0].startswith("ada buys ")
    assert entry.words[0].endswith(" for 10 Vertebrae.")
    hall.refused("ada", "buy", "cannot-pay", offer="Random Card")
    hall.is_sound()


@pytest.mark.parametrize(
    ("action", "args", "chance"),
    [("buy", {"offer": "Random Card"}, 10), ("open-pack", {"pack": "Deck Pack"}, 5), ("gift", {"to": "bob"}, 5)],
)
def test_R52_a_card_is_holographic_by_a_draw_of_100(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, action: str, args: dict[str, str], chance: int
) -> None:
    """From 0: a card of the shop is with the first 10 of them, any other with the first 5."""

    def foretold(value: int) -> Callable[[str, str, str, int, int], int]:
        return lambda seed, entry, label, index, sides: value if sides == 100 else 0

    hall.grant("ada", "Vertebra", 10)
    hall.grant("ada", "Deck Pack", 2)
    for name, value in (("ada", chance - 1), ("eve" if action == "gift" else "ada", chance)):
        monkeypatch.setattr("nomic.chance.draw_source.draw_value", foretold(value))
        entry = hall.do(name, action, **args)
        made = [card for player in ("ada", "bob") for card in hall.cards(player) if card.made_by == entry.seq]
        assert {bool(card.modifier_names) for card in made} == {value < chance}


@pytest.mark.parametrize(
    ("pack", "size", "shining"), [("Handy Pack", 3, 0), ("Deck Pack", 5, 0), ("Legendary Pack", 7, 2)]
)
def test_packs_hold_random_cards(hall: Hall, pack: str, size: int, shining: int) -> None:
    """As many as the law says; two cards of a Legendary Pack are Holographic for certain."""
    hall.grant("ada", pack)
    entry = hall.do("ada", "open-pack", pack=pack)
    cards = {card.code: card for card in hall.cards("ada")}
    assert len(cards) == size
    last = entry.events[0]["cards"][size - shining :]
    assert all(cards[code].modifier_names == ["Holographic"] for code in last)
    hall.is_sound()


def test_two_cards_of_a_legendary_pack_are_holographic_whatever_is_drawn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the last of a hundred, too; the five others are not then."""
    hall.grant("ada", "Legendary Pack")
    monkeypatch.setattr("nomic.chance.draw_source.draw_value", lambda seed, entry, label, index, sides: sides - 1)
    entry = hall.do("ada", "open-pack", pack="Legendary Pack")
    cards = {card.code: card for card in hall.cards("ada")}
    shining = [cards[code].modifier_names == ["Holographic"] for code in entry.events[0]["cards"]]
    assert shining == [False] * 5 + [True] * 2


def test_R52_a_card_stays_without_what_it_has_not(hall: Hall) -> None:
    """A Joker has no suit and no value, and nothing fills them."""
    card = hall.grant_card("ada", "Red Joker", ["Holographic"])
    held = properties(hall.cycle.law, card)
    assert (held.values, held.suits, held.colours) == ((), (), ("Red",))


def test_R55_a_gift_is_random_cards(hall: Hall) -> None:
    """One, and one more for a receiver with fewer than 5 cards; two more for an inactive one."""
    hall.do("ada", "gift", to="bob")
    assert len(hall.cards("bob")) == 2
    for _ in range(3):
        hall.grant_card("bob", "2 of Hearts")
    hall.do("eve", "gift", to="bob")
    assert len(hall.cards("bob")) == 6
    hall.is_sound()


def test_R55_an_inactive_receiver_who_acts_returns_a_card(hall: Hall) -> None:
    """The giver gets one random card, once."""
    hall.to(BATTLE)
    hall.do("ada", "gift", to="eve")
    hall.to(BATTLE + timedelta(days=4))  # nobody but Ada did anything in the phase before
    hall.do("ada", "gift", to="bob")
    assert (len(hall.cards("bob")), len(hall.cards("ada"))) == (4, 0)
    hall.do("bob", "gift", to="eve")
    assert len(hall.cards("ada")) == 1
    hall.is_sound()


def test_R23_only_who_gave_to_the_player_who_acts_gains(hall: Hall) -> None:
    """Both who gave to Fay gain a card when she acts, and Eve, who gave to Gil, none; no rule acts when Hal does."""
    hall.join("fay", "gil", "hal")
    hall.to(BATTLE + timedelta(days=4))
    for giver, to in (("ada", "fay"), ("bob", "fay"), ("eve", "gil")):
        hall.do(giver, "gift", to=to)
    before = {player: len(hall.cards(player)) for player in ("ada", "bob", "eve")}
    hall.do("fay", "gift", to="gil")
    assert [len(hall.cards(player)) - count for player, count in before.items()] == [1, 1, 0]
    by_rules = len(hall.entries("act-by-rule"))
    hall.do("hal", "gift", to="fay")
    assert len(hall.entries("act-by-rule")) == by_rules
    hall.is_sound()


def test_R55_25_chips_win(hall: Hall) -> None:
    """Whoever has 25 Chips has won, whoever has 24 has not."""
    hall.grant("ada", "Chip", 24)
    assert hall.cycle.is_running
    hall.grant("ada", "Chip", 1)
    assert not hall.cycle.is_running


def test_what_the_law_does_not_have_cannot_be_done(hall: Hall) -> None:
    """Nothing is burnt here, nothing used."""
    for name in ("burn-card", "use-item"):
        assert name not in {each.action.name for each in hall.can("ada").values()}


def test_it_replays(hall: Hall) -> None:
    """From its journal alone, to the same state."""
    hall.grant("ada", "Vertebra", 100)
    hall.do("ada", "buy", offer="Legendary Pack")
    hall.do("ada", "open-pack", pack="Legendary Pack")
    hall.do("ada", "gift", to="bob")
    hall.is_sound()


def test_R141_a_pack_without_contents_is_empty_under_this_law_too(open_cycle: OpenCycle) -> None:
    """One of which the law never told, and one whose contents a vote took away."""
    law = document_of("exoptwosis")
    law["items"]["Six-pack"] = {"plural": "Six-packs", "kind": "pack"}
    hall = open_cycle(law, joined=("ada", "bob", "eve"))
    hall.grant("ada", "Six-pack", 2)
    hall.grant("ada", "Deck Pack", 2)
    opened = hall.do("ada", "open-pack", pack="Six-pack")
    assert opened.words == ["ada opens 1 Six-pack: nothing is in it, for the law names no contents."]
    hall.do("ada", "open-pack", pack="Deck Pack")
    cards = len(hall.cards("ada"))
    assert cards == 5
    code = hall.propose("ada", {"op": "remove", "path": "/packs/Deck Pack"})
    hall.vote(code, ada="for", bob="for")
    hall.to(START + timedelta(days=15))
    hall.do("ada", "open-pack", pack="Deck Pack")
    assert ([hall.has("ada", pack) for pack in ("Six-pack", "Deck Pack")], len(hall.cards("ada"))) == ([1, 0], cards)
    hall.is_sound()
