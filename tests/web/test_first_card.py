"""How far it is from the landing page to the first card that one plays."""

import pytest
from django.test import Client

from nomic.matches.models import Match
from tests.support.link_walker import Walker

pytestmark = pytest.mark.django_db
MAX_PRESSES = 10  # there were 24 before practice cycles opened joined, with bots and cards
TURNS = 8  # until the newcomer has the turn


@pytest.fixture
def only_fives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every random card is a plain 5: what fits and what a card asks is no matter of chance."""
    monkeypatch.setattr("exoptosis.cards.random_cards.species_to_draw", lambda law, types=(): ["5"])
    monkeypatch.setattr("exoptosis.cards.random_cards.collections_in_force", lambda law, wanted=None: [])


def test_a_newcomer_plays_their_first_card_within_ten_presses(client: Client, only_fives: None) -> None:
    """Signing up, a practice cycle, a duel with a bot, a hand, no bet, a card: links and buttons, typing apart."""
    walker = Walker(client)
    walker.look("/")
    walker.follow("Sign up to open one")
    words = "lampions at dusk"
    walker.press("Sign up", Username="Nova", Password=words, **{"Password (again)": words})
    walker.press("Open Exoptosis")
    walker.follow("Ask for a duel")
    walker.press("Play Mira")
    assert "The first with no card in hand wins, so few cards are a good start." in walker.html
    walker.press("Take 4 cards that fit often")
    assert "What is bet goes to the winner of the game." in walker.html
    walker.press("Pass")
    for _ in range(TURNS):
        if not walker.can_press("Play 5"):
            walker.look()
    walker.press("Play 5")
    match = Match.objects.get()
    assert [step.move["kind"] for step in match.steps.filter(kind="move", player="Nova").order_by("version")] == [
        "hand",
        "pass",
        "play",
    ]
    assert len(walker.presses) <= MAX_PRESSES, walker.presses
