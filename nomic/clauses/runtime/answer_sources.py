"""Sources of the answers to an entry's questions: sent with the act, chosen by chance, or given later.

Nobody can see dice and then choose not to act, whatever order they send things in (R18, R126). If a question to the
actor has no answer before the first draw, the act fails with that question. The client then sends the act again with
one more answer. After the first draw, and for questions to other players, the entry is kept. Answers sent with the act
are used until the first that does not fit. The question of that answer is then stored as pending.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Args
from nomic.cycles.domain.exceptions import BadArguments, Unanswered
from nomic.effects.asking.begun_moves import MAX_LABEL, MAX_PURPOSE, Answer, check_answer
from nomic.effects.asking.questions import Question, question_data
from nomic.effects.asking.refusals import BadAnswer
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Effect, Operation
from nomic.effects.language.suspend_run import RunSuspended
from nomic.effects.language.world import Members, Players
from nomic.effects.prose.english_grammar import possessive
from nomic.players.models import Player

ANSWERS = "answers"  # the argument of an act with its answers
MAX_ANSWERS = 50
MAX_CHOSEN = 500
# The value of an option.
Chosen = Annotated[str, StringConstraints(max_length=120)] | Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
GivenAnswers = Annotated[
    list[Annotated[list[Chosen], Field(max_length=MAX_CHOSEN)]],
    Field(
        max_length=MAX_ANSWERS,
        description="your answers to what it asks, in order: a list of values for each question",
        json_schema_extra={"x-answers": True},
    ),
]
MAX_VARIED = 2  # number of questions for which several answers are tried
MAX_TAKEN = 6  # number of options tried for each question
HAS_ASKED = "questions that wait for an answer"


def may_ask(effect: Effect) -> bool:
    """Return whether an effect contains a question to a player."""
    return any(isinstance(node, Operation) and node.may_ask() for _, node in walk(effect))


class Answering:
    """Source of the answers for an entry. This base class has no answers, so every question becomes pending."""

    def __init__(self, act: ActionContext) -> None:
        self._act = act

    def ask(self, question: Question) -> Answer:
        """Return the answer. Raises RunSuspended if it has not been given.

        If the asked player has left, return the default for an unanswered question.
        """
        if not is_playing(self._act, question.who):
            return default_answer(self._act, question)
        answer = self._answer(question)
        if answer is None:
            raise RunSuspended((question,))
        return answer

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Return the players' choices as tuples (player, whether they answered, members).

        Raises RunSuspended if the players have not been asked yet. `who` returns the players; `question` returns a
        player's question, or None if that player has no choice.
        """
        asked = [found for found in map(question, who()) if found is not None]
        if asked:
            raise RunSuspended(asked)
        return []

    def _answer(self, question: Question) -> Answer | None:
        return None


class WithTheAct(Answering):
    """Source of the answers that the actor (`me`) sent with the act. All runs of the act consume them in order."""

    def __init__(self, act: ActionContext, me: str, answers: Sequence[Sequence[int | str]] = ()) -> None:
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
        """Raise BadArguments if answers are left over. If the act has drawn, report them as ignored instead."""
        if self._used < len(self._answers):
            self._refuse_or_drop("nothing more is asked")

    def _refuse_or_drop(self, detail: str) -> None:
        """Raise BadArguments, or ignore the remaining answers if the act has drawn.

        Draws are final, and so are the answers used before (R126).
        """
        if not self._act.drew:
            raise BadArguments.on(f"{ANSWERS}/{self._used}", detail)
        report_ignored_answer(self._act, self._me, detail)
        del self._answers[self._used :]


class Resumed(Answering):
    """Source of answers for a run resumed by one answer. Later questions become pending.

    The answer is used even if the question would now go to a different player.
    """

    def __init__(self, act: ActionContext, question: Question | None, answer: Answer | None) -> None:
        super().__init__(act)
        self._first = question
        self._given = answer

    def ask(self, question: Question) -> Answer:
        """Return the stored answer for the first question, or the default if nobody answered it in time."""
        if self._first is None:
            return super().ask(question)
        self._first = None
        return answer_or_chance(self._act, question, self._given)


class ResumedByAll(Answering):
    """Source of answers for a run resumed after several players were asked. Later questions become pending.

    The answer of a player who did not answer in time is None.
    """

    def __init__(self, act: ActionContext, answers: Mapping[str, Answer | None]) -> None:
        super().__init__(act)
        self._given: Mapping[str, Answer | None] | None = answers

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Return the choices of the players who were originally asked, even if `who` would now return others."""
        if self._given is None:
            return super().ask_all(who, question)
        given, self._given = self._given, None
        found = []
        for player, answer in given.items():
            asked = question(player)
            chosen = () if asked is None else answer_or_chance(self._act, asked, answer)
            if asked is None and answer:
                report_ignored_answer(self._act, player, "nothing is left to choose")
            found.append((player, answer is not None, chosen))
        return found


class ByChance(Answering):
    """Source of random answers for trial runs. At least one option is chosen if there are any."""

    def _answer(self, question: Question) -> Answer | None:
        return by_chance(self._act, question, max(question.least, min(question.most, 1)))

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Return a random answer to `question` for each player of `who`."""
        asked = [found for found in map(question, who()) if found is not None]
        return [(each.who, True, self._answer(each) or ()) for each in asked]


class InTurn(ByChance):
    """Source of planned answers for trial runs.

    The plan holds an index into `ways_of` for each of the first questions; all other answers are random. Players who
    are asked together give the same answer. `widths` holds the number of ways to answer each of the first questions.
    """

    def __init__(self, act: ActionContext, plan: Sequence[int] = ()) -> None:
        super().__init__(act)
        self._plan = plan
        self.widths: list[int] = []

    def _answer(self, question: Question) -> Answer | None:
        return self._way(self._turn(question), question)

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Return the planned answer of each player, adapted to that player's own question."""
        asked = [found for found in map(question, who()) if found is not None]
        turn = self._turn(asked[0]) if asked else None
        answers = [(each.who, self._way(turn, each)) for each in asked]
        return [(player, bool(answer), answer) for player, answer in answers]

    def _turn(self, question: Question) -> int | None:
        """Return the index of the planned answer to this question, or None if the answer is to be random."""
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
    """Return the values of the chosen options.

    An option can be named by its label if the label is unique.
    """
    options = () if question is None else question.options
    values, labels = {option.value for option in options}, Counter(option.label for option in options)
    by_label = {option.label: option.value for option in options if labels[option.label] == 1}
    return tuple(each if each in values else by_label.get(str(each), each) for each in chosen)


def ways_of(question: Question) -> list[Answer]:
    """Return sample answers: the first options, the last option, and no option if that is allowed."""
    values = [option.value for option in question.options]
    count = max(question.least, min(question.most, 1))
    few = values if len(values) <= MAX_TAKEN else [*values[: MAX_TAKEN - 1], values[-1]]
    taken: list[Answer] = [(value,) for value in few] if count == 1 else [tuple(values[:count])]
    return [*taken, ()] if question.least == 0 else taken


def is_playing(ctx: ReadContext, name: str) -> bool:
    """Return whether a player with that name is in the cycle."""
    return Player.objects.filter(cycle=ctx.cycle, name=name, left_at=None).exists()


def answer_or_chance(act: ActionContext, question: Question, answer: Answer | None) -> Answer:
    """Return the answer if it is still valid, otherwise the default for an unanswered question.

    An invalid answer is reported in the entry's messages.
    """
    if answer is None:
        return default_answer(act, question)
    try:
        check_answer(0, answer, question)
    except BadAnswer as bad:
        instead = default_answer(act, question)
        labels = {option.value: option.label for option in question.options}
        named = "" if act.draws_in_secret else f" {', '.join(labels[value] for value in instead)}"
        chosen = f"chance chooses{named}" if instead else "nothing is chosen"
        report_ignored_answer(act, question.who, f"{bad.detail} now, so {chosen}")
        return instead
    return answer


def report_ignored_answer(act: ActionContext, who: str, why: str) -> None:
    """Add a message to the entry that a player's answer is ignored, and why."""
    act.message(f"{possessive(who)} answer does not count: {why}.")


def default_answer(act: ActionContext, question: Question) -> Answer:
    """Return the default for an unanswered question (R18, R125): empty, or the minimum number of random options."""
    return () if question.late == "none" else by_chance(act, question, question.least)


def by_chance(act: ActionContext, question: Question, count: int) -> Answer:
    """Return the values of `count` random options of the question, drawn with the act's dice."""
    left = [option.value for option in question.options]
    label, purpose = f"for {question.who}: {question.prompt}"[:MAX_LABEL], question.prompt[:MAX_PURPOSE]
    return tuple(left.pop(act.dice.below(len(left), label, purpose)) for _ in range(count))


class AskingArgs(Args):
    """Arguments of an action that may ask questions. The journal stores the answers only if there are any."""

    answers: GivenAnswers = []

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in super().as_json().items() if value or name != ANSWERS}
