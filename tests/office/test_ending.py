"""Ending a game by hand: by form, by the one way in, with and without winners, and taking it back."""

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.roles import GAME_KEEPER, give_roles
from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NotAllowed, Refused
from nomic.cycles.models import PhaseSeed
from tests.support.hall import ADMIN, DAY, Hall
from tests.support.signed_in import browser_of

STOP = "stop-cycle"


@pytest.fixture
def keeper(cast: Hall) -> Client:
    """The browser of an admin of a game with three players."""
    return browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])


def address(hall: Hall) -> str:
    return f"/office/cycles/{hall.slug}/"


@pytest.mark.parametrize(
    ("winners", "winner", "words"),
    [
        ([], "", "ends without a winner: nobody plays any more"),
        (["eve"], "eve", "ends, won by eve: nobody"),
        (["eve", "ADA"], "eve and ada", "ends, won by eve and ada: nobody"),
    ],
)
def test_it_ends_and_the_journal_gives_it_again(cast: Hall, winners: list[str], winner: str, words: str) -> None:
    """The admin's entry has the reason; the end follows it; the last seeds are public; a replay is the same."""
    cast.do(ADMIN, STOP, winners=winners, reason="nobody plays any more")
    stop, end = cast.entries()[-2:]
    assert (stop.action, stop.actor_kind, end.action) == (STOP, "admin", "end-cycle")
    assert "nobody plays any more" in stop.words[0]
    assert words in end.words[0]
    assert (cast.cycle.is_running, cast.cycle.winner) == (False, winner)
    assert not PhaseSeed.objects.filter(cycle=cast.pk, phase__lte=cast.cycle.phase, revealed_at=None).exists()
    cast.refused("ada", "leave", "cycle-ended")
    cast.refused(ADMIN, STOP, "cycle-ended", winners=[], reason="again")
    cast.is_sound()
    cast.to(cast.clock.now + 30 * DAY)
    assert cast.entries()[-1] == end, "nothing is due after the end"


def test_the_form_shows_first_what_it_does(keeper: Client, cast: Hall) -> None:
    """The first sending changes nothing, and neither does one with other winners; a double click ends it once."""
    cast.propose("ada")
    cast.do("bob", "file-request", kind="question", title="Chips", text="Who has them?")
    form = {"winners": ["eve"], "reason": "time <is> up", "once": "k" * 32}
    with cast.nothing_changes():
        shown = keeper.post(address(cast), form)
        page = shown.content.decode()
        for sentence in (
            "Eve wins, and",
            "1 proposal that is not decided",
            "1 question is never answered",
            "A correction of the past can undo",
        ):
            assert sentence.lower() in page.lower()
        seen = shown.context["seen"]
        other = keeper.post(address(cast), {**form, "winners": ["ada"], "seen": seen})
        assert "ada wins, and" in other.content.decode().lower()
        assert other.context["seen"] != seen
    for _ in range(2):
        assert keeper.post(address(cast), {**form, "seen": seen}).status_code == 302
    assert [entry.action for entry in cast.entries()].count(STOP) == 1
    assert cast.cycle.winner == "eve"
    assert "End the game" not in keeper.get(address(cast)).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [{"reason": ""}, {"reason": "a\nb"}, {"reason": "x" * 301}, {"winners": ["nobody"]}, {"winners": ["ada", "Ada"]},
     {"winners": ["x" * 31]}, {"winners": ["ada"] * 21}, {"winners": ["\x00"]}],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_kept_in_the_form(keeper: Client, cast: Hall, wrong: dict[str, object]) -> None:
    """Also if it is confirmed at once; nothing changes."""
    form = {"winners": [], "reason": "because", **wrong}
    with cast.nothing_changes():
        answer = keeper.post(address(cast), form)
        if answer.status_code == 200:
            answer = keeper.post(address(cast), {**form, "seen": answer.context["seen"]})
        assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


def test_games_that_are_not_there_or_for_practice_have_no_page(keeper: Client, cast: Hall) -> None:
    """404, whatever is sent."""
    assert keeper.post("/office/cycles/nothing/", {"reason": "x"}).status_code == 404
    type(cast.cycle).objects.filter(pk=cast.pk).update(practice=True)
    assert keeper.get(address(cast)).status_code == 404


def test_only_admins_end_a_game_and_not_for_themselves(cast: Hall) -> None:
    """Players cannot; an admin who plays does not make themselves the winner if another admin can."""
    with cast.nothing_changes(), pytest.raises(NotAllowed):
        perform(cast.slug, cast.actor("ada"), STOP, {"winners": ["ada"], "reason": "I like to"})
    cast.join(ADMIN)
    give_roles(Person.objects.create_user("Second", password="x"), {GAME_KEEPER.name})
    for name in (ADMIN, f" {ADMIN.upper()} "):
        with pytest.raises(Refused, match="own player"):
            perform(cast.slug, cast.actor(ADMIN), STOP, {"winners": ["ada", name], "reason": "so"})
    second = Actor.person(Person.objects.get(username="Second"))
    perform(cast.slug, second, STOP, {"winners": ["ada", ADMIN], "reason": "so"})
    assert cast.cycle.winner == f"ada and {ADMIN}"


def test_a_game_that_has_not_begun_cannot_be_ended(open_cycle) -> None:
    """It can be deleted."""
    hall = open_cycle()
    hall.clock.to(hall.clock.now - DAY)
    hall.refused(ADMIN, STOP, "not-begun", winners=[], reason="so")


def test_a_correction_takes_the_end_back(cast: Hall) -> None:
    """The entry of the admin is void, so is the end that follows from it, and phases begin again."""
    stop = cast.do(ADMIN, STOP, winners=["ada"], reason="a mistake")
    cast.clock.wait(days=4)
    cast.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": stop.key}], reason="not ended")
    assert build_waiting() == 1
    row = Correction.objects.get(cycle=cast.pk)
    cast.do(ADMIN, "adopt-correction", correction=row.code, version=row.version, reason="not ended")
    assert (cast.cycle.is_running, cast.cycle.winner, cast.cycle.ended_at) == (True, "", None)
    assert cast.cycle.phase == 1
    cast.do("ada", "leave")


@pytest.mark.parametrize("winners", [[], ["ada"]])
def test_every_page_says_who_won(cast: Hall, winners: list[str]) -> None:
    """The front page, the hall, the standings, the hall of fame, the API, the journal; no empty name."""
    cast.do(ADMIN, STOP, winners=winners, reason="so")
    visitor = Client()
    for path in ("/", "/c/hall/", "/c/hall/standings/", "/hall-of-fame/", "/c/hall/journal/"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert "None won" not in answer.content.decode()
    assert ("ada" if winners else "Nobody") + " won on" in visitor.get("/c/hall/").content.decode()
    assert visitor.get("/api/v1/cycles/hall/").json()["winner"] == (winners or [None])[0]
