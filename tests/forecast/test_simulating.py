"""Bots play some weeks under the law before and after a proposal."""

import hashlib
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.chance import random_tokens
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle, PhaseSeed
from nomic.forecast import simulation_jobs
from nomic.forecast.models import Simulation
from nomic.forecast.simulate import weeks_under
from nomic.forecast.simulation_jobs import ask_for, cancel_simulation, play_waiting
from nomic.forecast.simulation_report import changed_values
from nomic.law.amendments.patch import amend_document
from nomic.proposals.models import Proposal
from tests.forecast.test_dry_run import price
from tests.support.hall import Hall
from tests.support.signed_in import browser_of


@pytest.fixture
def dearer(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A proposal that makes Chips dearer; simulations are as short as can be."""
    cast.propose("ada", price(60))
    monkeypatch.setattr(simulation_jobs, "RUNS", 1)
    monkeypatch.setattr("nomic.forecast.simulation_report.MATCHES", 1)
    monkeypatch.setattr("nomic.forecast.simulation_report.MAX_MOVES", 5)
    monkeypatch.setattr("nomic.forecast.simulate.DAYS", 2)
    return cast


def person(name: str) -> Person:
    return Person.objects.get_or_create(username=name)[0]


def ask(hall: Hall, name: str = "bob", weeks: int = 1) -> Simulation:
    return ask_for(person(name), hall.cycle, Proposal.objects.get(cycle=hall.pk, number=1), weeks)


def test_a_simulation_shows_that_a_price_rises(dearer: Hall) -> None:
    """And what bots have and do before and after; nothing of the cycle changes, and no cycle is left behind."""
    digest, cycles = dearer.digest, Cycle.objects.count()
    row = ask(dearer)
    assert play_waiting() == 1
    row.refresh_from_db()
    assert (row.status, row.trouble, row.done, row.of) == ("done", "", 2, 2)
    values = {each["what"]: (each["before"], each["after"]) for each in row.report["values"]}
    assert values["the price of one Chip in Vertebrae"] == ("25 Vertebrae", "60 Vertebrae")
    for which in ("before", "after"):
        made: dict[str, Any] = row.report[which]
        held = {each["item"]: each["weeks"] for each in made["items"]}
        assert held["Vertebra"][0]["least"] <= held["Vertebra"][0]["median"] <= held["Vertebra"][0]["most"]
        assert made["acts"]
        assert not {"Join the game", "Leave the game"} & made["acts"].keys()
        assert held["Vertebra"][0]["most"] > 0
        assert made["matches"]["battle"]["matches"] == 1
    assert (dearer.digest, Cycle.objects.count()) == (digest, cycles)
    assert play_waiting() == 0


def test_what_a_rule_does_otherwise_is_told_too(cast: Hall) -> None:
    """Before the values, in the law's sentences."""
    before = cast.cycle.law.document
    dole = {"when": "phase-ends", "do": [{"grant": "Vertebra", "n": 3, "to": {"players": "players"}}]}
    rule = {"title": "Dole", "body": "All gain.", "parent": None, "place": 900, "clauses": {"dole": dole}}
    told = changed_values(
        before, amend_document(before, [price(60), {"op": "add", "path": "/rules/dole", "value": rule}])
    )
    assert told[0]["before"] == ""
    assert told[0]["after"] == "Whenever a phase ends, each player gains 3 Vertebrae."
    assert told[1] == {
        "what": "the price of one Chip in Vertebrae", "before": "25 Vertebrae", "after": "60 Vertebrae",
    }  # fmt: skip
    assert len(told) == 2


def test_one_at_a_time_and_not_for_nothing(dearer: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asked, or an admin, cancels; then there is room for another, but not for many in a day."""
    for weeks in (0, 9, -1):
        with pytest.raises(BadArguments):
            ask(dearer, weeks=weeks)
    row = ask(dearer)
    with pytest.raises(Refused, match="Another simulation"):
        ask(dearer, "eve")
    with pytest.raises(Refused, match="Only the person who asked"):
        cancel_simulation(person("eve"), row)
    cancel_simulation(person("bob"), row)
    assert play_waiting() == 0
    monkeypatch.setattr(simulation_jobs, "A_DAY_EACH", 1)
    with pytest.raises(Refused, match="within a day"):
        ask(dearer)
    ask(dearer, "eve")
    Proposal.objects.filter(cycle=dearer.pk).update(amendments=[])
    with pytest.raises(Refused, match="does not change the law"):
        ask(dearer, "ada")


def test_nobody_from_outside_keeps_those_who_play_waiting(dearer: Hall) -> None:
    """Who does not play may ask, too, and whoever plays may cancel that; but not what another player asked for."""
    row = ask(dearer, "stranger")
    with pytest.raises(Refused, match="Only the person who asked"):
        cancel_simulation(person("another stranger"), row)
    client = browser_of(person("eve"))
    assert "Cancel it" in client.get("/c/hall/proposals/1/simulation/").content.decode()
    cancel_simulation(person("eve"), row)
    row = ask(dearer, "bob")
    with pytest.raises(Refused, match="Only the person who asked"):
        cancel_simulation(person("eve"), row)
    assert "Cancel it" not in client.get("/c/hall/proposals/1/simulation/").content.decode()


def test_one_that_is_cancelled_meanwhile_stops(dearer: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays cancelled, and what was begun is thrown away."""
    row, cycles = ask(dearer), Cycle.objects.count()
    played = simulation_jobs.weeks_under

    def and_cancelled(*args: Any) -> Any:
        cancel_simulation(person("bob"), row)
        return played(*args)

    monkeypatch.setattr(simulation_jobs, "weeks_under", and_cancelled)
    play_waiting()
    row.refresh_from_db()
    assert (row.status, row.report, Cycle.objects.count()) == ("cancelled", {}, cycles)


def test_what_a_killed_worker_left_is_played_again_once(dearer: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cycle is swept away; and then it is given up."""

    class Killed(BaseException):
        """As a signal ends a process."""

    def killed(*args: Any) -> None:
        raise Killed

    monkeypatch.setattr(simulation_jobs, "_report", killed)
    row = ask(dearer)
    for _ in range(2):
        with pytest.raises(Killed):
            play_waiting()
        assert play_waiting() == 0
        dearer.clock.wait(minutes=6)
    assert play_waiting() == 0
    row.refresh_from_db()
    assert row.status == "broken"


def test_a_mistake_of_the_program_is_said(dearer: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no row waits for ever."""
    monkeypatch.setattr(simulation_jobs, "changed_values", None)
    row = ask(dearer)
    play_waiting()
    row.refresh_from_db()
    assert (row.status, row.trouble) == (
        "broken",
        "Something went wrong in the program. Tell whoever runs this site: the site's log says more.",
    )


def test_the_page_asks_shows_progress_and_what_came_of_it(dearer: Hall) -> None:
    """Whoever is logged in asks; programs do and read the same."""
    page, api = "/c/hall/proposals/1/simulation/", "/api/v1/cycles/hall/proposals/1/simulations/"
    client = Client()
    assert "Log in" in client.get(page).content.decode()
    assert client.post(page, {"do": "ask", "weeks": "1"}).headers["Location"].startswith("/accounts/login/")
    client.force_login(person("bob"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(page, {"do": "ask", "weeks": "99"}).status_code == 422
    assert client.post(page, {"do": "ask", "weeks": "1"}).status_code == 302
    assert "Waiting to start." in client.get(page).content.decode()
    assert client.post(page, {"do": "ask", "weeks": "1"}).status_code == 409
    assert client.post(api, {"weeks": 2}, content_type="application/json").status_code == 409
    assert Client().post(api, {"weeks": 2}, content_type="application/json").status_code in (401, 403)
    play_waiting()
    shown = client.get(page).content.decode()
    assert "The price of one Chip in Vertebrae" in shown
    assert "60 Vertebrae" in shown
    assert "<polyline" in shown
    (row,) = Client().get(api).json()["items"]
    assert (row["status"], row["report"]["values"][0]["after"]) == ("done", "60 Vertebrae")
    assert client.post(api, {"weeks": 2}, content_type="application/json").status_code == 202
    assert client.post(page, {"do": "cancel", "simulation": "9" * 12}).status_code == 302
    newest = Simulation.objects.latest("pk")
    client.post(page, {"do": "cancel", "simulation": str(newest.pk)})
    newest.refresh_from_db()
    assert newest.status == "cancelled"


def test_programs_see_one_simulation_and_cancel_it(dearer: Hall) -> None:
    """Of that proposal, and by who asked; a second time, and when it is over, that changes nothing."""
    row, json = ask(dearer), "application/json"
    one = f"/api/v1/cycles/hall/proposals/1/simulations/{row.pk}/"
    assert Client().get(one).json()["status"] == "waiting"
    client, other = Client(), Client()
    client.force_login(person("bob"), backend="django.contrib.auth.backends.ModelBackend")
    other.force_login(person("eve"), backend="django.contrib.auth.backends.ModelBackend")
    refused = other.post(f"{one}cancel/", {}, content_type=json)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-yours")
    assert Client().post(f"{one}cancel/", {}, content_type=json).status_code in (401, 403)
    for _ in range(2):
        assert client.post(f"{one}cancel/", {}, content_type=json).json()["status"] == "cancelled"
    dearer.propose("bob", price(50))
    assert client.get(one.replace("/1/", "/2/", 1)).status_code == 404
    assert client.get(one.replace(str(row.pk), str(10**25))).status_code == 404


def test_what_becomes_of_a_proposal_meanwhile_does_not_matter(dearer: Hall) -> None:
    """Withdrawn, it is played all the same, and stays to be read; edited so that it does not apply, that is said."""
    code = Proposal.objects.get(cycle=dearer.pk, number=1).code
    row = ask(dearer)
    dearer.do("ada", "withdraw-proposal", proposal=code)
    assert play_waiting() == 1
    row.refresh_from_db()
    assert (row.status, row.trouble) == ("done", "")
    page = "/c/hall/proposals/1/simulation/"
    shown = Client().get(page).content.decode()
    assert "60 Vertebrae" in shown
    assert 'id="ask"' not in shown
    client = browser_of(person("bob"))
    assert client.post(page, {"do": "ask", "weeks": "1"}).status_code == 409

    Simulation.objects.update(status="waiting", tries=0)
    Proposal.objects.filter(cycle=dearer.pk).update(amendments=[{"op": "remove", "path": "/nothing/such"}])
    play_waiting()
    row.refresh_from_db()
    assert (row.status, row.trouble) == ("broken", simulation_jobs.OTHERWISE)


@pytest.mark.parametrize("gone", ["revision", "proposal"])
def test_of_what_a_correction_has_undone_meanwhile_it_says_so(dearer: Hall, gone: str) -> None:
    """The corrected history has fewer revisions, or knows nothing of the proposal: no mistake of the program."""
    row = ask(dearer)
    if gone == "revision":
        Simulation.objects.update(revision=9)
    else:
        Proposal.objects.filter(cycle=dearer.pk).delete()
    assert play_waiting() == 1
    row.refresh_from_db()
    assert (row.status, row.trouble) == ("broken", simulation_jobs.OTHERWISE)


def test_a_day_in_which_much_happens_is_broken_off(dearer: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether time is left is asked before each visit of a bot, however long a law's week takes; nothing is left."""
    visits: list[str] = []

    def take_turn(slug: str, actor: Actor, *more: Any) -> list[str]:
        visits.append(actor.name)
        return []

    monkeypatch.setattr("nomic.forecast.simulate._come_by", take_turn)
    cycles = Cycle.objects.count()
    made = weeks_under(dict(dearer.cycle.law.document), 8, "seed", "simulated~9~", lambda: len(visits) < 3)
    assert (made, len(visits), Cycle.objects.count()) == ([], 3, cycles)


def test_no_simulation_depends_on_a_secret_or_on_who_has_what(dearer: Hall) -> None:
    """It begins anew under the law: of two cycles with one law, with the same luck, it says the same."""
    row = ask(dearer)
    first = _report_with_luck(row)
    assert _report_with_luck(row) == first
    dearer.grant("bob", "Chip", 9)
    dearer.grant_card("eve")
    PhaseSeed.objects.filter(cycle=dearer.pk).update(seed="7" * 64)
    Cycle.objects.filter(pk=dearer.pk).update(own_seed="7" * 64)
    assert _report_with_luck(row) == first


def _report_with_luck(row: Simulation) -> dict[str, Any]:
    """What the simulation says where chance falls as it always does for this name."""
    mine = Simulation.objects.filter(pk=row.pk)
    drawn = iter(range(10**6))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            random_tokens, "token_hex", lambda octets: hashlib.shake_256(b"%d" % next(drawn)).hexdigest(octets)
        )
        return simulation_jobs._report(Simulation.objects.get(pk=row.pk), mine)
