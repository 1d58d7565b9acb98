"""Players that a program plays: what bots of any game have in common. Plain Python.

A bot learns what it can do from its game alone, as a person does, and asks for moves as a person would.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar

from nomic.matches.contract.game import Answers, Chance, Environment, Game, LegalMove, Question
from nomic.matches.contract.moves import Move
from nomic.matches.contract.next_question import asked_next

R = TypeVar("R")
S = TypeVar("S")
Chosen = tuple[Move, Answers]
Answering = Callable[[Question, Answers], list[str | int]]


class Bot(Protocol):
    """Somebody who always knows what to do. `chance` is the bot's own, not the match's."""

    def choose(
        self, game: Game[Any, Any], rules: Any, state: Any, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        """The move of this player and the answers to all that it asks before it draws; None for no move now."""


def answered(
    game: Game[R, S], rules: R, state: S, player: str, move: LegalMove, environment: Environment, answer: Answering
) -> Answers:
    """Answers to all that a legal move asks before it draws. A begun move keeps those it has (R18)."""
    question = move.question
    answers: Answers = () if question is None else game.answers(state)
    while question is not None:
        answers = (*answers, answer(question, answers))
        question = asked_next(game, rules, state, player, move.move, answers, environment)
    return answers


def random_answer(question: Question, chance: Chance) -> list[str | int]:
    """Any answer that the question allows: every number of options is as likely, and then every choice of so many."""
    left = [option.value for option in question.options]
    many = question.least + chance.below(question.most - question.least + 1, "bot: how many", question.prompt)
    return [left.pop(chance.below(len(left), "bot: which", question.prompt)) for _ in range(many)]


class RandomBot:
    """Makes any legal move, each as likely as another.

    `seldom` names kinds of moves that are left out but for so many cases in a hundred, such as giving up; `at_once`
    names those that are made as soon as they can be.
    """

    def __init__(self, seldom: Mapping[str, int] | None = None, at_once: Collection[str] = ()) -> None:
        self._seldom = dict(seldom or {})
        self._at_once = frozenset(at_once)

    def choose(
        self, game: Game[Any, Any], rules: Any, state: Any, player: str, environment: Environment, chance: Chance
    ) -> Chosen | None:
        legal = [move for move in game.legal(rules, state, player, environment) if self._is_considered(move, chance)]
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
        return per_cent == 100 or chance.below(100, "bot: seldom", "whether a bot thinks of it") < per_cent
