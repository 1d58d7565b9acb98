"""The example in the README of `nomic/db` runs."""

from pathlib import Path

import nomic.db
from tests.readme.documents import blocks
from tests.support.hall import Hall


def test_the_example_of_the_readme_runs(hall: Hall) -> None:
    (example,) = blocks(Path(nomic.db.__file__).parent / "README.md", "python")
    exec(compile(example, "README.md", "exec"), {"cycle_id": hall.pk})
