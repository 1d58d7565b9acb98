"""The main page of a cycle, which introduces it and says who leads and what happened. Also its category page."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.standing.ranking import standings
from nomic.clauses.standing.standing_line import in_one_line
from nomic.court.models import Request, Ruling
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.phase_names import phase_name
from nomic.law.models import Revision
from nomic.matches.games_in_force import has_games
from nomic.matches.models import Match, MatchStatus
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.recaps.how_it_ended import end_of
from nomic.wiki.models import PUBLISHED, PageKind, WikiPage
from nomic.wiki.pages.layout.frame import fill_template
from nomic.wiki.pages.layout.player_links import all_player_links
from nomic.wiki.pages.layout.revision_links import revision_link
from nomic.wiki.pages.layout.snippets import instant, site_link
from nomic.wiki.pages.layout.titles import base_of, match_title, proposal_title, wiki_title_of
from nomic.wiki.pages.matches import status_of
from nomic.wiki.pages.sections.how_to_play import how_to_play
from nomic.wiki.pages.sections.recap import last_recap
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link
from nomic.wikitext.wiki_writer import ANCHOR

MAX_LISTED = 50  # open proposals, and unfinished matches; each kind has an index of all
MAX_HAPPENINGS = 15  # the newest of a cycle that goes on
MAX_OF_ENDED = 150  # the newest of one that is over, which is the whole chronicle of most
WITHOUT_RESULT = ("off", "stopped")  # how the matches ended that nobody decided
MAX_EARLIER = 20  # cycles, the newest
MAX_WORDS = 300  # characters of the result of a match


@dataclass(frozen=True, slots=True)
class Milestone:
    """A significant event: a change of the law, a ruling, a match that was won, or the end of the cycle."""

    when: datetime
    words: Wikitext

    @property
    def at(self) -> Wikitext:
        """The time of the event, in the format of pages."""
        return instant(self.when)


@dataclass(frozen=True, slots=True)
class ListedLink:
    """An open proposal or a running match: a link to its page, and a few words about it."""

    title: Wikitext
    about: str


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the main page: what the cycle is, links, who leads, how to play, votes, matches, and recent events."""
    base, ctx = base_of(page), ReadContext(cycle, Actor.nobody(), cycle.now())
    about = cycle.law.section("cycle", Description)
    open_proposals = Proposal.objects.filter(cycle=cycle, status=ProposalStatus.OPEN)
    going_on = Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER)
    return fill_template(
        "main.wiki",
        page,
        cycle,
        has_other_title=cycle.title != base,
        summary=about.summary,
        game="" if about.game in cycle.title else about.game,
        begins=instant(cycle.starts_at),
        how_it_ended="" if cycle.is_running else _how_it_ended(base, cycle),
        story=site_link(f"c/{cycle.slug}/story/", "the whole story"),
        phase_name=inline(phase_name(cycle)),
        phase_start=instant(cycle.phase_started_at),
        phase_end=instant(cycle.phase_ends_at),
        ended=instant(cycle.ended_at),
        pages={kind.value: page_link(wiki_title_of(base, kind), kind.label) for kind in PageKind if kind in LED_TO},
        players=Player.objects.filter(cycle=cycle, left_at=None).count(),
        proposals=_listed_proposals(base, open_proposals, is_over=cycle.ended_at is not None),
        open_proposals=open_proposals.count(),
        all_proposals=Proposal.objects.filter(cycle=cycle).count(),
        matches=_listed_matches(base, going_on),
        going_on=going_on.count(),
        leads=leads_of(ctx),
        recap=last_recap(base, ctx) if cycle.is_running else None,
        happenings=happenings_of(base, cycle),
        how=how_to_play(ctx),
        has_court=cycle.law.has("court") or Request.objects.filter(cycle=cycle).exists(),
        has_games=has_games(cycle.law),
        how_on_site=site_link(f"c/{cycle.slug}/how-to-play/", "How to play now" if cycle.is_running else "how to play"),
        history=site_link(f"c/{cycle.slug}/ruleset/revisions/", "its whole history"),
        all_matches=Match.objects.filter(cycle=cycle).count(),
        earlier=_earlier_cycles(cycle),
    )


def _listed_proposals(base: str, proposals: QuerySet[Proposal], *, is_over: bool) -> list[ListedLink]:
    """Return the first of these proposals by number, without ends of votes if the cycle `is_over`."""
    return [
        ListedLink(
            page_link(proposal_title(base, proposal.number), f"Proposal {proposal.number}: {proposal.title}"),
            f"by {proposal.author}{'' if is_over else f', votes are counted {instant(proposal.ends_at)}'}",
        )
        for proposal in proposals.order_by("number").defer("text", "amendments")[:MAX_LISTED]
    ]


def _listed_matches(base: str, matches: QuerySet[Match]) -> list[ListedLink]:
    """Return the first of these matches, the oldest first."""
    rows = matches.order_by("opened_seq", "place").values_list("code", "title", "opened_at")[:MAX_LISTED]
    return [
        ListedLink(page_link(match_title(base, code), title), f"since {instant(opened_at)}")
        for code, title, opened_at in rows
    ]


def happenings_of(base: str, cycle: Cycle) -> list[Milestone]:
    """Return the significant events: the newest first, or all in their order if the cycle is over.

    Sends three queries.
    """
    most = MAX_HAPPENINGS if cycle.is_running else MAX_OF_ENDED
    laws = Revision.objects.filter(book_id=cycle.book_id, number__range=(1, cycle.revision)).order_by("-number")
    rulings = Ruling.objects.filter(cycle=cycle).select_related("request").order_by("-number")
    matches = Match.objects.filter(cycle=cycle, status=MatchStatus.OVER, ended_at__isnull=False)
    decided = matches.exclude(result__ending__in=WITHOUT_RESULT).order_by("-ended_at", "pk")
    found = [
        *(
            Milestone(
                at, join_wikitext(": ", [revision_link(base, cycle, number, f"Law, revision {number}"), inline(why)])
            )
            for at, number, why in laws.values_list("enacted_at", "number", "reason")[:most]
        ),
        *(Milestone(each.ruled_at, _ruling(base, each)) for each in rulings.defer("answer", "reasoning")[:most]),
        *(
            Milestone(
                each.ended_at, join_wikitext(": ", [page_link(match_title(base, each.code), each.title), _result(each)])
            )
            for each in decided.defer("state")[:most]
            if each.ended_at is not None
        ),
    ]
    newest = sorted(found, key=lambda each: each.when, reverse=True)[:most]
    if cycle.ended_at is None:
        return newest
    begun, end = Milestone(cycle.starts_at, inline("The game began.")), Milestone(cycle.ended_at, _ending(cycle))
    return [begun, *reversed(newest), end]


def _ruling(base: str, ruling: Ruling) -> Wikitext:
    title = f"Ruling {ruling.number} on “{ruling.request.title}”"
    words = [inline(ruling.verdict)] if ruling.verdict else []
    return join_wikitext(": ", [page_link(wiki_title_of(base, PageKind.COURT), title), *words])


def _earlier_cycles(cycle: Cycle) -> list[Wikitext]:
    """Return a line for each published cycle that began before this one and is over, newest first.

    One that ends later is listed from this cycle's next act on.
    """
    over = WikiPage.objects.filter(
        PUBLISHED,
        kind=PageKind.MAIN,
        cycle__practice=False,
        cycle__ended_at__lte=cycle.now(),
        cycle__starts_at__lt=cycle.starts_at,
    )
    return [
        join_wikitext(
            ", ", [page_link(page.title, page.cycle.title), inline(won_by(page.cycle)), instant(page.cycle.ended_at)]
        )
        for page in over.select_related("cycle").order_by("-cycle__ended_at", "pk")[:MAX_EARLIER]
    ]


def _how_it_ended(base: str, cycle: Cycle) -> Wikitext:
    """Return a sentence that says who won, and by which rule or for what reason."""
    end = end_of(cycle)
    won = Wikitext(f"<b>{inline(names_in_words(list(end.winners)) if end.winners else 'Nobody')} won it</b>")
    if end.rule_at:
        rule = page_link(f"{wiki_title_of(base, PageKind.RULESET)}#{ANCHOR}{end.rule_at}", end.rule)
        return Wikitext(f"{won} by the rule “{rule}”.")
    return Wikitext(f"{won}: {inline(end.reason.rstrip('.'))}." if end.reason else f"{won}.")


def won_by(cycle: Cycle) -> str:
    return f"won by {cycle.winner}" if cycle.winner else "without a winner"


def _result(match: Match) -> Wikitext:
    return inline(_shortened(status_of(match)))


def _ending(cycle: Cycle) -> Wikitext:
    return inline(f"{cycle.winner} won, and the game was over." if cycle.winner else "The game ended without a winner.")


def _shortened(words: str) -> str:
    return words if len(words) <= MAX_WORDS else f"{words[:MAX_WORDS]}…"


def leads_of(ctx: ReadContext) -> list[str]:
    """Return a line for each way to win that ranks players, with the leaders."""
    found = [each for each in standings(ctx) if each.rows and (ctx.cycle.is_running or each.leaders)]
    return [f"{each.brief} {in_one_line(each, is_over=ctx.cycle.ended_at is not None)}." for each in found]


LED_TO = (
    PageKind.RULESET,
    PageKind.GAMESTATE,
    PageKind.PLAYERS,
    PageKind.PROPOSALS,
    PageKind.MATCHES,
    PageKind.COURT,
)


def render_category(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the category page, with the names of the players whose pages have numbers.

    The wiki lists the category's members below.
    """
    register = page_link(wiki_title_of(base_of(page), PageKind.PLAYERS), PageKind.PLAYERS.label)
    players = join_wikitext(" · ", all_player_links(base_of(page), cycle).values())
    return fill_template("category.wiki", page, cycle, register=register, players=players)
