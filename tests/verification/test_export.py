"""What the host gives away is what the script accepts: a played cycle, phase after phase."""

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import SYSTEM, Actor
from nomic.cycles.domain.exceptions import Failed, Refused
from nomic.cycles.history import export as history_export
from nomic.cycles.history.reseed import renew_seeds
from nomic.cycles.journal.append import apply_act, save_cycle
from nomic.cycles.models import Cycle, Entry, PhaseSeed
from tests.support.database_tampering import change_draw
from tests.support.fixture_cache import laid
from tests.support.proofs import as_text, proof_of, verify_draws
from tests.verification.test_verify_draws import run

pytestmark = [pytest.mark.django_db, pytest.mark.chained]


@pytest.fixture
def played() -> Cycle:
    """The practice cycle of the demo, three phases later: packs opened in two of them."""
    laid("the demo, played", play)
    return Cycle.objects.get(slug="practice")


def play() -> None:
    call_command("seed_demo", verbosity=0)
    ada = Actor.person(Person.objects.get(username="Ada"))
    perform("practice", ada, "buy", {"offer": "Already-opened Pack"})  # beside the one that was given to her
    for _ in range(2):
        perform("practice", ada, "advance-clock", {"to_next_phase": True})
        perform("practice", ada, "open-pack", {"pack": "Already-opened Pack"})


def test_every_draw_of_a_played_cycle_verifies(played):
    """All draws of the ended phases check out, those of the running one wait for its seed."""
    given = proof_of(played)
    drew = Entry.objects.whole().filter(cycle=played)
    assert [len(entry["draws"]) for entry in given["entries"]] == [len(entry.draws) for entry in drew]
    report = verify_draws.verify(given)
    assert report.failures == []
    assert report.seeds == played.phase == 2
    assert report.head == f"{played.seq}:{played.head}"
    running = sum(len(entry.draws) for entry in drew if entry.phase == 2)
    assert report.not_yet == running > 0
    assert report.draws == sum(len(entry.draws) for entry in drew) - running > 0


def test_R126_the_draws_of_an_act_that_failed_are_proved_too(played, monkeypatch):
    """They stand in the chain like all others, and whoever leaves the entry out is found."""
    ada = Actor.person(Person.objects.get(username="Ada"))
    perform("practice", ada, "buy", {"offer": "Already-opened Pack"})

    def refuse(*_):
        raise Refused("no", "The rules say no.")

    with monkeypatch.context() as patch:
        patch.setattr("nomic.clauses.runtime.world.acting_world.Hall.gained", refuse)
        with pytest.raises(Failed) as failed:
            perform("practice", ada, "open-pack", {"pack": "Already-opened Pack"})
    perform("practice", ada, "advance-clock", {"to_next_phase": True})
    given = proof_of(Cycle.objects.get(slug="practice"))
    entry = next(entry for entry in given["entries"] if entry["seq"] == failed.value.seq)
    assert entry["draws"]
    assert verify_draws.verify(given).failures == []
    without = {**given, "entries": [other for other in given["entries"] if other is not entry]}
    assert verify_draws.verify(without).failures


def test_no_seed_is_given_away_before_its_phase_has_ended(played):
    """The seed of the running phase is nowhere in the export; its commitment is."""
    text = "".join(history_export.proof(played))
    for seed in PhaseSeed.objects.filter(cycle=played):
        assert seed.commitment in text
        assert (seed.seed in text) == (seed.phase < played.phase)
    assert played.own_seed not in text


def test_an_export_shows_no_seed_that_its_own_entries_keep_secret(played):
    """The phase ends, and a backup is restored, while the journal up to an older entry is sent."""
    older = Cycle.objects.get(pk=played.pk)
    perform("practice", Actor.person(Person.objects.get(username="Ada")), "advance-clock", {"to_next_phase": True})
    renew_seeds("practice")
    report = verify_draws.verify(proof_of(older))
    assert (report.failures, report.head) == ([], f"{older.seq}:{older.head}")


def test_a_draw_changed_in_the_database_is_found(played):
    """A host who edits a recorded draw is caught by the reader: by the seed, and by the entry after it."""
    entry = Entry.objects.filter(cycle=played, phase=0, draws__isnull=False).earliest("seq")
    draw = change_draw(entry)
    value, link = verify_draws.verify(proof_of(played)).failures
    assert f'entry {entry.seq}, "{draw.label}" {draw.index}: recorded' in value
    assert link.startswith(f"entry {entry.seq + 1}: the entry before it")


@pytest.mark.parametrize("changed", [{"words": ["Nothing."]}, {"args": {}}, {"actor": "Eve"}, {"revision": 9}])
def test_an_entry_changed_in_the_database_is_found(played, changed):
    """By the entry after it, whose digest before is another; of the newest by the head."""
    for seq in (3, played.seq):
        Entry.objects.filter(cycle=played, seq=seq).update(**changed)
        failures = verify_draws.verify(proof_of(played)).failures
        assert any(f"entry {seq + 1}: the entry before it" in each or "is said to be" in each for each in failures), (
            failures
        )


def test_the_export_is_read_and_sent_piece_by_piece(played, monkeypatch):
    """However long the journal is, each piece takes two queries: its entries and their draws."""
    whole = proof_of(played)
    monkeypatch.setattr(history_export, "AT_ONCE", 4)
    pieces, queries = [], []
    parts = history_export.proof(played)
    while True:
        with CaptureQueriesContext(connection) as found:
            piece = next(parts, None)
        if piece is None:
            break
        pieces.append(piece)
        queries.append(len(found))
    assert json.loads("".join(pieces)) == whole
    assert max(piece.count("\n") for piece in pieces[1:]) <= 5
    assert len(pieces) == 1 + -(-played.seq // 4)
    assert max(queries) <= 4  # the first also tells the seeds of corrections


def test_the_page_the_api_and_the_script_agree_on_the_text(played):
    """An entry a line, in the very signs that are digested, at both addresses."""
    page, api = (
        Client().get(address).getvalue().decode()
        for address in ("/c/practice/chance/draws.json", "/api/v1/cycles/practice/draws/export/")
    )
    assert page == api == as_text(json.loads(page))
    assert page.count("\n") == Cycle.objects.get(pk=played.pk).seq + 2
    code, said = run(stdin=page)
    assert (code, said.splitlines()[-1]) == (0, "Nothing is wrong.")


def test_an_ended_cycle_keeps_no_seed_back(played):
    """The last phase is over, too: its seed is due."""
    action = action_named("end-cycle")
    cycle = Cycle.objects.get(pk=played.pk)
    apply_act(cycle, action, action.read({"winner": "Ada", "reason": "so", "rule": "R56"}), SYSTEM, cycle.now())
    save_cycle(cycle)
    given = proof_of(cycle)
    assert (verify_draws.verify(given).failures, verify_draws.verify(given).not_yet) == ([], 0)
    given["phases"][2]["seed"] = None
    assert verify_draws.verify(given).failures == ["phase 2 is over, and its seed is withheld"]
