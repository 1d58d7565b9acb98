"""The journal: all entries with filters, and one entry with its draws and moved items."""

import json
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from nomic.accounts.name_rules import tidy_name
from nomic.clauses.views.outcome_scenes import scenes_of
from nomic.clauses.views.values import changes_by
from nomic.connections.discord_application import discord_application
from nomic.corrections.permissions import may_correct
from nomic.corrections.replaced_histories import adopted_by, replaced_in
from nomic.court.search import beside_entry
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_or_none, action_title
from nomic.cycles.history.draw_export import draws_with_seeds, seals_data
from nomic.cycles.history.edits import is_correctable
from nomic.cycles.journal.append import entries_that_fit
from nomic.cycles.models import Entry
from nomic.cycles.schedule.phase_names import phase_names
from nomic.cycles.state_digest import canonical_json
from nomic.discord.reactions import is_by_reaction
from nomic.effects.language.nodes.item_holders import holder_in_words
from nomic.effects.prose.english_grammar import sentences
from nomic.inventory.card_views import face_of
from nomic.inventory.models import Card
from nomic.matches.practice.bot_votes import VOTES as VOTES_OF_BOTS
from nomic.office.csv_download import MAX_ENTRIES, table_file, wants_table, zone_of
from nomic.web.hooks.redirects import is_revealed
from nomic.web.page_context import cycle_page, query_parameter, render_page
from nomic.web.recaps.journal_rows import days_of
from nomic.web.rendering.available_actions import GROUPS, PLAY, group_of
from nomic.web.rendering.proposal_links import titles_in
from nomic.web.rendering.times.timestamps import day_in_words

ENTRIES_A_PAGE = 50
PHASES_IN_A_LIST = 100
VOTE = "vote"  # the name of the action of people
MOST_COUNTED = 1000  # entries that a filter finds
MAX_DIGITS = 12
CLOCK, ADMINS = "Clock and bots", "Corrections and admins"
TOPICS = (*GROUPS, CLOCK, ADMINS)
OF_CHANNEL = {"system": CLOCK, "admin": ADMINS, "corrections": ADMINS}
DRAWS_A_PAGE = 200  # of one entry: a game for many players can draw thousands at once

Actions = list[tuple[str, list[tuple[str, str]]]]  # by topic: names of actions with their titles


@require_safe
@cycle_page
def journal(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show entries, newest first, filtered by actor, action, phase and day in the reader's time zone.

    `before` is the entry before which the page begins.
    """
    chosen = {key: query_parameter(request, key) for key in ("actor", "action", "phase", "day", "before")}
    topics = _topics(ctx)
    chosen_zone = getattr(request.user, "zone", "")
    days_in = ZoneInfo(chosen_zone or "UTC")
    entries = _filtered(ctx, chosen, topics, days_in)
    if wants_table(request):
        return _as_table(request, ctx, entries)
    is_filtered = any(chosen[key] for key in ("actor", "action", "phase", "day"))
    shown, more = entries_that_fit(entries, ENTRIES_A_PAGE)
    context = {
        "entries": shown,
        "days": [
            (day_in_words(day, ctx.at.astimezone(days_in).date()), rows) for day, rows in days_of(ctx, shown, days_in)
        ],
        "names_zone": not chosen_zone,
        "older": shown[-1].seq if more else None,
        "chosen": chosen,
        "topics": [(topic, _without_doubles(some, chosen["action"])) for topic, some in topics],
        "phases": _phases(ctx, chosen["phase"]),
        "is_filtered": is_filtered,
        "count": entries[: MOST_COUNTED + 1].count() if is_filtered and not chosen["before"] else None,
        "most_counted": MOST_COUNTED,
        "proposal_titles": titles_in(ctx.cycle, (sentence for entry in shown for sentence in entry.words)),
    }
    return render_page(request, ctx, "web/journal.html", context)


def _filtered(ctx: ReadContext, chosen: Mapping[str, str], topics: Actions, zone: tzinfo) -> QuerySet[Entry]:
    """Return the query for the chosen entries, newest first. A chosen day is one of this time zone."""
    entries = Entry.objects.filter(cycle=ctx.cycle).order_by("-seq")
    if chosen["actor"]:
        entries = entries.filter(actor__iexact=tidy_name(chosen["actor"]))
    if chosen["action"]:
        wanted = action_title(chosen["action"], ctx.law)
        alike = [name for _, some in topics for name, title in some if title == wanted]
        alike += [VOTES_OF_BOTS] if chosen["action"] == VOTE else []
        entries = entries.filter(action__in=alike or [chosen["action"]])
    if (day := _day(chosen["day"])) is not None:
        begins = datetime.combine(day, time(), zone)
        entries = entries.filter(at__gte=begins, at__lt=begins + timedelta(days=1))
    for key, lookup in (("phase", "phase"), ("before", "seq__lt")):
        if chosen[key].isascii() and chosen[key].isdecimal() and len(chosen[key]) < MAX_DIGITS:
            entries = entries.filter(**{lookup: int(chosen[key])})
    return entries


def _as_table(request: HttpRequest, ctx: ReadContext, entries: QuerySet[Entry]) -> HttpResponse:
    """Return the first `MAX_ENTRIES` of these entries as a CSV file."""
    zone = zone_of(request)
    lines = entries.values_list("seq", "at", "actor", "action", "words")[:MAX_ENTRIES]
    rows = (
        (seq, at, actor, action_title(action, ctx.law), sentences(words)) for seq, at, actor, action, words in lines
    )
    return table_file(f"{ctx.cycle.slug}-journal", ("Entry", f"When ({zone})", "Who", "Act", "What"), rows, zone)


def _topics(ctx: ReadContext) -> Actions:
    """Return the actions that occur in the journal, each with its title, by topic and by title."""
    names = Entry.objects.filter(cycle=ctx.cycle).order_by().values_list("action", flat=True).distinct()
    found: dict[str, list[tuple[str, str]]] = {topic: [] for topic in TOPICS}
    known = set(names)
    for name in known:
        if name == VOTES_OF_BOTS and VOTE in known:
            continue  # they are among the votes on proposals
        found[_topic(ctx, name)].append((name, action_title(name, ctx.law)))
    return [(topic, sorted(some, key=lambda each: each[1].lower())) for topic, some in found.items() if some]


def _topic(ctx: ReadContext, name: str) -> str:
    action = action_or_none(name, ctx.law)
    if action is None:  # the law had it
        return PLAY
    return OF_CHANNEL.get(action.channel) or group_of(ctx.law, action)


def _without_doubles(some: list[tuple[str, str]], chosen: str) -> list[tuple[str, str]]:
    """Return one action for each title: the chosen one, or else the first."""
    by_title: dict[str, str] = {}
    for name, title in some:
        if name == chosen or title not in by_title:
            by_title[title] = name
    return [(name, title) for title, name in by_title.items()]


def _phases(ctx: ReadContext, chosen: str) -> list[tuple[str, str]]:
    """Return the newest phases by number as text, each with its name, and the chosen one if there is such a phase."""
    current = ctx.cycle.phase
    newest = range(current, max(-1, current - PHASES_IN_A_LIST), -1)
    asked_for = {int(chosen)} if chosen.isascii() and chosen.isdecimal() and len(chosen) < MAX_DIGITS else set()
    listed = sorted({*newest, *(each for each in asked_for if each <= current)}, reverse=True)
    return [(str(number), name) for number, name in phase_names(ctx.cycle, listed).items()]


def _day(typed: str) -> date | None:
    """Return the typed day if it is one on which a game can have been played, otherwise None."""
    try:
        day = parse_date(typed)
    except ValueError:
        return None
    return day if day is not None and 1970 < day.year < 9999 else None


@require_safe
@cycle_page
def entry(request: HttpRequest, ctx: ReadContext, seq: int) -> HttpResponse:
    """Show one entry of the journal, with all fields and its draws, split into pages."""
    shown = entry_or_404(ctx, seq)
    page = Paginator(draws_with_seeds(ctx.cycle, [shown])[shown.pk], DRAWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "entry": shown,
        "scenes": scenes_of(ctx.law, shown),
        "by_reaction": is_by_reaction(shown) and bool(discord_application().public_key),
        "corrects": may_correct(ctx) and is_correctable(ctx.cycle, shown),
        "action_title": title_of(ctx, shown),
        "adoption": adopted_by(shown) if may_correct(ctx) else None,
        "correction": next((event["correction"] for event in shown.events if "correction" in event), ""),
        "replaced": replaced_in(ctx.cycle, shown),
        "beside": beside_entry(ctx.cycle, shown),
        "page": page,
        "drew": [{"entry": shown, "draws": page}] if shown.draws else [],
        "movements": [(line, holder_in_words(line.giver), holder_in_words(line.taker)) for line in shown.moved],
        "changes": changes_by(shown),
        "args": json.dumps(shown.args, indent=2, ensure_ascii=False),
        "seals": [
            {**seal, "written": canonical_json(seal["value"])}
            for seal in seals_data([shown])
            if seal["salt"] is not None
        ],
        "events": json.dumps(shown.events, indent=2, ensure_ascii=False),
        "faces": faces_made(ctx, shown),
    }
    return render_page(request, ctx, "web/entry.html", context)


@require_safe
@cycle_page
def reveal(request: HttpRequest, ctx: ReadContext, seq: int) -> HttpResponse:
    """Show the cards that an entry created, to be turned over one by one.

    Other entries redirect to their own page.
    """
    shown = entry_or_404(ctx, seq)
    if not is_revealed(shown.events):
        return redirect("web:entry", slug=ctx.cycle.slug, seq=seq)
    context = {
        "entry": shown,
        "faces": faces_made(ctx, shown),
        "pack": next((event["pack"] for event in shown.events if "pack" in event), ""),
        "draw_count": len(shown.draws),
    }
    return render_page(request, ctx, "web/reveal.html", context)


def title_of(ctx: ReadContext, entry: Entry) -> str:
    """Return the title of an entry's action, or its name if the law no longer has the action."""
    return action_title(entry.action, ctx.law)


def entry_or_404(ctx: ReadContext, seq: int) -> Entry:
    """Return the entry with that number. Raises Http404 if there is none."""
    shown = Entry.objects.whole().filter(cycle=ctx.cycle, seq=seq).first()
    if shown is None:
        raise Http404("There is no such entry.")
    return shown


def faces_made(ctx: ReadContext, shown: Entry) -> list[object]:
    """Return the cards that an entry created, in their current state."""
    return [face_of(ctx.law, card) for card in Card.objects.filter(cycle=ctx.cycle, made_by=shown.seq)]
