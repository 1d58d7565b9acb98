"""The skeleton of an operation: class, sentence, phrase and test cases, and its word in the table of the language."""

import keyword
import re
from pathlib import Path

from nomic.devtools.scaffold.skeleton import MAX_MODULES, TEXTS, Plan, ScaffoldError, camel_case, count_modules

NAME = re.compile(r"[a-z]+(_[a-z]+)*")
OPERATIONS, SENTENCES = "nomic/effects/language/operations", "nomic/effects/prose/operations"
CASES, WORDS = "tests/effects/grammar/cases", "docs/effects.md"
PHRASES, DONE = "nomic/effects/blocks/phrases.py", "    # Operations\n"
ROW = re.compile(r"^\| operations \| (?P<words>.+) \|$", re.MULTILINE)


def plan_operation(root: Path, name: str) -> Plan:
    """Return the plan of a working operation.

    Raises ScaffoldError if the name cannot be a word of the language, or already is one, and if a folder is full.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise ScaffoldError("the name of an operation is words of lower-case letters joined by `_`, such as `cash_in`")
    plan = Plan(root, "docs/adding-an-operation.md")
    table = plan.text(WORDS).partition("## All its words")[2]
    row = ROW.search(table)
    if row is None:
        raise ScaffoldError(f"{WORDS} has no row of operations")
    if f"`{name}`" in table:
        raise ScaffoldError(f"the language has the word `{name}` already")
    for folder in (OPERATIONS, SENTENCES):
        if count_modules(root / folder) >= MAX_MODULES:
            raise ScaffoldError(
                f"{folder} has {MAX_MODULES} modules already; move some of one purpose into a folder in it"
            )
    words = {"name": name, "Name": camel_case(name), "title": name.replace("_", " ").capitalize()}
    paths = {"LANGUAGE__": f"{OPERATIONS}/", "PROSE__": f"{SENTENCES}/", "CASES__": f"{CASES}/", "NAME": name}
    plan.add_templates("operation", words, paths)
    plan.replace(WORDS, row[0], f"| operations | {row['words']}, `{name}` |")
    phrase = f'    "{name}": Phrase("{name.replace("_", " ")}", "read out {{{name}}}"),  # TODO: write its phrase\n'
    plan.replace(PHRASES, DONE, f"{DONE}{phrase}")
    plan.commands = (TEXTS,)
    return plan
