"""The first grant (R7) as laws had it before a clause said it: in a section of numbers."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from nomic.cycles.moment import Act
from nomic.inventory.law import Count, ItemName, named, unknown_items
from nomic.inventory.ledger import ledger_of
from nomic.law.called import Called, Path
from nomic.law.older import Document, Older
from nomic.law.older_rules import Told, Value, fits_schema, has_rules, told_by
from nomic.law.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.players.events import BecameReputable


class StartingGrant(SectionModel):
    """R7: `base` + `per_step` · ⌈phase ÷ `phases_per_step`⌉ of an item on becoming reputable for the first time."""

    item: ItemName
    base: Count
    per_step: Count
    phases_per_step: int = Field(ge=1, le=1000)


def grant_on_reputation(act: Act, became: BecameReputable) -> None:
    """R7: on becoming reputable for the first time in a cycle, by the phase number of that instant (R3)."""
    grant = act.law.section_or_none("starting_grant", StartingGrant)
    if grant is None or not became.first:
        return
    steps = -(-act.cycle.phase // grant.phases_per_step)
    amount = grant.base + grant.per_step * steps
    ledger_of(act).grant(became.player, grant.item, amount)
    act.says(f"{became.player} is granted {named(act.law, grant.item, amount)}.")


def _agrees(law: Law) -> Iterator[Flaw]:
    yield from unknown_items(
        law, (pointer("starting_grant", "item"), law.section("starting_grant", StartingGrant).item)
    )


def _granted(law: Law, path: Path, count: int) -> str:
    return named(law, law.section("starting_grant", StartingGrant).item, count)


GRANT = "reputable joining join start beginning money first"
CALLED = (
    Called("item", "what whoever becomes reputable is given", also=f"item {GRANT}"),
    Called("base", "how much whoever becomes reputable is given at least", also=f"amount {GRANT}", said=_granted),
    Called("per_step", "how much more the later are given who become reputable", also=f"amount {GRANT}", said=_granted),
    Called(
        "phases_per_step",
        "after how many phases whoever becomes reputable is given more",
        "phase|phases",
        f"late {GRANT}",
    ),
)
SECTION = Section("starting_grant", "Starting grant", StartingGrant, agrees=_agrees, called=CALLED, is_older=True)


def fits(document: Document) -> bool:
    """Whether this is a first grant as laws had it, in a document with rules to tell of it."""
    return fits_schema(StartingGrant, document["starting_grant"]) and has_rules(document)


def told(document: Document) -> dict[str, Any]:
    """The document with a clause that grants it; with none where nothing was granted."""
    said = document["starting_grant"]
    clause = clause_of(**said)
    clauses = [Told("first-grant", clause, "/starting_grant", "first-grant", "First grant")] if clause["do"] else []

    def quotes(value: Value) -> dict[str, str]:
        if not clauses:
            return {}
        return {
            "/item": value("first-grant", "do", 0, "grant"),
            "/base": value("first-grant", "do", 0, "n", "sum", 0),
            "/per_step": value("first-grant", "do", 0, "n", "sum", 1, "times", 0),
            "/phases_per_step": value("first-grant", "do", 0, "n", "sum", 1, "times", 1, "quotient", 1),
        }

    return told_by(document, "starting_grant", clauses, quotes)


def clause_of(item: str, base: int, per_step: int, phases_per_step: int) -> dict[str, Any]:
    """What carries it out: a quotient is rounded down, so almost a whole step is added before."""
    before = {"sum": [{"phase": "number"}, phases_per_step - 1]}
    n = {"sum": [base, {"times": [per_step, {"quotient": [before, phases_per_step]}]}]}
    never = not base and not per_step
    return {
        "when": "became-reputable",
        "if": "$first",
        "do": [] if never else [{"grant": item, "n": n, "to": "$player"}],
    }


OLDER = Older("/starting_grant", fits, told)
