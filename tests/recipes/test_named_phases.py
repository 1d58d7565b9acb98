"""Words that forbid or allow something in named phases of the law in force."""

from typing import Any

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.recipes.plain_rules.draft_rule import amendment_of, exact_sentences, rule_said

LAW = Law(document_of("cycle-16"))
NIGHTS = Law(
    amended_draft(
        LAW.document,
        [
            {"op": "replace", "path": "/calendar/phases/0/title", "value": "Dawn"},
            {
                "op": "add",
                "path": "/calendar/phases/-",
                "value": {"kind": "night-watch", "title": "Long Night", "starts_at_hour": 120},
            },
        ],
    )
)


def clause_of(words: str, law: Law = LAW) -> dict[str, Any]:
    rule = rule_said(words, law)
    assert rule is not None, words
    assert flaws_of(amended_draft(law.document, [amendment_of(rule, words, law)])) == []
    (clause,) = rule.clauses.values()
    return dict(clause)


@pytest.mark.parametrize(
    "words",
    [
        "Nobody may offer a trade in the Battle Phase.",
        "During the Battle Phase, nobody may offer a trade",
        "In the Battle Phase nobody may trade",
        "Trades may only be offered in the Rest Phase",
        "Trades can be offered only in the rest phase",
        "You may only trade in the Rest Phase",
        "Players may offer trades only during rest phases",
        "Only in the Rest Phase may players trade",
        "Nobody may trade except in the Rest Phase",
        "Nobody may trade outside the Rest Phase",
        "Nobody may trade unless it is the Rest Phase",
        "Trades may not be offered in the Battle Phase",
        "Trades are forbidden in the Battle Phase",
    ],
)
def test_a_ban_in_named_phases_is_read(words: str) -> None:
    clause = clause_of(words)
    assert (clause["forbid"], clause["in"]) == ("offer-trade", ["battle"])
    assert "if" not in clause
    rule = rule_said(words, LAW)
    assert rule is not None
    assert rule.title == "No trades offered in the Battle Phase"
    assert "battle phases" in " ".join(exact_sentences(amendment_of(rule, words, LAW), LAW))


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("Nobody may gift in the Long Night", ["night-watch"]),
        ("Nobody may gift at Dawn or in the Battle Phase", ["rest", "battle"]),
        ("Gifts may only be made in the Long Night", ["rest", "battle"]),
        ("Nobody may gift in the night watch", ["night-watch"]),
    ],
)
def test_the_phases_are_those_of_the_law(words: str, kinds: list[str]) -> None:
    assert clause_of(words, NIGHTS)["in"] == kinds
    assert rule_said(words, LAW) is None


def test_a_right_and_a_sale_are_given_in_named_phases() -> None:
    right = clause_of("Once per phase every player can take 2 Chips in the Rest Phase")
    assert (right["in"], right["limit"]) == (["rest"], {"times": 1, "per": "phase"})
    assert clause_of("Players can buy a Chip for 8 Vertebrae in the Battle Phase")["in"] == ["battle"]


def test_who_is_excepted_stays_excepted() -> None:
    clause = clause_of("Only the Judge may trade in the Battle Phase")
    assert clause["in"] == ["battle"]
    assert clause["because"] == "only the Judge can do this"


@pytest.mark.parametrize(
    "words",
    [
        "Nobody may trade in the Rest and Battle Phases",  # no other phase is left: a ban for ever is said otherwise
        "Players may trade in the Rest Phase",  # they may already
        "Nobody may trade in the Silly Phase",
    ],
)
def test_what_is_not_clear_is_not_read(words: str) -> None:
    assert rule_said(words, LAW) is None


def test_a_limit_by_the_week_counts_what_is_done_in_the_phase() -> None:
    rule = rule_said("You may not gift more than 3 times a week in the Rest Phase", LAW)
    assert rule is not None
    assert [rule.clauses[name].get("in") for name in ("counted", "begin", "limit")] == [["rest"], None, ["rest"]]


def test_a_limit_in_each_phase_stays_a_limit() -> None:
    rule = rule_said("You may not trade more than once in a phase", LAW)
    assert rule is not None
    assert "limit" in rule.clauses
