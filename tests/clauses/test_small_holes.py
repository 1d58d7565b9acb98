"""What was accepted and did nothing, and what was said of nothing."""

import pytest

from nomic.clauses.views.explanations import explain_rule
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import TOLLS, Clauses, OpenWith, with_clauses
from tests.clauses.test_triggers import COUNT, when
from tests.support.hall import cycle_16

FUTILE: dict[str, tuple[Clauses, str, str]] = {
    "a text of spaces": ({"a": {"action": "A", "do": [{"announce": "   "}]}}, "do/0/announce", "nothing to read"),
    "oneself": (
        {"a": {"action": "A", "do": [{"transfer": "Vertebra", "from": "$me", "to": "$me"}]}}, "do/0/to", "same players",
    ),
    "everybody": (
        {"a": {"action": "A", "do": [
            {"transfer": "Vertebra", "from": {"players": "players"}, "to": {"players": "players"}}
        ]}},
        "do/0/to",
        "same players",
    ),
    "to hold somebody": ({"a": {"forbid": "leave", "because": "Stay"}}, "forbid", "this action cannot be forbidden"),
}  # fmt: skip


@pytest.mark.parametrize("what", FUTILE)
def test_what_would_do_nothing_is_refused_where_it_stands(what: str) -> None:
    """As soon as it is written."""
    clauses, place, words = FUTILE[what]
    flaws = flaws_of(with_clauses(cycle_16(), clauses))
    assert [flaw.path for flaw in flaws] == [f"/rules/tolls/clauses/a/{place}"]
    assert words in flaws[0].detail


def test_of_very_many_clauses_the_first_act(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """In reading order; of the rest the entry says that nothing comes of them."""
    monkeypatch.setattr("nomic.clauses.runtime.trigger_chains.MAX_FOLLOWING", 3)
    many = {f"w{n}": when("phase-began", {"raise": "Count", "by": 10**n}, place=n) for n in range(5)}
    hall = open_with(COUNT | many)
    hall.to(hall.cycle.phase_ends_at)
    assert hall.entries("act-by-rule")[-1].words[-1] == "Count is now 111."
    assert "2 more clauses would react to this" in hall.entries("begin-phase")[-1].words[-1]
    hall.is_sound()


def test_of_two_clauses_that_contradict_the_page_says_which_wins(open_with: OpenWith) -> None:
    """At the action: the rule that forbids it."""
    rich = {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 21]}
    hall = open_with(TOLLS | {"no": {"forbid": "tolls_walk", "if": rich, "because": "The Hall mourns"}})
    said = " ".join(explain_rule(hall.cycle.law, "tolls"))
    assert "But the rule “Tolls” forbids it if you have at least 21 Vertebrae." in said
