"""Kind of clause: an office, which expands to values, actions and triggers (`nomic/clauses/offices`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.clauses.checks.prices import number_flaws, price_flaws
from nomic.clauses.checks.secrecy import leaks_in_price
from nomic.clauses.clause_index import secrets_of
from nomic.clauses.computed_examples.ways_into_office import cases_of_office
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.offices.expansion import clauses_of_office
from nomic.clauses.offices.holders import appoint_by_law, holders_of
from nomic.clauses.offices.schema import OfficeClause
from nomic.clauses.offices.wording import office_in_words
from nomic.clauses.schema.kind_registry import ClauseKind, Taken
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Cases, Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.vocabulary.player_facts import register_offices_by_law
from nomic.clauses.vocabulary.scope_nouns import THEM, VOTER, WINNER
from nomic.effects.checking.effects_in_sections import condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.inventory.law_section import unknown_items
from nomic.law.document.sections import Flaw, Law, pointer


class OfficeKind(ClauseKind[OfficeClause]):
    """An office, indexed by its name. The clauses that it expands to are indexed by their own kinds."""

    schema = OfficeClause
    nouns = "office", "offices"
    offered_as = "an office, and how it is filled"
    blank = {"office": "", "filled_by": {}}
    named_by = "office"
    example = "Today:"
    taken = Taken("office", "another clause is the office {name!r}")

    def filed_under(self, placed: Placed[OfficeClause]) -> str:
        return placed.clause.office

    def expand(self, placed: Placed[OfficeClause]) -> Mapping[str, dict[str, Any]]:
        return clauses_of_office(placed.clause, placed.name)

    def flaws(self, law: Law, placed: Placed[OfficeClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        ways, of_host = clause.filled_by, Names(clause).is_of_host
        election, way = ways.election, f"{path}/filled_by"
        if election is not None:
            yield from _election_flaws(clause, f"{way}/election", known)
        if ways.lot is not None:
            yield from condition_flaws(f"{way}/lot/among", ways.lot.among, scopes.WHO_WINS, known, "hall", WINNER)
        yield from unknown_items(law, *((way + pointer("price", item), item) for item in ways.price))
        # The action that sells it repeats these checks, and has no such place in the law.
        wrong = [*price_flaws(f"{way}/price", ways.price, scopes.WHO_ACTS, known, THEM)]
        yield from wrong or leaks_in_price(f"{way}/price", ways.price, scopes.WHO_ACTS, secrets_of(law))
        for below, raw in _numbers(clause):
            yield from number_flaws(path + below, raw, known, secrets_of(law), {}, {})
        if clause.seats > 1:
            if of_host:
                yield Flaw(f"{path}/seats", f"the office of {clause.office} belongs to the host, so it has one seat")
            if ways.price or ways.handed_over:
                which = "price" if ways.price else "handed_over"
                yield Flaw(f"{way}/{which}", "only an office with one seat is bought or handed over")
        if of_host and clause.until is not None:
            yield Flaw(f"{path}/until", f"the host is always the {clause.office}, so it has no term")
        if not (election or ways.lot or ways.price or ways.handed_over or of_host):
            yield Flaw(way, "nobody would ever hold this office: say how it is filled")

    def leaks(self, law: Law, placed: Placed[OfficeClause], secrets: Secrets) -> Iterator[Flaw]:
        """Yield nothing, because the clauses that the office expands to are checked themselves."""
        return iter(())

    def tries(self, trial: Trial, placed: Placed[OfficeClause]) -> Runs:
        """Yield nothing, because the clauses that the office expands to are tried themselves."""
        return iter(())

    def cases(self, trial: Trial, placed: Placed[OfficeClause], me: str) -> Cases:
        return cases_of_office(trial, placed)

    def explain(self, clause: OfficeClause, law: Law) -> tuple[str, ...]:
        return tuple(office_in_words(clause, law))

    def install(self) -> None:
        """Register the functions that read and set the holder.

        Everything else is done by the clauses of the expansion.
        """
        register_offices_by_law(holders_of, appoint_by_law)


def _numbers(clause: OfficeClause) -> Iterator[tuple[str, Any]]:
    """Yield the path and the value of each field of an office that may be an expression."""
    election = clause.filled_by.election
    ends = None if election is None else election.ends
    for below, term in (("/until", clause.until), ("/filled_by/election/ends", ends)):
        if term is not None:
            yield from ((f"{below}/{unit}", raw) for unit, raw in term.said.items() if not isinstance(raw, str))
    yield "/removed_by", clause.removed_by


def _election_flaws(clause: OfficeClause, path: str, known: Vocabulary) -> Iterator[Flaw]:
    election = clause.filled_by.election
    if election is None:
        return
    yield from condition_flaws(f"{path}/stand", election.stand, scopes.WHO_ACTS, known, "condition", THEM)
    yield from condition_flaws(f"{path}/votes", election.votes, scopes.WHO_WINS, known, "hall", VOTER)
    if election.counted == "ranked" and clause.seats > 1:
        yield Flaw(f"{path}/counted", "an instant run-off fills one seat: say transferable for several")
    if election.against and election.counted != "approval":
        yield Flaw(f"{path}/against", "only approval voting allows votes against a candidate")
    if election.against and election.ballots != "open":
        yield Flaw(f"{path}/ballots", "votes for and against candidates cannot be secret")
