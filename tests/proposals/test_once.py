"""What a proposal does once, when it is enacted."""

import json
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.proposals.models import Proposal
from nomic.proposals.one_time_effects import one_time_effects_in_words
from tests.support.hall import ADMIN, HOUR, START, WEEK, Document, Hall, classes_16, with_rules

URGENT = {"class": "urgent"}
PRICE = "/shop/offers/Chip/costs/Vertebra"
GIVE_ALL = [{"each": "them", "in": {"players": "players"}, "do": [{"grant": "Chip", "to": "$them"}]}]
GIVE_ME = [{"grant": "Chip", "n": 2, "to": "$me"}]


def price(value: int) -> dict[str, Any]:
    return {"op": "replace", "path": PRICE, "value": value}


def propose(hall: Hall, name: str, effects: Any, *amendments: dict[str, Any], **more: Any) -> Proposal:
    entry = hall.do(
        name, "submit-proposal", title="Chips", effects=effects, amendments=list(amendments), **URGENT | more
    )
    return Proposal.objects.get(cycle=hall.pk, code=entry.events[0]["proposal"])


def again(proposal: Proposal) -> Proposal:
    return Proposal.objects.get(pk=proposal.pk)


def test_effects_alone_take_effect(cast: Hall) -> None:
    """By an entry of their own, right after the votes are counted, under the proposal's name; the law stays."""
    proposal = propose(cast, "ada", GIVE_ALL)
    cast.to(START + 48 * HOUR)
    assert (again(proposal).status, cast.cycle.revision) == ("enacted", 0)
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "eve")] == [1, 1, 1]
    counted, done = [entry for entry in cast.entries() if entry.action in ("close-voting", "carry-out-proposal")]
    assert counted.words[1] == "It passes and takes effect."
    assert done.words[0] == "By proposal 1, Chips:"
    assert (done.seq, done.at) == (counted.seq + 1, counted.at)
    cast.is_sound()


def test_they_are_done_under_the_law_that_the_amendments_make(cast: Hall) -> None:
    """An item that the proposal itself adds is given by it."""
    hat = {"op": "add", "path": "/items/Hat", "value": {"plural": "Hats", "kind": "keepsake"}}
    propose(cast, "ada", [{"grant": "Hat", "to": "$me"}], hat)
    cast.bad("ada", "submit-proposal", "effects/0/grant", title="T", effects=[{"grant": "Hat", "to": "$me"}], **URGENT)
    cast.to(START + 48 * HOUR)
    assert cast.has("ada", "Hat") == 1
    cast.is_sound()


def test_what_fails_does_nothing(cast: Hall) -> None:
    """It is not done."""
    proposal = propose(cast, "ada", GIVE_ME)
    cast.vote(proposal.code, ada="against", bob="against", eve="against")
    cast.to(START + 48 * HOUR)
    assert (again(proposal).status, cast.has("ada", "Chip")) == ("failed", 0)
    assert not cast.entries("carry-out-proposal")


def test_R12_what_was_withdrawn_or_edited_does_nothing(cast: Hall) -> None:
    """It never takes effect."""
    first, second = propose(cast, "ada", GIVE_ME), propose(cast, "bob", GIVE_ME)
    cast.do("ada", "withdraw-proposal", proposal=first.code)
    cast.do("bob", "edit-proposal", proposal=second.code, title="T", text="x", effects=GIVE_ALL)
    assert again(second).effects == GIVE_ALL
    cast.to(WEEK)
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "eve")] == [0, 0, 0]
    cast.is_sound()


def test_of_whoever_has_left_nothing_is_taken_or_given(cast: Hall) -> None:
    """R5: the proposal stands, `$me` is nobody."""
    proposal = propose(cast, "ada", GIVE_ME)
    cast.do("ada", "leave")
    cast.to(START + 48 * HOUR)
    assert again(proposal).status == "enacted"
    assert cast.entries("carry-out-proposal")[0].words == ["By proposal 1, Chips, nothing changes."]
    cast.is_sound()


def test_what_the_law_has_no_room_for_any_more_fails_and_the_proposal_stays_enacted(cast: Hall) -> None:
    """Another vote took the item away meanwhile: nothing changes, the entry and the proposal say why."""
    cast.propose("bob", {"op": "add", "path": "/items/Hat", "value": {"plural": "Hats", "kind": "keepsake"}}, **URGENT)
    cast.to(START + 48 * HOUR)
    cast.propose("bob", {"op": "remove", "path": "/items/Hat"}, **URGENT)
    gives = propose(cast, "ada", [{"grant": "Hat", "to": "$me"}])
    cast.to(START + 96 * HOUR)
    assert again(gives).status == "enacted"
    assert again(gives).effects_failed == "At /0/grant of what it does: there is no item 'Hat'."
    (failed,) = cast.entries("carry-out-proposal")
    assert failed.failure is not None
    assert {"kind": "proposal-did-nothing", "proposal": gives.code, "number": 3}.items() <= failed.events[-1].items()
    cast.is_sound()


def test_the_effects_of_the_first_change_what_the_second_is_counted_by(open_cycle: Any) -> None:
    """Of two that end together the first is carried out before the second is counted: votes weigh by Chips."""
    by_chips: Document = {
        "class": "By Chips",
        "lasts": {"hours": 24},
        "votes": {"weight": {"stock": "Chip", "of": "$it"}},
        "passes": {"is": ["$for", "more_than", "$against"]},
    }
    hall = open_cycle(with_rules({"v": {"title": "V", "body": "", "clauses": classes_16() | {"chips": by_chips}}}))
    hall.join("ada", "bob")
    hall.grant("bob", "Chip")
    hall.clock.wait(hours=24)
    first = propose(hall, "ada", GIVE_ME)
    hall.clock.wait(hours=24)
    second = Proposal.objects.get(code=hall.propose("bob", price(20), **{"class": "chips"}))
    hall.vote(second.code, ada="for", bob="against")
    hall.clock.wait(hours=24)
    hall.to(hall.clock.now)
    assert (again(first).status, again(second).status) == ("enacted", "enacted")
    assert again(second).votes_for == 2
    hall.is_sound()


def test_enacted_by_hand_it_is_done_too(cast: Hall) -> None:
    """Once its amendments are adapted; not where its words alone take effect."""
    for name, value in (("ada", 20), ("bob", 30), ("eve", 40)):
        propose(cast, name, GIVE_ME, price(value))
    cast.to(START + 48 * HOUR)
    cast.do(ADMIN, "enact-by-hand", proposal="2", amendments=[price(30)], reason="x")
    cast.do(ADMIN, "enact-by-hand", proposal="3", words_only=True, reason="x")
    cast.to(START + 49 * HOUR)
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "eve")] == [2, 2, 0]
    cast.is_sound()


@pytest.mark.parametrize(
    ("effects", "field"),
    [
        ([{"grant": "Hat", "to": "$me"}], "effects/0/grant"),
        ([{"grant": "Chip", "to": "$who"}], "effects/0/to"),
        ([{"take": 2, "who": "$me"}], "effects/0"),
        ([{"grant": "Chip", "n": 0, "to": "$me"}], "effects"),
        ([{"do": []}], "effects/0"),
        (["x"], "effects/0"),
        ("x", "effects"),
        ([{"grant": "Chip", "to": "$me"}] * 101, "effects"),
    ],
)
def test_what_it_cannot_do_is_refused_with_its_place(cast: Hall, effects: Any, field: str) -> None:
    """Names that there are not, what needs a game, what comes to nothing, what is no list."""
    cast.bad("ada", "submit-proposal", field, title="T", text="x", effects=effects)
    assert not Proposal.objects.exists()


def test_it_is_told_in_words(cast: Hall, client: Client) -> None:
    """On the proposal's page, in the form, in the API."""
    proposal = propose(cast, "ada", GIVE_ME)
    says = "The player who proposed it gains 2 Chips."
    page = client.get(f"/c/{cast.slug}/proposals/{proposal.number}/").content.decode()
    assert "One-time effect" in page
    assert says in page
    answer = json.loads(client.get(f"/api/v1/cycles/{cast.slug}/proposals/{proposal.number}/").content)
    assert (answer["effects"], answer["does"], answer["effects_failed"]) == (GIVE_ME, [says], None)
    client.force_login(Person.objects.get(username="ada"))
    path = f"/c/{cast.slug}/proposals/compose/"
    form = {"title": "Again", "text": "", "class": "standard", "effects": json.dumps(GIVE_ME)}
    seen = client.post(path, form | {"look": "1"}).content.decode()
    assert says in seen
    assert client.post(path, form | {"effects": "{", "submit": "1"}).status_code == 422
    assert client.post(path, form | {"submit": "1"}).status_code == 302
    assert Proposal.objects.get(title="Again").effects == GIVE_ME
    edit = client.get(f"/c/{cast.slug}/proposals/{Proposal.objects.get(title='Again').number}/edit/").content.decode()
    assert "&quot;grant&quot;: &quot;Chip&quot;" in edit


def test_those_who_voted_for_a_proposal_are_known_when_it_passes(cast: Hall) -> None:
    """By the last vote of each, and only of those who still play (R5); before the vote nobody has voted."""
    gives = [
        {"grant": "Chip", "n": 2, "to": "$proposal.supporters"},
        {"grant": "Chip", "to": "$proposal.opponents"},
    ]
    proposal = propose(cast, "ada", gives)
    cast.vote(proposal.code, ada="against", bob="against", eve="for")
    cast.vote(proposal.code, ada="for")
    cast.do("eve", "leave")
    cast.to(START + 48 * HOUR)
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "eve")] == [2, 1, 0]
    cast.is_sound()


def test_what_it_does_later_is_done_for_those_who_still_play(cast: Hall) -> None:
    """By the proposal's name: it is no rule (R5)."""
    proposal = propose(cast, "ada", [{"after": {"hours": 3}, "do": [{"grant": "Chip", "to": "$proposal.supporters"}]}])
    cast.vote(proposal.code, ada="for", bob="for", eve="for")
    cast.to(START + 48 * HOUR)
    for name in ("eve", "ada"):
        cast.do(name, "leave")
    cast.wait(hours=3)
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "eve")] == [0, 1, 0]
    assert cast.entries("act-when-due")[-1].words == ["“proposal 1, Chips” takes effect:", "bob gains 1 Chip."]
    cast.is_sound()


def test_in_words_they_are_those_who_voted_for_this_proposal(cast: Hall) -> None:
    said = one_time_effects_in_words(cast.cycle.law, [{"grant": "Chip", "to": "$proposal.supporters"}])
    assert said == ("Each player who voted for this proposal gains 1 Chip.",)
