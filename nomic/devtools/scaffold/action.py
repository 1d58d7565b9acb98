"""The skeleton of an action: a module of a room or a game, its test, and the line that declares it."""

import re
from pathlib import Path

from nomic.devtools.scaffold.skeleton import (
    MAX_MODULES,
    PROBLEM_CODES,
    TEXTS,
    WIRING,
    Plan,
    ScaffoldError,
    camel_case,
    count_modules,
)

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
ROOM = re.compile(r"[a-z0-9_]+(/[a-z0-9_]+)*")
DECLARED = "actions.register_actions("  # in the app of a room
OWN = "actions"  # the folder in which some rooms keep their actions
CHANNEL = re.compile(r'register_channels\("([a-z-]+)"')  # in the app of a room
CASES, FIRST_CASE = "tests/clauses/test_bans_on_every_action.py", "CASES: list[tuple[str, Setup]] = [\n"
PART = re.compile(r"^    actions=(?P<first>\(\s*)?(?P<rest>.*)", re.MULTILINE)  # in the package of a game


def plan_action(root: Path, room: str, name: str) -> Plan:
    """Return the plan of a working, declared action.

    `room` is a room of the host or a game, such as `players`, or a folder in it, such as `players/membership`. For a
    room that keeps its actions in a folder `actions`, that is the default. Raises ScaffoldError if the room does not
    exist or is full, or if an action cannot have that name.
    """
    if not NAME.fullmatch(name) or len(name) > 40:
        raise ScaffoldError("the name of an action is words of lower-case letters with hyphens, as `leave-a-tip`")
    app, package, folder = _place_for(root, room)
    module = name.replace("-", "_")
    plan = Plan(root, "docs/adding-an-action.md")
    channel = CHANNEL.search((root / package / "apps.py").read_text(encoding="utf-8"))
    words = {
        "name": name,
        "Name": camel_case(name),
        "function": module,
        "title": name.replace("-", " ").capitalize(),
        "channel": channel[1] if channel else "game-actions",
    }
    paths = {"FOLDER__": f"{folder}/", "TESTS__": f"tests/{app}/", "MODULE": module}
    plan.add_templates("action", words, paths)
    if not (root / "tests" / app / "__init__.py").exists():
        plan.created[f"tests/{app}/__init__.py"] = ""
    if (root / package / "package.py").is_file():
        _add_to_package(plan, package, folder, module)
    else:
        _add_to_app(plan, package, folder, module)
    case = (
        f'("{name}", lambda hall: Case("ada", {{"times": 1}}, {{"times": 2}})),  # TODO: an act, and one that is banned'
    )
    plan.replace(CASES, FIRST_CASE, f"{FIRST_CASE}    {case}\n")
    plan.commands = (WIRING, PROBLEM_CODES, TEXTS)
    return plan


def _place_for(root: Path, room: str) -> tuple[str, str, str]:
    """Return the name of the room or game, the path of its package, and that of the folder for a new module.

    Raises ScaffoldError if it does not exist or is full.
    """
    if not ROOM.fullmatch(room):
        raise ScaffoldError("the room is its name, such as `players`, or a folder in it, such as `players/membership`")
    app, _, within = room.partition("/")
    package = f"nomic/{app}" if (root / "nomic" / app / "apps.py").is_file() else app
    if not within and _declares_in(root / package / OWN):
        within = OWN
    folder = f"{package}/{within}" if within else package
    if not (root / package / "apps.py").is_file() or not (root / folder / "__init__.py").is_file():
        raise ScaffoldError(f"there is no room or game {room!r}")
    if count_modules(root / folder) >= MAX_MODULES:
        raise ScaffoldError(_folders_with_space(root, package, folder))
    return app, package, folder


def _declares_in(folder: Path) -> bool:
    """Return whether a room keeps its actions in this folder, and has space there."""
    declares = any("\nACTIONS = " in path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    return declares and count_modules(folder) < MAX_MODULES


def _folders_with_space(root: Path, package: str, folder: str) -> str:
    """Return the error for a full folder, which names the folders of its room that have space for a module."""
    others = sorted(
        path.parent.relative_to(root / package).as_posix() for path in (root / package).rglob("__init__.py")
    )
    open_ones = [
        f"{package.removeprefix('nomic/')}/{each}"
        for each in others
        if each not in (".", "migrations") and count_modules(root / package / each) < MAX_MODULES
    ]
    instead = f"name one of {', '.join(open_ones)}, or make" if open_ones else "make"
    return f"{folder} has {MAX_MODULES} modules already; {instead} a folder in it with an `__init__.py`"


def _add_to_package(plan: Plan, package: str, folder: str, module: str) -> None:
    """Add the actions to the declaration of a game."""
    path = f"{package}/package.py"
    text = plan.text(path)
    part = PART.search(text)
    ours = f"*{module}.ACTIONS"
    if part is None:
        plan.replace(path, "PACKAGE = GamePackage(\n", f"PACKAGE = GamePackage(\n    actions={module}.ACTIONS,\n")
    elif part["first"]:
        plan.replace(path, part[0], f"    actions={part['first']}{ours}, {part['rest']}")
    else:
        plan.replace(path, part[0], f"    actions=(*{part['rest'].rstrip(',')}, {ours}),")
    plan.edited[path] = _import(plan.text(path), f"from {folder.replace('/', '.')} import {module}\n")


def _add_to_app(plan: Plan, package: str, folder: str, module: str) -> None:
    """Add the declaration of the actions to the `ready` method of the room's app."""
    path = f"{package}/apps.py"
    if DECLARED not in plan.text(path):
        raise ScaffoldError(f"{path} declares no actions; declare one there by hand first")
    ready = "    def ready(self) -> None:\n"
    plan.replace(path, DECLARED, f"{DECLARED}*{module}.ACTIONS, ")
    plan.replace(path, ready, f"{ready}        from {folder.replace('/', '.')} import {module}\n")


def _import(text: str, line: str) -> str:
    """Return the module's text with an import added above its first one."""
    place = re.search(r"^(from|import) ", text, re.MULTILINE)
    start = place.start() if place else 0
    return text[:start] + line + text[start:]
