"""Offers, answers, consents, and the exchange (R21)."""

from datetime import timedelta

import pytest

from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import NoSuchAction
from nomic.law.document.templates import document_of
from nomic.notices.models import Notice
from nomic.trades.models import TradeStatus
from tests.support.hall import ADMIN, DAY, START, WEEK, Hall, OpenCycle, bare_law, cycle_16
from tests.trades.table import consent, counter, lots, newest, offer


@pytest.fixture
def table(hall: Hall) -> Hall:
    """Ada, Bob and Cleo, reputable from the start, with 20 Vertebrae each; Ada has 3 Chips, Bob two cards."""
    hall.join("ada", "bob", "cleo")
    hall.grant("ada", "Chip", 3)
    hall.grant_card("bob", "King")
    hall.grant_card("bob", "7")
    return hall


def test_R21_a_trade_takes_place_at_the_second_consent(table: Hall) -> None:
    """Whoever offers consents; with the other's consent everything changes hands at once."""
    king = table.cards("bob")[0]
    trade = offer(table, "ada", "bob", gives=lots(Chip=2), wants=lots(Vertebra=5), wants_cards=[king.code])
    assert (table.has("ada", "Chip"), table.has("bob", "Chip")) == (3, 0)
    made = consent(table, "bob", trade)
    assert made.status == TradeStatus.MADE
    assert (table.has("ada", "Chip"), table.has("bob", "Chip")) == (1, 2)
    assert (table.has("ada", "Vertebra"), table.has("bob", "Vertebra")) == (25, 15)
    assert [card.species for card in table.cards("ada")] == ["King"]
    (told,) = table.entries("consent-trade")
    assert told.words == ["Trade 1 is made: ada gives bob 2 Chips, bob gives ada 5 Vertebrae and King."]
    table.is_sound()


def test_R21_either_side_may_be_empty(table: Hall) -> None:
    """A gift of a card is a trade with an empty side; to want without giving is possible, too."""
    seven = table.cards("bob")[1]
    consent(table, "ada", offer(table, "bob", "ada", gives_cards=[seven.code]))
    assert [card.species for card in table.cards("ada")] == ["7"]
    consent(table, "bob", offer(table, "ada", "bob", wants=lots(Vertebra=1)))
    assert table.has("ada", "Vertebra") == 21


def test_a_trade_of_nothing_for_nothing_is_none(table: Hall) -> None:
    """Something is on one side at least."""
    table.bad("ada", "offer-trade", "gives", to="bob")


def test_R21_a_counter_offer_takes_the_others_consent_away(table: Hall) -> None:
    """Bob wants more; Ada's consent was to what she had said, and whoever consents to that is told that it changed."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1), wants=lots(Vertebra=5))
    answered = counter(table, "bob", trade, gives=lots(Vertebra=5), wants=lots(Chip=2))
    assert (answered.pk, answered.version, answered.willing) == (trade.pk, 2, ["bob"])
    table.refused("ada", "consent-trade", "changed", "Trading", trade=trade.code, version=1)
    table.refused("bob", "consent-trade", "nothing-offered", "Trading", trade=trade.code, version=2)
    table.refused("ada", "counter-trade", "changed", "Trading", trade=trade.code, version=1, gives=lots(Chip=1))
    consent(table, "ada", answered)
    assert (table.has("bob", "Chip"), table.has("ada", "Vertebra")) == (2, 25)
    table.is_sound()


def test_whoever_offered_may_say_other_terms_too(table: Hall) -> None:
    """A consent to what was offered before is refused, so nobody is given less than they saw."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=3))
    changed = counter(table, "ada", trade, gives=lots(Chip=1))
    table.refused("bob", "consent-trade", "changed", "Trading", trade=trade.code, version=1)
    consent(table, "bob", changed)
    assert table.has("bob", "Chip") == 1


def test_R21_a_consent_may_be_taken_back(table: Hall) -> None:
    """Then the other's is the first, from which the seven days run."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1))
    table.clock.wait(days=3)
    table.do("ada", "take-back-consent", trade=trade.code)
    table.refused("ada", "take-back-consent", "nothing-consented", "Trading", trade=trade.code)
    waiting = consent(table, "bob", trade)
    assert (waiting.status, waiting.willing, waiting.ends_at) == (TradeStatus.OPEN, ["bob"], START + 10 * DAY)
    assert table.has("bob", "Chip") == 0
    table.to(START + 9 * DAY)
    consent(table, "ada", waiting)
    assert table.has("bob", "Chip") == 1
    table.is_sound()


def test_R21_a_trade_expires_after_seven_days(table: Hall) -> None:
    """A consent a moment before is in time, one at the very instant late (R2)."""
    late = offer(table, "ada", "bob", gives=lots(Chip=1))
    table.clock.wait(seconds=1)
    in_time = offer(table, "ada", "bob", gives=lots(Chip=1))
    table.pass_on(WEEK)
    table.refused("bob", "consent-trade", "not-open", "Trading", trade=late.code, version=1)
    assert newest(table, late.code).status == TradeStatus.EXPIRED
    assert consent(table, "bob", in_time).status == TradeStatus.MADE


def test_R3_at_one_instant_reputation_comes_before_trades(table: Hall) -> None:
    """Then votes are counted, then the phase ends; of trades the older comes first."""
    table.propose("ada")
    for _ in range(2):
        offer(table, "ada", "bob", gives=lots(Chip=1))
    table.pass_on(START + 2 * DAY)
    table.settle()
    newcomer = table.cycle.seq
    table.pass_on(WEEK)
    table.settle()
    ends = [(entry.action, entry.words[0]) for entry in table.entries() if entry.seq > newcomer and entry.at == WEEK]
    assert [words for action, words in ends if action == "expire-trade"] == ["Trade 1 expires.", "Trade 2 expires."]
    actions = [action for action, _ in ends]
    assert actions.index("expire-trade") < actions.index("close-voting") < actions.index("begin-phase")


def test_R128_an_outage_moves_the_end(table: Hall) -> None:
    """What is open lasts longer by what of it nobody could use; what began afterwards does not."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1))
    table.to(START + 2 * DAY)
    table.do(
        ADMIN,
        "record-outage",
        began=(START + DAY).isoformat(),
        ended=(START + DAY + timedelta(hours=5)).isoformat(),
        reason="the site was down",
    )
    assert newest(table, trade.code).ends_at == WEEK + timedelta(hours=5)
    table.to(WEEK)
    assert consent(table, "bob", newest(table, trade.code)).status == TradeStatus.MADE
    table.is_sound()


def test_R21_void_where_one_no_longer_has_the_items(table: Hall) -> None:
    """Promised twice: the second to be consented to is void, and says why. Nothing of it moves."""
    one = offer(table, "ada", "bob", gives=lots(Chip=2), wants=lots(Vertebra=1))
    other = offer(table, "ada", "cleo", gives=lots(Chip=2), wants=lots(Vertebra=1))
    consent(table, "bob", one)
    void = consent(table, "cleo", other)
    assert (void.status, void.why) == (TradeStatus.VOID, "ada has 1 Chip, and 2 Chips are needed")
    assert (table.has("cleo", "Vertebra"), table.has("ada", "Chip")) == (20, 1)
    table.is_sound()


def test_R21_void_where_a_card_is_gone(table: Hall) -> None:
    """Bob traded the King on."""
    king = table.cards("bob")[0]
    promised = offer(table, "bob", "ada", gives_cards=[king.code])
    consent(table, "cleo", offer(table, "bob", "cleo", gives_cards=[king.code]))
    void = consent(table, "ada", promised)
    assert (void.status, void.why) == (TradeStatus.VOID, "bob no longer has King")


def test_whoever_has_not_what_they_are_to_give_cannot_consent(table: Hall) -> None:
    """That is theirs to mend: the offer stays."""
    trade = offer(table, "ada", "bob", wants=lots(Chip=1))
    refused = table.refused("bob", "consent-trade", "not-enough", "Trading", trade=trade.code, version=1)
    assert refused.detail == "Bob has 0 Chips, and 1 Chip is needed."
    assert newest(table, trade.code).is_open


def test_R21_only_reputable_players_trade(hall: Hall) -> None:
    """Neither side is somebody who is not reputable yet, whoever offers."""
    hall.join("ada")
    hall.to(START + 4 * DAY)
    hall.join("newcomer")
    hall.grant("ada", "Chip")
    hall.refused("newcomer", "offer-trade", "may-not-trade", "Trading", to="ada", wants=lots(Chip=1))
    hall.refused("ada", "offer-trade", "may-not-trade", "Trading", to="newcomer", gives=lots(Chip=1))
    standing = offer(hall, "ada", gives=lots(Chip=1))
    hall.refused("newcomer", "consent-trade", "may-not-trade", "Trading", trade=standing.code, version=1)
    hall.to(START + 11 * DAY - timedelta(seconds=1))
    standing = offer(hall, "ada", gives=lots(Chip=1))
    hall.to(START + 11 * DAY)
    consent(hall, "newcomer", standing)
    assert hall.has("newcomer", "Chip") == 1


def test_R5_leaving_voids_open_trades(table: Hall) -> None:
    """Those that the leaver offered, those offered to them, and what they had on the board."""
    mine = offer(table, "ada", "bob", gives=lots(Chip=1))
    theirs = offer(table, "cleo", "ada", gives=lots(Vertebra=1))
    standing = offer(table, "ada", gives=lots(Chip=1))
    apart = offer(table, "bob", "cleo", gives=lots(Vertebra=1))
    table.do("ada", "leave")
    assert {newest(table, trade.code).status for trade in (mine, theirs, standing)} == {TradeStatus.VOID}
    assert newest(table, mine.code).why == "ada has left the game"
    assert newest(table, apart.code).is_open
    table.refused("bob", "consent-trade", "nothing-offered", "Trading", trade=mine.code, version=1)
    table.is_sound()


def test_an_offer_to_anybody_is_taken_by_whoever_comes_first(table: Hall) -> None:
    """It is gone then."""
    trade = offer(table, "ada", gives=lots(Chip=1), wants=lots(Vertebra=4))
    made = consent(table, "cleo", trade)
    assert (made.status, made.other, table.has("cleo", "Chip")) == (TradeStatus.MADE, "cleo", 1)
    offer(table, "cleo", gives=lots(Vertebra=1))
    table.refused("bob", "consent-trade", "not-open", "Trading", trade=trade.code, version=1)


def test_an_offer_to_anybody_wants_any_card_of_a_name(table: Hall) -> None:
    """Whoever takes it says which; with one of them only, it is that one."""
    trade = offer(table, "ada", gives=lots(Chip=1), wants=lots(King=1))
    table.bad("cleo", "consent-trade", "cards", trade=trade.code, version=1)
    table.bad("bob", "consent-trade", "cards", trade=trade.code, version=1, cards=[table.cards("bob")[1].code])
    consent(table, "bob", trade)
    assert [card.species for card in table.cards("ada")] == ["King"]
    table.grant_card("bob", "King")
    table.grant_card("bob", "King", ["Fragile"])
    trade = offer(table, "ada", gives=lots(Chip=1), wants=lots(King=1))
    table.bad("bob", "consent-trade", "cards", trade=trade.code, version=1)
    plain = table.cards("bob")[1]
    consent(table, "bob", trade, cards=[plain.code])
    assert plain.code in {card.code for card in table.cards("ada")}
    table.is_sound()


def test_the_first_to_consent_says_which_cards(table: Hall) -> None:
    """After that the trade names them, in a version of its own, for the other to look at."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1), wants=lots(King=1))
    table.do("ada", "take-back-consent", trade=trade.code)
    named = consent(table, "bob", trade)
    assert (named.version, [lot.is_any for lot in named.lots.all()]) == (2, [False, False])
    table.refused("ada", "consent-trade", "changed", "Trading", trade=trade.code, version=1)
    consent(table, "ada", named)
    assert [card.species for card in table.cards("ada")] == ["King"]
    table.is_sound()


def test_an_answer_to_an_offer_to_anybody_leaves_it_standing(table: Hall) -> None:
    """It is an offer to whoever stands on the board."""
    standing = offer(table, "ada", gives=lots(Chip=1), wants=lots(Vertebra=9))
    answer = counter(table, "bob", standing, gives=lots(Vertebra=5), wants=lots(Chip=1))
    assert (answer.number, answer.maker, answer.other, answer.answers) == (2, "bob", "ada", standing.code)
    assert newest(table, standing.code).is_open
    consent(table, "ada", answer)
    assert table.has("bob", "Chip") == 1


def test_a_consent_to_anybody_taken_back_withdraws_the_offer(table: Hall) -> None:
    """Nobody could take it any more."""
    standing = offer(table, "ada", gives=lots(Chip=1))
    table.do("ada", "take-back-consent", trade=standing.code)
    assert newest(table, standing.code).status == TradeStatus.WITHDRAWN


def test_either_may_end_it(table: Hall) -> None:
    """Who offered withdraws, the other declines; a third can do neither."""
    one, two = (offer(table, "ada", "bob", gives=lots(Chip=1)) for _ in range(2))
    table.refused("cleo", "withdraw-trade", "no-open-trade", "Trading", trade=one.code)
    offer(table, "ada", "cleo", gives=lots(Chip=1))
    table.refused("cleo", "withdraw-trade", "not-yours", "Trading", trade=one.code)
    table.refused("cleo", "consent-trade", "not-yours", "Trading", trade=one.code, version=1)
    table.refused("cleo", "counter-trade", "not-yours", "Trading", trade=one.code, version=1, gives=lots(Vertebra=1))
    table.do("ada", "withdraw-trade", trade=one.code)
    table.do("bob", "withdraw-trade", trade=str(two.number))
    assert [newest(table, trade.code).why for trade in (one, two)] == ["ada withdraws it", "bob declines it"]
    offer(table, "bob", gives=lots(Vertebra=1))
    table.refused("bob", "withdraw-trade", "not-open", "Trading", trade=two.code)
    table.is_sound()


def test_what_cannot_be_traded_is_refused_with_its_place(table: Hall) -> None:
    """What one has not, has too few of, or names twice; with oneself or nobody; no item; a trait; too much."""
    bob_has, ada = table.cards("bob")[0].code, "ada"
    table.bad(ada, "offer-trade", "gives/Chip", to="bob", gives=lots(Chip=4))
    table.bad(ada, "offer-trade", "gives/Chip", to="bob", gives=lots(Chip=1_000_000))
    table.bad(ada, "offer-trade", "gives/Chip", to="bob", gives=lots(Chip=10**12))
    table.bad(ada, "offer-trade", "gives/Good luck", to="bob", gives=lots(Good_luck=1))
    table.bad(ada, "offer-trade", "gives/King", to="bob", gives=lots(King=1))
    table.bad(ada, "offer-trade", "wants/Moon", to="bob", wants=lots(Moon=1))
    table.bad(ada, "offer-trade", "gives_cards/0", to="bob", gives_cards=[bob_has])
    table.bad(ada, "offer-trade", "wants_cards/0", to="bob", wants_cards=["zzzz"])
    table.bad(ada, "offer-trade", "wants_cards/1", to="bob", wants_cards=[bob_has, bob_has])
    table.bad(ada, "offer-trade", "wants_cards", wants_cards=[bob_has])
    table.bad(ada, "offer-trade", "to", to=ada, gives=lots(Chip=1))
    table.bad(ada, "offer-trade", "to", to="nobody", gives=lots(Chip=1))
    table.bad(ada, "offer-trade", "gives_cards", to="bob", gives_cards=["a"] * 201)
    table.bad(ada, "offer-trade", "gives", to="bob", gives=lots(**{f"Thing_{n}": 1 for n in range(51)}))
    table.refused("stranger", "offer-trade", "not-a-player", to="bob", gives=lots(Chip=1))


def test_a_player_has_so_many_offers_at_once(open_cycle: OpenCycle) -> None:
    """As many as the law says, answers to the board among them; changing one is always possible."""
    law = cycle_16()
    law["trades"]["most_open"] = 2
    table = open_cycle(law, joined=("ada", "bob"))
    first = offer(table, "ada", gives=lots(Vertebra=1))
    offer(table, "ada", "bob", gives=lots(Vertebra=1))
    table.refused("ada", "offer-trade", "too-many-open", "Trading", gives=lots(Vertebra=1))
    counter(table, "ada", first, gives=lots(Vertebra=2))
    standing = offer(table, "bob", gives=lots(Vertebra=1))
    table.refused(
        "ada", "counter-trade", "too-many-open", "Trading", trade=standing.code, version=1, gives=lots(Vertebra=1)
    )
    table.do("ada", "withdraw-trade", trade=first.code)
    offer(table, "ada", gives=lots(Vertebra=1))


@pytest.mark.parametrize("law", ["cycle-16", "exoptwosis"])
def test_R21_a_player_has_twenty_offers_at_once(open_cycle: OpenCycle, law: str) -> None:
    """Under the laws that are shipped with trades."""
    table = open_cycle(document_of(law), template=law, joined=("ada", "bob"))
    table.grant("ada", "Vertebra")
    for _ in range(20):
        offer(table, "ada", gives=lots(Vertebra=1))
    table.refused("ada", "offer-trade", "too-many-open", gives=lots(Vertebra=1))


def test_R8_a_consent_is_an_act(table: Hall) -> None:
    """Whoever consents is not inactive in the next phase."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1))
    table.to(START + 3 * DAY)
    consent(table, "bob", trade)
    assert table.player("bob").last_act_phase == 1


def test_a_law_without_the_section_knows_no_trades(open_cycle: OpenCycle) -> None:
    """As laws from before: the actions are not listed, and whoever tries all the same is told."""
    hall = open_cycle(bare_law(), joined=("ada", "bob"))
    assert not [name for name in hall.can("ada") if "trade" in name]
    with hall.nothing_changes(), pytest.raises(NoSuchAction):
        hall.do("ada", "offer-trade", to="bob", gives=lots(Chip=1))


def test_a_repeal_voids_what_is_open(table: Hall) -> None:
    """Nobody could consent any more."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1))
    repealed = [
        {"op": "replace", "path": "/rules/trading/body", "value": "Nobody trades."},
        {"op": "remove", "path": "/belongs/~1trades"},
        {"op": "remove", "path": "/trades"},
    ]
    table.propose_and_vote("ada", *repealed, by=("ada", "bob"), at=START + 2 * DAY, **{"class": "urgent"})
    assert newest(table, trade.code).why == "the law no longer has trades"
    table.is_sound()


def test_R101_the_end_of_the_cycle_voids_what_is_open(table: Hall) -> None:
    """Ada wins by a trade: what else was offered is void, and nothing is due any more."""
    table.grant("bob", "Chip", 7)
    other = offer(table, "bob", gives=lots(Chip=1))
    consent(table, "ada", offer(table, "bob", "ada", gives=lots(Chip=7)))
    assert not table.cycle.is_running
    assert newest(table, other.code).why == "the cycle has ended"
    table.is_sound()


def test_the_other_is_told(table: Hall) -> None:
    """Of an offer, of a change, of what became of it; whoever does it is not."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1))
    changed = counter(table, "bob", trade, wants=lots(Chip=2))
    consent(table, "ada", changed)
    notices = Notice.objects.filter(link__contains="/trades/").order_by("pk")
    assert list(notices.values_list("person__username", "text", "link")) == [
        ("bob", "ada offers you 1 Chip, for nothing (trade 1).", f"/c/{table.slug}/trades/1/"),
        ("ada", "bob changes trade 1: nothing for 2 Chips.", f"/c/{table.slug}/trades/1/"),
        ("bob", "Trade 1 with ada is made: nothing for 2 Chips.", f"/c/{table.slug}/trades/1/"),
    ]


def test_R21_a_consent_that_is_taken_back_is_told(table: Hall) -> None:
    """To everybody in the journal, and to the other by a notice."""
    trade = offer(table, "ada", "bob", gives=lots(Chip=1))
    entry = table.do("ada", "take-back-consent", trade=trade.code)
    assert entry.words == ["ada takes back their consent to trade 1."]
    (event,) = (event for event in entry.events if event["kind"] == "trade-consent-taken-back")
    assert (event["trade"], event["number"], event["player"], event["partner"]) == (trade.code, 1, "ada", "bob")
    notice = Notice.objects.order_by("pk").last()
    assert notice is not None
    assert (notice.person.username, notice.text) == ("bob", "ada takes back their consent to trade 1.")


def test_trades_are_chosen_by_their_words(table: Hall) -> None:
    """Who gives whom what; of many things the first, and that there are more."""
    king = table.cards("bob")[0]
    offer(table, "ada", "bob", gives=lots(Chip=2), wants_cards=[king.code])
    offer(table, "ada", gives=lots(Vertebra=3), wants=lots(King=2))
    offer(table, "bob", "ada", gives_cards=[card.code for card in table.cards("bob")])
    for _ in range(5):
        table.grant_card("cleo", "King")
    offer(table, "cleo", "bob", gives_cards=[card.code for card in table.cards("cleo")])

    def chosen(name: str, action: str) -> list[str]:
        ctx = table.read_context(name)
        choices = action_named(action, ctx.law).choices
        assert choices is not None
        return [choice.label for choice in choices(ctx)["trade"]]

    to_bob = "1: ada gives you 2 Chips for King"
    from_cleo = "4: cleo gives you King, King, King, King and more for nothing"
    assert chosen("bob", "consent-trade") == [to_bob, from_cleo, "2: ada gives anybody 3 Vertebrae for any 2 × King"]
    assert chosen("ada", "withdraw-trade") == [
        "1: you give bob 2 Chips for King",
        "2: you give anybody 3 Vertebrae for any 2 × King",
        "3: bob gives you King and 7 for nothing",
    ]
    assert chosen("bob", "take-back-consent")[0].startswith("3: you give ada")
    assert len(chosen("bob", "counter-trade")) == 4


def test_rules_hear_of_trades(open_cycle: OpenCycle) -> None:
    """A clause pays both for a trade that is made; $who has consented last, $partner is who did not offer."""
    law = cycle_16()
    law["rules"]["trading"]["clauses"] = {
        "fee": {
            "when": "trade-made",
            "do": [{"revoke": "Vertebra", "n": 1, "from": "$player"}, {"grant": "Chip", "to": "$partner"}],
        },
        "never": {"forbid": "withdraw-trade", "because": "An offer stands."},
    }
    table = open_cycle(law, joined=("ada", "bob"))
    trade = offer(table, "ada", "bob", gives=lots(Vertebra=5))
    table.refused("bob", "withdraw-trade", "forbidden", "Trading", trade=trade.code)
    consent(table, "bob", trade)
    assert (table.has("ada", "Vertebra"), table.has("bob", "Chip")) == (14, 1)


def test_R19_what_was_traded_on_cannot_be_rerolled(table: Hall) -> None:
    """A pack's cards that were given away hang on its opening."""
    table.grant("ada", "Already-opened Pack")
    table.grant("ada", "Good luck")
    opened = table.do("ada", "open-pack", pack="Already-opened Pack")
    card = table.cards("ada")[0]
    consent(table, "bob", offer(table, "ada", "bob", gives_cards=[card.code]))
    refused = table.refused("ada", "luck_reroll", "later-acts", "Luck", act=opened.key)
    assert "changed what ada has" in refused.detail
