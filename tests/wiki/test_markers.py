"""What is the system's on a page, and what is people's."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nomic.wiki.publishing import markers
from nomic.wiki.publishing.markers import BEGIN, END, MarkersBroken, Parts
from nomic.wikitext.myers import MAX_STEPS
from tests.support.executed_lines import steps_of

WORDS = st.text()


@given(before=WORDS, inside=WORDS, after=WORDS, new=WORDS)
def test_people_s_text_is_kept_to_the_byte(before: str, inside: str, after: str, new: str) -> None:
    """Whatever stands between the markers is replaced; what stands around them is not touched."""
    assume(not any(markers.has_markers(text) for text in (before, inside, after, new)))
    found = markers.split(Parts(before, inside, after).page())
    assert found == Parts(before, inside, after)
    again = markers.split(Parts(found.before, new, found.after).page())
    assert again == Parts(before, new, after)


def test_a_page_without_markers_has_no_parts() -> None:
    """A page that somebody else wrote."""
    assert markers.split("== Hello ==\n<!-- a comment -->") is None


@pytest.mark.parametrize(
    "text",
    [
        f"x {BEGIN} y",
        f"x {END} y",
        f"{END} x {BEGIN}",
        f"{BEGIN} x {END} y {END}",
        f"{BEGIN} x {BEGIN} y {END}",
        f"{BEGIN}{END}{BEGIN}{END}",
    ],
)
def test_broken_markers_are_noticed(text: str) -> None:
    """One begins, one ends, in this order; anything else belongs to nobody."""
    with pytest.raises(MarkersBroken):
        markers.split(text)


def test_markers_written_by_hand_are_markers() -> None:
    """Blanks and the words in the first marker do not matter."""
    assert markers.split("a<!--nomic:begin-->b<!--   nomic:end   -->c") == Parts("a", "b", "c")
    assert markers.split("a<!-- nomic:begins --><!-- nomic:ending -->") is None


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        (f"x{BEGIN}y", "x", ""),
        (f"x{END}y", "", "y"),
        (f"x{BEGIN}y{END}z{BEGIN}", "x", "z"),
        (f"x{BEGIN}a{BEGIN}b{END}c", "x", "c"),
        (f"x{END}y{BEGIN}z", "xy", ""),
    ],
)
def test_of_broken_markers_what_is_surely_people_s_is_kept(text: str, before: str, after: str) -> None:
    """Text before the first beginning and after the last end, without the markers in it."""
    kept = markers.outside(text)
    assert (kept.before, kept.after) == (before, after)


@given(st.lists(st.sampled_from([BEGIN, END, "x", "\n", "<!--nomic:be", "gin", "-->"]), max_size=9).map("".join))
def test_broken_markers_are_whole_again(text: str) -> None:
    """However they were broken, with ours between what is people's they are not any more."""
    kept = markers.outside(text)
    written = Parts(kept.before, "ours", kept.after).page()
    parts = markers.split(written)
    assert parts is not None
    assert parts.inside == "ours"


def test_texts_are_compared_as_the_wiki_keeps_them() -> None:
    """Blanks at the end, line breaks and composed letters make no difference."""
    assert markers.same("a\r\ne\u0301 \n\n", "a\n\u00e9")
    assert not markers.same("a\n\nb", "a\nb")


def test_what_people_wrote_inside_is_found() -> None:
    """The difference shows what was taken away and what was added; added lines can be kept."""
    published, found = "one\ntwo\nthree", "one\n2\nthree\nfour"
    assert [line for line in markers.difference(published, found).split("\n") if line[0] in "+-"][2:] == [
        "-two",
        "+2",
        "+four",
    ]
    assert markers.added_lines(published, found) == "2\nfour"


def test_a_huge_difference_is_cut() -> None:
    """A difference is for reading."""
    difference = markers.difference("", "\n".join(f"line {number}" for number in range(10_000)))
    assert len(difference) < markers.MAX_DIFFERENCE + 100
    assert difference.endswith("(cut here)")


def test_pages_that_share_little_are_told_as_a_whole() -> None:
    """Comparing costs so much and no more, whatever somebody made of the page; nothing they wrote is lost."""
    published = "\n".join(f"a{number % 7}" for number in range(20_000))
    found = "\n".join(f"a{number * number % 7}" for number in range(20_000))
    assert steps_of(lambda: markers.added_lines(published, found)) < 20 * MAX_STEPS
    assert markers.added_lines(published, found) == found
    assert markers.difference(published, found).endswith("(cut here)")


@pytest.mark.parametrize("piece", ["<!-- nomic:begin ", "<!--", "<!-- nomic:end", "<!-- " + " " * 50])
def test_remarks_that_never_end_are_looked_at_once(piece: str) -> None:
    """Half a million characters of them are no markers, and none is looked for from each to the end of the page."""
    assert not markers.has_markers(piece * (500_000 // len(piece)))
