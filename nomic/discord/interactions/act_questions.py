"""Acts that ask something before they are performed: each question is a menu, and the last choice performs the act.

What was entered and answered so far is in the cache for an hour. Once it is gone, the player has to begin again. Menus
stay on the screen, so the command that began the act is its idempotency key: choosing again performs nothing again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import msgspec
from django.core.cache import cache
from django.urls import reverse

from nomic.chance.random_tokens import fresh_hex
from nomic.clauses.runtime.answer_sources import ANSWERS
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Unanswered
from nomic.discord.interactions.act_replies import done_before, reply_after_act
from nomic.discord.interactions.caller import Call
from nomic.discord.protocol.replies import Reply, message_reply
from nomic.discord.questions import menu_of_question, values_of
from nomic.effects.asking.questions import Question

BEGUN = "begun"  # begins the id of a menu
LASTS = timedelta(hours=1)
OVER = "This no longer works. Send the command again."
CHANGED = "What can be chosen has changed since, so nothing was done. Send the command again."


@dataclass(frozen=True, slots=True)
class BegunAct:
    """An act for which a person has entered values, with the answers so far and the current question.

    `key` is the key of the command that began the act.
    """

    person: int
    key: str
    slug: str
    action: str
    title: str
    fields: Mapping[str, Any]
    answers: tuple[Sequence[int | str], ...] = ()
    question: Question | None = None


def begin_act(call: Call, slug: str, action: str, title: str, fields: Mapping[str, Any]) -> Reply:
    """Perform an act with the fields of its form, or show its first question."""
    return _perform(call, BegunAct(call.person.pk, call.key, slug, action, title, fields))


def answer_act(call: Call, name: str, chosen: Sequence[str] | None, page: int = 0) -> Reply:
    """Continue an act with the options chosen in a menu, or show another page of the menu if `chosen` is None.

    `name` is the id of the menu. Raises BadArguments if `chosen` is not in the menu.
    """
    act = cache.get(_key(name))
    if not isinstance(act, BegunAct) or act.person != call.person.pk or act.question is None:
        return message_reply(OVER)
    before = done_before(replace(call, key=act.key), act.slug)
    if before is not None:
        return before
    if chosen is None:
        return _ask(act, act.question, name, page)
    answers = (*act.answers, values_of(act.question, chosen))
    try:
        return _perform(call, replace(act, answers=answers, question=None))
    except BadArguments:
        return message_reply(CHANGED)


def _perform(call: Call, act: BegunAct) -> Reply:
    fields = {**act.fields, **({ANSWERS: [list(each) for each in act.answers]} if act.answers else {})}
    try:
        return reply_after_act(
            perform(act.slug, call.actor, act.action, fields, is_form=True, idempotency_key=act.key), act.slug
        )
    except Unanswered as unanswered:
        question = msgspec.convert(unanswered.question, Question)
    name = f"{BEGUN}|{fresh_hex(16)}"
    cache.set(_key(name), replace(act, question=question), LASTS.total_seconds())
    return _ask(act, question, name, 0)


def _ask(act: BegunAct, question: Question, name: str, page: int) -> Reply:
    link = reverse("web:act", args=[act.slug, act.action])
    return menu_of_question(question, f"{act.title}: {question.prompt}", name, link, page)


def _key(name: str) -> str:
    return f"discord:{name}"
