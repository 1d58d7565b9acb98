"""The law's section on trades (R21): the time limit, who may trade, and the maximum number of open offers."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from nomic.clauses.checks.prices import number_flaws
from nomic.clauses.clause_index import secrets_of, vocabulary_of
from nomic.clauses.runtime.amounts import number_within
from nomic.clauses.runtime.run_effects import condition_holds
from nomic.cycles.actions.context import ReadContext
from nomic.effects.checking.effects_in_sections import ConditionJson, ValueJson, condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Condition
from nomic.effects.language.parser import read_condition
from nomic.effects.language.world import Names
from nomic.effects.prose.describe import condition_in_words
from nomic.inventory.effect_label_factories import amount_said, amount_sentence, condition_said
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.rules.reference import RuleRef
from nomic.law.schema.section_label import Label

RULE = RuleRef("/trades", "Trading (R21)")
MAX_HOURS = 24 * 366
MAX_OPEN = 200


class Trades(SectionModel):
    """The settings for trades (R21): the hours between the two consents, and who may trade, by default everybody.

    `most_open` is the maximum number of a player's open offers. Both numbers may be expressions for the acting player
    ($me).
    """

    within_hours: Annotated[int, Field(ge=1, le=MAX_HOURS)] | ValueJson
    who: ConditionJson | None = Field(default=None, description="the condition that both players ($me) have to meet")
    most_open: Annotated[int, Field(ge=1, le=MAX_OPEN)] | ValueJson = 20


def trades_of(law: Law) -> Trades | None:
    """Return the law's settings for trades, or None if it has no trades."""
    return law.section_or_none("trades", Trades)


def who_may(law: Law) -> Condition | None:
    """Return the condition on traders, or None if everybody may trade.

    It is parsed once per law.
    """
    section = trades_of(law)
    raw = None if section is None else section.who
    return None if raw is None else law.once("who may trade", lambda: read_condition(raw, scopes.WHO_ACTS))


def who_in_words(law: Law) -> str:
    """Return the condition on traders as text, or "" if everybody may trade."""
    condition = who_may(law)
    return "" if condition is None else condition_in_words(condition, wording_of(law))


def hours_now(act: ReadContext) -> int:
    """Return the number of hours that the other player has to consent, or 0 if the law has no trades."""
    section = trades_of(act.law)
    return 0 if section is None else number_within(act, section.within_hours, _me(act), scopes.WHO_ACTS, 1, MAX_HOURS)


def most_open_now(ctx: ReadContext) -> int:
    """Return the maximum number of open offers for the actor, or 0 if the law has no trades."""
    section = trades_of(ctx.law)
    return 0 if section is None else number_within(ctx, section.most_open, _me(ctx), scopes.WHO_ACTS, 0, MAX_OPEN)


def _me(ctx: ReadContext) -> Names:
    return {"me": (ctx.actor.name,)}


def may_trade(ctx: ReadContext, name: str) -> bool:
    """Return whether the law lets this player trade. Raises Refused if the evaluation takes too many steps."""
    condition = who_may(ctx.law)
    return condition is None or condition_holds(ctx, condition, {"me": (name,)}, name)


def _agrees(law: Law) -> Iterator[Flaw]:
    if not law.has("items"):
        yield Flaw("", "this law needs a section 'items' too")
        return
    who = law.section("trades", Trades).who
    for name in ("within_hours", "most_open"):
        raw = getattr(law.section("trades", Trades), name)
        yield from number_flaws(pointer("trades", name), raw, vocabulary_of(law), secrets_of(law))
    yield from condition_flaws(pointer("trades", "who"), who, scopes.WHO_ACTS, vocabulary_of(law), "condition")


WORDS = "trade trading exchange swap barter offer consent"
LABELS = (
    Label(
        "within_hours",
        "how long a trade stays open after the first player agrees",
        "hours",
        f"days offers lapse expire remain deadline accept {WORDS}",
        amount_said(scopes.WHO_ACTS, "hours"),
        sentence=amount_sentence(
            scopes.WHO_ACTS,
            "hours",
            "When one player has agreed to a trade, the other has {value} to agree.",
            "When you have agreed to a trade, the number of hours that the other player has to agree is {value}.",
        ),
    ),
    Label(
        "who",
        "who may trade",
        also=f"reputable players {WORDS}",
        said=condition_said(scopes.WHO_ACTS),
        sentence="You may trade only {value}, and only with somebody who meets the same condition.",
    ),
    Label("who/**", "who may trade", also=WORDS),
    Label(
        "most_open",
        "how many trade offers a player may have open at once",
        "offer|offers",
        f"limit {WORDS}",
        amount_said(scopes.WHO_ACTS, "offer|offers"),
        sentence=amount_sentence(
            scopes.WHO_ACTS,
            "offer|offers",
            "You may have up to {value} of trades open at once.",
            "The number of offers of trades that you may have open at once is {value}.",
        ),
    ),
)
SECTION = Section("trades", "Trades", Trades, agrees=_agrees, labels=LABELS)
