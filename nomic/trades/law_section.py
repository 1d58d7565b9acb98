"""The law's section on trades: the time limit, who may trade, and the limit of open offers (R21)."""

from collections.abc import Iterator

from pydantic import Field

from nomic.clauses.compiled import vocabulary_of
from nomic.clauses.runtime.run import holds
from nomic.cycles.actions.context import Moment
from nomic.effects.checking.in_law import ConditionJson, condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Condition
from nomic.effects.language.parser import read_condition
from nomic.effects.prose.english import condition_in_words
from nomic.inventory.effect_words import condition_said
from nomic.inventory.law_section import plurals_of
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.rules.reference import RuleRef
from nomic.law.schema.label import Label

RULE = RuleRef("/trades", "Trading (R21)")
MAX_HOURS = 24 * 366


class Trades(SectionModel):
    """The hours between the first consent and the second, and who may trade; by default everybody (R21).

    `most_open` is the limit of open offers of one player.
    """

    within_hours: int = Field(ge=1, le=MAX_HOURS)
    who: ConditionJson | None = Field(default=None, description="the condition that both players ($me) have to meet")
    most_open: int = Field(default=20, ge=1, le=200)


def trades_of(law: Law) -> Trades | None:
    """Return the law's rules of trades, or None if there are no trades."""
    return law.section_or_none("trades", Trades)


def who_may(law: Law) -> Condition | None:
    """Return the condition on traders, or None if everybody may trade.

    It is parsed once per law.
    """
    section = trades_of(law)
    raw = None if section is None else section.who
    return None if raw is None else law.once("who may trade", lambda: read_condition(raw, scopes.WHO_ACTS))


def who_in_words(law: Law) -> str:
    """Return the condition in words, or an empty string if everybody may trade."""
    condition = who_may(law)
    return "" if condition is None else condition_in_words(condition, plurals_of(law))


def may_trade(moment: Moment, name: str) -> bool:
    """Return whether the law lets this player trade.

    Raises Refused if the computation would take too long.
    """
    condition = who_may(moment.law)
    return condition is None or holds(moment, condition, {"me": (name,)}, name)


def _agrees(law: Law) -> Iterator[Flaw]:
    if not law.has("items"):
        yield Flaw("", "this law needs a section 'items' too")
        return
    who = law.section("trades", Trades).who
    yield from condition_flaws(pointer("trades", "who"), who, scopes.WHO_ACTS, vocabulary_of(law), "condition")


WORDS = "trade trading exchange swap barter offer consent"
LABELS = (
    Label("within_hours", "within how long of the first consent to a trade the second comes", "hours", f"days {WORDS}"),
    Label(
        "who",
        "who may trade",
        also=f"reputable players {WORDS}",
        said=condition_said(scopes.WHO_ACTS),
    ),
    Label("who/**", "who may trade", also=WORDS),
    Label("most_open", "how many offers of trades a player may have at once", "offer|offers", f"limit {WORDS}"),
)
SECTION = Section("trades", "Trades", Trades, agrees=_agrees, labels=LABELS)
