"""Sentences that describe an office: its seats, how it is filled, and how it ends."""

from collections.abc import Iterator
from typing import Any

from nomic.clauses.offices.schema import Election, OfficeClause, Term
from nomic.clauses.schema.clause_models import AmountJson
from nomic.clauses.views.sentence_parts import if_in_words, prices
from nomic.clauses.vocabulary.scope_nouns import THEM, VOTER
from nomic.effects.language import scopes
from nomic.effects.language.event_names import event_in_words
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.prose.context import Context
from nomic.effects.prose.describe import number_in_words
from nomic.effects.prose.english_grammar import listed, sentence, with_article
from nomic.effects.prose.values.relative_clauses import relative
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law
from nomic.law.labels.ordinals import ordinal
from nomic.law.labels.value_labels import in_unit

COUNTED = {
    "plurality": "Each voter names one candidate, and {most} win{s}.",
    "approval": "Each voter approves of any number of candidates, and {most} win{s}.",
    "ranked": "Each voter ranks the candidates. The candidate with the fewest votes drops out, and each of those votes "
    "goes to its voter's next choice, until one candidate has more than half (instant run-off).",
    "transferable": "Each voter ranks the candidates. Votes that a candidate does not need or cannot use go to the "
    "voter's next choice (single transferable vote, Droop quota).",
    "borda": (
        "Each voter ranks the candidates. A first place is worth one point per candidate, and each later place one "
        "point less (Borda count)."
    ),
}
WITH_VOTES_AGAINST = (
    "Each voter votes for or against each candidate, or casts an unclear vote. Of the candidates with more votes for "
    "than against, {most} for them win{s}."
)
TIES = {
    "none": "If candidates tie for {the_last_seat}, none of them is elected.",
    "lot": "Ties are broken by lot.",
    "earliest": "If candidates tie, the one who stood first wins.",
}
BALLOTS = {
    "open": "Everybody sees the votes.",
    "sealed": "Votes are sealed until they are counted.",
    "secret": "Votes stay secret. Only the count is shown.",
}


def office_in_words(clause: OfficeClause, law: Law) -> Iterator[str]:
    """Yield sentences about an office, the ways to fill it, and the end of a term."""
    ways, is_single, title = clause.filled_by, clause.seats == 1, clause.office.removeprefix("The ")
    a_holder = f"the {title}" if is_single else with_article(title)
    vacant = f"While there is no {title}" if is_single else f"While there are fewer than {clause.seats} of them"
    without = f"without {with_article(title)}" if is_single else f"with fewer than {clause.seats} of them"
    if is_single:
        yield f"One player at a time can be {a_holder}."
    else:
        yield f"Up to {clause.seats} players at a time can hold the office of {title}."
    if ways.election is not None:
        yield from _election(clause, ways.election, law)
    if ways.lot is not None:
        among = read_condition(ways.lot.among, scopes.WHO_WINS) if ways.lot.among is not None else None
        such = relative(among, "it", Context(wording_of(law)), several=False, whom="who")
        yield f"Whenever {event_in_words(ways.lot.at)} {without}, a random player{such} becomes {a_holder}."
    if price := prices(law, ways.price):
        yield f"{vacant}, you can become {a_holder} for {listed(price)}."
    if ways.handed_over:
        term = "" if clause.until is None else ", for a new term"
        yield sentence(f"{a_holder} can hand the office over to another player{term}")
    if clause.until is not None:
        yield f"A term {_until(clause.until, law)}."
    if clause.removed_by is not None:
        yield _removal(clause.removed_by, a_holder, law)
    if clause.resigns:
        yield sentence(f"{a_holder} can resign")


def _election(clause: OfficeClause, election: Election, law: Law) -> Iterator[str]:
    who, title = if_in_words(law, election.stand, scopes.WHO_ACTS, " if ", THEM), clause.office.removeprefix("The ")
    yield (
        f"{f'The {title} is' if clause.seats == 1 else 'They are'} elected. "
        f"You may stand for election{who}. The election begins when the first candidate stands, "
        f"and ends {when_in_words(election.ends, law)}."
    )
    yield (
        f"The winner replaces the current {title}." if clause.seats == 1 else "The winners replace all current holders."
    )
    whose = if_in_words(law, election.votes, scopes.WHO_VOTES, " A vote counts only if ", VOTER)
    most = "the candidate with the most votes" if clause.seats == 1 else f"the {clause.seats} with the most votes"
    counted = (WITH_VOTES_AGAINST if election.against else COUNTED[election.counted]).format(
        most=most.replace("candidate", "one") if election.against else most, s="s" if clause.seats == 1 else ""
    )
    yield f"{counted}{f'{whose}.' if whose else ''}"
    ties = TIES[election.ties].format(the_last_seat="first place" if clause.seats == 1 else "the last seat")
    yield f"{ties} {BALLOTS[election.ballots]}"


def _removal(raw: AmountJson, a_holder: str, law: Law) -> str:
    if not isinstance(raw, int):
        return f"To remove {a_holder}, as many players must act together as {_worked_out(raw, law)}."
    if raw == 1:
        return f"Any player can remove {a_holder}."
    return f"Any {raw} players together can remove {a_holder}."


def _until(term: Term, law: Law) -> str:
    """Return how long a term lasts: "ends after 3 days", "lasts until the end of the next phase"."""
    last = {1: "the phase in which it begins", 2: "the next phase"}
    phases = term.said.get("phases") if term.at is None else None
    if isinstance(phases, int) and phases in last:
        return f"lasts until the end of {last[phases]}"
    return f"ends {when_in_words(term, law)}"


def _phase(number: int | dict[str, Any], law: Law) -> str:
    """Return the last of `number` phases as text, counting the phase in which they begin as the first."""
    if number == 1:
        return "the phase in which it begins"
    if number == 2:
        return "the phase after the one in which it begins"
    which = (
        f"{ordinal(number - 2)} phase"
        if isinstance(number, int)
        else f"phase whose number is {_worked_out(number, law)}"
    )
    start = "after" if isinstance(number, int) else "counted from"
    return f"the {which}{' ' if isinstance(number, int) else ', '}{start} the one in which it begins"


def _worked_out(raw: dict[str, Any], law: Law) -> str:
    return number_in_words(read_number(raw, {}), wording_of(law))


def when_in_words(term: Term, law: Law) -> str:
    """Return the end of a term as an adverbial: "after 3 days" or "when the week ends"."""
    if term.at is not None:
        event = event_in_words(term.at)
        which = {"ends": "the", "begins": "the next"}.get(term.at.rpartition("-")[2])
        return f"when {event.replace('a', which, 1) if which and event.startswith('a ') else event}"
    for unit, number in term.said.items():
        if unit == "phases" and not isinstance(number, str):
            return f"with {_phase(number, law)}"
        if isinstance(number, dict):
            return f"after as many {unit} as {_worked_out(number, law)}"
        if unit == "hours" and isinstance(number, int):
            return f"after {in_unit(number, unit)}"
        return f"after {number} {unit if number != 1 else unit.removesuffix('s')}"
    return "at some time"
