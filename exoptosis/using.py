"""Using items (R29): what an item does when it is used is law; the item is then gone."""

from collections.abc import Iterator

from django.db.models import QuerySet
from pydantic import Field, RootModel

from exoptosis import called
from exoptosis.burning import CardCode
from exoptosis.cards import in_words
from exoptosis.events import ItemUsed
from exoptosis.locked import check_not_locked
from nomic.clauses.law import vocabulary_of
from nomic.clauses.questions.args import AskingArgs
from nomic.clauses.questions.asking import WithTheAct
from nomic.clauses.questions.pending import entry_at
from nomic.clauses.running import do_in_hall, require_change
from nomic.cycles.actions import Action, Choice, Choices
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import BadArguments, Refused
from nomic.effects.checking.in_law import EffectJson, effect_flaws
from nomic.effects.language import scopes
from nomic.effects.language.reading import read_effect
from nomic.effects.language.world import Names
from nomic.inventory.law import ItemName, named, unknown_items
from nomic.inventory.ledger import balances, find_card, ledger_of
from nomic.inventory.models import Card
from nomic.law.by_rule import ByRule
from nomic.law.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.players.lookup import is_player, player_of

RULE = ByRule("/uses", "Using items")


class Use(SectionModel):
    """What using an item does for its player ($me): an effect that asks nobody.

    With `on_a_card`, it is used on a card of the player's inventory ($card).
    """

    on_a_card: bool
    effect: EffectJson = Field(min_length=1)
    place: int = 0


class Uses(RootModel[dict[ItemName, Use]]):
    """The items that can be used, by name."""


def _uses_agree(law: Law) -> Iterator[Flaw]:
    if not law.has("items"):
        yield Flaw("", "this law needs a section 'items' too")
        return
    for name, use in uses_of(law).items():
        yield from unknown_items(law, (pointer("uses", name), name))
        scope = scopes.ON_A_CARD if use.on_a_card else scopes.HALL
        yield from effect_flaws(pointer("uses", name, "effect"), use.effect, scope, vocabulary_of(law), "hall")


SECTION = Section("uses", "Using items", Uses, agrees=_uses_agree, ordered_maps=("",), called=called.USES)


def uses_of(law: Law) -> dict[str, Use]:
    """What items can be used for; nothing where the law has no such section."""
    uses = law.section_or_none("uses", Uses)
    return {} if uses is None else uses.root


class UseArgs(AskingArgs):
    """Which item to use, and on which card where it is used on one."""

    item: ItemName
    card: CardCode | None = None


def usable(moment: Moment) -> dict[str, int]:
    """The items in the actor's inventory that can be used, with how many of each."""
    uses = uses_of(moment.law)
    held = balances(moment, moment.actor.name)
    return {item: amount for item, amount in sorted(held.items()) if amount and item in uses}


def has_something_to_use(moment: Moment) -> None:
    """A permit: the actor has an item that can be used, and a card where it takes one."""
    items = usable(moment)
    if not items:
        raise Refused("nothing-to-use", "You have nothing that can be used.", RULE)
    if all(uses_of(moment.law)[item].on_a_card for item in items) and not _cards(moment).exists():
        raise Refused("no-card", "You have no card to use it on.", RULE)


def _cards(moment: Moment) -> QuerySet[Card]:
    return Card.objects.filter(cycle=moment.cycle, holder=moment.actor.name).order_by("made_by", "code")


def use_item(act: Act, args: UseArgs) -> None:
    """The item is destroyed, and does what the law says (R29: a reconfiguration of a card)."""
    player = player_of(act)
    use = uses_of(act.law).get(args.item)
    if use is None:
        raise BadArguments.on("item", f"{args.item!r} is nothing that can be used")
    ledger = ledger_of(act)
    if not ledger.amount(player.name, args.item):
        raise Refused("no-such-item", f"You have no {args.item}.", RULE)
    card = _card_of(act, args, use)
    before = "" if card is None else in_words(act.law, card)
    ledger.revoke(player.name, args.item, 1)
    scope = scopes.HALL if card is None else scopes.ON_A_CARD
    names: Names = {"me": (player.name,), **({} if card is None else {"card": (card.code,)})}
    effect = read_effect(use.effect, scope)
    me, origin = player.name, entry_at(act.law, pointer("uses", args.item), args.item)
    answering = WithTheAct(act, me, args.answers)
    hall = do_in_hall(act, origin, effect, names, me, answering)
    answering.check_all_used()
    require_change(act, hall, args.item, RULE)
    if card is not None:
        card.refresh_from_db()
    after = "" if card is None else in_words(act.law, card)
    became = "" if card is None else f" on {before}, which {f'is now {after}' if after != before else 'stays as it is'}"
    gained = hall.gained(player.name)
    gains = f" and gains {gained}" if gained else ""
    act.says(f"{player.name} uses {named(act.law, args.item, 1)}{became}{gains}.")
    for sentence in hall.told_besides():
        act.says(sentence)
    act.tell(ItemUsed(player=player.name, item=args.item, card=card.code if card else None))


def _card_of(act: Act, args: UseArgs, use: Use) -> Card | None:
    """The card that the item is used on. Raises BadArguments where one is missing, or given in vain."""
    if use.on_a_card and not args.card:
        raise BadArguments.on("card", f"{args.item} is used on a card: say which")
    if args.card and not use.on_a_card:
        raise BadArguments.on("card", f"{args.item} is not used on a card")
    if not args.card:
        return None
    card = find_card(act, "card", args.card, act.actor.name)
    check_not_locked(act, card)
    return card


def choices(moment: Moment) -> Choices:
    return {
        "item": [Choice(item, f"{item} (you have {amount})") for item, amount in usable(moment).items()],
        "card": [Choice(card.code, in_words(moment.law, card)) for card in _cards(moment)],
    }


ACTIONS = (
    Action(
        name="use-item",
        channel="game-actions",
        title="Use an item",
        told=("a {item} used", "{count} × {item} used"),
        summary="Use an item of your inventory up for what it does.",
        rule=RULE,
        args=UseArgs,
        run=use_item,
        permits=(is_player, has_something_to_use),
        choices=choices,
        section="uses",
        asks=True,
    ),
)
