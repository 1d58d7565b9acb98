"""Every game in the list on the front page has a picture."""

import re

import pytest
from django.test import Client

from nomic.law.document.templates import described_templates
from nomic.web.pictures.game_picture import game_picture, pictures

pytestmark = pytest.mark.django_db


def test_every_game_that_ships_has_a_picture_of_its_own() -> None:
    names = {game.name for game in described_templates()}
    assert names
    assert names == pictures()
    shown = re.findall(r'games[^"#]*\.svg#([a-z0-9-]+)"', Client().get("/").content.decode())
    assert sorted(shown) == sorted(names)


def test_a_game_of_somebody_else_has_an_emblem_of_its_title() -> None:
    one, other = game_picture("draughts", "Draughts"), game_picture("chess", "<Chess>")
    assert "<use" not in one + other
    assert one != other
    assert one == game_picture("draughts", "Draughts")
    assert "<Chess>" not in other
