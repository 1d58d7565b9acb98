"""Tables of the law: rooms with doors, quests that votes extend, prices by name."""

from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.clauses.kinds.tables import law_tables
from nomic.clauses.models import KeptValue
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.proposals.models import Proposal
from nomic.web.rendering.rule_html import table_html
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_shown import html
from tests.support.example_counts import examples
from tests.support.hall import START, Clock, Hall, cycle_16
from tests.wiki.test_pages import page_of

ROOMS: dict[str, Any] = {
    "table": "Rooms",
    "columns": {"Doors": "names", "Toll": "number", "Sign": "text"},
    "rows": {
        "Hall": {"Doors": ["Attic", "Cellar"], "Sign": "Wipe your feet."},
        "Cellar": {"Doors": ["Hall", "Vault"], "Toll": 2},
        "Vault": {"Toll": 7},
        "Attic": {"Doors": ["Hall"]},
    },
}
MAP: Clauses = {
    "rooms": ROOMS,
    "room": {"value": "Room", "of": "player", "is": "name", "starts": "Hall"},
    "walk": {
        "action": "Walk",
        "with": {"to": {"is": "name", "one_of": {"names_in": "Doors", "for": {"names_in": "Room", "of": "$me"}}}},
        "costs": {"Vertebra": {"value_of": "Toll", "for": "$to"}},
        "do": [
            {"set": "Room", "to": "$to", "of": "$me"},
            {"if": {"some": {"names_in": "Sign", "for": "$to"}}, "then": [{"announce": "There is a sign."}]},
        ],
    },
}
QUESTS: Clauses = {
    "quests": {
        "table": "Quests",
        "columns": {"Wanted": "number", "Reward": "item", "Prize": "number"},
        "rows": {"Clocks": {"Wanted": 2, "Reward": "Vertebra", "Prize": 5}},
    },
    "given": {"value": "Given", "by": "suit"},
    "give": {
        "action": "Give to a quest",
        "with": {
            "quest": {
                "is": "name",
                "one_of": {"those": {"listed_in": "Quests"}, "where": {
                    "is": [{"value_of": "Wanted", "for": "$it"}, "more_than", {"value_of": "Given", "for": "$it"}]}},
            }
        },
        "costs": {"Chip": 1},
        "do": [
            {"raise": "Given", "by": 1, "for": "$quest"},
            {"let": "prize", "be": {"names_in": "Reward", "for": "$quest"}},
            {"if": {"is": [{"value_of": "Given", "for": "$quest"}, "equals", {"value_of": "Wanted", "for": "$quest"}]},
             "then": [{"grant": "$prize", "n": {"value_of": "Prize", "for": "$quest"}, "to": "$me"}]},
        ],
    },
    "line": {
        "class": "Quest",
        "lasts": {"hours": 24},
        "passes": {"is": ["$for", "more_than", "$against"]},
        "may": {"change": [{"may": "add", "at": "/rules/tolls/clauses/quests/rows", "most": 1}]},
    },
}  # fmt: skip


def flaws(clauses: Clauses) -> list[tuple[str, str]]:
    at = "/rules/tolls/clauses"
    return [(flaw.path.removeprefix(at), flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]


def room(hall: Hall, name: str) -> str:
    row = KeptValue.objects.filter(cycle=hall.pk, name="Room", holder=name).first()
    return "Hall" if row is None else row.members.strip('["]')


def test_one_walks_through_doors_only(open_with: OpenWith) -> None:
    """The doors of the room in which one is are what can be said; the toll is that of the room that one enters."""
    hall = open_with(MAP)
    before = hall.has("ada", "Vertebra")
    hall.bad("ada", "tolls_walk", "to", to="Vault")
    assert hall.do("ada", "tolls_walk", to="Cellar").words[0] == "ada walks, for 2 Vertebrae."
    hall.bad("ada", "tolls_walk", "to", to="Attic")
    assert "There is a sign." in hall.do("ada", "tolls_walk", to="Hall").words
    hall.do("ada", "tolls_walk", to="Cellar")
    hall.do("ada", "tolls_walk", to="Vault")
    assert before - hall.has("ada", "Vertebra") == 2 + 2 + 7
    refused = hall.refused("ada", "tolls_walk", "no-name", "Tolls", to="Hall")  # the vault has no door out
    assert "none is available" in refused.detail
    assert (room(hall, "ada"), room(hall, "bob")) == ("Vault", "Hall")
    hall.is_sound()


def test_a_vote_opens_a_door_and_another_closes_it(open_with: OpenWith) -> None:
    """Who stands in a room that is gone is shut in, and comes out when it is there again."""
    hall = open_with(MAP)
    hall.grant("ada", "Vertebra", 20)
    hall.do("ada", "tolls_walk", to="Cellar")
    without = {name: row for name, row in ROOMS["rows"].items() if name != "Cellar"}
    enact(hall, other_clauses(MAP | {"rooms": ROOMS | {"rows": without}}))
    hall.refused("ada", "tolls_walk", "no-name", "Tolls", to="Hall")
    enact(hall, {"op": "add", "path": "/rules/tolls/clauses/rooms/rows/Cellar", "value": {"Doors": ["Attic"]}})
    hall.do("ada", "tolls_walk", to="Attic")
    assert room(hall, "ada") == "Attic"
    hall.is_sound()


def test_quests_by_suit_that_votes_extend(open_with: OpenWith) -> None:
    """A line more is a quest more; another change is beyond the class, and so are two lines at once."""
    hall = open_with(QUESTS)
    hall.grant("ada", "Chip", 3)
    hall.grant("bob", "Chip", 3)
    before = hall.has("bob", "Vertebra")
    hall.bad("ada", "tolls_give", "quest", quest="Stars")
    hall.do("ada", "tolls_give", quest="Clocks")
    assert "bob gains 5 Vertebrae." in hall.do("bob", "tolls_give", quest="Clocks").words
    assert hall.has("bob", "Vertebra") == before + 5
    hall.refused("ada", "tolls_give", "no-name", "Tolls", quest="Clocks")
    rows = "/rules/tolls/clauses/quests/rows"
    stars = {"Wanted": 1, "Reward": "Handy Pack", "Prize": 1}
    for beyond in (
        [{"op": "replace", "path": f"{rows}/Clocks/Wanted", "value": 1}],
        [{"op": "add", "path": f"{rows}/{suit}", "value": stars} for suit in ("Stars", "Tides")],
        [{"op": "add", "path": "/rules/tolls/clauses/quests/columns/More", "value": "number"}],
    ):
        of_class = {"title": "A", "text": "B", "class": "line", "amendments": beyond}
        hall.bad("ada", "submit-proposal", "amendments", **of_class)
    code = hall.propose("ada", {"op": "add", "path": f"{rows}/Stars", "value": stars}, **{"class": "line"})
    hall.vote(code, ada="for", bob="for")
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    assert hall.do("ada", "tolls_give", quest="Stars").words[-2:] == [
        "ada gains 1 Handy Pack.",
        "Given for Stars is now 1.",
    ]
    hall.is_sound()


def test_a_rule_shows_it_as_a_table(open_with: OpenWith) -> None:
    """By its name, on the page and on the wiki; a vote that adds a row adds it there. Other names are refused."""
    hall = open_with(MAP)
    body = "/rules/tolls/body"
    enact(hall, {"op": "replace", "path": body, "value": "Walk the rooms.\n\n{{law table|Rooms}}"})
    enact(hall, {"op": "add", "path": "/rules/tolls/clauses/rooms/rows/Loft", "value": {"Toll": 1}})
    page = html(hall, "ruleset/")
    assert "<caption>Rooms" in page
    drawn = page[page.index("<caption>Rooms") :].split("</table>")[0]
    assert all(cell in drawn for cell in ("Hall and Vault", "Loft", "Wipe your feet.", ">Doors<"))
    hall.publish()
    table = str(render_page(page_of(hall.cycle, PageKind.RULESET))).partition("|+ Rooms")[2].partition("|}")[0]
    assert all(cell in table for cell in ("Doors", "Hall and Vault", "Loft"))
    unknown = {"op": "replace", "path": body, "value": "{{law table|Chambers}}"}
    refused = hall.bad("ada", "submit-proposal", "amendments", title="A", text="B", amendments=[unknown])
    assert "Rooms" in refused.errors[0].detail


def test_it_reads_out_line_by_line(open_with: OpenWith) -> None:
    """On the page and on the wiki, in alphabetical order; a difference shows the line that changes."""
    hall = open_with(MAP)
    lines = entry_explanation(hall.cycle.law, "rules", "tolls")
    assert lines[0].split("\n") == [
        "There is a table called Rooms, with the columns Doors (names), Toll (a number) and Sign (a text):",
        "  – Attic (Doors: Hall).",
        "  – Cellar (Doors: Hall and Vault; Toll: 2).",
        "  – Hall (Doors: Attic and Cellar; Sign: Wipe your feet).",
        "  – Vault (Toll: 7).",
    ]
    assert lines[2].startswith(
        "“Walk”: You may do this at any time. Choose one of the Doors of your Room. Pay Vertebrae equal to "
    )
    assert "Cellar (Doors: Hall and Vault; Toll: 2)." in html(hall, "ruleset/")
    hall.publish()
    assert "* Vault (Toll: 7)." in str(render_page(page_of(hall.cycle, PageKind.RULESET))).replace("&#58;", ":")
    code = hall.propose("ada", {"op": "add", "path": "/rules/tolls/clauses/rooms/rows/Loft", "value": {"Toll": 1}})
    assert "Loft (Toll: 1)." in html(hall, f"proposals/{Proposal.objects.get(code=code).number}/")


def test_every_column_has_a_heading_and_every_cell_something(open_with: OpenWith) -> None:
    """A phone shows the heading beside each name. What a row lacks is a dash, which a phone leaves out."""
    table = law_tables(open_with(MAP).cycle.law)["Rooms"]
    assert table.columns == ["Name", "Doors", "Toll", "Sign"]
    assert table.rows[0] == ["Attic", "Hall", "–", "–"]
    page = table_html(table)
    assert '<td data-label="Name"><span>Attic</span></td>' in page
    assert '<td data-label="Toll" class="zero"><span>–</span></td>' in page


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ({"t": {"table": "T", "columns": {"A": "number"}, "rows": {"x": {"B": 1}}}},
         [("/t/rows/x/B", "there is no such column: only A")]),
        ({"t": {"table": "T", "columns": {"A": "number"}, "rows": {"x": {"A": "1"}}}},
         [("/t/rows/x/A", "a whole number is needed here")]),
        ({"t": {"table": "T", "columns": {"A": "number"}, "rows": {"x": {"A": True}}}},
         [("/t/rows/x/A", "a whole number is needed here")]),
        ({"t": {"table": "T", "columns": {"A": "flag"}, "rows": {"x": {"A": 1}}}},
         [("/t/rows/x/A", "true or false is needed here")]),
        ({"t": {"table": "T", "columns": {"A": "names"}, "rows": {"x": {"A": ["y", "y"]}}}},
         [("/t/rows/x/A", "a list of names is needed here, each once")]),
        ({"t": {"table": "T", "columns": {"A": "item"}, "rows": {"x": {"A": "Umbrella"}}}},
         [("/t/rows/x/A", "there is no item 'Umbrella'")]),
        ({"t": {"table": "T", "columns": {}, "rows": {}}}, [("/t/columns", None)]),
        ({"t": {"table": "T", "columns": {"A": "number"}, "rows": {str(n): {} for n in range(101)}}},
         [("/t/rows", None)]),
        ({"t": {"table": "T", "columns": {"T": "number"}}},
         [("/t/columns/T", "a value, table or column is already called 'T'")]),
        ({"t": {"table": "T", "columns": {"A": "number"}}, "a": {"value": "A"}},
         [("/t/columns/A", "a value, table or column is already called 'A'")]),
        ({"t": {"table": "T", "columns": {"A": "number"}}, "u": {"table": "U", "columns": {"A": "number"}}},
         [("/u/columns/A", "a value, table or column is already called 'A'")]),
        ({"t": {"table": "T", "columns": {"A": "number"}, "rows": {"x": {"A": 1}}},
          "act": {"action": "Act", "do": [{"set": "A", "to": 1, "for": "x"}]}},
         [("/act/do/0/set", "'A' is a column of a table, which only a vote changes")]),
        ({"t": {"table": "T", "columns": {"A": "number"}, "rows": {"x": {"A": 1}}},
          "act": {"action": "Act", "do": [{"grant": "Chip", "n": {"value_of": "A", "for": "y"}, "to": "$me"}]}},
         [("/act/do/0/n/for", "A is never kept for 'y'")]),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused_with_its_place(clauses: Clauses, expected: list[tuple[str, str | None]]) -> None:
    """At submission, once."""
    said = flaws(clauses)
    assert [path for path, _ in said] == [path for path, _ in expected]
    assert all(detail in (None, told) for (_, detail), (_, told) in zip(expected, said, strict=True))


def test_a_column_added_up_and_gone_through(open_with: OpenWith) -> None:
    """As a value by key: without a row the sum of all, and `listed_in` has the rows with something in it."""
    tell = {
        "action": "Tell",
        "do": [
            {"let": "sum", "be": {"value_of": "Toll"}},
            {"let": "dear", "be": {"listed_in": "Toll"}},
            {"let": "rooms", "be": {"count": {"listed_in": "Rooms"}}},
            {"announce": "$sum in $dear of $rooms."},
        ],
    }
    hall = open_with(MAP | {"tell": tell})
    assert hall.do("ada", "tolls_tell").words[1] == "9 in Cellar, Vault of 4."
    hall.is_sound()


STEPS = st.lists(
    st.tuples(st.sampled_from(["ada", "bob"]), st.sampled_from(["Hall", "Cellar", "Vault", "Attic", "Nowhere"])),
    max_size=12,
)


@pytest.mark.django_db
@settings(max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_walks_in_any_order(steps: list[tuple[str, str]]) -> None:
    """Nobody comes anywhere but through a door, each pays each toll, and a replay is equal."""
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(with_clauses(cycle_16(), MAP), starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall, at = Hall(cycle, Clock(traveller)), {"ada": "Hall", "bob": "Hall"}
        hall.join(*at)
        for name, to in steps:
            doors, toll = ROOMS["rows"][at[name]].get("Doors", []), ROOMS["rows"].get(to, {}).get("Toll", 0)
            before = hall.has(name, "Vertebra")
            can = to in doors and before >= toll
            with suppress(Refusal):
                hall.do(name, "tolls_walk", to=to)
                assert can
            at[name] = to if can else at[name]
            assert (room(hall, name), before - hall.has(name, "Vertebra")) == (at[name], toll if can else 0)
        hall.is_sound()
        transaction.set_rollback(True)
