"""`manage.py texts shown`: what the pages of this database say, once each."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from nomic.cycles.models import Entry
from tests.support.hall import Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]


def shown(**options: str | int) -> list[str]:
    out = StringIO()
    call_command("texts", "shown", stdout=out, **{"most": 25, **options})
    return out.getvalue().splitlines()


def test_each_text_is_shown_once_with_its_page(cast: Hall) -> None:
    """By links from the home page on; looking writes nothing."""
    cast.propose("ada", title="Lampions for everybody")
    before = Entry.objects.count()
    lines = shown()
    assert "/: Games whose players vote on the rules" in lines
    texts = [line.partition(": ")[2] for line in lines]
    assert len(texts) == len(set(texts))
    assert any("Lampions for everybody" in text for text in texts)
    assert Entry.objects.count() == before


def test_somebody_sees_what_is_theirs(cast: Hall) -> None:
    assert any("What you have" in line for line in shown(visitor="ada"))
    assert not any("What you have" in line for line in shown())


@pytest.mark.django_db
def test_nobody_else_can_look() -> None:
    with pytest.raises(CommandError, match="Nobody is called 'zoe'"):
        shown(visitor="zoe")
