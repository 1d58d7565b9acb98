"""Expansion of an office's clause into ordinary clauses, which are checked, tried, run and described like others."""

import re
from collections.abc import Mapping
from typing import Any

from nomic.clauses.offices.appointment_clauses import holder_clauses, other_ways, removal_clauses
from nomic.clauses.offices.election_clauses import election_clauses
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.offices.schema import OfficeClause

Json = dict[str, Any]
SLUG = re.compile(r"[a-z]+(-[a-z]+)*")


def clauses_of_office(clause: OfficeClause, slug: str) -> Mapping[str, Json]:
    """Return the clauses that an office expands to, by name.

    `slug`, the name of the office's own clause, is the suffix of the names of its actions.
    """
    names, election = Names(clause), clause.filled_by.election
    found = {
        **holder_clauses(names, slug),
        **({} if election is None else election_clauses(names, election, slug)),
        **other_ways(names, slug),
        **removal_clauses(names, slug),
    }
    for place, each in enumerate(found.values()):
        each["place"] = place
        if not SLUG.fullmatch(slug):  # such an action is called after its clause
            each.pop("called", None)
    return found
