"""Graph of the project's rooms and their imports, as a Mermaid diagram.

The rooms and their order are the layers in the import contracts of `pyproject.toml`. The edges are the imports in the
code. An edge that follows from others is left out: if `web` imports `wiki`, and `wiki` imports `cycles`, then `web`
needs no edge to `cycles`. All games are one node.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from nomic.games import games_in

GAMES = "all_games"
Edges = dict[str, set[str]]


def read_layers(root: Path) -> list[list[str]]:
    """Return the rooms of each layer by dotted name, highest layer first, from the first layers contract."""
    with open(root / "pyproject.toml", "rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[name.strip() for name in layer.split(":")] for layer in layers]


def read_imports(root: Path, rooms: list[str]) -> Edges:
    """Return, for each room, the other rooms that it imports.

    Migrations and imports for type checking are left out.
    """
    edges: Edges = {room: set() for room in rooms}
    for room in rooms:
        for file in _files_of(root, room):
            found = {_room_of(name, rooms) for name in _imported_by(file)}
            edges[room] |= {each for each in found if each is not None and each != room}
    return edges


def _files_of(root: Path, room: str) -> Iterator[Path]:
    path = root / room.replace(".", "/")
    files = path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]
    return (file for file in files if "migrations" not in file.parts)


def _imported_by(file: Path) -> Iterator[str]:
    """Yield the dotted names that a file imports, including imports within functions."""
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
            waiting += ast.iter_child_nodes(node)


def _room_of(name: str, rooms: list[str]) -> str | None:
    return next((room for room in rooms if name == room or name.startswith(f"{room}.")), None)


def without_implied(edges: Mapping[str, set[str]]) -> Edges:
    """Return the edges that do not follow from other edges. The graph must be acyclic."""
    reached: Edges = {}

    def reach(room: str) -> set[str]:
        if room not in reached:
            reached[room] = edges[room].union(*(reach(each) for each in edges[room]))
        return reached[room]

    return {room: direct - set().union(*(reach(each) for each in direct)) for room, direct in edges.items()}


def draw_rooms(root: Path) -> Iterator[str]:
    """Yield the lines of the Mermaid graph, rooms of the highest layer first."""
    games = games_in(root)
    found = read_imports(root, [room for layer in read_layers(root) for room in layer])
    together: Edges = {}
    for room, imported in found.items():
        one = GAMES if room in games else room
        together.setdefault(one, set()).update(GAMES if each in games else each for each in imported)
    rooms, edges = list(together), without_implied(together)
    yield "graph TD"
    for room in rooms:
        targets = sorted(edges[room], key=rooms.index)
        yield f"    {_label(room)} --> {' & '.join(map(_label, targets))}" if targets else f"    {_label(room)}"


def _label(room: str) -> str:
    return room.removeprefix("nomic.")
