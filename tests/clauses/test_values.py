"""Values that rules keep."""

from typing import Any

from nomic.clauses.models import KeptValue, ValueChange
from tests.clauses.conftest import TOLLS, OpenWith, enact, other_clauses
from tests.support.hall import Hall


def kept(hall: Hall) -> dict[tuple[str, str], int]:
    rows = KeptValue.objects.filter(cycle=hall.pk).values_list("name", "holder", "number")
    return {(name, holder): number for name, holder, number in rows}


def test_what_several_gain_is_one_sentence(open_with: OpenWith) -> None:
    """All items of a player together, and players alike together; what is lost is told apart."""
    everybody: dict[str, Any] = {"players": "players"}
    hall = open_with(
        {
            "feast": {
                "action": "Hold a feast",
                "do": [
                    {"revoke": "Vertebra", "n": 3, "from": "$me"},
                    {"grant": "Chip", "n": 2, "to": everybody},
                    {"grant": "Handy Pack", "n": 1, "to": everybody},
                    {"grant": "Deck Pack", "n": 1, "to": "$me"},
                ],
            }
        }
    )
    assert hall.do("ada", "tolls_feast").words == [
        "ada holds a feast.",
        "ada loses 3 Vertebrae.",
        "ada gains 2 Chips, 1 Handy Pack and 1 Deck Pack.",
        "bob and eve gain 2 Chips and 1 Handy Pack each.",
    ]


def test_a_value_begins_where_its_clause_says_and_changes_as_an_effect_does(tolls: Hall) -> None:
    """Nothing is stored until it changes; what changed it stands with its entry."""
    assert kept(tolls) == {}
    entry = tolls.do("ada", "tolls_walk")
    assert kept(tolls) == {("The Well", ""): 2, ("Lamps lit", "ada"): 1}
    changes = ValueChange.objects.filter(entry=entry).values_list("name", "holder", "before", "after")
    assert list(changes) == [("The Well", "", 0, 2), ("Lamps lit", "ada", 0, 1)]
    assert entry.words == [
        "ada walks the long corridor, for 2 Vertebrae.",
        "The Well is now 2.",
        "ada's Lamps lit are now 1.",
    ]


def test_a_value_stops_at_its_bounds(open_with: OpenWith) -> None:
    """Both ways; an act by which it would not change is refused."""
    up = {"action": "Up", "do": [{"raise": "Lamps lit", "by": 5, "of": "$me"}]}
    down = {"action": "Down", "do": [{"raise": "Lamps lit", "by": -9, "of": "$me"}]}
    to = {"action": "To", "do": [{"set": "Lamps lit", "to": 2, "of": "$me"}]}
    hall = open_with({"lamps": TOLLS["lamps"], "up": up, "down": down, "to": to})
    hall.do("ada", "tolls_up")
    assert kept(hall) == {("Lamps lit", "ada"): 3}
    hall.refused("ada", "tolls_up", "nothing-comes-of-it", "Tolls")
    hall.do("ada", "tolls_down")
    hall.do("bob", "tolls_to")
    assert kept(hall) == {("Lamps lit", "ada"): 0, ("Lamps lit", "bob"): 2}
    hall.is_sound()


def test_a_flag_is_yes_or_no(open_with: OpenWith) -> None:
    """More than yes is yes."""
    seen = {"value": "Seen it", "of": "player", "is": "flag"}
    look = {"action": "Look", "do": [{"raise": "Seen it", "by": 7, "of": "$me"}]}
    hall = open_with({"seen": seen, "look": look})
    hall.do("ada", "tolls_look")
    assert kept(hall) == {("Seen it", "ada"): 1}


def test_R5_what_is_kept_for_whoever_leaves_ends(tolls: Hall) -> None:
    """The cycle's own values stay."""
    tolls.do("ada", "tolls_walk")
    tolls.do("ada", "leave")
    assert kept(tolls) == {("The Well", ""): 2}
    tolls.is_sound()


def test_a_repeal_ends_the_value(tolls: Hall) -> None:
    """Who adds it again begins anew."""
    tolls.do("ada", "tolls_walk")
    enact(tolls, other_clauses({"well": TOLLS["well"]}))
    assert kept(tolls) == {("The Well", ""): 2}
    ended = ValueChange.objects.filter(entry__action="close-voting").values_list("name", "holder", "before", "after")
    assert list(ended) == [("Lamps lit", "ada", 1, None)]
    tolls.is_sound()
