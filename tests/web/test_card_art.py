"""Drawings of cards: pictures by name, pips for numbers, and emblems for names that nobody has drawn yet."""

import runpy
from pathlib import Path

import pytest

from nomic.inventory.card_views import Face
from nomic.law.document.templates import document_of
from nomic.web.pictures.card_art import card_art, picture_of, suit_shape

SPRITE = Path("static/img/cards.svg")
HOSTILE = ("<script>", "", "🂡", "a" * 5000, "../x", '"#')


@pytest.mark.parametrize("law", ["cycle-16", "exoptwosis"])
def test_every_species_has_a_picture_or_pips(law: str) -> None:
    for name in document_of(law)["cards"]:
        drawn = card_art(Face("c", name, values=name.partition(" ")[0]))
        assert picture_of(name) or "pips" in drawn, name


def test_a_species_voted_in_has_an_emblem_of_its_own() -> None:
    names = [f"Dragon {letter}" for letter in "ABCDEFGHIJ"]
    drawn = {card_art(Face("c", name)) for name in names}
    assert len(drawn) == len(names)
    assert card_art(Face("one", "Dragon A")) == card_art(Face("another", "Dragon A"))


def test_a_suit_voted_in_has_a_shape_of_its_own() -> None:
    shapes = {suit_shape(name) for name in ("Moons", "Suns", "Hats")}
    assert len(shapes) == 3
    assert not any("<use" in shape for shape in shapes)
    assert '<use href="#suit-hearts"/>' in suit_shape("Hearts")


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_can_be_drawn(name: str) -> None:
    assert "<script" not in card_art(Face("c", name, suits=(name,))) + suit_shape(name)
    assert len(card_art(Face("c", f"3 {name}", values="3", suits=(name,)))) < 4_000


@pytest.mark.parametrize(
    ("values", "pips"), [("1", 1), ("7", 7), ("10", 10), ("-3", 3), ("0", 0), ("11", 0), ("1, 2", 0)]
)
def test_as_many_pips_as_the_value(values: str, pips: int) -> None:
    drawn = card_art(Face("c", "7", values=values, suits=("Hearts", "Spades")))
    assert drawn.count("<use") == pips
    assert ("hollow" in drawn) == values.startswith("-")


def test_relatives_share_a_picture() -> None:
    """A name counts by its longest beginning or end that somebody has drawn."""
    assert picture_of("King of Hearts") == picture_of("King") == "king"
    assert picture_of("Red Joker") == "joker"
    assert picture_of("Kingdom") == ""


def test_the_sprite_is_what_its_program_makes(tmp_path: Path) -> None:
    made = runpy.run_path(str(SPRITE.with_name("make_card_pictures.py")))["sprite"]()
    assert made == SPRITE.read_text(encoding="utf-8")
    assert len(made) < 40_000
