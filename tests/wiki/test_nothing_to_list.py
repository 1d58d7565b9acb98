"""What there is none of is left out, or said in a sentence: no table has heads only, no heading stands over nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, defaulttags

from nomic.cycles.models import Cycle
from nomic.law.rules.generated_tables import LawTable
from nomic.web.rendering.rule_html import table_html
from nomic.wiki.models import PageKind
from nomic.wiki.pages.layout.snippets import draw_table
from nomic.wiki.pages.render import render_page
from nomic.wiki.wikitext.templating import engine, folders
from tests.wiki.test_pages import change_law, page_of

HEADS_ALONE = re.compile(r"^\{\|.*\n(?:(?:\|\+|!).*\n)*\|\}", re.MULTILINE)
HEADING = re.compile(r"^(=+) .+ \1$", re.MULTILINE)
TEMPLATES = sorted({path.name for folder in folders() for path in Path(folder).glob("*.wiki")})


class Words(str):
    """Whatever a template asks for, and whatever it asks of that: a list of two, too."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Words":
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __iter__(self) -> Iterator["Words"]:
        return iter((self, self))


class NothingToList(dict[str, Any]):
    """Everything is there, and every list is empty."""

    def __init__(self, lists: set[str]) -> None:
        self.lists = lists

    def __contains__(self, name: object) -> bool:
        return True

    def __getitem__(self, name: str) -> Any:
        if name in ("True", "False", "None"):
            return {"True": True, "False": False, "None": None}[name]
        return [] if name in self.lists else Words("wo")


def complaints(text: str) -> list[str]:
    """Tables that have heads only, and headings right above one of their own level or the page's end."""
    found = [f"a table without rows: {table}" for table in HEADS_ALONE.findall(text)]
    headings = list(HEADING.finditer(text))
    for heading, after in zip(headings, [*headings, None][1:], strict=True):
        is_under = after is not None and len(after[1]) > len(heading[1])
        if not is_under and not text[heading.end() : after.start() if after else len(text)].strip():
            found.append(f"a heading over nothing: {heading[0]}")
    return found


def test_what_is_complained_about() -> None:
    """The measure of this file finds a table without rows, and a heading over nothing."""
    empty = '{| class="wikitable"\n! Player\n|}'
    assert complaints(f"== A ==\n{empty}\n\n== B ==\n\n== C ==\n=== D ===\nwords\n== E ==\n") == [
        f"a table without rows: {empty}",
        "a heading over nothing: == B ==",
        "a heading over nothing: == E ==",
    ]


@pytest.mark.parametrize("name", TEMPLATES)
def test_lists_without_entries_are_left_out(name: str) -> None:
    """On every page of every game, whichever of its lists are empty: all of them, or each alone."""
    template = engine.get_template(name)
    loops = template.nodelist.get_nodes_by_type(defaulttags.ForNode)
    sequences = [str(loop.sequence) for loop in loops if isinstance(loop, defaulttags.ForNode)]
    lists = {sequence.partition("|")[0] for sequence in sequences if "." not in sequence}
    for empty in (lists, *({each} for each in lists)):
        context = Context(autoescape=False)
        context.dicts = [NothingToList(empty)]
        assert complaints(template.render(context)) == []


EMPTY = LawTable("Hats", ["Hat", "Seat"], [])


def test_a_table_of_the_law_without_rows_is_a_sentence() -> None:
    """On the wiki and on the site."""
    assert draw_table(EMPTY) == "<i>Hats: there are none.</i>"
    assert table_html(EMPTY) == '<p class="muted">Hats: there are none.</p>'


def test_a_law_without_packs_has_no_table_of_packs(hall: Cycle) -> None:
    """Neither where a rule asks for it nor at the end of the ruleset."""

    def change(document: dict[str, Any]) -> None:
        document["packs"] = {}
        document["items"] = {name: item for name, item in document["items"].items() if "Pack" not in name}
        document["rules"] = {"one": {"title": "One", "body": "{{law table|packs}}", "parent": None, "place": 1}}

    change_law(hall, change)
    text = render_page(page_of(hall, PageKind.RULESET))
    assert "Card packs: there are none." in text
    assert complaints(text) == []
    change_law(hall, lambda document: document["rules"]["one"].update(body="words"))
    assert "Card packs" not in render_page(page_of(hall, PageKind.RULESET))
