"""Orders that are not understood are marked at their places; what the author does by hand is told to voters."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.web.composer.orders.by_hand_lines import with_by_hand, without_by_hand
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.order_splitter import orders_in
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import commands_otherwise
from nomic.web.composer.orders.unread_orders import IDEA, marked, suggestion_for, with_recipes
from tests.support.executed_lines import steps_of
from tests.support.hall import Hall
from tests.support.signed_in import browser_of
from tests.support.time_growth import is_within
from tests.web.test_composing import operations, post
from tests.web.test_orders import CORPUS, LAW

TEXT = "We like bells. Ring every bell.\n\nAdd a rule named '''Naps''' reading “Anybody may nap.”\n\nBe well."


def test_an_unread_order_is_marked_where_it_stands() -> None:
    found = draft_from(LAW, TEXT, [])
    before, order, after = marked(TEXT, found.left)
    assert (before.words, order.words) == ("We like bells. ", "Ring every bell")
    assert order.why
    assert order.suggestion
    assert after.words.startswith("\n\nAdd a rule")


@pytest.mark.parametrize("case", [case for case in CORPUS if case.get("left")], ids=lambda case: case["text"][:40])
def test_every_unread_order_of_the_corpus_has_a_mark_and_a_suggestion(case) -> None:
    left = draft_from(LAW, case["text"], []).left
    stretches = [stretch for stretch in marked(case["text"], left) if stretch.order]
    assert sorted(stretch.order for stretch in stretches) == sorted(order for order, _ in left)
    assert all(stretch.why for stretch in stretches)
    for stretch in stretches:
        ideas = with_recipes([stretch], LAW)[0].recipes if stretch.why.startswith(IDEA) else ()
        says_what_to_do = re.search(r"\b(?:write|add it|say which|so change that|change the card)\b", stretch.why)
        # An order in the very words of the advice is told what it names wrongly, not to write what it says.
        says_what_to_do = says_what_to_do or re.search(r"no rule is called|does not say|no such part", stretch.why)
        assert stretch.suggestion or ideas or says_what_to_do


@given(st.lists(st.sampled_from(["Ring the bell", "Crown her", "Sing a song", "By hand:", "\n", ". "])).map("".join))
def test_what_is_ticked_is_in_the_text_once_and_taken_back(text: str) -> None:
    shown = [order for order, _ in draft_from(LAW, text, []).left]
    ticked = with_by_hand(text, shown, shown)
    assert {*without_by_hand(ticked)[1]} >= {*shown}
    assert with_by_hand(ticked, shown, shown) == ticked
    found = draft_from(LAW, ticked, [])
    assert found.left == []
    back = with_by_hand(ticked, shown, [])
    assert not {*without_by_hand(back)[1]} & {*shown}


def test_a_tick_is_told_to_the_voters(cast: Hall) -> None:
    ada: Client = browser_of("ada")
    page = post(ada, text=TEXT, from_words="1").content.decode()
    assert "<mark>Ring every bell</mark>" in page
    assert 'name="by_hand" value="Ring every bell"' in page
    answer = post(ada, text=TEXT, order_left="Ring every bell", by_hand="Ring every bell", from_words="1")
    draft = answer.context["draft"]
    assert draft.text.rstrip().endswith("By hand: Ring every bell.")
    assert (draft.from_words.left, draft.from_words.by_hand) == ([], ["Ring every bell"])
    amendments = answer.context["draft"].amendments
    assert [each["path"] for each in operations(answer)] == ["/rules/naps"]
    ada.post("/c/hall/proposals/compose/", {"text": draft.text, "amendments": amendments, "submit": "1"})
    page = ada.get("/c/hall/proposals/1/").content.decode()
    notice = page[page.index('id="orders-by-hand"') :].split("</div>")[0]
    assert "will do this by hand" in notice
    assert "Ring every bell" in notice
    assert "orders-left" not in page


@pytest.mark.parametrize("text", ["Rename Chips to Tokens.", "Replace “Chips” with “Tokens” throughout the ruleset."])
def test_voters_are_told_that_things_keep_their_name(cast: Hall, text: str) -> None:
    """Only words can change: prices and inventories know a thing by its name."""
    ada: Client = browser_of("ada")
    draft = post(ada, text=text, from_words="1").context["draft"]
    assert draft.from_words.left == []
    ada.post("/c/hall/proposals/compose/", {"text": draft.text, "amendments": draft.amendments, "submit": "1"})
    page = ada.get("/c/hall/proposals/1/").content.decode()
    notice = page.partition('id="names-kept"')[2].partition("</div>")[0]
    assert "The things called “Chips” keep their name, in prices and inventories too." in notice
    assert "orders-left" not in page


def test_a_doubled_price_is_carried_out_once() -> None:
    """Read again on top of its own amendments, an order by what a value was asks for nothing more."""
    text = "Double the price of a Handy Pack. Reduce the price of a Chip by 5. In rule Lamps, replace “3” with “33”."
    found = draft_from(LAW, text, [])
    assert found.left == []
    left = orders_left(LAW, text, found.operations)
    assert (left.undone, left.once, left.by_hand) == ([], [], [])
    assert draft_from(LAW, text, found.operations).operations == []
    assert len(orders_left(LAW, text, found.operations[:2]).undone) == 2


def test_what_happens_once_is_compared_with_the_effects() -> None:
    text = "Give every player 5 Vertebrae. Ring every bell."
    assert orders_left(LAW, text, []).undone == ["Give every player 5 Vertebrae", "Ring every bell"]
    left = orders_left(LAW, text, [], does_something_once=True)
    assert (left.undone, left.once) == (["Ring every bell"], ["Give every player 5 Vertebrae"])


def test_every_order_has_a_suggestion() -> None:
    assert suggestion_for("") == suggestion_for("Ring every bell")
    assert suggestion_for("Replace x") != suggestion_for("Give x")


@pytest.mark.parametrize("words", ["ring every bell ", "by hand: x\n", "If A, repeal B. ", "“a” with “b”, ", "* x\n"])
def test_long_texts_take_steps_that_grow_with_them(words: str) -> None:
    """Four times the text takes about four times the steps, counted and not timed."""

    def read(count: int) -> None:
        text = words * count
        marked(text, draft_from(LAW, text, []).left)
        commands_otherwise(text)

    read(2)
    few = steps_of(lambda: read(100))
    assert steps_of(lambda: read(400)) < 5 * few


@pytest.mark.parametrize("repeated", ["[[a| ", "a\n", "a:\n", "{\n"])
def test_a_long_text_of_few_words_is_read_in_linear_time(repeated: str) -> None:
    """Four times the text takes about four times the time; it took sixteen times that, and over a minute in all."""

    def text(size: int) -> str:
        return (repeated * size)[:size] + "\n" + ("}\n" * size)[: size if repeated == "{\n" else 0]

    orders_in(text(1_000))
    few, many = text(4_000), text(16_000)
    assert is_within(9, lambda: orders_in(few), lambda: orders_in(many))


def test_what_is_quadratic_is_not_linear() -> None:
    """Four times as many words take sixteen times the time if each looks at all of them."""

    def words(count: int) -> Callable[[], object]:
        text = "a " * count
        return lambda: [text.count("b") for _ in range(count)]

    assert not is_within(9, words(1_500), words(6_000))


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("First Citizen gains 1 Coin.", "First Citizen gains 1 Coin."),
        ("First place gains 3 Coins.", "First place gains 3 Coins."),
        ("Second Wind costs 2 Coins.", "Second Wind costs 2 Coins."),
        ("First, repeal Tolls.", "repeal Tolls."),
        ("First repeal Tolls.", "repeal Tolls."),
        ("Third: add a rule.", "add a rule."),
    ],
)
def test_first_is_left_out_before_an_order_alone(words: str, left: str) -> None:
    """A name or a rank may begin with it."""
    assert without_lead(words) == left
