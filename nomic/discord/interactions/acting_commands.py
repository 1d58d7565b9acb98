"""Commands that act: joining, any action of a cycle, votes, and moves at a table."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Q
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, fields_of, show_errors
from nomic.cycles.actions.registry import Action, action_named, actions_of, availability
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, NoSuchAction, Refusal
from nomic.cycles.models import Cycle, Status
from nomic.cycles.visibility import readable
from nomic.discord.interactions.act_questions import begin_act
from nomic.discord.interactions.act_replies import done_before, reply_after_act
from nomic.discord.interactions.arguments import PLACES, form_here, given_in, is_typed, offered_in
from nomic.discord.interactions.caller import Call, Choices
from nomic.discord.interactions.modals import parts_of
from nomic.discord.protocol.replies import MAX_CHOICE, Reply, message_reply, modal
from nomic.proposals.models import Proposal, ProposalStatus

MAX_LISTED = 100
MAX_DIGITS = 9  # of a proposal's number, and one more
DO = "do"  # begins the id of a form or a button of an action
# Done on the site, or by a command of its own.
ELSEWHERE = frozenset(("admin", "system", "corrections", "practice"))


def cycle_choices(call: Call) -> Choices:
    """Return the cycles in which the person plays."""
    return _titled(call.cycles())


def open_cycles(call: Call) -> Choices:
    """Return the real cycles that are running."""
    rows = Cycle.objects.filter(readable(), fork_of=None, practice=False, status=Status.RUNNING)
    return _titled(rows.order_by("-starts_at", "-pk")[:MAX_LISTED])


def _titled(cycles: Iterable[Cycle]) -> Choices:
    """Return cycles as (title, slug). Cycles with the same title have the slug in the title as well."""
    rows = list(cycles)
    seen = Counter(cycle.title for cycle in rows)
    return [(f"{row.title} ({row.slug})" if seen[row.title] > 1 else row.title, row.slug) for row in rows]


def join(call: Call) -> Reply:
    """Join the named cycle, or the only running real one."""
    slug = call.cycle_named()
    if not slug:
        found = list(open_cycles(call))
        if len(found) != 1:
            raise BadArguments.on("cycle", "Say which cycle." if found else "No cycle is running now.")
        slug = found[0][1]
    return reply_after_act(perform(slug, call.actor, "join", {}, idempotency_key=call.key), slug)


def action_choices(call: Call) -> Choices:
    """Return the actions that the person can perform now, as (title, name)."""
    found = availability(call.read_context())
    return [(each.action.title, each.action.name) for each in found if each.available and is_here(each.action)]


def argument_choices(place: str, call: Call) -> Choices:
    """Return the choices for an argument of the chosen action. `place` is the name of the argument's option."""
    ctx = call.read_context()
    fields = list(form_here(_action(ctx, call.typed.get("action", "")), ctx).base_fields.items())
    number = PLACES.index(place)
    return offered_in(call.typing, *fields[number]) if number < len(fields) else ()


def do(call: Call) -> Reply:
    """Perform an action. A form asks for missing arguments, and an action with a warning must be confirmed."""
    return begin(call, call.read_context(), call.typed.get("action", ""))


def begin(call: Call, ctx: ReadContext, typed: str, *, is_confirmed: bool = False) -> Reply:
    """Perform an action of a cycle, or reply with its form, its warning, or a link to its page on the site.

    `typed` is the action's name, or its title if somebody typed the title without choosing from the list. A repeated
    interaction gets its earlier reply.
    """
    before = done_before(call, ctx.cycle.slug)
    if before is not None:
        return before
    action = _action(ctx, typed)
    action.check(ctx)
    slug, name = ctx.cycle.slug, f"{DO}|{ctx.cycle.slug}|{action.name}"
    page = reverse("web:act", args=[slug, action.name])
    if action.is_previewed or len(name) > MAX_CHOICE:
        return message_reply(f"{action.title}: do this on the site.", link=page)
    form = form_here(action, ctx)
    given = given_in(call.typed, form)
    missing = [key for key, field in form.base_fields.items() if field.required and key not in given]
    if form.base_fields and not (given and not missing and not action.confirm):
        return _ask(action, name, page, form, given)
    if given:
        return _submit(call, ctx, action, form(given))
    if action.confirm and not is_confirmed:
        return message_reply(action.title, action.confirm, button=(action.title, name))
    return begin_act(call, slug, action.name, action.title, {})


def _ask(action: Action, name: str, page: str, form: type[ActionForm], given: MultiValueDict[str, str]) -> Reply:
    """Return the form of an action with the given values filled in, or a link to the site if Discord cannot show it."""
    fields = {key: field for key, field in form.base_fields.items() if is_typed(field) or field.required}
    said = {key: given.getlist(key) for key in given}
    parts = parts_of(fields, action.confirm, said) if all(map(is_typed, fields.values())) else None
    if parts is None or not said.keys() <= fields.keys():
        return message_reply(f"{action.title}: its form is on the site.", link=page)
    return modal(action.title, name, parts)


def submit(call: Call, ctx: ReadContext, name: str, values: MultiValueDict[str, str]) -> Reply:
    """Perform an action with the values entered in its form. A repeated interaction gets its earlier reply."""
    before = done_before(call, ctx.cycle.slug)
    if before is not None:
        return before
    action = _action(ctx, name)
    return _submit(call, ctx, action, form_here(action, ctx)(values))


def _submit(call: Call, ctx: ReadContext, action: Action, form: ActionForm) -> Reply:
    if form.is_valid():
        try:
            return begin_act(call, ctx.cycle.slug, action.name, action.title, fields_of(form))
        except BadArguments as refusal:
            show_errors(form, refusal)
    lines = [
        f"{form.fields[name].label}: {text}" if name in form.fields else str(text)
        for name, texts in form.errors.items()
        for text in texts
    ]
    return message_reply("Nothing was done.", *lines)


def _action(ctx: ReadContext, typed: str) -> Action:
    """Return the action with this name or title. Raises NoSuchAction if there is none on Discord."""
    try:
        action = action_named(typed, ctx.law)
    except NoSuchAction:
        title = typed.strip().casefold()
        found = [each for each in actions_of(ctx) if title and each.title.casefold() == title]
        if len(found) != 1:
            raise NoSuchAction(f"There is no action {typed[:60]!r}. Choose one from the list.") from None
        action = found[0]
    if action not in actions_of(ctx) or not is_here(action):
        raise NoSuchAction(f"There is no action {typed[:60]!r} on Discord.")
    return action


def is_here(action: Action) -> bool:
    """Return whether the action can be performed on Discord."""
    return action.channel not in ELSEWHERE


# ── votes


def proposal_choices(call: Call) -> Choices:
    """Return the open proposals as ("number: title", number)."""
    found = Proposal.objects.filter(cycle=call.read_context().cycle, status=ProposalStatus.OPEN).order_by("-number")
    return [(f"{each.number}: {each.title}", str(each.number)) for each in found[:MAX_LISTED]]


def vote(call: Call) -> Reply:
    """Vote on an open proposal."""
    ctx = call.read_context()
    typed, given = call.typed.get("proposal", ""), call.typed.get("vote", "")
    slug = ctx.cycle.slug
    fields = {"proposal": _code(ctx, typed), "vote": given}
    return reply_after_act(perform(slug, call.actor, "vote", fields, is_form=True, idempotency_key=call.key), slug)


def _code(ctx: ReadContext, typed: str) -> str:
    """Return the code of the proposal whose number, title, or number and title somebody typed.

    Raises BadArguments if there is no such proposal.
    """
    number, proposals = typed.lstrip("# ").partition(":")[0].strip(), Proposal.objects.filter(cycle=ctx.cycle)
    is_number = number.isascii() and number.isdecimal() and len(number) < MAX_DIGITS
    wanted = Q(number=int(number)) if is_number else Q(title__iexact=typed.strip(), status=ProposalStatus.OPEN)
    found = list(proposals.filter(wanted).values_list("code", flat=True)[:2])
    if len(found) == 1:
        return found[0]
    raise BadArguments.on("proposal", "There is no such proposal. Choose one from the list.")


def refused(refusal: Refusal) -> Reply:
    """Return a reply with the reason why nothing was done, and its rule."""
    rule = str(getattr(refusal, "rule", "") or "")
    return message_reply(in_sentences(refusal), f"Rule: {rule.partition(' (R')[0]}" if rule else "")


def in_sentences(refusal: Refusal) -> str:
    """Return a refusal in sentences. Whole sentences are not preceded by the names of their arguments."""
    if not isinstance(refusal, BadArguments):
        return refusal.detail
    return " ".join(
        each.detail if each.detail[:1].isupper() or not each.field else f"{each.field}: {each.detail}"
        for each in refusal.errors
    )
