"""The graph of the rooms is made from the contracts and the imports."""

from pathlib import Path

from nomic.cycles.management.import_graph import draw_rooms, without_implied

PYPROJECT = """
[tool.importlinter]
[[tool.importlinter.contracts]]
type = "forbidden"
[[tool.importlinter.contracts]]
type = "layers"
layers = ["top", "nomic.left : nomic.right", "nomic.base"]
"""


def test_an_edge_that_follows_from_others_is_left_out() -> None:
    """a imports b and c, b imports c: c is reached by b."""
    assert without_implied({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_rooms_come_in_the_order_of_the_layers_with_what_they_import(tmp_path: Path) -> None:
    """Packages and single modules; imports within functions count, those for type checking and of migrations do not."""
    files = {
        "pyproject.toml": PYPROJECT,
        "top/__init__.py": "from nomic.left import x\nfrom nomic import right\nimport nomic.base\n",
        "nomic/left/code.py": "def late():\n    from nomic.base import y\n",
        "nomic/left/migrations/0001.py": "import nomic.right\n",
        "nomic/right/code.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import nomic.base\n",
        "nomic/base.py": "import os\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert list(draw_rooms(tmp_path)) == [
        "graph TD",
        "    top --> left & right",
        "    left --> base",
        "    right",
        "    base",
    ]


def test_all_games_are_one_node(tmp_path: Path) -> None:
    """A room that imports one of them imports that node, and what any of them imports, the node does."""
    layers = '["nomic.bench", "chess : draughts", "nomic.left", "nomic.right"]'
    files = {
        "pyproject.toml": PYPROJECT.replace('["top", "nomic.left : nomic.right", "nomic.base"]', layers),
        "nomic/bench.py": "import chess\n",
        "chess/apps.py": "import nomic.left\n",
        "draughts/apps.py": "import nomic.right\n",
        "nomic/left.py": "",
        "nomic/right.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    lines = ["graph TD", "    bench --> all_games", "    all_games --> left & right", "    left", "    right"]
    assert list(draw_rooms(tmp_path)) == lines
