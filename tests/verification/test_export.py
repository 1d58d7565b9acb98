"""What the host gives away is what the script accepts: a played cycle, phase after phase."""

import json

import pytest
from django.core.management import call_command

from nomic.accounts.models import Person
from nomic.cycles.actor import Actor
from nomic.cycles.draws import export
from nomic.cycles.models import Cycle, Draw, PhaseSeed
from nomic.cycles.perform import perform
from tests.verification.test_verify_draws import verify_draws

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Cycle:
    """The practice cycle of the demo, three phases later: packs opened in two of them."""
    call_command("seed_demo", verbosity=0)
    ada = Actor.person(Person.objects.get(username="Ada"))
    perform("practice", ada, "advance-clock", {"to_next_phase": True})
    perform("practice", ada, "open-pack", {"pack": "Already-opened Pack"})
    perform("practice", ada, "advance-clock", {"to_next_phase": True})
    perform("practice", ada, "open-pack", {"pack": "Already-opened Pack"})
    return Cycle.objects.get(slug="practice")


def test_every_draw_of_a_played_cycle_verifies(played):
    """All draws of the ended phases check out, those of the running one wait for its seed."""
    given = json.loads(json.dumps(export(played)))
    assert len(given["draws"]) == Draw.objects.filter(entry__cycle=played).count()
    report = verify_draws.verify(given)
    assert report.failures == []
    assert report.seeds == played.phase == 2
    running = [draw for draw in given["draws"] if draw["phase"] == 2]
    assert report.not_yet == len(running) > 0
    assert report.draws == len(given["draws"]) - len(running) > 0


def test_no_seed_is_given_away_before_its_phase_has_ended(played):
    """The seed of the running phase is nowhere in the export; its commitment is."""
    text = json.dumps(export(played))
    for seed in PhaseSeed.objects.filter(cycle=played):
        assert seed.commitment in text
        assert (seed.seed in text) == (seed.phase < played.phase)


def test_a_draw_changed_in_the_database_is_found(played):
    """A host who edits a recorded draw is caught by the reader."""
    draw = Draw.objects.filter(entry__cycle=played, entry__phase=0, sides__gt=1).first()
    Draw.objects.filter(pk=draw.pk).update(value=(draw.value + 1) % draw.sides)
    report = verify_draws.verify(export(played))
    assert len(report.failures) == 1
    assert f"entry {draw.entry.seq}, {draw.label!r} {draw.index}: recorded" in report.failures[0]


def test_the_export_reads_the_database_three_times(played, django_assert_num_queries):
    """Seeds, draws and seals, however many there are; once more where something is sealed."""
    with django_assert_num_queries(3):
        export(played)
