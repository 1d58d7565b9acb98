"""Admin corrections of balances: acts that require a reason and are recorded in the journal like any other act."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import Refused
from nomic.inventory.law_section import ItemName, Luck, items_of, named
from nomic.inventory.ledger import check_item, ledger_of
from nomic.inventory.models import Balance
from nomic.law.schema.text_types import clean_line
from nomic.players.lookup import PlayerName, find_player, somebody_plays
from nomic.players.models import Player

Reason = Annotated[str, StringConstraints(min_length=1, max_length=300), AfterValidator(clean_line)]
CorrectionCount = Annotated[int, Field(ge=1, le=10_000)]


class ItemCorrectionArgs(Args):
    """Arguments of a correction: the player, the item, the change of the balance, and the reason."""

    player: PlayerName
    item: ItemName
    count: CorrectionCount
    reason: Reason


class LuckArgs(Args):
    """Arguments for setting good luck: the player, whether they have it, and the reason."""

    player: PlayerName
    lucky: bool
    reason: Reason


def says(act: Act, sentence: str, reason: str) -> None:
    """Record in the journal the correction, the admin and the reason."""
    act.message(f"Correction by {act.actor.name}: {sentence} ({reason}).")


def correct_grant(act: Act, args: ItemCorrectionArgs) -> None:
    """Grant a player items that they should have."""
    check_item(act, "item", args.item)
    player = find_player(act, "player", args.player)
    ledger_of(act).grant(player.name, args.item, args.count)
    says(act, f"{player.name} is granted {named(act.law, args.item, args.count)}", args.reason)


def correct_revoke(act: Act, args: ItemCorrectionArgs) -> None:
    """Revoke a player's items that they should not have. Raises Refused if they have fewer."""
    player = find_player(act, "player", args.player)
    ledger_of(act).revoke(player.name, args.item, args.count)
    says(act, f"{player.name} loses {named(act.law, args.item, args.count)}", args.reason)


def something_owned(moment: Moment) -> None:
    """Precondition: some player has an item that could be revoked."""
    if not Balance.objects.filter(cycle=moment.cycle, amount__gt=0).exists():
        raise Refused("nothing-owned", "Nobody has any item in this cycle.", "Corrections")


def set_good_luck(act: Act, args: LuckArgs) -> None:
    """Give a player the trait of good luck, or take it away (R19)."""
    player = find_player(act, "player", args.player)
    ledger, trait = ledger_of(act), act.law.section("luck", Luck).trait
    has = ledger.amount(player.name, trait)
    if args.lucky and not has:
        ledger.grant(player.name, trait, 1)
    elif not args.lucky:
        ledger.revoke(player.name, trait, has)
    says(act, f"{player.name} has {'' if args.lucky else 'no '}good luck", args.reason)


def player_choices(moment: Moment) -> list[Choice]:
    """Return all players as choices for an argument."""
    names = Player.objects.filter(cycle=moment.cycle, left_at=None).order_by("name").values_list("name", flat=True)
    return [Choice(name, name) for name in names]


def item_choices(moment: Moment) -> Choices:
    items = items_of(moment.law)
    return {
        "player": player_choices(moment),
        "item": [Choice(name, name) for name in sorted(items, key=lambda name: (items[name].place, name))],
    }


def luck_choices(moment: Moment) -> Choices:
    return {"player": player_choices(moment)}


ACTIONS = (
    Action(
        name="correct-grant",
        channel="admin",
        title="Correct: grant items",
        summary_phrases=("a correction by an admin", "{count} corrections by admins"),
        summary="Grant items to a player.",
        rule="Corrections",
        args=ItemCorrectionArgs,
        run=correct_grant,
        preconditions=(somebody_plays,),
        choices=item_choices,
        section="items",
        is_act=False,
    ),
    Action(
        name="correct-revoke",
        channel="admin",
        title="Correct: revoke items",
        summary_phrases=("a correction by an admin", "{count} corrections by admins"),
        summary="Revoke items from a player.",
        rule="Corrections",
        args=ItemCorrectionArgs,
        run=correct_revoke,
        preconditions=(something_owned,),
        choices=item_choices,
        section="items",
        is_act=False,
    ),
    Action(
        name="set-good-luck",
        channel="admin",
        title="Correct: set good luck",
        summary_phrases=("a correction by an admin", "{count} corrections by admins"),
        summary="Give or take good luck.",
        rule="Luck (R19)",
        args=LuckArgs,
        run=set_good_luck,
        preconditions=(somebody_plays,),
        choices=luck_choices,
        section="luck",
        is_act=False,
    ),
)
