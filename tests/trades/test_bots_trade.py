"""Bots of practice cycles take what is worth more to them by the law's prices, and decline the rest at once."""

import pytest

from nomic.trades.models import TradeStatus
from tests.support.hall import Hall, OpenCycle
from tests.trades.table import counter, lots, newest, offer

BOT = "Greedy bot 1"


@pytest.fixture
def practice(open_cycle: OpenCycle) -> Hall:
    """Ada's practice cycle, with a bot."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.grant("ada", "Chip", 2)
    return hall


def test_a_bot_takes_what_is_worth_more(practice: Hall) -> None:
    """A Chip costs 25 in the shop: for 20 Vertebrae that is a bargain, and the bot may trade as a founder."""
    made = offer(practice, "ada", BOT, gives=lots(Chip=1), wants=lots(Vertebra=20))
    assert made.status == TradeStatus.MADE, practice.entries()[-1].words
    assert (practice.has(BOT, "Chip"), practice.has("ada", "Vertebra")) == (1, 40)
    assert practice.entries()[-1].action == "bot-judges-trade"
    practice.is_sound()


def test_a_bot_declines_what_is_worth_less_or_as_much(practice: Hall) -> None:
    """A card is worth what the cheapest pack costs, 5: it gives none for 4, nor for 5, and one for 6."""
    card = practice.cards(BOT)[0]
    for price, status in ((4, TradeStatus.WITHDRAWN), (5, TradeStatus.WITHDRAWN), (6, TradeStatus.MADE)):
        trade = offer(practice, "ada", BOT, gives=lots(Vertebra=price), wants_cards=[card.code])
        assert trade.status == status, price
    assert card.code in {each.code for each in practice.cards("ada")}
    practice.is_sound()


def test_a_bot_declines_what_it_cannot_give(practice: Hall) -> None:
    """However good it would be."""
    trade = offer(practice, "ada", BOT, gives=lots(Chip=2), wants=lots(Vertebra=21))
    assert (trade.status, trade.why) == (TradeStatus.WITHDRAWN, f"{BOT} declines it")
    assert practice.has("ada", "Chip") == 2


def test_a_bot_lets_the_board_be(practice: Hall) -> None:
    """An offer to anybody waits for people; with one changed by its maker nothing is asked of a bot either."""
    standing = offer(practice, "ada", gives=lots(Chip=1))
    assert counter(practice, "ada", standing, gives=lots(Chip=2)).is_open
    assert newest(practice, standing.code).is_open


def test_elsewhere_nobody_answers_in_a_bots_name(open_cycle: OpenCycle) -> None:
    """In a cycle that is played in earnest no name is a bot's."""
    hall = open_cycle(joined=("ada", "bob"))
    hall.grant("ada", "Chip")
    assert offer(hall, "ada", "bob", gives=lots(Chip=1)).is_open
    assert not hall.entries("bot-judges-trade")
