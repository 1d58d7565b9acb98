"""Registry of the rules shown at a table: a game's goal in one sentence, and its rules in short with their sources."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence about a game under a law, with the rule that implies it.

    The rule is the owner of the first place in `places` (JSON pointers) that a rule owns. "/rules/ID" names a rule
    itself. If no rule owns any of them, the sentence follows from `ruling`, the number of a ruling.
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
Summarize = Callable[[Law, str], RulesSummary]
_summarizers: dict[str, Summarize] = {}


def claim_unless_empty(text: str, ruling: str, *places: str) -> tuple[Claim, ...]:
    """Return a tuple with one claim, or an empty tuple if `text` is empty because the law lacks the subject."""
    return (Claim(text, ruling, places),) if text else ()


def register_rules_summary(game: str, summarize: Summarize) -> None:
    """Register the function that summarises a game's rules at its tables."""
    _summarizers[game] = summarize


def rules_summary(game: str, kind: str, law: Law) -> RulesSummary | None:
    """Return the summary of the rules of a kind of match under a law, or None if the game has none.

    Cached with the law.
    """
    summarize = _summarizers.get(game)
    return None if summarize is None else law.once(("rules at a table", game, kind), lambda: summarize(law, kind))
