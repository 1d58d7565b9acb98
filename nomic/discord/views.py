"""The endpoint to which Discord posts interactions: commands, forms, buttons, menus, and texts while one types."""

import math

import structlog
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.cycles.schedule.settle import settled_cycle
from nomic.cycles.visibility import reading_as
from nomic.discord import linking, questions, table_moves
from nomic.discord.commands import COMMANDS, LINK
from nomic.discord.interactions import act_questions, acting_commands
from nomic.discord.interactions.button_presses import press_button
from nomic.discord.interactions.caller import Call
from nomic.discord.interactions.deferred_answers import answer_in_time
from nomic.discord.interactions.modals import entered
from nomic.discord.posts.buttons import PRESS
from nomic.discord.protocol.interactions import Data, Interaction, Kind, read_interaction
from nomic.discord.protocol.replies import PAGE, PONG, Reply, message_reply, offer
from nomic.discord.protocol.signature import is_signed, public_key
from nomic.ratelimit.rates import counted_by_all

log = structlog.get_logger(__name__)

MAX_BODY = 100_000  # bytes
MAX_DIGITS = 9  # of a Content-Length
HOW_TO_LINK = "Link your account first: open your account page on the site, and send /link with the code there."
MAY_NOT_ACT = "Your account cannot act now. The site says why when you log in."
NOTHING = offer((), "")


@csrf_exempt
@never_cache
@require_POST
def interactions(request: HttpRequest) -> HttpResponse:
    """Answer an interaction. Unsigned requests get 401, which Discord tests for. Without a public key it is 404."""
    try:
        key = public_key()
    except ValueError:  # A system check reports an invalid key.
        key = None
    if key is None:
        raise Http404("This site is not connected to Discord.")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdecimal()):
        return HttpResponse("Content-Length is not a number.", status=400, content_type="text/plain")
    if len(length) > MAX_DIGITS or int(length) > MAX_BODY:
        return HttpResponse(status=413)
    signature, at = (request.headers.get(f"X-Signature-{name}", "") for name in ("Ed25519", "Timestamp"))
    if not is_signed(key, signature, at, request.body):
        return HttpResponse("This is not signed by Discord.", status=401, content_type="text/plain")
    try:
        interaction = read_interaction(request.body)
    except ValueError as error:
        log.warning("discord_malformed", why=str(error.__cause__ or error))
        return HttpResponse("This is not an interaction.", status=400, content_type="text/plain")
    if (
        interaction.type == Kind.COMMAND and interaction.data.name == LINK
    ):  # it uses up its code, so it is answered once
        return JsonResponse(reply_to(interaction))
    return JsonResponse(answer_in_time(interaction, request.body, reply_to))


# Each caller is counted by itself below: all of Discord comes from a few addresses.
interactions.counts_its_callers = True  # type: ignore[attr-defined]


def reply_to(interaction: Interaction) -> Reply:
    """Return the answer to a signed interaction. Callers who may not act, or send too much, get the reason."""
    if interaction.type == Kind.PING:
        return {"type": PONG}
    is_typing = interaction.type == Kind.TYPING
    waits = _seconds_to_wait(
        linking.person_of(interaction.user_id), interaction.user_id, "discord-typing" if is_typing else "page-posts"
    )
    if waits:
        return NOTHING if is_typing else message_reply(f"Too fast. Try again in {waits} seconds.")
    return reply_again(interaction)


def reply_again(interaction: Interaction) -> Reply:
    """Return the answer to an interaction without counting it for the rate limit, for interactions counted before."""
    is_typing, person = interaction.type == Kind.TYPING, linking.person_of(interaction.user_id)
    typed = {option.name: option.text for option in interaction.data.options}
    if interaction.type == Kind.COMMAND and interaction.data.name == LINK:
        return _link(interaction.user_id, typed.get("code", ""))
    if person is None or not person.is_active:
        return NOTHING if is_typing else message_reply(HOW_TO_LINK if person is None else MAY_NOT_ACT, link="/account/")
    call = Call(person, f"discord:{interaction.id}", typed, interaction.channels)
    try:
        with reading_as(person):
            return _answer(interaction.type, interaction.data, call)
    except Refusal as refusal:
        return NOTHING if is_typing else acting_commands.refused(refusal)


def _answer(kind: Kind, data: Data, call: Call) -> Reply:
    match kind:
        case Kind.TYPING:
            return _offers(data, call)
        case Kind.COMMAND:
            command = COMMANDS.get(data.name)
            if command is None or command.answer is None:
                return message_reply("This command no longer exists.")
            return command.answer(call)
        case Kind.FORM:
            return acting_commands.submit(call, *_named(data.custom_id, call), entered(data.components))
        case _ if data.custom_id.startswith(f"{PRESS}|"):
            return press_button(call, data.custom_id)
        case _ if data.custom_id.startswith(f"{PAGE}|"):
            return table_moves.turn_page(call, data.custom_id)
        case _ if data.custom_id.startswith(f"{table_moves.MENU}|"):
            return table_moves.go_on(call, table_moves.Picked.read("".join(data.values[:1])))
        case _ if data.custom_id.startswith(f"{table_moves.MOVE}|"):
            return table_moves.answer(call, table_moves.Picked.read(data.custom_id), data.values)
        case _ if data.custom_id.startswith(f"{act_questions.BEGUN}|"):
            return act_questions.answer_act(call, data.custom_id, data.values)
        case _ if data.custom_id.startswith(f"{questions.ASKED}|"):
            return questions.answer(call, data.custom_id, data.values)
        case _:
            return acting_commands.begin(call, *_named(data.custom_id, call), is_confirmed=True)


def _named(name: str, call: Call) -> tuple[ReadContext, str]:
    """Return the read context and the name of the action from the id of a form or a button.

    Raises BadArguments if it is not such an id, and NoSuchCycle if the cycle no longer exists.
    """
    what, slug, action = (*name.split("|"), "", "")[:3]
    if what != acting_commands.DO:
        raise BadArguments.on("", "This no longer works. Send the command again.")
    cycle = settled_cycle(slug)
    return ReadContext(cycle, call.actor, cycle.now()), action


def _offers(data: Data, call: Call) -> Reply:
    """Return the choices for the option that the person is typing in."""
    command = COMMANDS.get(data.name)
    name = next((option.name for option in data.options if option.focused), "")
    option = next((each for each in command.options if each.name == name), None) if command is not None else None
    if option is None or option.offers is None:
        return NOTHING
    others = {key: value for key, value in call.typed.items() if key != name}
    return offer(option.offers(Call(call.person, call.key, others, call.channels, call.typed[name])), call.typed[name])


def _link(user: str, code: str) -> Reply:
    person = linking.link(user, code[:100])
    if person is None:
        return message_reply("This code is not valid. Make a new one on your account page.", link="/account/")
    return message_reply(
        f"Linked: on Discord you are {person.username} now. Send /waiting to see what waits for you, or /do to act."
    )


def _seconds_to_wait(person: Person | None, user: str, kind: str) -> int:
    """Count the caller's request. Return the seconds to wait if there were too many, otherwise 0.

    Typing is counted separately, because Discord asks at each letter, and that must not use up the person's forms on
    the site.
    """
    caller = f"discord:{user}" if person is None else f"person:{person.pk}"
    return math.ceil(sum(each.wait for each in counted_by_all([(settings.PAGE_POST_LIMIT, kind, caller)])))
