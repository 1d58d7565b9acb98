"""Sentences that describe an office: its seats, how it is filled, and how it ends."""

from collections.abc import Iterator
from typing import Any

from nomic.clauses.offices.schema import Election, OfficeClause, Term
from nomic.clauses.schema.kinds import AmountJson
from nomic.clauses.views.phrases import if_in_words, prices
from nomic.clauses.vocabulary.scope_nouns import THEM, VOTER, WINNER
from nomic.effects.language import scopes
from nomic.effects.language.event_names import event_in_words
from nomic.effects.language.parser import read_number
from nomic.effects.prose.english import number_in_words
from nomic.effects.prose.grammar import listed
from nomic.inventory.law_section import plurals_of
from nomic.law.document.sections import Law

COUNTED = {
    "plurality": "Each voter names one candidate, and the most votes win.",
    "approval": "Each voter approves of any candidates, and the most votes win.",
    "ranked": "Each voter ranks the candidates. The one with the fewest votes is out, and those votes move on, "
    "until one candidate has more than half (instant run-off).",
    "transferable": "Each voter ranks the candidates. Votes that a candidate does not need or cannot use move on "
    "(single transferable vote, Droop quota).",
    "borda": "Each voter ranks the candidates. A first place brings a point for each candidate, each later place one "
    "point less (Borda count).",
}
WITH_VOTES_AGAINST = (
    "Each voter is for, against or unclear about each candidate. Of those with more votes for than against, the most "
    "votes for win."
)
TIES = {
    "none": "Nobody is elected who ties for the last seat.",
    "lot": "Ties are broken by lot.",
    "earliest": "If candidates tie, the one who stood first wins.",
}
BALLOTS = {
    "open": "Everybody sees the votes.",
    "sealed": "Votes are sealed until they are counted.",
    "secret": "Votes stay secret. Only the count is shown.",
}


def office_in_words(clause: OfficeClause, law: Law) -> Iterator[str]:
    """Yield what the office is, how it is filled and how it ends, one sentence or more at a time."""
    ways = clause.filled_by
    many = "At most one player holds it." if clause.seats == 1 else f"It has {clause.seats} seats."
    yield f"{clause.office} is an office. {many}"
    if ways.election is not None:
        yield from _election(clause, ways.election, law)
    if ways.lot is not None:
        among = if_in_words(law, ways.lot.among, scopes.WHO_WINS, " of whom this is true: ", WINNER)
        yield f"While it is vacant, it is given by lot whenever {event_in_words(ways.lot.at)}, among players{among}."
    if price := prices(law, ways.price):
        yield f"While it is vacant, you can have it for {listed(price)}."
    if ways.handed_over:
        yield "Its holder can hand it over to another player, for a new term."
    if clause.until is not None:
        yield f"A term ends {when_in_words(clause.until, law)}."
    if clause.removed_by is not None:
        yield f"{_players_together(clause.removed_by, law)} can remove a holder."
    if clause.resigns:
        yield "A holder can resign."


def _election(clause: OfficeClause, election: Election, law: Law) -> Iterator[str]:
    who = if_in_words(law, election.stand, scopes.WHO_ACTS, " if ", THEM)
    yield (
        f"It is filled by election. You may stand for it{who}. The election begins when the first player stands, "
        f"and ends {when_in_words(election.ends, law)}."
    )
    whose = if_in_words(law, election.votes, scopes.WHO_VOTES, " A vote counts only if ", VOTER)
    yield f"{WITH_VOTES_AGAINST if election.against else COUNTED[election.counted]}{f'{whose}.' if whose else ''}"
    yield f"{TIES[election.ties]} {BALLOTS[election.ballots]}"


def _players_together(raw: AmountJson, law: Law) -> str:
    if isinstance(raw, int):
        return "One player" if raw == 1 else f"{raw} players together"
    return f"As many players together as {_worked_out(raw, law)}"


def _worked_out(raw: dict[str, Any], law: Law) -> str:
    return number_in_words(read_number(raw, {}), plurals_of(law))


def when_in_words(term: Term, law: Law) -> str:
    """Describe a time, to follow a verb: "after 3 days" or "when the week ends"."""
    if term.at is not None:
        event = event_in_words(term.at)
        which = {"ends": "the", "begins": "the next"}.get(term.at.rpartition("-")[2])
        return f"when {event.replace('a', which, 1) if which and event.startswith('a ') else event}"
    for unit, number in term.said.items():
        if isinstance(number, dict):
            return f"after as many {unit} as {_worked_out(number, law)}"
        return f"after {number} {unit if number != 1 else unit.removesuffix('s')}"
    return "at some time"
