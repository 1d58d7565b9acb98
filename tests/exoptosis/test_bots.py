"""The bots of Exoptosis: what they do when it is theirs to act, and that they see no more than a player sees."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from exoptosis.bots.policy import CarelessBot, GreedyBot, Lookahead
from exoptosis.bots.position_value import CARD, worth_of
from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.moves.definitions import ChooseHand, MakeOwedChoice, MatchBet, PassBet, PlayCard, RaiseBet
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import BattleOutcome, Debt, Seat, State
from exoptosis.simulation.invariants import BattleInvariants
from exoptosis.simulation.playground import SimulatedBattles
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.contract.bots import Bot
from nomic.matches.simulation.run import Simulation, begin_match, match_seed, perform_step, play_match, player_names
from nomic.matches.simulation.unhosted_match import UnhostedMatch
from tests.support.exoptosis_match import FOUR, GAME
from tests.support.exoptosis_match import Match as Table
from tests.support.hall import cycle_16

BATTLES = BattleInvariants("battle")
LAW = cycle_16()
RULES = BATTLES.game.rules(LAW, 1)
BOTS: list[Bot] = [CarelessBot(), GreedyBot()]
MAX_ACTS = 300
Match = UnhostedMatch[Rules, State]


def begun(number: int, players: int = 3) -> Match:
    """A battle in which hands are to be chosen."""
    return begin_match(BATTLES, RULES, LAW, player_names(players), match_seed("bots", number))


def choose(bot: Bot, match: Match, player: str, state: State | None = None) -> tuple[dict[str, Any], Any] | None:
    """What a bot does now, or would do in another state."""
    here = match.state if state is None else state
    return bot.choose(match.game, RULES, here, player, match.fake_environment, Source("b0" * 32, "bot"))


def states(bot: Bot, number: int) -> Iterator[Match]:
    """A match of such bots, at each of its states while it goes on, but for one that does not end."""
    match, chance = begun(number), Source(match_seed("bots", number), "bots")
    for _ in range(MAX_ACTS):
        if match.game.result(match.state) is not None:
            return
        yield match
        perform_step(match, dict.fromkeys(player_names(3), bot), chance)


def seat(state: State, player: str) -> Seat:
    return next(seat for seat in state.seats if seat.player == player)


@pytest.mark.parametrize("bot", BOTS, ids=["random", "greedy"])
def test_a_bot_plays_on_and_never_gives_up(bot: Bot) -> None:
    """Whoever is waited for has a move that is accepted; it is no forfeit and no consent to terminate."""
    for number in range(4):
        for match in states(bot, number):
            for waited_for in (seat.player for seat in match.game.seats(match.state) if seat.to_act):
                chosen = choose(bot, match, waited_for)
                if chosen is not None:
                    assert chosen[0].kind not in ("forfeit", "agree", "disagree")
        assert match.state.turn is not None


@pytest.mark.parametrize("bot", BOTS, ids=["random", "greedy"])
def test_a_bot_does_the_same_whatever_others_have_chosen_under_seal(bot: Bot) -> None:
    """Its choice comes of what its seat may see."""
    seen = 0
    for match in states(bot, 0):
        for player in player_names(3):
            other = BATTLES.disguised(match.state, player, Source("0" * 64, "disguise"))
            if other is not None:
                seen += 1
                assert choose(bot, match, player, other) == choose(bot, match, player)
    assert seen


def test_the_greedy_bot_takes_the_smallest_hand_there_may_be() -> None:
    """Four cards, and none of them one that a hand cannot begin with; once chosen, it stays with it."""
    match = begun(1)
    chosen = choose(GreedyBot(), match, "Player 1")
    assert chosen is not None
    assert chosen[0] == ChooseHand()
    assert len(chosen[1]) == 1
    assert len(chosen[1][0]) == RULES.hand_at_least
    match.play("Player 1", *chosen)
    assert choose(GreedyBot(), match, "Player 1") is None


def test_the_greedy_bot_matches_a_bet_rather_than_be_out() -> None:
    """And passes once there is nothing to match."""
    match = next(match for match in states(CarelessBot(), 2) if match.state.stage == "betting")
    match.play("Player 1", RaiseBet(2), ([],) if _asked_for_cards(match, "Player 1") else ())
    chosen = choose(GreedyBot(), match, "Player 2")
    assert chosen is not None
    assert chosen[0] == MatchBet()
    match.play("Player 2", *chosen)
    again = choose(GreedyBot(), match, "Player 2")
    assert again is not None
    assert again[0] == PassBet()


def _asked_for_cards(match: Match, player: str) -> bool:
    legal = match.game.legal(RULES, match.state, player, match.fake_environment)
    return any(move.question for move in legal if move.move == RaiseBet(2))


def test_the_greedy_bot_pays_what_it_owes_before_chance_does() -> None:
    """Even when it is not its turn."""
    match = next(match for match in states(CarelessBot(), 3) if match.state.turn is not None)
    turn = match.state.turn
    assert turn is not None
    debtor = next(player for player in match.state.order if player != turn.player)
    debt = Debt(77, debtor, "draw", turn.number + 1, turn.number, turn.player, whose=debtor, label="Measured")
    chosen = choose(GreedyBot(), match, debtor, replace(match.state, debts=(debt,)))
    assert chosen is not None
    assert chosen[0] == MakeOwedChoice(77)
    assert chosen[1][0][0] in seat(match.state, debtor).deck


def test_the_greedy_bot_plays_its_last_card_and_wins() -> None:
    """Nothing is worth more than an empty hand."""
    for match in states(CarelessBot(), 4):
        turn = match.state.turn
        if turn is None:
            continue
        held = seat(match.state, turn.player).hand
        for card in held:
            seats = tuple(
                replace(each, hand=(card,)) if each.player == turn.player else each for each in match.state.seats
            )
            alone = replace(match.state, seats=seats)
            legal = match.game.legal(RULES, alone, turn.player, match.fake_environment)
            if PlayCard(card) in [move.move for move in legal] and _is_plain(alone, card):
                chosen = choose(GreedyBot(), match, turn.player, alone)
                assert chosen is not None
                assert chosen[0] == PlayCard(card)
                return
    pytest.fail("no such moment in this match")


def test_cards_of_the_own_deck_and_goods_count_even_when_the_game_is_won() -> None:
    """So a hint takes Vertebrae from another player with the last card, and destroys no card of the deck in vain."""
    match = next(match for match in states(CarelessBot(), 4) if match.state.turn is not None)
    turn, state = match.state.turn, match.state
    assert turn is not None
    player = turn.player
    poorer = replace(
        state,
        seats=tuple(replace(each, deck=each.deck[4:]) if each.player == player else each for each in state.seats),
    )
    assert len(seat(state, player).deck) >= 4
    won = {
        name: replace(each, outcome=BattleOutcome("won", player)) for name, each in (("all", state), ("four", poorer))
    }

    def worth(each: State, gained: int = 0) -> float:
        return worth_of(RULES, each, player, match.fake_environment, gained).total

    assert worth(state) > worth(poorer)
    assert worth(won["all"]) > worth(won["four"])
    assert worth(won["all"], 3) > worth(won["all"]) > worth(state) + CARD


def _is_plain(state: State, card: int) -> bool:
    """Whether a card does nothing when played."""
    known = state.cards[card]
    return not known.modifiers and not RULES.species[known.species].hooks.when_played


def test_the_greedy_bot_wins_more_often_than_the_random_one() -> None:
    """Of ten matches of four, two of each."""
    simulation = Simulation("cycle-16", (4,), 10, "7", ("random", "greedy"), 500)
    won = [
        match.bots[winner]
        for match in (play_match(BATTLES, RULES, LAW, simulation, number) for number in range(10))
        for winner in match.winners
    ]
    assert won.count("greedy") > won.count("random")


def test_a_careless_bot_takes_no_more_than_twice_the_least_hand() -> None:
    """However many cards it has: people practise against it with few."""
    document = document_of("cycle-16")
    game = SimulatedBattles("duel", 16)
    rules = game.game.rules(document, 1)
    sizes = []
    for number in range(12):
        seed = match_seed("hands", number)
        match, chance = begin_match(game, rules, document, ("one", "two"), seed), Source(seed, "bots")
        while match.state.stage == "hands":
            perform_step(match, {"one": CarelessBot(), "two": CarelessBot()}, chance)
        sizes += [len(seat.hand) for seat in match.state.seats]
    assert rules.hand_at_least <= min(sizes)
    assert max(sizes) == 2 * rules.hand_at_least


def test_a_bot_looks_through_a_move_that_asks_draws_and_asks_again() -> None:
    """Each answer after a draw comes with those before it, so the begun move is simulated to its end."""
    law: dict[str, Any] = copy.deepcopy(LAW)
    law["cards"]["Ace"]["hooks"]["when_played"] = [
        *({"choose": "first", "from": "$others"}, {"take": {"roll": "1d2"}, "who": "$first"}),
        *({"choose": "second", "from": "$others"}, {"take": {"roll": "1d2"}, "who": "$second"}),
    ]
    match = Table(rules=compile_rules(law, 1))
    match.start(Ada=(*FOUR, "9", "10"), Bob=(*FOUR, "Ace"), Cy=FOUR).bet_nothing()
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    move = PlayCard(match.in_hand("Bob", "Ace"))
    for seed in range(8):
        chance = Source(match_seed("looks", seed), "bot")
        lookahead = Lookahead(GAME, match.rules, match.state, "Bob", match.environment, chance)
        expected = lookahead.result_of(move, (["Cy"],))
        assert expected.state.pending is None
        assert {debt.debtor for debt in expected.state.debts} >= {"Cy"}
