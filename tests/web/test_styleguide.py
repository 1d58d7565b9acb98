"""The styleguide shows every colour and every kind of button, message and badge, and reads nothing."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

CSS = Path(__file__).parents[2] / "static" / "css"


@pytest.fixture
def page(db: None, django_assert_num_queries: Any) -> str:
    with django_assert_num_queries(0):
        return Client().get("/styleguide/").content.decode()


def test_every_token_is_there_with_its_values(page: str) -> None:
    """A new one appears by itself."""
    css = (CSS / "tokens.css").read_text()
    names = re.findall(r"--([a-z-]+):", css)
    assert len(names) > 50
    for name in names:
        assert f"<code>{name}</code>" in page
    for light, dark in re.findall(r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", css):
        assert f"{light} {dark}" in page


@pytest.mark.parametrize("part", ["button", "badge", "notice"])
def test_every_kind_of_a_part_is_shown(page: str, part: str) -> None:
    """A kind is a class that the style sheet joins to the part's own: `.badge.good`."""
    kinds = set(re.findall(rf"\.{part}\.([a-z-]+)", (CSS / "components.css").read_text()))
    assert kinds
    shown = set(" ".join(re.findall(r'class="([^"]*)"', page)).split())
    assert kinds <= shown


def test_nobody_changes_anything_there(page: str) -> None:
    assert 'method="post"' not in page.lower().partition("<main")[2].partition("</main")[0]
    assert Client().post("/styleguide/").status_code == 405
