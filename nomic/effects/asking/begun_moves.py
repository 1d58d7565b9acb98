"""Begun moves: a move's draws are final (R18, R126).

All engines use them, and so do effects outside of matches. Plain Python.

A move is run from its start with the answers so far. Before the first draw, a missing or invalid answer leaves
everything unchanged. After a draw the move is begun: its valid answers are kept up to the first invalid one, and every
further run gets the same draws and reads. So nobody can send answers that fit only one result of the dice, and try
again if the dice fall differently.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nomic.effects.asking.environment import Chance, Drew, Environment, NoChance
from nomic.effects.asking.questions import Question
from nomic.effects.asking.refusals import BadAnswer, IllegalMove
from nomic.effects.running.interpreter import TooLong
from nomic.law.schema.json_reader import Json

T = TypeVar("T")
M = TypeVar("M")
Answer = tuple[int | str, ...]
MAX_LABEL = 120  # characters of a draw's label in the journal
MAX_PURPOSE = 200


class Drawn(Struct, frozen=True, array_like=True):
    """A draw that a begun move has seen."""

    label: str
    sides: int
    value: int


class Read(Struct, frozen=True, array_like=True):
    """A query of the environment by a begun move, with its result."""

    question: tuple[str, ...]
    answer: Any  # a JSON value


class Begun(Struct, Generic[M], frozen=True, omit_defaults=True):
    """A player's move under law `revision`, with its final answers, its draws and its reads.

    A move that has not drawn has not begun yet.
    """

    player: str
    move: M
    revision: int
    answers: tuple[Answer, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    read: tuple[Read, ...] = ()


class Unanswered(Exception):
    """Raised when a run reaches a question without an answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.prompt)


class Attempt:
    """One run of a move. It supplies the given answers in order, and repeats the draws and reads of earlier runs.

    If `late` is set, questions without an answer get their defaults (R18).
    """

    def __init__(
        self,
        begun: Begun[Any],
        answers: Sequence[Answer],
        chance: Chance,
        environment: Environment,
        *,
        late: bool = False,
    ) -> None:
        self.late = late
        self.has_drawn_anew = False
        self._begun = begun
        self._answers = tuple(answers)
        self._chance = chance
        self._environment = environment
        self._asked = 0
        self._unseen = list(begun.drawn)
        self._drawn: list[Drawn] = []
        self._known = {read.question: read.answer for read in begun.read}

    @property
    def record(self) -> Begun[Any]:
        """The move with the answers given to this run, and all draws and reads so far."""
        return replace(
            self._begun,
            answers=self._answers,
            drawn=(*self._drawn, *self._unseen),
            read=tuple(Read(question, answer) for question, answer in self._known.items()),
        )

    def ask(self, question: Question) -> Answer:
        """Return the next answer. Raises Unanswered if it is missing, BadAnswer if the question does not offer it."""
        place = self._asked
        self._asked += 1
        if place < len(self._answers):
            check_answer(place, self._answers[place], question)
            return self._answers[place]
        if not self.late:
            raise Unanswered(question)
        return self.leave_to_chance(question)

    def leave_to_chance(self, question: Question) -> Answer:
        """Return the default answer: no option, or the minimum number of random options (R18, R41)."""
        if question.late == "none":
            return ()
        left = [option.value for option in question.options]
        label = f"for {question.who}: {question.prompt}"
        return tuple(left.pop(self.below(len(left), label, question.prompt)) for _ in range(question.least))

    def check_all_used(self) -> None:
        """Raise BadAnswer if any of the given answers was not used."""
        if self._asked < len(self._answers):
            raise BadAnswer(self._asked, "nothing more is asked")

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return a uniform integer in [0, sides): the recorded draw, or a new one."""
        label, purpose = label[:MAX_LABEL], purpose[:MAX_PURPOSE]
        value = self._seen(label, sides)
        if value is None:
            value = self._chance.below(sides, label, purpose)
            self.has_drawn_anew = True
        self._drawn.append(Drawn(label, sides, value))
        return value

    def _seen(self, label: str, sides: int) -> int | None:
        """Return the next recorded draw with this label, or None if it is missing or not below `sides`.

        Draws are matched by label, because a forfeit in between may have changed the order of the run. `sides` may
        differ from the recorded number, because a card added to a deck meanwhile must not cause another draw.
        """
        for place, seen in enumerate(self._unseen):
            if seen.label == label:
                del self._unseen[place]
                return seen.value if seen.value < sides else None
        return None

    def read(self, *question: str) -> Any:
        """Return the recorded result of a query, or query the environment now and record the result.

        Thus a change of the environment does not change the course of a begun move.
        """
        if question not in self._known:
            self._known[question] = self._environment.read(*question)
        return self._known[question]


def check_answer(place: int, answer: Answer, question: Question) -> None:
    """Raise BadAnswer unless `answer` holds a permitted number of distinct options of the question."""
    if len(set(answer)) != len(answer):
        raise BadAnswer(place, "something is chosen twice")
    offered = {option.value for option in question.options}
    for value in answer:
        if value not in offered or isinstance(value, bool):
            raise BadAnswer(place, f"{str(value)[:60]!r} is not on offer")
    if not question.least <= len(answer) <= question.most:
        raise BadAnswer(place, f"{_how_many(question)} needed, not {len(answer)}")


def _how_many(question: Question) -> str:
    if question.least == question.most:
        return f"{question.least} {'is' if question.least == 1 else 'are'}"
    return f"{question.least} to {question.most} are"


def answers_of(given: Json) -> tuple[Answer, ...]:
    """Return a client's answers as tuples. Raises BadAnswer if one is not a list of names and numbers."""
    if not isinstance(given, list | tuple):
        raise BadAnswer(0, "answers must be a list of lists")
    for place, answer in enumerate(given):
        if not isinstance(answer, list | tuple):
            raise BadAnswer(place, "an answer is a list")
        if not all(isinstance(value, str | int) and not isinstance(value, bool) for value in answer):
            raise BadAnswer(place, "an answer is a list of names and numbers")
    return tuple(tuple(answer) for answer in given)


# ── results of a move


class Done(Struct, Generic[T], frozen=True):
    """Outcome: the move was made."""

    made: T


class Asks(Struct, frozen=True):
    """Outcome: the move needs an answer before its first draw. Nothing has changed."""

    question: Question


class Begins(Struct, frozen=True):
    """Outcome: the move needs another answer. It has drawn, or some of its earlier answers became invalid."""

    begun: Begun[Any]
    question: Question


class Lapses(Struct, frozen=True):
    """Outcome: the move has drawn but has become impossible. Only its draws remain."""

    why: IllegalMove


Came = Done[T] | Asks | Begins | Lapses
Perform = Callable[[Attempt], T]


def go(
    begun: Begun[Any], answers: Sequence[Answer], perform: Perform[T], chance: Chance, environment: Environment
) -> Came[T]:
    """Make or continue a move, as far as the given answers allow, and return the outcome.

    `perform` performs one run. `answers` must start with the answers of the begun move, unchanged. Raises IllegalMove,
    or BadAnswer for the first invalid answer. No draw is made before either error.
    """
    for place, answer in enumerate(begun.answers):
        if place >= len(answers) or answers[place] != answer:
            raise BadAnswer(place, "answers given before a draw cannot be changed")
    return _run(begun, answers, perform, chance, environment)


def resume(
    begun: Begun[Any], perform: Perform[T], chance: Chance, environment: Environment, *, late: bool = False
) -> Came[T]:
    """Run a begun move again after a change, and return the outcome.

    If `late` is set, questions without an answer get their defaults. The first answer that is no longer valid is
    dropped, with all later ones. A move that has become impossible lapses.
    """
    return _run(begun, begun.answers, perform, chance, environment, late=late, stands=True)


def first_question(begun: Begun[Any], perform: Perform[Any], environment: Environment) -> Question | None:
    """Return the question that a move asks before its first draw, or None.

    Raises IllegalMove if the move is not allowed.
    """
    return _asked(lambda: go(begun, (), perform, NoChance(), environment))


def pending_question(begun: Begun[Any], perform: Perform[Any], environment: Environment) -> Question | None:
    """Return the question that a begun move waits for.

    Returns None if a change of the environment lets the move continue to another draw.
    """
    return _asked(lambda: resume(begun, perform, NoChance(), environment))


def _asked(run: Callable[[], Came[Any]]) -> Question | None:
    try:
        came = run()
    except Drew:
        return None
    return came.question if isinstance(came, Asks | Begins) else None


def _run(
    begun: Begun[Any],
    answers: Sequence[Answer],
    perform: Perform[T],
    chance: Chance,
    environment: Environment,
    *,
    late: bool = False,
    stands: bool = False,
) -> Came[T]:
    """Run a move until it is done, lapses, or needs an answer, and return the outcome.

    If `stands` is set, the move has drawn already: it lapses instead of being refused, and invalid answers are dropped.
    """
    given = len(answers)
    while True:
        attempt = Attempt(begun, answers, chance, environment, late=late)
        try:
            return Done(perform(attempt))
        except Unanswered as asked:
            if attempt.has_drawn_anew or len(answers) < given:
                return Begins(attempt.record, asked.question)
            return Asks(asked.question)
        except BadAnswer as bad:
            if not (stands or attempt.has_drawn_anew):
                raise
            stands, begun, answers = True, attempt.record, answers[: bad.place]
        except (IllegalMove, TooLong) as refused:
            why = refused if isinstance(refused, IllegalMove) else _too_long(refused)
            if not (stands or attempt.has_drawn_anew):
                raise why from None
            return Lapses(why)


def _too_long(error: TooLong) -> IllegalMove:
    return IllegalMove("too-long", f"What {error} does would take too long.", "Effects")
