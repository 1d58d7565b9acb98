"""What admins correct of what rules keep and do."""

from typing import Any

import pytest

from nomic.clauses.models import Failures
from nomic.clauses.views.values import values_of_cycle, values_of_players
from nomic.notices.models import Notice
from tests.clauses.conftest import TOLLS, OpenWith, with_clauses
from tests.clauses.test_triggers import COUNT, when
from tests.clauses.test_value_kinds import COLOURS, GUILD, TITLE
from tests.support.hall import ADMIN, Hall, OpenCycle, cycle_16


def test_an_admin_sets_a_value(tolls: Hall) -> None:
    """With a reason, within its bounds, of somebody who plays."""
    entry = tolls.do(ADMIN, "correct-value", value="Lamps lit", player="ada", number=2, reason="lost")
    assert entry.words == ["Correction by keeper: ada's Lamps lit are set to 2 (lost)."]
    assert values_of_players(tolls.cycle, ["ada"])["ada"][-1].number == 2
    assert [event["kind"] for event in entry.events] == ["value-changed"]
    (notice,) = Notice.objects.filter(kind="grant")
    assert (notice.person.username, notice.text.partition(" by ")[2]) == (
        "ada", "keeper: your Lamps lit are set to 2. Reason: lost",
    )  # fmt: skip
    for field, args in {
        "number": {"value": "Lamps lit", "player": "ada", "number": 4},
        "player": {"value": "Lamps lit", "number": 1},
        "player ": {"value": "The Well", "player": "ada", "number": 1},
        "value": {"value": "Nothing", "number": 1},
        "number ": {"value": "The Well", "members": ["ada"]},
    }.items():
        tolls.bad(ADMIN, "correct-value", field.strip(), reason="x", **args)
    tolls.is_sound()


@pytest.mark.parametrize(
    ("clause", "members", "words"),
    [(GUILD, ["bob", "ada"], "bob and ada"), (COLOURS, ["Blue"], "Blue"), (COLOURS, [], "nothing")],
)
def test_an_admin_sets_members(open_with: OpenWith, clause: dict[str, Any], members: list[str], words: str) -> None:
    """Names that can be, and players who play."""
    hall = open_with({"v": clause, "t": TITLE})
    hall.do(ADMIN, "correct-value", value=clause["value"], members=members, reason="x")
    assert values_of_cycle(hall.cycle)[0].words == words
    hall.bad(ADMIN, "correct-value", "members", value=clause["value"], members=["zoe"], reason="x")
    hall.bad(ADMIN, "correct-value", "members", value=clause["value"], number=1, reason="x")
    hall.is_sound()


def test_without_values_there_is_nothing_to_set(open_cycle: OpenCycle) -> None:
    """Nor is it listed."""
    law = with_clauses(cycle_16(), {})
    law["rules"] = {id_: rule | {"body": "Words.", "clauses": {}} for id_, rule in law["rules"].items()}
    hall = open_cycle(law, joined=("ada",))
    assert "correct-value" not in hall.can(ADMIN)
    hall.refused(ADMIN, "correct-value", "nothing-kept", value="The Well", number=1, reason="x")


def test_an_admin_wakes_a_rule_that_rests(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """It acts at the next event again."""
    hall = open_with(COUNT | {"grow": when("phase-began", {"raise": "Count", "by": 1})})
    hall.refused(ADMIN, "wake-clause", "nothing-rests", clause="tolls_grow", reason="x")
    with monkeypatch.context() as patch:
        patch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 0)
        for _ in range(3):
            hall.to(hall.cycle.phase_ends_at)
    hall.bad(ADMIN, "wake-clause", "clause", clause="tolls_other", reason="x")
    entry = hall.do(ADMIN, "wake-clause", clause="tolls_grow", reason="mended")
    assert entry.words == ["Correction by keeper: the rule “Tolls” is active again (mended)."]
    assert not Failures.objects.exists()
    hall.to(hall.cycle.phase_ends_at)
    assert hall.entries("act-by-rule")[-1].words[-1] == "Count is now 1."
    hall.is_sound()


def test_nobody_but_admins_corrects(open_with: OpenWith) -> None:
    """Whoever plays does not even see it."""
    hall = open_with(TOLLS)
    assert not {"correct-value", "wake-clause"} & hall.can("ada").keys()
