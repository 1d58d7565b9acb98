"""Card gifting (R23, R55) as laws had it before clauses said it: in a section of numbers and of what a part is."""

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from exoptosis.called import IN_THE_HALL
from exoptosis.events import Gifted, GiftReturned
from exoptosis.models import Gift
from nomic.clauses.hall import Hall
from nomic.clauses.law import vocabulary_of
from nomic.clauses.questions.pending import entry_at
from nomic.clauses.running import do_in_hall, require_change
from nomic.cycles import deadlines
from nomic.cycles.actions import Action, Args, Choices
from nomic.cycles.deadlines import Rank
from nomic.cycles.models import Entry
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.effects.checking.in_law import EffectJson, effect_flaws
from nomic.effects.language import scopes
from nomic.effects.language.reading import read_effect
from nomic.inventory.law import Count
from nomic.inventory.models import Card
from nomic.law.by_rule import ByRule
from nomic.law.called import Called
from nomic.law.older import Document, Older
from nomic.law.older_rules import Told, Value, clauses_in, fits_schema, free, has_rules, told_by
from nomic.law.sections import Flaw, Law, Section, SectionModel
from nomic.players.activity import acting_player
from nomic.players.lookup import PlayerName, as_choices, find_player, is_player, other_players, player_of
from nomic.players.models import Player

RULE = ByRule("/gifts", "Card gifting (R23)")


class FewCards(SectionModel):
    """More for a receiver with few cards."""

    fewer_than: Count
    extra: Count


class InactiveReceiver(SectionModel):
    """More for an inactive receiver, and what returns to the giver when they act."""

    extra: Count
    returns: Count


class Gifts(SectionModel):
    """R23, R55: what a gift holds: so many parts, each of which does this for whoever gets it ($me)."""

    part: EffectJson = Field(min_length=1)
    base: Count
    few_cards: FewCards
    inactive: InactiveReceiver


CALLED = (
    Called("part/**", "what a gift holds", also="gifts gifting give part pack", said=IN_THE_HALL),
    Called("base", "how many parts a gift has in any case", "part|parts", "gifts gifting give amount number"),
    Called(
        "few_cards/fewer_than",
        "with fewer than how many cards the receiver of a gift gets more",
        "card|cards",
        "gifts gifting limit few poor",
    ),
    Called(
        "few_cards/extra",
        "how many more parts a gift has for a receiver with few cards",
        "part|parts",
        "gifts gifting extra poor",
    ),
    Called(
        "inactive/extra",
        "how many more parts a gift has for an inactive receiver",
        "part|parts",
        "gifts gifting extra player",
    ),
    Called(
        "inactive/returns",
        "how many parts the giver gains when an inactive receiver of a gift acts",
        "part|parts",
        "gifts gifting back return",
    ),
)


def _agrees(law: Law) -> Iterator[Flaw]:
    gifts = law.section("gifts", Gifts)
    yield from effect_flaws("/gifts/part", gifts.part, scopes.HALL, vocabulary_of(law), "hall")


SECTION = Section("gifts", "Card gifting", Gifts, agrees=_agrees, called=CALLED, is_older=True)


class GiftArgs(Args):
    """Who receives the gift."""

    to: PlayerName


class ReturnGiftArgs(Args):
    """Whose gift to whom returns something."""

    giver: PlayerName
    receiver: PlayerName


def once_a_phase(moment: Moment) -> None:
    """R23: once per phase per giver."""
    if Entry.objects.filter(
        cycle=moment.cycle, actor=moment.actor.name, action="gift", phase=moment.cycle.phase
    ).exists():
        raise Refused("once-a-phase", "You have given a gift in this phase.", RULE)


def somebody_else(moment: Moment) -> None:
    """A permit: there is another player to give to."""
    if not other_players(moment):
        raise Refused("nobody-else", "There is nobody else to give to.", RULE)


def gift(act: Act, args: GiftArgs) -> None:
    """R23: something for another player, more if they have few cards, more if they are inactive."""
    giver, receiver = player_of(act), find_player(act, "to", args.to)
    if receiver.pk == giver.pk:
        raise Refused("not-yourself", "A gift goes to another player.", RULE)
    rules = act.law.section("gifts", Gifts)
    inactive = receiver.is_inactive(act.cycle.phase)
    cards = Card.objects.filter(cycle=act.cycle, holder=receiver.name).count()
    amount = rules.base
    amount += rules.few_cards.extra if cards < rules.few_cards.fewer_than else 0
    amount += rules.inactive.extra if inactive else 0
    hall = _give(act, rules, receiver.name, amount)
    require_change(act, hall, "the gift", RULE, every_time=False)
    gained = hall.gained(receiver.name) or "nothing"
    if inactive:
        Gift.objects.create(cycle=act.cycle, phase=act.cycle.phase, giver=giver.name, receiver=receiver.name)
    act.says(f"{giver.name} gives {receiver.name} {gained}.")
    act.tell(Gifted(giver=giver.name, receiver=receiver.name, amount=amount, inactive=inactive))


def _give(act: Act, rules: Gifts, player: str, amount: int) -> Hall:
    """So many parts of a gift come to a player."""
    effect = read_effect(rules.part, scopes.HALL)
    return do_in_hall(act, entry_at(act.law, "/gifts", "Gift"), effect, {"me": (player,)}, player, times=amount)


def return_gifts(act: Act) -> None:
    """R23: once an inactive receiver acts in the gift's phase, its giver gets something, by an entry of its own."""
    player = acting_player(act)
    if player is None or not player.is_inactive(act.cycle.phase) or not act.law.has("gifts"):
        return  # whoever is active in this phase was so all through it: no gift waits for them
    for given in Gift.objects.filter(cycle=act.cycle, receiver=player.name, phase=act.cycle.phase, returned=False):
        given.returned = True
        given.save(update_fields=["returned"])
        deadlines.schedule(
            act.cycle,
            f"return of {given.giver}'s gift in phase {given.phase}",
            at=act.at,
            rank=Rank.AT_ONCE,
            action="return-gift",
            args={"giver": given.giver, "receiver": player.name},
        )


def return_gift(act: Act, args: ReturnGiftArgs) -> None:
    """R23: the giver's part, where they still play and the law still knows gifts."""
    rules = act.law.section_or_none("gifts", Gifts)
    playing = Player.objects.filter(cycle=act.cycle, name=args.giver, left_at=None).exists()
    if rules is None or not playing:
        act.says(f"{args.receiver} acts, but {args.giver} can get nothing for their gift.")
        return
    returned = _give(act, rules, args.giver, rules.inactive.returns).gained(args.giver) or "nothing"
    act.says(f"{args.receiver} acts, so {args.giver} gets {returned} for their gift.")
    act.tell(GiftReturned(giver=args.giver, receiver=args.receiver, amount=rules.inactive.returns))


def choices(moment: Moment) -> Choices:
    return {"to": as_choices(other_players(moment))}


ACTIONS = (
    Action(
        name="gift",
        channel="game-actions",
        title="Give a gift",
        told=("a gift from {giver} to {receiver}", "{count} gifts"),
        summary="Have another player gain something, once a phase.",
        rule=RULE,
        args=GiftArgs,
        run=gift,
        permits=(is_player, once_a_phase, somebody_else),
        choices=choices,
        section="gifts",
        gives_way=True,
    ),
    Action(
        name="return-gift",
        channel="system",
        title="A gift returns something",
        told=("a reward for a gift", "{count} rewards for gifts"),
        summary="An inactive receiver acts.",
        rule=RULE,
        args=ReturnGiftArgs,
        run=return_gift,
        is_act=False,
    ),
)


RECEIVER = "Receiver of a gift"


def fits(document: Document) -> bool:
    """Whether these are gifts as laws had them, in a document with rules to tell of them."""
    return fits_schema(Gifts, document["gifts"]) and has_rules(document)


def _is_so_many(step: Any) -> bool:
    """Whether a step of a part gives so many of something, so that several parts are as many times as many."""
    return isinstance(step.get("n", 1), int) and (
        (step.keys() <= {"grant", "n", "to"} and step.get("to") == "$me")
        or (step.keys() <= {"add", "n", "to", "of"} and (step.get("to"), step.get("of")) == ("inventory", "$me"))
    )


def told(document: Document) -> dict[str, Any]:
    """The document with an action, with whom one's gift is until the phase ends, and what returns.

    The same one where parts of a gift do something else than giving so many of something.
    """
    said = document["gifts"]
    if not all(map(_is_so_many, said["part"])):
        return dict(document)
    few, inactive = said["few_cards"], said["inactive"]
    kept = free(RECEIVER, {str(each["value"]): None for each in clauses_in(document) if "value" in each})
    waiting = {"players": "players", "where": {"is": [{"players_in": kept, "of": "$it"}, "equals", "$player"]}}
    clauses: dict[str, dict[str, Any]] = {
        "give": {
            "action": "Give a gift",
            "called": "gift",
            "says": "Another player gains something, more if they have few cards, more if they are inactive.",
            "limit": {"times": 1, "per": "phase"},
            "with": {"to": {"is": "player", "says": "who receives it"}},
            "do": [
                {
                    "if": {"is": [few["fewer_than"], "more_than", {"count": {"cards": "inventory", "of": "$to"}}]},
                    "then": _parts(said["part"], few["extra"], "$to"),
                },
                {
                    "if": {"not": {"active": "$to"}},
                    "then": [
                        *_parts(said["part"], inactive["extra"], "$to"),
                        {"set": kept, "to": "$to", "of": "$me", "until": "phase-ends"},
                    ],
                },
                *_parts(said["part"], said["base"], "$to"),
            ],
        },
        "return": {
            "when": "inactive-acted",
            "if": {"some": waiting},
            "do": [
                {
                    "each": "giver",
                    "in": waiting,
                    "do": [*_parts(said["part"], inactive["returns"], "$giver"), {"reset": kept, "of": "$giver"}],
                }
            ],
        },
        "with": {"value": kept, "is": "player", "of": "player"},
    }

    def quotes(value: Value) -> dict[str, str]:
        return {
            "/base": value("give", "do", 2, "n"),
            "/few_cards/extra": value("give", "do", 0, "then", 0, "n"),
            "/few_cards/fewer_than": value("give", "do", 0, "if", "is", 0),
            "/inactive/extra": value("give", "do", 1, "then", 0, "n"),
            "/inactive/returns": value("return", "do", 0, "do", 0, "n"),
            **{f"/part/{place}/grant": value("give", "do", 2 + place, "grant") for place in range(len(said["part"]))},
        }

    made = [Told(name, clause, "/gifts", "card-gifting", "Card gifting") for name, clause in clauses.items()]
    return told_by(document, "gifts", made, quotes)


def _parts(part: list[dict[str, Any]], times: int, to: str) -> list[dict[str, Any]]:
    """So many parts for somebody."""
    return [{**step, "n": step.get("n", 1) * times, ("to" if "grant" in step else "of"): to} for step in part]


OLDER = Older("/gifts", fits, told)
