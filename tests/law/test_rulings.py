"""The rulings are in the repository, and what cites one finds it."""

import re
from pathlib import Path

from nomic.games import games_in
from nomic.law.rules.rulings import CITED, RULINGS, ruling_numbers, topics

ROOT = Path(__file__).parents[2]
KINDS = {".py", ".html", ".js", ".yaml", ".wiki", ".css", ".md"}


def files():
    for folder in ("nomic", "templates", "static", "tests", "docs", *games_in(ROOT)):
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in KINDS and path != RULINGS)


def test_every_ruling_that_is_cited_is_there_and_every_one_has_a_number_of_its_own():
    """R1 onward without a gap, in one order; code, tests and pages name no other."""
    numbers = [int(ruling.id[1:]) for topic in topics() for ruling in topic.rulings]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 130
    cited = {number for path in files() for number in CITED.findall(path.read_text(encoding="utf-8"))}
    assert cited <= ruling_numbers()
    assert len(cited) > 100


def test_every_line_of_the_document_that_looks_like_a_ruling_is_read_as_one():
    """A slip of the pen in an anchor would lose a ruling."""
    text = RULINGS.read_text(encoding="utf-8")
    assert len(re.findall(r"^- ", text, re.MULTILINE)) == len(ruling_numbers()) == text.count("<a id=")


def test_no_ruling_names_one_that_there_is_not():
    assert set(CITED.findall(RULINGS.read_text(encoding="utf-8"))) == ruling_numbers()
