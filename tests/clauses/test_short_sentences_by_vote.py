"""A vote changes the short sentence of a clause: as a draft, when submitted, when enacted, and taken away again."""

import json
from typing import Any

import pytest

from nomic.clauses.views.explanations import short_sentences
from nomic.proposals.models import Proposal
from tests.clauses.conftest import TOLLS, OpenWith, enact
from tests.support.hall import Hall
from tests.support.signed_in import browser_of
from tests.web.test_composing import COMPOSE, post
from tests.web.test_drafts import kept, marks, opened

SAYS = "/rules/tolls/clauses/walk/says"


def said(hall: Hall) -> str:
    hall.cycle.refresh_from_db()
    return short_sentences(hall.cycle.law, "tolls")["walk"]


@pytest.fixture
def hall(open_with: OpenWith) -> Hall:
    return open_with(TOLLS)


def test_added_changed_and_removed_by_votes(hall: Hall) -> None:
    """The sentence follows each vote, and without one it is made from the clause again."""
    made = said(hall)
    steps: list[tuple[list[dict[str, Any]], str]] = [
        ([{"op": "add", "path": SAYS, "value": "Walk."}], "Walk."),
        ([{"op": "replace", "path": SAYS, "value": "Stroll."}], "Stroll."),
        ([{"op": "remove", "path": SAYS}], made),
    ]
    for amendments, says in steps:
        enact(hall, *amendments)
        assert said(hall) == says
    hall.is_sound()


def test_a_draft_keeps_it(hall: Hall) -> None:
    """And shows what it changes, before and after."""
    ada = browser_of("ada")
    page = opened(ada)
    page = kept(ada, page, title="Walks", amendments=json.dumps([{"op": "add", "path": SAYS, "value": "Walk."}]))
    again = browser_of("ada").get(f"{COMPOSE}?draft={page['draft']}")
    assert json.loads(again.context["draft"].amendments)[0]["value"] == "Walk."
    assert "The summary of" in again.content.decode()
    fields = {"title": "Walks", "text": "So.", "amendments": again.context["draft"].amendments}
    post(ada, 302, submit="1", **fields, **marks(again.content.decode()))
    assert Proposal.objects.get().amendments[-1]["value"] == "Walk."
