"""Nobody sends a text that holds what is not seen, or piles up marks: in no argument of any action."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.comments.post import _readable, one_line_reason
from nomic.cycles.actions.validation import check_readable
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments
from nomic.law.schema.text_types import readable
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

TAGS = "".join(chr(0xE0000 + ord(each)) for each in "hidden")
ODD = {"tags": f"Title{TAGS}", "zero width": "Ti\u200btle", "filler": "\u3164\u3164", "marks": "e" + "\u0301" * 60}
FINE = ["Naïve café", "👩\u200d❤\ufe0f\u200d👨", "می\u200cخواهم", "שָׁלוֹם", "Việt Nam", "ที่นี่", "ﬁne"]


@pytest.mark.parametrize("text", FINE)
def test_scripts_and_emoji_are_readable(text: str) -> None:
    assert readable(text) == text


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
@pytest.mark.parametrize(
    ("name", "action", "field", "args"),
    [
        ("ada", "submit-proposal", "title", {"amendments": []}),
        ("ada", "submit-proposal", "text", {"title": "A title", "amendments": []}),
        ("ada", "file-request", "title", {"kind": "question", "text": "What is it?"}),
        (ADMIN, "appoint-judge", "reason", {"player": "ada"}),
        (ADMIN, "open-correction", "reason", {"edits": [{"do": "void", "entry": "2"}]}),
    ],
)
def test_no_act_says_what_is_not_seen(cast: Hall, name: str, action: str, field: str, args: Any, text: str) -> None:
    """Titles, bodies and reasons alike; it is refused with the field, and nothing has changed."""
    with cast.nothing_changes(), pytest.raises(BadArguments) as refused:
        perform(cast.slug, cast.actor(name), action, args | {field: text})
    assert field in [each.field for each in refused.value.errors]


@given(
    st.recursive(
        st.sampled_from(["fine", 3, None, True]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from(sorted(ODD.values())),
    st.sampled_from(["list", "value", "key"]),
)
def test_wherever_it_stands_in_arguments_it_is_found(around: Any, odd: str, where: str) -> None:
    """As in the amendments of a proposal, and in the names of fields."""
    check_readable({"x": around})
    within = {"list": [around, odd], "value": {"d": odd}, "key": {odd: around}}[where]
    with pytest.raises(BadArguments):
        check_readable({"x": around, "y": within})


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_no_comment_says_it_either(text: str) -> None:
    with pytest.raises(BadArguments):
        _readable(text, 100)
    with pytest.raises(BadArguments):
        one_line_reason(text)


def test_what_was_accepted_before_is_replayed(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked again, neither in a replay nor when a law is read."""
    monkeypatch.setattr("nomic.cycles.commands.perform.check_readable", lambda args: None)
    cast.do(ADMIN, "appoint-judge", player="ada", reason=ODD["tags"])
    monkeypatch.undo()
    cast.is_sound()
