"""The page of a dry run, and what programs are told of it."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.proposals.models import Proposal
from tests.forecast.test_dry_run import GIVE_ALL, price
from tests.support.hall import HOUR, START, Hall
from tests.support.signed_in import browser_of

PAGE = "/c/hall/proposals/1/dry-run/"
API = "/api/v1/cycles/hall/proposals/1/dry-run/"


@pytest.fixture
def proposed(cast: Hall) -> Hall:
    """Three proposals that end together, of which the third is in the way of none, and one that does not."""
    cache.clear()
    cast.propose("ada", price(7), effects=GIVE_ALL, title="Chips for all")
    cast.propose("bob", price(8), title="Dearer")
    cast.propose("eve", title="Words")
    cast.propose("eve", title="Soon", **{"class": "urgent"})
    return cast


def html(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(page: str) -> str:
    """What the page says of the dry run."""
    return page.partition("dry-run-result")[2].partition("</main>")[0]


def test_the_page_of_the_proposal_leads_to_it_and_to_all_that_end_together(proposed: Hall) -> None:
    """Three do."""
    page = html("/c/hall/proposals/1/")
    assert f'href="{PAGE}"' in page
    assert "Try all 3 that end together" in page


def test_alone_it_is_shown_what_everybody_has(proposed: Hall) -> None:
    """In a table and in bars; whoever reads on is told what is not known."""
    page = html(PAGE)
    assert "0 → 1" in page
    assert "no longer applies" not in page
    assert "say nothing about future ones" in page


def test_together_it_is_said_which_is_in_the_way_of_which(proposed: Hall) -> None:
    """The second expects the price as it was."""
    page = html(f"{PAGE}?with=all")
    assert 'after <a href="/c/hall/proposals/1/">proposal 1</a>' in page
    assert "to be 25 Vertebrae, but by then it will be 7 Vertebrae" in page


def test_the_law_that_it_would_lead_to_is_shown(proposed: Hall) -> None:
    """What changes in it by all that take effect, and the whole ruleset as it would read; nobody proposes there."""
    rule = {"title": "Humming", "body": "One may hum.", "parent": None, "place": 900}
    proposed.propose("eve", {"op": "add", "path": "/rules/hum", "value": rule}, title="Hum")
    page = html(f"{PAGE}?with=all")
    law = page.partition('id="law"')[2].partition("</section>\n<section")[0]
    assert "7 Vertebrae" in law
    assert "8 Vertebrae" not in page.partition('id="law"')[2]
    assert "Humming" in law
    assert "Humming" not in html(PAGE).partition('id="law"')[2]
    assert f'href="{PAGE}?with=all&amp;whole=1"' in page
    client = browser_of("bob")
    whole = client.get(f"{PAGE}?with=all&whole=1").content.decode()
    assert "One may hum." in whole
    assert "As it would be" in whole
    assert "propose a change" not in whole
    assert "One may hum." not in html(f"{PAGE}?whole=1")
    assert "One may hum." not in html("/c/hall/ruleset/")


def test_programs_are_told_the_same(proposed: Hall) -> None:
    """Alone and together."""
    alone = Client().get(API).json()
    assert [each["number"] for each in alone["proposals"]] == [1]
    assert {each["holder"]: each["with"] for each in alone["holdings"]} == {"ada": 1, "bob": 1, "eve": 1}
    together = Client().get(API, {"together": "true"}).json()
    assert [(each["applies"], each["because_of"]) for each in together["proposals"]] == [
        (True, 0),
        (False, 1),
        (True, 0),
    ]
    assert Client().get(API, {"together": "perhaps"}).status_code == 422
    assert Client().get("/api/v1/cycles/hall/proposals/99/dry-run/").status_code == 404


def test_it_is_made_once_for_a_state_of_the_cycle(proposed: Hall) -> None:
    """Whoever asks next is told the same, dice and all, until somebody acts."""
    first = html(PAGE)
    with CaptureQueriesContext(connection) as queries:
        assert shown(html(PAGE)) == shown(first)
    assert len(queries) <= 12
    assert not any("SAVEPOINT" in query["sql"] for query in queries)
    with CaptureQueriesContext(connection) as queries:
        proposed.do("bob", "vote", proposal="1", vote="for")
        html(PAGE)
    assert any("SAVEPOINT" in query["sql"] for query in queries)


def test_what_is_decided_is_tried_out_no_more(proposed: Hall) -> None:
    """The page leads to the proposal's own; one that waits for somebody's hand still can be."""
    proposed.do("ada", "withdraw-proposal", proposal="1")
    assert Client().get(PAGE).headers["Location"] == "/c/hall/proposals/1/"
    assert PAGE not in html("/c/hall/proposals/1/")
    assert Client().get(API).status_code == 404
    proposed.to(START + 48 * HOUR)
    assert Proposal.objects.get(cycle=proposed.pk, number=4).status == "by-hand"
    assert Client().get("/c/hall/proposals/4/dry-run/").status_code == 200
    assert Client().get("/c/hall/proposals/99/dry-run/").status_code == 404
