"""Finds items that no rule mentions after an edit. Often the edit renamed the item in the text, but not in the law."""

import re
from collections.abc import Iterator

from nomic.inventory.law_section import items_of
from nomic.law.diff.outdated_words import OutdatedWords
from nomic.law.document.sections import Law
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.tree import Rule, rules_of

_WORD = re.compile(r"\w+")


def unnamed_items(old: Law, new: Law) -> Iterator[OutdatedWords]:
    """Yield a hint for each item that a changed rule mentioned before and that no rule mentions now."""
    before, after = (rules_of(law) for law in (old, new))
    changed = [id_ for id_, rule in before.items() if id_ in after and _words(rule) != _words(after[id_])]
    if not changed:
        return
    was = _plain("\n".join(_words(before[id_]) for id_ in changed))
    now = _plain("\n".join(map(_words, after.values())))
    for name, item in items_of(new).items():
        names = [_plain(name), _plain(item.plural)]
        is_gone = any(each in was for each in names) and not any(each in now for each in names)
        if name in items_of(old) and is_gone:
            yield OutdatedWords("the item", "", name, "the item itself keeps this name")


def _words(rule: Rule) -> str:
    return f"{rule.title}\n{PLACEHOLDER.sub(' ', rule.body)}"


def _plain(text: str) -> str:
    """Return the words of a text in lower case, with a space around each."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
