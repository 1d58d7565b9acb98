"""Opening packs (R20)."""

from typing import Annotated

from exoptosis.events import PackOpened
from exoptosis.law.shop_catalogues import is_named_as_pack, packs_of
from nomic.clauses.runtime.answer_sources import AskingArgs, WithTheAct
from nomic.clauses.runtime.pending_questions import entry_at
from nomic.clauses.runtime.run_effects import do_in_hall, require_change
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Action, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.inventory.law_section import ItemName, amount_of_item, items_of
from nomic.inventory.ledger import balances, ledger_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import is_player, player_of

RULE = RuleRef("/packs", "Card Packs (R20)")


class OpenPackArgs(AskingArgs):
    """The pack to open."""

    pack: Annotated[ItemName, Refers(lambda ctx, field, given: _known(ctx, given))]


def has_pack(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor has a pack."""
    if not packs_held(ctx):
        raise Refused("no-pack", "You have no pack to open.", RULE)


def packs_held(ctx: ReadContext) -> dict[str, int]:
    """Return how many of each pack the actor has, by name."""
    held = sorted(balances(ctx, ctx.actor.name).items())
    return {item: amount for item, amount in held if amount and is_pack(ctx.law, item)}


def is_pack(law: Law, item: str) -> bool:
    """Return whether an item can be opened, even if no section defines its contents (R20, R141)."""
    return item in packs_of(law) or (item in items_of(law) and is_named_as_pack(item))


def _known(ctx: ReadContext, name: str) -> str:
    """Return the name of a pack. Raises BadArguments if the law has no such pack."""
    if not is_pack(ctx.law, name):
        raise BadArguments.on("pack", f"the law of this cycle has no pack {name!r}")
    return name


def open_pack(act: ActionContext, args: OpenPackArgs) -> None:
    """Destroy the pack and run the effect of its contents (R20).

    A pack that the law does not define is empty (R141).
    """
    player = player_of(act)
    pack = packs_of(act.law).get(args.pack)
    _known(act, args.pack)
    ledger = ledger_of(act)
    if not ledger.amount(player.name, args.pack):
        raise Refused("no-such-pack", f"You have no {args.pack}.", RULE)
    ledger.revoke(player.name, args.pack, 1)
    if pack is None:
        WithTheAct(act, player.name, args.answers).check_all_used()
        act.message(
            f"{player.name} opens {amount_of_item(act.law, args.pack, 1)}: "
            "nothing is in it, for the law names no contents."
        )
        act.emit(PackOpened(player=player.name, pack=args.pack, cards=[]))
        return
    effect = act.law.once(("pack", args.pack), lambda: read_effect(pack.contents, scopes.HALL))
    me, origin = player.name, entry_at(act.law, pointer("packs", args.pack), args.pack)
    answering = WithTheAct(act, me, args.answers)
    hall = do_in_hall(act, origin, effect, {"me": (me,)}, me, answering)
    answering.check_all_used()
    require_change(act, hall, args.pack, RULE)
    act.message(
        f"{player.name} opens {amount_of_item(act.law, args.pack, 1)}: {hall.gained(player.name) or 'nothing'}."
    )
    for sentence in hall.results_besides_items():
        act.message(sentence)
    act.emit(PackOpened(player=player.name, pack=args.pack, cards=hall.new_cards()))


def choices(ctx: ReadContext) -> Choices:
    return {"pack": [Choice(item, f"{item} (you have {amount})") for item, amount in packs_held(ctx).items()]}


def every_choice(ctx: ReadContext) -> Choices:
    """Return all packs of the law, whether or not anybody has one."""
    items = sorted(items_of(ctx.law).items(), key=lambda pair: (pair[1].place, pair[0]))
    return {"pack": [Choice(name, name) for name, _ in items if is_pack(ctx.law, name)]}


ACTIONS = (
    Action(
        name="open-pack",
        channel="game-actions",
        title="Open a pack",
        summary_phrases=("a {pack} opened", "{count} × {pack} opened"),
        summary="Destroy a pack and gain the cards in it.",
        rule=RULE,
        args=OpenPackArgs,
        run=open_pack,
        preconditions=(is_player, has_pack),
        choices=choices,
        every_choice=every_choice,
        section="packs",
        asks=True,
    ),
)
