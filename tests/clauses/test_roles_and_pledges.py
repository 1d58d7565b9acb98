"""Hidden roles and commitments among players, in the words that there are: secrets, keepings, deferred effects."""

from django.test import Client

from nomic.clauses.views.values import values_of_players
from tests.clauses.conftest import Clauses, OpenWith
from tests.clauses.test_triggers import when
from tests.support.hall import HOUR, Hall

ROLES = ("Wolf", "Villager")
HIDDEN: Clauses = {
    "role": {"value": "Role", "is": "name", "of": "player", "seen": "owner"},
    "deal": {"action": "Deal the roles", "do": [
        {"set": "Role", "to": "Villager", "of": {"players": "players"}},
        {"set": "Role", "to": "Wolf", "of": {"sample": 1, "from": {"players": "players"}}}]},
    "show": when("phase-ends", {"reveal": "Role"}),
}  # fmt: skip
THEM = {"them": {"is": "player", "or_self": False}, "n": {"is": "number", "least": 1, "most": 90}}
PLEDGE: Clauses = {
    "deposit": {"keeping": "Deposit", "of": "player"},
    "owed": {"value": "Owed", "of": "player", "least": 0},
    "broken": {"value": "Broken pledges", "of": "player"},
    "promise": {"action": "Pledge to pay", "with": THEM, "do": [
        {"transfer": "Chip", "from": "$me", "to": {"keeping": "Deposit", "of": "$me"}, "n": 1},
        {"set": "Owed", "to": "$n", "of": "$me"},
        {"after": {"hours": 48}, "do": [
            {"if": {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", "$n"]},
             "then": [
                {"transfer": "Vertebra", "n": "$n", "from": "$me", "to": "$them"},
                {"transfer": "Chip", "n": 1, "from": {"keeping": "Deposit", "of": "$me"}, "to": "$me"}],
             "else": [
                {"raise": "Broken pledges", "by": 1, "of": "$me"},
                {"transfer": "Chip", "n": 1, "from": {"keeping": "Deposit", "of": "$me"}, "to": "$them"}]},
            {"reset": "Owed", "of": "$me"}]}]},
}  # fmt: skip


def role(hall: Hall, name: str, viewer: str) -> str:
    """What a player sees of somebody's role, or nothing."""
    return next((each.words for each in values_of_players(hall.cycle, [name], viewer)[name] if each.name == "Role"), "")


def test_a_hidden_role_is_dealt_and_revealed_at_the_end(open_with: OpenWith) -> None:
    """Each sees their own; nobody sees who drew it, neither in the journal nor in the draws; then all do."""
    hall = open_with(HIDDEN)
    entry = hall.do("ada", "tolls_deal")
    own = {name: role(hall, name, name) for name in ("ada", "bob", "eve")}
    assert sorted(own.values()) == ["Villager", "Villager", "Wolf"]
    assert not any(word in str([entry.words, entry.events, entry.draws]) for word in ROLES)
    client = Client()
    for address in (f"/api/v1/cycles/{hall.slug}/players/", f"/api/v1/cycles/{hall.slug}/journal/"):
        shown = client.get(address).content.decode()
        assert not any(f'"{word}"' in shown for word in ROLES)
    hall.to(hall.cycle.phase_ends_at)
    assert {name: role(hall, name, "") for name in own} == own
    hall.is_sound()


def test_a_pledge_is_kept_or_broken(open_with: OpenWith) -> None:
    """A deposit waits in a keeping: back to who keeps the pledge, else to whom it was made."""
    hall = open_with(PLEDGE)
    for name in ("ada", "bob"):
        hall.grant(name, "Chip")
    hall.grant("ada", "Vertebra", 20)
    hall.do("ada", "tolls_promise", them="eve", n=5)
    hall.do("bob", "tolls_promise", them="eve", n=90)
    before, chips = hall.has("eve", "Vertebra"), hall.has("eve", "Chip")
    has = hall.has("bob", "Vertebra")
    assert has < 90
    hall.to(hall.clock.now + 49 * HOUR)
    assert hall.has("eve", "Vertebra") == before + 5
    assert (hall.has("ada", "Chip"), hall.has("bob", "Chip"), hall.has("eve", "Chip")) == (1, 0, chips + 1)
    (broken,) = [each for each in values_of_players(hall.cycle, ["bob"], "")["bob"] if each.name == "Broken pledges"]
    assert broken.number == 1
    hall.is_sound()
