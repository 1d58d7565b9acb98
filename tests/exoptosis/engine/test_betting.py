"""Betting between the reveal and the first turn."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exoptosis.engine.moves.definitions import RaiseBet
from nomic.matches.contract.game import Asked, BadAnswer, IllegalMove
from tests.support.example_counts import examples
from tests.support.exoptosis_match import FOUR, GAME, Match


def table(*players: str, chips: int = 5) -> Match:
    """A battle whose hands are revealed; everybody has so many Chips."""
    match = Match()
    for player in players or ("Ada", "Bob", "Cy"):
        match.environment.stock[player, "Chip"] = chips
    match.start(**dict.fromkeys(players or ("Ada", "Bob", "Cy"), FOUR))
    match.dice.drawn.clear()
    return match


def items(match: Match, player: str) -> dict[str, int]:
    return dict(match.seat(player).stake.items)


def test_R35_the_first_turn_begins_when_all_have_passed() -> None:
    """Betting goes on until the last participant has passed; then the first turn begins."""
    match = table("Ada", "Bob")
    match.move("Ada", "pass")
    assert match.state.stage == "betting"
    match.refused("Ada", "pass", "passed", "R35")
    match.move("Bob", "pass")
    assert match.state.stage == "play"
    assert match.state.turn is not None
    assert match.state.turn.player == match.state.order[0]
    match.refused("Ada", "pass", "no-betting", "R35")


def test_R35_without_a_raise_betting_closes_12_hours_after_the_reveal() -> None:
    """The clock is everybody's who has not passed."""
    match = table("Ada", "Bob")
    assert match.clocks() == {"bet:0": (720, match.state.order)}
    match.move("Ada", "pass")
    assert match.clocks() == {"bet:0": (720, ("Bob",))}
    match.expire("bet:0")
    assert match.state.stage == "play"
    assert match.told("staked") == []


def test_R35_a_raise_takes_the_bet_from_the_inventory() -> None:
    """The Chips are in the pool, and a new time of 24 hours runs for the others."""
    match = table()
    match.move("Ada", "raise", to=2)
    assert match.told("staked") == [{"player": "Ada", "items": {"Chip": 2}, "cards": []}]
    assert match.view(None)["pool"] == {"items": {"Chip": 2}, "cards": []}
    (clock,) = GAME.clocks(match.rules, match.state)
    assert (clock.name, clock.minutes, set(clock.players)) == ("bet:1", 1440, {"Bob", "Cy"})


def test_R35_nobody_can_bet_more_than_they_have() -> None:
    """Three Chips reach a bet of three."""
    match = table(chips=3)
    assert [move.move for move in GAME.legal(match.rules, match.state, "Ada", match.environment)][1:4] == [
        RaiseBet(1),
        RaiseBet(2),
        RaiseBet(3),
    ]
    match.refused("Ada", "raise", "cannot-bet", "R35", to=4)
    match.environment.stock["Bob", "Chip"] = 0
    match.move("Ada", "raise", to=1)
    match.refused("Bob", "match", "cannot-bet", "R35")
    assert "match" not in match.legal("Bob")


def test_R96_a_raise_goes_above_the_highest_bet() -> None:
    """A bet as high as the highest one is no raise."""
    match = table()
    match.move("Ada", "raise", to=2)
    match.refused("Bob", "raise", "too-low", "R96", to=2)
    match.refused("Bob", "raise", "too-low", "R96", to=0)
    match.refused("Ada", "raise", "raise-open", "R35", to=3)
    match.refused("Ada", "pass", "raise-open", "R35")


@pytest.mark.parametrize("level", [None, "2", 2.0, True, -1, [], 10**12])
def test_a_raise_is_a_whole_number(level: Any) -> None:
    """A raise by anything but a whole number is refused."""
    table().refused("Ada", "raise", "bad-field", "", to=level)


def test_R35_a_raise_that_nobody_matches_is_refunded() -> None:
    """After 24 hours, and betting closes without a bet."""
    match = table()
    match.move("Ada", "raise", to=2)
    match.expire("bet:1")
    assert match.state.stage == "play"
    assert match.told("stake-returned") == [{"player": "Ada", "items": {"Chip": 2}, "cards": []}]
    assert match.view(None)["pool"] == {"items": {}, "cards": []}
    assert match.told("forfeited") == []


def test_R35_a_raise_falls_at_once_when_all_others_have_passed() -> None:
    """Nobody is left who could match it."""
    match = table()
    match.move("Bob", "pass")
    match.move("Ada", "raise", to=2)
    match.move("Bob", "pass")
    assert match.state.stage == "betting"
    match.move("Cy", "pass")
    assert match.state.stage == "play"
    assert items(match, "Ada") == {}


def test_R35_once_matched_who_does_not_match_forfeits_and_gets_their_stake_back() -> None:
    """Cy is silent: out, but with what they had bet before."""
    match = table()
    match.move("Ada", "raise", to=1)
    match.move("Cy", "match")
    match.move("Bob", "raise", to=2)
    match.move("Ada", "match")
    match.expire("bet:2")
    assert match.state.stage == "play"
    assert [facts["player"] for facts in match.told("forfeited")] == ["Cy"]
    assert match.told("stake-returned") == [{"player": "Cy", "items": {"Chip": 1}, "cards": []}]
    assert (items(match, "Ada"), items(match, "Bob"), items(match, "Cy")) == ({"Chip": 2}, {"Chip": 2}, {})


def test_R35_a_first_match_takes_back_earlier_passes() -> None:
    """Who passed while nobody had matched has to answer the matched raise."""
    match = table()
    match.move("Ada", "raise", to=2)
    match.move("Bob", "pass")
    match.move("Cy", "match")
    assert match.state.bet is not None
    assert match.state.bet.passed == ()
    match.move("Bob", "match")
    for player in ("Ada", "Bob", "Cy"):
        match.move(player, "pass")
    assert match.state.stage == "play"
    assert match.view(None)["pool"]["items"] == {"Chip": 6}


def test_R35_everybody_is_told_who_matches_what() -> None:
    """The bet as high as it is, not what was added."""
    match = table()
    match.move("Ada", "raise", to=1)
    match.move("Bob", "raise", to=2)
    match.move("Ada", "match")
    match.move("Cy", "match")
    assert match.told("matched") == [{"player": "Ada", "level": 2}, {"player": "Cy", "level": 2}]
    assert match.events[-1].text == "Cy matches 2."


def test_R35_who_passes_on_a_matched_raise_forfeits_when_betting_closes() -> None:
    """And may still think better of it until then."""
    match = table()
    match.move("Ada", "raise", to=2)
    match.move("Bob", "match")
    match.move("Cy", "pass")
    assert match.seat("Cy").status == "in"
    match.move("Ada", "pass")
    match.move("Bob", "pass")
    assert match.seat("Cy").status == "out"
    assert match.state.stage == "play"


def test_R96_a_raise_matches_all_lower_bets() -> None:
    """When Bob's raise over Ada's falls, Ada's stands: Cy, who has not matched it, forfeits."""
    match = table()
    match.move("Ada", "raise", to=2)
    match.move("Bob", "raise", to=5)
    assert match.clocks()["bet:2"][0] == 1440
    match.expire("bet:2")
    assert (items(match, "Ada"), items(match, "Bob")) == ({"Chip": 2}, {"Chip": 2})
    assert match.told("stake-returned") == [{"player": "Bob", "items": {"Chip": 3}, "cards": []}]
    assert match.seat("Cy").status == "out"


def test_R96_a_raise_that_falls_leaves_the_last_matched_level() -> None:
    """Level 1 was matched by Bob; Cy's raise to 4 falls back to it."""
    match = table()
    match.move("Ada", "raise", to=1)
    match.move("Bob", "match")
    match.move("Cy", "raise", to=4)
    match.move("Ada", "pass")
    match.move("Bob", "pass")
    assert match.view(None)["pool"]["items"] == {"Chip": 3}
    assert [items(match, player) for player in ("Ada", "Bob", "Cy")] == [{"Chip": 1}] * 3


def binding(*players: str) -> Match:
    """Bets are made under a law by which a raise over a matched bet binds at once."""
    match = table(*players) if players else table()
    match.rules = replace(match.rules, betting=replace(match.rules.betting, raises_bind=True))
    return match


def test_R121_by_another_law_a_raise_over_a_matched_bet_binds_at_once() -> None:
    """Nobody matches Cy's raise: the others forfeit without loss, and Cy wins."""
    match = binding()
    match.move("Ada", "raise", to=1)
    match.move("Bob", "match")
    match.move("Cy", "raise", to=4)
    assert match.view(None)["bet"]["binds"] is True
    match.move("Ada", "pass")
    match.move("Bob", "pass")
    assert match.state.outcome is not None
    assert match.state.outcome.winner == "Cy"
    assert {facts["player"]: facts["items"] for facts in match.told("stake-returned")} == {
        "Ada": {"Chip": 1},
        "Bob": {"Chip": 1},
    }


def test_R121_the_first_bet_binds_only_once_another_matches_it() -> None:
    """By either law: nobody has, so it is refunded and nobody forfeits."""
    match = binding()
    match.move("Ada", "raise", to=2)
    assert match.view(None)["bet"]["binds"] is False
    match.expire("bet:1")
    assert match.told("forfeited") == []
    assert match.told("stake-returned") == [{"player": "Ada", "items": {"Chip": 2}, "cards": []}]


def test_R96_R121_a_raise_over_a_first_bet_matches_it_and_binds() -> None:
    """Bob's 5 matches Ada's 2 and is a raise over a matched bet; who matches it stays, whoever passed before."""
    match = binding()
    match.move("Ada", "raise", to=2)
    match.move("Bob", "raise", to=5)
    match.move("Ada", "pass")
    match.move("Cy", "match")
    match.move("Bob", "pass")
    assert match.state.bet is not None
    assert match.state.bet.passed == ("Ada", "Bob")
    match.move("Cy", "pass")
    assert [seat.status for seat in match.state.seats] == ["out", "in", "in"]
    assert (match.state.stage, items(match, "Ada")) == ("play", {})


SAID = st.lists(
    st.tuples(st.sampled_from(["Ada", "Bob", "Cy", "time"]), st.sampled_from(["raise", "match", "pass"])),
    min_size=1,
    max_size=14,
)


@settings(max_examples=examples(150), deadline=None)
@given(said=SAID, raises_bind=st.booleans())
def test_R121_whatever_is_said_who_is_out_has_lost_nothing(said: list[tuple[str, str]], raises_bind: bool) -> None:
    """When betting closes, all who are in have bet alike: the last raise, if it binds, else what stood before."""
    match = table()
    match.rules = replace(match.rules, betting=replace(match.rules.betting, raises_bind=raises_bind))
    level, stood, answered = 0, 0, True
    for player, kind in [*said, ("time", "")]:
        if match.state.stage != "betting":
            break
        try:
            if player == "time":
                match.expire(next(iter(match.clocks())))
                break
            match.move(player, kind, **({"to": level + 1} if kind == "raise" else {}))
        except IllegalMove:
            continue
        if kind == "raise":
            stood, level, answered = level, level + 1, False  # who raises over another's bet has matched it
        answered = answered or kind == "match"
    final = level if answered or (raises_bind and stood) else stood
    chips = {player: sum(items(match, player).values()) for player in ("Ada", "Bob", "Cy")}
    for seat in match.state.seats:
        assert chips[seat.player] == (final if seat.status == "in" and match.state.outcome is None else 0)
    returned = sum(sum(facts["items"].values()) for facts in match.told("stake-returned"))
    won = sum(sum(facts["items"].values()) for facts in match.told("pool-won"))
    staked = sum(sum(facts["items"].values()) for facts in match.told("staked"))
    assert staked == returned + won + sum(chips.values())


def by_law(match: Match, raises_bind: bool) -> None:
    match.rules = replace(match.rules, betting=replace(match.rules.betting, raises_bind=raises_bind))


@pytest.mark.parametrize("raised_under", [False, True])
@pytest.mark.parametrize("changed", ["before", "after the raise", "after a pass", "never"])
def test_R106_R121_the_law_at_the_raise_decides_whether_it_binds(raised_under: bool, changed: str) -> None:
    """Ada passes Cy's raise under the law that is known then: no later law makes her forfeit, or keeps her in."""
    match = table()
    by_law(match, raised_under if changed != "before" else not raised_under)
    match.move("Ada", "raise", to=1)
    match.move("Bob", "match")
    by_law(match, raised_under)
    match.move("Cy", "raise", to=4)
    assert match.view(None)["bet"]["binds"] is raised_under
    if changed == "after the raise":
        by_law(match, not raised_under)
    match.move("Ada", "pass")
    if changed == "after a pass":
        by_law(match, not raised_under)
    assert match.view(None)["bet"]["binds"] is raised_under
    match.move("Bob", "pass")
    out = {seat.player for seat in match.state.seats if seat.status == "out"}
    assert out == ({"Ada", "Bob"} if raised_under else set())
    assert (match.state.outcome is not None) == raised_under


@settings(max_examples=examples(150), deadline=None)
@given(said=SAID, laws=st.lists(st.booleans(), min_size=15, max_size=15))
def test_R106_R121_whatever_the_law_becomes_who_passes_a_raise_that_does_not_bind_stays(
    said: list[tuple[str, str]], laws: list[bool]
) -> None:
    """Before each move and before the time is up, the law may change; betting always ends, and for everybody alike."""
    match = table()
    level, stood, answered, binds = 0, 0, True, False
    for (player, kind), law in zip([*said, ("time", "")], laws, strict=False):
        by_law(match, law)
        if match.state.stage != "betting":
            break
        try:
            if player == "time":
                match.expire(next(iter(match.clocks())))
                break
            match.move(player, kind, **({"to": level + 1} if kind == "raise" else {}))
        except IllegalMove:
            continue
        if kind == "raise":
            stood, level, answered, binds = level, level + 1, False, law
        answered = answered or kind == "match"
    if match.state.stage == "betting" and match.state.outcome is None:
        match.expire(next(iter(match.clocks())))
    assert match.state.stage == "play" or match.state.outcome is not None
    final = level if answered or (binds and stood) else stood
    chips = {player: sum(items(match, player).values()) for player in ("Ada", "Bob", "Cy")}
    for seat in match.state.seats:
        assert chips[seat.player] == (final if seat.status == "in" and match.state.outcome is None else 0)


def test_R35_when_only_one_has_matched_the_game_is_won_before_it_begins() -> None:
    """Bob matches and then forfeits; nobody else has: the stakes of the silent go back, and the last one wins."""
    match = table("Ada", "Bob")
    match.move("Ada", "raise", to=1)
    match.move("Bob", "match")
    match.move("Bob", "forfeit")
    assert GAME.result(match.state).winners == ("Ada",)  # type: ignore[union-attr]
    assert match.told("pool-won") == [{"player": "Ada", "items": {"Chip": 2}, "cards": []}]


def test_R43_a_raise_whose_player_forfeits_stays_in_the_pool() -> None:
    """It binds nobody who is left."""
    match = table()
    match.move("Ada", "raise", to=3)
    match.move("Ada", "forfeit")
    match.move("Bob", "pass")
    match.move("Cy", "pass")
    assert match.state.stage == "play"
    assert match.told("stake-returned") == []
    assert match.view(None)["pool"]["items"] == {"Chip": 3}
    assert {seat.player for seat in match.state.seats if seat.status == "in"} == {"Bob", "Cy"}


# Cards


def shining(match: Match, player: str, *species: str) -> list[str]:
    """Holographic cards of an inventory that could be bet; their codes."""
    cards = [match.original(name, "Holographic") for name in species]
    match.environment.stakeable[player] = [*cards, match.original("10")]
    return [card["code"] for card in cards]


def test_R35_holographic_cards_count_like_chips() -> None:
    """Of a bet of three, any number of the two cards can be cards; others are not on offer."""
    match = table()
    king, queen = shining(match, "Ada", "King", "Queen")
    asked = match.move("Ada", "raise", to=3)
    assert isinstance(asked, Asked)
    assert [option.value for option in asked.question.options] == [king, queen]
    assert (asked.question.least, asked.question.most) == (0, 2)
    match.move("Ada", "raise", [queen], to=3)
    assert match.told("staked") == [{"player": "Ada", "items": {"Chip": 2}, "cards": [queen]}]
    assert match.seat("Ada").stake.size == 3


def test_R35_too_few_chips_have_to_be_made_up_with_cards() -> None:
    """With one Chip, a bet of two has a card at least."""
    match = table(chips=1)
    codes = shining(match, "Ada", "King", "Queen")
    question = match.question_of("Ada", "raise")
    assert (question.least, question.most) == (2, 2)  # the highest raise listed: one Chip and both cards
    before = match.state
    with pytest.raises(BadAnswer):
        match.move("Ada", "raise", [], to=2)
    with pytest.raises(BadAnswer):
        match.move("Ada", "raise", ["c1"], to=2)
    assert match.state == before
    match.move("Ada", "raise", codes, to=3)
    assert match.told("staked") == [{"player": "Ada", "items": {"Chip": 1}, "cards": codes}]


def test_R35_a_card_is_not_bet_twice() -> None:
    """What is in the pool is not on offer any more, even before the host has taken it away."""
    match = table()
    king, queen = shining(match, "Ada", "King", "Queen")
    match.move("Ada", "raise", [king], to=1)
    match.move("Bob", "raise", to=2)
    asked = match.move("Ada", "match")
    assert isinstance(asked, Asked)
    assert [option.value for option in asked.question.options] == [queen]


def test_R35_the_refund_gives_back_what_the_raise_has_put_in() -> None:
    """Not what stood before it: the card of the first raise stays, the Chips of the second return."""
    match = table()
    (king,) = shining(match, "Ada", "King")
    match.move("Ada", "raise", [king], to=1)
    match.move("Bob", "match")
    match.move("Ada", "raise", to=3)
    match.expire("bet:2")
    assert match.told("stake-returned")[0] == {"player": "Ada", "items": {"Chip": 2}, "cards": []}
    assert match.seat("Ada").stake.cards == (king,)


def test_R35_the_duplicate_of_a_bet_card_stays_in_play() -> None:
    """Only the original goes into the pool."""
    match = table()
    hand = match.seat("Ada").hand
    card = match.original("King", "Holographic") | {"code": match.state.cards[hand[0]].original}
    match.environment.stakeable["Ada"] = [card]
    match.move("Ada", "raise", [card["code"]], to=1)
    assert match.seat("Ada").hand == hand


def test_R97_a_bet_card_that_is_destroyed_leaves_the_pool_and_still_counts() -> None:
    """Nobody has to make up for it, and the winner does not get it."""
    match = table("Ada", "Bob")
    (king,) = shining(match, "Ada", "King")
    match.move("Ada", "raise", [king], to=1)
    match.move("Bob", "match")
    match.happens("card-destroyed-elsewhere", originals=[king])
    assert match.view(None)["pool"] == {"items": {"Chip": 1}, "cards": []}
    assert match.seat("Ada").stake.size == 1
    match.expire("bet:1")
    assert match.seat("Ada").status == "in"
    match.move("Ada", "forfeit")
    assert match.told("pool-won") == [{"player": "Bob", "items": {"Chip": 1}, "cards": []}]


def test_R55_where_only_chips_are_bet_no_cards_are_asked_for() -> None:
    """A law without a condition on cards."""
    match = table()
    match.rules = replace(match.rules, betting=replace(match.rules.betting, cards=None))
    shining(match, "Ada", "King")
    match.move("Ada", "raise", to=2)
    assert match.told("staked") == [{"player": "Ada", "items": {"Chip": 2}, "cards": []}]


def test_R33_full_hand_when_the_first_turn_begins() -> None:
    """A Vertebra for each card beyond the fourth, for those still in; nothing for a duel."""
    match = Match()
    match.start(Ada=(*FOUR, "10", "9"), Bob=FOUR, Cy=(*FOUR, "10"))
    assert match.told("granted") == []
    match.move("Cy", "forfeit")
    match.bet_nothing()
    assert match.told("granted") == [{"player": "Ada", "item": "Vertebra", "count": 2}]


def test_R33_a_duel_has_no_full_hand() -> None:
    """A full hand is rewarded in battles; a duel pays its pool only."""
    match = Match("duel")
    match.join("Ada", *FOUR, "10")
    match.happens("invited", player="Bob")
    match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    match.hand("Ada")
    match.hand("Bob")
    match.bet_nothing()
    assert match.state.stage == "play"
    assert match.told("granted") == []
