"""The main page of a cycle, which links to all its other pages; and its category page."""

from dataclasses import dataclass

from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.law.models import Revision
from nomic.matches.models import Match, MatchStatus
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.frame import fill_template
from nomic.wiki.pages.layout.revision_links import revision_link
from nomic.wiki.pages.layout.snippets import address, instant
from nomic.wiki.pages.layout.titles import base_of, match_title, proposal_title, title_of
from nomic.wikitext.escape import Wikitext, link

MAX_LISTED = 50  # open proposals, and unfinished matches; each kind has an index of all
MAX_CHANGES = 10  # of the law, the newest


@dataclass(frozen=True, slots=True)
class LawChange:
    """A change of the law: when it came into force, its revision, and its reason."""

    at: Wikitext
    revision: Wikitext
    reason: str


@dataclass(frozen=True, slots=True)
class Listed:
    """An open proposal or a running match: a link to its page, and a few words about it."""

    title: Wikitext
    about: str


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the summary of the cycle, links to its pages, votes, matches, and changes of the law."""
    base = base_of(page)
    open_proposals = Proposal.objects.filter(cycle=cycle, status=ProposalStatus.OPEN)
    going_on = Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER)
    proposals = [
        Listed(
            link(proposal_title(base, proposal.number), f"Proposal {proposal.number}: {proposal.title}"),
            f"by {proposal.author}, votes are counted {instant(proposal.ends_at)}",
        )
        for proposal in open_proposals.order_by("number").defer("text", "amendments")[:MAX_LISTED]
    ]
    matches = [
        Listed(link(match_title(base, code), title), f"since {instant(opened_at)}")
        for code, title, opened_at in going_on.order_by("opened_seq", "place").values_list(
            "code", "title", "opened_at"
        )[:MAX_LISTED]
    ]
    return fill_template(
        "main.wiki",
        page,
        cycle,
        summary=cycle.law.section("cycle", Description).summary,
        phase_start=instant(cycle.phase_started_at),
        phase_end=instant(cycle.phase_ends_at),
        ended=instant(cycle.ended_at),
        pages={kind.value: link(title_of(base, kind), kind.label) for kind in PageKind if kind in LED_TO},
        players=Player.objects.filter(cycle=cycle, left_at=None).count(),
        proposals=proposals,
        open_proposals=open_proposals.count(),
        all_proposals=Proposal.objects.filter(cycle=cycle).count(),
        matches=matches,
        going_on=going_on.count(),
        changes=_changes(base, cycle),
        history=address(f"c/{cycle.slug}/ruleset/revisions/", "its whole history"),
        all_matches=Match.objects.filter(cycle=cycle).count(),
    )


def _changes(base: str, cycle: Cycle) -> list[LawChange]:
    """Return the newest changes of the law, the newest first."""
    enacted = Revision.objects.filter(book_id=cycle.book_id, number__range=(1, cycle.revision)).order_by("-number")
    rows = enacted.values_list("enacted_at", "number", "reason")[:MAX_CHANGES]
    return [
        LawChange(instant(at), revision_link(base, cycle, number, f"revision {number}"), reason)
        for at, number, reason in rows
    ]


LED_TO = (
    PageKind.RULESET,
    PageKind.GAMESTATE,
    PageKind.PLAYERS,
    PageKind.PROPOSALS,
    PageKind.MATCHES,
    PageKind.COURT,
)


def render_category(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Return the category's own text. The wiki lists its pages below."""
    return fill_template("category.wiki", page, cycle)
