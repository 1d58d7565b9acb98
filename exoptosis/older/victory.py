"""Victory (R56) as laws had it before a clause said who wins: in a section, as so many of an item."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from nomic.cycles.events import LawChanged
from nomic.cycles.moment import Act
from nomic.cycles.phases import declare_winner
from nomic.inventory.law import ItemName, named, unknown_items
from nomic.inventory.ledger import balances, ledger_of, touched_items
from nomic.inventory.models import Balance
from nomic.law.called import Called, Path
from nomic.law.older import Document, Older
from nomic.law.older_rules import Told, fits_schema, has_rules, told_by
from nomic.law.sections import Flaw, Law, Section, SectionModel
from nomic.players.events import Left
from nomic.players.models import Player


class Victory(SectionModel):
    """R56: how many of which item end the cycle."""

    item: ItemName
    at_least: int = Field(ge=1, le=1_000_000)


def _winning(law: Law, path: Path, count: int) -> str:
    return named(law, law.document["victory"]["item"], count)


CALLED = (
    Called("item", "the item that wins the cycle", also="victory winning win end goal"),
    Called(
        "at_least",
        "how many of the winning item somebody needs to win the cycle",
        also="victory end goal number enough limit",
        said=_winning,
    ),
)


def _agrees(law: Law) -> Iterator[Flaw]:
    yield from unknown_items(law, ("/victory/item", law.section("victory", Victory).item))


SECTION = Section("victory", "Victory", Victory, agrees=_agrees, called=CALLED, is_older=True)


def check_victory(act: Act) -> None:
    """R56: after every entry: if somebody has enough, whoever has strictly most wins; on a tie nobody yet."""
    rules = act.law.section_or_none("victory", Victory)
    if rules is None or not act.cycle.is_running:
        return
    if rules.item not in touched_items(act) and not any((act.told(LawChanged), act.told(Left))):
        return
    ranking = _most(act, rules)
    if not ranking or ranking[0][0] < rules.at_least:
        return
    if len(ranking) > 1 and ranking[1][0] == ranking[0][0]:
        most = named(act.law, rules.item, ranking[0][0])
        act.says(f"{ranking[0][1]} and {ranking[1][1]} have {most} each: nobody wins yet.")
        return
    declare_winner(
        act,
        ranking[0][1],
        f"{named(act.law, rules.item, ranking[0][0])}, more than anybody else.",
        "Victory (R56)",
    )


def _most(act: Act, rules: Victory) -> list[tuple[int, str]]:
    """Players with how many of the item they have as this act leaves them, most first."""
    has = dict(Balance.objects.filter(cycle=act.cycle, item=rules.item).values_list("holder", "amount"))
    for holder in ledger_of(act).touched_holders:
        has[holder] = balances(act, holder).get(rules.item, 0)
    playing = set(Player.objects.filter(cycle=act.cycle, left_at=None).values_list("name", flat=True))
    return sorted(((amount, name) for name, amount in has.items() if name in playing and amount), reverse=True)


def clause_of(item: str, at_least: int) -> dict[str, Any]:
    """Whoever has enough of an item wins, where nobody has more of it."""
    has, other_has = {"stock": item, "of": "$it"}, {"stock": item, "of": "$other"}
    more = {"players": "players", "as": "other", "where": {"is": [other_has, "more_than", has]}}
    return {"wins": {"all": [{"is": [has, "at_least", at_least]}, {"not": {"some": more}}]}}


def fits(document: Document) -> bool:
    """Whether this is victory as laws had it, in a document with rules to tell of it."""
    return fits_schema(Victory, document["victory"]) and has_rules(document)


def told(document: Document) -> dict[str, Any]:
    """The document with a clause in its rule on victory, else in a new one; the words that quoted it point there."""
    clause = clause_of(document["victory"]["item"], document["victory"]["at_least"])
    enough = ("most", "wins", "all", 0, "is")
    return told_by(
        document,
        "victory",
        [Told("most", clause, "/victory", "victory", "Victory")],
        lambda value: {"/item": value(*enough, 0, "stock"), "/at_least": value(*enough, 2)},
    )


OLDER = Older("/victory", fits, told)
