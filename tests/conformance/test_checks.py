"""The checks find what they are there to find: each is shown a game with one mistake."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from exoptosis.engine.game import Exoptosis
from exoptosis.simulation.invariants import BattleInvariants
from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import Left
from nomic.matches.contract.game import BadAnswer, Clock, IllegalMove, LegalMove, Step
from nomic.matches.contract.moves import Forfeit, Move
from nomic.matches.simulation.conformance import Broken, Checks
from nomic.matches.simulation.random_play import Closeness, Failed, bots_of, check_random_match
from nomic.matches.simulation.run import match_seed, perform_step
from tests.conformance.hosting import Hosted, hosted_under

SEED = "c0de" * 16
Wrong = type[Exoptosis]


class Win(Move, frozen=True, tag="win"):
    """No move of the game."""


class SitDown(Move, frozen=True, tag="sit"):
    """No move of the game."""


class AnswersItself(Exoptosis):
    """It takes anything for an answer to a question."""

    def play(self, rules: Any, state: Any, player: str, move: Any, answers: Any, chance: Any, environment: Any) -> Any:
        try:
            return super().play(rules, state, player, move, answers, chance, environment)
        except BadAnswer:
            return Step(state, ())


class Forgets(Exoptosis):
    """It does not store how far the pile has grown."""

    def encode(self, state: Any) -> bytes:
        return super().encode(replace(state, pile=state.pile[:-1]))


class Lies(Exoptosis):
    """Its list has a move that it refuses."""

    def legal(self, *args: Any) -> list[LegalMove]:
        found = super().legal(*args)
        return [*found, LegalMove(Win(), "Win")] if found else []


class KeepsQuiet(Exoptosis):
    """The list of the first player lacks a move that it accepts."""

    def legal(self, rules: Any, state: Any, player: str, environment: Any) -> list[LegalMove]:
        found = super().legal(rules, state, player, environment)
        return [move for move in found if move.move != Forfeit() or player != "Player 1"]


class ServesStrangers(Exoptosis):
    """It has moves for somebody who is not seated."""

    def legal(self, rules: Any, state: Any, player: str, environment: Any) -> list[LegalMove]:
        return super().legal(rules, state, player, environment) or [LegalMove(SitDown(), "Sit down")]


class NeverRests(Exoptosis):
    """It has a clock even when it is over."""

    def clocks(self, *args: Any) -> tuple[Clock, ...]:
        return (*super().clocks(*args), Clock("again", 60, ()))


class WaitsForTheAbsent(Exoptosis):
    """It has no clocks, and does not notice that a player leaves."""

    def clocks(self, *args: Any) -> tuple[Clock, ...]:
        return ()

    def react(self, rules: Any, state: Any, happening: Any, *rest: Any) -> Any:
        return None if isinstance(happening, Left) else super().react(rules, state, happening, *rest)


class Breaks(Exoptosis):
    """It breaks when a clock runs out."""

    def expire(self, *args: Any) -> Any:
        raise ZeroDivisionError


class Grumbles(Exoptosis):
    """It raises something else than it should where it refuses."""

    def play(self, *args: Any) -> Any:
        try:
            return super().play(*args)
        except (IllegalMove, BadAnswer) as refused:
            raise KeyError("why") from refused


class ShowsHands(Exoptosis):
    """Its views show every hand that was chosen under seal."""

    def view(self, rules: Any, state: Any, viewer: str | None) -> Any:
        return super().view(rules, state, viewer), [list(seat.chosen or ()) for seat in state.seats]


class Whispers(Exoptosis):
    """Its refusals tell how many cards others have chosen."""

    def play(self, rules: Any, state: Any, *rest: Any) -> Any:
        try:
            return super().play(rules, state, *rest)
        except IllegalMove as illegal:
            sizes = [len(seat.chosen or ()) for seat in state.seats]
            raise IllegalMove(illegal.code, f"{illegal.detail} {sizes}", illegal.rule) from illegal


class TakesItBack(Exoptosis):
    """Answers that fit only another fall of the dice are refused after the dice have fallen."""

    def play(self, rules: Any, state: Any, player: str, move: Any, answers: Any, *rest: Any) -> Any:
        made = super().play(rules, state, player, move, answers, *rest)
        if isinstance(made, Step) and made.question and len(answers) > len(made.state.pending.answers):
            raise BadAnswer(len(made.state.pending.answers), "it is not on offer")
        return made


class ThrowsAgain(Exoptosis):
    """What a begun move has drawn is forgotten, so going on draws it again."""

    def play(self, *args: Any) -> Any:
        made = super().play(*args)
        if isinstance(made, Step) and made.question:
            forgetful = replace(made.state, pending=replace(made.state.pending, drawn=()))
            return Step(forgetful, made.events, made.question)
        return made


class GivesTwice(Exoptosis):
    """A card that is drawn stays in the deck."""

    def play(self, rules: Any, state: Any, player: str, *rest: Any) -> Any:
        made = super().play(rules, state, player, *rest)
        if isinstance(made, Step) and made.state.stage == "play":
            before = {seat.player: seat for seat in state.seats}
            seats = tuple(replace(seat, deck=before[seat.player].deck) for seat in made.state.seats)
            return Step(replace(made.state, seats=seats), made.events, made.question)
        return made


class KeepsThePool(Exoptosis):
    """Bets are lost on their way into the pool."""

    def play(self, *args: Any) -> Any:
        made = super().play(*args)
        if isinstance(made, Step):
            return Step(made.state, tuple(event for event in made.events if event.kind != "staked"), made.question)
        return made


CASES: list[tuple[Wrong, str, Callable[[Checks[Any, Any]], None]]] = [
    (AnswersItself, "takes", Checks.only_offered_answers_are_taken),
    (Forgets, "changes when it is stored and loaded", Checks.same_after_storing),
    (Lies, "on the list and refused", Checks.listed_moves_are_accepted),
    (KeepsQuiet, "not on the list and accepted", Checks.other_moves_are_refused),
    (ServesStrangers, "a stranger has moves", Checks.players_to_act_can_move),
    (TakesItBack, "drew random numbers and was then refused", Checks.draws_are_final),
    (ThrowsAgain, "is drawn again", Checks.draws_are_final),
    (NeverRests, "over, and yet it waits", Checks.over_or_waiting),
    (WaitsForTheAbsent, "waits for them for ever: handle `Left`", Checks.happenings_are_taken_in),
    (ShowsHands, "in the view", Checks.nothing_hidden_shows),
    (Whispers, "in what a move reveals", Checks.nothing_hidden_shows),
]


def wrongly(game: Wrong) -> BattleInvariants:
    """Battles by a game with a mistake."""
    playground = BattleInvariants("battle")
    playground.game = game()
    return playground


@pytest.fixture
def law() -> Hosted:
    """Battles as they are."""
    return hosted_under("cycle-16", "battle")


def states_of(playground: BattleInvariants, law: Hosted) -> list[Checks[Any, Any]]:
    """Its states from the first hand to the end, of a match that the right game plays."""
    bots = bots_of(playground, 3)
    match, chance = law.begin(3, SEED), Source(SEED, "bots")
    stood = [match.copy()]
    while match.game.result(match.state) is None:
        perform_step(match, bots, chance)
        stood.append(match.copy())
    for other in stood:
        other.game = playground.game
    return [Checks(other, playground, f"{place:064x}") for place, other in enumerate(stood)]


def check_all(check: Callable[[Checks[Any, Any]], None], states: list[Checks[Any, Any]]) -> None:
    for checks in states:
        check(checks)


@pytest.mark.parametrize(("game", "says", "check"), CASES, ids=[case[0].__name__ for case in CASES])
def test_a_mistake_is_found(law: Hosted, game: Wrong, says: str, check: Callable[[Checks[Any, Any]], None]) -> None:
    """In one state or another of a match, in the words of the rule that it breaks."""
    states = states_of(wrongly(game), law)
    with pytest.raises(Broken, match=says):
        check_all(check, states)


@pytest.mark.parametrize(("game", "error"), [(Breaks, ZeroDivisionError), (Grumbles, KeyError)])
def test_an_error_of_another_kind_is_let_through(law: Hosted, game: Wrong, error: type[Exception]) -> None:
    """What is no refusal is no refusal, whatever it is."""
    checks = states_of(wrongly(game), law)[0]
    with pytest.raises(error):
        checks.thorough()


def examine_some(playground: BattleInvariants, law: Hosted) -> None:
    closeness = Closeness(happening=0, clock=20, thorough=0)
    for number in range(5):
        check_random_match(playground, law.rules, law.document, 4, match_seed(SEED, number), closeness)


@pytest.mark.parametrize(
    ("game", "says"),
    [(GivesTwice, "lies in 2 places"), (KeepsThePool, "the pool holds"), (Breaks, "ZeroDivisionError")],
)
def test_an_examination_says_how_to_find_a_mistake_again(law: Hosted, game: Wrong, says: str) -> None:
    """It fails with the seed, the number of players, the step and what was wrong."""
    with pytest.raises(Failed, match=rf"seed [0-9a-f]{{64}}, 4 players, step \d+: .*{says}"):
        examine_some(wrongly(game), law)


class Peeks:
    """A bot that goes by the hands that others have chosen in secret."""

    def choose(self, game: Any, rules: Any, state: Any, player: str, *_: Any) -> Any:
        return [seat.chosen for seat in state.seats if seat.player != player and seat.chosen]


def test_advice_from_hidden_cards_is_found(law: Hosted) -> None:
    """A hint may use only what the player can see."""
    playground = wrongly(Exoptosis)
    states = states_of(playground, law)
    check_all(Checks.nothing_hidden_shows, states[:6])
    playground.bots = {"peeks": Peeks()}
    with pytest.raises(Broken, match="in a bot's advice"):
        check_all(Checks.nothing_hidden_shows, states)
