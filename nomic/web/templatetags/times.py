"""Template tags for instants, countdowns, phases and the clock of a practice cycle."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from nomic.accounts.models import Person
from nomic.accounts.time_zones import zone_choices
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.calendar import round_in_words
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.practice_clock import MAX_MINUTES
from nomic.effects.prose.second_person import addressable, addressed, all_addressed
from nomic.players.guests import is_guest_table
from nomic.web.matches.advance_clock_warnings import Missed, missed_by
from nomic.web.rendering.times import timestamps

register = template.Library()


@register.simple_tag(takes_context=True)
def instant(
    context: template.Context,
    at: datetime | None,
    short: bool = False,
    practice: bool | None = None,
    clock: bool = False,
) -> SafeString | str:
    """Return an instant as HTML. `short` leaves out the weekday and the year, `clock` the date. None becomes "–".

    On a cycle's page, the instant is on that cycle's clock. `practice` overrides whether that is a practice clock,
    which differs from real time.
    """
    if at is None:
        return "–"
    form = "clock" if clock else "short" if short else "full"
    write = {"clock": timestamps.time_of_day, "short": timestamps.in_short, "full": timestamps.in_full}[form]
    return timestamps.element(at, write(at), form, _is_practice(context, practice), signed=_is_signed(context))


@register.simple_tag
def zone_options(chosen: str = "") -> SafeString:
    """Return the time zones as the options of a list, in groups. `chosen` is selected in its first group."""
    home = next((label for label, choices in zone_choices() if chosen in dict(choices)), "")
    return format_html_join(
        "",
        '<optgroup label="{}">{}</optgroup>',
        ((label, _options(choices, chosen if label == home else "")) for label, choices in zone_choices()),
    )


def _options(choices: Iterable[tuple[str, str]], chosen: str) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((name, SafeString(" selected") if name == chosen else "", words) for name, words in choices),
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
    return (
        left
        if short
        else format_html('{}<span class="at"> ({})</span>', left, instant(context, until, practice=practice))
    )


@register.simple_tag
def age(at: datetime) -> SafeString:
    """Return the time since an instant in real time as HTML. The title shows the instant."""
    words = timestamps.time_ago((timezone.now() - at).total_seconds())
    return timestamps.element(at, words, "left", practice=False)


@register.simple_tag(takes_context=True)
def with_times(
    context: template.Context, text: str, near: datetime | None = None, practice: bool | None = None
) -> SafeString:
    """Return text written by the host as HTML, with its instants as `time` elements.

    `near` is when the text was written, by default now. It determines the year of instants without one.
    """
    near = near or context.get("now") or timezone.now()
    return timestamps.with_instants(text, near, _is_practice(context, practice), signed=_is_signed(context))


@register.simple_tag(takes_context=True)
def told(
    context: template.Context, sentence: object, near: datetime | None = None, practice: bool | None = None
) -> SafeString:
    """Return a sentence of the journal as HTML, in which the visitor is "you". The arguments are as in `with_times`."""
    return with_times(context, addressed(str(sentence), _visitor(context)), near, practice)


@register.simple_tag(takes_context=True)
def told_each(context: template.Context, words: Iterable[object], near: datetime | None = None) -> list[SafeString]:
    """Return the sentences of an entry as HTML, in which the visitor is "you". `near` is as in `with_times`."""
    return [with_times(context, each, near) for each in all_addressed(words, _visitor(context))]


def _visitor(context: template.Context) -> str:
    """Return the name of the visitor as the page's journal has it, or "" if nobody can be addressed."""
    if "ctx" in context:
        return addressable(context["ctx"].law, context["ctx"].actor.name)
    person = getattr(context.get("request"), "user", None)
    return person.username if isinstance(person, Person) else ""


def _is_practice(context: template.Context, practice: bool | None) -> bool:
    """Return whether a time is on a practice cycle's clock. The default depends on the page's cycle."""
    return bool(getattr(context.get("cycle"), "practice", False) if practice is None else practice)


def _is_signed(context: template.Context) -> bool:
    """Return whether practice times need a sign. On a practice cycle's own pages the bar already says so."""
    return not getattr(context.get("cycle"), "practice", False)


@register.inclusion_tag("components/practice_time.html", takes_context=True)
def practice_time(context: template.Context, briefly: bool = False) -> dict[str, Any]:
    """Return the template context of a note that times are practice time, with the difference from real time.

    If `briefly` is set, the note leaves out the difference at a guest's table, which is new.
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
        "is_owner": bool(cycle.owner_name) and "ctx" in context and context["ctx"].actor.name == cycle.owner_name,
        "now": context["now"],
        "world": timezone.now(),
    }


@register.simple_tag
def round_now(ctx: ReadContext) -> str:
    """Return the calendar's current round in a cycle: "week 1"."""
    return round_in_words(ctx.law, ctx.cycle.starts_at, ctx.at)


@register.inclusion_tag("components/phase_progress.html")
def phase_progress(cycle: Cycle, now: datetime) -> dict[str, Any]:
    """Return the template context of a bar that shows the elapsed part of the phase, in per cent."""
    whole = (cycle.phase_ends_at - cycle.phase_started_at).total_seconds()
    passed = (now - cycle.phase_started_at).total_seconds()
    return {"per_cent": round(min(max(passed / whole, 0), 1) * 100, 1)}


@register.simple_tag(takes_context=True)
def zone(context: template.Context) -> str:
    """Return the time zone that the visitor chose on the account page, or "" for the browser's zone."""
    request = context.get("request")
    viewing = getattr(request, "viewing", None)  # The zone of a player is no keeper's business.
    person = getattr(request, "user", None) if viewing is None else viewing.keeper
    return person.zone if isinstance(person, Person) else ""


@register.simple_tag(takes_context=True, name="missed_by")
def missed(context: template.Context, to: datetime | None = None) -> Missed:
    """Return what the visitor misses by advancing a cycle's clock to an instant (default: the farthest)."""
    ctx: ReadContext = context["ctx"]
    return missed_by(ctx, to or ctx.at + timedelta(minutes=MAX_MINUTES))
