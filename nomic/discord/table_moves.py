"""Moves at a table: possible moves are offered by a command, or by a menu that the button of a turn opens.

A question of a move is a menu as well. Only the player sees what a menu shows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Unanswered
from nomic.discord import questions
from nomic.discord.interactions.act_questions import BEGUN, answer_act
from nomic.discord.interactions.act_replies import done_before, reply_after_act
from nomic.discord.interactions.caller import Call, Choices
from nomic.discord.protocol.replies import MAX_CHOICE, MAX_CHOICES, PAGE, UPDATE, Reply, menu, message_reply
from nomic.matches.contract.game import Answers, BadAnswer, IllegalMove, Question
from nomic.matches.contract.moves import Answer, Move
from nomic.matches.contract.tagged_unions import tagged_data
from nomic.matches.hosting.lifecycle import going_on
from nomic.matches.hosting.moves.actions import NextQuestion
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match

MOVE = "move"
MENU = "moves"  # begins the id of the menu of all moves at a table
MAX_DIGITS = 9
PICK = "Choose a move from the list."
OVER = "This match is over, or you are not in it."


@dataclass(frozen=True, slots=True)
class Picked:
    """A move as it was offered: the match, its version, and the index of the move among the legal ones.

    `answers` holds the indexes of the options chosen for each question so far.
    """

    match: str
    version: int
    number: int
    answers: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        """Return the move as the id of a menu or the value of a choice."""
        base = f"{MOVE}|{self.match}|{self.version}|{self.number}"
        return f"{base}|{';'.join(','.join(map(str, each)) for each in self.answers)}" if self.answers else base

    @classmethod
    def read(cls, text: str) -> "Picked":
        """Parse the text that `__str__` produces. Raises BadArguments for any other text."""
        what, match, version, number, answers = (*text.split("|"), "", "", "", "")[:5]
        chosen = [each.split(",") if each else [] for each in answers.split(";")] if answers else []
        numbers = [version, number, *(each for some in chosen for each in some)]
        if what != MOVE or not all(each.isascii() and each.isdecimal() and len(each) < MAX_DIGITS for each in numbers):
            raise BadArguments.on(MOVE, PICK)
        return cls(match, int(version), int(number), tuple(tuple(map(int, some)) for some in chosen))


def move_choices(call: Call) -> Choices:
    """Yield the moves that the person can make now at all tables of the cycle, as (label, value)."""
    tables = list(_tables(call))
    for table in tables:
        where = f"{table.match.title}: " if len(tables) > 1 else ""
        for number, legal in enumerate(table.legal):
            yield f"{where}{legal.label}", str(Picked(table.match.code, table.match.version, number))


def _tables(call: Call) -> Iterator[VisibleMatch]:
    ctx = call.read_context()
    tables = (VisibleMatch(ctx, match) for match in going_on(ctx))
    return (table for table in tables if table.viewer is not None)


def play(call: Call) -> Reply:
    """Make the chosen move, or ask its first question.

    If the table has changed since the offer, the move is refused.
    """
    return go_on(call, Picked.read(call.typed.get(MOVE, "")))


def answer(call: Call, picked: Picked, chosen: Sequence[str]) -> Reply:
    """Continue a move after one more question. `chosen` are the indexes of the chosen options.

    Raises BadArguments if these are not numbers.
    """
    if not all(each.isascii() and each.isdecimal() and len(each) < MAX_DIGITS for each in chosen):
        raise BadArguments.on(MOVE, PICK)
    answers = (*picked.answers, tuple(map(int, chosen)))
    return go_on(call, Picked(picked.match, picked.version, picked.number, answers))


def your_moves(call: Call, match: str, page: int = 0) -> Reply:
    """Return a menu of the moves that the person can make now in a match."""
    table = _table(call, match)
    if table is None:
        return message_reply(OVER)
    link = reverse("web:match", args=[table.ctx.cycle.slug, match])
    options = [
        (legal.label, str(Picked(match, table.match.version, number))) for number, legal in enumerate(table.legal)
    ]
    if not options:
        return message_reply("There is nothing for you to do here now. It is somebody else's turn.", link=link)
    return menu(f"{table.match.title}: what do you do?", f"{MENU}|{match}", options, 1, 1, page)


def turn_page(call: Call, name: str) -> Reply:
    """Return another page of a menu, to replace the shown one.

    Raises BadArguments if `name` is not the id of a page.
    """
    what, number, shown = (*name.split("|", 2), "", "")[:3]
    if what != PAGE or not (number.isascii() and number.isdecimal() and len(number) < MAX_DIGITS):
        raise BadArguments.on(MOVE, PICK)
    if shown.startswith(f"{MENU}|"):
        found = your_moves(call, shown.partition("|")[2], int(number))
    elif shown.startswith(f"{questions.ASKED}|"):
        found = questions.answer(call, shown, None, int(number))
    elif shown.startswith(f"{BEGUN}|"):
        found = answer_act(call, shown, None, int(number))
    else:
        found = go_on(call, Picked.read(shown), int(number))
    return {**found, "type": UPDATE, "data": {"components": [], **found["data"]}}


def go_on(call: Call, picked: Picked, page_number: int = 0) -> Reply:
    """Make a move if all of its questions are answered, otherwise ask the next one."""
    table = _table(call, picked.match)
    if table is None:
        return message_reply(OVER)
    ctx = table.ctx
    before = done_before(call, ctx.cycle.slug)
    if before is not None:
        return before
    page = reverse("web:match", args=[ctx.cycle.slug, picked.match])
    if picked.version != table.match.version or picked.number >= len(table.legal):
        return message_reply("The table has moved on. Look at it, and choose again.", link=page)
    move = table.legal[picked.number].move
    try:
        answers, question = _read_answers(table, move, picked)
    except (BadAnswer, IllegalMove, IndexError):
        return message_reply("This does not answer the question. Choose the move again.", link=page)
    if question is not None:
        return _ask(question, picked, page, page_number)
    sent = [list(each) for each in answers]
    args = {"match": picked.match, "move": tagged_data(move), "answers": sent, "expected_version": picked.version}
    try:
        performed = perform(ctx.cycle.slug, call.actor, "move", args, idempotency_key=call.key)
    except Unanswered:
        return message_reply("This move asks you something. Answer at the table.", link=page)
    reply = performed.entry.reply
    asks = isinstance(reply, NextQuestion) and reply.question is not None
    return reply_after_act(performed, ctx.cycle.slug, "It asks you something more: send /play again." if asks else "")


def _table(call: Call, match: str) -> VisibleMatch | None:
    """Return the person's table with this code, or None. It is looked up, because a menu does not name the cycle.

    Only the cycle of the match is settled, so a failure of another cycle does no harm.
    """
    cycles = Match.objects.filter(code=match, cycle__in=call.cycles()).values_list("cycle__slug", flat=True)
    tables = (table for slug in cycles for table in _tables(Call(call.person, call.key, {"cycle": slug})))
    return next((table for table in tables if table.match.code == match), None)


def _read_answers(table: VisibleMatch, move: Move, picked: Picked) -> tuple[Answers, Question | None]:
    """Return the answers so far as the game expects them, and the next question.

    Raises BadAnswer, IllegalMove, and IndexError if an option does not exist.
    """
    answers = table.answers if isinstance(move, Answer) else ()
    for chosen in picked.answers:
        asked = table.next_question(move, answers)
        if asked is None:
            raise BadAnswer(len(answers), "nothing more is asked")
        answers = (*answers, tuple(asked.options[number].value for number in chosen))
    return answers, table.next_question(move, answers)


def _ask(question: Question, picked: Picked, page: str, number: int) -> Reply:
    """Return a menu for a question, or a link to the table if a menu cannot show it."""
    options = [(option.label, str(number)) for number, option in enumerate(question.options)]
    most = min(question.most, len(options))
    is_long = len(options) > MAX_CHOICES
    if not options or (is_long and most > 1) or len(f"{PAGE}|99|{picked}" if is_long else str(picked)) > MAX_CHOICE:
        return message_reply(f"{question.prompt}. Answer at the table.", link=page)
    return menu(f"{question.prompt}:", str(picked), options, min(question.least, most), most, number)
