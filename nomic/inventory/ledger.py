"""The ledger: the only way to create, destroy or transfer items and cards."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Cycle, Entry
from nomic.db import Prepared, insert, upsert
from nomic.effects.language.nodes.item_holders import STORE
from nomic.inventory.freezes import Frozen, frozen_by
from nomic.inventory.law_section import amount_of_item, is_or_are, items_of
from nomic.inventory.models import Balance, Card

# Matches an operation of the law that uses the cycle's store.
SPOKEN_OF = re.compile(r'"(to|from)": "cycle"')
FEW = 20  # holders whose balances are read one by one
# Channels of acts that no rule can stop: corrections by admins, and the furnishing of practice cycles.
UNSTOPPED = frozenset({"admin", "practice", "corrections"})

_held = Prepared(
    lambda cycle, holder: (
        Balance.objects.filter(cycle_id=cycle, holder=holder).order_by().values_list("item", "amount")
    ),
    int,
    str,
    cacheable=True,
)


def balances(ctx: ReadContext, holder: str) -> dict[str, int]:
    """Return a holder's current balances by item, including the act's changes.

    Once FEW holders have been read, one query reads the balances of all others.
    """
    return ctx.recall(("balances", holder), lambda: _read(ctx, holder))


def expect_everybody(ctx: ReadContext) -> None:
    """Announce that many holders' balances will be read, so that the first read loads all balances of the cycle."""
    asked: list[str] = ctx.recall("whose balances were asked for", list)
    asked.extend([""] * FEW)


def cache_balances(ctx: ReadContext, held: Mapping[str, Mapping[str, int]]) -> None:
    """Cache balances by holder that were read elsewhere, so that this context does not read them again."""
    for holder, amounts in held.items():
        ctx.recall(("balances", holder), partial(dict[str, int], amounts))


def _read(ctx: ReadContext, holder: str) -> dict[str, int]:
    asked: list[str] = ctx.recall("whose balances were asked for", list)
    asked.append(holder)
    if len(asked) <= FEW:
        return dict(_held.all(ctx.cycle.pk, holder))
    return ctx.recall("balances of everybody", lambda: _everybodys(ctx)).get(holder, {})


def _everybodys(ctx: ReadContext) -> dict[str, dict[str, int]]:
    """Return the balances of all holders before this act."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    rows = Balance.objects.filter(cycle=ctx.cycle).order_by().values_list("holder", "item", "amount")
    for holder, item, amount in rows:
        found[holder][item] = amount
    return found


def in_store(cycle: Cycle) -> dict[str, int]:
    """Return the balances of the cycle itself by item. No query is sent if the law never mentions it."""
    if not cycle.law.once("speaks of a store", lambda: bool(SPOKEN_OF.search(json.dumps(cycle.law.document)))):
        return {}
    rows = Balance.objects.filter(cycle=cycle, holder=STORE, amount__gt=0).order_by("item")
    return dict(rows.values_list("item", "amount"))


class Ledger:
    """The movements of one act, in order, as its entry stores them."""

    def __init__(self, act: ActionContext) -> None:
        self._act = act
        self._lines = act.moved
        self._cards: dict[str, Card] = {}  # created, transferred or destroyed, by code
        self._changed: set[tuple[str, str]] = set()
        self._altered: set[str] = set()
        self._is_guarded = True
        act.when_saved(self._write, needs_row=False)

    def frozen(self, giver: str, taker: str, name: str, *, is_card: bool = False) -> Frozen | None:
        """Return the freeze that stops the act from moving the item `name`, or None.

        If `is_card` is set,  `name` is the species of a card that would move.

        `giver` is empty if something is created, `taker` if it is destroyed.
        """
        if self._act.action.channel in UNSTOPPED:
            return None
        return self.frozen_afterwards(giver, taker, name, is_card=is_card)

    def frozen_afterwards(self, giver: str, taker: str, name: str, *, is_card: bool = False) -> Frozen | None:
        """Return the freeze that stops a movement which follows from the act, or None.

        Freezes are checked even if they do not stop the act itself, such as an admin's correction. The parameters are
        those of `frozen`.
        """
        return frozen_by(self._act, giver, taker, name, is_card=is_card) if self._is_guarded else None

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        """Context manager that ignores freezes, for movements that the host itself requires."""
        before, self._is_guarded = self._is_guarded, False
        try:
            yield
        finally:
            self._is_guarded = before

    def _check_free(self, giver: str, taker: str, name: str, *, is_card: bool = False) -> None:
        """Raise Refused if a freeze stops a movement."""
        found = self.frozen(giver, taker, name, is_card=is_card)
        if found is not None:
            raise found.refusal

    @property
    def touched_items(self) -> set[str]:
        """The items whose balances this act has changed so far."""
        return {item for _, item in self._changed}

    @property
    def touched_holders(self) -> set[str]:
        """The holders whose balances this act has changed so far."""
        return {holder for holder, _ in self._changed}

    @property
    def changed_holdings(self) -> set[str]:
        """The holders whose items or cards this act has changed so far."""
        return {*(name for line in self._lines for name in (line.giver, line.taker)), *self._altered} - {""}

    def alter(self, card: Card, *fields: str) -> None:
        """Save changed fields of a card that stays with its holder.

        This is not a movement, but counts as a change of the holder's possessions.
        """
        self._save_altered(card, fields)
        self._altered.add(card.holder)

    @property
    def moved_cards(self) -> list[Card]:
        """The cards that this act has created, transferred or destroyed so far, with their current holders."""
        return list(self._cards.values())

    def net_items(self) -> dict[tuple[str, str], int]:
        """Return the net change of balances in this act by holder and item."""
        net: dict[tuple[str, str], int] = defaultdict(int)
        for line in self._lines:
            for holder, amount in ((line.giver, -line.amount), (line.taker, line.amount)):
                if holder and not line.card:
                    net[holder, line.item] += amount
        return net

    def cards_since(self) -> dict[str, tuple[str, str]]:
        """Return the cards moved in this act, by code, each with its holder before the act and now."""
        moved: dict[str, tuple[str, str]] = {}
        for line in self._lines:
            if line.card:
                moved[line.card] = (moved.get(line.card, (line.giver,))[0], line.taker)
        return moved

    def amount(self, holder: str, item: str) -> int:
        """Return the holder's balance of an item, including this act's changes; 0 if the holder has none."""
        return balances(self._act, holder).get(item, 0)

    def grant(self, holder: str, item: str, amount: int) -> None:
        """Create `amount` of an item for a holder."""
        self._move(item, amount, "", holder)

    def revoke(self, holder: str, item: str, amount: int) -> None:
        """Destroy `amount` of a holder's item. Raises Refused if the holder has fewer."""
        self._move(item, amount, holder, "")

    def pay(self, holder: str, costs: Mapping[str, int]) -> None:
        """Destroy the price of an act, and add it to the act's fact `paid`, which rules can read.

        Raises Refused if the holder has too little of an item.
        """
        paid: dict[str, int] = self._act.facts.setdefault("paid", {})
        for item, amount in sorted(costs.items()):
            self.revoke(holder, item, amount)
            paid[item] = paid.get(item, 0) + amount

    def transfer(self, giver: str, taker: str, item: str, amount: int) -> None:
        """Transfer `amount` of an item between holders. Raises Refused if the giver has fewer, or a freeze stops it."""
        self._move(item, amount, giver, taker)

    def _move(self, item: str, amount: int, giver: str, taker: str) -> None:
        if amount < 0:
            raise ValueError("a movement never goes backwards")
        if amount == 0 or giver == taker:
            return
        self._check_free(giver, taker, item)
        if giver:
            has = self.amount(giver, item)
            if has < amount:
                held, needed = (amount_of_item(self._act.law, item, number) for number in (has, amount))
                detail = f"{giver} has {held}, but {needed} {is_or_are(amount)} needed."
                raise Refused("not-enough", detail, "Items")
            self._set(giver, item, has - amount)
        if taker:
            self._set(taker, item, self.amount(taker, item) + amount)
        self._lines.append(Movement(item, amount, giver, taker))

    def _set(self, holder: str, item: str, amount: int) -> None:
        balances(self._act, holder)[item] = amount
        self._changed.add((holder, item))

    def add_cards(self, holder: str, cards: Iterable[Card]) -> None:
        """Give new, unsaved cards to a holder.

        Their `holder` and `code` are set here. Raises Refused if a freeze stops it.
        """
        made = list(cards)
        for card in made:
            self._check_free("", holder, card.species, is_card=True)
        for place, card in enumerate(made, len(self._lines)):
            card.cycle = self._act.cycle
            card.code = self._act.code(f"card {place}")
            card.holder = holder
            card.made_by = self._act.cycle.seq + 1
        self._save_made(made)
        for card in made:
            self._moves_card(card, "", holder)

    def destroy_cards(self, cards: Sequence[Card]) -> None:
        """Destroy these cards. Their rows remain, without a holder."""
        self._hand_over(cards, "")

    def move_cards(self, cards: Sequence[Card], taker: str) -> None:
        """Transfer these cards to the holder `taker`."""
        self._hand_over(cards, taker)

    def _hand_over(self, cards: Sequence[Card], taker: str) -> None:
        for card in cards:
            self._check_free(card.holder, taker, card.species, is_card=True)
            self._moves_card(card, card.holder, taker)
            card.holder = taker
        self._save_holders(cards)

    def _moves_card(self, card: Card, giver: str, taker: str) -> None:
        self._lines.append(Movement(card.species, 1, giver, taker, card.code))
        self._cards.setdefault(card.code, card)

    # ── cards are written at once, because later queries of the same act read them

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
    """Ledger for trial runs: cards change only in memory."""

    def _save_made(self, cards: Sequence[Card]) -> None:
        """Do nothing: a trial run writes no rows."""

    def _save_holders(self, cards: Sequence[Card]) -> None:
        """Do nothing: a trial run writes no rows."""

    def _save_altered(self, card: Card, fields: Sequence[str]) -> None:
        """Do nothing: a trial run writes no rows."""


def try_out(act: ActionContext) -> None:
    """Make the act a trial run, in which no items or cards are written.

    Must be called before the first movement.
    """
    act.recall("ledger", lambda: UnwrittenLedger(act))


def is_tried_out(act: ActionContext) -> bool:
    """Return whether the act is a trial run, in which nothing is written."""
    return isinstance(act.known("ledger"), UnwrittenLedger)


def ledger_of(act: ActionContext) -> Ledger:
    """Return the act's ledger, which the first call creates."""
    return act.recall("ledger", lambda: Ledger(act))


def is_stopped(act: ActionContext, giver: str, taker: str, name: str, *, is_card: bool = False) -> bool:
    """Return whether a freeze stops a movement that would follow from the act. The entry then states the reason.

    The parameters are those of `frozen_by`.
    """
    found = ledger_of(act).frozen(giver, taker, name, is_card=is_card)
    if found is not None and found.message not in act.words:
        act.message(found.message)
    return found is not None


def touched_items(act: ActionContext) -> set[str]:
    """Return the items that this act has moved so far. Empty if the ledger was never used."""
    ledger: Ledger | None = act.known("ledger")
    return set() if ledger is None else ledger.touched_items


def changed_holdings(act: ActionContext) -> set[str]:
    """Return the holders whose items or cards this act has changed so far. Empty if the ledger was never used."""
    ledger: Ledger | None = act.known("ledger")
    return set() if ledger is None else ledger.changed_holdings


def find_card(ctx: ReadContext, field: str, code: str, holder: str) -> Card:
    """Return a holder's card by its code. Raises BadArguments on `field` if the holder has no such card."""
    card = Card.objects.filter(cycle=ctx.cycle, code=code, holder=holder).first()
    if card is None:
        raise BadArguments.on(field, f"{holder} has no card {code[:20]!r}")
    return card


def code_of_card(ctx: ReadContext, field: str, code: str) -> str:
    """Return the code of a card, regardless of its holder.

    Raises BadArguments on `field` if the cycle has no such card.
    """
    if not Card.objects.filter(cycle=ctx.cycle, code=code).exists():
        raise BadArguments.on(field, f"there is no card {code[:20]!r}")
    return code


def check_item(ctx: ReadContext, field: str, item: str) -> None:
    """Raise BadArguments on `field` if the law has no such item."""
    if item not in items_of(ctx.law):
        raise BadArguments.on(field, f"the law of this cycle has no item {item!r}")


def lines_of(cycle_id: int) -> Iterator[Movement]:
    """Yield all lines of a cycle's ledger in order."""
    moved = Entry.objects.whole().filter(cycle=cycle_id, moved__isnull=False).order_by("seq")
    for lines in moved.values_list("moved", flat=True).iterator(chunk_size=1_000):
        yield from lines


def discrepancies(cycle_id: int) -> list[str]:
    """Return the differences between the ledger's lines and the stored balances and holders.

    A consistent cycle has none.
    """
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
            wrong.append(f"{key[0]} has {rows.get(key, 0)} {key[1]}, but the ledger says {sums.get(key, 0)}")
    for code, holder in Card.objects.filter(cycle_id=cycle_id).values_list("code", "holder"):
        if holders.get(code) != holder:
            wrong.append(
                f"{holder or 'nobody'} holds the card {code}, but the ledger says {holders.get(code) or 'nobody'}"
            )
    return wrong
