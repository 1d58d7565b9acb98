"""Bots that answer rules' questions in a practice cycle, so that nobody has to wait for them."""

from pydantic import Field

from nomic.clauses.events import QuestionAsked
from nomic.clauses.handlers.answers import QuestionCode, give_answer
from nomic.clauses.handlers.resume_after_questions import question_now
from nomic.clauses.models import AskedPlayer
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.asking.begun_moves import Answer
from nomic.effects.asking.questions import Question
from nomic.matches.practice.bot_seats import RULE, bots_of

ANSWERS = "bot-answers"
LABEL, PURPOSE = "bot: answer", "how a bot answers"


class BotAnswersArgs(Args):
    """The bot, and the question that it answers."""

    question: QuestionCode
    bot: str = Field(max_length=30)


def wake_answering_bots(act: ActionContext, asked: QuestionAsked) -> None:
    """Schedule the answers of the bots that a rule's question asks, as the next entries."""
    bots = set(bots_of(act)) if act.cycle.practice and act.cycle.is_running else set()
    for bot in sorted(bots.intersection(asked.players)):
        label, args = f"question {asked.question}: {bot}", {"question": asked.question, "bot": bot}
        deadlines.schedule(act.cycle, label, at=act.at, rank=Rank.AT_ONCE, action=ANSWERS, args=args)


def bot_answers(act: ActionContext, args: BotAnswersArgs) -> None:
    """Answer a question for a bot at random, without using the game's own draws."""
    waiting = AskedPlayer.objects.filter(question__cycle=act.cycle, question__code=args.question, player=args.bot)
    asked = waiting.filter(entry=None).select_related("question").first()
    if asked is None:
        act.message(f"No question waits for an answer from {args.bot} any more.")
        return
    question = question_now(act, asked.question, args.bot)
    give_answer(act, asked, list(_chosen(act, args.bot, question)) if question is not None else [])


def _chosen(act: ActionContext, bot: str, question: Question) -> Answer:
    chance, left = act.aside(f"answer of {bot}"), [option.value for option in question.options]
    count = question.least + chance.below(question.most - question.least + 1, LABEL, PURPOSE)
    return tuple(left.pop(chance.below(len(left), LABEL, PURPOSE)) for _ in range(count))


ACTIONS = (
    Action(
        name=ANSWERS,
        channel="system",
        title="A bot answers",
        summary_phrases=("a bot’s answer", "{count} answers from bots"),
        summary="A rule has asked a bot a question.",
        rule=RULE,
        args=BotAnswersArgs,
        run=bot_answers,
    ),
)
