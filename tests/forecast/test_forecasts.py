"""The forecast that is kept with a proposal: made in the background, shown on its page and in the API."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.forecast import forecasts, simulation_jobs
from nomic.forecast.dry_run import Holding
from nomic.forecast.forecasts import forecast_of, kept_in, make_waiting
from nomic.forecast.models import Forecast, Simulation
from nomic.forecast.player_gains import gains_in
from nomic.proposals.models import Proposal
from tests.clauses.conftest import Clauses, OpenWith, other_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_value_kinds import act
from tests.corrections.conftest import adopt, tell
from tests.forecast.test_dry_run import ALL, GIVE_ALL, at_phase_end, price
from tests.support.hall import ADMIN, HOUR, START, Hall

PAGE = "/c/hall/proposals/1/"
API = "/api/v1/cycles/hall/proposals/1/forecast/"


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks for which a worker was woken by forecasts."""
    tasks: list[str] = []
    for module in (forecasts, simulation_jobs):
        monkeypatch.setattr(module, "wake_worker", tasks.append)
    return tasks


def html(path: str = PAGE) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(page: str) -> str:
    """What the page says of the forecast."""
    return page.partition('id="forecast"')[2].partition("</section>")[0]


def proposal(hall: Hall, number: int = 1) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, number=number)


def made(hall: Hall, number: int = 1) -> Forecast:
    row = forecast_of(hall.cycle, proposal(hall, number))
    assert row is not None
    return row


def gains(hall: Hall, number: int = 1) -> list[str]:
    kept = kept_in(made(hall, number))
    assert kept is not None
    return [gain.words for gain in kept.gains]


def test_a_submission_wakes_a_worker_and_writes_nothing(cast: Hall, woken: list[str]) -> None:
    """The page says that it is not made yet; then it is made once."""
    cast.propose("ada", effects=GIVE_ALL)
    assert woken == ["nomic.forecast.tasks.make_forecasts"]
    assert not Forecast.objects.exists()
    assert "is being worked out" in shown(html())
    assert Client().get(API).json()["status"] == "waiting"
    digest = cast.digest
    assert [make_waiting(), make_waiting()] == [1, 0]
    assert cast.digest == digest
    assert gains(cast) == ["All 3 players: 1 Chip more."]
    page = shown(html())
    assert "1 Chip more" in page
    assert "0 → 1" in page


def test_a_replay_wakes_nobody(cast: Hall, woken: list[str]) -> None:
    """Nothing of a fork is foreseen."""
    cast.propose("ada", price(7))
    woken.clear()
    replayed = replay_journal(cast.cycle)
    assert replayed.same
    assert woken == []
    assert make_waiting() == 1
    discard_fork(replayed.fork)
    assert Forecast.objects.count() == 1


def test_programs_are_told_the_same(cast: Hall) -> None:
    """Who gains, from which state, and all of the dry run."""
    cast.propose("ada", price(7), effects=GIVE_ALL)
    seq = cast.cycle.seq
    make_waiting()
    told = Client().get(API).json()
    assert (told["status"], told["seq"], told["revision"], told["law_has_changed"]) == ("made", seq, 0, False)
    assert told["gains"] == [{"who": "All 3 players", "more": ["1 Chip"], "fewer": []}]
    assert [row["with"] for row in told["result"]["holdings"]] == [1, 1, 1]
    detail = Client().get("/api/v1/cycles/hall/proposals/1/").json()
    assert detail["sentence"].startswith("Once, when it passes: ")
    assert Client().get("/api/v1/cycles/hall/proposals/9/forecast/").status_code == 404


def test_who_differs_is_told_apart(open_with: OpenWith) -> None:
    """Those with the same changes together, the most first."""
    hall = open_with({"bank": {"value": "Bank"}})
    each = {**ALL, "do": [{"grant": "Vertebra", "to": "$them"}]}
    hall.propose("ada", effects=[{"grant": "Chip", "n": 2, "to": "$me"}, each])
    make_waiting()
    assert gains(hall) == ["bob and eve: 1 Vertebra more.", "ada: 2 Chips more, 1 Vertebra more."]


def test_a_rule_that_waits_for_a_deed_has_a_worked_example(open_with: OpenWith) -> None:
    """Nobody gains anything by then, so its page says what would happen if somebody did it now."""
    hall = open_with({"bank": {"value": "Bank"}})
    clause = {"when": "joined", "do": [{"grant": "Chip", "n": 2, "to": "$player"}]}
    hall.propose("bob", {"op": "add", "path": "/rules/tolls/clauses/new", "value": clause})
    make_waiting()
    assert gains(hall) == []
    page = shown(html())
    assert "For example" in page
    assert "Say bob joins:" in page
    assert "bob gains 2 Chips." in page
    assert hall.has("bob", "Chip") == 0


def test_a_proposal_without_a_clause_has_no_example(cast: Hall) -> None:
    cast.propose("ada", price(7), effects=GIVE_ALL)
    make_waiting()
    assert "For example" not in html()


def test_holders_that_are_no_players_are_named_in_words(cast: Hall) -> None:
    """Never as the program names them."""
    cast.propose("ada", effects=GIVE_ALL)
    make_waiting()
    kept = kept_in(made(cast))
    assert kept is not None
    holders = ("kept:Bank:ada", "kept:Bank", "cycle:store", "ada")
    seen = [Holding(holder, "Vertebra", 0, 5, 3) for holder in holders]
    found, left = gains_in(cast.cycle.law, replace(kept.seen, holdings=tuple(seen)), {"ada", "bob"})
    assert [gain.words for gain in found] == [
        "ada's part of the Bank, the Bank, the treasury and ada: 2 Vertebrae fewer."
    ]
    assert left == 0


def test_a_decided_proposal_keeps_what_was_shown(cast: Hall) -> None:
    """Withdrawn or enacted: the page shows the forecast of the vote, and nobody makes another one."""
    cast.propose("ada", price(7), effects=GIVE_ALL)
    cast.propose("bob", price(8))
    make_waiting()
    cast.do("ada", "withdraw-proposal", proposal="1")
    assert "1 Chip more" in shown(html())
    cast.to(START + 48 * HOUR)
    assert make_waiting() == 0
    assert "1 Chip more" in shown(html())
    assert "as seen at the vote" in shown(html())
    assert "check again" not in shown(html())


def test_what_was_decided_before_it_could_be_made_has_none(cast: Hall) -> None:
    """And the page says so."""
    cast.propose("ada", price(7))
    cast.do("ada", "withdraw-proposal", proposal="1")
    assert make_waiting() == 0
    assert "Nothing was worked out while it was open." in shown(html())


def test_a_changed_law_is_said(cast: Hall) -> None:
    """The forecast stays as it was made, and the page says that the law has changed since."""
    title = {"op": "replace", "path": "/cycle/title", "value": "Another hall"}
    other = cast.propose("bob", title, title="Another name")
    cast.to(cast.cycle.phase_ends_at)
    cast.propose("ada", price(7), title="Cheap")
    make_waiting()
    page = "/c/hall/proposals/2/"
    assert "law has changed since" not in shown(html(page))
    cast.vote(other, ada="for", bob="for", eve="for")
    cast.to(proposal(cast).ends_at)
    assert (cast.cycle.revision, proposal(cast, 2).status) == (1, "open")
    assert "law has changed since" in shown(html(page))
    assert Client().get(API.replace("/1/", "/2/")).json()["law_has_changed"]


def test_one_that_fails_says_so_and_stops_nothing(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The vote goes on, and others are still made."""
    cast.propose("ada", price(7))
    cast.propose("bob", effects=GIVE_ALL)
    real = forecasts.dry_run

    def broken(slug: str, proposals: list[Proposal]) -> Any:
        if proposals[0].number == 1:
            raise RuntimeError("secret words of the program")
        return real(slug, proposals)

    monkeypatch.setattr(forecasts, "dry_run", broken)
    assert make_waiting() == 2
    page = shown(html())
    assert "could not be worked out" in page
    assert "Something went wrong in the program." in page
    assert "secret words" not in page
    assert gains(cast, 2) == ["All 3 players: 1 Chip more."]
    assert make_waiting() == 0
    cast.do("bob", "vote", proposal="1", vote="for")


def test_a_busy_database_is_tried_again(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not the proposal's fault."""

    def busy(*_: Any) -> Any:
        raise OperationalError("database is locked")

    cast.propose("ada", price(7))
    with monkeypatch.context() as patched:
        patched.setattr(forecasts, "dry_run", busy)
        make_waiting()
    assert not Forecast.objects.exists()
    assert make_waiting() == 1
    assert made(cast).is_made


def test_what_a_stopped_worker_left_is_made_again_but_not_for_ever(cast: Hall) -> None:
    """After some minutes, twice at most."""
    cast.propose("ada", price(7))
    row = Forecast.objects.create(cycle=cast.cycle, proposal=proposal(cast).code)
    assert make_waiting() == 0
    long_ago = timezone.now() - forecasts.FORGOTTEN_AFTER - timedelta(seconds=1)
    Forecast.objects.filter(pk=row.pk).update(claimed_at=long_ago)
    assert make_waiting() == 1
    assert made(cast).is_made
    Forecast.objects.filter(pk=row.pk).update(status="running", claimed_at=long_ago, tries=2)
    assert make_waiting() == 0
    assert made(cast).trouble == forecasts.STOPPED


def test_what_does_not_apply_is_said_with_the_reason(cast: Hall) -> None:
    """As the law is when it is made."""
    guard = {"op": "test", "path": "/shop/offers/Chip/costs/Vertebra", "value": 3}
    Proposal.objects.filter(code=cast.propose("ada", price(7))).update(amendments=[guard, price(7)])
    make_waiting()
    assert "It could not take effect" in shown(html())
    assert not made(cast).awaits_games


def test_a_report_of_another_version_is_not_shown(cast: Hall) -> None:
    """Instead of an error."""
    cast.propose("ada", price(7))
    make_waiting()
    Forecast.objects.update(report={"seen": 3})
    assert "worked out" in shown(html())
    assert Client().get(API).json()["result"] is None


def test_bots_play_what_changes_the_law_one_at_a_time(cast: Hall, woken: list[str]) -> None:
    """The oldest first, once each; nothing that is only words, and no more in a day than the settings allow."""
    cast.propose("ada", price(7))
    cast.propose("bob", {"op": "add", "path": "/rules/hum", "value": {"title": "Hum", "body": "Hum.", "parent": None}})
    cast.propose("eve", price(9))
    cast.propose("eve", effects=GIVE_ALL)
    make_waiting()
    assert [(row.proposal, row.asked_by) for row in Simulation.objects.all()] == [(proposal(cast).code, "")]
    assert "nomic.forecast.tasks.play_simulations" in woken
    make_waiting()
    assert Simulation.objects.count() == 1
    Simulation.objects.update(status="done")
    make_waiting()
    assert {row.proposal for row in Simulation.objects.all()} == {proposal(cast).code, proposal(cast, 3).code}
    Simulation.objects.update(status="done")
    make_waiting()
    assert Simulation.objects.count() == 2
    assert not Forecast.objects.filter(awaits_games=True).exists()


def test_no_more_games_in_a_day_than_the_settings_say(cast: Hall, settings: Any) -> None:
    """None at all with 0; the forecast itself is made."""
    settings.SIMULATIONS_A_DAY = 0
    cast.propose("ada", price(7))
    make_waiting()
    assert not Simulation.objects.exists()
    assert made(cast).is_made
    assert "when its turn comes" in html()


def test_a_correction_of_what_was_before_makes_it_anew(cast: Hall) -> None:
    """That of an open vote; one that was decided keeps its own, marked."""
    cast.grant("ada", "Vertebra", 25)
    undone = cast.do("ada", "buy", offer="Chip")
    cast.propose("ada", price(7), effects=GIVE_ALL)
    cast.propose("bob", price(8), title="Withdrawn")
    make_waiting()
    cast.do("bob", "withdraw-proposal", proposal="2")
    heads = [made(cast, number).head for number in (1, 2)]
    cast.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": undone.key}], reason="it was wrong")
    adopt(cast, tell(cast))
    assert forecast_of(cast.cycle, proposal(cast)) is None
    assert made(cast, 2).superseded
    assert made(cast, 2).head == heads[1]
    assert "A correction has changed the past since" in shown(html("/c/hall/proposals/2/"))
    assert make_waiting() == 1
    assert made(cast).head != heads[0]


def test_the_page_has_its_parts_in_order(open_with: OpenWith) -> None:
    """The sentence, who gains, the words, the difference, exactly, votes, talk. Who votes has the votes first."""
    clause = at_phase_end({**ALL, "do": [{"grant": "Vertebra", "n": 5, "to": "$them"}]})
    open_with({"dole": {"value": "Dole"}}).propose("ada", other_clauses({"dole": clause}), effects=GIVE_ALL)
    make_waiting()
    page = html()
    ids = ["sentence", "forecast", "words", "difference", "exactly", "votes", "discussion"]
    places = [page.index(f'id="{each}"') for each in ids]
    assert places == sorted(places)


def test_it_knows_no_secrets(open_with: OpenWith) -> None:
    """Though the proposal would make one public, neither the row nor page nor API has it."""
    secret = {"value": "Depth", "seen": "nobody"}
    dig = act({"set": "Depth", "to": "$n"}, **says(n={"is": "number", "sealed": True}))
    game: Clauses = {"secret": secret, "dig": dig, "count": {"value": "Count", "of": "cycle"}}
    hall = open_with(game)
    hall.do("ada", "tolls_dig", n=7777777)
    told = at_phase_end({"set": "Count", "to": {"value_of": "Depth"}}, {"reveal": "Depth"})
    hall.propose("bob", other_clauses(game | {"tell": told}), effects=[{"reveal": "Depth"}])
    make_waiting()
    assert "Depth is 0." in str(made(hall).report)
    for told_by in (str(made(hall).report), html(), Client().get(API).content.decode()):
        assert "7777777" not in told_by
