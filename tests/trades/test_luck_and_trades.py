"""Luck and open offers (R134): what a reroll unmakes cannot be traded, and an offer of it holds nobody back."""

import pytest

from nomic.cycles.models import Entry
from nomic.trades.models import Trade
from tests.support.hall import HOUR, WEEK, Hall
from tests.trades.table import consent, counter, lots, newest, offer


@pytest.fixture
def lucky(cast: Hall) -> Hall:
    """Ada has good luck and a pack to open; all three may trade."""
    cast.grant("ada", "Good luck")
    cast.grant("ada", "Handy Pack")
    return cast


def opened(hall: Hall) -> tuple[Entry, str]:
    """Ada opens her pack: the entry, and a card that came."""
    had = {card.code for card in hall.cards("ada")}
    entry = hall.do("ada", "open-pack", pack="Handy Pack")
    return entry, next(card.code for card in hall.cards("ada") if card.code not in had)


def is_rerolled(hall: Hall, entry: Entry) -> None:
    """Ada's luck rolls it again, and is used up; the journal replays to the same."""
    hall.do("ada", "luck_reroll", act=entry.key)
    assert hall.has("ada", "Good luck") == 0
    assert hall.entries()[-1].failure is None
    assert not Entry.objects.filter(cycle=hall.pk, key=entry.key).exists()
    hall.is_sound()


@pytest.mark.parametrize("maker", ["ada", "bob"])
def test_R134_an_open_offer_of_a_card_that_is_unmade_is_void(lucky: Hall, maker: str) -> None:
    """Whoever offered it, and another offer stands; the entry of the offer says why."""
    entry, card = opened(lucky)
    if maker == "ada":
        named = offer(lucky, "ada", "bob", gives_cards=[card])
    else:
        named = offer(lucky, "bob", "ada", gives=lots(Vertebra=1), wants_cards=[card])
    other = offer(lucky, "bob", "eve", gives=lots(Vertebra=2))
    offered = lucky.entries("offer-trade")[0]
    is_rerolled(lucky, entry)
    again = newest(lucky, named.code)
    assert (again.status, again.why) == ("void", "a reroll has undone something that the trade names")
    assert newest(lucky, other.code).is_open
    assert (again.number, newest(lucky, other.code).number) == (1, 2)
    stands = Entry.objects.get(cycle=lucky.pk, key=offered.key)
    assert "Trade 1 is void: a reroll has undone something that the trade names." in stands.words
    assert [event["kind"] for event in stands.events] == ["trade-void", "never-was"]
    consent(lucky, "eve", newest(lucky, other.code))
    lucky.to(WEEK + 8 * 24 * HOUR)
    lucky.is_sound()


def test_R134_what_was_said_of_such_an_offer_comes_to_nothing_too(lucky: Hall) -> None:
    """It was countered, consented to in part, taken back and withdrawn: none of that keeps luck from being used."""
    entry, card = opened(lucky)
    first = offer(lucky, "ada", "bob", gives_cards=[card])
    countered = counter(lucky, "bob", first, wants_cards=[card], gives=lots(Vertebra=1))
    lucky.do("bob", "take-back-consent", trade=countered.code)
    lucky.do("bob", "withdraw-trade", trade=countered.code)
    second = offer(lucky, "ada", gives_cards=[card])
    answered = counter(lucky, "eve", second, wants_cards=[card], gives=lots(Vertebra=3))
    is_rerolled(lucky, entry)
    assert {each.code: each.status for each in Trade.objects.filter(cycle=lucky.pk)} == {
        first.code: "void",
        second.code: "void",
        answered.code: "void",
    }
    assert newest(lucky, answered.code).answers == second.code


def test_R134_a_first_consent_to_such_an_offer_comes_to_nothing_too(lucky: Hall) -> None:
    """And the entries of that consent, and of the one that was taken back before, say why."""
    entry, card = opened(lucky)
    named = offer(lucky, "ada", "bob", gives_cards=[card])
    taken_back = lucky.do("ada", "take-back-consent", trade=named.code)
    consent(lucky, "bob", newest(lucky, named.code))
    consented = lucky.entries()[-1]
    is_rerolled(lucky, entry)
    for name, before in (("ada", taken_back), ("bob", consented)):
        words = Entry.objects.get(cycle=lucky.pk, key=before.key).words
        assert (
            f"{name} acts on trade 1: it has no effect, because a reroll has undone something that the trade names."
            in words
        )
    assert newest(lucky, named.code).status == "void"


def test_R134_a_standing_offer_that_was_changed_to_such_a_card_is_void(lucky: Hall) -> None:
    """The offer was there before; the terms that name the card made it void."""
    standing = offer(lucky, "ada", "bob", gives=lots(Vertebra=1))
    entry, card = opened(lucky)
    counter(lucky, "bob", standing, wants_cards=[card])
    is_rerolled(lucky, entry)
    assert newest(lucky, standing.code).status == "void"


def test_R134_a_trade_that_took_place_holds_the_reroll_back_and_is_named(lucky: Hall) -> None:
    """The refusal says what depends, and the luck is there as before."""
    entry, card = opened(lucky)
    consent(lucky, "bob", offer(lucky, "ada", "bob", gives_cards=[card]))
    made = lucky.cycle.seq
    refused = lucky.refused("ada", "luck_reroll", "later-acts", act=entry.key)
    assert f"entry {made}" in refused.detail
    assert lucky.has("ada", "Good luck") == 1


def test_R134_a_void_offer_stays_void_when_luck_is_used_again(lucky: Hall) -> None:
    """Another player's reroll tells the journal again, with the void offer in it."""
    lucky.grant("bob", "Good luck")
    lucky.grant("bob", "Handy Pack")
    entry, card = opened(lucky)
    named = offer(lucky, "ada", "eve", gives_cards=[card])
    his = lucky.do("bob", "open-pack", pack="Handy Pack")
    is_rerolled(lucky, entry)
    lucky.do("bob", "luck_reroll", act=his.key)
    assert newest(lucky, named.code).status == "void"
    lucky.is_sound()
