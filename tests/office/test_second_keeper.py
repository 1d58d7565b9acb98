"""An admin who plays does not correct their own player."""

from typing import Any

import pytest

from nomic.accounts.models import Person
from nomic.accounts.roles import GAME_KEEPER, give_roles
from nomic.clauses.models import KeptValue
from nomic.corrections.models import Correction
from nomic.corrections.permissions import is_own_matter, steps_of_their_matches
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.models import Balance, Card
from nomic.matches.models import Match, MatchSeat, MatchStep
from nomic.players.models import Player
from tests.corrections.conftest import tell
from tests.support.hall import ADMIN, HOUR, WEEK, Hall
from tests.support.signed_in import browser_of

PACK = "Handy Pack"
GRANT = {"item": "Coin", "count": 3, "reason": "because"}


@pytest.fixture
def second(hall: Hall) -> Actor:
    """A second admin, in a game in which the first one plays."""
    hall.join(ADMIN)
    give_roles(Person.objects.create_user("Second", password="x"), {GAME_KEEPER.name})
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
    keeper = browser_of(ADMIN)
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


def test_what_a_correction_changes_of_a_player_is_seen_whole(traded: Hall, second: Actor) -> None:
    """Whatever it is: each mark of a card, a value kept for them, an office, a match, and nothing of others."""
    other = create_cycle("cycle-16", slug="other")
    keeper = traded.actor(ADMIN)
    player = Player.objects.get(cycle=traded.pk, name=ADMIN)
    player.pk, player.cycle = None, other
    player.save()
    for row in Balance.objects.filter(cycle=traded.pk, holder=ADMIN):
        Balance.objects.create(cycle=other, holder=ADMIN, item=row.item, amount=row.amount)
    KeptValue.objects.filter(holder=ADMIN).delete()
    assert not is_own_matter(traded.cycle, other, keeper)
    Card.objects.create(cycle=other, code="c", holder="Ben", species="5", made_by=1)
    KeptValue.objects.create(cycle=other, name="Warden", members='["Ben"]')
    assert not is_own_matter(traded.cycle, other, keeper)
    changes: list[dict[str, Any]] = [{"own_types": ["Rare"]}, {"own_colours": ["Red"]}, {"own_only": ["suits"]}]
    for change in changes:
        Card.objects.create(cycle=traded.cycle, code="mine", holder=ADMIN, species="5", made_by=1)
        Card.objects.create(cycle=other, code="mine", holder=ADMIN, species="5", made_by=1, **change)
        assert is_own_matter(traded.cycle, other, keeper), change
        Card.objects.filter(code="mine").delete()
    values: list[dict[str, Any]] = [{"members": f'["Ben", "{ADMIN}"]'}, {"key": ADMIN, "number": 2}]
    for value in [*values, {"holder": ADMIN, "number": 1}]:
        kept = KeptValue.objects.create(cycle=other, name="Dues", **value)
        assert is_own_matter(traded.cycle, other, keeper), value
        kept.delete()
    assert not is_own_matter(traded.cycle, other, keeper)


def test_a_match_in_its_course_is_a_matter_of_its_players(traded: Hall, second: Actor) -> None:
    """To take back a move of the opponent changes nothing that anybody has yet."""
    traded.join("Cleo")
    other = create_cycle("cycle-16", slug="other")
    for cycle, words in ((traded.cycle, ["Ben plays a 5."]), (other, ["Ben plays a 7."])):
        entry = Entry.objects.filter(cycle=cycle).earliest("seq")
        Entry.objects.filter(pk=entry.pk).update(words=words)
        match = Match.objects.create(
            cycle=cycle, code="m", game="exoptosis", title="A duel", setup_revision=0, revision=0, state=b"",
            opened_at=entry.at, opened_seq=1, started_seq=1,
        )  # fmt: skip
        for place, name in enumerate((ADMIN, "Ben")):
            MatchSeat.objects.create(match=match, player=name, place=place, status="in")
        MatchStep.objects.create(
            match=match,
            entry=entry,
            version=1,
            revision=0,
            kind="move",
            player="Ben",
            move={},
            first_draw=0,
            draw_count=0,
        )
    there, here = (steps_of_their_matches(cycle, ADMIN) for cycle in (other, traded.cycle))
    assert there != here
    assert steps_of_their_matches(other, "Cleo") == steps_of_their_matches(traded.cycle, "Cleo") == []
