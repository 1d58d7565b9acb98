"""Empties keepings that end, and settles keepings and borrowed cards of a player who leaves.

The contents of a player's part go to that player, and those of a shared keeping go back to the players who put them
there. What belongs to nobody who is still in the cycle goes to the cycle.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.handlers.run_deferred_effects import names_of_piece
from nomic.clauses.store.deferred_effects import as_json, deferred_store, kept_rows
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.law_changes import law_before
from nomic.effects.language.nodes.item_holders import KEPT, STORE, holder_in_words, kept_holder
from nomic.effects.language.operations.deferred import LENT, OWNER
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.deposits import deposits_in
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.ledger import balances, ledger_of
from nomic.inventory.models import Balance, Card
from nomic.law.document.sections import Law
from nomic.players.events import Left
from nomic.players.lookup import current_players_among


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """Empty the keepings that a changed law no longer has, or in which the kind of holder changed."""
    was, now = _keepings(law_before(act)), _keepings(act.law)
    for name in sorted(was):
        if now.get(name) != was[name]:
            _empty(act, _holders_of(act, name))


def release_from_leaver(act: ActionContext, left: Left) -> None:
    """Move a leaving player's parts of all keepings to the cycle, because only players can have parts."""
    _empty(act, [kept_holder(name, left.player) for name, of in sorted(_keepings(act.law).items()) if of == "player"])


def _keepings(law: Law) -> dict[str, str]:
    """Return the law's keepings by name: "cycle" for a shared one, "player" if each player has a part of it."""
    return {name: placed.clause.of for name, (placed,) in clauses_of(law).by_kind["keeping"].items()}


def _holders_of(act: ActionContext, keeping: str) -> list[str]:
    """Return the holders of a keeping that hold anything, including what this act moved there."""
    whole = kept_holder(keeping)
    found: set[str] = set()
    for model in (Balance, Card):
        rows = model.objects.filter(cycle=act.cycle, holder__startswith=whole).order_by()
        found.update(rows.values_list("holder", flat=True).distinct())
    found |= ledger_of(act).changed_holdings
    return sorted(holder for holder in found if holder == whole or holder.startswith(f"{whole}:"))


def _empty(act: ActionContext, holders: Iterable[str]) -> None:
    """Move everything from these holders to whom it belongs, or to the cycle. Freezes do not apply."""
    for holder in holders:
        cards = list(Card.objects.filter(cycle=act.cycle, holder=holder).order_by("made_by", "code"))
        items = {item: amount for item, amount in sorted(balances(act, holder).items()) if amount}
        for taker, share in _shares(act, holder, items, cards).items():
            _move(act, holder, taker, share)


@dataclass
class _Share:
    """The part of a keeping that goes back to one holder."""

    items: dict[str, int] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)


def _shares(act: ActionContext, holder: str, items: dict[str, int], cards: list[Card]) -> dict[str, _Share]:
    """Return to whom the contents of a keeping go: whose part it is, else who put them there, else the cycle."""
    player = holder.removeprefix(KEPT).partition(":")[2]
    if not items and not cards:
        return {}
    if player:
        return {_taker(act, player): _Share(items, cards)}
    deposits, givers = deposits_in(act, holder)
    shares: dict[str, _Share] = {}
    for giver, given in deposits.items():
        share = shares.setdefault(_taker(act, giver), _Share())
        for item, amount in given.items():
            share.items[item] = share.items.get(item, 0) + amount
    for card in cards:
        shares.setdefault(_taker(act, givers.get(card.code, "")), _Share()).cards.append(card)
    return shares


def _taker(act: ActionContext, giver: str) -> str:
    """Return the player who gets a giver's things back, or the cycle's own store if there is none."""
    player = giver.removeprefix(KEPT).partition(":")[2] if giver.startswith(KEPT) else giver
    return player if player and current_players_among(act, {player}) else STORE


def _move(act: ActionContext, holder: str, taker: str, share: _Share) -> None:
    ledger, law = ledger_of(act), act.law
    with ledger.unguarded():
        for item, amount in sorted(share.items.items()):
            ledger.transfer(holder, taker, item, amount)
        if share.cards:
            ledger.move_cards(share.cards, taker)
    items = (amount_of_item(law, item, amount) for item, amount in sorted(share.items.items()))
    what = listed([*items, *(card.species for card in share.cards)])
    act.message(f"From {holder_in_words(holder)} to {holder_in_words(taker)}: {what}.")


def return_borrowed_cards(act: ActionContext, left: Left) -> None:
    """Return the cards that a leaving player has borrowed, before the player's own cards are destroyed."""
    if not act.cycle.awaited:
        return
    store = deferred_store(act)
    for row in kept_rows(act):
        lent = row.names.get(LENT) if row.scope.get(LENT) == "cards" else None
        if not lent:
            continue
        (owner,) = names_of_piece(row).get(OWNER, ()) or ("",)  # type: ignore[misc]
        held = list(Card.objects.filter(cycle=act.cycle, code__in=lent, holder=left.player).order_by("made_by", "code"))
        if not held or not owner or owner == left.player:
            continue
        with ledger_of(act).unguarded():
            ledger_of(act).move_cards(held, str(owner))
        act.message(f"{left.player} had borrowed {listed([card.species for card in held])}, returned to {owner}.")
        rest = [code for code in lent if code not in {card.code for card in held}]
        row.names = {**row.names, **as_json({LENT: tuple(rest)})}
        if rest:
            store.change(row)
        else:
            store.drop(row)
