"""What people, bots and the wiki see of what rules will do."""

import json

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.clauses.views.deferred_effects import later_in_cycle, later_of_player
from nomic.cycles.models import Cycle
from nomic.law.labels.explanations import entry_explanation
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import OpenWith
from tests.clauses.test_later import LANTERN, LOAN, TITLE, act
from tests.clauses.test_shown import html
from tests.support.hall import HOUR, START
from tests.wiki.test_pages import page_of


def test_a_rule_reads_out_what_it_does_later(open_with: OpenWith) -> None:
    """And until when it lasts."""
    clauses = {
        **TITLE,
        "a": LOAN,
        "b": LANTERN,
        "c": act({"at": "joined", "do": [{"grant": "Vertebra", "to": "$player"}]}),
        "d": act({"set": "Rank", "to": 2, "of": "$me", "until": {"days": 1}}),
        "e": act({"after": {"phases": 2}, "do": [{"reset": "Rank", "of": "$me"}, {"announce": "Over."}]}),
    }
    lead = "“Act”: You may do this at any time. "
    said = entry_explanation(open_with(clauses).cycle.law, "rules", "tolls")
    assert said[1:6] == (
        f"{lead}Gain 5 Vertebrae. 48 hours later, lose 7 Vertebrae.",
        f"{lead}Gain 3 Vertebrae; when this phase ends, lose them again.",
        f"{lead}The next time a player joins, that player gains 1 Vertebra.",
        f"{lead}Your Rank becomes 2; 1 day later, your Rank is set back to 0.",
        f"{lead}When the next phase ends:\n  – Your Rank is set back to 0.\n  – Announce: “Over.”",
    )


def test_what_is_due_says_when_by_which_rule_and_of_whom(open_with: OpenWith) -> None:
    """What is due first in front; a player's own with the player."""
    hall = open_with({"a": LOAN, "b": LANTERN})
    with CaptureQueriesContext(connection) as queries:
        assert later_in_cycle(hall.cycle) == []
    assert len(queries) == 1  # the cycle's own
    hall.do("ada", "tolls_b")
    hall.do("bob", "tolls_a")
    first, second = later_in_cycle(hall.cycle)
    assert (first.at, first.title, first.words, first.players) == (
        START + 48 * HOUR, "Tolls", "Bob loses 7 Vertebrae.", ("bob",),
    )  # fmt: skip
    assert (second.at, second.when, second.words) == (None, "when this phase ends", "Ada loses 3 Vertebrae.")
    assert later_of_player(hall.cycle, "bob") == [first]
    assert later_of_player(hall.cycle, "eve") == []


def test_pages_bots_and_the_wiki_show_it(open_with: OpenWith) -> None:
    """The same everywhere."""
    hall = open_with({"a": LOAN})
    assert "What rules will do" not in html(hall, "")
    hall.do("ada", "tolls_a")
    for path in ("", "players/ada/"):
        assert "Ada loses 7 Vertebrae." in html(hall, path)
    assert "Ada loses" not in html(hall, "players/bob/")

    def read(path: str) -> list[dict[str, object]]:
        answer: list[dict[str, object]] = json.loads(Client().get(f"/api/v1/cycles/{hall.slug}/{path}").content)[
            "later"
        ]
        return answer

    (sent,) = read("")
    assert (sent["rule"], sent["at"], sent["words"]) == ("tolls", "2024-01-03T00:00:00Z", "Ada loses 7 Vertebrae.")
    assert read("players/ada/inventory/") == [sent]
    assert read("players/bob/inventory/") == []
    Cycle.objects.filter(slug=hall.slug).update(published=True)
    make_pages(hall.cycle)
    wiki = render_page(page_of(hall.cycle, PageKind.GAMESTATE))
    assert ": Tolls: Ada loses 7 Vertebrae." in wiki


def test_what_may_tell_of_a_secret_is_not_shown(open_with: OpenWith) -> None:
    """Only that something will be done, and when."""
    clauses = {
        "guess": {"value": "Guess", "of": "player", "seen": "nobody"},
        "a": act({"let": "k", "be": {"value_of": "Guess", "of": "$me"}},
                 {"after": {"hours": 5}, "do": [{"grant": "Vertebra", "n": "$k", "to": "$me"}]}),
    }  # fmt: skip
    hall = open_with(clauses)
    hall.do("ada", "tolls_a")
    (shown,) = later_in_cycle(hall.cycle)
    assert shown.words == "What happens then is still secret."
    assert later_of_player(hall.cycle, "ada") == [shown]


def test_an_announcement_names_the_player(open_with: OpenWith) -> None:
    """And not the name that the law has for the player."""
    later = {"after": {"hours": 2}, "do": [{"announce": "$me pays at last."}]}
    waits = {"at": "joined", "do": [{"announce": "$player meets $me."}]}
    hall = open_with({"a": act(later, waits)})
    hall.do("ada", "tolls_a")
    assert [each.words for each in later_in_cycle(hall.cycle)] == [
        "Announce: “[ada] pays at last.”",
        "Announce: “[that player] meets [ada].”",
    ]
