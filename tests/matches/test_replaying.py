"""An exported match is played again from the export alone; whatever is changed in it is noticed."""

import copy
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from nomic.matches.hosting.views.export import export_match, record_for_views
from nomic.matches.simulation.replay_export import Diverged, Position, StillSealed, replay_positions
from tests.support.hall import HOUR
from tests.support.lanterns_game import Lanterns, LanternsTable

pytestmark = pytest.mark.django_db
Export = dict[str, Any]


def played(export: Export) -> list[Position]:
    return list(replay_positions(export, Lanterns()))


def exported(table: LanternsTable) -> Export:
    """The export as it comes out of a file."""
    data: Export = json.loads(json.dumps(export_match(table.hall.cycle, table.match)))
    return data


@pytest.fixture
def lived(playing: LanternsTable) -> LanternsTable:
    """Every kind of step: moves, begun ones too, clocks, happenings, orders, another law, to the end."""
    playing.move("ada", "throw", [6])
    playing.hall.do("bob", "amend-lanterns", at_least=30)
    playing.move("ada", "answer", [6], ["eve"])
    playing.hall.do("bob", "give-standing-order", match=playing.code, order={"kind": "throw", "die": 8, "to": "bob"})
    playing.move("eve", "rest")
    playing.tell("rain")
    playing.hall.pass_on(playing.hall.clock.now + 2 * HOUR)
    playing.hall.settle()
    playing.hall.do("ada", "tell-lanterns", happening={"kind": "rain"})
    playing.hall.do("ada", "leave")
    playing.move("eve", "forfeit")
    return playing


def test_a_match_is_played_again_from_its_export(lived: LanternsTable) -> None:
    """To the byte of its last state, under both laws, with every kind of step."""
    export = exported(lived)
    assert {step["kind"] for step in export["steps"]} == {"move", "expired", "happening", "order"}
    assert [law["number"] for law in export["laws"]] == [0, 1]
    positions = played(export)
    assert [position.version for position in positions] == list(range(len(export["steps"]) + 1))
    assert Lanterns().encode(positions[-1].state) == bytes(lived.match.state)
    assert export["result"] == {"ending": "won", "winners": ["bob"]}


def test_a_replay_shows_each_version_at_any_seat(lived: LanternsTable) -> None:
    """As it was then: before the opening a wish is its owner's only."""
    positions = played(exported(lived))
    game = Lanterns()
    first = positions[1]
    assert game.view(first.rules, first.state, "ada").your_wish == 5
    assert game.view(first.rules, first.state, "bob").your_wish is None
    assert [game.view(each.rules, each.state, None).number for each in positions[2:5]] == [0, 1, 1]


def test_what_is_still_sealed_ends_the_replay(table: LanternsTable) -> None:
    """The export has the commitment, and neither answers nor what they made the game read."""
    table.wishes(ada=5)
    export = exported(table)
    (step,) = export["steps"]
    assert (step["answers"], step["outside"], step["seal"]["salt"]) == (None, None, None)
    assert len(step["seal"]["commitment"]) == 64
    assert export["position"] is None
    with pytest.raises(StillSealed, match="version 1"):
        played(export)


def test_the_server_can_replay_what_is_sealed_for_a_view(table: LanternsTable) -> None:
    """From a record that is never sent."""
    table.wishes(ada=5, bob=4)
    record = record_for_views(table.hall.cycle, table.match)
    last = played(record)[-1]
    assert Lanterns().view(last.rules, last.state, "bob").your_wish == 4
    assert Lanterns().view(last.rules, last.state, None).wishes is None


def test_a_match_that_the_cycles_end_stopped_is_replayed(playing: LanternsTable) -> None:
    playing.hall.grant("ada", "Chip", 10)
    assert played(exported(playing))[-1].version == playing.match.version


def _first(export: Export, kind: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = next(
        step
        for step in export["steps"]
        if step["kind"] == kind and all(step[name] == value for name, value in fields.items())
    )
    return found


def _draw(export: Export) -> dict[str, Any]:
    found: dict[str, Any] = next(step for step in export["steps"] if step["draws"])["draws"][0]
    return found


TAMPERINGS: dict[str, Callable[[Export], Any]] = {
    "a draw": lambda export: _draw(export).update(value=(_draw(export)["value"] + 1) % 6),
    "a draw out of range": lambda export: _draw(export).update(value=6),
    "a draw's label": lambda export: _draw(export).update(label="throw 8"),
    "a draw's sides": lambda export: _draw(export).update(sides=8),
    "a draw left out": lambda export: next(step for step in export["steps"] if step["draws"])["draws"].clear(),
    "a draw more": lambda export: _first(export, "move", move={"kind": "rest"})["draws"].append(_draw(export)),
    "a sealed answer": lambda export: export["steps"][0].update(answers=[[6]]),
    "a salt": lambda export: export["steps"][0]["seal"].update(salt="00"),
    "a mover": lambda export: _first(export, "move", move={"kind": "rest"}).update(player="ada"),
    "what was read": lambda export: _first(export, "move", move={"kind": "rest"})["outside"][0].__setitem__(1, 0),
    "a reading left out": lambda export: _first(export, "move", move={"kind": "rest"}).update(outside=[]),
    "an event": lambda export: export["steps"][4]["events"].pop(),
    "a happening": lambda export: _first(export, "happening", move={"kind": "rain"}).update(move={"kind": "sun"}),
    "a step left out": lambda export: export["steps"].pop(3),
    "the last step left out": lambda export: export["steps"].pop(),
    "the last state": lambda export: export.update(position="0" * 64),
    "the result": lambda export: export["result"].update(winners=["ada"]),
    "the law": lambda export: export["laws"][1]["document"].update(lanterns={"at_least": 1}),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_whatever_is_changed_in_an_export_is_noticed(lived: LanternsTable, tampering: str) -> None:
    export = exported(lived)
    changed = copy.deepcopy(export)
    TAMPERINGS[tampering](changed)
    assert changed != export
    with pytest.raises(Diverged):
        played(changed)


def test_the_export_of_another_game_is_none(lived: LanternsTable) -> None:
    with pytest.raises(ValueError, match="no match of lanterns"):
        played(exported(lived) | {"game": "chess"})
    with pytest.raises(ValueError, match="no match of lanterns"):
        played(exported(lived) | {"format": "nomic-match-2"})


# ── the command


@pytest.fixture
def file(lived: LanternsTable, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(exported(lived)))
    return path


def run(file: Path, **options: Any) -> str:
    out = StringIO()
    call_command("replay_match", str(file), stdout=out, **options)
    return out.getvalue()


def test_the_command_tells_the_match_step_by_step(file: Path, lived: LanternsTable) -> None:
    lines = run(file).splitlines()
    assert lines[0] == "0: the match is set up"
    assert lines[1] == "1: ada: ada has made a wish."
    assert lines[-1] == "The replay matches the file."
    assert len(lines) == lived.match.version + 2


def test_the_command_needs_no_database(file: Path, django_db_blocker: Any) -> None:
    with django_db_blocker.block():
        assert "The replay matches the file." in run(file)


def test_the_command_shows_the_table_as_it_stood(file: Path) -> None:
    assert json.loads(run(file, show=1, seat="ada"))["your_wish"] == 5
    assert json.loads(run(file, show=1))["your_wish"] is None
    with pytest.raises(CommandError, match="no version 999"):
        run(file, show=999)


def test_the_command_says_what_is_wrong(file: Path, tmp_path: Path) -> None:
    export = json.loads(file.read_text())
    _draw(export).update(value=5 - _draw(export)["value"])
    for text, complaint in (
        (json.dumps(export), "The replay differs from the file"),
        (json.dumps(export | {"game": "chess"}), "there is no game 'chess' here, only: .*lanterns"),
        (json.dumps(export | {"steps": [{}]}), "makes no sense"),
        (json.dumps({"game": "lanterns"}), "no match of lanterns"),
        ("[]", "holds no match"),
        ("{", "cannot be read"),
    ):
        broken = tmp_path / "broken.json"
        broken.write_text(text)
        with pytest.raises(CommandError, match=complaint):
            run(broken)
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path / "nowhere.json")


def test_the_command_stops_at_what_is_sealed(table: LanternsTable, tmp_path: Path) -> None:
    table.wishes(ada=5)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(exported(table)))
    assert "version 1 is still sealed" in run(path)
