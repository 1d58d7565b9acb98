"""Opening packs (R20)."""

from exoptosis.events import PackOpened
from exoptosis.hall import HallWorld
from exoptosis.law import packs_of
from nomic.cycles.actions import Action, Args, Choice, Choices
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import BadArguments, Refused
from nomic.inventory.law import ItemName, named
from nomic.inventory.ledger import balances, ledger_of
from nomic.law.by_rule import ByRule
from nomic.players.lookup import is_player, player_of

RULE = ByRule("/packs", "Card Packs (R20)")


class OpenPackArgs(Args):
    """Which pack to open."""

    pack: ItemName


def has_pack(moment: Moment) -> None:
    """A permit: there is a pack in the actor's inventory."""
    if not packs_held(moment):
        raise Refused("no-pack", "You have no pack to open.", RULE)


def packs_held(moment: Moment) -> dict[str, int]:
    """The packs in the actor's inventory, with how many of each."""
    packs = packs_of(moment.law)
    return {
        item: amount for item, amount in sorted(balances(moment, moment.actor.name).items()) if amount and item in packs
    }


def open_pack(act: Act, args: OpenPackArgs) -> None:
    """R20: the pack is destroyed, and what is in it happens."""
    player = player_of(act)
    pack = packs_of(act.law).get(args.pack)
    if pack is None:
        raise BadArguments.on("pack", f"the law of this cycle has no pack {args.pack!r}")
    ledger = ledger_of(act)
    if not ledger.amount(player.name, args.pack):
        raise Refused("no-such-pack", f"You have no {args.pack}.", RULE)
    ledger.revoke(player.name, args.pack, 1)
    hall = HallWorld(act)
    hall.run(pack.contents, player.name, args.pack)
    hall.require_change(args.pack, RULE)
    act.says(f"{player.name} opens {named(act.law, args.pack, 1)}: {hall.gained(player.name) or 'nothing'}.")
    act.tell(PackOpened(player=player.name, pack=args.pack, cards=[card.code for card in hall.cards_made]))


def choices(moment: Moment) -> Choices:
    return {"pack": [Choice(item, f"{item} (you have {amount})") for item, amount in packs_held(moment).items()]}


ACTIONS = (
    Action(
        name="open-pack",
        channel="game-actions",
        title="Open a pack",
        told=("a {pack} opened", "{count} × {pack} opened"),
        summary="Destroy a pack and gain the cards in it.",
        rule=RULE,
        args=OpenPackArgs,
        run=open_pack,
        permits=(is_player, has_pack),
        choices=choices,
        section="packs",
    ),
)
