"""Times on pages: every one is a `time` element, which a script shows in the visitor's zone; practice time says so."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.games import games_in
from nomic.notices.models import Notice
from nomic.web.rendering.times.timestamps import SAID, length_in_words, time_left, with_instants
from tests.support.fixture_cache import laid
from tests.support.furnished_cycle import furnished_hall, hall_with_players
from tests.support.signed_in import browser_of

ROOT = Path(__file__).parents[2]
NEAR = datetime(2024, 12, 30, tzinfo=UTC)
CLOCK = re.compile(r"\b[0-9]{1,2}:[0-9]{2}\b")
TIME = re.compile(r"<time datetime=\"[^\"]+\" title=\"[^\"]+ UTC[^\"]*\" data-form=\"[a-z]+\".*?</time>", re.DOTALL)

# Another way to write a time: a filter, a tag or a bare instant.
ANOTHER_WAY = re.compile(
    r"\|\s*(?:date|time|timesince|timeuntil|localtime|utc|timezone)\b|\{%\s*(?:now|localtime|timezone)\b"
    r"|\{\{[^}]*(?:_at|\.at|\bnow)\s*(?:\|[^}]*)?\}\}|<time\b"
)
# Where the code says instants: in the host's way, which pages recognise; or for a reader that is no page.
NO_PAGE = (
    "nomic/wiki/",
    "nomic/bench/",
    "nomic/devtools/",
    "nomic/cycles/management/",
    "nomic/web/rendering/times/timestamps.py",
)


def templates() -> list[Path]:
    """Those of pages: the wiki's write UTC, and the admin is Django's."""
    found = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("*/templates/**/*.html")]
    return [path for path in found if "/admin/" not in path.as_posix()]


def test_templates_write_times_by_the_tags_alone() -> None:
    """Instant, countdown and told; no filter, no bare instant, no `time` of its own."""
    assert len(templates()) > 80
    assert [str(path) for path in templates() if ANOTHER_WAY.search(path.read_text())] == []


def test_the_code_says_instants_in_one_way() -> None:
    """Journals, notices and refusals: as `Thursday 01 February, 12:00 UTC`, which a page turns into a time."""
    odd = []
    for room in ("nomic", *games_in(ROOT)):
        for path in sorted((ROOT / room).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if place.startswith(NO_PAGE) or "/migrations/" in place:
                continue
            for line in path.read_text().splitlines():
                said = re.search(r"%[aAbBdHIjmMpyY][^\"']*", line)
                is_format = said and re.search(r":%[aAbBdHIjmMpyY]|strftime", line)
                if is_format and "%d %B, %H:%M} UTC" not in line and "__str__" not in line and "{self." not in line:
                    odd.append(f"{place}: {line.strip()}")
    assert odd == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Thursday 02 January, 09:30 UTC", "2025-01-02T09:30:00+00:00"),
        ("31 December, 23:59 UTC", "2024-12-31T23:59:00+00:00"),
        ("Thursday 29 February, 00:00 UTC", "2024-02-29T00:00:00+00:00"),
        ("Friday 02 January, 09:30 UTC", None),  # no such day near
        ("Thursday 31 February, 09:30 UTC", None),
        ("Thursday 02 January, 24:30 UTC", None),
        ("Thursday 02 January, 09:30", None),  # of some other zone, for all we know
    ],
)
def test_an_instant_in_words_is_shown_as_one(said: str, meant: str | None) -> None:
    """Its year is the nearest that fits; what is no instant stays as it is."""
    html = with_instants(f"It ends {said}. <b>", NEAR, practice=False)
    assert re.findall(r'datetime="([^"]+)"', html) == ([meant] if meant else [])
    assert re.sub(r"</?time[^>]*>", "", html) == f"It ends {said}. &lt;b&gt;"


def test_the_year_that_is_said_is_meant() -> None:
    """Even if the same weekday falls on that day in a nearer year; the year stays as it is written."""
    html = with_instants("It begins on Thursday 02 January, 09:30 UTC, 2031.", NEAR, practice=False)
    assert re.findall(r'datetime="([^"]+)"', html) == ["2031-01-02T09:30:00+00:00"]
    assert html.endswith("UTC</time>, 2031.")
    assert "<time" not in with_instants("Thursday 02 January, 09:30 UTC, 2030.", NEAR, practice=False)
    assert "<time" not in with_instants("Thursday 02 January, 09:30 UTC, 0000.", NEAR, practice=False)


def test_a_million_of_them_take_no_time() -> None:
    """What somebody writes into a title is read in one pass."""
    text = "Thursday 02 January, 09:30 UTC " * 3_000 + "Thursday 02 " * 20_000
    assert with_instants(text, NEAR, practice=False).count("<time") == 3_000
    assert SAID.search("Monday 99 March, 00:00 utc" * 20_000) is None


def test_a_name_from_right_to_left_turns_no_number_around() -> None:
    """It is set apart with what is between its letters; in a row of names each letter is read once."""
    html = with_instants("נעה לוי gives 3 to <فاطمة>.", NEAR, practice=False)
    assert html == "<bdi>נעה לוי</bdi> gives 3 to &lt;<bdi>فاطمة</bdi>&gt;."
    assert with_instants("א " * 100_000 + "b", NEAR, practice=False).count("<bdi>") == 1


def test_lengths_are_said_by_their_two_greatest_units() -> None:
    assert [time_left(each) for each in (0.5, 59, 3_601, 190_000)] == ["now", "in 59 s", "in 1 h 0 min", "in 2 d 4 h"]
    assert length_in_words(0) == "0 s"


def times_of(html: str) -> tuple[list[str], str]:
    """The time elements of a page, and its words without them."""
    main = html[html.index("<header") :]
    return TIME.findall(main), re.sub(r"<[^>]+>", " ", TIME.sub("", main))


@pytest.fixture
def ada(db: None) -> Client:
    """Ada's browser, and a furnished practice hall whose clock is a day ahead."""
    laid("a furnished hall", lambda: furnished_hall("furnished"))
    return browser_of("Ada")


PAGES = (
    "/", "/account/", "/notices/", "/c/furnished/", "/c/furnished/players/", "/c/furnished/players/Ada/",
    "/c/furnished/croupier/", "/c/furnished/proposals/", "/c/furnished/proposals/4/", "/c/furnished/ruleset/",
    "/c/furnished/ruleset/revisions/", "/c/furnished/ruleset/revisions/0/", "/c/furnished/journal/",
    "/c/furnished/journal/1/", "/c/furnished/chance/", "/c/furnished/wiki/", "/c/furnished/matches/",
)  # fmt: skip


def test_every_time_on_a_page_is_a_time_element_and_practice_time_says_so(ada: Client) -> None:
    """No time stands beside them; on a practice cycle's pages each title says it, and the sign is in the bar only."""
    cycle = Cycle.objects.get(slug="furnished")
    Notice.objects.create(
        person=Person.objects.get(username="Ada"), cycle=cycle, kind="k", text="It ends 02 January, 09:30 UTC."
    )
    told = Notice.objects.filter(person__username="Ada").count()
    counts = {}
    for page in PAGES:
        html = ada.get(page).content.decode()
        times, words = times_of(html)
        counts[page] = len(times)
        # Of the law's own words and of sizes nothing is asked.
        assert not CLOCK.search(words) or "ruleset" in page, (page, CLOCK.search(words))
        if page.startswith("/c/") and page != "/c/furnished/wiki/" and cycle.practice:
            worldly = [each for each in times if "practice time" not in each]
            assert html.count("practice-sign") <= 2, page  # the bar's, and the hall's note
            assert len(worldly) == (page == "/c/furnished/" and bool(cycle.clock_offset)), (page, worldly)
    assert counts["/c/furnished/journal/"] > 10
    assert counts["/notices/"] == told + 2  # when each was told; and what this one says, there and on its button


@pytest.mark.django_db
def test_a_practice_cycle_says_how_far_its_clock_is_from_the_worlds() -> None:
    """In the bar of every page, and in the hall with both instants; another cycle says nothing of it."""
    cycle = hall_with_players("trial", "Ada")
    Cycle.objects.filter(pk=cycle.pk).update(clock_offset=timedelta(days=2, hours=4))
    hall = Client().get("/c/trial/").content.decode()
    assert 'practice time</span><span class="if-room">, 2 d 4 h ahead</span>' in hall
    assert "2 d 4 h ahead of real time" in hall
    Cycle.objects.filter(pk=cycle.pk).update(clock_offset=timedelta(minutes=47, seconds=58))
    hall = Client().get("/c/trial/").content.decode()
    assert (
        'practice time</span><span class="if-room">, 47 min ahead</span>' in hall
    )  # no longer than fits beside what it leads to, on a phone
    assert "47 min 58 s ahead of real time" in hall
    Cycle.objects.filter(pk=cycle.pk).update(clock_offset=-timedelta(minutes=5))
    assert "5 min 0 s behind real time" in Client().get("/c/trial/").content.decode()
    Cycle.objects.filter(pk=cycle.pk).update(practice=False, clock_offset=timedelta(0))
    assert "practice time" not in Client().get("/c/trial/").content.decode()


# The zone


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "kept"),
    [("Europe/Berlin", "Europe/Berlin"), ("", ""), ("Mars/Olympus", "UTC"), ("UTC\0", "UTC")],
)
def test_the_zone_is_chosen_on_the_account_page(sent: str, kept: str) -> None:
    """It stands in every page for the script; what is no zone changes nothing."""
    ada = Person.objects.create_user("Ada", password="x", zone="UTC")
    client = browser_of(ada)
    assert client.post("/account/", {"zone": sent}).status_code == 302
    assert Person.objects.get(pk=ada.pk).zone == kept
    assert f'data-zone="{kept}"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_without_a_log_in_the_browsers_zone_is_left() -> None:
    html = Client().get("/").content.decode()
    assert 'data-zone=""' in html
    assert "All times are UTC." in html
