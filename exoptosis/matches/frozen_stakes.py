"""Stakes that a freeze keeps in the pool of a finished match: the winner gets them once nothing stops it (R43).

If the winner leaves the cycle before, the stakes are destroyed like the winner's other things (R5).
"""

from collections.abc import Iterator

from exoptosis.cards.owner import POOL
from exoptosis.events import StakesPaid
from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.ledger import ledger_of
from nomic.inventory.models import Balance, Card
from nomic.matches.hosting.external.apply_item_events import is_current_player
from nomic.matches.models import Match, MatchStatus
from nomic.players.events import Left


def pay_kept_stakes(act: ActionContext) -> None:
    """Pay the winners of finished matches the stakes that a freeze held back, except those that are still frozen.

    A freeze can end with any act, because its condition can depend on anything. Under a law without freezes, stakes can
    only be waiting from an earlier law, so the check runs only after acts that change the law or make a player leave.
    """
    has_freezes = act.law.has("exoptosis") and clauses_of(act.law).by_kind["freeze"]
    if not has_freezes and not act.emitted_any((LawChanged, Left)):
        return
    if act.recorded_kinds is not None and not act.is_rewrite and StakesPaid.kind() not in act.recorded_kinds:
        return  # Older journals do not have such payments. In a rewrite they can be due elsewhere than before.
    # Not prepared queries: balances are upserted, which leaves cached rows of such queries as they were.
    pools = {
        *Balance.objects.filter(cycle=act.cycle, holder__startswith=POOL, amount__gt=0).values_list("holder", flat=True)
    }
    pools |= {*Card.objects.filter(cycle=act.cycle, holder__startswith=POOL).values_list("holder", flat=True)}
    codes = [pool.removeprefix(POOL) for pool in pools]
    if not codes:
        return
    over = Match.objects.filter(cycle=act.cycle, code__in=codes, status=MatchStatus.OVER).defer("state")
    for match in over.order_by("opened_seq", "place"):
        for winner in match.result["winners"][:1] if match.result else ():
            _pay(act, match, winner)


def _pay(act: ActionContext, match: Match, winner: str) -> None:
    """Move what nothing stops from the pool to the winner, or destroy it if the winner has left the cycle."""
    pool, taker = f"{POOL}{match.code}", winner if is_current_player(act, winner) else ""
    paid = list(_moved(act, pool, taker))
    if not paid:
        return
    kept = f"what was kept in the pool of {match.title}"
    text = f"{winner} gets {kept}" if taker else f"{winner} has left, so {kept} is destroyed"
    act.message(f"{text}: {listed(paid)}.")
    act.emit(StakesPaid(match=match.code, player=winner))


def _moved(act: ActionContext, pool: str, taker: str) -> Iterator[str]:
    """Move the items and cards of a pool that no freeze stops, and yield their descriptions."""
    ledger = ledger_of(act)
    for item in Balance.objects.filter(cycle=act.cycle, holder=pool).order_by("item").values_list("item", flat=True):
        amount = ledger.amount(pool, item)  # without what this act has paid
        if amount and ledger.frozen_afterwards(pool, taker, item) is None:
            ledger.transfer(pool, taker, item, amount)
            yield amount_of_item(act.law, item, amount)
    held = Card.objects.filter(cycle=act.cycle, holder=pool).order_by("made_by", "code")
    cards = [card for card in held if ledger.frozen_afterwards(pool, taker, card.species, is_card=True) is None]
    if cards:
        ledger.move_cards(cards, taker)
        yield "1 card" if len(cards) == 1 else f"{len(cards)} cards"
