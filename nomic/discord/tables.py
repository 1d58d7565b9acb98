"""Moves at a table: what can be played is offered, and a question of a move is a menu beneath a message."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Unanswered
from nomic.discord.interactions.acting import Choices, done, done_before
from nomic.discord.interactions.caller import Call
from nomic.discord.protocol.replies import MAX_CHOICE, MAX_CHOICES, Reply, menu, say
from nomic.matches.contract.game import Answers, BadAnswer, IllegalMove, Question
from nomic.matches.contract.moves import Answer, Move
from nomic.matches.contract.tagged import tagged_data
from nomic.matches.hosting.matches import going_on
from nomic.matches.hosting.moves.actions import Asking
from nomic.matches.hosting.views.visible_match import VisibleMatch

MOVE = "move"
MAX_DIGITS = 9
PICK = "Choose a move from the list."


@dataclass(frozen=True, slots=True)
class Picked:
    """A move of a table as it was offered: the match, its version, and the number of the move among the legal ones.

    `answers` has the numbers of the options that answer each question so far.
    """

    match: str
    version: int
    number: int
    answers: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        """Return it as the id of a menu or the value of a choice."""
        base = f"{MOVE}|{self.match}|{self.version}|{self.number}"
        return f"{base}|{';'.join(','.join(map(str, each)) for each in self.answers)}" if self.answers else base

    @classmethod
    def read(cls, text: str) -> "Picked":
        """Read it back. Raises BadArguments."""
        what, match, version, number, answers = (*text.split("|"), "", "", "", "")[:5]
        chosen = [each.split(",") if each else [] for each in answers.split(";")] if answers else []
        numbers = [version, number, *(each for some in chosen for each in some)]
        if what != MOVE or not all(each.isascii() and each.isdecimal() and len(each) < MAX_DIGITS for each in numbers):
            raise BadArguments.on(MOVE, PICK)
        return cls(match, int(version), int(number), tuple(tuple(map(int, some)) for some in chosen))


def move_choices(call: Call) -> Choices:
    """Yield the moves that the person can make now, at all tables of the cycle. Nobody else sees them."""
    tables = list(_tables(call))
    for table in tables:
        where = f"{table.match.title}: " if len(tables) > 1 else ""
        for number, legal in enumerate(table.legal):
            yield f"{where}{legal.label}", str(Picked(table.match.code, table.match.version, number))


def _tables(call: Call) -> Iterator[VisibleMatch]:
    moment = call.moment()
    tables = (VisibleMatch(moment, match) for match in going_on(moment))
    return (table for table in tables if table.viewer is not None)


def play(call: Call) -> Reply:
    """Make a move, or ask what it asks first. If the table has moved on since it was offered, it is refused."""
    return go_on(call, Picked.read(call.typed.get(MOVE, "")))


def answer(call: Call, picked: Picked, chosen: Sequence[str]) -> Reply:
    """Go on with a move after one more question, of which these options were chosen, by their numbers."""
    if not all(each.isascii() and each.isdecimal() and len(each) < MAX_DIGITS for each in chosen):
        raise BadArguments.on(MOVE, PICK)
    answers = (*picked.answers, tuple(map(int, chosen)))
    return go_on(call, Picked(picked.match, picked.version, picked.number, answers))


def go_on(call: Call, picked: Picked) -> Reply:
    """Make a move if all of its questions are answered; otherwise ask the next one."""
    table = next((each for each in _everywhere(call) if each.match.code == picked.match), None)
    if table is None:
        return say("This table is over, or you do not sit at it.")
    moment = table.moment
    before = done_before(call, moment)
    if before is not None:
        return before
    page = reverse("web:match", args=[moment.cycle.slug, picked.match])
    if picked.version != table.match.version or picked.number >= len(table.legal):
        return say("The table has moved on. Look at it, and choose again.", link=page)
    move = table.legal[picked.number].move
    try:
        answers, question = _read_answers(table, move, picked)
    except (BadAnswer, IllegalMove, IndexError):
        return say("This does not answer the question. Choose the move again.", link=page)
    if question is not None:
        return _ask(question, picked, page)
    sent = [list(each) for each in answers]
    args = {"match": picked.match, "move": tagged_data(move), "answers": sent, "expected_version": picked.version}
    try:
        performed = perform(moment.cycle.slug, call.actor, "move", args, idempotency_key=call.key)
    except Unanswered:
        return say("This move asks you something. Answer at the table.", link=page)
    reply = performed.entry.reply
    asks = isinstance(reply, Asking) and reply.question is not None
    return done(performed, moment.cycle.slug, "It asks you something more: send /play again." if asks else "")


def _everywhere(call: Call) -> Iterator[VisibleMatch]:
    """Yield the person's tables in all of their cycles: a menu does not say in which cycle it is."""
    for cycle in call.cycles():
        yield from _tables(Call(call.person, call.key, {"cycle": cycle.slug}))


def _read_answers(table: VisibleMatch, move: Move, picked: Picked) -> tuple[Answers, Question | None]:
    """Return the answers so far as the game takes them, and the next question.

    Raises BadAnswer, IllegalMove, and IndexError for an option that there is not.
    """
    answers = table.answers if isinstance(move, Answer) else ()
    for chosen in picked.answers:
        asked = table.next_question(move, answers)
        if asked is None:
            raise BadAnswer(len(answers), "nothing more is asked")
        answers = (*answers, tuple(asked.options[number].value for number in chosen))
    return answers, table.next_question(move, answers)


def _ask(question: Question, picked: Picked, page: str) -> Reply:
    """Ask a question by a menu, or at the table if a menu cannot show it."""
    options = [(option.label, str(number)) for number, option in enumerate(question.options)]
    if not 0 < len(options) <= MAX_CHOICES or len(str(picked)) > MAX_CHOICE:
        return say(f"{question.prompt}. Answer at the table.", link=page)
    most = min(question.most, len(options))
    return menu(f"{question.prompt}:", str(picked), options, min(question.least, most), most)
