"""A sealed hand can be learnt through no door before the reveal; afterwards everybody can check it."""

import hashlib
import json
import re

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.state_digest import canonical_json, state_of
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match
from tests.support.hall import BATTLE, Hall
from tests.support.signed_in import browser_of

PLAIN = ("2", "3", "5", "7", "9", "10")
ORDER = (5, 1, 4, 2)  # an order that no list has by itself


@pytest.fixture
def sealed(cast: Hall) -> Hall:
    """Ada and Bob have declared; Ada has chosen a hand in that odd order."""
    for name, times in (("bob", 19), ("ada", 1)):  # so many that the numbers of Ada's cards stand nowhere by chance
        for species in PLAIN * times:
            cast.grant_card(name, species)
        cast.do(name, "declare-battle")
    cast.do("ada", "move", match=match_of(cast).code, move={"kind": "hand"}, answers=[chosen(cast)])
    return cast


def match_of(hall: Hall) -> Match:
    return Match.objects.get(cycle=hall.cycle)


def chosen(hall: Hall) -> list[int]:
    """Four cards of Ada's deck, by their numbers."""
    deck = loaded_match(hall.read_context("ada"), match_of(hall)).state.seats[1].deck
    return [deck[place] for place in ORDER]


def shows(text: str, hand: list[int]) -> bool:
    """Whether the hand stands anywhere in a text, in whatever way lists are written."""
    return re.search(r"\b" + r"[^0-9]{1,8}".join(str(card) for card in hand) + r"\b", text) is not None


def doors(hall: Hall) -> list[str]:
    """Every address at which something of the match can be read."""
    code, seq = match_of(hall).code, hall.cycle.seq
    return [
        f"/c/hall/matches/{code}/",
        f"/c/hall/matches/{code}/replay/",
        f"/c/hall/matches/{code}/replay/?seat=ada",
        "/c/hall/journal/",
        f"/c/hall/journal/{seq}/",
        f"/api/v1/matches/{code}/",
        f"/api/v1/matches/{code}/log/",
        f"/api/v1/matches/{code}/export/",
        "/api/v1/cycles/hall/journal/",
        f"/api/v1/cycles/hall/journal/{seq}/",
    ]


@pytest.mark.parametrize("who", ["bob", None])
def test_nobody_else_reads_a_sealed_hand_anywhere(sealed: Hall, who: str | None) -> None:
    """Neither an opponent nor a stranger; its owner does, on the page of the match."""
    hand = chosen(sealed)
    client = Client()
    if who is not None:
        client.force_login(Person.objects.get(username=who), backend="django.contrib.auth.backends.ModelBackend")
    read = 0
    for door in doors(sealed):
        answer = client.get(door)
        read += answer.status_code == 200
        assert not shows(answer.content.decode(), hand), door
    assert read >= 8
    ada = browser_of("ada")
    mine = ada.get(f"/api/v1/matches/{match_of(sealed).code}/").json()
    assert mine["view"]["chosen"] == hand


def test_neither_digest_nor_refusal_says_what_is_sealed(sealed: Hall) -> None:
    """The state that is compared has a commitment in its place; a refusal does not depend on the hand."""
    hand = chosen(sealed)
    assert not shows(canonical_json(state_of(sealed.cycle)), hand)
    refused = sealed.refused("bob", "move", "no-betting", "", match=match_of(sealed).code, move={"kind": "pass"})
    assert not shows(str(refused), hand)


def test_after_the_reveal_anybody_can_check_the_commitment(sealed: Hall) -> None:
    """The SHA-256 of salt and answer is what stood in the journal from the beginning."""
    hand = chosen(sealed)
    entry = next(entry for entry in sealed.entries("move") if entry.actor == "ada")
    commitment = entry.args["answers"]["commitment"]
    deck = loaded_match(sealed.read_context("bob"), match_of(sealed)).state.seats[0].deck
    sealed.do("bob", "move", match=match_of(sealed).code, move={"kind": "hand"}, answers=[list(deck[:4])])
    sealed.to(BATTLE)
    kept = entry.sealed["answers"]
    assert kept["value"] == [hand]
    text = kept["salt"] + json.dumps(kept["value"], sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == commitment
    page = Client().get(f"/c/hall/journal/{entry.seq}/").content.decode()
    assert kept["salt"] in page
    assert all(str(card) in page[page.index(kept["salt"]) - 400 :] for card in hand)
    opened = Client().get(f"/api/v1/cycles/hall/journal/{entry.seq}/").content.decode()
    assert shows(opened, hand)
