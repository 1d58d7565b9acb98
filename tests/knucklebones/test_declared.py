"""Who wants to play whom, as the hall and the page of the matches show it (R57, R112)."""

from typing import Any

import pytest
from django.test import Client

from knucklebones.web.intentions_panel import declared
from nomic.accounts.models import Person
from tests.support.hall import BATTLE, Hall
from tests.support.knucklebones_cycles import Bones

pytestmark = pytest.mark.django_db

Json = Any


def shown(bones: Bones, player: str) -> Json:
    """What the panel shows to somebody."""
    return declared(bones.hall.read_context(player))


def wishes(bones: Bones, player: str) -> list[tuple[str, str, bool, bool]]:
    return [(wish.player, wish.whom, wish.wants_you, wish.is_mutual) for wish in shown(bones, player)["wishes"]]


def page(hall: Hall, player: str | None, address: str = "matches/") -> str:
    """A page of the cycle as somebody gets it."""
    client = Client()
    if player is not None:
        client.force_login(Person.objects.get(username=player))
    response = client.get(f"/c/{hall.slug}/{address}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_R57_everybody_sees_who_wants_to_play_whom(bones: Bones) -> None:
    """In the order of declaring: each of the named, one of them, whoever wants; and who of them would play oneself."""
    bones.want("bob", "ada", "eve", how="one")
    bones.want("eve")
    bones.want("flo", "bob")
    assert wishes(bones, "ada") == [
        ("bob", "one of ada and eve", True, False),
        ("eve", "anyone", True, False),
        ("flo", "bob", False, False),
    ]
    assert shown(bones, "ada")["own"] is None
    for address in ("matches/", ""):
        text = page(bones.hall, None, address)
        assert "<strong>bob</strong> wants to play one of ada and eve." in text
        assert "would play you" not in text


def test_R112_pairs_are_shown_as_they_would_form_now(bones: Bones) -> None:
    """They change with each declaration; those of the visitor stand out."""
    bones.want("bob", "ada", "eve", how="one")
    bones.want("flo")
    assert shown(bones, "ada")["pairs"] == []
    bones.want("eve", "bob", "flo")
    bones.want("ada", "bob")
    assert shown(bones, "eve")["pairs"] == [(("bob", "eve"), True), (("flo", "eve"), True)]
    assert shown(bones, "flo")["pairs"] == [(("bob", "eve"), False), (("flo", "eve"), True)]
    bones.hall.do("eve", "withdraw-intention")
    assert shown(bones, "ada")["pairs"] == [(("bob", "ada"), True)]
    assert "<strong>bob and ada</strong>" in page(bones.hall, "ada")


def test_an_answer_keeps_whom_one_has_named(bones: Bones) -> None:
    """The link names the other besides; who is willing on both sides needs none."""
    bones.want("ada", "bob", how="each")
    bones.want("bob", "ada")
    bones.want("eve", "ada")
    own = shown(bones, "ada")["own"]
    assert (own.whom, own.opponents, own.how) == ("bob", ("bob",), "each")
    assert wishes(bones, "ada") == [("bob", "ada", True, True), ("eve", "ada", True, False)]
    text = page(bones.hall, "ada")
    assert "intend-knucklebones/?how=each&amp;opponents=bob&amp;opponents=eve&amp;next=" in text
    assert "Play eve, too" in text
    assert text.count("you both want to") == 1


def test_the_form_is_filled_by_the_address(bones: Bones) -> None:
    """Each of the named is ticked, nobody else."""
    form = page(bones.hall, "ada", "act/intend-knucklebones/?opponents=bob&opponents=eve&how=one")
    ticked = [part.partition(">")[0] for part in form.split("<input") if " checked" in part.partition(">")[0]]
    assert ["bob" in ticked[0], "eve" in ticked[1], len(ticked)] == [True, True, 2]
    assert '<option value="one" selected>' in form


def test_R57_nothing_is_shown_where_nothing_can_be_declared(bones: Bones) -> None:
    """In the battle phase the games themselves are there; without the switch there is nothing to say."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(BATTLE)
    assert shown(bones, "ada") is None
    assert "Who wants to play Knucklebones" not in page(bones.hall, "ada")


def test_a_cycle_without_the_game_shows_nothing_of_it(cast: Hall) -> None:
    """Cycle 16 begins with the switch off."""
    assert declared(cast.read_context("ada")) is None
    assert "Knucklebones" not in page(cast, "ada").partition("<main")[2].partition('id="can"')[0]
