"""Sentences about changes of the values that an office expands to: candidates, votes and requests for a removal."""

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.offices.schema import RANKED, OfficeClause
from nomic.clauses.schema.value_kinds import Kept
from nomic.clauses.store.values import changes_of, stored_value
from nomic.cycles.actions.context import ActionContext
from nomic.effects.prose.english_grammar import conjugated, listed, possessive

Key = tuple[str, str, str]


def office_result(act: ActionContext, key: Key, now: Kept) -> str | None:
    """Return the sentence about a changed value that an office expands to, or None for any other value.

    The sentence is "" if the action or an announcement says it.
    """
    placed = clauses_of(act.law).values[key[0]]
    found = (each for (each, *_) in clauses_of(act.law).by_kind["office"].values())
    office = next((each for each in found if (each.rule, each.name) == (placed.rule, placed.of)), None)
    if office is None:
        return None
    names: Names = Names(office.clause)
    members = now if isinstance(now, tuple) else ()
    if key[0] == names.running:
        return f"The election for {names.office.removeprefix('The ')} begins." if now else ""
    if key[0] in (names.candidates, names.since, names.record):
        return ""
    if key[0] == names.removal:
        is_said = not members or (len(members) == 1 and office.clause.seats == 1)
        ask = f"{listed(members)} {conjugated('ask', len(members) == 1)}"
        return "" if is_said else f"{ask} for the removal of {key[1] or names.the_holder}."
    if key[0] in (names.ballots, names.against, names.unclear):
        return _vote_result(act, office.clause, key, members)
    return None


def _vote_result(act: ActionContext, office: OfficeClause, key: Key, now: tuple[str, ...]) -> str:
    """Return the sentence about a voter's ballot, or "" if the ballots were cleared because the election is over."""
    name, voter, _ = key
    names, election = Names(office), office.filled_by.election
    if election is None or (not stored_value(act, names.running) and key not in changes_of(act).revealed):
        return ""
    if not election.against:
        choices = ", then ".join(now) if election.counted in RANKED else listed(now)
        is_missing = not now and key in changes_of(act).revealed
        return "" if is_missing else f"{possessive(voter)} vote: {choices or 'nobody'}."
    was, _ = changes_of(act).changed[key]
    before = was if isinstance(was, tuple) else ()
    new = [each for each in now if each not in before]
    if new:
        sides = {names.ballots: "for", names.against: "against", names.unclear: "unclear about"}
        return f"{possessive(voter)} vote: {sides[name]} {listed(new)}."
    others = {each for value in (names.ballots, names.against, names.unclear) for each in _ballot(act, value, voter)}
    dropped = [each for each in before if each not in others]
    return f"{voter} takes back their vote on {listed(dropped)}." if dropped else ""


def _ballot(act: ActionContext, value: str, voter: str) -> tuple[str, ...]:
    found = stored_value(act, value, voter)
    return found if isinstance(found, tuple) else ()
