"""What other sites show of a link: from public facts, escaped, with absolute addresses."""

import re
from typing import Any

from django.test import Client

from tests.support.hall import Hall


def card(hall: Hall, path: str) -> dict[str, str]:
    page = Client().get(f"/c/{hall.cycle.slug}/{path}").content.decode()
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_a_proposal_has_a_card(cast: Hall, settings: Any):
    """Its title and state; while it is open no vote is in it, and a hostile title is escaped."""
    settings.SITE_URL = "https://nomic.example"
    code = cast.propose("ada", title='A "<b>hat</b>')
    cast.vote(code, ada="for", eve="against")
    found = card(cast, "proposals/1/")
    assert found["title"] == "A &quot;&lt;b&gt;hat&lt;/b&gt;"
    assert found["description"].startswith("Proposal 1 by ada: ")
    assert not re.search(r"\d for|against", found["description"])
    assert found["url"] == f"https://nomic.example/c/{cast.slug}/proposals/1/"
    assert found["image"].startswith("https://nomic.example/static/img/icon-180")


def test_an_ended_cycle_has_a_card(cast: Hall):
    """While it runs it has none; then it says who won, and why."""
    assert card(cast, "story/") == {}
    cast.do("keeper", "stop-cycle", winners=["ada"], reason="for the test")
    cast.settle()
    found = card(cast, "story/")
    assert found["title"] == f"ada won {cast.cycle.title}"
    assert "for the test" in found["description"]
