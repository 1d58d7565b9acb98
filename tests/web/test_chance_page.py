"""The page of chance: what was drawn, newest first, however much that is."""

import re

import pytest
from django.test import Client

from nomic.cycles.history.draw_export import entries_that_drew
from tests.support.hall import BATTLE, Hall

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r'data-entry="([0-9a-f]{32})" data-label="([^"]*)" data-index="(\d+)"')


@pytest.fixture
def drawn(cast: Hall) -> Hall:
    """Packs are opened in two phases; one draws more than a page shows of an entry."""
    cast.grant("ada", "Legendary Pack")
    cast.grant("ada", "Already-opened Pack", 4)
    for pack in ("Already-opened Pack", "Legendary Pack", "Already-opened Pack"):
        cast.do("ada", "open-pack", pack=pack)
    cast.to(BATTLE)
    for _ in range(2):
        cast.do("ada", "open-pack", pack="Already-opened Pack")
    return cast


def pages(hall: Hall, address: str) -> list[str]:
    """This page and all to which it leads on."""
    found = [Client().get(address).content.decode()]
    while (older := re.search(r'rel="next" href="(\?[^"]*)"', found[-1])) is not None:
        found.append(Client().get(f"/c/{hall.slug}/chance/{older[1].replace('&amp;', '&')}").content.decode())
    return found


@pytest.mark.parametrize("most", [1, 2, 3, 100])
@pytest.mark.parametrize("phase", ["", "0", "1"])
def test_each_entry_that_drew_is_on_one_page(
    drawn: Hall, monkeypatch: pytest.MonkeyPatch, most: int, phase: str
) -> None:
    """The newest first, a phase's alone where that is asked for; of each its first draws, in order."""
    monkeypatch.setattr("nomic.web.views.cycle.draws.ENTRIES_A_PAGE", most)
    wanted = [
        (entry.key, draw.label, str(draw.index))
        for entry in entries_that_drew(drawn.cycle).order_by("-seq")
        for draw in entry.draws[:12]
        if phase in ("", str(entry.phase))
    ]
    shown = [SHOWN.findall(page) for page in pages(drawn, f"/c/{drawn.slug}/chance/?phase={phase}")]
    assert [each for page in shown for each in page] == wanted
    assert all(len({key for key, *_ in page}) <= most for page in shown)


def test_the_other_draws_of_an_entry_are_on_its_page(drawn: Hall) -> None:
    """The page says how many they are, and leads there."""
    entry = next(entry for entry in entries_that_drew(drawn.cycle) if len(entry.draws) > 12)
    (page,) = pages(drawn, f"/c/{drawn.slug}/chance/")
    more = f'href="/c/{drawn.slug}/journal/{entry.seq}/#draws">{len(entry.draws) - 12} more draws of entry #{entry.seq}'
    assert more in page
    alone = Client().get(f"/c/{drawn.slug}/journal/{entry.seq}/").content.decode()
    assert len(SHOWN.findall(alone)) == len(entry.draws)
