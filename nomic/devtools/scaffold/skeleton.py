"""Writes the files of a skeleton and edits files that list things. Standard library only.

A template is a plain file below `templates`, whose name ends in `-tpl` so that no tool reads it as Python. In its text,
`§{name}` is replaced by a word; in its path, capital words such as `NAME` are. `TODO` marks what is to be filled in.
"""

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = "-tpl"
DUTIES = "## What else must change"


class ScaffoldError(Exception):
    """The skeleton cannot be written. Nothing was changed."""


class _Text(string.Template):
    delimiter = "§"


@dataclass
class Plan:
    """Files to create and files to edit, below `root`. Nothing is written before `write`."""

    root: Path
    guide: str  # the document that lists the duties
    created: dict[str, str] = field(default_factory=dict)
    edited: dict[str, str] = field(default_factory=dict)
    commands: tuple[tuple[str, ...], ...] = ()  # of manage.py, each with the file for its output as the last word

    def add_templates(self, kind: str, words: Mapping[str, str], paths: Mapping[str, str]) -> None:
        """Plan every file of a skeleton. `words` are replaced in its texts, and `paths` in its path.

        Raises ScaffoldError if a file exists.
        """
        folder = TEMPLATES / kind
        for template in sorted(folder.rglob(f"*{SUFFIX}")):
            path = template.relative_to(folder).as_posix().removesuffix(SUFFIX)
            for old, new in paths.items():
                path = path.replace(old, new)
            if (self.root / path).exists():
                raise ScaffoldError(f"{path} exists already")
            self.created[path] = _Text(template.read_text(encoding="utf-8")).substitute(words)

    def text(self, path: str) -> str:
        """Return the planned text of a file that exists."""
        return self.edited.get(path) or (self.root / path).read_text(encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Plan to replace the one place of `old` in a file. Raises ScaffoldError if there is another number."""
        text = self.text(path)
        if text.count(old) != 1:
            raise ScaffoldError(f"{path} has {text.count(old)} places for {old!r}, and should have one")
        self.edited[path] = text.replace(old, new)

    def write(self) -> None:
        """Write all files."""
        for path, text in {**self.created, **self.edited}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def to_fill_in(self) -> Iterator[str]:
        """Each line marked TODO in a planned file, with its number as the file is now, or will be."""
        for path, planned in {**self.created, **self.edited}.items():
            file = self.root / path
            text = file.read_text(encoding="utf-8") if file.exists() else planned
            for number, line in enumerate(text.splitlines(), 1):
                if "TODO" in line:
                    yield f"{path}:{number}: {line.partition('TODO: ')[2]}"

    def duties(self) -> list[tuple[str, str, str]]:
        """Return the duties that the guide lists: what to do, where, and which check fails if it is forgotten."""
        return duties_of(self.root / self.guide)


def duties_of(guide: Path) -> list[tuple[str, str, str]]:
    """Rows of the table at the end of a guide: what to do, where, and which check fails if it is forgotten."""
    lines = guide.read_text(encoding="utf-8").partition(DUTIES)[2].splitlines()
    rows = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in lines if line.startswith("| ")]
    return [(what, where, check) for what, where, check in rows if what != "what"]


def camel_case(name: str) -> str:
    """Return the name as that of a class."""
    return "".join(part.capitalize() for part in re.split(r"[-_]", name))
