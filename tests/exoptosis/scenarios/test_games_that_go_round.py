"""R129: a game that goes round is noticed, the table says so, and then it can be ended, or ends as the law says."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exoptosis.bots.policy import CarelessBot, GreedyBot
from exoptosis.engine.flow.standstill import MAX_POSITIONS
from exoptosis.engine.game import Exoptosis
from exoptosis.engine.moves.definitions import DrawCard, EndGame, PlayCard
from exoptosis.engine.views.battle_view import StandstillView
from nomic.chance.draw_source import Source
from nomic.matches.contract.game import Result
from tests.support.example_counts import examples
from tests.support.exoptosis_scenario import Scenario, table
from tests.support.rigged_chance import First

GAME = Exoptosis()
STUCK = {"ada": "9; Red, 1; Red", "bob": "2; Red, 9; Red", "pile": "5; Red"}  # nothing fits, no deck to draw from


def stuck(**law: Any) -> Scenario:
    """A duel in which nobody can play."""
    return ruled(table(kind="duel", **STUCK), **law)  # type: ignore[arg-type]


def ruled(game: Scenario, silence: str = "forfeit", **law: Any) -> Scenario:
    """The game under a law that says this of silence and of games that go round; a 1 goes upon everything."""

    def change(document: dict[str, Any]) -> None:
        document["exoptosis"]["standstill"].update(law)
        document["exoptosis"]["turn"].update(silence=silence)
        document["cards"]["1 of Vitality"]["hooks"] = {"allows": {"all": []}}

    game.chance = First()  # type: ignore[assignment]
    game.votes(change)
    return game


def skipping(**law: Any) -> Scenario:
    """A duel in which both can play, and are silent turn for turn where silence is skipped."""
    return ruled(table(kind="duel", ada="4; Red, 9", bob="6; Red, 9", pile="5; Red"), "skip", **law)


def goes_on(game: Scenario, turns: int) -> Scenario:
    """So many turns pass, each with a draw: the other gives a card, as chance has it."""
    for _ in range(turns):
        game.draws(game.turn)
    return game


def said(game: Scenario) -> list[str]:
    return [event.text for event in game.events if event.kind == "standstill"]


def can_end(game: Scenario, player: str) -> bool:
    legal = GAME.legal(game.rules, game.state, player, game.environment)
    return EndGame() in [move.move for move in legal]


def result(game: Scenario) -> Result | None:
    return GAME.result(game.state)


# When the table says so


def test_R129_after_two_full_rounds_in_which_nobody_could_play_the_table_says_so() -> None:
    """Four turns of two players that began with nothing to play; not one turn earlier, and once."""
    game = goes_on(stuck(same_position=None), 4)
    assert (said(game), can_end(game, "ada"), can_end(game, "bob")) == ([], False, False)
    game.refuses_move("ada", {"kind": "end"}, rule="R129", code="goes-on")
    goes_on(game, 1)
    text = "For 2 full rounds nobody could play: the duel is going in circles, and anybody in it may end it."
    assert said(game) == [text]
    assert GAME.view(game.rules, game.state, None).standstill == StandstillView("idle", text)
    goes_on(game, 3)
    assert said(game) == [text]


def test_R129_the_same_position_for_the_third_time_with_the_same_player_to_act() -> None:
    """Both could play and say nothing; each position comes twice in four turns, and then once more."""
    game = skipping()
    for _ in range(4):
        game.lets_time_pass()
    assert said(game) == []
    game.lets_time_pass()
    assert said(game) == [
        "The same position has come 3 times, with the same player to act: "
        "the duel is going in circles, and anybody in it may end it."
    ]
    assert game.told("standstill") == [{"why": "repeated", "players": ["ada", "bob"], "then": "may-end"}]


def test_R129_a_position_is_the_same_in_whatever_order_a_hand_is_held() -> None:
    """And whatever numbers debts have: both gave and took cards meanwhile."""
    game = stuck(idle_rounds=None)
    for _ in range(60):
        if said(game):
            break
        goes_on(game, 1)
    assert "The same position has come 3 times" in said(game)[0]


def test_R129_a_card_played_is_something_new() -> None:
    """What the table has said lapses with it, and the counting begins again."""
    game = ruled(table(kind="duel", ada="1 of Vitality, 9; Red", bob="2; Red, 9; Red", pile="5; Red"), "skip")
    for _ in range(5):
        game.lets_time_pass()
    assert can_end(game, "bob")
    game.lets_time_pass()
    game.play("ada", "1 of Vitality")
    assert (can_end(game, "bob"), game.state.circling.said) == (False, "")
    assert GAME.view(game.rules, game.state, None).standstill is None


def test_R129_somebody_who_leaves_the_game_makes_it_another_one() -> None:
    """Three go round; without the third, it is not said any more."""
    game = ruled(table(ada="9; Red, 1; Red", bob="2; Red, 9; Red", eve="9; Red, 1; Red", pile="5; Red"), "skip")
    for _ in range(7):
        game.lets_time_pass()
    assert can_end(game, "eve")
    game.forfeits("eve")
    assert not can_end(game, "ada")


def test_R129_only_while_cards_are_played() -> None:
    """Who is not in the game ends nothing, and nobody does before the first turn."""
    game = goes_on(stuck(), 5)
    game.refuses_move("zoe", {"kind": "end"}, rule="R129", code="not-seated")
    betting = table(stage="betting", **STUCK)  # type: ignore[arg-type]
    betting.refuses_move("ada", {"kind": "end"}, rule="R129", code="goes-on")


# How it ends


@pytest.mark.parametrize("player", ["ada", "bob"])
def test_R129_any_participant_may_then_end_it_as_if_all_had_agreed(player: str) -> None:
    """Whoever's turn it is: bets go back, nobody wins, nothing is rewarded, and it is over."""
    game = ruled(table(kind="battle", staked={"ada": 1, "bob": 1}, **STUCK), same_position=None)  # type: ignore[arg-type]
    goes_on(game, 5).move(player, "end")
    assert result(game) == Result("terminated")
    assert {facts["player"] for facts in game.told("stake-returned")} == {"ada", "bob"}
    assert game.told("granted") == []
    (ended,) = [event.text for event in game.events if event.kind == "terminated"]
    assert ended == f"{player} ends the battle, because it is going in circles. It is terminated."


def test_R129_the_law_can_have_it_end_by_itself() -> None:
    """At the turn at which the table notices."""
    game = goes_on(stuck(then="terminated"), 5)
    assert result(game) == Result("terminated")
    assert said(game)[0].endswith("the duel is going in circles, so it ends.")


def test_R129_the_law_can_have_the_fewest_cards_win() -> None:
    """With the pool; where several have as few, nobody wins."""
    game = table(kind="duel", ada="9; Red, 1; Red", bob="2; Red, 9; Red, 1; Red, 10; Red", pile="5; Red")
    goes_on(ruled(game, then="fewest-cards-win", same_position=None), 5)
    sizes = {player: len(seat.hand) for player, seat in ((seat.player, seat) for seat in game.state.seats)}
    fewest = [player for player, size in sizes.items() if size == min(sizes.values())]
    assert result(game) == (Result("won", (fewest[0],)) if len(fewest) == 1 else Result("terminated"))
    tied = skipping(then="fewest-cards-win")
    for _ in range(5):
        tied.lets_time_pass()
    assert result(tied) == Result("terminated")
    (text,) = [event.text for event in tied.events if event.kind == "terminated"]
    assert text == "ada and bob are tied for the fewest cards: the duel is terminated."


def test_R129_the_law_can_say_never() -> None:
    """Then it goes round, and only all together end it."""
    game = goes_on(stuck(same_position=None, idle_rounds=None), 40)
    assert (said(game), result(game), game.state.circling.said) == ([], None, "")


def test_R106_a_law_that_gives_it_an_end_holds_from_the_next_turn() -> None:
    """The table had said so before the vote; and a law that takes it back takes back what was said."""
    game = goes_on(stuck(), 5)
    assert can_end(game, "ada")
    game.votes(lambda document: document["exoptosis"]["standstill"].update(then="terminated"))
    assert not can_end(game, "ada")
    goes_on(game, 1)
    assert result(game) == Result("terminated")
    other = goes_on(stuck(), 5)
    other.votes(lambda document: document["exoptosis"]["standstill"].update(same_position=None, idle_rounds=None))
    goes_on(other, 1)
    assert not can_end(other, "ada")


@pytest.mark.parametrize("reason", ["same_position", "idle_rounds"])
def test_R106_a_reason_that_the_law_has_no_more_ends_no_game(reason: str) -> None:
    """Nor is it said any more, from that moment on."""
    other = ({"same_position", "idle_rounds"} - {reason}).pop()
    game = skipping(**{other: None}) if reason == "same_position" else ruled(table(**STUCK), "skip", **{other: None})  # type: ignore[arg-type]
    for _ in range(5):
        game.lets_time_pass()
    assert can_end(game, "ada")
    game.votes(lambda document: document["exoptosis"]["standstill"].update({reason: None, other: None}))
    assert not can_end(game, "ada")
    assert GAME.view(game.rules, game.state, None).standstill is None


def test_R129_a_law_from_before_has_the_usual() -> None:
    """A running cycle's law that says nothing of it."""
    game = stuck()
    game.votes(lambda document: document["exoptosis"].pop("standstill"))
    assert can_end(goes_on(game, 5), "ada")


# What it costs, and what it shows


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(2, 6), st.integers(0, 1000))
def test_R129_a_game_remembers_a_bounded_number_of_positions(cards: int, seed: int) -> None:
    """However long it goes on, and nothing of what they were: digests only, which no viewer sees."""
    hand = ", ".join(["9; Red", "1; Red"] * cards)
    game = table(kind="duel", ada=hand, bob=hand, pile="5; Red")
    game.votes(lambda document: document["exoptosis"]["standstill"].update(same_position=100, idle_rounds=100))
    game.chance = Source(f"{seed:064x}", "round")  # type: ignore[assignment]
    for _ in range(MAX_POSITIONS + 40):
        if result(game) is not None:
            break
        step = GAME.play(game.rules, game.state, game.turn, DrawCard(how="random"), [], game.chance, game.environment)
        game.state = step.state  # type: ignore[union-attr]
    seen = game.state.circling.seen
    assert len(seen) <= MAX_POSITIONS
    assert len(GAME.encode(game.state)) < 40 * MAX_POSITIONS + 6_000 * cards
    for viewer in ("ada", "bob", None):
        shown = str(GAME.view(game.rules, game.state, viewer))
        assert not any(digest in shown for digest in seen)


@pytest.mark.parametrize("bot", [CarelessBot(), GreedyBot()])
def test_R129_bots_end_a_game_that_goes_round_at_once(bot: Any) -> None:
    """A bot ends such a game whatever else it could do."""
    game = goes_on(stuck(), 5)
    chosen = bot.choose(GAME, game.rules, game.state, game.turn, game.environment, Source("0" * 64, "bot"))
    assert chosen == (EndGame(), ())


@pytest.mark.parametrize("bot", [CarelessBot(), GreedyBot()])
@pytest.mark.parametrize("person", ["ada", "bob"])
def test_R129_bots_leave_it_to_a_person_to_end_a_game_that_goes_round(
    bot: Any, person: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person may be about to win, and is offered the end; a hint advises it."""
    monkeypatch.setattr("exoptosis.bots.policy.is_bot", lambda name: name != person)
    game = goes_on(stuck(), 5)
    assert can_end(game, person)
    chosen = bot.choose(GAME, game.rules, game.state, game.turn, game.environment, Source("0" * 64, "bot"))
    assert chosen is not None
    is_advice = game.turn == person and isinstance(bot, GreedyBot)
    assert (chosen[0] == EndGame()) == is_advice


@pytest.mark.parametrize("bot", [CarelessBot(), GreedyBot()])
def test_R129_bots_play_on_while_a_deck_has_cards(bot: Any) -> None:
    """Nobody could play for two rounds, but the next card drawn may fit."""
    deck = ", ".join(["9; Red"] * 9)
    game = ruled(table(kind="duel", ada=f"9; Red | {deck}", bob=f"9; Red | {deck}", pile="5; Red"))
    for _ in range(5):
        step = GAME.play(game.rules, game.state, game.turn, DrawCard(how="random"), [], game.chance, game.environment)
        game.state = step.state  # type: ignore[union-attr]
    assert can_end(game, game.turn)
    chosen = bot.choose(GAME, game.rules, game.state, game.turn, game.environment, Source("0" * 64, "bot"))
    assert isinstance(chosen[0], DrawCard)


@pytest.mark.parametrize("bot", [CarelessBot(), GreedyBot()])
def test_R129_bots_avoid_a_play_after_which_nobody_could_play(bot: Any) -> None:
    """Upon the 4 a 3 goes, and upon the 6 nothing that anybody holds."""
    game = ruled(table(kind="duel", ada="6; Red, 4; Red, 9; Red", bob="3; Red, 10; Red", pile="5; Red"))
    for number in range(20):
        source = Source(f"{number:064}", "bot")
        chosen, _ = bot.choose(GAME, game.rules, game.state, "ada", game.environment, source)
        assert not isinstance(chosen, PlayCard) or game.state.cards[chosen.card].values == (4,)


def test_R129_a_hint_plays_on_while_some_card_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other holds a card that would fit in one's own hand, and a draw may bring it."""
    monkeypatch.setattr("exoptosis.bots.policy.is_bot", lambda name: name == "bob")
    for held, is_ended in (("9; Red", True), ("6; Red", False)):
        game = ruled(table(kind="duel", ada="9; Red, 9; Red", bob=f"9; Red, {held}", pile="5; Red"))
        assert game.state.turn is not None
        hers = replace(game.state.turn, player="ada")
        game.state = replace(game.state, circling=replace(game.state.circling, said="idle"), turn=hers)
        chosen = GreedyBot().choose(GAME, game.rules, game.state, "ada", game.environment, Source("0" * 64, "bot"))
        assert chosen is not None
        assert (chosen[0] == EndGame()) == is_ended


# A game whose decks are empty, and in which one card would fit but is never played


HELD_BACK = {"rollo": "6; Red, 9; Red, 1; Red, 9; Red", "ada": "9; Red", "pile": "5; Red"}  # a 6 alone fits, upon the 5


def test_R129_the_last_card_that_fits_is_not_held_back_for_ever() -> None:
    """Nobody could play after it, but with empty decks nothing else goes on either."""
    game = table(kind="duel", **HELD_BACK)  # type: ignore[arg-type]
    assert game.playable("rollo")
    chances = [Source(f"{seed:064x}", "bot") for seed in range(20)]
    rules, state = game.rules, game.state
    moves = [CarelessBot().choose(GAME, rules, state, "rollo", game.environment, chance) for chance in chances]
    assert {type(move[0]) for move in moves if move is not None} == {PlayCard, DrawCard}


@pytest.mark.parametrize("bot", [CarelessBot(), GreedyBot()])
@pytest.mark.parametrize("seed", range(4))
def test_R129_hints_against_a_bot_come_to_an_end(bot: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who follows every hint wins, loses, or is told that it goes in circles and to end it."""
    monkeypatch.setattr("exoptosis.bots.policy.is_bot", lambda name: name == "rollo")
    game = table(kind="duel", **HELD_BACK)  # type: ignore[arg-type]
    chance = Source(f"{seed:064x}", "round")
    game.chance = chance  # type: ignore[assignment]
    ended = False
    for _ in range(60):
        for player, advisor in (("ada", GreedyBot()), ("rollo", bot)):
            chosen = advisor.choose(GAME, game.rules, game.state, player, game.environment, chance)
            if chosen is None or result(game) is not None:
                continue
            ended = ended or (player == "ada" and chosen[0] == EndGame() and bool(game.state.circling.said))
            step = GAME.play(game.rules, game.state, player, *chosen, chance, game.environment)
            game.state = step.state  # type: ignore[union-attr]
        if result(game) is not None:
            break
    assert result(game) is not None
    assert ended == (result(game) == Result("terminated"))
