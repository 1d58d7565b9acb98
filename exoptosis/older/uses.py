"""Using items (R29) as laws had it before each use was an action of a clause: in a section, by item."""

import re
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from pydantic import Field, RootModel

from exoptosis.cards import in_words
from exoptosis.events import ItemUsed
from exoptosis.locked import check_not_locked
from nomic.clauses.arguments.cards import CardCode
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
from nomic.effects.words.grammar import with_article
from nomic.inventory.effect_words import effect_said
from nomic.inventory.law import ItemName, named, unknown_items
from nomic.inventory.ledger import balances, find_card, ledger_of
from nomic.inventory.models import Card
from nomic.law.by_rule import ByRule
from nomic.law.called import Called
from nomic.law.older import Document, Older
from nomic.law.older_rules import Told, Value, clauses_in, fits_schema, free, has_rules, told_by
from nomic.law.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.players.lookup import is_player, player_of

RULE = ByRule("/uses", "Using items")
MOST_OF_CALLED, MOST_OF_NAME = 60, 30  # letters of the names of actions and of clauses


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


CALLED = (
    Called("*", "the use of the item {0}"),
    Called("*/on_a_card", "whether {0} is used on a card", also="use using item"),
    Called("*/effect/**", "what using one {0} does", also="use effect item", said=effect_said(scopes.ON_A_CARD)),
)
SECTION = Section("uses", "Using items", Uses, agrees=_uses_agree, ordered_maps=("",), called=CALLED, is_older=True)


def uses_of(law: Law) -> dict[str, Use]:
    """What items can be used for; nothing where the law has no such section."""
    uses = law.section_or_none("uses", Uses)
    return {} if uses is None else uses.root


class UseArgs(AskingArgs):
    """Which item to use, and on which card where it is used on one."""

    item: ItemName
    card: CardCode | None = Field(default=None, description="needed if the item is used on a card")


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


def fits(document: Document) -> bool:
    """Whether these are uses as laws had them, in a document with rules to tell of them."""
    return fits_schema(Uses, document["uses"]) and has_rules(document)


def told(document: Document) -> dict[str, Any]:
    """The document with an action for each item that can be used, in the rule that its use belonged to."""
    uses = sorted(document["uses"].items(), key=lambda named: (named[1].get("place", 0), named[0]))
    called = {str(each["called"]): None for each in clauses_in(document) if "called" in each}
    made: dict[str, Told] = {}
    for item, use in uses:
        slug = "-".join(["use", *re.findall("[a-z]+", item.lower())])
        clause: dict[str, Any] = {"action": f"Use {with_article(item)}"[:120], "costs": {item: 1}, "do": use["effect"]}
        if use["on_a_card"]:
            clause["with"] = {"card": {"is": "card", "says": "on which card"}}
        if slug != "use" and len(slug) <= MOST_OF_CALLED and slug not in called:
            clause, called = {**clause, "called": slug}, {**called, slug: None}
        name = free(slug[:MOST_OF_NAME].strip("-"), made)
        made[name] = Told(name, clause, pointer("uses", item), "using-items", "Using items")
    names = {item: name for (item, _), name in zip(uses, made, strict=True)}

    def quotes(value: Value) -> dict[str, str]:
        """Any value of an effect: it stands in the clause as it stood in the section."""
        return {
            f"/{item}/effect{place}": value(name, "do", *place.split("/")[1:])
            for item, name in names.items()
            for place in _places(document["uses"][item]["effect"])
        }

    return told_by(document, "uses", list(made.values()), quotes)


def _places(content: Any, at: str = "") -> Iterator[str]:
    """The JSON pointers of all values within something."""
    yield at
    parts = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, part in parts:
        yield from _places(part, at + pointer(key))


OLDER = Older("/uses", fits, told)
