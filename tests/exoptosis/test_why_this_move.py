"""The greedy bot's reasons: they say what its evaluation found, and nothing else."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from exoptosis.bots.next_turn_outlook import outlook_of
from exoptosis.bots.policy import CarelessBot, GreedyBot
from exoptosis.bots.why_this_move import why_this_move
from exoptosis.engine.moves.definitions import DrawCard, PlayCard
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Debt, State
from exoptosis.simulation.playground import SimulatedBattles
from nomic.chance.draw_source import Source
from nomic.matches.contract.bots import Chosen
from nomic.matches.contract.game import Answers, Asked
from nomic.matches.simulation.run import begin_match, match_seed, perform_step
from nomic.matches.simulation.unhosted_match import UnhostedMatch
from tests.support.hall import cycle_16

DUELS = SimulatedBattles("duel", 24)
LAW = cycle_16()
RULES = DUELS.game.rules(LAW, 1)
YOU, BOT = "Ada", "Rollo bot 2"
Match = UnhostedMatch[Rules, State]


def turns(number: int) -> Iterator[tuple[Match, Chosen, str]]:
    """A duel that follows the greedy bot's advice, at each of Ada's turns: what it chooses, and why."""
    seed = match_seed("why", number)
    match, chance = begin_match(DUELS, RULES, LAW, (YOU, BOT), seed), Source(seed, "bots")
    for _ in range(80):
        state = match.state
        if match.game.result(state) is not None:
            return
        if state.turn is not None and state.turn.player == YOU and not state.debts:
            here = (match.game, RULES, state, YOU, match.fake_environment)
            chosen = GreedyBot().choose(*here, Source("00" * 32, "hint"))
            assert chosen is not None
            yield match, chosen, why_this_move(*here, Source("00" * 32, "hint"), *chosen)
        perform_step(match, {YOU: GreedyBot(), BOT: CarelessBot()}, chance)


def hand(state: State) -> tuple[int, ...]:
    return next(seat.hand for seat in state.seats if seat.player == YOU)


def test_a_reason_says_how_many_cards_are_left_and_when_the_last_one_wins() -> None:
    """Some cards draw others as they are played, so the number is that after the play, and the last may not win."""
    said = set()
    for number in range(4):
        for match, (move, answers), why in turns(number):
            if not isinstance(move, PlayCard):
                continue
            chance = Source("ab" * 32, "other")
            made = match.game.play(RULES, match.state, YOU, move, answers, chance, match.fake_environment)
            assert not isinstance(made, Asked)
            if "last card" in why:
                assert made.state.outcome is not None
                assert made.state.outcome.winner == YOU
                said.add("last")
            elif (found := re.search(r"(?:down to|then hold) (\d+|no) card", why)) and made.state.outcome is None:
                assert int(found[1].replace("no", "0")) == len(hand(made.state))
                said.add("left")
    assert said == {"last", "left"}


def test_a_reason_for_a_drawn_card_says_on_what_it_fits_next_turn() -> None:
    """Whatever the reason, it is one for this card; and where nobody else can play, the card fits on the top."""
    reasons = set()
    for number in range(8):
        for match, (move, answers), why in turns(number):
            if not isinstance(move, DrawCard) or not answers:
                continue
            made = match.game.play(
                RULES, match.state, YOU, move, answers, Source("ab" * 32, "o"), match.fake_environment
            )
            assert not isinstance(made, Asked)
            (drawn,) = set(hand(made.state)) - set(hand(match.state))
            ahead = outlook_of(RULES, made.state, YOU, match.fake_environment)
            assert ahead is not None
            fitting = ahead.upon[drawn] & set(ahead.tops)
            name = made.state.cards[drawn].species
            if "next turn, and Rollo bot 2 has no card for it" in why:
                assert name in why
                assert fitting == {ahead.top}
                assert not ahead.covers
                reasons.add("top")
            elif found := re.search(r"fits on (\d+) of the (\d+) cards", why):
                assert name in why
                assert (len(fitting), len(ahead.covers)) == (int(found[1]), int(found[2]))
                reasons.add("covers")
            assert why
    assert reasons == {"top", "covers"}


def test_the_hint_draws_a_card_that_fits_while_there_is_one() -> None:
    """If nobody else can play, and a card of the deck fits on the top, the card drawn leaves one that does."""
    seen = 0
    for number in range(6):
        for match, (move, answers), _ in turns(number):
            if not isinstance(move, DrawCard) or not answers:
                continue
            (deck,) = (seat.deck for seat in match.state.seats if seat.player == YOU)
            if not set(answers[0]) <= set(deck) or not answers[0]:  # another effect asks first
                continue
            ready = {card: fits_on_the_top(match, move, ([card],)) for card in deck}
            if True in ready.values():
                seen += 1
                assert ready[int(answers[0][0])]
    assert seen


def fits_on_the_top(match: Match, move: DrawCard, answers: Answers) -> bool | None:
    """Whether a card of hers fits on the pile after a draw. None if somebody else can play before her."""
    made = match.game.play(RULES, match.state, YOU, move, answers, Source("ab" * 32, "o"), match.fake_environment)
    assert not isinstance(made, Asked)
    ahead = outlook_of(RULES, made.state, YOU, match.fake_environment)
    assert ahead is not None
    return None if ahead.covers else any(ahead.top in tops for tops in ahead.upon.values())


def test_who_gives_a_card_away_reads_why_and_what_it_brings() -> None:
    """The other finds no card to draw. The last card wins."""
    seed = match_seed("why", 1)
    match, chance = begin_match(DUELS, RULES, LAW, (YOU, BOT), seed), Source(seed, "bots")
    while match.state.stage != "play":
        perform_step(match, {YOU: GreedyBot(), BOT: CarelessBot()}, chance)
    assert match.state.turn is not None
    debt = Debt(77, YOU, "give", match.state.turn.number + 1, match.state.turn.number, BOT, to=BOT)
    said = []
    for kept in (3, 1):
        seats = tuple(
            replace(seat, hand=seat.hand[:kept]) if seat.player == YOU else seat for seat in match.state.seats
        )
        here = (match.game, RULES, replace(match.state, debts=(debt,), seats=seats), YOU, match.fake_environment)
        chosen = GreedyBot().choose(*here, Source("00" * 32, "hint"))
        assert chosen is not None
        said.append(why_this_move(*here, Source("00" * 32, "hint"), *chosen))
    why = f"{BOT} has no card left to draw, so you give one of yours."
    assert said[0].startswith(f"{why} It brings you down to 2 cards.")
    assert said[1] == f"{why} It is your last card, and an empty hand wins."
