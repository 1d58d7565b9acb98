"""Offices as rules give and take them."""

from nomic.court.office import judge_of
from tests.clauses.conftest import OpenWith, open_with
from tests.support.hall import ADMIN

__all__ = ["open_with"]

CLAUSES = {
    "seize": {"action": "Seize the bench", "do": [{"appoint": "$me", "office": "Judge"}]},
    "burn": {"action": "Burn the bench", "who": {"held": "Judge"}, "do": [{"vacate": "Judge"}]},
    "several": {"action": "Crowd the bench", "do": [{"appoint": {"players": "players"}, "office": "Judge"}]},
}


def test_a_rule_gives_an_office_and_takes_it(open_with: OpenWith) -> None:
    """Of several the first has it; who has it cannot be given it, and what nobody holds cannot fall vacant."""
    hall = open_with(CLAUSES)
    hall.refused("ada", "tolls_burn", "not-so")
    hall.do("bob", "tolls_seize")
    assert judge_of(hall.cycle) == "bob"
    hall.refused("bob", "tolls_seize", "nothing-comes-of-it")
    hall.do("eve", "tolls_several")
    assert judge_of(hall.cycle) == "ada"
    hall.do("eve", "tolls_burn")
    assert judge_of(hall.cycle) == ""
    hall.is_sound()


def test_what_is_only_tried_out_appoints_nobody(open_with: OpenWith) -> None:
    """A proposal whose clauses give the office away leaves it where it is."""
    hall = open_with({})
    hall.do(ADMIN, "appoint-judge", player="eve", reason="for the test")
    hall.propose("ada", {"op": "add", "path": "/rules/tolls/clauses", "value": CLAUSES})
    assert judge_of(hall.cycle) == "eve"
    hall.bad(
        "ada",
        "submit-proposal",
        "amendments",
        title="A",
        amendments=[
            {
                "op": "add",
                "path": "/rules/tolls/clauses",
                "value": {"a": {"action": "A", "do": [{"vacate": "Gardener"}]}},
            }
        ],
    )
