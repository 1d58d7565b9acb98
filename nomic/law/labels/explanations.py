"""Explanations of entries in plain sentences, generated from the law's own data.

The sentences for voters come from the same data that is executed, so the two cannot differ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nomic.law.document.sections import Law, pointer
from nomic.law.labels.value_labels import name_of

Explain = Callable[[Law, str], tuple[str, ...]]

# Keyed by section and the key of the map within it, which is empty if the section itself is the map.
_explain: dict[tuple[str, str], Explain] = {}
_acting: dict[tuple[str, str], Explain] = {}
_without_effects: set[tuple[str, str]] = set()


@dataclass(frozen=True, slots=True)
class Explanation:
    """The sentences about an entry of the law, before and after a change.

    Either is empty if the entry does nothing or does not exist.
    """

    path: str
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    acting: tuple[str, ...] = ()  # those sentences of `after` that say more than what a name means, if they are known

    @property
    def acting_first(self) -> tuple[str, ...]:
        """The sentences after the change, with those that only introduce a name at the end."""
        return (*self.acting, *(each for each in self.after if each not in self.acting))

    @property
    def gone(self) -> tuple[str, ...]:
        """The sentences that no longer apply. If only the order changes, all former sentences."""
        return self._apart(self.before, self.after)

    @property
    def new(self) -> tuple[str, ...]:
        """The sentences that newly apply. If only the order changes, all present sentences."""
        return self._apart(self.after, self.before)

    def _apart(self, these: tuple[str, ...], those: tuple[str, ...]) -> tuple[str, ...]:
        return these if {*these} == {*those} else tuple(each for each in these if each not in {*those})


def register_explanation(
    section: str, explain: Explain, key: str = "", *, in_effects: bool = True, acting: Explain | None = None
) -> None:
    """Register `explain(law, name)`, which returns the sentences about an entry. The law may not have the entry.

    The entries are in the section itself, or in its map `key`. `in_effects` is true if they are written in the effect
    language. `acting` returns the sentences that say more than what a name means. Raises ValueError if the map has
    another explanation.
    """
    known = _explain.setdefault((section, key), explain)
    if known is not explain:
        raise ValueError(f"the entries of {pointer(section, *filter(None, (key,)))} are explained already")
    if acting is not None:
        _acting[section, key] = acting
    if not in_effects:
        _without_effects.add((section, key))


def in_effects(section: str, key: str) -> bool:
    """Return whether entries of a section, or of its map `key`, may be written in the effect language."""
    return (section, key) not in _without_effects


def has_explanation(section: str, key: str = "") -> bool:
    """Return whether the entries of a section, or of its map `key`, are explained."""
    return (section, key) in _explain


def entry_explanation(law: Law, section: str, name: str, key: str = "") -> tuple[str, ...]:
    """Return the sentences about an entry, or an empty tuple if it does not exist or has no explanation."""
    explain = _explain.get((section, key))
    if explain is None or name not in _entries(law, section, key):
        return ()
    return law.once(("explained", section, key, name), lambda: explain(law, name))


def changed_explanations(old: Law, new: Law) -> list[Explanation]:
    """Return every entry whose explanation differs between the two laws."""
    found = []
    for section, key in sorted(_explain):
        was, now = (_entries(law, section, key) for law in (old, new))
        parts = (section, *filter(None, (key,)))
        for name in sorted(was.keys() | now.keys()):
            if was.get(name) == now.get(name):
                continue
            before, after = entry_explanation(old, section, name, key), entry_explanation(new, section, name, key)
            if before != after:
                called = name_of((new if name in now else old).document, (*parts, name)).words
                acts = _acting.get((section, key))
                acting = acts(new, name) if acts is not None and name in now else ()
                found.append(Explanation(pointer(*parts, name), called, before, after, acting))
    return found


def _entries(law: Law, section: str, key: str) -> dict[str, Any]:
    """Return the entries of a map, or an empty dict if the law does not have it."""
    held: Any = law.document.get(section)
    if key and isinstance(held, dict):
        held = held.get(key)
    return held if isinstance(held, dict) else {}
