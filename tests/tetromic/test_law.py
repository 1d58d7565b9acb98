"""What the law about Tetromic can be, and how it reads."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import tetromic
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.law.labels.explanations import changed_explanations, entry_explanation
from nomic.law.rules.generated_tables import table_of
from tests.support.tetromic_cycles import section
from tetromic.engine.parsed_law import rules_of

Json = Any


@pytest.fixture
def document() -> dict[str, Json]:
    return copy.deepcopy(document_of("tetromic"))


def test_the_template_has_the_numbers_of_the_rulings(document: dict[str, Json]) -> None:
    """R61–R63: ten rows of six columns, level 10, one piece at level 0, five kinds of four units."""
    law = document["tetromic"]
    assert law["board"] == {"rows": 10, "columns": 6}
    assert (law["winning_level"], law["least_gain"]) == (10, 1)
    rules = rules_of(document, 0)
    assert rules.points == tuple(range(1, 11))  # R63: one more than the level leads to the next
    assert rules.gains == (1, 1, *range(2, 10))  # R62: as many as the level, and one at least
    assert sorted(law["pieces"], key=lambda name: law["pieces"][name]["place"]) == ["Line", "Square", "L", "S", "T"]
    assert {"".join(piece["shape"]).count("#") for piece in law["pieces"].values()} == {4}


def test_R72_players_and_proposals_are_those_of_cycle_16(document: dict[str, Json]) -> None:
    """And there is no grant on becoming reputable (R7)."""
    other = document_of("cycle-16")
    assert document["membership"].items() <= other["membership"].items()
    for name in ("standard-class-proposal", "urgent-class-proposal"):
        assert document["rules"][name]["clauses"] == other["rules"][name]["clauses"]
    assert "starting_grant" not in document


@pytest.mark.parametrize(
    ("path", "value", "flawed", "words"),
    [
        ("board/rows", 0, "/tetromic/board/rows", "a whole number from 1 to 24, not 0"),
        ("board/rows", 25, "/tetromic/board/rows", "a whole number from 1 to 24, not 25"),
        ("board/columns", 17, "/tetromic/board/columns", "a whole number from 1 to 16, not 17"),
        ("board/columns", 6.0, "/tetromic/board/columns", "a whole number from 1 to 16, not 6.0"),
        ("board", [10, 6], "/tetromic/board", "fields: with rows and columns"),
        ("board/depth", 2, "/tetromic/board/depth", "there is no such field here, only columns and rows"),
        ("winning_level", 0, "/tetromic/winning_level", "1"),
        ("winning_level", 101, "/tetromic/winning_level", "100"),
        ("winning_level", True, "/tetromic/winning_level", "a whole number from 1 to 100, not true"),
        ("points", {"minus": ["$level", 1]}, "/tetromic/points", "from 1 to 10000, and is -1 for level 0"),
        ("points", {"roll": "1d6"}, "/tetromic/points", "only numbers are reckoned here"),
        ("points", "$depth", "/tetromic/points", "$depth"),
        ("gain", {"times": ["$level", 200]}, "/tetromic/gain", "from 0 to 10000, and is 10200 for level 51"),
        ("least_gain", 0, "/tetromic/least_gain", "1"),
        ("least_gain", 10**30, "/tetromic/least_gain", "100"),
        ("pieces", {}, "/tetromic/pieces", "1 to 20 names, each with fields: with shape"),
        (
            "pieces",
            {f"Dot {n}": {"shape": ["#"]} for n in range(21)},
            "/tetromic/pieces",
            "at most 20 here, not 21",
        ),
        (
            "pieces/a|b",
            {"shape": ["#"]},
            "/tetromic/pieces/a|b",
            "its name must be text of 1 to 60 characters without any of / ~",
        ),
        (
            "pieces/T/shape",
            "###",
            "/tetromic/pieces/T/shape",
            'a list of texts, 1 to 12 of them, such as ["##."], not "###"',
        ),
        ("pieces/T/shape", [], "/tetromic/pieces/T/shape", "a list of texts, 1 to 12 of them"),
        ("pieces/T/shape", ["..."], "/tetromic/pieces/T", "1 to 12 units"),
        ("pieces/T/shape", ["#" * 12, "#"], "/tetromic/pieces/T", "1 to 12 units"),
        ("pieces/T/shape", ["#" * 13], "/tetromic/pieces/T/shape/0", 'text, such as "##.", not "#'),
        ("pieces/T/shape", ["#x#"], "/tetromic/pieces/T/shape/0", 'text, such as "##.", not "#'),
        ("pieces/T/shape", ["##\n"], "/tetromic/pieces/T/shape/0", 'text, such as "##.", not "#'),
        ("pieces/T/shape", [None], "/tetromic/pieces/T/shape/0", 'text, such as "##.", not empty'),
        (
            "pieces/T/colour",
            "red",
            "/tetromic/pieces/T/colour",
            "there is no such field here, only place, shape and text",
        ),
    ],
)
def test_what_cannot_be_law(document: dict[str, Json], path: str, value: Json, flawed: str, words: str) -> None:
    """Each flaw names its place and says what is wrong."""
    *parents, last = path.split("/")
    held = document["tetromic"]
    for parent in parents:
        held = held[parent]
    held[last] = value
    found = [flaw for flaw in flaws_of(document) if not flaw.path.startswith("/rules")]
    assert any(flaw.path.startswith(flawed) and words in flaw.detail for flaw in found), found


def test_the_table_of_pieces_draws_them(document: dict[str, Json]) -> None:
    """In the law's order, also a piece that has no words of its own."""
    document["tetromic"]["pieces"]["Dot"] = {"shape": ["#"], "place": 1000}
    assert table_of(Law(document), "pieces").rows == [
        ["Line", "■■■■", "four units in a straight row"],
        ["Square", "■■ / ■■", "two rows of two units"],
        ["L", "□□■ / ■■■", "three units in a row, and one beside an end of it"],
        ["S", "□■■ / ■■□", "two rows of two units, one shifted by a unit"],
        ["T", "□■□ / ■■■", "three units in a row, and one beside its middle"],
        ["Dot", "■", "–"],
    ]


def test_a_vote_on_a_piece_says_what_it_would_be(document: dict[str, Json]) -> None:
    """How it is drawn, in how many ways it lies, how often it comes."""
    assert entry_explanation(Law(document), "tetromic", "L", "pieces") == (
        "It has 4 units: □□■ / ■■■.",
        "It can lie in 8 ways.",
        "Each piece you gain has a 1 in 5 chance of being this one.",
    )
    new = {**document, "tetromic": section(pieces={"Dot": {"shape": ["#"]}})}
    (dot,) = [each for each in changed_explanations(Law(document), Law(new)) if each.path == "/tetromic/pieces/Dot"]
    assert (dot.before, dot.after) == (
        (),
        ("It has 1 unit: ■.", "It can lie in only one way.", "Every piece you gain is this one."),
    )


def test_no_program_names_a_piece(document: dict[str, Json]) -> None:
    """Whatever can be law is law: the names of pieces are in the template alone."""
    names = re.compile("|".join(rf"[\"']{name}[\"']" for name in document["tetromic"]["pieces"]))
    programs = list(Path(tetromic.__file__).parent.rglob("*.py"))
    assert len(programs) > 10
    assert [path.name for path in programs if names.search(path.read_text())] == []
