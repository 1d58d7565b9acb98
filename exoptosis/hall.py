"""The hall as effects see it, during one act: packs, gifts and offers are effects, and run here.

Nobody is asked anything in the hall: what a pack or a gift holds is the law's and chance's only. Who acts is `$me`.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import convert

from exoptosis.cards import apply_modifier, in_words, properties
from exoptosis.law import CardTraits, collections_of, modifiers_of, vocabulary_of
from exoptosis.locked import locked_codes
from exoptosis.made_cards import Spec, made_cards
from exoptosis.random_cards import roll_collections
from nomic import limits
from nomic.cycles.moment import Act
from nomic.cycles.refusals import Refused
from nomic.effects.asking.questions import Question
from nomic.effects.checking.cost import draws
from nomic.effects.language import scopes
from nomic.effects.language.nodes import Effect
from nomic.effects.language.reading import read_effect
from nomic.effects.language.world import Card as Ref
from nomic.effects.language.world import (
    Cards,
    Change,
    Face,
    Names,
    NewCard,
    Place,
    Players,
    Rest,
    Runner,
    TurnChange,
    Waiting,
)
from nomic.effects.running.cardless import WithoutRules
from nomic.effects.running.run import Run, TooLong
from nomic.effects.words.prompts import EnglishPrompts
from nomic.inventory.law import named
from nomic.inventory.ledger import ledger_of
from nomic.inventory.models import Card
from nomic.players.models import Player

TRAITS = {"suits": "own_suits", "colours": "own_colours", "types": "own_types"}


class OutOfPlace(Exception):
    """Something that there is only in a game was wanted in the hall: the check of the law should have refused it."""


class HallWorld(EnglishPrompts, WithoutRules):
    """The hall in one act. `items` and `cards_made`: what players gained by it; `changes_made`: how many changes."""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.items: Counter[tuple[str, str]] = Counter()
        self.cards_made: list[Card] = []
        self.changes_made = 0
        self._runs_in_vain = 0
        self._waiting: list[tuple[str, Card]] = []
        self._known: dict[Ref, Card] = {}
        self._parts = 0

    def run(self, raw: Any, player: str, label: str, times: int = 1) -> None:
        """Run an effect of the law for a player, so many times; cards that it made are in the inventory afterwards.

        `label` names what it comes from, in draws. Raises Refused where it takes more steps than any effect may, and
        before anything is drawn where one entry would have to draw too often.
        """
        effect = read_effect(raw, scopes.HALL)
        self._check_draws(effect, label, times)
        for _ in range(times):
            self._perform(effect, player, label, {})
        self._hand_out()

    def _check_draws(self, effect: Effect, label: str, times: int) -> None:
        each = draws(effect, vocabulary_of(self.act.law).rolled_for)
        if each * times > limits.ENTRY_DRAWS:
            raise Refused(
                "too-many-draws",
                f"{label} may draw {each} times, and one act draws at most {limits.ENTRY_DRAWS} times: at most "
                f"{limits.ENTRY_DRAWS // each} at once.",
                "Dice (R17)",
            )

    def _perform(self, effect: Effect, player: str, label: str, names: Names) -> None:
        before = self.changes_made
        try:
            Run(self, player, label).perform(effect, {"me": (player,), **names})
        except TooLong:
            raise Refused("too-long", f"What {label} does would take too long.", "Effects") from None
        self._runs_in_vain += self.changes_made == before

    def require_change(self, label: str, rule: str, *, every_time: bool = True) -> None:
        """Raises Refused where the effects run so far changed nothing: nobody pays for that.

        With `every_time`, also where a single run of several changed nothing. After a draw it never refuses: what
        chance has decided stands (R126).
        """
        in_vain = not self.changes_made or (every_time and self._runs_in_vain > 0)
        if in_vain and not self.act.drew:
            raise Refused("nothing-comes-of-it", f"Nothing would come of it now: {label} would do nothing.", rule)

    def run_on_card(self, raw: Any, player: str, card: Card, label: str) -> None:
        """Run an effect of the law for a player on one card of their inventory, `$card`."""
        self._known[card.code] = card
        self._perform(read_effect(raw, scopes.ON_A_CARD), player, label, {"card": (card.code,)})
        self._hand_out()

    def gained(self, player: str) -> str:
        """What came to a player, in words: "2 Handy Packs and 7 of Stars (Blue)"."""
        law = self.act.law
        items = [named(law, item, count) for (holder, item), count in self.items.items() if holder == player]
        return ", ".join([*items, *(in_words(law, card) for card in self.cards_made if card.holder == player)])

    def _hand_out(self) -> None:
        for player in dict.fromkeys(player for player, _ in self._waiting):
            cards = [card for owner, card in self._waiting if owner == player]
            ledger_of(self.act).add_cards(player, cards)
            self.cards_made += cards
            self._known |= {card.code: card for card in cards}
        self._waiting = []

    # ── looking

    def cards(self, place: Place, of: Players) -> Cards:
        self._hand_out()
        held = Card.objects.filter(cycle=self.act.cycle).exclude(holder="").order_by("made_by", "code")
        if place == "inventory":
            held = held.filter(holder__in=of)
        elif place != "cycle":
            raise OutOfPlace(f"there is no {place} in the hall")
        found: dict[Ref, Card] = {card.code: card for card in held}
        self._known = {**found, **self._known}
        return tuple(found)

    def copies(self, cards: Cards) -> Cards:
        return cards

    def players(self, which: str) -> Players:
        playing = Player.objects.filter(cycle=self.act.cycle, left_at=None).order_by("name")
        if which == "active":
            return tuple(player.name for player in playing if not player.is_inactive(self.act.cycle.phase))
        return tuple(player.name for player in playing)

    def following(self, player: str) -> Players:
        return ()

    def face(self, card: Ref) -> Face:
        law, known = self.act.law, self._known[card]
        held, modifiers = properties(law, known), modifiers_of(law)
        indestructible = any(modifiers[name].indestructible for name in known.modifier_names if name in modifiers)
        return Face(
            species=known.species,
            values=frozenset(held.values),
            values_from=held.values_from,
            suits=frozenset(held.suits),
            colours=frozenset(held.colours),
            types=frozenset(held.types),
            modifiers=frozenset(known.modifier_names),
            flags=frozenset({"indestructible"} if indestructible else ()),
        )

    def owner(self, card: Ref) -> Players:
        holder = self._known[card].holder
        return (holder,) if holder else ()

    def binder(self, card: Ref, modifier: str) -> Players:
        by = self._remembered(card, modifier, "by")
        return (by,) if by in self.players("players") else ()

    def ticks(self, card: Ref, modifier: str) -> int:
        return int(self._remembered(card, modifier, "count") or 0)

    def _remembered(self, card: Ref, modifier: str, what: str) -> Any:
        return next((held.get(what) for held in self._known[card].modifiers if held["name"] == modifier), None)

    def stock(self, item: str, holder: str) -> int:
        return 0 if holder == "pool" else ledger_of(self.act).amount(holder, item)

    def tally(self, what: str, player: str, during: str) -> int:
        raise OutOfPlace("nobody has a turn in the hall")

    def opposes(self, one: str, other: str) -> bool:
        traits = self.act.law.section("card_traits", CardTraits)
        return [one, other] in traits.opposites or [other, one] in traits.opposites

    def playable(self, card: Ref, upon: Ref) -> bool:
        raise OutOfPlace("nothing is played in the hall")

    def elements(self, collection: str) -> Sequence[str]:
        return collections_of(self.act.law)[collection].elements

    def name_of(self, card: Ref) -> str:
        return in_words(self.act.law, self._known[card])

    def can_be_destroyed(self, card: Ref) -> bool:
        return "indestructible" not in self.face(card).flags and bool(self._free((card,)))

    # ── asking and drawing

    def answers_now(self, player: str, run: Runner) -> bool:
        return True

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        raise OutOfPlace("nobody owes a choice in the hall")

    def ask(self, question: Question) -> tuple[int | str, ...]:
        raise OutOfPlace(f"nobody is asked in the hall: {question.prompt}")

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self.act.chance.below(sides, label, purpose)

    # ── doing

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        if count > 0:
            self.changes_made += 1
            ledger_of(self.act).grant(to, item, count)
            self.items[to, item] += count

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        taken = min(max(count, 0), self.stock(item, player))
        ledger_of(self.act).revoke(player, item, taken)
        self.changes_made += taken > 0

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: Runner, *, at_once: bool = False) -> Cards:
        if place != "inventory":
            raise OutOfPlace(f"there is no {place} in the hall")
        self._parts += 1
        made = made_cards(self.act, convert(spec.raw, Spec), count, to, f"part {self._parts}", run.me)
        self._waiting += [(to, card) for card in made]
        self.changes_made += len(made)
        if not at_once:
            return ()
        self._hand_out()
        return tuple(card.code for card in made)

    def move(self, cards: Cards, place: Place, to: str, run: Runner) -> None:
        if place != "inventory":
            raise OutOfPlace(f"there is no {place} in the hall")
        moving = [card for card in self._free(cards) if card.holder != to]
        ledger_of(self.act).move_cards(moving, to)
        self.changes_made += len(moving)

    def swap(self, one: Ref, other: Ref, run: Runner) -> None:
        (first, second) = self._known[one], self._known[other]
        if len(self._free((one, other))) < 2:
            return
        owners = first.holder, second.holder
        if owners[0] != owners[1] and all(owners):
            ledger_of(self.act).move_cards([first], owners[1])
            ledger_of(self.act).move_cards([second], owners[0])
            self.changes_made += 1

    def destroy(self, cards: Cards, originals: bool, run: Runner) -> None:
        going = [card for card in self._free(cards) if self.can_be_destroyed(card.code)]
        ledger_of(self.act).destroy_cards(going)
        self.changes_made += len(going)

    def _free(self, cards: Cards) -> list[Card]:
        """Those of some cards that somebody has and no game holds itself: what is in play stays there (R117)."""
        return [known for card in cards if (known := self._known[card]).holder and known.code not in self._locked]

    @cached_property
    def _locked(self) -> set[str]:
        return locked_codes(self.act)

    def change(self, card: Ref, change: Change, run: Runner) -> None:
        known = self._known[card]
        before = _carried(known)
        lost = set(known.modifier_names) if change.lose_all_modifiers else set(change.lose.get("modifiers", ()))
        known.modifiers = [modifier for modifier in known.modifiers if modifier["name"] not in lost]
        for name in change.gain.get("modifiers", ()):
            apply_modifier(self.act.law, known, str(name), by=run.me)
        for trait, own in TRAITS.items():
            gained = dict.fromkeys((*getattr(known, own), *change.gain.get(trait, ())))
            setattr(known, own, [name for name in gained if name not in change.lose.get(trait, ())])
        known.own_values = _own_values(known.own_values, change)
        roll_collections(self.act, known, change.collections, run.me, f"{run.label}, {known.code}")
        known.save(update_fields=["modifiers", "own_values", *TRAITS.values()])
        ledger_of(self.act).altered(known)
        self.changes_made += _carried(known) != before

    def become(self, card: Ref, spec: NewCard, run: Runner) -> None:
        known = self._known[card]
        owner = known.holder
        if self._free((card,)):
            ledger_of(self.act).destroy_cards([known])
            self.add(spec, 1, "inventory", owner, run)

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        raise OutOfPlace("nobody has a turn in the hall")

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        raise OutOfPlace("nobody draws in the hall")

    def finish(self, how: str, player: str, run: Runner) -> None:
        raise OutOfPlace("no game ends in the hall")

    def play(self, card: Ref, without: tuple[str, ...], run: Runner) -> None:
        raise OutOfPlace("nothing is played in the hall")

    def act_as(self, modifier: str, run: Runner) -> None:
        raise OutOfPlace("no card acts in the hall")

    def again(self, species: str, run: Runner) -> None:
        raise OutOfPlace("no card acts in the hall")

    def wait(self, waiting: Waiting, run: Runner) -> None:
        raise OutOfPlace("nothing waits in the hall")


def _carried(card: Card) -> list[Any]:
    """What an effect can change about a card."""
    return [list(card.modifiers), list(card.own_values), *(list(getattr(card, own)) for own in TRAITS.values())]


def _own_values(held: list[Any], change: Change) -> list[Any]:
    """What a card has of its own after it has gained and lost values."""
    gained: list[Any] = [*change.gain.get("values", ())]
    if change.gain_from is not None:
        gained = [*(value for value in gained if value < change.gain_from), {"from": change.gain_from}]
    left = [value for value in held if not (change.lose_endless and isinstance(value, dict))]
    more = [value for value in gained if value not in left]
    return [value for value in (*left, *more) if value not in change.lose.get("values", ())]
