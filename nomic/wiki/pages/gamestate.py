"""The gamestate page: the phase, standings, upcoming events, players and their holdings, votes, recent events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.standing.ranking import Score, standings
from nomic.clauses.standing.standing_line import in_one_line
from nomic.clauses.views.deferred_effects import later_in_cycle
from nomic.clauses.views.offices import ShownEnd, ShownOffice, offices_of
from nomic.clauses.views.questions.open_questions import ShownQuestion, questions_of_cycle
from nomic.clauses.views.values import noteworthy, values_of_cycle
from nomic.corrections.queries import BOOKKEEPING
from nomic.court.office import judge_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry, PhaseSeed
from nomic.cycles.schedule.phase_names import phase_name
from nomic.inventory.keeping_contents import keepings_of
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.ledger import in_store
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.proposals.votes.count_votes import public_tallies
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.holdings import players_table
from nomic.wiki.pages.layout.frame import fill_template, links_to_parts
from nomic.wiki.pages.layout.pagination import A_PAGE, parts_for
from nomic.wiki.pages.layout.player_links import all_player_links, player_links
from nomic.wiki.pages.layout.snippets import instant, site_link
from nomic.wiki.pages.layout.titles import base_of, proposal_title, wiki_title_of
from nomic.wiki.pages.matches import going_on, results
from nomic.wiki.pages.proposals import class_title, votes_in_words
from nomic.wiki.pages.sections.corrections import correction_lines
from nomic.wiki.pages.sections.trades import trade_lines
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link

RECENT = 25
MAX_WORDS = 1000  # characters of an entry
MAX_PROPOSALS = 200
MAX_QUESTIONS = 50
MAX_ENDS = 10  # different instants at which votes are counted


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """An open proposal, as the gamestate page shows it."""

    number: int
    title: Wikitext
    author: str
    class_title: str
    ends: Wikitext
    votes: str


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of the journal, as the gamestate page shows it."""

    seq: int
    at: Wikitext
    words: str
    more: Wikitext


@dataclass(frozen=True, slots=True)
class NextLine:
    """An upcoming event: its time and its description."""

    when: Wikitext | str
    words: Wikitext | str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player in the standings, with a link to their page."""

    place: int
    player: Wikitext
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A way to win as the page shows it, with the players who are nearest to it."""

    brief: str
    line: str
    columns: tuple[str, ...]
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class OfficeLine:
    """An office, as the gamestate page shows it."""

    name: str
    holders: str
    until: Wikitext | str
    candidates: str
    counted: Wikitext | str
    rounds: tuple[str, ...]
    removal: str


def _office_line(office: ShownOffice) -> OfficeLine:
    holders = names_in_words(list(office.holders)) if office.holders else "nobody"
    return OfficeLine(
        office.name,
        "" if office.is_of_host else holders,
        _end(office.until),
        names_in_words(list(office.candidates)),
        _end(office.election_ends),
        office.rounds,
        names_in_words(list(office.removal)),
    )


def _end(end: ShownEnd | None) -> Wikitext | str:
    if end is None:
        return ""
    return instant(end.at) if end.at else end.when


def _commitment(cycle: Cycle) -> str:
    """Return the commitment to the seed of the current phase."""
    seeds = PhaseSeed.objects.filter(cycle=cycle, phase=cycle.phase).order_by("-since")
    return seeds.values_list("commitment", flat=True).first() or "–"


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the gamestate page. The number of queries is constant.

    Holdings of players appear here if they fit on one page. Otherwise they have pages of their own, to which this page
    links.
    """
    joined = Player.objects.filter(cycle=cycle).order_by("name")
    players = list(joined[: A_PAGE + 1])
    parts = parts_for(PageKind.HOLDINGS, joined.count() if len(players) > A_PAGE else len(players))
    playing = [] if parts else [player for player in players if player.is_playing]
    links = _links(page, cycle, players, are_all=not parts)
    proposals, more_proposals = _proposals(page, cycle)
    matches, more_matches = going_on(page, cycle)
    trades, trades_made = trade_lines(cycle)
    return fill_template(
        "gamestate.wiki",
        page,
        cycle,
        commitment=_commitment(cycle),
        dice=site_link(f"c/{cycle.slug}/chance/", "check the dice"),
        judge=judge_of(cycle),
        has_court=cycle.law.has("court"),
        values=[value for value in noteworthy(values_of_cycle(cycle)) if not value.is_hidden],
        offices=[_office_line(each) for each in offices_of(cycle) if each.has_news],
        store=[amount_of_item(cycle.law, item, amount) for item, amount in in_store(cycle).items()],
        keepings=keepings_of(cycle),
        standings=_standings(cycle, links),
        next=_next(cycle, proposals) if cycle.is_running else [],
        table=players_table(cycle, playing, links),
        player_count=joined.filter(left_at=None).count() if parts else len(playing),
        parts=links_to_parts(page, PageKind.HOLDINGS, parts),
        register=page_link(wiki_title_of(base_of(page), PageKind.PLAYERS), "Players"),
        proposals=proposals,
        more_proposals=more_proposals,
        all_proposals=page_link(wiki_title_of(base_of(page), PageKind.PROPOSALS), "Proposals"),
        matches=matches,
        more_matches=more_matches,
        results=results(page, cycle),
        trades=trades,
        trades_made=trades_made,
        all_trades=site_link(f"c/{cycle.slug}/trades/", "trades"),
        all_matches=page_link(wiki_title_of(base_of(page), PageKind.MATCHES), "Matches"),
        corrections=correction_lines(cycle),
        all_corrections=site_link(f"c/{cycle.slug}/corrections/", "corrections"),
        entries=_entries(cycle),
        journal=site_link(f"c/{cycle.slug}/journal/", "the journal"),
        phase_end=instant(cycle.phase_ends_at),
        phase_name=inline(phase_name(cycle)),
        phase_start=instant(cycle.phase_started_at),
    )


def _links(page: WikiPage, cycle: Cycle, players: Sequence[Player], *, are_all: bool) -> dict[str, Wikitext]:
    """Return the linked names of players, by name. Sends no query if `players` are all that have joined."""
    if not are_all:
        return all_player_links(base_of(page), cycle)
    return player_links(base_of(page), [each.name for each in sorted(players, key=lambda player: player.pk)])


def _proposals(page: WikiPage, cycle: Cycle) -> tuple[list[ProposalLine], bool]:
    """Return the open proposals, first submitted first, and whether there are more."""
    base = base_of(page)
    found = list(
        Proposal.objects.filter(cycle=cycle, status=ProposalStatus.OPEN)
        .order_by("number")
        .defer("text", "amendments")[: MAX_PROPOSALS + 1]
    )
    proposals = found[:MAX_PROPOSALS]
    counted = public_tallies(cycle, proposals)
    lines = [
        ProposalLine(
            proposal.number,
            page_link(proposal_title(base, proposal.number), proposal.title),
            proposal.author,
            class_title(cycle.law, proposal),
            instant(proposal.ends_at),
            votes_in_words(counted[proposal.pk]),
        )
        for proposal in proposals
    ]
    return lines, len(found) > MAX_PROPOSALS


def _standings(cycle: Cycle, links: Mapping[str, Wikitext]) -> list[StandingTable]:
    ctx = ReadContext(cycle, Actor.nobody(), cycle.now())
    return [
        StandingTable(
            each.brief,
            in_one_line(each, is_over=cycle.ended_at is not None) if each.rows else "",
            tuple(f"{column.name[:1].upper()}{column.name[1:]}" for column in each.columns),
            tuple(
                StandingRow(row.place, links.get(row.player, inline(row.player)), row.scores)
                for row in each.rows[: A_PAGE if each.columns else 0]
            ),
        )
        for each in standings(ctx)
    ]


def _next(cycle: Cycle, proposals: Sequence[ProposalLine]) -> list[NextLine]:
    """Return upcoming events: the end of the phase, counts of votes, questions, and deferred effects of rules.

    The earliest comes first, and those without a known instant come last.
    """
    ends = dict.fromkeys(each.ends for each in proposals)
    votes = {end: [str(each.number) for each in proposals if each.ends == end] for end in list(ends)[:MAX_ENDS]}
    lines = [
        NextLine(instant(cycle.phase_ends_at), f"{phase_name(cycle)}, ends"),
        *(
            NextLine(end, f"votes on proposal{'s' if len(numbers) > 1 else ''} {names_in_words(numbers)} are counted")
            for end, numbers in votes.items()
        ),
        *(
            NextLine(
                Wikitext(f"until {instant(each.due_at)}"),
                join_wikitext(
                    "", [inline(f"{names_in_words(list(each.missing))} can answer "), _question(cycle, each)]
                ),
            )
            for each in questions_of_cycle(cycle, MAX_QUESTIONS)
        ),
        *(
            NextLine(instant(each.at) if each.at else each.when, f"{each.title}: {each.words}")
            for each in later_in_cycle(cycle)
        ),
    ]
    return sorted(lines, key=lambda line: str(line.when).removeprefix("until "))


def _question(cycle: Cycle, question: ShownQuestion) -> Wikitext:
    return Wikitext(f" {site_link(f'c/{cycle.slug}/questions/{question.code}/', question.prompt)}")


def _entries(cycle: Cycle) -> list[EntryLine]:
    told = Entry.objects.filter(cycle=cycle).exclude(action__in=BOOKKEEPING)
    entries = told.order_by("-seq").only("seq", "at", "words")[:RECENT]
    return [_entry_line(cycle, entry) for entry in entries]


def _entry_line(cycle: Cycle, entry: Entry) -> EntryLine:
    words = " ".join(entry.words)
    more = site_link(f"c/{cycle.slug}/journal/{entry.seq}/", "more") if len(words) > MAX_WORDS else Wikitext("")
    return EntryLine(entry.seq, instant(entry.at), words[:MAX_WORDS], more)
