"""The front page: what this is, and for each cycle what it is about, who leads, what is open and what happened."""

from collections.abc import Mapping
from dataclasses import dataclass

from nomic.clauses.standing.ranking import standings
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.phase_names import phase_name
from nomic.matches.models import Match, MatchStatus
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.wiki.models import PUBLISHED, PageKind, WikiPage
from nomic.wiki.pages.layout.snippets import instant, site_link
from nomic.wiki.pages.layout.titles import ALL_CYCLES
from nomic.wiki.pages.main import happenings_of, leads_of, won_by
from nomic.wiki.publishing.follow_moved_pages import with_links_followed
from nomic.wiki.wikitext import templating
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link

MAX_SHOWN = 20  # running cycles, the newest
MAX_LISTED = 30  # of each other kind
MAX_EVENTS = 15
MAX_SUMMARY = 300  # characters
READ = (PageKind.RULESET, PageKind.GAMESTATE)

Titles = Mapping[str, str]  # of a cycle's pages, by their kind


@dataclass(frozen=True, slots=True)
class RunningCycle:
    """A cycle that goes on, as the front page shows it."""

    link: Wikitext
    summary: Wikitext
    phase: Wikitext
    phase_end: Wikitext
    players: int
    leads: list[str]
    open: list[Wikitext]
    read: Wikitext


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the front page from all published cycles, each as its latest act has left it."""
    titles, moved = _titles()
    cycles = list(Cycle.objects.filter(pk__in=titles).order_by("-starts_at", "pk"))
    real = [each for each in cycles if not each.practice]
    running = [each for each in real if each.is_running and each.has_begun][:MAX_SHOWN]
    to_come = [each for each in real if not each.has_begun][:MAX_LISTED]
    ended = [each for each in real if each.ended_at is not None]
    text = templating.render_wikitext(
        "front.wiki",
        {
            "address": site_link(""),
            "running": [_running(each, titles[each.pk]) for each in running],
            "to_come": [_line(each, titles, f"begins {instant(each.starts_at)}") for each in to_come],
            "ended": [_line(each, titles, f"{won_by(each)}, {instant(each.ended_at)}") for each in ended[:MAX_LISTED]],
            "practice": join_wikitext(
                " · ",
                [_link(each, titles) for each in cycles if each.practice and each.is_running][:MAX_LISTED],
            ),
            "events": _events(running, titles),
            "all_cycles": Wikitext(f"[[:{ALL_CYCLES}|all cycles]]"),
        },
    )
    for each in cycles:
        if each.pk in moved:
            text = Wikitext(with_links_followed(text, each))
    return Wikitext(f"{text.rstrip()}\n\n<noinclude>[[{ALL_CYCLES}| ]]</noinclude>")


def _titles() -> tuple[dict[int, Titles], set[int]]:
    """Return the names by which to link to pages, by cycle, and the cycles of which people have moved such pages.

    Cycles without a main page are left out.
    """
    rows = WikiPage.objects.filter(PUBLISHED, kind__in=(PageKind.MAIN, *READ), subject="")
    found: dict[int, dict[str, str]] = {}
    moved = set()
    for row in rows.only("cycle_id", "kind", "title", "home").order_by("pk"):
        found.setdefault(row.cycle_id, {})[row.kind] = row.made_as
        if row.home:
            moved.add(row.cycle_id)
    return {cycle: titles for cycle, titles in found.items() if PageKind.MAIN in titles}, moved


def _link(cycle: Cycle, titles: Mapping[int, Titles]) -> Wikitext:
    return page_link(titles[cycle.pk][PageKind.MAIN], cycle.title)


def _line(cycle: Cycle, titles: Mapping[int, Titles], words: str) -> Wikitext:
    return join_wikitext(": ", [_link(cycle, titles), inline(words)])


def _running(cycle: Cycle, titles: Titles) -> RunningCycle:
    ctx = ReadContext(cycle, Actor.nobody(), cycle.now())
    proposals = Proposal.objects.filter(cycle=cycle, status=ProposalStatus.OPEN).count()
    matches = Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER).count()
    return RunningCycle(
        link=page_link(titles[PageKind.MAIN], cycle.title),
        summary=inline(_shortened(" ".join(cycle.law.section("cycle", Description).summary.split()))),
        phase=inline(phase_name(cycle)),
        phase_end=instant(cycle.phase_ends_at),
        players=Player.objects.filter(cycle=cycle, left_at=None).count(),
        leads=leads_of(ctx) or [f"To win: {each.brief}" for each in standings(ctx)],
        open=[
            page_link(titles[PageKind.MAIN], f"{count} {one if count == 1 else many}")
            for count, one, many in ((proposals, "proposal", "proposals"), (matches, "match", "matches"))
            if count
        ],
        read=join_wikitext(
            " · ",
            [
                site_link(f"c/{cycle.slug}/how-to-play/", "How to play now"),
                *(page_link(titles[kind], str(kind.label)) for kind in READ if kind in titles),
            ],
        ),
    )


def _shortened(words: str) -> str:
    return words if len(words) <= MAX_SUMMARY else f"{words[:MAX_SUMMARY].rpartition(' ')[0]} …"


def _events(cycles: list[Cycle], titles: Mapping[int, Titles]) -> list[Wikitext]:
    """Return the newest significant events of these cycles, each with its date and its cycle."""
    found = [(event, each) for each in cycles for event in happenings_of(titles[each.pk][PageKind.MAIN], each)]
    newest = sorted(found, key=lambda both: both[0].when, reverse=True)[:MAX_EVENTS]
    return [join_wikitext(": ", [event.at, _link(each, titles), event.words]) for event, each in newest]
