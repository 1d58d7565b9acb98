"""Whom a proposal touches."""

from django.test import Client

from nomic.forecast.affected_people import MAX_HOLDERS, Holders, touched_by
from nomic.proposals.diff import effect_of
from nomic.proposals.models import Proposal
from tests.forecast.test_dry_run import price
from tests.support.hall import Hall


def test_who_has_what_it_changes_and_who_is_named(cast: Hall) -> None:
    """Items, cards and modifiers by those who have them; names of players wherever they stand in it."""
    cast.grant("bob", "Chip", 3)
    cast.grant_card("eve", "Joker", ["Bound"])
    changes = (
        price(60),
        {"op": "replace", "path": "/cards/Joker/text", "value": "It laughs."},
        {"op": "replace", "path": "/modifiers/Bound/text", "value": "ada"},
    )
    cast.propose("ada", *changes)
    proposal = Proposal.objects.get(cycle=cast.pk, number=1)
    seen = touched_by(cast.cycle, proposal, effect_of(cast.cycle, proposal)[0])
    assert seen.named == ("ada",)
    found = {each.what: each for each in seen.holders}
    assert found["Chip"] == Holders("Chip", (("bob", 3),), 0)
    assert found["Joker"].most == (("eve", 1),)
    assert found["Bound"].most == (("eve", 1),)
    assert len(found["Vertebra"].most) <= MAX_HOLDERS
    page = Client().get("/c/hall/proposals/1/").content.decode()
    assert "bob has 3" in page
    assert page.index("Who gains or loses") < page.index("Who currently has what this changes")


def test_of_one_that_is_decided_nothing_is_said(cast: Hall) -> None:
    """It touches nobody any more; nor do mere words."""
    cast.propose("ada")
    assert "Who currently has what this changes" not in Client().get("/c/hall/proposals/1/").content.decode()
    code = cast.propose("ada", price(60))
    cast.do("ada", "withdraw-proposal", proposal=code)
    assert "Who currently has what this changes" not in Client().get("/c/hall/proposals/2/").content.decode()
