"""The skeleton of an action: a module of a room or a game, its test, and the line that declares it."""

import re
from pathlib import Path

from nomic.devtools.scaffold.skeleton import Plan, ScaffoldError, camel_case

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
DECLARED = "actions.declare("  # in the app of a room
PART = re.compile(r"^    actions=(?P<first>\(\s*)?(?P<rest>.*)", re.MULTILINE)  # in the package of a game


def plan_action(root: Path, room: str, name: str) -> Plan:
    """Return the plan of a working, declared action.

    Raises ScaffoldError if the room does not exist or an action cannot have that name.
    """
    if not NAME.fullmatch(name) or len(name) > 40:
        raise ScaffoldError("the name of an action is words of lower-case letters with hyphens, as `leave-a-tip`")
    package = f"nomic/{room}" if (root / "nomic" / room / "apps.py").is_file() else room
    if not (root / package / "apps.py").is_file():
        raise ScaffoldError(f"there is no room or game {room!r}")
    module = name.replace("-", "_")
    plan = Plan(root, "docs/adding-an-action.md")
    words = {"name": name, "Name": camel_case(name), "function": module, "title": name.replace("-", " ").capitalize()}
    paths = {"FOLDER__": f"{package}/", "TESTS__": f"tests/{room}/", "MODULE": module}
    plan.add_templates("action", words, paths)
    if not (root / "tests" / room / "__init__.py").exists():
        plan.created[f"tests/{room}/__init__.py"] = ""
    if (root / package / "package.py").is_file():
        _add_to_package(plan, package, module)
    else:
        _add_to_app(plan, package, module)
    plan.commands = (("wiring", "docs/wiring.md"),)
    return plan


def _add_to_package(plan: Plan, package: str, module: str) -> None:
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
    plan.edited[path] = _import(plan.text(path), f"from {package} import {module}\n")


def _add_to_app(plan: Plan, package: str, module: str) -> None:
    """Add the declaration of the actions to the `ready` method of the room's app."""
    path = f"{package}/apps.py"
    if DECLARED not in plan.text(path):
        raise ScaffoldError(f"{path} declares no actions; declare one there by hand first")
    ready = "    def ready(self) -> None:\n"
    plan.replace(path, DECLARED, f"{DECLARED}*{module}.ACTIONS, ")
    plan.replace(path, ready, f"{ready}        from {package.replace('/', '.')} import {module}\n")


def _import(text: str, line: str) -> str:
    """Return the module's text with an import added above its first one."""
    place = re.search(r"^(from|import) ", text, re.MULTILINE)
    start = place.start() if place else 0
    return text[:start] + line + text[start:]
