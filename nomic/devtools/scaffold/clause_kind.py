"""The skeleton of a kind of clause: class, test, the line that registers it, and its row in docs/clauses.md."""

import keyword
import re
from pathlib import Path

from nomic.devtools.scaffold.skeleton import TEXTS, WIRING, Plan, ScaffoldError, camel_case

NAME = re.compile(r"[a-z]{2,30}")
KINDS, TESTS = "nomic/clauses/kinds", "tests/clauses"
SAMPLES = f"{TESTS}/test_every_kind.py"
DOCUMENT = "docs/clauses.md"
ROW = re.compile(r"^\| `(\w+)` \|.*$", re.MULTILINE)
FIRST_SAMPLE, END_OF_KINDS = "SAMPLES: dict[str, dict[str, Any]] = {\n", "\n)\n"


def plan_clause_kind(root: Path, name: str) -> Plan:
    """Return a plan that scaffolds a working clause kind.

    Raises ScaffoldError if the name cannot be a key of the law, or already is one.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or keyword.issoftkeyword(name) or name == "place":
        raise ScaffoldError("the name of a kind of clause is one word of lower-case letters, such as `toll`")
    plan = Plan(root, "docs/adding-a-clause-kind.md")
    table = plan.text(DOCUMENT).partition("## Kinds")[2].partition("\n## ")[0]
    rows = [*ROW.finditer(table)]
    if name in {row[1] for row in rows}:
        raise ScaffoldError(f"there is a kind of clause `{name}` already")
    words = {"name": name, "Name": camel_case(name), "words": name}
    plan.add_templates("clause_kind", words, {"KINDS__": f"{KINDS}/", "TESTS__": f"{TESTS}/", "NAME": name})
    kind = f"{camel_case(name)}Kind"
    registry = f"{KINDS}/__init__.py"
    plan.replace(registry, END_OF_KINDS, f"\n    {kind},{END_OF_KINDS}")
    plan.replace(
        registry,
        "from nomic.clauses.schema",
        f"from nomic.clauses.kinds.{name} import {kind}\nfrom nomic.clauses.schema",
    )
    row = f"| `{name}` | TODO: what it means | `{KINDS}/{name}.py::{kind}` |"
    plan.replace(DOCUMENT, rows[-1][0], f"{rows[-1][0]}\n{row}")
    sample = f'    "{name}": {{"{name}": "Good morning"}},  # TODO: a clause of the kind\n'
    plan.replace(SAMPLES, FIRST_SAMPLE, f"{FIRST_SAMPLE}{sample}")
    plan.commands = (WIRING, TEXTS)
    return plan
