"""Questions of rules: a menu has the possible answers, and choosing one answers. Only the player sees the menu."""

import hashlib
import json
from collections.abc import Sequence

from django.urls import reverse

from nomic.clauses.handlers.resume_after_questions import ANSWER, still_offered
from nomic.clauses.models import AskedPlayer
from nomic.clauses.runtime.pending_questions import find_pending
from nomic.clauses.views.questions.open_questions import questions_of_player
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.cycles.visibility import readable
from nomic.discord.interactions.act_replies import done_before, reply_after_act
from nomic.discord.interactions.caller import Call, Choices
from nomic.discord.protocol.replies import MAX_CHOICES, Reply, menu, message_reply
from nomic.effects.asking.questions import Question, question_data

ASKED = "asked"  # begins the id of a menu of answers
NOTHING = "-"  # the value of choosing nothing
MAX_DIGITS = 15
MARK = 8  # digits of the digest of a question
OVER = "This question is over, or is not for you."
PICK = "Choose from the menu."
CHANGED = "What can be chosen has changed since. Choose again."


def question_choices(call: Call) -> Choices:
    """Return the questions that wait for the person in the cycle, ordered by their deadlines, as (words, code)."""
    ctx = call.read_context()
    return [(_in_words(each.title, each.prompt), each.code) for each in questions_of_player(ctx.cycle, call.actor.name)]


def _in_words(title: str, prompt: str) -> str:
    """Return a question with the name of the rule that asks it, which most prompts begin with."""
    return prompt if prompt.startswith(f"{title}:") else f"{title}: {prompt}"


def ask(call: Call) -> Reply:
    """Return the menu of the named question, or of the one with the earliest deadline."""
    ctx, code = call.read_context(), call.typed.get("question", "")
    if not code:
        found = questions_of_player(ctx.cycle, call.actor.name)
        if not found:
            return message_reply("No question is waiting for you in this cycle.")
        code = found[0].code
    return ask_this(call, ctx, code)


def ask_this(call: Call, ctx: ReadContext, code: str) -> Reply:
    """Show the menu of a question to an asked player. Tell anybody else that it is over or does not ask them."""
    return _answer(call, ctx, code, "", None)


def answer(call: Call, name: str, chosen: Sequence[str] | None, page: int = 0) -> Reply:
    """Answer a question by the indexes of the chosen options, or show another page of its menu if `chosen` is None.

    `name` is the id of the menu. Raises BadArguments if it is not the id of a menu, or an option does not exist.
    """
    what, pk, code, mark = (*name.split("|"), "", "", "")[:4]
    if what != ASKED or not _is_number(pk):
        raise BadArguments.on("question", PICK)
    slug = Cycle.objects.filter(readable(), pk=int(pk), fork_of=None).values_list("slug", flat=True).first()
    if slug is None:
        return message_reply(OVER)
    cycle = settled_cycle(slug)
    return _answer(call, ReadContext(cycle, call.actor, cycle.now()), code, mark, chosen, page)


def _answer(call: Call, ctx: ReadContext, code: str, mark: str, chosen: Sequence[str] | None, page: int = 0) -> Reply:
    cycle, player = ctx.cycle, call.actor.name
    before = done_before(call, cycle.slug)
    if before is not None:
        return before
    row = find_pending(cycle, code)
    if row is None or not AskedPlayer.objects.filter(question=row, player=player).exists():
        return message_reply(OVER, link=reverse("web:hall", args=[cycle.slug]))
    link = reverse("web:question", args=[cycle.slug, code])
    asked = still_offered(ctx, row, player)
    if asked is None:
        return message_reply(f"{row.title}: there is nothing left to choose.", link=link)
    its_mark = _mark(asked)
    if chosen is None or mark != its_mark:
        words = [_in_words(row.title, asked.prompt), "" if chosen is None else CHANGED]
        name = f"{ASKED}|{cycle.pk}|{code}|{its_mark}"
        return menu_of_question(asked, "\n".join(filter(None, words)), name, link, page)
    sent = {"question": code, "answer": values_of(asked, chosen)}
    performed = perform(cycle.slug, call.actor, ANSWER, sent, idempotency_key=call.key)
    more = "Another question is waiting for you: send /answer." if questions_of_player(cycle, player) else ""
    return reply_after_act(performed, cycle.slug, more)


def menu_of_question(asked: Question, words: str, name: str, link: str, page: int) -> Reply:
    """Return a menu of a question's options by their numbers, or a link to the site if a menu cannot show them."""
    options = [(option.label, str(number)) for number, option in enumerate(asked.options)]
    if not asked.least:
        options.append(("None", NOTHING))
    most = min(asked.most, len(asked.options))
    if len(options) > MAX_CHOICES and most > 1:
        return message_reply(words, "It has too many options for a menu. Answer on the site.", link=link)
    return menu(words, name, options, max(1, asked.least), most, page)


def values_of(asked: Question, chosen: Sequence[str]) -> list[str | int]:
    """Return the values of the options with the chosen numbers.

    Raises BadArguments if there is no option with one of these numbers.
    """
    if list(chosen) == [NOTHING]:
        return []
    numbers = [int(each) for each in chosen if _is_number(each)]
    if len(numbers) < len(chosen) or any(number >= len(asked.options) for number in numbers):
        raise BadArguments.on("answer", PICK)
    return [asked.options[number].value for number in numbers]


def _mark(asked: Question) -> str:
    """Return a digest of a question, which prevents that an index from an older menu selects a different option."""
    return hashlib.sha256(json.dumps(question_data(asked), sort_keys=True).encode()).hexdigest()[:MARK]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
