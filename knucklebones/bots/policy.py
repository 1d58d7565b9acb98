"""Bots that play Knucklebones. They use public information, and simulate chance."""

from collections.abc import Iterable
from functools import partial
from operator import itemgetter

from knucklebones.engine.moves import Place
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.player_field import score
from knucklebones.engine.player_view import view_of
from knucklebones.engine.state import State
from nomic.matches.contract.bots import Chosen, ImaginedChance, RandomBot, answered, random_answer
from nomic.matches.contract.game import Answers, Chance, Environment, Game, LegalMove, Question, Step
from nomic.matches.contract.moves import Answer, Forfeit, Move
from nomic.matches.contract.tagged_unions import kind_of

Bones = Game[Rules, State]
ROLLS_IMAGINED = 6  # simulated rolls when the use of a Dice is evaluated
MAX_QUESTIONS = 12  # questions after a draw that a bot simulates


def random_bot() -> RandomBot:
    """Return a random bot that never gives up."""
    return RandomBot({kind_of(Forfeit): 0})


class GreedyBot:
    """Bot that looks one die ahead and maximizes its own gain plus its opponent's loss.

    It uses a Dice if the expected result is better than with its current die, and does not save one for later.
    """

    def choose(
        self, game: Bones, rules: Rules, state: State, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        legal = [move for move in game.legal(rules, state, player, environment) if move.move != Forfeit()]
        if not legal:
            return None
        look = _Look(game, rules, state, player, environment, chance)
        return max(map(look.best, legal), key=itemgetter(0))[1]


class _Look:
    """A bot's evaluation of the moves in a state."""

    def __init__(
        self, game: Bones, rules: Rules, state: State, player: str, environment: Environment, chance: Chance
    ) -> None:
        self._game = game
        self._rules = rules
        self._state = state
        self._player = player
        self._environment = environment
        self._chance = chance

    def best(self, move: LegalMove) -> tuple[float, Chosen]:
        """Return the value of a move, and the move with its best answers."""
        answer = partial(self._best_answer, move.move)
        answers = answered(self._game, self._rules, self._state, self._player, move, self._environment, answer)
        return self._worth(move.move, answers), (move.move, answers)

    def _best_answer(self, move: Move, question: Question, answers: Answers) -> list[str | int]:
        return max(self._tries(question), key=lambda tried: self._worth(move, (*answers, tried)))

    def _tries(self, question: Question) -> Iterable[list[str | int]]:
        """Return the answers to try: each option alone if exactly one is to be chosen, otherwise random ones."""
        if question.least == question.most == 1:
            return [[option.value] for option in question.options]
        return [random_answer(question, self._chance) for _ in range(ROLLS_IMAGINED)]

    def _worth(self, move: Move, answers: Answers) -> float:
        """Return the average value of a move; placing a die involves no chance."""
        times = 1 if isinstance(move, Place) else ROLLS_IMAGINED
        return sum(self._margin(self._imagined(move, answers)) for _ in range(times)) / times

    def _imagined(self, move: Move, answers: Answers) -> State:
        """Return a possible resulting state, with the remaining questions answered at random."""
        state, imagined = self._state, ImaginedChance(self._chance)
        for _ in range(MAX_QUESTIONS):
            made = self._game.play(self._rules, state, self._player, move, answers, imagined, self._environment)
            question = made.question
            if isinstance(made, Step):
                state, move = made.state, Answer()
            if question is None:
                break
            answers = (*answers, random_answer(question, self._chance))
        return state

    def _margin(self, state: State) -> float:
        """Return the bot's lead, after the die that it has to place is in its best column."""
        ahead = sum(score(side.field) if side.player == self._player else -score(side.field) for side in state.sides)
        choices = view_of(self._rules, state, self._player).choices
        if not choices or state.mover.player != self._player:
            return ahead
        most: int = max(choice.gains + choice.takes for choice in choices)
        return ahead + most
