"""The ledger: the only way in which items and cards come, go and change hands."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.domain.movements import Movement
from nomic.cycles.models import Cycle, Entry
from nomic.db.prepared_query import Prepared
from nomic.db.unit_of_work import insert, upsert
from nomic.effects.language.nodes.holding import STORE
from nomic.inventory.law_section import items_of, named
from nomic.inventory.models import Balance, Card

# Where something goes into the store, or comes out of it.
SPOKEN_OF = re.compile(r'"(to|from)": "cycle"')
FEW = 20  # holders whose items are read one by one

_held = Prepared(
    lambda cycle, holder: (
        Balance.objects.filter(cycle_id=cycle, holder=holder).order_by().values_list("item", "amount")
    ),
    int,
    str,
    cacheable=True,
)


def balances(moment: Moment, holder: str) -> dict[str, int]:
    """What a holder has of each item, as of now within this act. Once a few were asked for, all are read together."""
    return moment.recall(("balances", holder), lambda: _read(moment, holder))


def expect_everybody(moment: Moment) -> None:
    """Everybody's balances are about to be asked for: the first time reads them together."""
    asked: list[str] = moment.recall("whose balances were asked for", list)
    asked.extend([""] * FEW)


def know(moment: Moment, held: Mapping[str, Mapping[str, int]]) -> None:
    """Have what was read elsewhere, by holder, be what they have in this moment."""
    for holder, amounts in held.items():
        moment.recall(("balances", holder), partial(dict[str, int], amounts))


def _read(moment: Moment, holder: str) -> dict[str, int]:
    asked: list[str] = moment.recall("whose balances were asked for", list)
    asked.append(holder)
    if len(asked) <= FEW:
        return dict(_held.all(moment.cycle.pk, holder))
    return moment.recall("balances of everybody", lambda: _everybodys(moment)).get(holder, {})


def _everybodys(moment: Moment) -> dict[str, dict[str, int]]:
    """What everybody had of each item before this act."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    rows = Balance.objects.filter(cycle=moment.cycle).order_by().values_list("holder", "item", "amount")
    for holder, item, amount in rows:
        found[holder][item] = amount
    return found


def in_store(cycle: Cycle) -> dict[str, int]:
    """What the cycle itself has of each item, by name. No query where the law does not speak of it."""
    if not cycle.law.once("speaks of a store", lambda: bool(SPOKEN_OF.search(json.dumps(cycle.law.document)))):
        return {}
    rows = Balance.objects.filter(cycle=cycle, holder=STORE, amount__gt=0).order_by("item")
    return dict(rows.values_list("item", "amount"))


class Ledger:
    """The movements of one act. The act's entry says them, in the order in which they were made."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._lines = act.moved
        self._cards: dict[str, Card] = {}  # made, handed over or destroyed, by code
        self._changed: set[tuple[str, str]] = set()
        self._altered: set[str] = set()
        act.when_saved(self._write, needs_row=False)

    @property
    def touched_items(self) -> set[str]:
        """Items of which somebody got or lost some in this act so far."""
        return {item for _, item in self._changed}

    @property
    def touched_holders(self) -> set[str]:
        """Whose balances changed in this act so far."""
        return {holder for holder, _ in self._changed}

    @property
    def changed_holdings(self) -> set[str]:
        """Whose items or cards came, went or were altered in this act so far."""
        return {*(name for line in self._lines for name in (line.giver, line.taker)), *self._altered} - {""}

    def alter(self, card: Card, *fields: str) -> None:
        """A card stays with its holder and is another now in these fields: that moves nothing, but is to be known."""
        self._save_altered(card, fields)
        self._altered.add(card.holder)

    @property
    def moved_cards(self) -> list[Card]:
        """Cards made, handed over or destroyed in this act so far, each with its holder as it is now."""
        return list(self._cards.values())

    def net_items(self) -> dict[tuple[str, str], int]:
        """By how many of which item each holder has more than before this act, or fewer."""
        net: dict[tuple[str, str], int] = defaultdict(int)
        for line in self._lines:
            for holder, amount in ((line.giver, -line.amount), (line.taker, line.amount)):
                if holder and not line.card:
                    net[holder, line.item] += amount
        return net

    def cards_since(self) -> dict[str, tuple[str, str]]:
        """By code, who had each card before this act that it has moved, and who has it now."""
        moved: dict[str, tuple[str, str]] = {}
        for line in self._lines:
            if line.card:
                moved[line.card] = (moved.get(line.card, (line.giver,))[0], line.taker)
        return moved

    def amount(self, holder: str, item: str) -> int:
        """How many of the item the holder has now."""
        return balances(self._act, holder).get(item, 0)

    def grant(self, holder: str, item: str, amount: int) -> None:
        """Make so many of an item for a holder."""
        self._move(item, amount, "", holder)

    def revoke(self, holder: str, item: str, amount: int) -> None:
        """Destroy so many of a holder's items. Raises Refused where they have fewer."""
        self._move(item, amount, holder, "")

    def transfer(self, giver: str, taker: str, item: str, amount: int) -> None:
        """Hand so many of an item from one holder to another. Raises Refused where the giver has fewer."""
        self._move(item, amount, giver, taker)

    def _move(self, item: str, amount: int, giver: str, taker: str) -> None:
        if amount < 0:
            raise ValueError("a movement never goes backwards")
        if amount == 0 or giver == taker:
            return
        if giver:
            has = self.amount(giver, item)
            if has < amount:
                law = self._act.law
                detail = f"{giver} has {named(law, item, has)}, but {named(law, item, amount)} are needed."
                raise Refused("not-enough", detail, "Items")
            self._set(giver, item, has - amount)
        if taker:
            self._set(taker, item, self.amount(taker, item) + amount)
        self._lines.append(Movement(item, amount, giver, taker))

    def _set(self, holder: str, item: str, amount: int) -> None:
        balances(self._act, holder)[item] = amount
        self._changed.add((holder, item))

    def add_cards(self, holder: str, cards: Iterable[Card]) -> None:
        """Give newly made cards (unsaved; `holder` and `code` are set here) to a holder."""
        made = list(cards)
        for place, card in enumerate(made, len(self._lines)):
            card.cycle = self._act.cycle
            card.code = self._act.code(f"card {place}")
            card.holder = holder
            card.made_by = self._act.cycle.seq + 1
        self._save_made(made)
        for card in made:
            self._moves_card(card, "", holder)

    def destroy_cards(self, cards: Sequence[Card]) -> None:
        """Destroy cards; they stay as records without a holder."""
        self._hand_over(cards, "")

    def move_cards(self, cards: Sequence[Card], taker: str) -> None:
        """Hand cards to another holder."""
        self._hand_over(cards, taker)

    def _hand_over(self, cards: Sequence[Card], taker: str) -> None:
        for card in cards:
            self._moves_card(card, card.holder, taker)
            card.holder = taker
        self._save_holders(cards)

    def _moves_card(self, card: Card, giver: str, taker: str) -> None:
        self._lines.append(Movement(card.species, 1, giver, taker, card.code))
        self._cards.setdefault(card.code, card)

    # ── cards are written at once, for whoever looks for them within the same act

    def _save_made(self, cards: Sequence[Card]) -> None:
        insert(cards)

    def _save_holders(self, cards: Sequence[Card]) -> None:
        Card.objects.bulk_update(cards, ["holder"])

    def _save_altered(self, card: Card, fields: Sequence[str]) -> None:
        card.save(update_fields=fields)

    def _write(self, entry: Entry) -> None:
        cycle = self._act.cycle
        changed = [
            Balance(cycle=cycle, holder=holder, item=item, amount=balances(self._act, holder)[item])
            for holder, item in sorted(self._changed)
        ]
        upsert(changed, ("cycle", "holder", "item"), ("amount",))
        for holder in self.touched_holders:
            _held.patch(list(balances(self._act, holder).items()), cycle.pk, holder)


class UnwrittenLedger(Ledger):
    """The ledger of an act that is only tried out: cards change in memory and nowhere else."""

    def _save_made(self, cards: Sequence[Card]) -> None:
        """They are in no table."""

    def _save_holders(self, cards: Sequence[Card]) -> None:
        """Nor is this."""

    def _save_altered(self, card: Card, fields: Sequence[str]) -> None:
        """Nor this."""


def try_out(act: Act) -> None:
    """Have nothing be written of what this act does to items and cards. To be said before anything moves."""
    act.recall("ledger", lambda: UnwrittenLedger(act))


def ledger_of(act: Act) -> Ledger:
    """The ledger of this act."""
    return act.recall("ledger", lambda: Ledger(act))


def touched_items(act: Act) -> set[str]:
    """Items that this act moved so far; empty where it never asked for the ledger."""
    ledger: Ledger | None = act.known("ledger")
    return set() if ledger is None else ledger.touched_items


def changed_holdings(act: Act) -> set[str]:
    """Whose items or cards this act changed so far; empty where it never asked for the ledger."""
    ledger: Ledger | None = act.known("ledger")
    return set() if ledger is None else ledger.changed_holdings


def find_card(moment: Moment, field: str, code: str, holder: str) -> Card:
    """A holder's card by its code. Raises BadArguments on `field` where they have no such card."""
    card = Card.objects.filter(cycle=moment.cycle, code=code, holder=holder).first()
    if card is None:
        raise BadArguments.on(field, f"{holder} has no card {code[:20]!r}")
    return card


def check_item(moment: Moment, field: str, item: str) -> None:
    """Raises BadArguments on `field` where the law has no such item."""
    if item not in items_of(moment.law):
        raise BadArguments.on(field, f"the law of this cycle has no item {item!r}")


def lines_of(cycle_id: int) -> Iterator[Movement]:
    """All lines of a cycle's ledger, in order."""
    moved = Entry.objects.whole().filter(cycle=cycle_id, moved__isnull=False).order_by("seq")
    for lines in moved.values_list("moved", flat=True).iterator(chunk_size=1_000):
        yield from lines


def discrepancies(cycle_id: int) -> list[str]:
    """Where the ledger's lines do not add up to what the holders have; an empty list in any sound cycle."""
    sums: dict[tuple[str, str], int] = {}
    holders: dict[str, str] = {}
    for line in lines_of(cycle_id):
        if line.card:
            if line.giver and holders.get(line.card) != line.giver:
                return [f"{line} at a time when {holders.get(line.card)!r} held the card"]
            holders[line.card] = line.taker
            continue
        for holder, amount in ((line.giver, -line.amount), (line.taker, line.amount)):
            if holder:
                sums[holder, line.item] = sums.get((holder, line.item), 0) + amount
    wrong = []
    rows = {(row.holder, row.item): row.amount for row in Balance.objects.filter(cycle_id=cycle_id)}
    for key in sorted(sums.keys() | rows.keys()):
        if sums.get(key, 0) != rows.get(key, 0):
            wrong.append(f"{key[0]} has {rows.get(key, 0)} {key[1]}, the ledger says {sums.get(key, 0)}")
    for code, holder in Card.objects.filter(cycle_id=cycle_id).values_list("code", "holder"):
        if holders.get(code) != holder:
            wrong.append(f"{holder or 'nobody'} holds the card {code}, the ledger says {holders.get(code) or 'nobody'}")
    return wrong
