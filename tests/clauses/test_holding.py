"""Items that are worked out, and the cycle's own store of them."""

from typing import Any

import pytest
from django.test import Client

from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.models import Cycle
from nomic.inventory.ledger import in_store
from nomic.inventory.models import Balance
from nomic.law.document.sections import Law, flaws_of
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.clauses.test_triggers import when
from tests.support.hall import Hall, cycle_16
from tests.wiki.test_pages import page_of

PAY: Clauses = {"pay": {"action": "Pay", "do": [{"transfer": "Vertebra", "from": "$me", "to": "cycle", "n": 3}]}}
WELL = {"stock": "Vertebra", "of": "cycle"}


def holds(hall: Hall) -> dict[str, int]:
    return in_store(hall.cycle)


# ── the store


def test_players_and_the_cycle_hand_items_to_each_other(open_with: OpenWith) -> None:
    """Never more than there are; the journal says who has them, and the ledger adds up."""
    take = {"action": "Take", "do": [{"transfer": "Vertebra", "from": "cycle", "to": "$me", "n": {"times": [2, WELL]}}]}
    hall = open_with(PAY | {"take": take})
    before = hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")
    entry = hall.do("ada", "tolls_pay")
    assert entry.words[1:] == ["ada loses 3 Vertebrae.", "The treasury gains 3 Vertebrae."]
    assert (holds(hall), hall.has("ada", "Vertebra")) == ({"Vertebra": 3}, before[0] - 3)
    hall.do("bob", "tolls_take")
    assert (holds(hall), hall.has("bob", "Vertebra")) == ({}, before[1] + 3)
    hall.is_sound()


def test_it_can_be_granted_to_and_revoked_from(open_with: OpenWith) -> None:
    """What it has can be asked like what players have."""
    rich = {"is": [WELL, "at_least", 5]}
    hall = open_with(
        {
            "fill": {"action": "Fill", "do": [{"grant": "Vertebra", "to": "cycle", "n": 5}]},
            "drain": {"action": "Drain", "who": rich, "do": [{"revoke": "Vertebra", "from": "cycle", "n": 4}]},
        }
    )
    refused = hall.refused("ada", "tolls_drain", "not-so", "Tolls")
    assert "the treasury has at least 5 Vertebrae" in refused.detail
    hall.do("ada", "tolls_fill")
    hall.do("ada", "tolls_drain")
    assert holds(hall) == {"Vertebra": 1}
    hall.is_sound()


def test_it_is_nobodys_and_stays_when_people_leave(open_with: OpenWith) -> None:
    """R5, R56: it is no player, whom nothing is asked of and who wins nothing."""
    hall = open_with(
        {"fill": {"action": "Fill", "do": [{"grant": "Chip", "to": "cycle", "n": 1000}, {"announce": "Full."}]}}
    )
    hall.do("ada", "tolls_fill")
    assert hall.cycle.is_running
    hall.do("ada", "leave")
    assert holds(hall) == {"Chip": 1000}
    hall.is_sound()


def test_everybody_sees_what_it_has(open_with: OpenWith) -> None:
    """In the hall, by the API, on the wiki."""
    hall = open_with(PAY)
    hall.do("ada", "tolls_pay")
    client = Client()
    page = client.get(f"/c/{hall.slug}/").content.decode()
    assert "The cycle itself has" in page
    assert "<li>3 Vertebrae</li>" in page
    assert client.get(f"/api/v1/cycles/{hall.slug}/").json()["store"] == {"Vertebra": 3}
    Cycle.objects.filter(slug=hall.slug).update(published=True)
    make_pages(hall.cycle)
    assert "== Held by the cycle ==\n* 3 Vertebrae\n" in render_page(page_of(hall.cycle, PageKind.GAMESTATE))


def test_a_cycle_without_one_is_not_asked_for_it(open_with: OpenWith, django_assert_num_queries: Any) -> None:
    """No law that speaks of none costs a query."""
    hall = open_with({"a": {"action": "A", "do": [{"announce": "A"}]}})
    cycle = hall.cycle
    assert cycle.law
    with django_assert_num_queries(0):
        assert in_store(cycle) == {}


# ── items that are worked out


def test_an_item_can_be_what_a_name_stands_for(open_with: OpenWith) -> None:
    """Drawn out of a list, or of several each."""
    hall = open_with(
        {
            "lot": {
                "action": "Lot",
                "do": [
                    {"choose": "what", "from": {"values": ["Chip", "Vertebra"]}, "by": "chance"},
                    {"grant": "$what", "to": "$me", "n": 2},
                ],
            },
            "both": {"action": "Both", "do": [{"grant": ["Chip", "Vertebra"], "to": "$me"}]},
        }
    )
    before = hall.has("ada", "Chip"), hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_lot")
    gained = hall.has("ada", "Chip") - before[0], hall.has("ada", "Vertebra") - before[1]
    assert sorted(gained) == [0, 2]
    hall.do("ada", "tolls_both")
    assert (hall.has("ada", "Chip") - before[0], hall.has("ada", "Vertebra") - before[1]) == (
        gained[0] + 1,
        gained[1] + 1,
    )
    hall.is_sound()


def test_what_is_no_item_comes_to_nothing_and_is_said(open_with: OpenWith) -> None:
    """A title that an event gives is none."""
    hall = open_with({"a": when("proposal-submitted", {"grant": "$title", "to": "$who"})})
    hall.propose("ada", {"op": "replace", "path": "/rules/tolls/body", "value": "Other."})
    entry = hall.entries("act-by-rule")[-1]
    assert entry.failure is None
    assert any("no longer exists" in line for line in entry.words)
    assert not Balance.objects.filter(cycle=hall.pk).exclude(item__in=hall.cycle.law.document["items"]).exists()
    hall.is_sound()


@pytest.mark.parametrize(
    ("step", "place", "detail"),
    [
        ({"grant": "$what", "to": "$me"}, "/1/grant", "there is no item 'Pebble'"),
        ({"grant": "Chip", "to": "pool"}, "/1/to", "players, or cycle"),
        ({"grant": "Chip", "to": "ada"}, "/1/to", "players, or cycle"),
        ({"grant": "Chip", "n": {"stock": "Chip", "of": "ada"}, "to": "$me"}, "/1/n/of", "pool, or cycle"),
        ({"grant": 3, "to": "$me"}, "/1/grant", "an item needed here"),
        ({"transfer": "Chip", "from": "cycle", "to": "cycle"}, "/1/to", "the same"),
        ({"grant": "Chip", "to": "cycle", "until": "phase-ends"}, "/1/until", "use after"),
    ],
)
def test_what_cannot_be_held_is_refused(step: Any, place: str, detail: str) -> None:
    """With its place."""
    what = {"choose": "what", "from": {"values": ["Chip", "Pebble" if "Pebble" in detail else "Chip"]}, "by": "chance"}
    use = [] if "Pebble" in detail else [{"grant": "$what", "to": "$me"}]
    clauses = {"a": {"action": "A", "do": [what, step, *use]}}
    found = [(flaw.path, flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]
    assert any(path == f"/rules/tolls/clauses/a/do{place}" and detail in said for path, said in found), found


def test_they_are_said_in_words() -> None:
    """The cycle as such, an item by its name, what is worked out as what it stands for."""
    clauses: Clauses = {
        "a": {
            "action": "A",
            "do": [
                {"transfer": "Vertebra", "from": "$me", "to": "cycle", "n": 3},
                {"choose": "what", "from": {"values": ["Chip", "Vertebra"]}, "by": "chance"},
                {"grant": "$what", "to": "$me", "n": 2},
                {"grant": "Vertebra", "to": "$me", "n": WELL},
            ],
        }
    }
    (said,) = explain_rule(Law(with_clauses(cycle_16(), clauses)), "tolls")
    assert said.endswith(
        "Pay 3 Vertebrae to the treasury. Randomly pick either Chip or Vertebra. Gain 2 of what was chosen. "
        "Gain 1 Vertebra for each Vertebra in the treasury."
    )
