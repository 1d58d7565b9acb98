"""Bots: programs that play. This module has the common part of all games' bots. Plain Python.

Like a person, a bot learns its legal moves from the game alone, and makes moves through the same interface.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar

from nomic.matches.contract.game import Answers, Chance, Environment, Game, LegalMove, Question
from nomic.matches.contract.moves import Move
from nomic.matches.contract.question_after_answers import asked_next

R = TypeVar("R")
S = TypeVar("S")
Chosen = tuple[Move, Answers]
Answering = Callable[[Question, Answers], list[str | int]]


class Bot(Protocol):
    """A program that chooses moves. `chance` is the bot's own source of randomness, not the match's."""

    def choose(
        self, game: Game[Any, Any], rules: Any, state: Any, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        """Return the player's move and answers, or None to make no move now.

        The answers cover all questions asked before the move draws.
        """


def answered(
    game: Game[R, S], rules: R, state: S, player: str, move: LegalMove, environment: Environment, answer: Answering
) -> Answers:
    """Return answers to all questions that a legal move asks before it draws. `answer` answers one question.

    For a begun move, they start with its existing answers (R18).
    """
    question = move.question
    answers: Answers = () if question is None else game.answers(state)
    while question is not None:
        answers = (*answers, answer(question, answers))
        question = asked_next(game, rules, state, player, move.move, answers, environment)
    return answers


class ImaginedChance:
    """Chance simulated from the bot's own random source, so that the bot learns nothing about future draws."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self._chance.below(sides, "bot: imagined", purpose)


def random_answer(question: Question, chance: Chance) -> list[str | int]:
    """Return a random valid answer.

    Each allowed number of options is equally likely, and then each combination of that many options.
    """
    left = [option.value for option in question.options]
    many = question.least + chance.below(question.most - question.least + 1, "bot: how many", question.prompt)
    return [left.pop(chance.below(len(left), "bot: which", question.prompt)) for _ in range(many)]


class RandomBot:
    """A bot that makes a random legal move. All are equally likely.

    `seldom` maps kinds of moves, such as giving up, to the percentage of times that they are considered. Moves of the
    kinds in `at_once` are made as soon as they are legal. `avoids` takes the state and a move, and returns whether the
    bot must not make that move now.
    """

    def __init__(
        self,
        seldom: Mapping[str, int] | None = None,
        at_once: Collection[str] = (),
        avoids: Callable[[Any, Move], bool] | None = None,
    ) -> None:
        self._seldom = dict(seldom or {})
        self._at_once = frozenset(at_once)
        self._avoids = avoids

    def choose(
        self, game: Game[Any, Any], rules: Any, state: Any, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        legal = [move for move in game.legal(rules, state, player, environment) if self._is_considered(move, chance)]
        if self._avoids is not None:
            legal = [move for move in legal if not self._avoids(state, move.move)]
        if not legal:
            return None
        legal = [move for move in legal if move.move.kind in self._at_once] or legal
        move = legal[chance.below(len(legal), "bot: move", "which move a bot makes")]
        answers = answered(
            game, rules, state, player, move, environment, lambda question, _: random_answer(question, chance)
        )
        return move.move, answers

    def _is_considered(self, move: LegalMove, chance: Chance) -> bool:
        per_cent = self._seldom.get(move.move.kind, 100)
        return per_cent == 100 or chance.below(100, "bot: seldom", "whether a bot considers a rare move") < per_cent
