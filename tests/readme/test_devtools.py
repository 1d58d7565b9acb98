"""docs/devtools.md names every command of the tools beside the product."""

from tests.readme.documents import DOCS, ROOT

TOOLS = ("bench", "devtools", "playtest", "reliability")


def test_every_command_of_the_tools_is_in_their_document() -> None:
    """Management commands of the four packages, and the launchers."""
    text = (DOCS / "devtools.md").read_text(encoding="utf-8")
    found = [
        path.stem
        for tool in TOOLS
        for path in sorted((ROOT / "nomic" / tool / "management/commands").glob("*.py"))
        if path.stem != "__init__"
    ]
    assert found
    names = [*(f"manage.py {command}" for command in found), "./run", "./test", ".ci/run"]
    assert [name for name in names if f"`{name}`" not in text] == []
