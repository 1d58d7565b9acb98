"""How games end: wins, forfeits, termination, the cycle's end; the pool, rewards, and what a battle does to cards."""

from typing import Any

import pytest
from msgspec.structs import replace

from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.state import Debt
from nomic.matches.contract.game import IllegalMove, Result
from tests.support.exoptosis_match import FOUR, GAME, Match
from tests.support.hall import cycle_16


def play(**hands: tuple[str, ...]) -> Match:
    """A battle in its first turn, in which everybody had five Chips and bet nothing."""
    match = Match()
    for player in hands:
        match.environment.stock[player, "Chip"] = 5
    return match.start(**(hands or dict.fromkeys(("Ada", "Bob", "Cy"), FOUR))).bet_nothing()


def staked(*players: str) -> Match:
    """A battle in its first turn, in which everybody has bet two Chips."""
    match = Match()
    for player in players:
        match.environment.stock[player, "Chip"] = 2
    match.start(**dict.fromkeys(players, FOUR))
    match.move(players[0], "raise", to=2)
    for player in players[1:]:
        match.move(player, "match")
    return match.bet_nothing()


def granted(match: Match, item: str) -> dict[str, int]:
    return {facts["player"]: facts["count"] for facts in match.told("granted") if facts["item"] == item}


# Forfeits


def test_R43_a_forfeit_leaves_the_stake_and_takes_hand_and_deck_away() -> None:
    """The Chips of whoever forfeits stay in the pool, hand and deck go."""
    match = staked("Ada", "Bob", "Cy")
    match.move("Cy", "forfeit")
    seat = match.seat("Cy")
    assert (seat.status, seat.hand, seat.deck) == ("out", (), ())
    assert match.view(None)["pool"]["items"] == {"Chip": 6}
    match.refused("Cy", "forfeit", "not-seated", "R43")
    assert GAME.legal(match.rules, match.state, "Cy", match.environment) == []


def test_R43_the_last_participant_left_wins_the_pool() -> None:
    """Everything that was bet, forfeiters' Chips too."""
    match = staked("Ada", "Bob", "Cy")
    match.move("Cy", "forfeit")
    match.move("Ada", "forfeit")
    assert GAME.result(match.state) == Result("won", ("Bob",))
    assert match.told("pool-won") == [{"player": "Bob", "items": {"Chip": 6}, "cards": []}]
    assert match.view(None)["pool"]["items"] == {}


def test_R98_on_their_turn_it_passes() -> None:
    """To the next in order; a forfeit on another's turn leaves the turn where it is."""
    match = play()
    first, second, third = match.state.order
    match.move(third, "forfeit")
    assert match.state.turn is not None
    assert (match.state.turn.number, match.state.turn.player) == (1, first)
    match.move(first, "forfeit")
    assert GAME.result(match.state) == Result("won", (second,))


def test_R98_the_turn_goes_to_the_next_in_order() -> None:
    """After a forfeit among four the turn is the next participant's."""
    match = play(**dict.fromkeys(("Ada", "Bob", "Cy", "Di"), FOUR))
    first, second, *_ = match.state.order
    match.move(first, "forfeit")
    assert match.state.turn is not None
    assert (match.state.turn.number, match.state.turn.player) == (2, second)


def test_R98_debts_by_and_to_a_forfeiter_lapse_and_others_stay() -> None:
    """A draw of Bob's, a gift to Bob, a draw of Cy's."""
    match = play()
    debts = (
        Debt(1, "Bob", "draw", 9, 1, "Ada", whose="Bob", label="Ace"),
        Debt(2, "Cy", "give", 9, 1, "Bob", to="Bob", label="Ace"),
        Debt(3, "Cy", "draw", 9, 1, "Bob", whose="Cy", label="Ace"),
    )
    match.state = replace(match.state, debts=debts)
    match.move("Bob", "forfeit")
    assert [debt.id for debt in match.state.debts] == [3]


def test_R98_played_cards_stay_on_the_pile() -> None:
    """Cards of whoever forfeits stay on the pile, with the name of who played them."""
    match = play()
    first = match.state.order[0]
    card = match.in_hand(first, "5")
    match.move(first, "play", card=card)
    match.move(first, "forfeit")
    assert match.view(None)["pile"] == [{"card": card, "by": first, "destroyed": False, "acted": []}]


def test_R100_leaving_the_cycle_forfeits_the_game() -> None:
    """Once: a second word of it changes nothing."""
    match = play()
    match.happens("left", player="Bob")
    assert match.seat("Bob").status == "out"
    assert match.told("forfeited") == [{"player": "Bob"}]
    assert match.happens("left", player="Bob") is None


def test_R100_a_declaration_of_somebody_who_leaves_is_gone() -> None:
    """Before the battle begins there is nothing to forfeit."""
    match = Match()
    match.join("Ada")
    match.happens("left", player="Ada")
    assert match.state.seats == ()


# Termination


def test_R43_a_game_ends_when_all_agree() -> None:
    """Consent can be taken back until the last has given it."""
    match = staked("Ada", "Bob")
    match.move("Ada", "agree")
    match.refused("Ada", "agree", "agrees", "R43")
    match.move("Ada", "disagree")
    match.refused("Ada", "disagree", "does-not-agree", "R43")
    match.move("Bob", "agree")
    assert match.state.outcome is None
    match.move("Ada", "agree")
    assert GAME.result(match.state) == Result("terminated")


def test_R99_termination_returns_all_stakes_and_rewards_nothing() -> None:
    """Stakes go back to everybody, also to those who forfeited."""
    match = staked("Ada", "Bob", "Cy")
    match.move("Cy", "forfeit")
    before = len(match.told("granted"))
    match.move("Ada", "agree")
    match.move("Bob", "agree")
    returned = {facts["player"]: facts["items"] for facts in match.told("stake-returned")}
    assert returned == {player: {"Chip": 2} for player in ("Ada", "Bob", "Cy")}
    assert match.told("pool-won") == []
    assert len(match.told("granted")) == before


def test_R99_a_forfeit_can_leave_only_those_who_agree() -> None:
    """When the only one who did not agree forfeits, all participants agree and the game ends."""
    match = play()
    match.move("Ada", "agree")
    match.move("Bob", "agree")
    match.move("Cy", "forfeit")
    assert GAME.result(match.state) == Result("terminated")


def test_R101_the_cycles_end_stops_the_game_without_result() -> None:
    """Stakes return, nothing is rewarded, nothing is due, no move is accepted."""
    match = staked("Ada", "Bob")
    match.happens("cycle-ended")
    assert GAME.result(match.state) == Result("stopped")
    assert {facts["player"] for facts in match.told("stake-returned")} == {"Ada", "Bob"}
    assert match.told("granted") == []
    assert match.clocks() == {}
    match.refused("Ada", "forfeit", "over", "")
    assert GAME.legal(match.rules, match.state, "Ada", match.environment) == []
    assert GAME.barred(match.rules, match.state, "Ada", match.environment) == []


# Rewards


def test_R44_battle_rewards_by_the_hands_at_the_end() -> None:
    """Ada 4, Bob 5, Cy out, Di wins: Ada has the smallest hand, T is 9, and all but Di get a token."""
    match = Match()
    match.start(Ada=FOUR, Bob=(*FOUR, "10"), Cy=FOUR, Di=FOUR).bet_nothing()
    match.move("Cy", "forfeit")
    match.events.clear()
    match.happens("card-destroyed-elsewhere", cards=list(match.seat("Di").hand))
    assert GAME.result(match.state) == Result("won", ("Di",))
    assert granted(match, "Handy Pack") == {"Di": 1}
    assert granted(match, "Chip") == {"Di": 1}
    assert granted(match, "Already-opened Pack") == {"Ada": 1}
    assert granted(match, "Vertebra") == {"Ada": 5, "Bob": 4, "Di": 9}
    assert granted(match, "Reconfiguration Token") == {"Ada": 1, "Bob": 1, "Cy": 1}


def test_R44_duels_pay_only_the_pool() -> None:
    """No pack, no Chip, no Vertebra, no token."""
    match = Match("duel")
    match.environment.stock |= {("Ada", "Chip"): 1, ("Bob", "Chip"): 1}
    match.join("Ada")
    match.happens("invited", player="Bob")
    match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    match.hand("Ada")
    match.hand("Bob")
    match.move("Ada", "raise", to=1)
    match.move("Bob", "match")
    match.bet_nothing()
    match.move("Bob", "forfeit")
    assert match.told("pool-won") == [{"player": "Ada", "items": {"Chip": 2}, "cards": []}]
    assert match.told("granted") == []


def test_R54_a_reward_can_be_left_to_a_roll() -> None:
    """One of three, each as likely: the second of three brings 4 and a roll of twelve."""
    law = cycle_16()
    law["battles"]["rewards"] = [
        {
            "table": {"roll": "1d3"},
            "rows": [
                [1, 1, [{"add": {"card": "random"}, "n": 3, "to": "inventory", "of": "$winner"}]],
                [2, 2, [{"grant": "Vertebra", "n": {"sum": [4, {"roll": "1d12"}]}, "to": "$winner"}]],
                [3, 3, [{"grant": "Chip", "n": 2, "to": "$winner"}]],
            ],
        }
    ]
    rules = compile_rules(law, 2)
    for queue, item, count in (([1, 8], "Vertebra", 13), ([2], "Chip", 2)):
        match = Match(rules=rules)
        match.start(Ada=FOUR, Bob=(*FOUR, "10")).bet_nothing()
        match.events.clear()
        match.dice.queue = list(queue)
        match.move("Bob", "forfeit")
        assert match.told("granted") == [{"player": "Ada", "item": item, "count": count}]
    match = Match(rules=rules)
    match.start(Ada=FOUR, Bob=(*FOUR, "10")).bet_nothing()
    match.dice.queue = [0]
    match.move("Bob", "forfeit")
    assert match.told("card-made") == [{"player": "Ada", "spec": {"card": "random"}, "count": 3}]


# What battles do to cards


def fragile(count: int, kind: str = "battle", *more: str) -> tuple[Match, str]:
    """A game won by Bob, in which Ada held a Fragile card that had counted so far."""
    match = Match(kind)
    card = match.original("9", {"name": "Fragile", "count": count}, *more)
    cards = [*match.originals(*FOUR), card]
    match.happens("joined", player="Ada", cards=cards)
    if kind == "duel":
        match.happens("invited", player="Bob")
        match.happens("accepted", player="Bob", cards=match.originals(*FOUR))
    else:
        match.join("Bob")
        match.happens("begun")
    match.hand("Ada")
    match.hand("Bob")
    match.bet_nothing()
    match.move("Ada", "forfeit")
    return match, card["code"]


def test_R48_a_fragile_original_counts_the_battle() -> None:
    """One battle more, for a forfeiter's card too."""
    match, code = fragile(0)
    counted = [{"name": "Fragile", "count": 1}]
    assert match.told("original-changed") == [{"card": code, "modifiers": counted, "gained": {}}]
    assert match.told("original-destroyed") == []


def test_R48_after_the_third_battle_it_is_destroyed() -> None:
    """A Fragile card is destroyed after its third battle, and not told as changed besides."""
    match, code = fragile(2)
    assert match.told("original-destroyed") == [{"card": code}]
    assert match.told("original-changed") == []


def test_R48_duels_do_not_count() -> None:
    """A duel does nothing to a Fragile card."""
    match, _ = fragile(2, "duel")
    assert match.told("original-destroyed") == match.told("original-changed") == []


def test_R30_an_adamantine_fragile_card_lasts() -> None:
    """Its battles are counted on, and it is not destroyed."""
    match, code = fragile(2, "battle", "Adamantine")
    modifiers = [{"name": "Fragile", "count": 3}, {"name": "Adamantine"}]
    assert match.told("original-changed") == [{"card": code, "modifiers": modifiers, "gained": {}}]
    assert match.told("original-destroyed") == []


def test_R48_a_card_that_stayed_in_the_deck_does_not_count() -> None:
    """Only what was in its owner's hand; there, a card that was played counts like any other."""
    match = Match()
    kept, used = (match.original("5", "Fragile"), match.original("9", "Fragile"))
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR, "10"), kept, used])
    match.join("Bob")
    match.happens("begun")
    deck = match.seat("Ada").deck
    match.move("Ada", "hand", [*deck[:5], deck[6]])
    match.hand("Bob")
    match.bet_nothing()
    match.move("Ada", "play", card=deck[6])
    match.move("Bob", "forfeit")
    assert [facts["card"] for facts in match.told("original-changed")] == [used["code"]]


def test_R48_a_card_that_is_gone_meanwhile_is_left_alone() -> None:
    """The host knows it no more."""
    match = Match()
    card = match.original("9", "Fragile")
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), card])
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada")
    match.hand("Bob")
    match.bet_nothing()
    del match.environment.originals[card["code"]]
    match.move("Bob", "forfeit")
    assert match.told("original-changed") == match.told("original-destroyed") == []


STAGES = ("hands", "betting", "play")


def brought_to(stage: str) -> Match:
    """A battle in which Ada's hand has a Fragile card, or will have."""
    match = Match()
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), match.original("9", "Fragile")])
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada")
    if stage != "hands":
        match.hand("Bob")
    if stage == "play":
        match.bet_nothing()
    return match


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("ending", ["agreed", "forfeited", "left", "cycle-ended", "silent"])
def test_R122_every_battle_counts_whose_first_turn_began(stage: str, ending: str) -> None:
    """However it ends; one that ends earlier does not, be it called off, terminated, or won while bets were made."""
    match = brought_to(stage)
    if ending == "agreed":
        match.move("Bob", "agree")
        match.move("Ada", "agree")
    elif ending == "forfeited":
        match.move("Bob", "forfeit")
    elif ending == "silent":
        while match.state.outcome is None:
            match.expire(next(iter(match.clocks())))
    else:
        match.happens(ending, **({"player": "Bob"} if ending == "left" else {}))
    assert match.state.outcome is not None
    began = bool(match.told("turn"))
    assert began is (stage == "play" or (stage, ending) == ("betting", "silent"))
    counted = [[{"name": "Fragile", "count": 1}]] if began else []
    assert [facts["modifiers"] for facts in match.told("original-changed")] == counted


def test_R122_a_terminated_battle_can_be_the_third() -> None:
    """The card is destroyed after what was bet has gone back."""
    match = Match()
    card = match.original("9", {"name": "Fragile", "count": 2})
    match.happens("joined", player="Ada", cards=[*match.originals(*FOUR), card])
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada")
    match.hand("Bob")
    match.bet_nothing()
    match.move("Ada", "agree")
    match.move("Bob", "agree")
    assert match.told("original-destroyed") == [{"card": card["code"]}]
    assert [event.kind for event in match.events][-1] == "original-destroyed"


# Bad moves


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({}, "unknown-move"),
        ({"kind": None}, "unknown-move"),
        ({"kind": "castle"}, "unknown-move"),
        ({"kind": ["play"]}, "unknown-move"),
        ({"kind": "forfeit", "loudly": True}, "unknown-field"),
        ({"kind": "play", "card": "7"}, "bad-field"),
        ({"kind": "play"}, "missing-field"),
        ({"kind": "play", "card": 4, "how": "random"}, "unknown-field"),
        ({"kind": "draw", "how": "best"}, "bad-field"),
        ({"kind": "pay", "debt": 1}, "no-such-debt"),
        ({"kind": "answer"}, "nothing-asked"),
    ],
)
def test_a_move_that_is_none_is_refused(move: dict[str, Any], code: str) -> None:
    """With a code, and without a trace."""
    match = play()
    before = match.state
    with pytest.raises(IllegalMove) as refusal:
        match.send(match.state.order[0], move)
    assert refusal.value.code == code
    assert match.state is before


def test_a_stranger_can_do_nothing() -> None:
    """No move is listed, none is accepted."""
    match = play()
    assert GAME.legal(match.rules, match.state, "Zoe", match.environment) == []
    match.refused("Zoe", "forfeit", "not-seated", "R43")
    match.refused("Zoe", "draw", "not-seated", "R45")


# The log


def test_what_changes_hands_is_told_in_a_sentence() -> None:
    """Bets, the pool, and what is gained."""
    match = Match()
    match.environment.stock |= {("Ada", "Chip"): 3, ("Bob", "Chip"): 3}
    match.start(Ada=(*FOUR, "10", "9"), Bob=FOUR)
    match.move("Ada", "raise", to=2)
    match.move("Bob", "match")
    match.bet_nothing()
    match.move("Bob", "forfeit")
    told = [event.text for event in match.events]
    for sentence in (
        "Ada bets 2 Chips.",
        "Ada raises to 2.",
        "Betting is closed at 2.",
        "Ada gains 2 Vertebrae.",
        "Bob forfeits.",
        "Ada wins.",
        "The pool goes to Ada: 4 Chips.",
        "Ada gains 1 Handy Pack.",
    ):
        assert told.count(sentence) == 1, sentence
    assert all(told[place] for place, event in enumerate(match.events) if event.kind != "unsealed")
