"""Values and tables of the law in the words of a rule: never many times as long as the rule itself."""

import re
from pathlib import Path

import pytest

from nomic.law.document.sections import Law
from nomic.law.rules.generated_tables import LawTable
from nomic.law.rules.placeholders import MAX_VALUE_LENGTH, fill_placeholders, placeholder_flaws, placeholder_value
from nomic.wiki.pages.layout.snippets import draw_table
from nomic.wiki.pages.ruleset import body_of
from nomic.wikitext.escape import Wikitext
from tests.support.hall import cycle_16

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def law() -> Law:
    return Law(cycle_16())


def test_a_table_stands_where_it_is_first_asked_for(law: Law) -> None:
    """A table that is quoted twice is shown once, and then only named."""
    drawn: list[LawTable] = []

    def draw(table: LawTable) -> str:
        drawn.append(table)
        return "[table]"

    words = fill_placeholders(law, "{{law table|shop}} {{law table|cards}} {{law table|shop}}", value=str, table=draw)
    assert words == f"[table] [table] {drawn[0].caption}"
    assert len(drawn) == 2


def test_a_value_is_part_of_a_sentence(law: Law) -> None:
    """What is too long for one is cut."""
    words = fill_placeholders(law, "{{law|/rules/proposals/body}}", value=str, table=lambda table: "")
    assert len(words) == MAX_VALUE_LENGTH + 1
    assert words.endswith("…")


def test_a_map_is_said_in_the_order_of_its_keys() -> None:
    """Whatever order a database gives them in."""
    for costs in ({"Vertebra": 2, "Chip": 1}, {"Chip": 1, "Vertebra": 2}):
        document = cycle_16()
        document["shop"]["offers"]["Chip"]["costs"] = costs
        placeholder = "{{law|/shop/offers/Chip/costs}}"
        assert fill_placeholders(Law(document), placeholder, value=str, table=lambda table: "") == "1 Chip, 2 Vertebra"


def test_the_forms_that_the_documents_list(law: Law) -> None:
    """Each with the words that it gives under Cycle 16."""
    listed = re.findall(
        r"^- `(\{\{law\|[^`]+)`: (.+)$", (ROOT / "docs" / "clauses.md").read_text(encoding="utf-8"), re.M
    )
    assert len(listed) == 13
    for placeholder, words in listed:
        assert fill_placeholders(law, placeholder, value=str, table=lambda table: "") == words


def test_a_setting_has_words_for_each_of_its_values() -> None:
    """A vote that changes the setting changes the words. One that has no words here is refused."""
    document = cycle_16()
    body = "If you are silent, {{law|/exoptosis/turn/silence|forfeit = you are out; skip = your turn passes}}."
    document["exoptosis"]["turn"]["silence"] = "skip"
    assert (
        fill_placeholders(Law(document), body, value=str, table=lambda table: "")
        == "If you are silent, your turn passes."
    )
    document["exoptosis"]["turn"]["silence"] = "wait"
    assert [flaw.path for flaw in placeholder_flaws(Law(document), "/rules/x/body", body)] == ["/rules/x/body"]


@pytest.mark.parametrize(("flag", "words"), [(True, "Bets are open"), (False, "–")])
def test_a_flag_has_words_for_yes_and_no(flag: bool, words: str) -> None:
    document = {"rules": {}, "open": flag}
    body = "{{law|/open|yes = Bets are open; no = –}}"
    assert fill_placeholders(Law(document), body, value=str, table=lambda table: "") == words


@pytest.mark.parametrize("placeholder", ["{{law table|cards}} ", "{{law|/rules/proposals/body}} "])
def test_a_rule_of_placeholders_only_makes_no_endless_page_of_the_wiki(law: Law, placeholder: str) -> None:
    """As long as a body may be, it makes a page of some multiple of that, and each table once."""
    captions: list[str] = []

    def draw(table: LawTable) -> Wikitext:
        captions.append(table.caption)
        return draw_table(table)

    text = body_of(law, placeholder * (50_000 // len(placeholder)), draw)
    assert len(text) < 3_000_000
    assert len(captions) == len(set(captions)) <= 1


def test_a_number_of_a_step_that_is_gone_is_named_by_its_rule_and_step(law: Law) -> None:
    (one, *_) = law.document["rules"]
    title = law.document["rules"][one]["title"]
    with pytest.raises(ValueError, match=f"a number from step 3 of the rule {title}, which is gone"):
        placeholder_value(law, f"/rules/{one}/clauses/crown/do/2/in/where/is/2", None)
    with pytest.raises(ValueError, match="the law has no value at '/rules/nowhere/clauses/crown/do/2'"):
        placeholder_value(law, "/rules/nowhere/clauses/crown/do/2", None)
