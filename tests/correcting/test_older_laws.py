"""Cycles from before their rule on judgement said who corrects the past: one revision says it, where it fits."""

import importlib
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from jsonpatch import apply_patch

from nomic.correcting.older import OLDER, SAYS
from nomic.cycles import deadlines
from nomic.cycles.deadlines import Rank
from nomic.cycles.journal import lock, save
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.told_in_clauses import CARRY_OUT
from nomic.law.older import carried_out
from nomic.law.sections import check, flaws_of
from nomic.law.templates import document_of
from tests.support.hall import HOUR, Hall, OpenCycle

pytestmark = pytest.mark.django_db
TEMPLATES = ("cycle-16", "exoptwosis", "tetromic", "dungeon")
make_due = importlib.import_module("nomic.correcting.migrations.0003_say_who_corrects").make_due


def before(template: str = "cycle-16") -> dict[str, Any]:
    """The law of a template as it was before it said so."""
    law = document_of(template)
    law["rules"]["judgement"]["body"] = law["rules"]["judgement"]["body"].replace(SAYS, "")
    del law["corrections"], law["belongs"]["/corrections"]
    return law


@pytest.mark.parametrize("template", TEMPLATES)
def test_it_becomes_what_the_template_says_now(template: str) -> None:
    """Once, and only where an entry is of that place."""
    law = before(template)
    check(law)
    assert carried_out(law, only=[OLDER.path]) == (document_of(template), ["corrections of the past"])
    assert carried_out(document_of(template)) == (document_of(template), [])
    assert carried_out(law, only=["/rules/judgement/body"]) == (law, [])


@pytest.mark.parametrize(
    "amendment",
    [
        {"op": "replace", "path": "/rules/judgement/body", "value": "Ada judges."},
        {"op": "remove", "path": "/court"},
        {"op": "add", "path": "/corrections", "value": {"who": ["judge"]}},
        {"op": "add", "path": "/rules/judgement/body", "value": before()["rules"]["judgement"]["body"] + "\n\nOr not."},
    ],
)
def test_where_players_voted_otherwise_it_stays_as_it_is(amendment: dict[str, Any]) -> None:
    law = apply_patch(before(), [amendment])
    assert carried_out(law, only=[OLDER.path]) == (law, [])


def test_a_running_cycle_says_so_after_the_migration(open_cycle: OpenCycle) -> None:
    """By an entry that names its place; a journal with it replays to the same, and so does one where it waits."""
    hall = open_cycle(before())
    hall.join("ada", "bob")
    make_due(apps, None)
    hall.is_sound()
    _settled(hall)
    (entry,) = hall.entries(CARRY_OUT)
    assert entry.args == {"places": ["/rules/judgement"]}
    assert "corrections of the past" in entry.words[0]
    assert hall.cycle.law.document == document_of("cycle-16")
    assert flaws_of(hall.cycle.law.document) == []
    hall.is_sound()


def test_what_migrations_before_made_due_comes_first(open_cycle: OpenCycle) -> None:
    """Also where that is due later than now: the two are never at one instant, so a replay keeps their order."""
    hall = open_cycle(before())
    hall.join("ada")
    _due(hall, HOUR)
    make_due(apps, None)
    first, second = Deadline.objects.filter(cycle=hall.pk, action=CARRY_OUT).order_by("at")
    assert second.at - first.at == timedelta(microseconds=1)
    assert second.args == {"places": [OLDER.path]}
    hall.to(second.at + HOUR)
    assert [entry.args for entry in hall.entries(CARRY_OUT)] == [{}, second.args]
    assert hall.cycle.law.document == document_of("cycle-16")
    hall.is_sound()


def test_the_other_order_replays_too(open_cycle: OpenCycle) -> None:
    """Corrections first, and then an entry that names no places, as those of older versions did: it finds nothing."""
    hall = open_cycle(before())
    hall.join("ada")
    make_due(apps, None)
    _settled(hall)
    _due(hall, HOUR)
    hall.to(hall.clock.now + 2 * HOUR)
    assert [entry.args for entry in hall.entries(CARRY_OUT)] == [{"places": [OLDER.path]}, {}]
    assert hall.cycle.revision == 1
    hall.is_sound()


def _due(hall: Hall, after: timedelta) -> None:
    """As the migration before made it due."""
    with transaction.atomic():
        cycle = lock(hall.slug)
        deadlines.schedule(cycle, CARRY_OUT, at=hall.clock.now + after, rank=Rank.AT_ONCE, action=CARRY_OUT, order=1)
        save(cycle)


def _settled(hall: Hall) -> None:
    """Once what is due has happened."""
    due = Cycle.objects.get(pk=hall.pk).due_at
    assert due is not None
    hall.to(max(due, hall.clock.now) + HOUR)
