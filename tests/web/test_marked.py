"""Words that came and went, in a rule as it will read."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.law.labels.explanations import Explanation
from nomic.web.rendering.redline import marked
from nomic.web.rendering.wikitext_html import to_html
from nomic.web.templatetags.law_text import marked_effect
from tests.support.example_counts import examples


def of(before: str, after: str) -> str:
    return str(marked(to_html(before), to_html(after)))


@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [
        ("One may hum.", "One may not hum.", "<p>One may <ins>not </ins>hum.</p>"),
        ("One may not hum.", "One may hum.", "<p>One may <del>not </del>hum.</p>"),
        ("Hum.", "Sing.", "<p><del>Hum</del> <ins>Sing</ins>.</p>"),
        ("Hum.", "'''Hum.'''", "<p><b>Hum.</b></p>"),
        ("Hum.", "Hum.\n\nSing.", "<p>Hum.</p>\n<p><ins>Sing.</ins></p>"),
        ("", "Hum.", "<p><ins>Hum.</ins></p>"),
        ("Hum.", "", "<p><del>Hum.</del></p>"),
    ],
)
def test_what_came_and_went_is_marked(before: str, after: str, seen: str) -> None:
    """Words stand where they stood; a new look is not marked."""
    assert of(before, after) == seen


def test_what_went_from_a_table_stands_among_words() -> None:
    """Never between rows, where a browser would move it elsewhere."""
    rows = "{|\n|-\n| one || two\n|-\n| three || four\n|}"
    shown = of(rows, "{|\n|-\n| three || four\n|}")
    assert re.search(r"<td><p>|<td>", shown)
    assert re.search(r"<td><del>one", shown) or "<del>one" in shown.partition("<td>")[2]
    assert not re.search(r"<(table|tbody|tr)>\s*<del>", shown)


def test_markup_of_people_stays_text() -> None:
    """What they wrote is never a tag."""
    shown = of("a", "<script>alert(1)</script> & <b onclick='x'>b</b> <del>gone</del>")
    assert "<script" not in shown
    assert "onclick=" not in re.sub(r"&lt;.*?&gt;", "", shown)


LINES = st.lists(
    st.sampled_from(
        ["a b", "* c", "** d", "# e", "'''f''' g", "", "{|", "|}", "| h || i", "<b>", "</b>", "&lt;", "= j ="]
    ),
    max_size=8,
)


@settings(max_examples=examples(60))
@given(before=LINES, after=LINES)
def test_without_the_marks_it_is_what_it_will_be(before: list[str], after: list[str]) -> None:
    """Whatever was written: taking away what went, and the marks, leaves the new text as it is rendered."""
    shown = of("\n".join(before), "\n".join(after))
    left = re.sub(r"<p><del>[^<]*</del></p>\Z", "", shown)
    left = re.sub(r"<del>[^<]*</del>|</?ins>", "", left)
    assert re.sub(r"\s", "", left) == re.sub(r"\s", "", str(to_html("\n".join(after))))


def test_much_that_differs_is_given_up() -> None:
    """In bounded time; then the page shows the source."""
    assert marked("a " * 30_000, "b c " * 30_000) == ""


def test_of_a_changed_effect_only_the_words_that_differ_are_marked() -> None:
    """For one number, the whole effect had been struck and repeated."""
    old = "“Fuse two cards”: Pay 9 Vertebrae. Choose 2 cards.\n  – They are destroyed."
    effect = Explanation("/x", "fusion", ("You wait.", old), ("You wait.", old.replace("9", "7")))
    found = marked_effect(effect)
    assert "Pay <del>9</del><ins>7</ins> Vertebrae." in found
    assert found.count("destroyed") == 1
    assert "wait" not in found
    assert marked_effect(Explanation("/x", "fusion", (old,), ("Nobody can fuse anything.",))) == ""
    assert marked_effect(Explanation("/x", "fusion", (), (old,))) == ""
