"""Suggestions: a reader's version of a proposal, which its author takes; and co-authors."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from nomic import limits
from nomic.accounts.models import Person
from nomic.comments.announce_suggestions import REPLACED, accept_and_notify
from nomic.comments.models import Comment
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.law.diff.law_differences import readable_difference
from nomic.notices.models import Notice
from nomic.proposals.models import Proposal, Suggestion
from nomic.proposals.suggestions import accept as take_module
from nomic.proposals.suggestions.accept import accept_suggestion, try_out_law
from nomic.proposals.suggestions.send_and_withdraw import decline_suggestion, send_suggestion, take_back
from tests.clauses.conftest import OpenWith, enact, open_with, other_clauses
from tests.proposals.test_classes_that_act import MORE, PETITION
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

__all__ = ["open_with"]

COSTLY = {"class": "Petition", "costs": {"Chip": 2}, "lasts": {"hours": 48}, "passes": MORE}
PRICE = "/shop/offers/Chip/costs/Vertebra"
PAGE = "/c/hall/proposals/1/"


def price(value: int) -> dict[str, Any]:
    return {"op": "replace", "path": PRICE, "value": value}


def person(name: str) -> Person:
    return Person.objects.get_or_create(username=name)[0]


def read_context(hall: Hall, name: str) -> ReadContext:
    cycle = hall.cycle
    return ReadContext(cycle, Actor.person(person(name)), cycle.now())


def proposal(hall: Hall, number: int = 1) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, number=number)


def suggest(hall: Hall, name: str = "bob", number: int = 1, **said: Any) -> Suggestion:
    """Somebody suggests a cheaper Chip, or what is said."""
    told = {"title": "A change", "text": "Words.", "amendments": [price(8)]} | said
    args: Any = action_named("submit-proposal").read(told)
    return send_suggestion(person(name), read_context(hall, name), proposal(hall, number), args)


def taken(hall: Hall, row: Suggestion, name: str = "ada", number: int = 1) -> Any:
    row.refresh_from_db()
    return accept_suggestion(read_context(hall, name), proposal(hall, number), row)


def test_the_author_takes_a_suggestion(cast: Hall) -> None:
    """R12: the old proposal never takes effect; the new one is the author's, names the other, and replays."""
    cast.propose("ada", price(7))
    digest = cast.digest
    row = suggest(cast)
    assert cast.digest == digest
    taken(cast, row)
    old, new = proposal(cast), proposal(cast, 2)
    assert (old.status, new.status, new.author, new.coauthors) == ("withdrawn", "open", "ada", ["bob"])
    assert new.amendments[-1]["value"] == 8
    row.refresh_from_db()
    assert (row.status, row.became) == ("taken", new.code)
    assert "ada, with bob, submits proposal 2" in cast.cycle.entries.latest("seq").words[0]
    replayed = replay_journal(cast.cycle)
    assert replayed.same, replayed.difference
    assert Proposal.objects.get(cycle=replayed.fork, number=2).coauthors == ["bob"]
    discard_fork(replayed.fork)


def test_what_takes_effect_is_what_was_taken(cast: Hall) -> None:
    """Votes on the old one do not count for the new one."""
    code = cast.propose("ada", price(7))
    cast.vote(code, bob="for", eve="for")
    taken(cast, suggest(cast, amendments=[price(9)]))
    assert not proposal(cast, 2).votes.exists()
    cast.vote("2", bob="for", eve="for")
    cast.to(proposal(cast, 2).ends_at)
    assert proposal(cast, 2).status == "enacted"
    assert cast.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 9


def test_co_authors_add_up_and_other_suggestions_move_on(cast: Hall) -> None:
    """Those of the proposal and the new one, each once; what still waits is for the new proposal."""
    cast.propose("ada", price(7))
    first, second, third = suggest(cast), suggest(cast, "eve", amendments=[price(9)]), suggest(cast, text="More.")
    taken(cast, first)
    second.refresh_from_db()
    assert second.proposal == proposal(cast, 2).code
    taken(cast, second, number=2)
    taken(cast, third, number=3)
    assert proposal(cast, 4).coauthors == ["bob", "eve"]
    assert proposal(cast, 4).by == "ada, with bob and eve"


def test_before_the_vote_it_begins_to_wait_again(open_with: OpenWith) -> None:
    """In a class with seconds: the new one waits for its own."""
    hall = open_with({"petition": PETITION | {"passes": MORE}})
    code = hall.propose("ada", price(7), **{"class": "petition"})
    hall.do("bob", "second-proposal", proposal=code)
    taken(hall, suggest(hall, "eve"))
    new = proposal(hall, 2)
    assert (proposal(hall).status, new.status, new.class_name) == ("withdrawn", "waiting", "petition")
    assert not new.seconds.exists()


def test_nobody_is_named_who_suggested_nothing(cast: Hall) -> None:
    """Nor oneself, nor anybody twice; nothing happens then."""
    cast.propose("bob", price(9))
    suggest(cast, "eve", amendments=[price(8)])  # for bob's, not for ada's
    for names in (["eve"], ["bob"], ["ada"], ["nobody at all"]):
        cast.bad("ada", "submit-proposal", "coauthors", title="T", text="W.", coauthors=names)
    cast.do("bob", "submit-proposal", title="T", text="W.", coauthors=["eve"])
    cast.bad("bob", "submit-proposal", "coauthors", title="T", text="W.", coauthors=["eve", "eve"])
    cast.bad("bob", "submit-proposal", "coauthors", title="T", text="W.", coauthors=["eve"] * 9)


def test_what_could_not_be_submitted_withdraws_nothing(cast: Hall) -> None:
    """The law has changed since it was sent; or the author may not submit at all."""
    cast.propose("ada", price(7))
    row = suggest(cast)
    Suggestion.objects.filter(pk=row.pk).update(amendments=[{"op": "test", "path": PRICE, "value": 3}, price(8)])
    with pytest.raises(BadArguments):
        taken(cast, row)
    assert proposal(cast).status == "open"
    Suggestion.objects.filter(pk=row.pk).update(amendments=[])
    with pytest.raises(Refused, match="Only the author"):
        taken(cast, row, "bob")
    Proposal.objects.filter(cycle=cast.pk).update(coauthors=[f"p{n}" for n in range(limits.COAUTHORS)])
    with pytest.raises(Refused, match="co-authors at most"):
        taken(cast, row)
    assert proposal(cast).status == "open"


def test_a_ban_on_submitting_holds_for_taking_too(open_with: OpenWith) -> None:
    """And nothing is withdrawn before."""
    hall = open_with({"count": {"value": "Count"}})
    hall.propose("ada", price(7))
    row = suggest(hall)
    ban = {"no": {"forbid": "submit-proposal", "because": "Silence"}}
    enact(hall, other_clauses(ban))
    Proposal.objects.filter(cycle=hall.pk, number=1).update(status="open")
    with pytest.raises(Refused, match="Silence"):
        taken(hall, row)
    assert proposal(hall).status == "open"


def test_at_the_limit_of_open_proposals_it_can_still_be_taken(cast: Hall) -> None:
    """The old one makes room."""
    most = cast.cycle.law.document["proposals"]["most_open"]
    for _ in range(most):
        cast.propose("ada", price(7))
    taken(cast, suggest(cast))
    assert proposal(cast, most + 1).status == "open"


def test_who_may_send_what(cast: Hall) -> None:
    """Not for one's own, not the same again, not what is no proposal, not when it is decided, not without end."""
    cast.propose("ada", price(7))
    with pytest.raises(Refused, match="your own"):
        suggest(cast, "ada")
    with pytest.raises(BadArguments, match="change something"):
        suggest(cast, amendments=[price(7)])
    with pytest.raises(BadArguments):
        suggest(cast, amendments=[price(-3)])
    with pytest.raises(BadArguments):
        suggest(cast, text="", amendments=[])
    for count in range(limits.SUGGESTIONS):
        suggest(cast, text=f"More {count}.")
    with pytest.raises(Refused, match="wait already"):
        suggest(cast, text="Too much.")
    suggest(cast, "a stranger")
    cast.do("ada", "withdraw-proposal", proposal="1")
    with pytest.raises(Refused, match="nobody can change it"):
        suggest(cast, "eve")
    assert Suggestion.objects.count() == limits.SUGGESTIONS + 1


def test_a_day_has_an_end(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was taken back."""
    monkeypatch.setattr(limits, "SUGGESTIONS_A_DAY", 1)
    cast.propose("ada", price(7))
    take_back(person("bob"), suggest(cast))
    with pytest.raises(Refused, match="within a day"):
        suggest(cast)


def test_it_is_decided_once(cast: Hall) -> None:
    """By the one who may."""
    cast.propose("ada", price(7))
    row = suggest(cast)
    with pytest.raises(Refused, match="only your own"):
        take_back(person("eve"), row)
    with pytest.raises(Refused, match="Only the author"):
        decline_suggestion(person("bob"), row)
    decline_suggestion(person("ada"), row)
    for again in (lambda: decline_suggestion(person("ada"), row), lambda: take_back(person("bob"), row)):
        with pytest.raises(Refused, match="no longer waits"):
            again()
    with pytest.raises(Refused, match="no longer waits"):
        taken(cast, row)


def test_on_the_pages(cast: Hall) -> None:
    """Bob edits the proposal in place and sends it; Ada sees what is different, and takes it with one press."""
    cast.propose("ada", price(7))
    bob, ada = browser_of("bob"), browser_of("ada")
    assert "Suggest a change" in bob.get(PAGE).content.decode()
    assert "Suggest a change" not in ada.get(PAGE).content.decode()
    opened = bob.get(f"{PAGE}edit/")
    fields = {"title": "A change", "text": "Other words.", "amendments": opened.context["draft"].amendments}
    same = bob.post(f"{PAGE}edit/", fields | {"text": "Words.", "submit": "1"})
    assert same.status_code == 422
    assert "change something first" in same.content.decode()
    assert bob.post(f"{PAGE}edit/", fields | {"submit": "1"}).status_code == 302
    assert Comment.objects.get().author == "bob"
    page = ada.get(PAGE).content.decode()
    assert "<del>Words</del><ins>Other words</ins>." in page
    assert '<button class="small" name="do" value="take">Take it</button>' in page
    assert 'value="take">' not in browser_of("eve").get(PAGE).content.decode()
    sent = {"suggestion": str(Suggestion.objects.get().pk), "do": "take"}
    assert browser_of("eve").post(f"{PAGE}suggestions/", sent).status_code == 409
    answer = ada.post(f"{PAGE}suggestions/", sent)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/c/hall/proposals/2/")
    assert "with bob" in Client().get("/c/hall/proposals/2/").content.decode()
    assert 'now <a href="/c/hall/proposals/2/">proposal 2</a>' in Client().get(PAGE).content.decode()
    assert Client().get("/api/v1/cycles/hall/proposals/2/").json()["coauthors"] == ["bob"]
    assert ada.post(f"{PAGE}suggestions/", sent).status_code == 409
    for odd in ({}, {"suggestion": "x"}, {"suggestion": "9" * 30, "do": "take"}):
        assert ada.post(f"{PAGE}suggestions/", odd).status_code == 302


def meanwhile(monkeypatch: pytest.MonkeyPatch, does: Callable[[], object]) -> None:
    """Let something happen once, after all was checked and before anything is withdrawn."""

    def then(*args: Any) -> None:
        monkeypatch.setattr(take_module, "try_out_law", try_out_law)
        try_out_law(*args)
        does()

    monkeypatch.setattr(take_module, "try_out_law", then)


def lose_a_chip(hall: Hall) -> None:
    hall.do(ADMIN, "correct-revoke", player="ada", item="Chip", count=1, reason="for the test")


def what_waits(hall: Hall, row: Suggestion) -> tuple[list[str], str]:
    """The states of all proposals, and of a suggestion."""
    row.refresh_from_db()
    return list(Proposal.objects.filter(cycle=hall.pk).order_by("number").values_list("status", flat=True)), row.status


def test_a_refusal_after_all_checks_loses_nothing(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """The author spends the price in the moment between: the old proposal stays open, and the suggestion waits."""
    hall = open_with({"petition": COSTLY})
    hall.grant("ada", "Chip", 4)
    hall.propose("ada", price(7), **{"class": "petition"})
    row = suggest(hall)
    meanwhile(
        monkeypatch, lambda: hall.do(ADMIN, "correct-revoke", player="ada", item="Chip", count=1, reason="A test")
    )
    before = hall.cycle.seq
    with pytest.raises(Refused, match="Chip"):
        taken(hall, row)
    assert what_waits(hall, row) == (["open"], "open")
    assert (hall.has("ada", "Chip"), hall.cycle.seq) == (1, before + 1)
    hall.grant("ada", "Chip", 1)
    taken(hall, row)
    assert what_waits(hall, row) == (["withdrawn", "open"], "taken")
    assert hall.has("ada", "Chip") == 0
    hall.is_sound()


def test_what_a_withdrawal_has_drawn_is_not_drawn_again(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """R126: no author takes a suggestion again and again until the dice please them."""
    roll = {
        "when": "does",
        "act": "withdraw-proposal",
        "do": [{"grant": "Vertebra", "n": {"roll": "1d6"}, "to": "$who"}],
    }
    petition = {"class": "Petition", "costs": {"Chip": 2}, "lasts": {"hours": 48}, "passes": MORE}
    hall = open_with({"petition": petition, "roll": roll})
    hall.grant("ada", "Chip", 4)
    hall.propose("ada", price(7), **{"class": "petition"})
    row, had = suggest(hall), hall.has("ada", "Vertebra")
    meanwhile(
        monkeypatch, lambda: hall.do(ADMIN, "correct-revoke", player="ada", item="Chip", count=1, reason="A test")
    )
    with pytest.raises(Refused, match="Chip"):
        taken(hall, row)
    assert what_waits(hall, row) == (["withdrawn"], "open")
    assert hall.has("ada", "Vertebra") > had
    hall.is_sound()


def test_of_two_at_once_one_is_taken(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """From two pages: the second finds nothing to withdraw, and waits at the new proposal."""
    cast.propose("ada", price(7))
    first, second = suggest(cast), suggest(cast, "eve", amendments=[price(9)])
    meanwhile(monkeypatch, lambda: taken(cast, first))
    with pytest.raises(Refused):
        taken(cast, second)
    assert what_waits(cast, second) == (["withdrawn", "open"], "open")
    assert second.proposal == proposal(cast, 2).code


@pytest.mark.parametrize("who", ["bob", "ada"])
def test_what_was_decided_meanwhile_is_not_taken(cast: Hall, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    """Bob takes it back, or Ada declines it on another page: nobody becomes a co-author against that."""
    cast.propose("ada", price(7))
    row = suggest(cast)
    meanwhile(monkeypatch, lambda: (take_back if who == "bob" else decline_suggestion)(person(who), row))
    with pytest.raises(Refused, match="no longer waits"):
        taken(cast, row)
    assert what_waits(cast, row) == (["open"], "withdrawn" if who == "bob" else "declined")


def test_a_law_that_changed_meanwhile_withdraws_nothing(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was tried out was tried out under another law; the next press tries it again."""
    hall = open_with({"petition": {"class": "Petition", "lasts": {"hours": 48}, "passes": MORE}})
    duels = {"op": "replace", "path": "/duels/per_phase", "value": 7}
    first = hall.propose("bob", duels, **{"class": "petition"})
    hall.vote(first, ada="for", eve="for")
    ends = proposal(hall).ends_at
    hall.pass_on(ends - timedelta(hours=1))
    hall.propose("ada", price(7), **{"class": "petition"})
    row = suggest(hall, number=2)
    meanwhile(monkeypatch, lambda: hall.to(ends))
    with pytest.raises(Refused, match="law has changed"):
        taken(hall, row, number=2)
    assert what_waits(hall, row) == (["enacted", "open"], "open")
    taken(hall, row, number=2)
    assert what_waits(hall, row) == (["enacted", "withdrawn", "open"], "taken")


def test_the_same_press_twice_takes_once(cast: Hall) -> None:
    """A form that is sent again shows the proposal that it made, and does not call it an error."""
    cast.propose("ada", price(7))
    row = suggest(cast)
    ada = browser_of("ada")
    sent = {"suggestion": str(row.pk), "do": "take", "idempotency_key": "a" * 32}
    for _ in range(2):
        answer = ada.post(f"{PAGE}suggestions/", sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/c/hall/proposals/2/")
    assert what_waits(cast, row) == (["withdrawn", "open"], "taken")
    assert ada.post(f"{PAGE}suggestions/", sent | {"idempotency_key": "b" * 32}).status_code == 409


def test_the_sender_and_those_whose_votes_are_lost_are_told(cast: Hall) -> None:
    """Once, however often the same request comes; and the new proposal leads to the discussion of the old one."""
    for name in ("ada", "bob", "eve"):
        person(name)
    cast.do("ada", "submit-proposal", title="A change", text="", amendments=[price(7)])
    for name in ("ada", "bob", "eve"):
        cast.do(name, "vote", proposal=proposal(cast).code, vote="for")
    suggest(cast)
    page = browser_of("ada").get(PAGE).content.decode()
    assert "its votes are lost" in page
    for _ in range(2):
        row = Suggestion.objects.get()
        accept_and_notify(read_context(cast, "ada"), proposal(cast), row, "key-1")
    told = dict(Notice.objects.filter(kind=REPLACED.name).values_list("person__username", "text"))
    assert told == {
        "bob": "ada has accepted your suggestion. It is now proposal 2.",
        "eve": "ada has replaced proposal 1 by proposal 2. Your vote no longer counts: vote again.",
    }
    assert Notice.objects.filter(kind=REPLACED.name).count() == len(told)
    new = browser_of("eve").get("/c/hall/proposals/2/").content.decode()
    assert 'It replaces <a href="/c/hall/proposals/1/">proposal 1</a>' in new
    assert "by ada, with bob" in " ".join(browser_of("eve").get("/c/hall/proposals/").content.decode().split())


def test_texts_that_share_little_are_shown_one_after_the_other() -> None:
    old, new = "I propose a tax of 3 Vertebrae, paid when a phase ends.", "I suggest this for rich players: who pays?"
    assert [each.kind for each in readable_difference(old, new)] == ["removed", "same", "added"]
    near = readable_difference(old, old.replace("3", "4"))
    assert [each.text for each in near if each.kind != "same"] == ["3", "4"]
