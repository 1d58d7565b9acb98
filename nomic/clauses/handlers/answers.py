"""The action `answer`, by which players answer a rule's question."""

from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.clauses.events import QuestionAnswered
from nomic.clauses.handlers.resume_after_questions import (
    ANSWER,
    RULE,
    add_results,
    go_on_after,
    question_now,
    still_offered,
)
from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.clauses.runtime.answer_sources import MAX_CHOSEN, Chosen, named
from nomic.clauses.runtime.pending_questions import expect_at_once, unanswered_by
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Entry
from nomic.db import Prepared
from nomic.effects.asking.begun_moves import Answer, check_answer
from nomic.effects.asking.questions import Question, decline_label
from nomic.effects.asking.refusals import BadAnswer
from nomic.players.lookup import is_player, player_of

CHANNEL = "game-actions"

QuestionCode = Annotated[
    str, StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12), Field(examples=["7k2m9qx4"])
]


_asked = Prepared(
    lambda cycle, player: (
        AskedPlayer.objects.filter(question__cycle_id=cycle, player=player)
        .order_by()
        .values_list("entry_id", flat=True)
    ),
    int,
    str,
    for_pages=True,
)


class AnswerArgs(Args):
    """Arguments of an answer: the question's code, and the chosen options.

    The list may be empty if the question allows choosing nothing.
    """

    question: QuestionCode
    answer: list[Chosen] = Field(max_length=MAX_CHOSEN)


def asked_of(ctx: ReadContext, player: str) -> list[bool]:
    """Return, for each open question put to the player, whether it is answered. The result is cached in the context."""
    return ctx.recall(("asked of", player), lambda: [entry is not None for entry in _asked.all(ctx.cycle.pk, player)])


def is_asked(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has an open question."""
    if not asked_of(ctx, player_of(ctx).name):
        raise Refused("nothing-asked", "You have no question to answer.", RULE)


def answering_choices(ctx: ReadContext) -> Choices:
    """Return the questions that the actor has not answered, as choices of the argument `question`."""
    return {"question": [Choice(row.code, row.prompt) for row in unanswered_by(ctx.cycle, ctx.actor.name)]}


def find_asked(ctx: ReadContext, code: str, player: str) -> AskedPlayer:
    """Return the row of an open question for this player. Raises BadArguments on "question" if there is no such row."""
    mine = AskedPlayer.objects.filter(question__cycle=ctx.cycle, question__code=code, player=player)
    asked = mine.select_related("question").first()
    if asked is None:
        raise BadArguments.on("question", f"no question {code[:12]!r} waits for you")
    return asked


def answer(act: ActionContext, args: AnswerArgs) -> None:
    """Answer a question. After the last answer, the effect that asked it continues (R107)."""
    player = player_of(act).name
    give_answer(act, find_asked(act, args.question, player), args.answer)


def give_answer(act: ActionContext, asked: AskedPlayer, chosen: list[Chosen]) -> None:
    """Record a player's answer, and resume the effect if the answer was the last one.

    Raises BadArguments if the answer is invalid, and Refused if the effect fails.
    """
    row, player = asked.question, asked.player
    given, question = checked(act, row, player, chosen)
    if not act.actor.is_system:  # acts by the clock record arguments of their own
        act.record_args(question=row.code, **({} if row.several else {"answer": list(given)}))
    if row.several:
        _note(act, asked, given, question)
        return
    act.message(f"{player} answers “{row.prompt}”: {in_words(question, given)}.")
    act.emit(QuestionAnswered(question=row.code, player=player))
    add_results(act, row, go_on_after(act, row, {player: given}))


def _note(act: ActionContext, asked: AskedPlayer, given: Answer, question: Question | None) -> None:
    """Store the answer of one of several players. The last answer resumes the effect.

    A sealed answer can be replaced until then. Raises Refused if another answer was given already.
    """
    row, player = asked.question, asked.player
    if asked.entry_id is not None and not row.sealed:
        raise Refused("answered-already", "You have answered this already.", RULE)
    if row.sealed:
        act.commit_secret(ANSWER, list(given))
        act.message(f"{player} answers in secret: “{row.prompt}”.")
    else:
        asked.answer = list(given)
        act.message(f"{player} answers “{row.prompt}”: {in_words(question, given)}.")
    act.emit(QuestionAnswered(question=row.code, player=player))

    def write(entry: Entry) -> None:
        asked.entry = entry
        asked.save(update_fields=["answer", "entry"])
        if not AskedPlayer.objects.filter(question=row, entry=None).exists():
            expect_at_once(act, row)

    act.when_saved(write)


def checked(
    ctx: ReadContext, row: PendingQuestion, player: str, chosen: list[str | int]
) -> tuple[Answer, Question | None]:
    """Return the valid answer, and the question in its current form. Raises BadArguments on "answer".

    An empty answer is accepted if all remaining options have to be chosen (R133). An option that is no longer available
    is rejected, even if only one option remains or none does. The question is None if no option remains.
    """
    question = still_offered(ctx, row, player)
    given = named(question, chosen)
    if not given and question_now(ctx, row, player) is None:
        return (), question
    if question is None:
        raise BadArguments.on(ANSWER, "nothing is left to choose: send an empty answer")
    try:
        check_answer(0, given, question)
    except BadAnswer as bad:
        raise BadArguments.on(ANSWER, bad.detail) from None
    return given, question


def in_words(question: Question | None, given: Answer) -> str:
    """Return an answer as text, by the labels of the question's options.

    An empty answer stands for all options if all of them have to be chosen (R133). If `question` is None, the text says
    that no option remains.
    """
    if question is None:
        return "nothing is left to choose"
    labels = {option.value: option.label for option in question.options}
    if not given and question.least == len(labels):
        return f"{', '.join(labels.values())}, because nothing else is left"
    if not given and question.kind == "offer":
        return decline_label(question.kind, labels.values())
    return ", ".join(labels.get(value, str(value)) for value in given) or "nothing"


ACTIONS = (
    Action(
        name=ANSWER,
        channel=CHANNEL,
        title="Answer a question",
        summary_phrases=("a question answered", "{count} questions answered"),
        summary="Answer what a rule asks you. It continues with your choice.",
        rule=RULE,
        args=AnswerArgs,
        run=answer,
        preconditions=(is_player, is_asked),
        choices=answering_choices,
        is_a_right=True,
    ),
)
