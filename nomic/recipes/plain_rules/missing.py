"""Finds things that a sentence takes for granted and the law calls otherwise, such as "coins" or just "a pack"."""

import re

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.rule import rule_said
from nomic.recipes.plain_rules.things import things_of

MOST_NAMED = 6  # items
# What people call the things of a kind of item, whatever the law calls them.
_CALLED = {
    "currency": re.compile(
        r"\b(?:coins?|points?|money|gold|dollars?|credits?|cash|bucks?|pounds?|euros?)\b", re.IGNORECASE
    ),
    "pack": re.compile(r"\bpacks?\b", re.IGNORECASE),
}


def missing_things(words: str, law: Law) -> str:
    """Return what to write for things that the law calls otherwise, or "" if the sentence is not understood then."""
    instead, said = words, []
    for kind, called in _CALLED.items():
        items = {name: item for name, item in items_of(law).items() if item.kind == kind}
        found = called.search(words)
        is_named = any(name.casefold() in words.casefold() for name in items)
        if found is None or not items or is_named or found[0].casefold() in things_of(law):
            continue
        is_many = found[0].endswith("s") or kind == "currency"
        names = [item.plural if is_many else name for name, item in items.items()][:MOST_NAMED]
        instead = called.sub(names[0], instead)
        *others, last = (f"“{name}”" for name in names)
        write = f"{', '.join(others)} or {last}" if others else last
        said.append(f"Nothing is called just “{found[0]}” here. Write {write}.")
    return " ".join(said) if said and rule_said(instead, law) is not None else ""
