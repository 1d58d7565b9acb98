"""An admin who plays does not correct their own player."""

from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.roles import GAME_KEEPER, give
from nomic.corrections.models import Correction
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from tests.corrections.conftest import tell
from tests.support.hall import ADMIN, HOUR, WEEK, Hall

PACK = "Handy Pack"
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


def alone(hall: Hall, to: str) -> None:
    """A grant by the first admin, from the time when there was no second one."""
    Person.objects.filter(username="Second").update(is_active=False)
    grant(hall, hall.actor(ADMIN), to)
    Person.objects.filter(username="Second").update(is_active=True)


@pytest.mark.parametrize("is_edited", [False, True], ids=["opened", "edited"])
@pytest.mark.parametrize("do", ["insert", "change to", "change from", "move", "void"])
def test_a_correction_of_the_past_is_no_way_round(hall: Hall, second: Actor, do: str, is_edited: bool) -> None:
    """Whether it brings an act about oneself or takes one away, at once or in place of something harmless."""
    hall.join("Ben")
    alone(hall, ADMIN if do == "change from" else "Ben")
    if do in ("move", "void"):
        grant(hall, second, ADMIN)
    entry = hall.entries("correct-grant")[-1]
    kind, at = do.split()[0], f"{entry.at:%Y-%m-%dT%H:%M:%SZ}"
    args = {"args": {**entry.args, "player": "Ben" if do == "change from" else ADMIN}}
    edit: dict[str, Any] = {"do": kind} | {
        "insert": {"actor": ADMIN, "action": "correct-grant", "at": at, **args},
        "change": {"entry": entry.key, **args},
        "move": {"entry": entry.key, "at": at},
        "void": {"entry": entry.key},
    }[kind]
    opened: dict[str, Any] = {"edits": [edit], "reason": "x"}
    action = "open-correction"
    if is_edited:
        harmless = {"do": "insert", "actor": "Ben", "action": "leave", "at": at}
        hall.do(ADMIN, action, edits=[harmless], reason="x")
        action, opened["correction"] = "edit-correction", Correction.objects.get(cycle=hall.pk).code
    with pytest.raises(Refused, match="own player"):
        hall.do(ADMIN, action, **opened)
    if do in ("move", "void"):  # what admins do is inserted and changed by themselves alone
        perform(hall.slug, second, action, opened)


@pytest.fixture
def traded(hall: Hall, second: Actor) -> Hall:
    """The first admin has given Ben two Vertebrae for nothing, and both have bought something."""
    hall.join("Ben")
    for name in (ADMIN, "Ben"):
        hall.do(name, "buy", offer=PACK)
    hall.do(ADMIN, "offer-trade", to="Ben", gives={"Vertebra": 2})
    hall.do("Ben", "consent-trade", trade="1", version=1)
    assert (hall.has(ADMIN, "Vertebra"), hall.has("Ben", "Vertebra")) == (6, 10)
    return hall


def told(hall: Hall, by: str, action: str) -> dict[str, object]:
    """Have a correction built that takes back somebody's act. Return the arguments with which it is adopted."""
    entry = next(each for each in hall.entries(action) if each.actor == by)
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="wrong")
    row = tell(hall)
    return {"correction": row.code, "version": row.version, "reason": "wrong"}


@pytest.mark.parametrize(("by", "action", "has"), [(ADMIN, "buy", 18), ("Ben", "consent-trade", 8)])
def test_who_has_something_of_a_correction_does_not_adopt_it(
    traded: Hall, second: Actor, by: str, action: str, has: int
) -> None:
    """By its result, whoever's acts it takes back. The page says so before, and another admin adopts it."""
    adopting = told(traded, by, action)
    keeper = Client()
    keeper.force_login(Person.objects.get(username=ADMIN))
    page = f"/c/{traded.slug}/corrections/{adopting['correction']}/"
    assert "another admin has to adopt it" in keeper.get(page).content.decode()
    with traded.nothing_changes():
        traded.refused(ADMIN, "adopt-correction", "second-keeper", **adopting)
    perform(traded.slug, second, "adopt-correction", adopting)
    assert traded.has(ADMIN, "Vertebra") == has


def test_who_has_nothing_of_a_correction_adopts_it(traded: Hall, second: Actor) -> None:
    adopting = told(traded, "Ben", "buy")
    grant(traded, second, ADMIN)  # since it was built
    traded.do(ADMIN, "adopt-correction", **adopting)
    assert traded.has("Ben", "Vertebra") == 22


@pytest.mark.parametrize("alone", [True, False], ids=["the only admin", "practice"])
def test_a_correction_of_the_only_admin_and_in_practice_is_as_ever(traded: Hall, second: Actor, alone: bool) -> None:
    adopting = told(traded, ADMIN, "buy")
    if alone:
        Person.objects.filter(username="Second").update(is_active=False)
    else:
        Cycle.objects.filter(slug=traded.slug).update(practice=True)
    traded.do(ADMIN, "adopt-correction", **adopting)
