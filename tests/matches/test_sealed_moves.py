"""Sealed moves: nobody learns the answers before they are opened, through no door; then anybody can check them."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from nomic.cycles.live import feed
from nomic.cycles.models import Unsealing
from nomic.cycles.sealed_arguments import commitment, revealed_arguments
from nomic.cycles.state_digest import canonical_json, state_of
from nomic.matches.hosting.state_digest import has_closed_seals
from nomic.matches.models import MatchStep
from tests.support.hall import HOUR
from tests.support.lanterns_game import LanternsTable

pytestmark = pytest.mark.django_db


def doors(table: LanternsTable) -> dict[str, Any]:
    """All that anybody can read of the match, and all that the staff can."""
    hall, code = table.hall, table.code
    anybody, staff = Client(), Client()
    root, _ = get_user_model().objects.get_or_create(username="root", defaults={"is_staff": True, "is_superuser": True})
    staff.force_login(root)
    paths = [
        f"/api/v1/matches/{code}/",
        f"/api/v1/matches/{code}/log/",
        f"/api/v1/matches/{code}/export/",
        f"/api/v1/matches/{code}/log/?before=2",
        f"/api/v1/cycles/{hall.slug}/journal/",
        f"/c/{hall.slug}/journal/",
        f"/c/{hall.slug}/chance/draws.json",
        f"/api/v1/cycles/{hall.slug}/draws/export/",
        *(f"/c/{hall.slug}/journal/{entry.seq}/" for entry in hall.entries("move")),
        *(f"/api/v1/cycles/{hall.slug}/journal/{entry.seq}/" for entry in hall.entries("move")),
    ]
    found = {path: anybody.get(path).getvalue().decode() for path in paths}
    found |= {f"staff {path}": staff.get(path).getvalue().decode() for path in paths}
    for model, rows in (("match", [table.match]), ("matchstep", MatchStep.objects.filter(match=table.match))):
        for row in rows:
            path = f"/admin/matches/{model}/{row.pk}/change/"
            response = staff.get(path)
            assert response.status_code == 200, path
            found[path] = response.content.decode()
    return found | {"live": json.dumps(feed._entries(hall.slug, 0)), "state": canonical_json(state_of(hall.cycle))}


def test_before_the_opening_no_door_tells_answers_or_salts(table: LanternsTable) -> None:
    """Two games that differ only in a sealed wish look the same but for the commitment."""
    entry = table.move("ada", "wish", [5])
    salt = entry.sealed["answers"]["salt"]
    for name, text in doors(table).items():
        assert salt not in text, name
        assert "[[5]]" not in text.replace(" ", "").replace("\n", ""), name
        assert '"wish": 5' not in text, name
        assert "&quot;wish&quot;:5" not in text, name
    step = MatchStep.objects.get(match=table.match)
    assert step.answers == entry.args["answers"] == {"commitment": commitment([[5]], salt)}
    assert has_closed_seals(table.match)


def as_others_see_it(table: LanternsTable, wish: int) -> str:
    """All that others can read after ada has wished for this, less what is random anyway; the wish is taken back."""
    with transaction.atomic():
        entry = table.move("ada", "wish", [wish])
        texts = json.dumps(
            {name: text for name, text in doors(table).items() if not name.startswith(("staff", "/admin"))}
        )
        transaction.set_rollback(True)
    for random in (entry.args["answers"]["commitment"], entry.key, entry.digest):
        texts = texts.replace(random, "…")
    return re.sub(r"nonce=\W*[\w+/=]+|csrf\w+\W+value=\W+\w+", "", texts)


def test_what_others_see_does_not_depend_on_what_was_wished(table: LanternsTable) -> None:
    """In full, through every door that is open to all: byte by byte the same."""
    assert as_others_see_it(table, 2) == as_others_see_it(table, 6)


def test_when_all_have_wished_all_wishes_are_opened_at_once(table: LanternsTable) -> None:
    """The last one's too, by their own entry; each commitment is that of what is shown."""
    table.wishes(ada=5, bob=4)
    assert not Unsealing.objects.exists()
    last = table.move("eve", "wish", [3])
    entries = table.hall.entries("move")
    public = revealed_arguments(entries)
    assert [public[entry.pk]["answers"]["value"] for entry in entries] == [[[5]], [[4]], [[3]]]
    for entry in entries:
        told = public[entry.pk]["answers"]
        assert commitment(told["value"], told["salt"]) == entry.args["answers"]["commitment"]
    assert {each.by_entry_id for each in Unsealing.objects.all()} == {last.pk}
    assert not has_closed_seals(table.match)
    table.hall.is_sound()


def test_a_wish_can_be_changed_until_the_opening(table: LanternsTable) -> None:
    """The first one is opened with the one that counts, for the record is to be complete."""
    table.wishes(ada=5)
    table.wishes(ada=1)
    table.wishes(bob=4, eve=3)
    assert table.state.players["ada"].wish == 1
    assert len(revealed_arguments(table.hall.entries("move"))) == 4
    table.hall.is_sound()


def test_a_sealed_move_that_is_refused_or_asked_seals_nothing(table: LanternsTable) -> None:
    table.hall.bad("ada", "move", "answers/0", match=table.code, move={"kind": "wish"}, answers=[[9]])
    assert MatchStep.objects.count() == 0


def test_what_was_never_opened_is_opened_when_the_match_is_over(table: LanternsTable) -> None:
    """So that every match that is over can be played again by anybody."""
    table.wishes(ada=5)
    table.move("ada", "forfeit")
    table.move("bob", "forfeit")
    assert table.match.is_over
    assert len(revealed_arguments(table.hall.entries("move"))) == 1
    table.hall.is_sound()


def test_a_replay_while_a_wish_is_sealed_is_the_same(table: LanternsTable) -> None:
    """With the sealed answers and their salts."""
    table.wishes(ada=5)
    table.hall.is_sound()
    table.wishes(bob=6)
    table.hall.to(table.hall.clock.now + 2 * HOUR)
    assert table.state.order == ("bob", "ada")
    table.hall.is_sound()
