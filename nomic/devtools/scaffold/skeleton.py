"""Writer of skeletons: creates files from templates, and edits files that contain lists. Standard library only.

A template is a plain file below `templates`. Its name ends in `-tpl`, so that no tool treats it as Python. In its text,
`§{name}` is replaced with a word. In its path, words in capitals such as `NAME` are replaced. `TODO` marks places for
the author to fill in.
"""

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = "-tpl"
DUTIES = "## What else must change"
# Commands of a plan.
TEXTS = ("texts", "messages", "docs/texts/messages.txt")
PROBLEM_CODES = ("problem_codes", "docs/problem-codes.md")
WIRING = ("wiring", "docs/wiring.md")
MAX_MODULES = 15  # of a folder (docs/decisions/0028)


class ScaffoldError(Exception):
    """Raised if the skeleton cannot be written. Nothing was changed."""


class _Text(string.Template):
    delimiter = "§"


@dataclass
class Plan:
    """Files to create and to edit below `root`. Nothing is written before `write`."""

    root: Path
    guide: str  # the document that lists the duties
    created: dict[str, str] = field(default_factory=dict)
    edited: dict[str, str] = field(default_factory=dict)
    commands: tuple[tuple[str, ...], ...] = ()  # commands of manage.py, each with its output file as the last word

    def add_templates(self, kind: str, words: Mapping[str, str], paths: Mapping[str, str]) -> None:
        """Add every file of a skeleton to the plan. `words` are replaced in the texts, and `paths` in the paths.

        Raises ScaffoldError if a file already exists.
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
        """Return the text of an existing file, including planned edits."""
        return self.edited.get(path) or (self.root / path).read_text(encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Plan to replace `old` in a file. Raises ScaffoldError unless it occurs exactly once."""
        text = self.text(path)
        if text.count(old) != 1:
            raise ScaffoldError(f"{path} has {text.count(old)} places for {old!r}, and should have one")
        self.edited[path] = text.replace(old, new)

    def write(self) -> None:
        """Write the planned files to disk."""
        for path, text in {**self.created, **self.edited}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def to_fill_in(self) -> Iterator[str]:
        """Yield each line marked TODO in a planned file, with its line number in the planned text."""
        for path, planned in {**self.created, **self.edited}.items():
            file = self.root / path
            text = file.read_text(encoding="utf-8") if file.exists() else planned
            for number, line in enumerate(text.splitlines(), 1):
                if "TODO" in line:
                    yield f"{path}:{number}: {line.partition('TODO: ')[2]}"

    def duties(self) -> list[tuple[str, str, str]]:
        """Return the duties that the guide lists: what to do, where, and which check fails if it is forgotten."""
        return duties_of(self.root / self.guide)

    def test_command(self, name: str) -> str:
        """Return a command that runs the new tests, and of the tests of the duties the cases of this name.

        A test without cases runs whole.
        """
        checks = (span for *_, check in self.duties() for span in check.split("`") if span.startswith("tests/"))
        duties = {(path, test) for path, _, test in (span.partition("::") for span in checks)}
        own = [path for path in self.created if path.startswith("tests/") and "/test_" in path]
        words = {name, name.replace("-", "_"), *(test for path, test in duties if not self._has_cases(path, test))}
        paths = " ".join(sorted({*own, *(path for path, _ in duties)}))
        return f"python -m pytest -q {paths} -k '{' or '.join(sorted(words))}'"

    def _has_cases(self, path: str, test: str) -> bool:
        """Return whether a test is parametrized: a decorator stands between it and the blank line above."""
        above = (self.root / path).read_text(encoding="utf-8").partition(f"def {test}(")[0]
        return "parametrize" in above.rpartition("\n\n\n")[2]


def duties_of(guide: Path) -> list[tuple[str, str, str]]:
    """Return the rows of the table at the end of a guide.

    Each has what to do, where, and which check fails if it is forgotten.
    """
    lines = guide.read_text(encoding="utf-8").partition(DUTIES)[2].splitlines()
    rows = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in lines if line.startswith("| ")]
    return [(what, where, check) for what, where, check in rows if what != "what"]


def count_modules(folder: Path) -> int:
    """Return the number of modules of a package, without those of the packages in it."""
    return sum(path.name != "__init__.py" for path in folder.glob("*.py"))


def camel_case(name: str) -> str:
    """Return the name in the form of a class name."""
    return "".join(part.capitalize() for part in re.split(r"[-_]", name))
