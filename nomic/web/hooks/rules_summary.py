"""Registry of the rules at a table: the goal of a game in a sentence, and its rules in short, each with its rule."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence about a game under a law.

    The rule for it is the one that owns the first of `places` (JSON pointers) that any rule owns; a rule itself is the
    place "/rules/ID". If none does, `ruling` is the number of the ruling that holds.
    """

    text: str
    ruling: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """The goal of a game, and its most important rules, in the order in which a newcomer needs them."""

    goal: Claim
    claims: tuple[Claim, ...]


# Takes the law that governs a match, and the match's kind.
Tell = Callable[[Law, str], RulesSummary]
_tells: dict[str, Tell] = {}


def claim(text: str, ruling: str, *places: str) -> tuple[Claim, ...]:
    """Return a claim, or nothing if its text is empty, because the law has nothing of the kind."""
    return (Claim(text, ruling, places),) if text else ()


def register_rules_summary(game: str, tell: Tell) -> None:
    """Register how a game tells its rules at its tables."""
    _tells[game] = tell


def rules_summary(game: str, kind: str, law: Law) -> RulesSummary | None:
    """Return the rules of a kind of matches under a law, or None if the game tells none. Cached with the law."""
    tell = _tells.get(game)
    return None if tell is None else law.once(("rules at a table", game, kind), lambda: tell(law, kind))
