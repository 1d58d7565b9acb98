"""Who takes part: declarations, requests, what comes to a deck, and hands until the reveal."""

import pytest
from msgspec.structs import replace

from exoptosis.engine.moves.definitions import ChooseHand, PlayCard
from exoptosis.engine.state import State
from nomic.matches.contract.game import BadAnswer
from tests.support.exoptosis_match import FOUR, GAME, Match


def test_R31_cards_are_duplicated_as_the_deck() -> None:
    """Each inventory card becomes a card of this game with the original's code, its species' sets and its own."""
    match = Match()
    card = match.original("9 of Stars", "Speedy", suits=["Hearts"], values=[2])
    match.happens("joined", player="Ada", cards=[card])
    (number,) = match.seat("Ada").deck
    duplicate = match.state.cards[number]
    assert duplicate.original == card["code"]
    assert (duplicate.values, duplicate.suits, duplicate.colours) == ((2, 9), ("Stars", "Hearts"), ("Blue",))
    assert [modifier.name for modifier in duplicate.modifiers] == ["Speedy"]


def test_R25_a_duplicate_can_have_a_value_set_without_end() -> None:
    """Of its species, or of its own as an amalgam."""
    match = Match()
    fused = match.original("Amalgam", values=[-1, {"from": 3}])
    match.happens("joined", player="Ada", cards=[match.original("Credit Card"), fused])
    first, second = (match.state.cards[card] for card in match.seat("Ada").deck)
    assert (first.values, first.values_from) == ((), 0)
    assert (second.values, second.values_from) == ((-1,), 3)


def test_R30_R48_a_duplicate_remembers_what_the_original_does() -> None:
    """Whose act bound it, and how far it has counted."""
    match = Match()
    card = match.original("2", {"name": "Bound", "by": "Cy"}, {"name": "Fragile", "count": 2})
    match.happens("joined", player="Ada", cards=[card])
    bound, fragile = match.state.cards[match.seat("Ada").deck[0]].modifiers
    assert (bound.by, fragile.count) == ("Cy", 2)


@pytest.mark.parametrize("moment", ["before hands", "in play"])
def test_R31_R92_a_card_obtained_joins_the_deck(moment: str) -> None:
    """Before the reveal and after it, as a duplicate."""
    match = Match()
    if moment == "in play":
        match.start(Ada=FOUR, Bob=FOUR).bet_nothing()
    else:
        match.join("Ada")
    before = match.seat("Ada").deck
    match.happens("obtained", player="Ada", cards=[match.original("King")])
    assert match.names(match.seat("Ada").deck[len(before) :]) == ["King"]


def test_R31_an_original_enters_a_deck_at_most_once() -> None:
    """Whoever loses a card and gets it back has no second duplicate of it; somebody else has one of their own (R93)."""
    match = Match()
    card = match.original("King")
    match.happens("joined", player="Ada", cards=[card, *match.originals(*FOUR)])
    match.join("Bob")
    assert match.happens("obtained", player="Ada", cards=[card]) is None
    assert len(match.seat("Ada").deck) == 5
    match.happens("obtained", player="Bob", cards=[card])
    assert len(match.seat("Bob").deck) == 5


def test_R92_who_is_not_in_the_game_gets_nothing() -> None:
    """Neither a stranger nor somebody who is out."""
    match = Match().start(Ada=FOUR, Bob=FOUR, Cy=FOUR)
    match.move("Cy", "forfeit")
    assert match.happens("obtained", player="Cy", cards=[match.original("King")]) is None
    assert match.happens("obtained", player="Zoe", cards=[match.original("King")]) is None


def test_R94_a_declaration_can_be_taken_back_until_the_battle_begins() -> None:
    """The player and their cards are gone, and can come again."""
    match = Match()
    match.join("Ada")
    match.join("Bob")
    match.happens("withdrew", player="Ada")
    assert [seat.player for seat in match.state.seats] == ["Bob"]
    assert {card.original for card in match.state.cards.values()} == {"c5", "c6", "c7", "c8"}
    match.join("Ada")
    match.happens("begun")
    assert match.happens("withdrew", player="Ada") is None


def test_R32_a_battle_with_fewer_than_two_is_off() -> None:
    """One declaration alone, as soon as the battle phase begins."""
    match = Match()
    match.join("Ada")
    match.happens("begun")
    assert GAME.result(match.state).ending == "off"  # type: ignore[union-attr]
    assert match.clocks() == {}
    assert [event.text for event in match.events[-1:]] == ["The battle is off: too few take part."]
    assert (len(match.told("off")), match.told("begun")) == (1, [])


def test_R32_a_battle_of_two_begins() -> None:
    """Everybody is told, once, that hands are due."""
    match = Match()
    match.join("Ada")
    match.join("Bob")
    assert match.told("begun") == []
    match.happens("begun")
    assert match.told("begun") == [{}]
    assert match.events[-1].text == "The battle begins. Everybody now chooses a hand."


# Duels


def duel(*asked: str) -> Match:
    match = Match("duel")
    match.join("Ada")
    for player in asked:
        match.happens("invited", player=player)
    return match


def test_R32_a_duel_begins_once_all_who_were_asked_accept() -> None:
    """Not before the last of them."""
    match = duel("Bob", "Cy")
    match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    assert not match.state.begun
    match.happens("accepted", player="Cy", cards=match.originals(*FOUR))
    assert match.state.begun
    assert [seat.status for seat in GAME.seats(match.state)] == ["in", "in", "in"]


def test_R32_a_duel_that_one_declines_is_off() -> None:
    """All who were asked must accept."""
    match = duel("Bob", "Cy")
    match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    match.happens("declined", player="Cy")
    assert GAME.result(match.state).ending == "off"  # type: ignore[union-attr]
    assert match.told("off") == [{}]


def test_R95_a_request_lapses_after_48_hours() -> None:
    """The clock runs for those who have not answered."""
    match = duel("Bob", "Cy")
    assert match.clocks() == {"request": (2880, ("Bob", "Cy"))}
    match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    assert match.clocks() == {"request": (2880, ("Cy",))}
    match.expire("request")
    assert GAME.result(match.state).ending == "off"  # type: ignore[union-attr]


def test_R5_a_request_of_somebody_who_leaves_is_void() -> None:
    """And one to somebody who leaves."""
    for leaver in ("Ada", "Bob"):
        match = duel("Bob")
        match.happens("left", player=leaver)
        assert GAME.result(match.state).ending == "off"  # type: ignore[union-attr]


def test_R32_hands_of_a_duel_are_due_in_a_battle_phase_only() -> None:
    """Those of a battle are due 24 hours after it began."""
    match = duel("Bob")
    match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    (clock,) = GAME.clocks(match.rules, match.state)
    assert (clock.name, clock.minutes, clock.players, clock.only_in) == ("hands", 1440, ("Ada", "Bob"), "battle")
    battle = Match()
    battle.join("Ada")
    battle.join("Bob")
    assert battle.clocks() == {}
    battle.happens("begun")
    (clock,) = GAME.clocks(battle.rules, battle.state)
    assert (clock.name, clock.minutes, clock.only_in) == ("hands", 1440, None)


# Hands


def test_R32_a_hand_has_at_least_four_cards_of_the_deck() -> None:
    """Fewer, cards of others, and one card twice are refused."""
    match = Match()
    match.join("Ada", *FOUR, "King")
    match.join("Bob")
    deck, others = match.seat("Ada").deck, match.seat("Bob").deck
    for hand in (deck[:3], (*deck[:3], others[0]), (*deck[:3], deck[0])):
        before = match.state
        with pytest.raises(BadAnswer):
            match.move("Ada", "hand", list(hand))
        assert match.state == before
    match.move("Ada", "hand", list(deck[:4]))
    assert match.seat("Ada").chosen == deck[:4]


def test_R32_a_hand_has_no_more_cards_than_the_law_lets_it() -> None:
    """The question says so. Who has a hand that a vote has made too large meanwhile has a day to choose another."""
    match = Match()
    match.rules = replace(match.rules, hand_at_most=5)
    match.join("Ada", *FOUR, "King", "Jack")
    match.join("Bob", *FOUR)
    match.join("Cy", *FOUR)
    assert match.question_of("Ada", "hand").prompt == "Choose your hand: 4 to 5 cards"
    deck = match.seat("Ada").deck
    with pytest.raises(BadAnswer):
        match.move("Ada", "hand", list(deck))
    match.move("Ada", "hand", list(deck[:5]))
    match.rules = replace(match.rules, hand_at_most=4)
    for player in ("Bob", "Cy"):
        match.hand(player)
    match.happens("begun")
    assert match.clocks()["hands"] == (24 * 60, ("Ada",))
    match.expire("hands")
    assert [seat.player for seat in match.state.seats if seat.status == "in"] == ["Bob", "Cy"]


def test_R32_no_timely_card_can_be_chosen() -> None:
    """It is not among the options; who has three others cannot choose a hand."""
    match = Match()
    timely = match.original("King", "Timely")
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), timely])
    match.happens("joined", player="Bob", cards=[*match.originals("2", "3", "5"), match.original("7", "Timely")])
    offered = {option.value for option in match.question_of("Ada", "hand").options}
    assert offered == set(match.seat("Ada").deck[:4])
    assert "hand" not in match.legal("Bob")
    match.refused("Bob", "hand", "too-few-cards", "R32")


def test_R32_a_hand_can_be_changed_until_the_reveal() -> None:
    """Of several choices of a hand the last one counts."""
    match = Match()
    match.join("Ada", *FOUR, "King")
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada", *FOUR)
    match.hand("Ada", "King", "2", "3", "5")
    match.hand("Bob")
    assert sorted(match.names(match.seat("Ada").hand)) == ["2", "3", "5", "King"]
    assert match.names(match.seat("Ada").deck) == ["7"]
    match.refused("Ada", "hand", "hands-revealed", "R32", list(match.seat("Ada").deck))


def test_R32_hands_are_revealed_together_once_the_last_is_chosen() -> None:
    """Not before the battle phase has begun."""
    match = Match()
    match.join("Ada")
    match.join("Bob")
    match.hand("Ada")
    match.hand("Bob")
    assert match.state.stage == "hands"
    match.happens("begun")
    assert match.state.stage == "betting"
    assert [facts["player"] for facts in match.told("unsealed")] == ["Ada", "Bob"]
    assert GAME.is_sealed(ChooseHand())
    assert not GAME.is_sealed(PlayCard(1))


def test_R32_who_has_no_hand_in_time_is_out() -> None:
    """The battle goes on with the others."""
    match = Match()
    for player in ("Ada", "Bob", "Cy"):
        match.join(player)
    match.happens("begun")
    match.hand("Ada")
    match.hand("Cy")
    assert match.clocks() == {"hands": (1440, ("Bob",))}
    match.expire("hands")
    assert sorted(match.state.order) == ["Ada", "Cy"]
    assert match.seat("Bob").status == "out"
    assert match.state.stage == "betting"


def test_R32_with_fewer_than_two_hands_the_battle_is_off() -> None:
    """Whoever had chosen shows their hand for nothing."""
    match = Match()
    match.join("Ada")
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada")
    match.expire("hands")
    assert GAME.result(match.state).ending == "off"  # type: ignore[union-attr]


def test_R32_a_hand_is_checked_again_at_the_reveal() -> None:
    """A card of it that was destroyed meanwhile makes it invalid, which counts as none."""
    match = Match()
    for player in ("Ada", "Bob", "Cy"):
        match.join(player)
    match.hand("Ada")
    match.happens("card-destroyed-elsewhere", cards=[match.seat("Ada").deck[0]])
    match.happens("begun")
    match.hand("Bob")
    match.hand("Cy")
    assert match.seat("Ada").status == "out"
    assert sorted(match.state.order) == ["Bob", "Cy"]
    assert [facts["player"] for facts in match.told("unsealed")] == ["Ada", "Bob", "Cy"]


FIVE = (*FOUR, "9")


def test_R32_who_has_cards_for_another_hand_chooses_again_when_theirs_is_invalid_at_the_reveal() -> None:
    """It counts as none, and a hand may be chosen until the time is up; nobody hears of it before all have chosen."""
    match = Match()
    for player in ("Ada", "Bob"):
        match.join(player, *FIVE)
    match.hand("Ada", *FOUR)
    match.happens("card-destroyed-elsewhere", cards=[match.seat("Ada").deck[0]])
    match.happens("begun")
    assert not match.told("hand-dropped")
    match.hand("Bob", *FOUR)
    assert match.told("hand-dropped") == [{"player": "Ada"}]
    assert (match.state.stage, match.clocks()["hands"][1]) == ("hands", ("Ada",))
    match.hand("Ada", "3", "5", "7", "9")
    assert [facts["player"] for facts in match.told("unsealed")] == ["Ada", "Bob"]
    assert sorted(match.state.order) == ["Ada", "Bob"]


def test_R32_who_does_not_choose_again_in_time_is_out() -> None:
    """As anybody without a valid hand by then."""
    match = Match()
    for player in ("Ada", "Bob", "Cy"):
        match.join(player, *FIVE)
    for player in ("Ada", "Bob", "Cy"):
        match.hand(player, *FOUR)
    match.happens("card-destroyed-elsewhere", cards=[match.seat("Ada").deck[0]])
    match.happens("begun")
    assert match.clocks()["hands"][1] == ("Ada",)
    match.expire("hands")
    assert match.seat("Ada").status == "out"
    assert sorted(match.state.order) == ["Bob", "Cy"]


def test_R34_the_order_is_by_hand_size_and_ties_are_drawn() -> None:
    """The largest hand first; of two with four cards, the draw 1 puts the second first."""
    match = Match()
    match.dice.queue = [1]
    match.start(Ada=FOUR, Bob=FOUR, Cy=(*FOUR, "King"))
    assert match.state.order == ("Cy", "Bob", "Ada")
    assert match.dice.drawn == [("order, hands of 4", 2, 1)]


def test_R34_without_ties_nothing_is_drawn() -> None:
    """The order follows from the hands alone."""
    match = Match().start(Ada=FOUR, Bob=(*FOUR, "King"))
    assert match.state.order == ("Bob", "Ada")
    assert match.dice.drawn == []


def test_R43_a_forfeit_before_the_reveal_can_call_the_game_off_or_open_the_hands() -> None:
    """With one left there is no battle; with all others ready, the hands are revealed."""
    match = Match()
    for player in ("Ada", "Bob", "Cy"):
        match.join(player)
    match.refused("Cy", "forfeit", "not-begun", "R94")
    match.happens("begun")
    match.hand("Ada")
    match.hand("Bob")
    match.move("Cy", "forfeit")
    assert match.state.stage == "betting"
    two = Match()
    two.join("Ada")
    two.join("Bob")
    two.happens("begun")
    two.move("Bob", "forfeit")
    assert GAME.result(two.state).ending == "off"  # type: ignore[union-attr]


def test_a_setup_needs_a_kind() -> None:
    """A battle or a duel; nothing else."""
    with pytest.raises(ValueError, match="a battle or a duel"):
        GAME.setup(Match().rules, {"kind": "brawl"})
    assert isinstance(GAME.setup(Match().rules, {"kind": "duel"}), State)


def test_R104_what_touches_nothing_is_not_taken_in() -> None:
    """What means nothing to the game, what comes too late, and anything after the end."""
    match = Match().start(Ada=FOUR, Bob=FOUR)
    assert match.happens("phase", phase_kind="rest", phase=3) is None
    assert match.happens("joined", player="Cy", cards=[]) is None
    match.happens("cycle-ended")
    assert match.happens("cycle-ended") is None
