"""The document about clauses: its example is law, and it names every kind."""

import json
import re
from pathlib import Path

import yaml
from jsonpointer import set_pointer

from nomic.clauses.schema.kind_registry import kinds
from nomic.law.document.sections import flaws_of
from tests.support.hall import cycle_16

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/clauses.md").read_text()


def test_its_examples_are_law() -> None:
    """As they stand, among the rules of Cycle 16; what is no rule shows another part of a law or of a proposal."""
    examples = [found for found in re.findall(r"```yaml\n(.*?)```", DOCUMENT, re.DOTALL) if "clauses:" in found]
    assert len(examples) > 3
    law = cycle_16()
    for example in examples:
        law["rules"] |= yaml.safe_load(example)
    assert flaws_of(law) == []


def test_its_examples_of_places_are_law() -> None:
    """Each shows what can stand at a place of Cycle 16's law, whose words then quote it no longer."""
    examples = [json.loads(found) for found in re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL) if '"/' in found]
    assert len(examples) == 1
    law = cycle_16()
    for example in examples:
        for place, content in example.items():
            set_pointer(law, place, content)
            for rule in law["rules"].values():
                rule["body"] = "Words." if f"{{{{law|{place}" in rule["body"] else rule["body"]
    assert flaws_of(law) == []


def test_it_tells_of_every_kind() -> None:
    """And of no other."""
    rows = re.findall(r"^\| `(\w+)` \|", DOCUMENT.split("## Kinds")[1].split("##")[0], re.MULTILINE)
    assert rows == list(kinds())
