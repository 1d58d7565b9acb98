"""Victory in laws from before a clause said it: carried out as it was, and told in clauses once (R56)."""

from typing import Any

import pytest
from django.db import transaction

from exoptosis.older_victory import clause_of
from nomic.cycles import deadlines
from nomic.cycles.deadlines import Rank
from nomic.cycles.journal import lock, save
from nomic.cycles.told_in_clauses import TELL
from nomic.law.older import told_in_clauses
from nomic.law.sections import check
from nomic.law.templates import document_of
from tests.support.hall import DAY, HOUR, START, OpenCycle, cycle_16, wordless

pytestmark = pytest.mark.django_db
OLD = {"item": "Chip", "at_least": 10}
QUOTED = "/rules/victory/clauses/most/wins/all/0/is/2"


def older(law: dict[str, Any], at_least: int = 10) -> dict[str, Any]:
    """A law as it said who wins before."""
    rule = law["rules"]["victory"]
    del rule["clauses"]
    rule["body"] = rule["body"].replace(QUOTED, "/victory/at_least")
    return law | {"victory": OLD | {"at_least": at_least}, "belongs": law["belongs"] | {"/victory": "victory"}}


@pytest.mark.parametrize(("template", "at_least"), [("cycle-16", 10), ("exoptwosis", 25)])
def test_it_is_told_as_the_templates_tell_it(template: str, at_least: int) -> None:
    """The clause, the words that point to it, and no section that belongs to a rule."""
    law = document_of(template)
    before = older(document_of(template), at_least)
    check(before)
    assert told_in_clauses(before) == law
    assert told_in_clauses(law) is law


def test_a_law_without_a_rule_on_victory_gets_one() -> None:
    """What other rules quoted of it points there too."""
    law = wordless() | {"victory": OLD}
    law["rules"]["time"]["body"] = "Time ends with {{law|/victory/at_least}} times {{law|/victory/item}}."
    told = told_in_clauses(law)
    check(told)
    assert told["rules"]["victory"]["clauses"] == {"most": clause_of("Chip", 10)}
    at = "/rules/victory/clauses/most/wins/all/0/is"
    assert told["rules"]["time"]["body"] == f"Time ends with {{{{law|{at}/2}}}} times {{{{law|{at}/0/stock}}}}."


def test_a_rule_that_has_a_clause_of_that_name_keeps_it() -> None:
    """The new one takes another name."""
    law = older(cycle_16())
    law["rules"]["victory"]["clauses"] = {"most": {"value": "Most", "of": "cycle"}}
    told = told_in_clauses(law)
    check(told)
    assert told["rules"]["victory"]["clauses"]["most-2"] == clause_of("Chip", 10)


def test_until_it_is_told_it_is_carried_out_and_amended_as_it_was(open_cycle: OpenCycle) -> None:
    """By the section, in a journal that replays to the same."""
    hall = open_cycle(older(cycle_16()))
    hall.join("ada", "bob", "eve")
    hall.grant("ada", "Chip", 4)
    hall.grant("bob", "Chip", 4)
    hall.propose("eve", {"op": "replace", "path": "/victory/at_least", "value": 4}, **{"class": "urgent"})
    hall.to(START + 2 * DAY)
    assert "have 4 Chips each: nobody wins yet" in hall.entries("close-voting")[0].words[-1]
    hall.grant("bob", "Chip")
    assert hall.cycle.winner == "bob"
    assert "Victory (R56)" in str(hall.entries("end-cycle")[0].args)
    hall.is_sound()


def test_the_revision_that_tells_it(open_cycle: OpenCycle) -> None:
    """From then on the clause says who wins; nobody brings the section back."""
    hall = open_cycle(older(cycle_16()))
    hall.join("ada", "bob", "eve")
    hall.grant("ada", "Chip", 9)
    with transaction.atomic():
        cycle = lock(hall.slug)
        deadlines.schedule(cycle, TELL, at=START + HOUR, rank=Rank.AT_ONCE, action=TELL, order=0)
        save(cycle)
    hall.to(START + HOUR)
    assert hall.cycle.law.document == cycle_16()
    hall.bad("eve", "submit-proposal", "amendments/victory", title="T",
             amendments=[{"op": "add", "path": "/victory", "value": OLD}])  # fmt: skip
    assert hall.cycle.is_running
    hall.grant("ada", "Chip")
    assert hall.cycle.winner == "ada"
    hall.is_sound()
