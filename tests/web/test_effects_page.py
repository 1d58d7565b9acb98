"""The page about the effect language: every word of it, and all that the law says in it."""

from django.test import Client

from nomic.effects.language.description.reference import GROUPS, reference
from nomic.effects.language.nodes.base import NODES
from nomic.law.labels import explanations


def test_every_node_is_described_once():
    """By its head, with a meaning and the words that it takes."""
    entries = [entry for _, found in reference() for entry in found]
    assert sorted(entry.head for entry in entries) == sorted(NODES)
    assert [group for group, _ in reference()] == list(GROUPS)
    for entry in entries:
        assert entry.meaning.endswith("."), entry.head
        assert entry.words[0].word == entry.head
        assert not entry.words[0].optional


def test_the_page_shows_the_language_and_the_law(cast, monkeypatch):
    """Each entry that does something stands there as data and in words, with a way to propose a change."""
    monkeypatch.setattr(
        explanations, "_explain", {("cards", ""): lambda law, name: ("It does this.",) if name == "Ace" else ()}
    )
    page = Client().get("/c/hall/effects/").content.decode()
    assert "It does this." in page
    assert "when_played" in page
    assert 'href="/c/hall/proposals/compose/?entry=/cards/Ace"' in page
    assert all(f'id="word-{head}"' in page for head in NODES)


def test_the_page_of_a_cycle_that_is_not_there(db):
    assert Client().get("/c/nowhere/effects/").status_code == 404
