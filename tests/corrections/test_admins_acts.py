"""Who may correct and is no admin gains no admin's powers by it."""

from typing import Any

import pytest

from nomic.corrections.models import Correction
from nomic.cycles.models import Cycle
from tests.corrections.conftest import Told, adopt, tell
from tests.support.hall import ADMIN, Hall

GRANT: dict[str, Any] = {"player": "ada", "item": "Vertebra", "count": 1000, "reason": "x"}


@pytest.fixture
def owned(cast: Hall) -> Hall:
    """A practice cycle of ada's, in which an admin has granted something."""
    Cycle.objects.filter(pk=cast.pk).update(practice=True, owner_name="ada")
    cast.do(ADMIN, "correct-grant", player="bob", item="Vertebra", count=1, reason="lost")
    return cast


def edits_of_grant(hall: Hall) -> dict[str, dict[str, Any]]:
    """Each way to have the admin do something else."""
    entry, at = hall.entries("correct-grant")[0], hall.clock.now.isoformat()
    return {
        "change": {"do": "change", "entry": entry.key, "args": GRANT},
        "move": {"do": "move", "entry": entry.key, "at": at},
        "insert": {"do": "insert", "actor": ADMIN, "action": "correct-grant", "args": GRANT, "at": at},
    }


@pytest.mark.parametrize("do", ["change", "move"])
def test_nobody_but_an_admin_has_an_admin_act_otherwise(owned: Hall, do: str) -> None:
    """As with what is inserted: the journal would say that the admin did it."""
    owned.clock.wait(hours=1)
    with owned.nothing_changes():
        owned.refused("ada", "open-correction", "admins-only", edits=[edits_of_grant(owned)[do]], reason="x")


def test_what_admins_do_is_not_inserted_by_others(owned: Hall) -> None:
    owned.bad("ada", "open-correction", "edits/0/actor", edits=[edits_of_grant(owned)["insert"]], reason="x")


def test_another_admin_does_not_change_what_an_admin_said(owned: Hall) -> None:
    """They void it, and act in their own name."""
    other = owned.actor("second")
    owned._actors["second"] = type(other)(other.name, other.person_id, is_admin=True)
    change = edits_of_grant(owned)["change"]
    owned.refused("second", "open-correction", "admins-only", edits=[change], reason="x")


@pytest.mark.parametrize("do", ["change", "move", "insert"])
def test_nobody_but_an_admin_adopts_what_has_an_admin_act(owned: Hall, told: Told, do: str) -> None:
    """An admin may have looked at it only."""
    owned.clock.wait(hours=1)
    edit = edits_of_grant(owned)[do]
    owned.do(ADMIN, "open-correction", edits=[edit], reason="to look at")
    row = tell(owned)
    asked = {"correction": row.code, "version": row.version, "reason": "x"}
    owned.refused("ada", "adopt-correction", "admins-only", **asked)
    edited = {"correction": row.code, "edits": [edit], "reason": "x"}
    if do == "insert":
        owned.bad("ada", "edit-correction", "edits/0/actor", **edited)
    else:
        owned.refused("ada", "edit-correction", "admins-only", **edited)
    adopt(owned, row)
    owned.is_sound()


def test_what_an_admin_did_can_be_taken_back(owned: Hall) -> None:
    """By whoever may correct: that gives nobody anything to say in the admin's place."""
    entry = owned.entries("correct-grant")[0]
    owned.do("ada", "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="x")
    tell(owned)
    adopt(owned, Correction.objects.get(cycle=owned.pk), by="ada")
    assert owned.entries("correct-grant") == []
    owned.is_sound()
