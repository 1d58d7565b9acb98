"""Burning cards (R22)."""

from typing import Annotated

from pydantic import Field, StringConstraints

from exoptosis.cards import in_words
from exoptosis.events import CardBurnt
from exoptosis.law import Burning, modifiers_of
from exoptosis.locked import check_not_locked, open_cards
from nomic.cycles.actions import Action, Args, Choice, Choices
from nomic.cycles.models import Entry
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.inventory.law import named
from nomic.inventory.ledger import find_card, ledger_of
from nomic.inventory.models import Card
from nomic.law.by_rule import ByRule
from nomic.law.sections import Law
from nomic.players.lookup import is_player, player_of

RULE = ByRule("/burning", "Actions (R22)")
CardCode = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12), Field(examples=["7k2m9qx4"])]


class BurnCardArgs(Args):
    """Which card to burn, by its code."""

    card: CardCode


def in_burning_phase(moment: Moment) -> None:
    """R22: only in the phases that the law says."""
    rules = moment.law.section("burning", Burning)
    if moment.cycle.phase_kind not in rules.phase_kinds:
        raise Refused("wrong-phase", f"Cards can be burnt in {' and '.join(rules.phase_kinds)} phases only.", RULE)


def not_too_often(moment: Moment) -> None:
    """R22: so many times a phase."""
    times = moment.law.section("burning", Burning).times_per_phase
    done = Entry.objects.filter(
        cycle=moment.cycle, actor=moment.actor.name, action="burn-card", phase=moment.cycle.phase
    ).count()
    if done >= times:
        raise Refused("too-often", f"You can burn {times} cards a phase, and you have burnt {done}.", RULE)


def indestructible(law: Law, card: Card) -> bool:
    """R30, R84: whether a modifier keeps the card from being destroyed."""
    known = modifiers_of(law)
    return any(known[name].indestructible for name in card.modifier_names if name in known)


def burnable(moment: Moment) -> list[Card]:
    """The actor's cards that can be destroyed."""
    return [
        card
        for card in moment.recall("open cards", lambda: open_cards(moment, moment.actor.name))
        if not indestructible(moment.law, card)
    ]


def has_card(moment: Moment) -> None:
    """A permit: the actor has a card that can be destroyed."""
    if not burnable(moment):
        raise Refused("no-card", "You have no card that can be burnt.", RULE)


def burn_card(act: Act, args: BurnCardArgs) -> None:
    """R22: a card is destroyed for what the law gives."""
    player = player_of(act)
    card = find_card(act, "card", args.card, player.name)
    if indestructible(act.law, card):
        raise Refused("indestructible", f"{in_words(act.law, card)} cannot be destroyed.", "Cards (R84)")
    check_not_locked(act, card)
    ledger, gains = ledger_of(act), act.law.section("burning", Burning).gains
    ledger.destroy_cards([card])
    for item, amount in sorted(gains.items()):
        ledger.grant(player.name, item, amount)
    got = " and ".join(named(act.law, item, amount) for item, amount in sorted(gains.items()))
    act.says(f"{player.name} burns {in_words(act.law, card)} for {got or 'nothing'}.")
    act.tell(CardBurnt(player=player.name, card=card.code))


def choices(moment: Moment) -> Choices:
    return {"card": [Choice(card.code, in_words(moment.law, card)) for card in burnable(moment)]}


ACTIONS = (
    Action(
        name="burn-card",
        channel="game-actions",
        title="Burn a card",
        told=("a card burnt", "{count} cards burnt"),
        summary="Destroy a card of yours for a Vertebra.",
        rule=RULE,
        args=BurnCardArgs,
        run=burn_card,
        permits=(is_player, in_burning_phase, not_too_often, has_card),
        choices=choices,
        section="burning",
    ),
)
