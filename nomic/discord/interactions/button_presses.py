"""Buttons below messages in channels. Each performs its action for the person who presses it."""

from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Unanswered
from nomic.cycles.schedule.settle import settled_cycle
from nomic.discord import questions
from nomic.discord.interactions.act_replies import done_before, reply_after_act
from nomic.discord.interactions.caller import Call
from nomic.discord.models import Post
from nomic.discord.posts.buttons import ANSWERS, MOVES, PRESS
from nomic.discord.protocol.replies import Reply, message_reply
from nomic.discord.table_moves import your_moves

MAX_DIGITS = 15


def press_button(call: Call, name: str) -> Reply:
    """Perform the action of a button. The interaction's id is the idempotency key, so a repeated press acts only once.

    Raises BadArguments if `name` is not a button's id.
    """
    what, pk, number = (*name.split("|"), "", "")[:3]
    if what != PRESS or not (_is_number(pk) and _is_number(number)):
        raise BadArguments.on("", "This button no longer works.")
    post = Post.objects.select_related("channel__cycle").filter(pk=int(pk)).first()
    if post is None:
        return message_reply("This button no longer works.")
    cycle = settled_cycle(post.channel.cycle.slug)
    before = done_before(call, cycle.slug)
    if before is not None:
        return before
    link = post.lines[0]["link"]
    if int(number) >= len(post.buttons):
        return message_reply("This is over.", link=link)
    button = post.buttons[int(number)]
    if button["action"] == MOVES:
        return your_moves(call, button["args"]["match"])
    if button["action"] == ANSWERS:
        return questions.ask_this(call, ReadContext(cycle, call.actor, cycle.now()), button["args"]["question"])
    try:
        return reply_after_act(
            perform(cycle.slug, call.actor, button["action"], button["args"], idempotency_key=call.key), cycle.slug
        )
    except Unanswered:
        page = reverse("web:act", args=[cycle.slug, button["action"]])
        return message_reply("This asks you something. Answer on the site.", link=page)
    except Refusal as refusal:
        rule = str(getattr(refusal, "rule", "") or "")
        return message_reply(refusal.detail, f"({rule})" if rule else "", link=link)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
