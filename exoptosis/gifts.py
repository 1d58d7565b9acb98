"""Card gifting (R23)."""

from exoptosis.catalogues import Gifts
from exoptosis.events import Gifted, GiftReturned
from exoptosis.models import Gift
from nomic.clauses.hall import Hall
from nomic.clauses.questions.pending import entry_at
from nomic.clauses.running import do_in_hall, require_change
from nomic.cycles import deadlines
from nomic.cycles.actions import Action, Args, Choices
from nomic.cycles.deadlines import Rank
from nomic.cycles.models import Entry
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.effects.language import scopes
from nomic.effects.language.reading import read_effect
from nomic.inventory.models import Card
from nomic.law.by_rule import ByRule
from nomic.players.activity import acting_player
from nomic.players.lookup import PlayerName, as_choices, find_player, is_player, other_players, player_of
from nomic.players.models import Player

RULE = ByRule("/gifts", "Card gifting (R23)")


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
    if not moment.recall("other players", lambda: other_players(moment)):
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
    return {"to": as_choices(moment.recall("other players", lambda: other_players(moment)))}


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
