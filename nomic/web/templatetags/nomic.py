"""Template tags and filters for cards, instants, votes and values of the law."""

from collections.abc import Sequence
from dataclasses import astuple
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django import template
from django.http import HttpRequest
from django.template.loader import get_template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.accounts.models import Person
from nomic.court import references
from nomic.court.search import beside_face
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.domain.calendar import round_in_words
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.card_views import Face
from nomic.law.diff.laws import RuleChange
from nomic.law.document import sections
from nomic.law.document.entries import written
from nomic.law.document.sections import Law
from nomic.law.rules.interpolation import Filled
from nomic.law.rules.placeholders import fits_a_sentence, value_in_words
from nomic.notices.notify import unread_count
from nomic.players.guests import is_guest_table
from nomic.proposals.models import Proposal
from nomic.proposals.votes.tally import Tally
from nomic.ratelimit.fail_open_cache import cached
from nomic.web.forms import redirects as forms_redirects
from nomic.web.hooks import redirects
from nomic.web.rendering.ballots import BallotForm, ballot_form
from nomic.web.rendering.redline import marked
from nomic.web.rendering.rule_html import filled_html
from nomic.web.rendering.themes import theme_of
from nomic.web.rendering.times import timestamps
from nomic.web.rendering.wikitext_html import to_html

register = template.Library()

TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the name of a field
FEW_NAMES = 6  # names are listed up to this number; the rest is counted


@register.inclusion_tag("components/card.html", takes_context=True)
def card(context: template.Context, face: Face, acts: Sequence[Action] = (), can_change: bool = True) -> dict[str, Any]:
    """Return the template context of a card's drawing. `acts` are the actions of its owner.

    With `can_change`, players see links that propose a change of its species and modifiers.
    """
    ctx = context.get("ctx")
    is_law = can_change and ctx is not None and face.name in ctx.law.document.get("cards", {})
    return {
        "face": face,
        "acts": acts,
        "ctx": ctx,
        "cycle": context["cycle"],
        "here": forms_redirects.from_here(context["request"]),
        "me": context.get("me"),
        "place": sections.pointer("cards", face.name) if is_law else "",
    }


@register.simple_tag(takes_context=True)
def rulings_on(context: template.Context, face: Face) -> str:
    """Return HTML with the rulings that name a card or one of its modifiers, or "" if there are none."""
    ctx: ReadContext | None = context.get("ctx")
    found = [] if ctx is None else beside_face(ctx, face)
    if ctx is None or not found:
        return ""
    shown = {"beside": found, "cycle": ctx.cycle}
    return get_template("components/rulings_on_card.html").render(shown)


@register.filter
def several(names: Sequence[str]) -> str:
    """Return names separated by commas. A long list is cut to the first few names and the number of others."""
    first, others = names[:FEW_NAMES], len(names) - FEW_NAMES
    if others <= 1:
        return ", ".join(names)
    return f"{', '.join(first)} and {others} others"


@register.filter
def surprise_in(entry: Entry) -> str:
    """Return the kind of pack that an entry opened, if a page of its own reveals the cards. Otherwise return "".

    Returns "something" for an entry with such a page that opened no pack.
    """
    if not redirects.is_revealed(entry.events):
        return ""
    return next((str(event["pack"]) for event in entry.events if "pack" in event), "something")


@register.simple_tag(takes_context=True)
def refusal_of(context: template.Context, action: Action) -> Refused | None:
    """Return the reason why the visitor cannot perform an action now. None if they can, or if the page has no cycle."""
    ctx: ReadContext | None = context.get("ctx")
    return None if ctx is None else action.refusal(ctx)


@register.simple_tag(takes_context=True)
def instant(
    context: template.Context, at: datetime | None, short: bool = False, practice: bool | None = None
) -> SafeString | str:
    """Return an instant as HTML. `short` leaves out the weekday and the year. None becomes "–".

    On a cycle's page, the instant is on that cycle's clock. `practice` overrides whether that is a practice clock,
    which differs from real time.
    """
    if at is None:
        return "–"
    words = timestamps.in_short(at) if short else timestamps.in_full(at)
    return timestamps.element(
        at, words, "short" if short else "full", _is_practice(context, practice), signed=_is_signed(context)
    )


@register.simple_tag(takes_context=True)
def countdown(
    context: template.Context,
    until: datetime | None,
    now: datetime | None = None,
    short: bool = False,
    practice: bool | None = None,
) -> SafeString | str:
    """Return the time left until an instant as HTML, which a script counts down. `now` defaults to the page's time.

    `short` shows the instant only in the title.
    """
    if until is None:
        return "–"
    now = now or context["now"]
    words = format_html(
        '<span class="countdown" data-until="{}" data-now="{}">{}</span>',
        until.isoformat(),
        now.isoformat(),
        timestamps.time_left((until - now).total_seconds()),
    )
    left = timestamps.element(until, words, "left", _is_practice(context, practice), signed=_is_signed(context))
    return left if short else format_html("{} ({})", left, instant(context, until, practice=practice))


@register.simple_tag(takes_context=True)
def with_times(
    context: template.Context, text: str, near: datetime | None = None, practice: bool | None = None
) -> SafeString:
    """Return a text of the host as HTML, with its instants as `time` elements.

    `near` is when the text was written, by default now. It determines the year of instants without one.
    """
    near = near or context.get("now") or timezone.now()
    return timestamps.with_instants(text, near, _is_practice(context, practice), signed=_is_signed(context))


def _is_practice(context: template.Context, practice: bool | None) -> bool:
    """Return whether a time is on a practice cycle's clock. The default depends on the page's cycle."""
    return bool(getattr(context.get("cycle"), "practice", False) if practice is None else practice)


def _is_signed(context: template.Context) -> bool:
    """Return whether practice times need a sign. On a practice cycle's own pages the bar already says so."""
    return not getattr(context.get("cycle"), "practice", False)


@register.inclusion_tag("components/practice_time.html", takes_context=True)
def practice_time(context: template.Context, briefly: bool = False) -> dict[str, Any]:
    """Return the template context of a note that times are practice time, with the difference from real time.

    With `briefly`, the note leaves out the difference at a guest's table, which is new.
    """
    cycle = context["cycle"]
    ahead = cycle.clock_offset.total_seconds()  # negative if the cycle began before the present
    length = timestamps.length_briefly if briefly else timestamps.length_in_words
    return {
        "cycle": cycle,
        "sign": timestamps.PRACTICE_SIGN,
        "apart": length(abs(ahead)) if abs(ahead) >= 1 else "",
        "side": ("ahead of" if ahead > 0 else "behind") if not briefly else "ahead" if ahead > 0 else "behind",
        "briefly": briefly,
        "is_newcomers": is_guest_table(cycle),
        "now": context["now"],
        "world": timezone.now(),
    }


@register.simple_tag
def round_now(ctx: ReadContext) -> str:
    """Return the calendar's current round in a cycle: "week 1"."""
    return round_in_words(ctx.law, ctx.cycle.starts_at, ctx.at)


@register.simple_tag(takes_context=True)
def zone(context: template.Context) -> str:
    """Return the time zone that the visitor chose on the account page, or "" for the browser's zone."""
    request = context.get("request")
    viewing = getattr(request, "viewing", None)  # The zone of a player is no keeper's business.
    person = getattr(request, "user", None) if viewing is None else viewing.keeper
    return person.zone if isinstance(person, Person) else ""


@register.inclusion_tag("components/phase_progress.html")
def phase_progress(cycle: Cycle, now: datetime) -> dict[str, Any]:
    """Return the template context of a bar that shows the elapsed part of the phase, in per cent."""
    whole = (cycle.phase_ends_at - cycle.phase_started_at).total_seconds()
    passed = (now - cycle.phase_started_at).total_seconds()
    return {"per_cent": round(min(max(passed / whole, 0), 1) * 100, 1)}


@register.simple_tag(takes_context=True)
def ballot_for(context: template.Context, proposal: Proposal) -> BallotForm | None:
    """Return the inputs for a vote among options, or None if the class of the proposal has no ballot."""
    return ballot_form(context["ctx"], proposal)


@register.inclusion_tag("components/tally.html")
def tally_bar(tally: Tally) -> dict[str, Any]:
    """Return the template context of a tally: a bar and figures."""
    counts = (("for", tally.votes_for), ("against", tally.votes_against), ("unclear", tally.votes_unclear))
    total = sum(count for _, count in counts)
    parts: list[dict[str, Any]] = []
    start = 0.0
    for kind, count in counts:
        if count:
            width = 100 * count / total
            parts.append({"kind": kind, "start": round(start, 2), "width": round(width, 2)})
            start += width
    return {"tally": tally, "parts": parts}


@register.simple_tag
def rule_heading(rule: dict[str, Any]) -> SafeString:
    """Return the heading of a rule as HTML. Its level follows from the rule's depth."""
    return format_html(
        '<h{0}><span class="rule-number">{1}</span> <span>{2}</span> '
        '<a class="anchor" href="#{3}" aria-label="Link to {2}">§</a></h{0}>',
        min(rule["depth"] + 1, 6),
        rule["number"],
        rule["title"],
        rule["anchor"],
    )


@register.simple_tag
def law_value(value: Any) -> SafeString | str:
    """Return a value of the law as text, or as preformatted text if it is too large for a sentence."""
    if fits_a_sentence(value):
        return value_in_words(value)
    return format_html('<pre tabindex="0">{}</pre>', written(value))


@register.filter
def as_id(name: str) -> str:
    """Return a player's name as part of an HTML id: without blanks and, for htmx, without quotes.

    No name contains the characters that replace them, so ids are unique.
    """
    return name.replace(" ", ":").replace("'", "’")


@register.filter
def pointer(name: str) -> str:
    """Return a name escaped as a segment of a JSON pointer."""
    return sections.pointer(name)[1:]


@register.filter
def in_plain_words(text: str, law: Law) -> str:
    """Return a text of the court with its references, such as JSON pointers, written out."""
    return references.in_plain_words(law, text)


@register.filter
def wikitext(text: str) -> SafeString:
    """Return wikitext as HTML, cached by its text."""
    return cached("wikitext-3", text, lambda: to_html(text))


@register.filter
def filled_rule(rule: Filled) -> SafeString:
    """Return the text of a rule in a diff as HTML, as the ruleset shows it. Cached by text and tables."""
    return cached("filled-rule", [rule.text, [astuple(table) for table in rule.tables]], lambda: filled_html(rule))


@register.simple_tag
def marked_rule(change: RuleChange) -> SafeString:
    """Return an amended rule as HTML, with its changes marked.

    Empty if either version cannot be read, or if hardly a word is the same.
    """
    if change.reads is None or change.used_to_read is None:
        return SafeString()
    was, now = filled_rule(change.used_to_read), filled_rule(change.reads)
    return cached("marked-rule-1", [was, now], lambda: marked(was, now))


@register.inclusion_tag("components/quoted.html", takes_context=True)
def quoted(context: template.Context, place: str) -> dict[str, Any]:
    """Return the template context of buttons that quote lines of a rule or value in the discussion on the same page."""
    return {"lines": context["quotes"].get(place, [])}


@register.simple_tag
def form_key() -> SafeString:
    """Return a hidden input with a new idempotency key, so that sending the form twice is one act."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', new_idempotency_key())


@register.inclusion_tag("components/send_again.html", takes_context=True)
def send_again(context: template.Context) -> dict[str, Any]:
    """Return the template context of a form that sends all values of the current request again."""
    request = context["request"]
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name != TOKEN]
    return {"sent": sent, "address": request.get_full_path()}


@register.simple_tag(takes_context=True)
def unread_notices(context: template.Context) -> int:
    """Return the number of the visitor's unread notices, up to a hundred. Without a log-in it sends no query."""
    person = getattr(context.get("request"), "user", None)
    return unread_count(person) if isinstance(person, Person) else 0


@register.simple_tag(takes_context=True)
def from_here(context: template.Context) -> str:
    """Return the query value `next` for links to pages from which the visitor returns to this one."""
    request = context.get("request")
    return quote(forms_redirects.from_here(request)) if isinstance(request, HttpRequest) else ""


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme that the visitor chose."""
    request = context.get("request")
    return theme_of(request) if isinstance(request, HttpRequest) else "auto"
