"""The archive: games that have ended, out of the lists, readable, with nothing to be done in them; and out again."""

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.comments.post import post_comment
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.office.models import StaffAct
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of


@pytest.fixture
def keeper(cast: Hall) -> Client:
    """The browser of an admin."""
    return browser_of(Person.objects.get(pk=cast.actor(ADMIN).person_id))


def send(keeper: Client, do: str, reason: str = "it is long over") -> int:
    return keeper.post("/office/cycles/hall/", {"do": do, "reason": reason}).status_code


def listed(address: str) -> bool:
    """Whether the front page has a tile of the game."""
    return 'href="/c/hall/"' in Client().get(address).content.decode()


def test_it_goes_into_the_archive_and_out_again(keeper: Client, cast: Hall) -> None:
    """The lists, the hall, the hall of fame, the API and the log say so; a reader reads all of it."""
    cast.do(ADMIN, "stop-cycle", winners=["ada"], reason="over")
    api = "/api/v1/cycles/?archived="
    assert (listed("/"), listed("/?archive")) == (True, False)
    assert send(keeper, "archive") == 302
    assert (listed("/"), listed("/?archive"), listed("/hall-of-fame/")) == (False, True, True)
    assert "Games in the archive" in Client().get("/").content.decode()
    for page in (
        "",
        "journal/",
        "ruleset/",
        "players/",
        "standings/",
        "proposals/",
        "chance/",
        "corrections/",
        "talk/",
    ):
        assert Client().get(f"/c/hall/{page}").status_code == 200, page
    assert "in the archive" in Client().get("/c/hall/").content.decode()
    for flag, slugs in (("true", ["hall"]), ("false", [])):
        assert [each["slug"] for each in Client().get(f"{api}{flag}").json()["items"]] == slugs
    assert send(keeper, "archive") == 422
    assert send(keeper, "take-out") == 302
    assert (listed("/"), listed("/?archive")) == (True, False)
    assert "Games in the archive" not in Client().get("/").content.decode()
    title = cast.cycle.title
    assert [act.did for act in StaffAct.objects.all()] == [f"took {title} out of the archive", f"archived {title}"]


def test_the_archive_has_no_form_for_talk(keeper: Client, cast: Hall) -> None:
    """The talk says why; before and afterwards there is a form."""
    cast.do(ADMIN, "stop-cycle", winners=["ada"], reason="over")
    for do, can_write in (("", True), ("archive", False), ("take-out", True)):
        if do:
            assert send(keeper, do) == 302
        html = keeper.get("/c/hall/talk/").content.decode()
        assert ('id="comment-text"' in html) == can_write
        assert ("so nobody can write here now" in html) == (not can_write)


def test_nothing_can_be_done_in_the_archive(keeper: Client, cast: Hall) -> None:
    """Not by players, nor by admins, who correct what has ended otherwise; nobody talks; then all of it is back."""
    stop = cast.do(ADMIN, "stop-cycle", winners=[], reason="over")
    send(keeper, "archive")
    undo = {"edits": [{"do": "void", "entry": stop.key}], "reason": "to go on"}
    for name, action, args in ((ADMIN, "open-correction", undo), ("ada", "join", {}), ("ada", "leave", {})):
        cast.refused(name, action, "archived", **args)
    assert not any(found.available for found in cast.can(ADMIN).values())
    ada = Person.objects.get(username="ada")
    with pytest.raises(Refused, match="archive"):
        post_comment(ada, cast.cycle, cast.cycle, "k" * 32, text="hello")
    cast.is_sound()
    send(keeper, "take-out")
    post_comment(ada, cast.cycle, cast.cycle, "k" * 32, text="hello")
    perform("hall", cast.actor(ADMIN), "open-correction", undo)
    assert send(keeper, "archive") == 422, "a correction is open"


@pytest.mark.parametrize(
    ("ended", "do", "reason"), [(False, "archive", "so"), (True, "archive", " "), (True, "take-out", "so")]
)
def test_what_cannot_be_is_refused(keeper: Client, cast: Hall, ended: bool, do: str, reason: str) -> None:
    """What runs is not archived, nor anything without a reason; 422, and nothing changes."""
    if ended:
        cast.do(ADMIN, "stop-cycle", winners=[], reason="over")
    with cast.nothing_changes():
        assert send(keeper, do, reason) == 422
    assert Cycle.objects.get().archived_at is None
    assert not StaffAct.objects.exists()
