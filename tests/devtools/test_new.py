"""`manage.py new`: every skeleton passes every check at once, and every duty of a guide has a check."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nomic.devtools.scaffold.action import plan_action
from nomic.devtools.scaffold.clause_kind import plan_clause_kind
from nomic.devtools.scaffold.game import plan_game
from nomic.devtools.scaffold.operation import plan_operation
from nomic.devtools.scaffold.skeleton import ScaffoldError, duties_of
from nomic.games import HOME, games_in
from nomic.law.document.templates import law_templates
from tests.readme.documents import DOCS, PLACE, is_there

GUIDES = ("adding-a-game", "adding-an-action", "adding-an-operation", "adding-a-clause-kind")
TOOLS = {"ruff", "mypy", "lint-imports"}
OF_EVERY_WORD = (
    "test_every_word_has_its_sentence",
    "test_every_word_is_described_to_people_and_programs",
    "test_every_word_costs_something_and_stands_somewhere",
)
ACTIONS = (("players/membership", "wave-a-hand"), ("exoptosis", "ring-the-bell"))
OF_EVERY_ACTION = (
    "tests/cycles/test_arguments_have_limits.py::test_every_argument_has_a_maximum",
    "tests/law/test_complaints.py::test_no_refusal_of_an_action_speaks_of_machinery",
)
OF_EVERY_BAN = (
    "test_every_argument_that_a_ban_may_judge_has_a_case",
    "test_a_ban_on_an_argument_holds_however_it_is_said_and_what_it_bans_is_not_offered[open-draughts-open_with_others]",
    *(
        f"test_a_ban_on_an_argument_holds_however_it_is_said_and_what_it_bans_is_not_offered[{name}-<lambda>]"
        for _, name in ACTIONS
    ),
)
OF_THE_LANGUAGE = ("tests/effects/grammar", "tests/effects/test_blocks.py", "tests/effects/test_workspaces.py")
FOLDERS = (".ci", "nomic", *games_in(HOME), "docs", "static", "templates", "tests")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the repository, in which skeletons are written."""
    root = tmp_path / "tree"
    for name in FOLDERS:
        shutil.copytree(HOME / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in HOME.iterdir():
        if file.is_file() and file.name != ".git":
            shutil.copy(file, root / file.name)
    return root


def run(tree: Path, *words: str) -> str:
    """Run a Python module in the copy, and return its output. Fails unless the module succeeds."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, *words], cwd=tree, env=env, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def created(said: str) -> list[str]:
    """The Python files that the command has written, as it names them."""
    named = (line.strip() for line in said.split("Created:\n")[1].split("Fill in:")[0].splitlines())
    return [path for path in named if path.endswith(".py")]


def check(tree: Path, *arguments: str) -> None:
    run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", *arguments)


def test_every_skeleton_passes_every_check(tree: Path) -> None:
    """A game is played to its end, actions of a room and of a game are done, a clause works, a word reads out.

    All stand beside each other, as what several people write does, so that each check has to run only once.
    """
    game = run(tree, "manage.py", "new", "game", "draughts")
    assert "  - import contracts: root package and layer: `pyproject.toml`" in game
    actions = [run(tree, "manage.py", "new", "action", *action) for action in ACTIONS]
    assert all("for_pages" in action for action in actions)
    operation = run(tree, "manage.py", "new", "operation", "salute")
    clause_kind = run(tree, "manage.py", "new", "clause-kind", "greeting")
    assert "  - the class: " in clause_kind

    paths = [path for said in (game, *actions, operation, clause_kind) for path in created(said)]
    run(tree, "-m", "ruff", "check", "--no-cache", *paths)
    run(tree, "-m", "ruff", "format", "--no-cache", "--check", *paths)
    run(tree, "-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))")

    duties = {path for *_, named in duties_of(DOCS / "adding-a-game.md") for path in _tests_in(named)}
    check(tree, "tests/draughts", *sorted(duties), "-k", f"not ({' or '.join(law_templates())})")
    check(
        tree,
        *(f"tests/{room.partition('/')[0]}/test_{name.replace('-', '_')}.py" for room, name in ACTIONS),
        *(f"{test}[{name}]" for test in OF_EVERY_ACTION for _, name in ACTIONS),
        *(f"tests/clauses/test_bans_on_every_action.py::{test}" for test in OF_EVERY_BAN),
        "tests/config/test_packages.py",
        "tests/wiki/test_summaries.py::test_every_action_says_how_it_is_told",
        "tests/readme/test_texts.py::test_the_texts_on_file_are_those_of_the_code[messages]",
        *(f"tests/effects/test_language.py::{test}[salute]" for test in OF_EVERY_WORD),
        "tests/effects/test_language.py::test_the_documentation_names_no_other_words",
        *OF_THE_LANGUAGE,
        "tests/clauses/test_greeting.py",
        "tests/clauses/test_every_kind.py",
        "tests/clauses/test_document.py",
        "tests/cycles/test_listening.py::test_the_document_is_what_the_command_prints",
        "tests/readme/test_docs.py",
        *("-k", "not random"),
    )


@pytest.mark.parametrize("guide", GUIDES)
def test_every_duty_of_a_guide_names_a_check(guide: str) -> None:
    """A test that exists, or one of the tools that `./test` runs."""
    duties = duties_of(DOCS / f"{guide}.md")
    assert len(duties) >= 5
    for what, _, named in duties:
        tests = _tests_in(named)
        assert tests or named.strip("`") in TOOLS, what
        assert all(is_there(*path.split("::")) for path in tests), what


@pytest.mark.parametrize("name", ["", "Chess", "a-b", "nomic", "exoptosis", "class", "json", "../x"])
def test_a_game_has_a_name_that_no_package_has(name: str) -> None:
    with pytest.raises(ScaffoldError):
        plan_game(HOME, name)


@pytest.mark.parametrize(
    ("room", "name"),
    [
        ("nowhere", "wave"),
        ("players", "Wave"),
        ("players", "law-section"),
        ("comments", "wave"),
        ("players/nowhere", "wave"),
        ("players/..", "wave"),
    ],
)
def test_an_action_has_a_room_and_a_new_name(room: str, name: str) -> None:
    """Unknown rooms, names that are none, modules that exist, and rooms that declare no actions."""
    with pytest.raises(ScaffoldError):
        plan_action(HOME, room, name)


def test_an_action_goes_where_those_of_its_room_are() -> None:
    """In their folder, if they have one, and to the channel of the room, if it has declared one."""
    plan = plan_action(HOME, "trades", "wave")
    assert 'channel="trades"' in plan.created["nomic/trades/actions/wave.py"]
    assert "from nomic.trades.actions import wave" in plan.edited["nomic/trades/apps.py"]
    assert (
        'channel="game-actions"'
        in plan_action(HOME, "cycles/commands", "wave").created["nomic/cycles/commands/wave.py"]
    )


def test_a_room_that_is_full_names_its_folders_with_space() -> None:
    """And has an action planned in one of those."""
    with pytest.raises(ScaffoldError, match=r"nomic/court has 15 modules already; name one of court/notices, or make"):
        plan_action(HOME, "court", "wave")
    plan = plan_action(HOME, "court/notices", "wave")
    assert {"nomic/court/notices/wave.py", "tests/court/test_wave.py"} == plan.created.keys()
    assert "from nomic.court.notices import wave\n" in plan.edited["nomic/court/apps.py"]


@pytest.mark.parametrize("name", ["", "Bless", "grant", "if", "match", "a-b", "base"])
def test_an_operation_has_a_new_word(name: str) -> None:
    """No keyword, no word of the language, and no module that exists."""
    with pytest.raises(ScaffoldError):
        plan_operation(HOME, name)


def test_an_operation_needs_space_in_the_folders_of_its_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the skeleton would fail the limit of modules."""
    plan_operation(HOME, "bless")
    monkeypatch.setattr("nomic.devtools.scaffold.operation.count_modules", lambda folder: 15)
    with pytest.raises(ScaffoldError, match="has 15 modules"):
        plan_operation(HOME, "bless")


def test_the_quick_test_command_runs_new_tests_and_the_cases_of_the_name() -> None:
    """Tests with cases run by name, and those without as a whole."""
    command = plan_action(HOME, "players/membership", "wave-a-hand").test_command("wave-a-hand")
    paths, _, names = command.partition(" -k ")
    assert {"tests/players/test_wave_a_hand.py", "tests/cycles/test_arguments_have_limits.py"} <= {*paths.split()}
    selected = {*names.strip("'").split(" or ")}
    assert {"wave-a-hand", "wave_a_hand", "test_every_argument_that_a_ban_may_judge_has_a_case"} <= selected
    assert "test_every_argument_has_a_maximum" not in selected


@pytest.mark.parametrize("name", ["", "Toll", "wins", "class", "match", "place", "a-b", "bans", "actions"])
def test_a_clause_kind_has_a_new_word(name: str) -> None:
    """No keyword, no kind and no module that exists, and nothing that every clause has."""
    with pytest.raises(ScaffoldError):
        plan_clause_kind(HOME, name)


def _tests_in(cell: str) -> list[str]:
    """The tests that a cell of a table names."""
    named = (PLACE.fullmatch(span) for span in cell.split("`"))
    return [each[0] for each in named if each is not None and each["path"].startswith("tests/") and each["name"]]
