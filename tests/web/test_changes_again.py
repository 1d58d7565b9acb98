"""A change that was put in can be changed again, whether it makes a law or not, without finding its piece anew."""

import pytest
from django.test import Client

from nomic.web.typed_amendments import TAKE_ALONG
from tests.web.test_blocks import Builder, opened
from tests.web.test_composing import PRICE, operations


def again(builder: Builder, status: int = 200) -> None:
    """Press *Change* beside the last change so far."""
    builder.send(status, again=str(builder.answer.context["changes"][-1].place))


def values(builder: Builder) -> list[object]:
    return [each["value"] for each in operations(builder.answer) if each["op"] in ("add", "replace")]


def test_a_value_is_changed_again(ada: Client) -> None:
    """It shows what it is to be by now. Both changes are one, whose guard stays what the law says."""
    builder = opened(ada, value=PRICE)
    builder.type("new_value", "30")
    builder.send(put="1")
    again(builder)
    assert builder.form.fields["new_value"] == "30"
    builder.type("new_value", "31")
    builder.send(put="1")
    assert values(builder) == [31]
    assert operations(builder.answer)[0]["value"] == 25
    builder.send(look="1")
    assert "31 Vertebrae" in builder.page


def lantern(ada: Client, kind: str) -> Builder:
    builder = opened(ada, entry="/items/+")
    builder.type("entry_name", "Lantern")
    builder.type("/plural", "Lanterns")
    builder.type("/kind", kind)
    builder.send(200 if kind else 422, put="all-the-same")
    return builder


def test_a_new_entry_that_makes_no_law_is_mended_in_its_form(ada: Client) -> None:
    """It comes out, and stands open with all that was typed; put in again, it is one change."""
    builder = lantern(ada, "")
    assert "Lanterns" in str(values(builder))
    again(builder, 422)  # what is missing is told at its field
    assert operations(builder.answer) == []
    assert (builder.form.fields["entry_name"], builder.form.fields["open_entry"]) == ("Lantern", "/items/+")
    builder.type("/kind", "keepsake")
    builder.send(put="1")
    (value,) = [value for value in values(builder) if value is not None]
    assert (value["plural"], value["kind"]) == ("Lanterns", "keepsake")


def test_a_new_entry_that_is_law_is_opened_in_its_place(ada: Client) -> None:
    builder = lantern(ada, "keepsake")
    again(builder)
    assert builder.form.fields["open_entry"] == "/items/Lantern"
    builder.type("/text", "It shines.")
    builder.send(put="1")
    assert operations(builder.answer)[-1]["value"]["text"] == "It shines."
    assert builder.answer.context["draft"].errors == []


def test_a_new_rule_and_a_rule_that_was_changed_are_opened_again(ada: Client) -> None:
    builder = opened(ada, rule="+")
    builder.type("rule_title", "Naps")
    builder.type("rule_body", "Anybody may nap.")
    builder.send(put="1")
    again(builder)
    assert (builder.form.fields["open_rule"], builder.form.fields["rule_body"]) == ("naps", "Anybody may nap.")
    builder.type("rule_body", "Nobody may nap.")
    builder.send(put="1")
    again(builder)
    assert builder.form.fields["rule_body"] == "Nobody may nap."


@pytest.mark.parametrize("place", ["", "7", "-1", "x", "9" * 30, "0"])
def test_what_is_no_change_that_can_be_opened_is_said(ada: Client, place: str) -> None:
    """A place that is not there, and a repeal: nothing is lost by it."""
    builder = opened(ada, rule="trading")
    builder.form.fields["hanging"] = TAKE_ALONG
    builder.send(repeal="1")
    before = operations(builder.answer)
    builder.send(422, again=place)
    assert operations(builder.answer) == before
