"""An admin who plays does not correct their own player."""

import pytest

from nomic.accounts.models import Person
from nomic.accounts.roles import GAME_KEEPER, give
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from tests.support.hall import ADMIN, HOUR, WEEK, Hall

GRANT = {"item": "Coin", "count": 3, "reason": "because"}


@pytest.fixture
def second(hall: Hall) -> Actor:
    """A second admin, in a game in which the first one plays."""
    hall.join(ADMIN)
    give(Person.objects.create_user("Second", password="x"), {GAME_KEEPER.name})
    return Actor.person(Person.objects.get(username="Second"))


def grant(hall: Hall, by: Actor, to: str) -> None:
    """The first item of the law, made for somebody."""
    item = next(iter(hall.cycle.law.document["items"]))
    perform(hall.slug, by, "correct-grant", {**GRANT, "item": item, "player": to})


@pytest.mark.parametrize("name", [ADMIN, ADMIN.upper()])
def test_a_keeper_who_plays_asks_another(hall: Hall, second: Actor, name: str) -> None:
    """Refused whatever the case of the name; the other one may, and nothing was changed before."""
    with pytest.raises(Refused, match="own player"):
        grant(hall, hall.actor(ADMIN), name)
    entries = hall.cycle.seq
    grant(hall, second, ADMIN)
    assert hall.cycle.seq == entries + 1


def test_others_are_corrected_as_ever(hall: Hall, second: Actor) -> None:
    """The rule is about one's own player alone."""
    hall.join("Ben")
    grant(hall, hall.actor(ADMIN), "Ben")


def test_the_only_admin_and_practice_are_exempt(hall: Hall, second: Actor) -> None:
    """Otherwise nobody could do it."""
    Person.objects.filter(username="Second").update(is_active=False)
    grant(hall, hall.actor(ADMIN), ADMIN)
    Person.objects.filter(username="Second").update(is_active=True)
    Cycle.objects.filter(slug=hall.slug).update(practice=True)
    grant(hall, hall.actor(ADMIN), ADMIN)


def many(hall: Hall, by: Actor, **to: object) -> Entry:
    """The first item of the law, made for several."""
    item = next(iter(hall.cycle.law.document["items"]))
    return perform(hall.slug, by, "correct-grant-many", {**GRANT, "item": item, **to}).entry


@pytest.mark.parametrize("to", [{"players": ["Ben", f" {ADMIN.upper()} "]}, {"everybody": True}])
def test_a_grant_to_many_that_has_oneself_among_them_needs_another(
    hall: Hall, second: Actor, to: dict[str, object]
) -> None:
    """By name or by playing; those without oneself are as ever."""
    hall.join("Ben")
    with pytest.raises(Refused, match="own player"):
        many(hall, hall.actor(ADMIN), **to)
    many(hall, hall.actor(ADMIN), players=["Ben"])
    many(hall, second, **to)
    hall.do(ADMIN, "leave")
    many(hall, hall.actor(ADMIN), everybody=True)


def test_who_enacts_their_own_proposal_by_hand_asks_another(hall: Hall, second: Actor) -> None:
    """And so does who plays and would enact something else than was voted on."""
    hall.join("Ben")
    codes = [hall.propose(name, text="Words.") for name in (ADMIN, "Ben")]
    for code in codes:
        hall.vote(code, **{ADMIN: "for", "Ben": "for"})
    hall.to(WEEK + HOUR)
    own, others = ({"proposal": code, "words_only": True, "reason": "x"} for code in codes)
    rule = {"title": "Chairs", "body": "There are chairs.", "parent": None, "place": 900}
    adapted = {"amendments": [{"op": "add", "path": "/rules/chairs", "value": rule}], "words_only": False}
    for args in (own, {**others, **adapted}):
        with pytest.raises(Refused, match="own player"):
            perform(hall.slug, hall.actor(ADMIN), "enact-by-hand", args)
        perform(hall.slug, second, "enact-by-hand", args)


@pytest.mark.parametrize("do", ["insert", "change"])
def test_a_correction_of_the_past_is_no_way_round(hall: Hall, second: Actor, do: str) -> None:
    """Neither with an act of theirs that is inserted, nor with one of theirs that is changed."""
    hall.join("Ben")
    grant(hall, hall.actor(ADMIN), "Ben")
    entry = hall.entries("correct-grant")[0]
    edit = {"do": do, "args": {**entry.args, "player": ADMIN}}
    at = f"{entry.at:%Y-%m-%dT%H:%M:%SZ}"
    edit |= {"entry": entry.key} if do == "change" else {"actor": ADMIN, "action": "correct-grant", "at": at}
    with pytest.raises(Refused, match="own player"):
        hall.do(ADMIN, "open-correction", edits=[edit], reason="x")
    edit["args"] = {**entry.args, "count": 1}
    hall.do(ADMIN, "open-correction", edits=[edit], reason="x")
