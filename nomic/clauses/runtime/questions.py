"""What becomes of a question while an entry is made: it is answered with the act, left to chance, or waits.

*No order of sending lets anybody see dice and then choose not to act* (R18, R126). Before anything is drawn, whoever
acts is asked as at a table: the act is refused with the question, and sent again with one answer more. From the first
draw on, and where somebody else is asked, the entry stands; answers that came with it hold up to the first that does
not fit, and the question waits.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.domain.exceptions import BadArguments, Unanswered
from nomic.effects.asking.begun import MAX_LABEL, MAX_PURPOSE, Answer, check_answer
from nomic.effects.asking.questions import Question, question_data
from nomic.effects.asking.refusals import BadAnswer
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.nodes.base import Effect, Operation
from nomic.effects.language.stopping import Stopped
from nomic.effects.language.walk import walk
from nomic.effects.language.world import Members, Players
from nomic.players.models import Player

ANSWERS = "answers"  # the argument of an act that has them with it
MAX_ANSWERS = 50
MAX_CHOSEN = 500
# A value of an option.
Chosen = Annotated[str, StringConstraints(max_length=120)] | Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
GivenAnswers = Annotated[
    list[Annotated[list[Chosen], Field(max_length=MAX_CHOSEN)]],
    Field(
        max_length=MAX_ANSWERS,
        description="your answers to what it asks, in order: a list of values for each question",
        json_schema_extra={"x-answers": True},
    ),
]
MAX_VARIED = 2  # questions, where several ways to answer are tried out
MAX_TAKEN = 6  # options of each
HAS_ASKED = "questions that wait for an answer"


def may_ask(effect: Effect) -> bool:
    """Whether anybody may be asked in an effect."""
    return any(isinstance(node, Operation) and node.may_ask() for _, node in walk(effect))


class Answering:
    """How an entry comes by its answers. This one has none: whoever is asked is waited for."""

    def __init__(self, act: Act) -> None:
        self._act = act

    def ask(self, question: Question) -> Answer:
        """The answer. Raises Stopped where there is none yet; of somebody who has left none comes."""
        if not is_playing(self._act, question.who):
            return left_to_chance(self._act, question)
        answer = self._answer(question)
        if answer is None:
            raise Stopped((question,))
        return answer

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """What everybody chose. Raises Stopped where they are yet to be asked."""
        asked = [found for found in map(question, who()) if found is not None]
        if asked:
            raise Stopped(asked)
        return []

    def _answer(self, question: Question) -> Answer | None:
        return None


class WithTheAct(Answering):
    """Whoever acts (`me`) has sent answers with the act; all runs of the act use them up together."""

    def __init__(self, act: Act, me: str, answers: Sequence[Sequence[int | str]] = ()) -> None:
        super().__init__(act)
        self._me = me
        self._answers: list[Answer] = [tuple(answer) for answer in answers]
        self._used = 0

    def _answer(self, question: Question) -> Answer | None:
        if question.who != self._me or self._act.known(HAS_ASKED):
            return None
        if self._used >= len(self._answers):
            if self._act.drew:
                return None
            raise Unanswered(question_data(question), self._act.cycle.seq)
        answer = named(question, self._answers[self._used])
        try:
            check_answer(self._used, answer, question)
        except BadAnswer as bad:
            self._refuse_or_drop(bad.detail)
            return None
        self._used += 1
        return answer

    def check_all_used(self) -> None:
        """Raises BadArguments where more was answered than asked, and nothing was drawn."""
        if self._used < len(self._answers):
            self._refuse_or_drop("nothing more is asked")

    def _refuse_or_drop(self, detail: str) -> None:
        """R126: what an act has drawn stands, and with it the answers that fit."""
        if not self._act.drew:
            raise BadArguments.on(f"{ANSWERS}/{self._used}", detail)
        does_not_count(self._act, self._me, detail)
        del self._answers[self._used :]


class Resumed(Answering):
    """The question at which the run stopped has its answer, if any; whatever is asked after it waits in turn.

    Whoever was asked has answered it, though by now somebody else would be asked.
    """

    def __init__(self, act: Act, question: Question | None, answer: Answer | None) -> None:
        super().__init__(act)
        self._first = question
        self._given = answer

    def ask(self, question: Question) -> Answer:
        """The answer that was given, or what becomes of a question that nobody has answered in time."""
        if self._first is None:
            return super().ask(question)
        self._first = None
        return answer_or_chance(self._act, question, self._given)


class ResumedByAll(Answering):
    """Everybody who was asked has answered, or had their time (None); whatever is asked after that waits in turn."""

    def __init__(self, act: Act, answers: Mapping[str, Answer | None]) -> None:
        super().__init__(act)
        self._given: Mapping[str, Answer | None] | None = answers

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """What everybody chose who was asked, whoever belongs to the set now."""
        if self._given is None:
            return super().ask_all(who, question)
        given, self._given = self._given, None
        found = []
        for player, answer in given.items():
            asked = question(player)
            chosen = () if asked is None else answer_or_chance(self._act, asked, answer)
            if asked is None and answer:
                does_not_count(self._act, player, "nothing is left to choose")
            found.append((player, answer is not None, chosen))
        return found


class ByChance(Answering):
    """Chance answers whatever is asked, and never nothing where something can be chosen: to try out what follows."""

    def _answer(self, question: Question) -> Answer | None:
        return by_chance(self._act, question, max(question.least, min(question.most, 1)))

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Chance answers for everybody."""
        asked = [found for found in map(question, who()) if found is not None]
        return [(each.who, True, self._answer(each) or ()) for each in asked]


class InTurn(ByChance):
    """The first questions are answered as a plan has it, by places among the ways to answer each; all others by chance.

    Everybody who is asked at once answers alike. `widths`: how many ways there were to answer each of the first.
    """

    def __init__(self, act: Act, plan: Sequence[int] = ()) -> None:
        super().__init__(act)
        self._plan = plan
        self.widths: list[int] = []

    def _answer(self, question: Question) -> Answer | None:
        return self._way(self._turn(question), question)

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Everybody answers alike, as far as each can."""
        asked = [found for found in map(question, who()) if found is not None]
        turn = self._turn(asked[0]) if asked else None
        answers = [(each.who, self._way(turn, each)) for each in asked]
        return [(player, bool(answer), answer) for player, answer in answers]

    def _turn(self, question: Question) -> int | None:
        """Which way is taken now; None where chance takes one."""
        place = len(self.widths)
        if place >= MAX_VARIED:
            return None
        self.widths.append(len(ways_of(question)))
        return self._plan[place] if place < len(self._plan) else 0

    def _way(self, turn: int | None, question: Question) -> Answer:
        if turn is None:
            return super()._answer(question) or ()
        ways = ways_of(question)
        return ways[min(turn, len(ways) - 1)]


def named(question: Question | None, chosen: Sequence[str | int]) -> Answer:
    """What was chosen by the values of its options; a label stands for the option, if only one is called so."""
    options = () if question is None else question.options
    values, labels = {option.value for option in options}, Counter(option.label for option in options)
    by_label = {option.label: option.value for option in options if labels[option.label] == 1}
    return tuple(each if each in values else by_label.get(str(each), each) for each in chosen)


def ways_of(question: Question) -> list[Answer]:
    """Some ways to answer a question: its first options and the last, and nothing, where that is possible."""
    values = [option.value for option in question.options]
    count = max(question.least, min(question.most, 1))
    few = values if len(values) <= MAX_TAKEN else [*values[: MAX_TAKEN - 1], values[-1]]
    taken: list[Answer] = [(value,) for value in few] if count == 1 else [tuple(values[:count])]
    return [*taken, ()] if question.least == 0 else taken


def is_playing(moment: Moment, name: str) -> bool:
    """Whether somebody of that name plays now."""
    return Player.objects.filter(cycle=moment.cycle, name=name, left_at=None).exists()


def answer_or_chance(act: Act, question: Question, answer: Answer | None) -> Answer:
    """An answer, if there is one that can still be given; else what becomes of a question without, and why."""
    if answer is None:
        return left_to_chance(act, question)
    try:
        check_answer(0, answer, question)
    except BadAnswer as bad:
        instead = left_to_chance(act, question)
        labels = {option.value: option.label for option in question.options}
        named = "" if act.draws_in_secret else f" {', '.join(labels[value] for value in instead)}"
        chosen = f"chance chooses{named}" if instead else "nothing is chosen"
        does_not_count(act, question.who, f"{bad.detail} now, so {chosen}")
        return instead
    return answer


def does_not_count(act: Act, who: str, why: str) -> None:
    """Have the entry say why an answer that it tells of is left out."""
    act.message(f"The answer of {who} does not count: {why}.")


def left_to_chance(act: Act, question: Question) -> Answer:
    """What becomes of a question that nobody answers in time: nothing, or the least number by chance (R18, R125)."""
    return () if question.late == "none" else by_chance(act, question, question.least)


def by_chance(act: Act, question: Question, count: int) -> Answer:
    """So many of what can be chosen, by chance."""
    left = [option.value for option in question.options]
    label, purpose = f"for {question.who}: {question.prompt}"[:MAX_LABEL], question.prompt[:MAX_PURPOSE]
    return tuple(left.pop(act.dice.below(len(left), label, purpose)) for _ in range(count))
