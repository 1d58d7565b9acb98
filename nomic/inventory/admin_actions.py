"""Admin corrections of balances and of good luck. Each is an act that requires a reason and appears in the journal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import ItemName, Luck, amount_of_item, items_of
from nomic.inventory.ledger import check_item, ledger_of
from nomic.inventory.models import Balance
from nomic.law.schema.text_types import clean_line
from nomic.players.lookup import PlayerName, find_player, player_or_none, somebody_plays, who_plays
from nomic.players.models import Player

Reason = Annotated[str, StringConstraints(min_length=1, max_length=300), AfterValidator(clean_line)]
MAX_CHOSEN = 500  # players of one grant
MAX_SAID = 20  # players whose names an entry says
CORRECTED = "what a correction does to players"
CorrectionCount = Annotated[int, Field(ge=1, le=10_000)]


class ItemCorrectionArgs(Args):
    """Arguments of a correction: the player, the item, the change of the balance, and the reason."""

    player: PlayerName
    item: ItemName
    count: CorrectionCount
    reason: Reason


class GrantToManyArgs(Args):
    """Arguments of a grant to several players or to all: the item, how many for each of them, and the reason."""

    players: list[PlayerName] = Field(
        default=[], max_length=MAX_CHOSEN, description="the players who get it; leave empty if everybody gets it"
    )
    everybody: bool = Field(default=False, description="all players, instead of some of them")
    item: ItemName
    count: CorrectionCount = Field(description="how many each of them gets")
    reason: Reason

    @model_validator(mode="after")
    def _some_or_all(self) -> "GrantToManyArgs":
        if bool(self.players) == self.everybody:
            raise ValueError("choose some players, or tick everybody, and not both")
        return self


class LuckArgs(Args):
    """Arguments for setting good luck: the player, whether they have it, and the reason."""

    player: PlayerName
    lucky: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Corrected:
    """The effects of a correction on players, for notices: a sentence to each of them by name, and the reason."""

    sentences: dict[str, str]
    reason: str


def record_correction(
    act: ActionContext, sentence: str, reason: str, sentences: Mapping[str, str] | None = None
) -> None:
    """Add a message to the entry with the correction `sentence`, the admin and the reason.

    `sentences` maps each affected player to a sentence: "you are granted 3 Chips".
    """
    act.message(f"Correction by {act.actor.name}: {sentence} ({reason.rstrip('.')}).")
    if sentences:
        act.know(CORRECTED, Corrected(dict(sentences), reason))


def corrected_by(act: ActionContext) -> Corrected | None:
    """Return what the act has corrected for players, or None if it has not corrected any possession."""
    found: Corrected | None = act.known(CORRECTED)
    return found


def correct_grant(act: ActionContext, args: ItemCorrectionArgs) -> None:
    """Grant items to a player as a correction."""
    check_item(act, "item", args.item)
    player = find_player(act, "player", args.player)
    ledger_of(act).grant(player.name, args.item, args.count)
    given = amount_of_item(act.law, args.item, args.count)
    sentences = {player.name: f"you are granted {given}"}
    record_correction(act, f"{player.name} is granted {given}", args.reason, sentences)


def correct_grant_many(act: ActionContext, args: GrantToManyArgs) -> None:
    """Grant the same items to several players in one entry. If one of them is not a player, nobody gets any."""
    check_item(act, "item", args.item)
    if args.everybody:
        names = [player.name for player in who_plays(act)]
    else:
        names = [find_player(act, f"players/{place}", name).name for place, name in enumerate(args.players)]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise BadArguments.on(f"players/{place}", f"{name} is named twice")
    ledger = ledger_of(act)
    for name in names:
        ledger.grant(name, args.item, args.count)
    shown = names[:MAX_SAID] + ([f"{len(names) - MAX_SAID} more"] if len(names) > MAX_SAID else [])
    who = "everybody who plays" if args.everybody else listed(shown)
    each = amount_of_item(act.law, args.item, args.count)
    verb = "is" if args.everybody or len(names) == 1 else "are each"
    sentences = dict.fromkeys(names, f"you are granted {each}")
    record_correction(act, f"{who} {verb} granted {each}", args.reason, sentences)


def is_for_oneself(ctx: ReadContext, args: GrantToManyArgs) -> bool:
    """Return whether a grant to everybody includes the actor, because the actor is a player."""
    return args.everybody and player_or_none(ctx) is not None


def correct_revoke(act: ActionContext, args: ItemCorrectionArgs) -> None:
    """Revoke a player's items as a correction. Raises Refused if they have fewer."""
    player = find_player(act, "player", args.player)
    ledger_of(act).revoke(player.name, args.item, args.count)
    taken = amount_of_item(act.law, args.item, args.count)
    sentences = {player.name: f"you lose {taken}"}
    record_correction(act, f"{player.name} loses {taken}", args.reason, sentences)


def something_owned(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless somebody has an item that can be revoked."""
    if not Balance.objects.filter(cycle=ctx.cycle, amount__gt=0).exists():
        raise Refused("nothing-owned", "Nobody has any items in this cycle.", "Corrections")


def set_good_luck(act: ActionContext, args: LuckArgs) -> None:
    """Give the trait of good luck to a player, or take it away (R19)."""
    player = find_player(act, "player", args.player)
    ledger, trait = ledger_of(act), act.law.section("luck", Luck).trait
    has = ledger.amount(player.name, trait)
    if args.lucky and not has:
        ledger.grant(player.name, trait, 1)
    elif not args.lucky:
        ledger.revoke(player.name, trait, has)
    luck = f"{'' if args.lucky else 'no '}good luck"
    record_correction(act, f"{player.name} has {luck}", args.reason, {player.name: f"you have {luck}"})


def player_choices(ctx: ReadContext) -> list[Choice]:
    """Return all players as choices for an argument. Those whose account is closed are marked."""
    rows = Player.objects.filter(cycle=ctx.cycle, left_at=None).order_by("name")
    return [
        Choice(name, name if closed is None else f"{name} (account closed)")
        for name, closed in rows.values_list("name", "person__closed_at")
    ]


def item_choices(ctx: ReadContext) -> Choices:
    items = items_of(ctx.law)
    return {
        "player": player_choices(ctx),
        "item": [Choice(name, name) for name in sorted(items, key=lambda name: (items[name].place, name))],
    }


def many_choices(ctx: ReadContext) -> Choices:
    found = item_choices(ctx)
    return {"players": found["player"], "item": found["item"]}


def luck_choices(ctx: ReadContext) -> Choices:
    return {"player": player_choices(ctx)}


ACTIONS = (
    Action(
        name="correct-grant",
        channel="admin",
        title="Correct: grant items",
        summary="Grant items to a player.",
        rule="Corrections",
        args=ItemCorrectionArgs,
        run=correct_grant,
        preconditions=(somebody_plays,),
        choices=item_choices,
        section="items",
    ),
    Action(
        name="correct-grant-many",
        channel="admin",
        title="Correct: grant items to several",
        summary="Grant the same items to each of several players, or to everybody. All get them, or nobody does.",
        rule="Corrections",
        args=GrantToManyArgs,
        run=correct_grant_many,
        preconditions=(somebody_plays,),
        choices=many_choices,
        is_own=is_for_oneself,
        section="items",
    ),
    Action(
        name="correct-revoke",
        channel="admin",
        title="Correct: revoke items",
        summary="Revoke items from a player.",
        rule="Corrections",
        args=ItemCorrectionArgs,
        run=correct_revoke,
        preconditions=(something_owned,),
        choices=item_choices,
        section="items",
    ),
    Action(
        name="set-good-luck",
        channel="admin",
        title="Correct: set good luck",
        summary="Give good luck, or take it away.",
        rule="Luck (R19)",
        args=LuckArgs,
        run=set_good_luck,
        preconditions=(somebody_plays,),
        choices=luck_choices,
        section="luck",
    ),
)
