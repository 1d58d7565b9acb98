"""Admin corrections of cards."""

from typing import Annotated

from pydantic import Field

from exoptosis.cards.card_properties import apply_modifier, card_in_words
from exoptosis.events import CardDestroyed, CardGranted
from exoptosis.law.cards import Name, modifiers_of, species_of
from nomic.clauses.arguments.cards import CardCode
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.inventory.admin_actions import Reason, player_choices, record_correction
from nomic.inventory.ledger import find_card, ledger_of
from nomic.inventory.models import Card
from nomic.players.lookup import PlayerName, find_player, somebody_plays


class GrantCardArgs(Args):
    """The player who gets a card, its species and modifiers, and the reason."""

    player: PlayerName
    species: Name
    modifiers: Annotated[list[Name], Field(max_length=40)] = []
    reason: Reason


class DestroyCardArgs(Args):
    """The card to destroy, and the reason."""

    player: PlayerName
    card: CardCode
    reason: Reason


def correct_grant_card(act: ActionContext, args: GrantCardArgs) -> None:
    """Create a card of this species for a player, with exactly the named modifiers (R91), as a correction."""
    player = find_player(act, "player", args.player)
    if args.species not in species_of(act.law):
        raise BadArguments.on("species", f"there is no species {args.species!r}")
    card = Card(species=args.species)
    for name in args.modifiers:
        if name not in modifiers_of(act.law):
            raise BadArguments.on("modifiers", f"there is no modifier {name!r}")
        apply_modifier(act.law, card, name, by=player.name)
    ledger_of(act).add_cards(player.name, [card])
    given = card_in_words(act.law, card)
    notices = {player.name: f"you are granted {given}"}
    record_correction(act, f"{player.name} is granted {given}", args.reason, notices)
    act.emit(CardGranted(player=player.name, card=card.code))


def a_card_exists(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a player holds a card that could be destroyed."""
    if not Card.objects.filter(cycle=ctx.cycle).exclude(holder="").exists():
        raise Refused("no-card", "Nobody holds a card in this cycle.", "Corrections")


def correct_destroy_card(act: ActionContext, args: DestroyCardArgs) -> None:
    """Destroy a player's card as a correction.

    Modifiers cannot prevent this, because a correction is not an effect.
    """
    player = find_player(act, "player", args.player)
    card = find_card(act, "card", args.card, player.name)
    ledger_of(act).destroy_cards([card])
    taken = card_in_words(act.law, card)
    record_correction(act, f"{player.name} loses {taken}", args.reason, {player.name: f"you lose {taken}"})
    act.emit(CardDestroyed(player=player.name, card=card.code))


def grant_choices(ctx: ReadContext) -> Choices:
    species = species_of(ctx.law)
    modifiers = modifiers_of(ctx.law)
    return {
        "player": player_choices(ctx),
        "species": [Choice(name, name) for name in sorted(species, key=lambda name: (species[name].place, name))],
        "modifiers": [Choice(name, name) for name in sorted(modifiers, key=lambda name: (modifiers[name].place, name))],
    }


def destroy_choices(ctx: ReadContext) -> Choices:
    return {"player": player_choices(ctx)}


ACTIONS = (
    Action(
        name="correct-grant-card",
        channel="admin",
        title="Correct: grant a card",
        summary="Grant a card to a player.",
        rule="Cards (R91)",
        args=GrantCardArgs,
        run=correct_grant_card,
        preconditions=(somebody_plays,),
        choices=grant_choices,
        section="cards",
    ),
    Action(
        name="correct-destroy-card",
        channel="admin",
        title="Correct: destroy a card",
        summary="Destroy a player's card.",
        rule="Corrections",
        args=DestroyCardArgs,
        run=correct_destroy_card,
        preconditions=(a_card_exists,),
        choices=destroy_choices,
        section="cards",
    ),
)
