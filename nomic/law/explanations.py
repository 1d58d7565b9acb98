"""What entries of the law do, in plain sentences made from the law's own data.

What is voted on and what runs cannot drift apart where people read the sentences that the data itself gives.
"""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.sections import Law, pointer, registered

Explain = Callable[[Law, str], tuple[str, ...]]

_explain: dict[str, Explain] = {}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an entry of the law does: before a change and after it. Empty where it does nothing, or is not there."""

    path: str
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def register_explanation(section: str, explain: Explain) -> None:
    """`explain(law, key)` says what the entry `key` of a section does, a sentence each; `key` may be missing there."""
    known = _explain.setdefault(section, explain)
    if known is not explain:
        raise ValueError(f"the section {section!r} is explained already")


def explained(law: Law, section: str, key: str) -> tuple[str, ...]:
    """What an entry does; nothing where nobody explains such entries, or it is not there."""
    explain = _explain.get(section)
    held = law.document.get(section)
    if explain is None or not isinstance(held, dict) or key not in held:
        return ()
    return law.once(("explained", section, key), lambda: explain(law, key))


def explanations(old: Law, new: Law) -> list[Explanation]:
    """Every entry that does something else under the new law than under the old one."""
    found = []
    for section in sorted(_explain):
        was, now = (law.document.get(section, {}) for law in (old, new))
        for key in sorted(was.keys() | now.keys()):
            if was.get(key) == now.get(key):
                continue
            before, after = explained(old, section, key), explained(new, section, key)
            if before != after:
                title = registered()[section].title
                found.append(Explanation(pointer(section, key), f"{title} › {key}", before, after))
    return found
