"""What anybody may look at, and costs something to make, is made once."""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from nomic.law.diff import law_differences as comparing
from nomic.wikitext import tokenizer
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was read as wikitext or compared word by word, one entry each time."""
    caches["made"].clear()
    found: list[str] = []
    read, compared = tokenizer.read, comparing.compare_sequences

    def note_reading(text: str) -> Any:
        found.append("read")
        return read(text)

    def note_comparing(*rows: Any) -> Any:
        found.append("compared")
        return compared(*rows)

    monkeypatch.setattr(tokenizer, "read", note_reading)
    monkeypatch.setattr(comparing, "compare_sequences", note_comparing)
    return found


def test_the_ruleset_is_made_once_for_each_revision(hall: Hall, client: Client, made: list[str]) -> None:
    """Whoever comes second reads what the first one was given."""
    for path in ("ruleset/", "ruleset/revisions/0/?whole"):
        client.get(f"/c/{hall.slug}/{path}")
        before = len(made)
        assert before
        assert client.get(f"/c/{hall.slug}/{path}").status_code == 200
        assert len(made) == before


def test_a_proposal_is_made_once(cast: Hall, client: Client, made: list[str]) -> None:
    """Its words and what it would change; on its page and in the API, however often."""
    hall = cast
    rule = next(iter(hall.cycle.law.document["rules"]))
    operations = [{"op": "replace", "path": f"/rules/{rule}/body", "value": "<b>''</b>" * 500}]
    entry = hall.do("ada", "submit-proposal", title="Bold", text="<b>''</b>" * 500, amendments=operations)
    number = next(event["number"] for event in entry.events if "number" in event)
    pages = [f"/c/{hall.slug}/proposals/{number}/", f"/api/v1/cycles/{hall.slug}/proposals/{number}/"]
    answers = [client.get(page).content for page in pages]
    assert {"read", "compared"} == set(made)
    before = list(made)
    for page, answer in zip(pages, answers, strict=True):
        assert len(client.get(page).content) == len(answer)
    assert made == before
