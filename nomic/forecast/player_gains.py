"""Each player's gains and losses from a proposal until the end of the phase, according to its dry run."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from nomic.effects.prose.english_grammar import capitalise_article, listed
from nomic.forecast.dry_run import CARDS, Foreseen, Holding
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law

MAX_GROUPS = 8  # that are listed
MAX_NAMES = 6  # of a group
MAX_ITEMS = 4  # of a group
Changes = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """The differences that a proposal makes in the items of a group of people."""

    who: str
    more: tuple[str, ...]
    fewer: tuple[str, ...]

    @property
    def words(self) -> str:
        """The gain as a sentence: "Ada and Ben: 2 Coins more, 1 Chip fewer."."""
        changes = [f"{each} more" for each in self.more] + [f"{each} fewer" for each in self.fewer]
        return f"{self.who}: {', '.join(changes)}."


def gains_in(law: Law, seen: Foreseen, players: AbstractSet[str]) -> tuple[list[Gain], int]:
    """Return the gains and losses, the largest groups of players first, and the number of holders left out.

    Holders with the same changes form a group. `players` are the names of all players. Changes that the dry run left
    out are missing.
    """
    by_holder: dict[str, list[Holding]] = {}
    for each in seen.holdings:
        if each.is_otherwise:
            by_holder.setdefault(each.holder, []).append(each)
    groups: dict[Changes, list[Holding]] = {}
    for rows in by_holder.values():
        changes = tuple((row.item, row.with_ - row.without) for row in sorted(rows, key=lambda row: row.item))
        groups.setdefault(changes, []).append(rows[0])
    ordered = sorted(groups.items(), key=lambda pair: (not _plays(pair[1], players), -len(pair[1]), pair[1][0].who))
    found = [_gain(law, changes, holders, players) for changes, holders in ordered[:MAX_GROUPS]]
    return found, sum(len(holders) for _, holders in ordered[MAX_GROUPS:])


def _plays(holders: list[Holding], players: AbstractSet[str]) -> bool:
    return any(row.holder in players for row in holders)


def _gain(law: Law, changes: Changes, holders: list[Holding], players: AbstractSet[str]) -> Gain:
    more = tuple(_amount(law, item, count) for item, count in changes if count > 0)
    fewer = tuple(_amount(law, item, -count) for item, count in changes if count < 0)
    return Gain(_names(holders, players), _first(more), _first(fewer))


def _first(amounts: tuple[str, ...]) -> tuple[str, ...]:
    """Cut a long list, and name the number of the rest."""
    left = len(amounts) - MAX_ITEMS
    return (*amounts[:MAX_ITEMS], f"{left} other kinds") if left > 1 else amounts


def _amount(law: Law, item: str, count: int) -> str:
    """Describe an amount of items or cards. An item that does not exist in `law` has no plural."""
    if item == CARDS:
        return "1 card" if count == 1 else f"{count} cards"
    return amount_of_item(law, item, count)


def _names(holders: list[Holding], players: AbstractSet[str]) -> str:
    found = {row.holder for row in holders}
    if len(players) > 1 and players <= found:
        others = [row.who for row in holders if row.holder not in players]
        return _joined([f"All {len(players)} players", *others])
    return _joined([row.who for row in holders])


def _joined(names: list[str]) -> str:
    """List the first names, beginning with a capital letter unless it is a player's own name."""
    text = listed([*names[:MAX_NAMES], f"{len(names) - MAX_NAMES} others"] if len(names) > MAX_NAMES + 1 else names)
    return capitalise_article(text)
