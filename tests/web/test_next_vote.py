"""After a vote, the page of a proposal leads to the next vote that waits for the visitor."""

from django.test import Client

from tests.support.hall import Hall
from tests.support.signed_in import browser_of


def test_after_a_vote_the_page_leads_to_the_next_open_one(cast: Hall) -> None:
    """Not before one has voted, and no longer once one has voted on all; a hall names no way in to who is in."""
    for title in ("Hum", "Sing"):
        cast.do("bob", "submit-proposal", title=title, text=f"{title}.")
    ada = browser_of("ada")
    assert 'id="next-vote"' not in ada.get("/c/hall/proposals/1/").content.decode()
    cast.do("ada", "vote", proposal="1", vote="for")
    page = ada.get("/c/hall/proposals/1/").content.decode()
    assert 'id="next-vote" href="/c/hall/proposals/2/' in page
    cast.do("ada", "vote", proposal="2", vote="for")
    assert 'id="next-vote"' not in ada.get("/c/hall/proposals/1/").content.decode()
    assert "anybody can join" not in ada.get("/c/hall/").content.decode()
    assert "anybody can join" in Client().get("/c/hall/").content.decode()


def test_a_vote_is_said_to_the_voter(cast: Hall) -> None:
    """Not by their own name; also if it is taken back."""
    cast.do("bob", "submit-proposal", title="Hum", text="Hum.")
    ada, act = browser_of("ada"), "/c/hall/act/vote/"
    for vote, words in (
        ("for", "You vote for proposal 1."),
        ("unclear", "You vote unclear on proposal 1."),
        ("none", "You take back your vote on proposal 1."),
    ):
        page = ada.post(act, {"proposal": "1", "vote": vote, "next": "/c/hall/proposals/1/"}, follow=True)
        messages = page.content.decode().partition('<ul class="messages">')[2].partition("</ul>")[0]
        assert words in messages
        assert "ada" not in messages
    assert "Next:" in messages, "the vote that was taken back waits again"
    cast.do("bob", "submit-proposal", title="Sing", text="Sing.")
    page = ada.post(act, {"proposal": "1", "vote": "for", "next": "/c/hall/proposals/1/"}, follow=True)
    messages = page.content.decode().partition('<ul class="messages">')[2].partition("</ul>")[0]
    assert 'Next: <a href="/c/hall/proposals/2/' in messages
    ada.post(act, {"proposal": "2", "vote": "for", "next": "/c/hall/proposals/2/"})
    page = ada.get("/c/hall/proposals/2/").content.decode()
    assert "You have voted on all proposals." in page
