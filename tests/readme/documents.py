"""The documents of the repository as the tests read them: what they name of the code, and where their links lead."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from nomic.games import HOME, games_in

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# The history may name what is no more.
WRITTEN = sorted([*DOCS.rglob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "nomic/db/README.md"])
LINKED = [*WRITTEN, ROOT / "CHANGELOG.md"]
SOURCES = {".py", ".html", ".js", ".css", ".yaml", ".toml", ".wiki"}
CODE = ("nomic", *games_in(HOME), "templates", "static", "tests", "pyproject.toml")

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
# A file or folder, and what stands in it: `nomic/cycles/commands/perform.py::perform`, `Class.method` for what a class
# has.
PLACE = re.compile(r"(?!\d+/min)(?P<path>[\w.-]+(?:/[\w.-]+)+)/?(?:::(?P<name>[\w.]+))?")
# A name of the code by itself: it has an underscore, or a capital letter after a small one.
NAME = re.compile(r"[A-Za-z_]*(?:[A-Za-z]_[A-Za-z]|[a-z][A-Z])\w*(?=(?:\(\))?$)")
FOREIGN = {"FORWARDED_ALLOW_IPS", "text/event-stream"}  # uvicorn's, and everybody's
LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(text: str) -> str:
    """A document without its blocks of code."""
    return FENCED.sub("", text)


def spans(path: Path) -> list[str]:
    """What stands between backticks, outside blocks of code, and is said of this project."""
    return [span for span in SPAN.findall(prose(path.read_text(encoding="utf-8"))) if span not in FOREIGN]


def places(path: Path) -> list[tuple[str, str]]:
    """Every file or folder that a document names, with what of it (or an empty text)."""
    found = (PLACE.fullmatch(span) for span in spans(path))
    return [(each["path"], each["name"] or "") for each in found if each is not None]


def names(path: Path) -> list[str]:
    """Every name of the code that a document gives without saying where it is."""
    return [match[0] for match in map(NAME.match, spans(path)) if match is not None]


def blocks(path: Path, language: str) -> list[str]:
    """The blocks of code of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def section(path: Path, title: str) -> str:
    """What stands under a heading of the second rank."""
    return path.read_text(encoding="utf-8").split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


@cache
def defined_in(path: Path) -> frozenset[str]:
    """What a Python file defines at its top, and what its classes define: "Class" and "Class.method"."""
    return frozenset(_defined(ast.parse(path.read_text(encoding="utf-8")).body, ""))


def _defined(body: list[ast.stmt], within: str) -> Iterator[str]:
    for step in body:
        if isinstance(step, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield within + step.name
        if isinstance(step, ast.ClassDef):
            yield from _defined(step.body, f"{within}{step.name}.")
        targets = step.targets if isinstance(step, ast.Assign) else [getattr(step, "target", None)]
        yield from (within + target.id for target in targets if isinstance(target, ast.Name))


def is_there(path: str, name: str) -> bool:
    """Whether the repository has this file or folder, and the file this name."""
    file = ROOT / path
    if path.startswith("var/"):  # what running it makes
        return True
    if not name:
        return file.exists()
    if file.suffix == ".py":
        return file.is_file() and name in defined_in(file)
    return file.is_file() and re.search(rf"\b{re.escape(name)}\b", file.read_text(encoding="utf-8")) is not None


@cache
def words_of_the_code() -> frozenset[str]:
    """Every word that stands anywhere in the code."""
    files = [file for each in CODE for file in ([ROOT / each] if (ROOT / each).is_file() else (ROOT / each).rglob("*"))]
    here = Path(__file__).parent  # what these tests say of a name makes none
    texts = (file.read_text(encoding="utf-8") for file in files if file.suffix in SOURCES and here not in file.parents)
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def anchors(path: Path) -> set[str]:
    """Where a link into a document can lead: its headings, as they are addressed, and its own anchors."""
    text = prose(path.read_text(encoding="utf-8"))
    headings = {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in HEADING.findall(text)}
    return headings | set(re.findall(r'<a id="([^"]+)"', text))


def registrations(apps: Path) -> set[str]:
    """What of the host an app calls in its `ready()`, as documents name it: `nomic/cycles/event_bus.py::subscribe`."""
    (ready,) = (
        node
        for node in ast.walk(ast.parse(apps.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name == "ready"
    )
    imported = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(ready)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found = set()
    for call in (node.func for node in ast.walk(ready) if isinstance(node, ast.Call)):
        of, name = (call.value, call.attr) if isinstance(call, ast.Attribute) else (call, "")
        if isinstance(of, ast.Name) and of.id in imported:
            dotted = f"{imported[of.id]}.{name}".rstrip(".")
            module, _, function = dotted.rpartition(".")
            if module.startswith("nomic."):
                found.add(f"{module.replace('.', '/')}.py::{function}")
    return found
