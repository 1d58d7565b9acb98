"""Begun moves: whatever has drawn stands (R18, R126). For every engine, and for the hall. Plain Python.

A move is run from its start with the answers so far. As long as nothing is drawn, a question without an answer, and an
answer that is not on offer, leave everything as it was. Once it has drawn it is begun: the answers that fit stand, up
to the first that does not, and every further run sees again what was drawn and read. So nobody can send answers that
fit one fall of the dice only, and try again where they fell otherwise.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nomic.effects.asking.environment import Chance, Drew, Environment, NoChance
from nomic.effects.asking.questions import Question
from nomic.effects.asking.refusals import BadAnswer, IllegalMove
from nomic.effects.running.run import TooLong
from nomic.law.schema.json_reader import Json

T = TypeVar("T")
M = TypeVar("M")
Answer = tuple[int | str, ...]
MAX_LABEL = 120  # what the journal keeps of a draw
MAX_PURPOSE = 200


class Drawn(Struct, frozen=True, array_like=True):
    """A draw of chance that a begun move has seen."""

    label: str
    sides: int
    value: int


class Read(Struct, frozen=True, array_like=True):
    """What a begun move has read outside, and the answer."""

    question: tuple[str, ...]
    answer: Any  # JSON


class Begun(Struct, Generic[M], frozen=True, omit_defaults=True):
    """A move of a player under law `revision`: the answers that stand, what it has drawn and what it has read.

    Where nothing was drawn yet, it is a move that is only tried.
    """

    player: str
    move: M
    revision: int
    answers: tuple[Answer, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    read: tuple[Read, ...] = ()


class Unanswered(Exception):
    """Raised where a run comes to a question that it has no answer to."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.prompt)


class Attempt:
    """One run of a move: it gives the answers in order, and chance and the outside as earlier runs have seen them.

    With `late`, chance gives the answers that are missing (R18).
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
        self._outside = environment
        self._asked = 0
        self._unseen = list(begun.drawn)
        self._drawn: list[Drawn] = []
        self._known = {read.question: read.answer for read in begun.read}

    @property
    def record(self) -> Begun[Any]:
        """The move as it stands after this run."""
        return replace(
            self._begun,
            answers=self._answers,
            drawn=(*self._drawn, *self._unseen),
            read=tuple(Read(question, answer) for question, answer in self._known.items()),
        )

    def ask(self, question: Question) -> Answer:
        """The next answer. Raises Unanswered where there is none yet, BadAnswer for one that was not on offer."""
        place = self._asked
        self._asked += 1
        if place < len(self._answers):
            check_answer(place, self._answers[place], question)
            return self._answers[place]
        if not self.late:
            raise Unanswered(question)
        return self.leave_to_chance(question)

    def leave_to_chance(self, question: Question) -> Answer:
        """What becomes of a question that nobody answers in time: nothing, or the least number by chance (R18, R41)."""
        if question.late == "none":
            return ()
        left = [option.value for option in question.options]
        label = f"for {question.who}: {question.prompt}"
        return tuple(left.pop(self.below(len(left), label, question.prompt)) for _ in range(question.least))

    def check_all_used(self) -> None:
        """Raises BadAnswer where more was answered than asked."""
        if self._asked < len(self._answers):
            raise BadAnswer(self._asked, "nothing more is asked")

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides): the one already seen, or a new one."""
        label, purpose = label[:MAX_LABEL], purpose[:MAX_PURPOSE]
        value = self._seen(label, sides)
        if value is None:
            value = self._chance.below(sides, label, purpose)
            self.has_drawn_anew = True
        self._drawn.append(Drawn(label, sides, value))
        return value

    def _seen(self, label: str, sides: int) -> int | None:
        """The first draw of this name that this run has not had yet, as long as it is still one of what there is.

        By its name, for a forfeit meanwhile may have changed what the run comes by; and whatever the number of sides,
        for a card that comes to a deck meanwhile must not have another one drawn.
        """
        for place, seen in enumerate(self._unseen):
            if seen.label == label:
                del self._unseen[place]
                return seen.value if seen.value < sides else None
        return None

    def read(self, *question: str) -> Any:
        """What lies outside, as this move first saw it: spending something meanwhile does not lead it another way."""
        if question not in self._known:
            self._known[question] = self._outside.read(*question)
        return self._known[question]


def check_answer(place: int, answer: Answer, question: Question) -> None:
    """Raises BadAnswer for an answer that the question does not offer."""
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
    """Answers as they came, whoever wrote them. Raises BadAnswer for one that is no list of names and numbers."""
    if not isinstance(given, list | tuple):
        raise BadAnswer(0, "answers are a list of lists")
    for place, answer in enumerate(given):
        if not isinstance(answer, list | tuple):
            raise BadAnswer(place, "an answer is a list")
        if not all(isinstance(value, str | int) and not isinstance(value, bool) for value in answer):
            raise BadAnswer(place, "an answer is a list of names and numbers")
    return tuple(tuple(answer) for answer in given)


# ── what comes of a move


class Done(Struct, Generic[T], frozen=True):
    """It was made."""

    made: T


class Asks(Struct, frozen=True):
    """It needs an answer before anything is drawn; nothing has changed."""

    question: Question


class Begins(Struct, frozen=True):
    """It has drawn, or not all of its answers hold any more, and it asks on."""

    begun: Begun[Any]
    question: Question


class Lapses(Struct, frozen=True):
    """It has drawn, and cannot be made: nothing comes of it but its draws."""

    why: IllegalMove


Came = Done[T] | Asks | Begins | Lapses
Perform = Callable[[Attempt], T]


def go(
    begun: Begun[Any], answers: Sequence[Answer], perform: Perform[T], chance: Chance, environment: Environment
) -> Came[T]:
    """Make a move, or go on with a begun one, as far as all its answers carry it. `perform` does one run.

    Raises IllegalMove, and BadAnswer for the first answer that does not fit; then nothing new was drawn. Whoever goes
    on begins with the answers that stand.
    """
    for place, answer in enumerate(begun.answers):
        if place >= len(answers) or answers[place] != answer:
            raise BadAnswer(place, "what was answered before a draw stays answered")
    return _run(begun, answers, perform, chance, environment)


def resume(
    begun: Begun[Any], perform: Perform[T], chance: Chance, environment: Environment, *, late: bool = False
) -> Came[T]:
    """Run a begun move again after something has changed, or, `late`, to its end by chance.

    Answers that do not hold any more are cut off, and a move that cannot be made any more lapses.
    """
    return _run(begun, begun.answers, perform, chance, environment, late=late, stands=True)


def first_question(begun: Begun[Any], perform: Perform[Any], environment: Environment) -> Question | None:
    """What a move asks before it draws anything, if it does. Raises IllegalMove."""
    return _asked(lambda: go(begun, (), perform, NoChance(), environment))


def pending_question(begun: Begun[Any], perform: Perform[Any], environment: Environment) -> Question | None:
    """What a begun move waits for; nothing where what has changed outside lets it go on to another draw."""
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
    """`stands`: the move cannot be refused any more, because it has drawn. Answers that do not fit are then dropped."""
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
