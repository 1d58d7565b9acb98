"""The template with the current values: what authors write shows what the game says, and nothing secret."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.inventory.models import Balance
from nomic.players.models import Player
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages import data_template
from nomic.wiki.pages.layout import snippets
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.clauses.conftest import OpenWith, open_with
from tests.wiki.conftest import Someone
from tests.wiki.test_pages import HOSTILE, actor, change_law, crowd, page_of

__all__ = ["open_with"]


def live(text: str) -> str:
    """What reaches the pages of authors."""
    (found,) = re.findall("<onlyinclude>(.*)</onlyinclude>", text, re.DOTALL)
    return str(found)


def test_the_template_has_what_players_have(hall: Cycle) -> None:
    """By the name of one and of many; what one has none of is 0, what there is not is a dash."""
    perform("hall", actor("Ada"), "join", {})
    text = live(render_page(page_of(hall, PageKind.DATA)))
    amount = Balance.objects.get(holder="Ada", item="Vertebra").amount
    of_ada = text.partition("\n|Ada=")[2]
    assert f"\n|Vertebrae\n|Vertebra={amount}" in of_ada
    assert "\n|Chips\n|Chip=0" in of_ada
    assert "\n|phase=0" in text
    assert text.endswith("|#default=–}}")


def test_no_secret_is_in_it(open_with: OpenWith) -> None:
    """Neither of players nor of the cycle."""
    clauses: dict[str, Any] = {
        "depth": {"value": "Depth", "of": "player", "seen": "owner"},
        "fate": {"value": "Fate", "of": "cycle", "seen": "nobody"},
        "well": {"value": "The Well", "of": "cycle"},
        "act": {
            "action": "Dig",
            "do": [
                {"raise": "Depth", "of": "$me", "by": 4711},
                {"raise": "Fate", "by": 4712},
                {"raise": "The Well", "by": 4713},
            ],
        },
    }
    hall = open_with(clauses)
    hall.do("ada", "tolls_act")
    hall.publish()
    text = render_page(page_of(hall.cycle, PageKind.DATA))
    assert "|The Well=4713" in text
    assert not [words for words in ("Depth", "Fate", "4711", "4712") if words in text]


def test_a_crowd_fits_and_takes_no_more_queries(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit is left out, and the page says so."""
    perform("hall", actor("Ada"), "join", {})
    page = page_of(hall, PageKind.DATA)
    render_page(page)
    with CaptureQueriesContext(connection) as few:
        render_page(page)
    crowd(hall, 2000, 0)
    with CaptureQueriesContext(connection) as many:
        text = render_page(page)
    assert len(few) == len(many)
    assert "there are very many" in text
    assert live(text).count("\n|Player ") == data_template.MAX_PLAYERS - 1
    assert "|players=more than 500" in text
    assert snippets.size(text) < data_template.MAX_PLAYER_BYTES + 20_000
    monkeypatch.setattr(data_template, "MAX_PLAYER_BYTES", 3000)
    assert snippets.size(render_page(page)) < 8000


@pytest.mark.wiki
def test_pages_of_authors_show_the_values(db: None, site: MediaWikiSite, reader: Someone, at_once: None) -> None:
    """Under names that would be wikitext, too; nothing but the value comes with it."""
    hall = create_cycle("cycle-16", slug="authors")  # other tests have left pages of their own on this wiki

    def change(document: dict[str, Any]) -> None:
        document["items"]["Chip"]["plural"] = HOSTILE

    names = ["Ada", "O'Neil & co", "''x'' {{x}}", "#default", "a=b|c", "game", "}}{{{1}}}"]
    for name in names:
        perform("authors", actor(f"Person {names.index(name)}"), "join", {})
    hall.refresh_from_db()
    change_law(hall, change)
    for player, name in zip(Player.objects.order_by("pk"), names, strict=True):
        Balance.objects.filter(holder=player.name).update(holder=name)
        Player.objects.filter(pk=player.pk).update(name=name)
        Balance.objects.update_or_create(
            cycle=hall, holder=name, item="Chip", defaults={"amount": 40 + names.index(name)}
        )
    WikiPage.objects.exclude(kind=PageKind.DATA).update(stale_since=None)
    outcomes = publish_due(site=site)
    assert ("Template:Authors data", "published") in [(outcome.title, str(outcome.how)) for outcome in outcomes]

    def shown(*arguments: str) -> str:
        text = reader.parse(f"<p>({{{{Authors data|{'|'.join(arguments)}}}}})</p>", prop="text")["text"]
        (found,) = re.findall(r"<p>\((.*?)\)", text, re.DOTALL)
        return str(found)

    assert shown("Ada", "Chip") == "40"
    assert shown("O'Neil & co", "Chip") == "41"
    assert shown("1=Ada", "2=Chip") == "40"
    assert shown("a&#61;b&#124;c", "Chip") == "44"
    assert shown("Nobody", "Chip") == shown("Ada", "Nothing") == shown("#default", "Chip") == shown() == "–"
    assert shown("game", "phase") == "0"
    assert shown("game", "players") == str(len(names))
