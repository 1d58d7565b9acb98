"""What the documents say of the code is held to what the code is."""

import copy
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from exoptosis.explain.cards import explain_species
from nomic import limits
from nomic.cycles.actions import registry as actions
from nomic.cycles.management.import_graph import draw_rooms
from nomic.devtools.run_checks import USAGE
from nomic.effects.language.parser import read_effect
from nomic.effects.running.interpreter import Run
from nomic.game_package import GamePackage
from nomic.games import games_in
from nomic.law.document.sections import Law, flaws_of
from tests.readme.documents import (
    DOCS,
    LINK,
    LINKED,
    ROOT,
    WRITTEN,
    anchors,
    blocks,
    is_there,
    names,
    places,
    prose,
    registrations,
    section,
    words_of_the_code,
)
from tests.support.hall import DAY, Hall, clock, cycle_16, open_cycle
from tests.support.toy_world import SCOPE, ToyWorld, Unanswered

__all__ = ["clock", "open_cycle"]
DESIGN, EFFECTS, ACTION, GAME, CONFIGURATION = (
    DOCS / f"{name}.md" for name in ("design", "effects", "adding-an-action", "adding-a-game", "configuration")
)
HEADS = ROOT / "tests/fourth_game/games/heads"
each_document = pytest.mark.parametrize("document", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))


# ── what they name


@each_document
def test_every_place_that_is_named_is_there(document: Path) -> None:
    """Files, folders, and functions and classes in them."""
    assert [f"{path}::{name}" for path, name in places(document) if not is_there(path, name)] == []


@each_document
def test_every_name_of_the_code_stands_in_the_code(document: Path) -> None:
    """A function that got another name is called by the new one here too."""
    assert [name for name in names(document) if name not in words_of_the_code()] == []


@pytest.mark.parametrize("document", LINKED, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    """To a file that is there, and where it names one to a heading of it."""
    for link in LINK.finditer(prose(document.read_text(encoding="utf-8"))):
        target = (document.parent / link["path"]).resolve() if link["path"] else document
        assert target.exists(), link[0]
        assert link["anchor"] is None or link["anchor"] in anchors(target), link[0]


def test_every_document_is_in_the_list() -> None:
    """Whoever opens the folder finds what there is."""
    listed = {link["path"] for link in LINK.finditer((DOCS / "README.md").read_text(encoding="utf-8"))}
    assert {path.name for path in DOCS.glob("*.md")} - {"README.md"} <= listed
    decided = {link["path"] for link in LINK.finditer((DOCS / "decisions/README.md").read_text(encoding="utf-8"))}
    assert {path.name for path in (DOCS / "decisions").glob("0*.md")} <= decided


def test_every_way_to_run_tests_is_one_that_there_is() -> None:
    """What CONTRIBUTING says of ./test is what ./test says of itself."""
    said = section(ROOT / "CONTRIBUTING.md", "Running tests")
    ways = set(re.findall(r"^ +\./test (--[\w-]+)", said, re.MULTILINE))
    assert ways == set(re.findall(r"^\./test (--[\w-]+)", USAGE, re.MULTILINE))


# ── design


def test_every_room_has_its_line_and_they_stand_in_the_order_of_imports() -> None:
    """The table of rooms is the contract of pyproject.toml, the lowest room first."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    lowest_first = [sorted(re.findall(r"[\w.]+", layer)) for layer in reversed(layers)]
    lowest_first.remove(games_in(ROOT))  # the table does not list them
    rows = re.findall(r"^\| (`[^|]+) \|", section(DESIGN, "Rooms"), re.MULTILINE)
    named = [sorted(re.findall(r"`([^`]+)`", row)) for row in rows]
    paths = [[each.replace(".", "/") for each in layer] for layer in lowest_first]
    expected = [[path if (ROOT / path).is_dir() else f"{path}.py" for path in layer] for layer in paths]
    assert named == expected
    rooms = {f"nomic/{path.parent.name}" for path in (ROOT / "nomic").glob("*/__init__.py")}
    assert rooms <= {room for row in named for room in row}


def test_the_picture_of_the_rooms_is_what_the_command_prints() -> None:
    """The graph in the document is drawn again from the imports in the code."""
    assert blocks(DESIGN, "mermaid") == ["".join(f"{line}\n" for line in draw_rooms(ROOT))]


def test_each_trace_has_twelve_steps_at_most() -> None:
    """Each step begins with a place in the code; that the place exists is tested above for every document."""
    traces = re.split(r"^### ", section(DESIGN, "Five traces"), flags=re.MULTILINE)[1:]
    assert len(traces) == 5
    for trace in traces:
        steps = re.findall(r"^(\d+)\. (.*)", trace, re.MULTILINE)
        assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1)), trace
        assert 5 <= len(steps) <= 12, trace
        assert all(re.match(r"`[\w/.-]+::[\w.]+`", text) for _, text in steps), trace


def test_the_walk_answers_each_question_in_three_steps_at_most() -> None:
    """Each step names the file and what to look at in it."""
    questions = re.split(r"^### ", section(DESIGN, "A guided walk"), flags=re.MULTILINE)[1:]
    assert len(questions) == 7
    for question in questions:
        steps = re.findall(r"^\d\. (.*(?:\n   .*)*)", question, re.MULTILINE)
        assert 1 <= len(steps) <= 3, question
        assert all(re.search(r"`[\w/.-]+::[\w.]+`", step) for step in steps), question


# ── configuration


def test_the_table_names_every_variable_that_is_read_and_no_other() -> None:
    """A setting that nobody can find does not exist, and one that is only in the table does nothing."""
    rows = re.findall(r"^\| (`[^|]+) \|", section(CONFIGURATION, "Variables"), re.MULTILINE)
    in_table = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    settings = (ROOT / "nomic/config/settings.py").read_text()
    in_settings = set(re.findall(r"""env\.\w+\(\s*["'](\w+)["']""", settings))
    in_run = set(re.findall(r'environ\.get\("(\w+)"', (ROOT / "nomic/devtools/dev_server.py").read_text()))
    assert in_table == in_settings | in_run


def test_the_table_of_limits_is_what_the_host_bears() -> None:
    """Every limit with its value, and none that there is not."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section(CONFIGURATION, "Limits that are no settings"), re.MULTILINE)
    stated = {name: 2**53 if value == "2^53" else float(value.replace(",", "")) for name, value in rows}
    assert stated == {name: value for name, value in vars(limits).items() if name.isupper()}


# ── effects


def with_card(entry: dict[str, Any]) -> dict[str, Any]:
    """Cycle 16's law with one card more."""
    document = copy.deepcopy(cycle_16())
    document["cards"]["Lighthouse"] = entry
    return document


def test_the_worked_example_is_law_and_says_what_it_does() -> None:
    """The card passes the checker, and the English writer says of it what the document says."""
    entry = yaml.safe_load(blocks(EFFECTS, "yaml")[0])
    document = with_card(entry)
    assert flaws_of(document) == []
    assert list(explain_species(Law(document), "Lighthouse")) == blocks(EFFECTS, "text")[0].splitlines()


def test_what_the_document_says_is_refused_is_refused_in_these_words() -> None:
    """Each wrong step in place of the example's own, with the complaint that stands beneath it."""
    entry = yaml.safe_load(blocks(EFFECTS, "yaml")[0])
    wrong, complaints = blocks(EFFECTS, "yaml")[1:], blocks(EFFECTS, "text")[1:]
    assert len(wrong) == len(complaints) >= 4
    for steps, complaint in zip(wrong, complaints, strict=True):
        document = with_card({**entry, "hooks": {"when_played": yaml.safe_load(steps)}})
        assert [str(flaw) for flaw in flaws_of(document)] == complaint.splitlines()


def test_the_worked_example_asks_and_is_run_again_with_the_answer() -> None:
    """It stops at its question having done nothing; with the answer it goes on to the roll, and to its end."""
    effect = read_effect(yaml.safe_load(blocks(EFFECTS, "yaml")[0])["hooks"]["when_played"], SCOPE)
    hands: dict[str, list[int | str]] = {"Ada": [1], "Ben": [2], "Cleo": [3]}
    asking = ToyWorld(hands, dice=[5])
    with pytest.raises(Unanswered) as asked:
        Run(asking, "Ada", "Lighthouse").perform(effect, {"me": ("Ada",)})
    assert (asked.value.question.who, [option.value for option in asked.value.question.options]) == (
        "Ada",
        ["Ben", "Cleo"],
    )
    assert asking.done == asking.drawn == []
    answered = ToyWorld(hands, answers=[["Ben"]], dice=[5])
    Run(answered, "Ada", "Lighthouse").perform(effect, {"me": ("Ada",)})
    assert [done[:3] for done in answered.done] == [("take", "Ben", 1), ("take", "Ada", 1)]
    assert answered.drawn == ["Lighthouse: 1d6 < 6"]


# ── adding a game, adding an action


def test_every_part_of_a_games_package_is_explained() -> None:
    """In the order of the declaration: what it is, and which room keeps it."""
    rows = re.findall(r"^\| `(\w+)` \| .+ \| `[\w/.]+::\w+` \|$", section(GAME, "The package"), re.MULTILINE)
    assert rows == [part.name for part in fields(GamePackage)]


@pytest.mark.parametrize("game", [*(ROOT / name for name in games_in(ROOT)), HEADS], ids=lambda path: path.name)
def test_a_game_is_declared_in_one_place(game: Path) -> None:
    """Its app does nothing but install its package."""
    assert registrations(game / "apps.py") == set()
    assert "PACKAGE = GamePackage(" in (game / "package.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("room", sorted(path.parent.name for path in (ROOT / "nomic").glob("*/apps.py")))
def test_every_registry_of_the_host_is_named_too(room: str) -> None:
    """A room of the host registers with the rooms below it, in its app."""
    apps = ROOT / "nomic" / room / "apps.py"
    if "def ready" in apps.read_text(encoding="utf-8"):
        assert registrations(apps) <= {f"{path}::{name}" for path, name in places(GAME)}


@pytest.fixture
def hall(open_cycle: Any, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A cycle in which the examples of the document are declared; other tests do not hear of them."""
    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    for name, program in zip(("tips", "cloakroom"), blocks(ACTION, "python"), strict=True):
        written: dict[str, Any] = {"__name__": f"exoptosis.{name}"}
        exec(compile(program, str(ACTION), "exec"), written)
        actions.register_actions(*written["ACTIONS"])
    hall: Hall = open_cycle()
    hall.join("ada")
    return hall


@pytest.mark.django_db
def test_the_small_example_of_an_action_works(hall: Hall) -> None:
    """A tip is taken and told of; who has nothing is refused, and a tip of nothing is none."""
    held = hall.has("ada", "Vertebra")
    hall.do("ada", "tip", amount=held)
    assert hall.entries()[-1].words == [f"ada leaves {held} on the counter."]
    hall.refused("ada", "tip", "no-money", "The Croupier")
    hall.bad("ada", "tip", "amount", amount=0)
    assert hall.has("ada", "Vertebra") == 0
    hall.is_sound()


@pytest.mark.django_db
def test_the_example_of_an_action_with_a_deadline_works(hall: Hall) -> None:
    """A deposit is taken, comes back a day later by an entry of the system's own, and all of it is replayed."""
    held = hall.has("ada", "Vertebra")
    hall.do("ada", "deposit", amount=2)
    assert hall.has("ada", "Vertebra") == held - 2
    hall.refused("ada", "deposit", "one-at-a-time", "The Croupier", amount=1)
    hall.bad("ada", "deposit", "amount", amount=0)
    hall.to(hall.clock.now + DAY)
    assert hall.has("ada", "Vertebra") in (held, held + 1)
    assert hall.entries()[-1].action == "return-deposit"
    hall.is_sound()
