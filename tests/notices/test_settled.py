"""Notices whose subject is settled are read by themselves; what is not settled, or asks for nothing, stays unread."""

import pytest

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Status
from nomic.matches.models import Match
from nomic.notices import kinds
from nomic.notices.kinds import asking_kinds
from nomic.notices.models import Notice
from nomic.notices.notify import notify_in
from nomic.notices.settled_notices import mark_settled_read, mark_some_settled_read
from nomic.web.forms.perform_once import perform_once
from tests.support.hall import Hall, OpenCycle

# They report something that has happened, or clocks end them (`reminders.py`).
ASK_FOR_NOTHING = {
    "about-you", "all-right", "bell", "correction", "cycle-ended", "discussion", "dungeon-outcome", "grant", "judge",
    "mention", "moderated", "outage", "proposal-replaced", "recap", "reminder", "report", "rule-failed", "ruling",
    "signed-up", "trade-over", "trouble", "turn", "wiki", "wiki-stop",
}  # fmt: skip


@pytest.fixture
def hall(open_cycle: OpenCycle) -> Hall:
    """Ada and Bob have cards and Vertebrae."""
    hall = open_cycle(joined=("ada", "bob"))
    for name in ("ada", "bob"):
        for species in ("2", "3", "5", "7", "9", "10"):
            hall.grant_card(name, species)
    Notice.objects.all().delete()  # of what they were given
    return hall


def unread(name: str) -> list[str]:
    return list(
        Notice.objects.filter(person__username=name, read_at=None).order_by("pk").values_list("kind", flat=True)
    )


def do(hall: Hall, name: str, action: str, /, **args: object) -> None:
    """Act as the pages do."""
    perform_once(hall.read_context(name), action, dict(args), None)


def test_each_kind_asks_for_something_or_is_a_report() -> None:
    """Who adds a kind decides which."""
    assert set(kinds._kinds) == ASK_FOR_NOTHING | set(asking_kinds())
    assert not ASK_FOR_NOTHING & set(asking_kinds())


def test_a_proposal_is_settled_by_ones_vote(hall: Hall) -> None:
    """At once by that of the reader on a page; other proposals and what others have not voted on stay."""
    do(hall, "bob", "submit-proposal", title="A hum", text="Hum.")
    do(hall, "bob", "submit-proposal", title="A nap", text="Nap.")
    assert unread("ada") == ["proposed", "proposed"]
    assert mark_some_settled_read() == 0
    do(hall, "ada", "vote", proposal="1", vote="for")
    left = Notice.objects.get(person__username="ada", read_at=None)
    assert left.link.endswith("/proposals/2/")


def test_a_proposal_is_settled_by_its_end(hall: Hall) -> None:
    hall.do("bob", "submit-proposal", title="A hum", text="Hum.")
    hall.do("bob", "withdraw-proposal", proposal="1")
    assert unread("ada") == ["proposed"]
    assert mark_some_settled_read() == 1
    assert unread("ada") == []


def test_a_challenge_is_settled_by_the_answer(hall: Hall) -> None:
    do(hall, "ada", "request-duel", players=["bob"])
    match = Match.objects.get()
    assert unread("bob") == ["duel-asked"]
    assert mark_some_settled_read() == 0
    do(hall, "bob", "accept-duel", match=match.code)
    assert unread("bob") == []


def test_a_game_that_goes_in_circles_is_settled_by_its_end(hall: Hall) -> None:
    do(hall, "ada", "request-duel", players=["bob"])
    match = Match.objects.get()
    do(hall, "bob", "accept-duel", match=match.code)
    notify_in(hall.cycle, ["ada", "bob"], "standstill", "It goes in circles.", f"/c/{hall.slug}/matches/{match.code}/")
    assert mark_some_settled_read() == 0
    do(hall, "ada", "move", match=match.code, move={"kind": "forfeit"}, answers=[])
    assert "standstill" not in unread("ada")
    mark_some_settled_read()
    assert "standstill" not in unread("bob"), "also of who did nothing"


def test_an_offered_trade_is_settled_by_the_answer(hall: Hall) -> None:
    hall.grant("ada", "Vertebra", 3)
    do(hall, "ada", "offer-trade", to="bob", gives={"Vertebra": 1})
    assert unread("bob") == ["trade-offered"]
    assert mark_some_settled_read() == 0
    do(hall, "ada", "withdraw-trade", trade="1")
    mark_some_settled_read()
    assert "trade-offered" not in unread("bob")


def test_nothing_is_settled_while_not_all_that_waits_is_known(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a kind of tasks only the first are read: a notice about another one is not over."""
    hall.do("bob", "submit-proposal", title="A hum", text="Hum.")
    hall.do("bob", "submit-proposal", title="A nap", text="Nap.")
    notify_in(hall.cycle, ["ada"], "request-filed", "A request.", f"/c/{hall.slug}/court/9/")
    monkeypatch.setattr("nomic.notices.pages_with_tasks.MAX_OF_A_KIND", 2)
    assert mark_some_settled_read() == 0
    monkeypatch.setattr("nomic.notices.pages_with_tasks.MAX_OF_A_KIND", 3)
    assert mark_some_settled_read() == 1
    assert unread("ada") == ["proposed", "proposed"]


def test_everybody_has_their_turn(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a run begins, and however few it looks at."""
    hall.join("eve", "zoe")
    Notice.objects.all().delete()
    hall.do("bob", "submit-proposal", title="A hum", text="Hum.")
    hall.do("bob", "withdraw-proposal", proposal="1")
    monkeypatch.setattr("nomic.notices.settled_notices.MAX_AT_ONCE", 1)
    people = sorted(Person.objects.filter(username__in=("ada", "eve", "zoe")).values_list("pk", flat=True))
    for first in reversed(people):
        monkeypatch.setattr("nomic.notices.settled_notices.secrets.randbelow", lambda most, first=first: first)
        assert mark_some_settled_read() == 1
    assert unread("ada") == unread("eve") == unread("zoe") == []


def test_an_end_of_the_cycle_settles_all_that_asks(hall: Hall) -> None:
    """A report stays."""
    do(hall, "bob", "submit-proposal", title="A hum", text="Hum.")
    notify_in(hall.cycle, ["ada"], "bell", "It rang.", f"/c/{hall.slug}/")
    Cycle.objects.filter(pk=hall.pk).update(status=Status.ENDED)
    assert mark_settled_read(Cycle.objects.get(pk=hall.pk), Person.objects.get(username="ada").pk) == 1
    assert unread("ada") == ["bell"]
    assert mark_settled_read(hall.cycle, None) == 0


def test_in_a_game_with_bots_alone_ones_own_standstill_is_seen(open_cycle: OpenCycle) -> None:
    """The bots are among the players who are told, but nobody else is."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Mira")
    (notice,) = notify_in(hall.cycle, ["ada", "Mira bot 1"], "standstill", "It goes in circles.", f"/c/{hall.slug}/")
    assert notice.read_at is not None


def test_a_notice_names_a_bot_as_the_pages_do(open_cycle: OpenCycle) -> None:
    """Its number is only for telling two of a character apart, and the page that the notice leads to has none."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Mira")
    told = "It is your turn in your duel with Mira bot 1."
    (notice,) = notify_in(hall.cycle, ["ada"], "turn", told, f"/c/{hall.slug}/")
    assert notice.text == "It is your turn in your duel with Mira."
    Cycle.objects.filter(pk=hall.pk).update(practice=False)
    (notice,) = notify_in(Cycle.objects.get(pk=hall.pk), ["ada"], "turn", told, f"/c/{hall.slug}/")
    assert notice.text == told
