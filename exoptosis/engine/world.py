"""A game of Exoptosis as effects see it."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from exoptosis.engine import endings, events, forfeits, outside
from exoptosis.engine.cards import Card, CardId, Modifier
from exoptosis.engine.draft import Draft
from exoptosis.engine.elsewhere import ELSEWHERE, Elsewhere
from exoptosis.engine.faces import Faces, change_in_words, flags_of, in_words
from exoptosis.engine.pool import destroyed_now
from exoptosis.engine.state import Debt, Played, Tally, Wait
from exoptosis.engine.upon import CardsOfPlay
from nomic.effects.asking.questions import Option, Question
from nomic.effects.language.world import Card as Ref
from nomic.effects.language.world import Cards as Refs
from nomic.effects.language.world import Change, Face, Names, NewCard, Place, Players, Rest, Runner, TurnChange, Waiting
from nomic.effects.running.run import Run
from nomic.effects.words.prompts import EnglishPrompts

MOST_QUEUED = 8
MOST_WAITS = 64
INDESTRUCTIBLE = "indestructible"
SHOWN: CardId = 0  # the number of an original that is laid on the table for a moment: those in play begin with 1


class PlayEnds(Exception):
    """What is being played ends at once: the game is over, or its player is out of it."""


class Playing:
    """A card being played: the card, who plays it upon what, what it acts as, and what is played after it.

    `as_if_legal`: another card's effect plays it, whatever lies beneath (R86). `is_allowed`: its own allowance held
    when it was played, before it cost anything.
    """

    def __init__(self, card: CardId, by: str, beneath: Refs, label: str, as_if_legal: bool) -> None:
        self.card = card
        self.by = by
        self.label = label
        self.as_if_legal = as_if_legal
        self.is_allowed = False
        self.names: Names = {"me": (by,), "this": (card,), "beneath": beneath}
        self.acts_as: list[str] = []
        self.queue: list[tuple[CardId, tuple[str, ...]]] = []


class BattleWorld(EnglishPrompts):
    """The world of one step. `present` are those whose answers come with it; what anybody else has to choose is owed.

    With `by_chance`, nobody is asked: what is optional is declined, what is not is drawn (R41). `cause` is the turn
    whose acts bring what happens (R50); `shows` is whose original is laid on the table meanwhile, if anybody's.
    """

    def __init__(
        self, draft: Draft, *present: str, by_chance: bool = False, cause: int | None = None, shows: str = ""
    ) -> None:
        self.draft = draft
        self.shows = shows
        self.faces = Faces(draft)
        self.present = present
        self.by_chance = by_chance
        self.playing: Playing | None = None
        self.cause = cause if cause is not None else (draft.turn.number if draft.turn else 0)
        self._elsewhere = Elsewhere(draft)
        self._replacing = False

    # ── looking

    def cards(self, place: Place, of: Players) -> Refs:
        seats = [self.draft.seats[player] for player in of if self.draft.is_in(player)]
        if place == "hand":
            return tuple(card for seat in seats for card in seat.hand)
        if place == "deck":
            return tuple(card for seat in seats for card in seat.deck)
        if place == "pile":
            return tuple(played.card for played in self.draft.pile)
        if place == "inventory":
            return tuple(ref for player in of for ref in self._elsewhere.inventory(player))
        return (*self._here(), *self._elsewhere.whole_cycle())

    def _here(self) -> Refs:
        """Every card of this game that is not destroyed."""
        held = [card for seat in self.draft.seats.values() if seat.status == "in" for card in (*seat.hand, *seat.deck)]
        return (*held, *(played.card for played in self.draft.pile if not played.destroyed))

    def copies(self, cards: Refs) -> Refs:
        found: dict[Ref, None] = {}
        for card in cards:
            found[card] = None
            original = self._original(card)
            if original:
                found |= {here: None for here in self._here() if self.draft.cards[int(here)].original == original}
                found |= dict.fromkeys(self._elsewhere.copies(original))
        return tuple(found)

    def _original(self, card: Ref) -> str:
        if isinstance(card, int):
            return self.draft.cards[card].original if card in self.draft.cards else ""
        return self._elsewhere.original(card)

    def players(self, which: Literal["participants", "entered", "players", "active"]) -> Players:
        if which == "participants":
            return self.draft.participants
        if which == "entered":
            return self.draft.order
        read = outside.players if which == "players" else outside.active_players
        return read(self.draft.environment)

    def following(self, player: str) -> Players:
        return self.draft.following(player)

    def face(self, card: Ref) -> Face:
        if isinstance(card, int):
            return self.faces.face(card)
        return self._elsewhere.face(card)

    def owner(self, card: Ref) -> Players:
        if not isinstance(card, int):
            return (self._elsewhere.owner(card),)
        if card == SHOWN:
            return (self.shows,)
        if self.playing is not None and card == self.playing.card:
            return (self.playing.by,)
        holder = self.draft.holder(card)
        if holder is not None:
            return (holder,)
        return tuple(played.by for played in self.draft.pile if played.card == card)[-1:]

    def binder(self, card: Ref, modifier: str) -> Players:
        by = next((held.by for held in self._modifiers(card) if held.name == modifier), "")
        return (by,) if by and by in outside.players(self.draft.environment) else ()

    def ticks(self, card: Ref, modifier: str) -> int:
        return next((held.count for held in self._modifiers(card) if held.name == modifier), 0)

    def _modifiers(self, card: Ref) -> tuple[Modifier, ...]:
        known = self.draft.cards.get(card) if isinstance(card, int) else None
        return known.modifiers if known else ()

    def stock(self, item: str, holder: str) -> int:
        if holder == "pool":
            return sum(seat.stake.items.get(item, 0) for seat in self.draft.seats.values())
        return self.draft.stock(holder, item)

    def tally(self, what: str, player: str, during: str) -> int:
        number = self.draft.turn.number if self.draft.turn else 0
        wanted = number - 1 if during == "previous_turn" else number
        return sum(
            tally.count
            for tally in self.draft.tallies
            if tally.player == player and (tally.cause if what == "drawn_by_cause" else tally.at) == wanted
        )

    def opposes(self, one: str, other: str) -> bool:
        return (one, other) in self.draft.rules.opposites

    def playable(self, card: Ref, upon: Ref) -> bool:
        if not isinstance(card, int) or not isinstance(upon, int):
            return False
        playing = self.playing
        if playing is None or playing.card != card:
            return CardsOfPlay(self, playing.by if playing else "", upon).allows(card)
        return playing.as_if_legal or CardsOfPlay(self, playing.by, upon).allows(card, is_allowed=playing.is_allowed)

    def elements(self, collection: str) -> Sequence[str]:
        return self.draft.rules.collections.get(collection, ())

    def name_of(self, card: Ref) -> str:
        if isinstance(card, int):
            known = self.draft.cards.get(card)
            return in_words(known) if known else "a card"
        return self._elsewhere.face(card).species

    def whose(self, card: Ref) -> str:
        """A card with its owner, as it lies: "Ada's 5 (Bound)"."""
        return "".join(f"{owner}'s " for owner in self.owner(card)) + self.name_of(card)

    def can_be_destroyed(self, card: Ref) -> bool:
        return INDESTRUCTIBLE not in self.face(card).flags

    # ── asking and drawing

    def answers_now(self, player: str, run: Runner) -> bool:
        return player in self.present or self.by_chance

    def ask(self, question: Question) -> tuple[int | str, ...]:
        if not self.by_chance and question.who in self.present:
            return self.draft.ask(question)
        return self.draft.leave_to_chance(question)

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self.draft.below(sides, label, purpose)

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        self._owe(Debt(0, player, "choice", 0, 0, run.me, rest=rest, label=run.label))

    def _owe(self, debt: Debt) -> None:
        """Owed until the end of the next player's turn (R41)."""
        number = self.draft.turn.number if self.draft.turn else 0
        debt = replace(debt, id=self.draft.fresh_id(), until=number + 1, cause=self.cause)
        self.draft.debts.append(debt)
        self.draft.tell("owed", f"{debt.debtor} owes {DEBTS[debt.kind]}.", player=debt.debtor, debt=debt.id)

    # ── drawing cards (R40, R81, R82)

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        for _ in range(count):
            if self.answers_now(player, run):
                self.draw_one(player, whose, demand, run)
            elif self._can_draw(player, whose):
                self._owe(Debt(0, player, "draw", 0, 0, run.me, whose=whose, demand=demand, label=run.label))

    def _can_draw(self, player: str, whose: str) -> bool:
        """With no deck and no giver a draw lapses (R82)."""
        return self.draft.is_in(player) and (bool(self.draft.seats[whose].deck) or bool(self._givers(player)))

    def _givers(self, player: str) -> list[str]:
        others = (other for other in self.draft.participants if other != player)
        return [other for other in others if self.draft.seats[other].hand]

    def draw_one(self, player: str, whose: str, demand: Rest | None, run: Runner) -> None:
        """One draw by somebody who is asked now; a waiting effect may take its place (R50).

        A deck in which nothing fits what is demanded is as good as an empty one: somebody else gives a card (R40).
        """
        if not self.draft.is_in(player):
            return
        instead = self._waiting_instead(player)
        if instead is not None:
            self.draft.waits.remove(instead)
            self._replacing = True
            self.run_wait(instead, player, (), demand)
            self._replacing = False
            return
        fitting = tuple(card for card in self.draft.seats[whose].deck if run.fits(demand, card))
        if fitting:
            self._draw_from_deck(player, whose, fitting, run)
        elif whose == player:
            self._draw_from_giver(player, run)

    def _waiting_instead(self, player: str) -> Wait | None:
        """What takes the place of this player's draw; a draw that has taken another's place is not replaced again."""
        if self._replacing:
            return None
        waits = (wait for wait in self.draft.waits if wait.event == "drawing" and player in wait.who and wait.instead)
        return next(waits, None)

    def _draw_from_deck(self, player: str, whose: str, cards: Refs, run: Runner) -> None:
        (card,) = self._choose_card(player, f"{run.label}: choose a card to draw", cards)
        self.draft.remove(card)
        self._receive(player, card)
        source = "" if whose == player else f" from {whose}'s deck"
        self.draft.tell("drew", f"{player} draws {self.name_of(card)}{source}.", player=player, card=card, whose=whose)

    def _draw_from_giver(self, player: str, run: Runner) -> None:
        givers = self._givers(player)
        if not givers:
            self.draft.tell("draw-lapsed", f"{player} has nothing to draw.", player=player)
            return
        giver = givers[0]
        if len(givers) > 1:
            options = tuple(Option(other, other) for other in givers)
            prompt = f"{run.label}: choose who gives you a card"
            (giver,) = self.ask(Question(player, prompt, "player", options))  # type: ignore[assignment]
        if giver in self.present or self.by_chance:
            self.give_one(giver, player, run)
        else:
            self._owe(Debt(0, giver, "give", 0, 0, player, to=player, label=run.label))

    def give_one(self, giver: str, player: str, run: Runner) -> None:
        """A player gives a card of their hand in place of a draw; it counts as drawn (R81)."""
        hand = self.draft.seats[giver].hand
        if not hand or not self.draft.is_in(player):
            return
        (card,) = self._choose_card(giver, f"{run.label}: choose a card to give to {player}", hand)
        self.draft.remove(card)
        self._receive(player, card)
        self.draft.tell("gave", f"{giver} gives {player} {self.name_of(card)}.", player=giver, card=card, to=player)

    def _choose_card(self, player: str, prompt: str, cards: Refs) -> tuple[CardId]:
        if len(cards) == 1:
            return (int(cards[0]),)
        options = tuple(Option(card, self.name_of(card)) for card in cards)
        return (int(self.ask(Question(player, prompt, "card", options))[0]),)

    def _receive(self, player: str, card: CardId) -> None:
        self.draft.reseat(player, hand=(*self.draft.seats[player].hand, card))
        number = self.draft.turn.number if self.draft.turn else 0
        self.draft.tallies.append(Tally(player, number, self.cause, 1))

    # ── changing

    def move(self, cards: Refs, place: Place, to: str, run: Runner) -> None:
        if place == "inventory" or not self.draft.is_in(to):
            return
        for card in cards:
            if isinstance(card, int) and self.draft.holder(card) is not None:
                text = f"{self.whose(card)} goes to {to}'s {place}."
                self.draft.remove(card)
                self._put(card, place, to)
                self.draft.tell("moved", text, card=card, place=place, player=to)

    def _put(self, card: CardId, place: Place, player: str) -> None:
        seat = self.draft.seats[player]
        if place == "hand":
            self.draft.reseat(player, hand=(*seat.hand, card))
        else:
            self.draft.reseat(player, deck=(*seat.deck, card))

    def swap(self, one: Ref, other: Ref, run: Runner) -> None:
        """Only cards that are held change places: what lies on the pile stays there, where it was played (R75)."""
        if not isinstance(one, int) or not isinstance(other, int) or one == other:
            return
        if self.draft.holder(one) is None or self.draft.holder(other) is None:
            return
        trade = {one: other, other: one}
        text = f"{self.whose(one)} and {self.whose(other)} change places."
        for player, seat in list(self.draft.seats.items()):
            if not trade.keys().isdisjoint((*seat.hand, *seat.deck)):
                hand = tuple(trade.get(card, card) for card in seat.hand)
                deck = tuple(trade.get(card, card) for card in seat.deck)
                self.draft.reseat(player, hand=hand, deck=deck)
        self.draft.tell("swapped", text, cards=[one, other])

    def lose(self, cards: Refs, modifiers: Sequence[str], run: Runner) -> None:
        """Cards of this game lose these modifiers by what was done elsewhere (R93)."""
        every = events.ALL in modifiers
        change = Change(lose={} if every else {"modifiers": tuple(modifiers)}, lose_all_modifiers=every)
        for card in cards if modifiers else ():
            self.change(card, change, run)

    def destroy(self, cards: Refs, originals: bool, run: Runner) -> None:
        # Where no duplicates are made, the cards in play are the originals (R117).
        reaches_originals = originals or not self.draft.rules.duplicates
        for card in cards:
            if not self.can_be_destroyed(card) or self._is_on_its_way(card):
                continue
            if isinstance(card, int):
                original, whose = self._original(card), self.whose(card)
                self._destroy_here(card)
                if (reaches_originals or card == SHOWN) and original and not self._lasts(original):
                    self._destroy_original(original, whose)
            elif card == f"{ELSEWHERE}{self._original(card)}":
                self._destroy_original(self._original(card), self.whose(card))
            else:
                self.draft.events.append(events.destroyed_elsewhere(card, self._elsewhere.loses(card)))

    def _is_on_its_way(self, card: Ref) -> bool:
        """Whether a card is being played and still costs something: it goes on the pile, whatever becomes of others."""
        is_played = self.playing is not None and self.playing.card == card
        return is_played and all(played.card != card for played in self.draft.pile)

    def _destroy_original(self, code: str, whose: str) -> None:
        """Once, however many of its duplicates go with it."""
        if code not in destroyed_now(self.draft):
            self.draft.events.append(events.original_destroyed(code, whose))

    def _lasts(self, code: str) -> bool:
        """Whether an original cannot be destroyed, whatever its duplicate is by now (R30, R73): or is gone already."""
        ref = f"{ELSEWHERE}{code}"
        if self._elsewhere.knows(ref):
            return not self.can_be_destroyed(ref)
        original = outside.original(self.draft.environment, code)
        return original is None or INDESTRUCTIBLE in flags_of(
            self.draft.rules, frozenset(modifier.name for modifier in original.modifiers)
        )

    def _destroy_here(self, card: CardId) -> None:
        owner, text = self.owner(card), f"{self.whose(card)} is destroyed."
        for place, played in enumerate(self.draft.pile):
            if played.card == card and not played.destroyed:
                self.draft.pile[place] = replace(played, destroyed=True)
                break
        else:
            if self.draft.holder(card) is None:
                return
            self.draft.remove(card)
        self.draft.tell("destroyed", text, card=card)
        for wait in [wait for wait in self.draft.waits if wait.event == "destroyed" and set(owner) & set(wait.who)]:
            if self.meets(wait, card):
                self.draft.waits.remove(wait)
                self.run_wait(wait, owner[0], (card,))

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: Runner) -> None:
        if place == "inventory":
            if count > 0 and self._plays(to):
                self.draft.events.append(events.card_made(to, spec, count))
            return
        for _ in range(count if self.draft.is_in(to) else 0):
            card = self._make(spec)
            self._put(card, place, to)
            text = f"{self.name_of(card)} comes to {to}'s {place}."
            self.draft.tell("made", text, card=card, player=to, place=place)

    def _make(self, spec: NewCard) -> CardId:
        """A card of this game alone, without an original (R90)."""
        base = self.draft.base_of(spec.card)
        card = self.draft.fresh_card()
        self.draft.cards[card] = Card(
            id=card,
            species=spec.card,
            values=base.values,
            values_from=base.values_from,
            suits=base.suits,
            colours=base.colours,
            types=base.types,
            modifiers=tuple(Modifier(name) for name in spec.with_),
        )
        return card

    def become(self, card: Ref, spec: NewCard, run: Runner) -> None:
        if not isinstance(card, int) or self.draft.holder(card) is None:
            return
        text = f"{self.whose(card)} is replaced by {spec.card}."
        new = self._make(spec)
        for player, seat in list(self.draft.seats.items()):
            if card in seat.hand or card in seat.deck:
                hand = tuple(new if held == card else held for held in seat.hand)
                deck = tuple(new if held == card else held for held in seat.deck)
                self.draft.reseat(player, hand=hand, deck=deck)
        self.draft.tell("replaced", text, card=card, by=new)

    def change(self, card: Ref, change: Change, run: Runner) -> None:
        if isinstance(card, str):
            self._elsewhere.strip(card, change)
        if not isinstance(card, int) or card not in self.draft.cards:
            return
        before, whose = self.draft.cards[card], self.whose(card)
        after = self._changed(before, change, run.me)
        if after != before:
            self.draft.cards[card] = after
            self.draft.tell("changed", f"{whose} {change_in_words(before, after)}.", card=card)

    def _changed(self, card: Card, change: Change, giver: str) -> Card:
        gained: dict[str, tuple[str, ...]] = dict(change.gain)
        modifiers = () if change.lose_all_modifiers else card.modifiers
        lost = change.lose.get("modifiers", ())
        modifiers = tuple(self._counted_up(held, change.tick) for held in modifiers if held.name not in lost)
        for name in (*gained.get("modifiers", ()), *self._rolled(card, change.collections)):
            modifiers = self._with_modifier(modifiers, name, giver, gained)
        return replace(
            card,
            modifiers=modifiers,
            values=tuple(value + change.shift for value in card.values),
            values_from=None if card.values_from is None else card.values_from + change.shift,
            suits=_changed_set(card.suits, gained.get("suits", ()), change.lose.get("suits", ())),
            colours=_changed_set(card.colours, gained.get("colours", ()), change.lose.get("colours", ())),
            types=_changed_set(card.types, gained.get("types", ()), change.lose.get("types", ())),
        )

    def _rolled(self, card: Card, collections: Sequence[tuple[str, int]]) -> list[str]:
        """An element of each collection that hits (R27)."""
        found = []
        for name, chance in collections:
            label = f"modifiers of {card.species}, {name}"
            if self.draft.below(100, f"{label}?", f"{label}: does it hit ({chance} in 100)?") < chance:
                elements = self.elements(name)
                found.append(elements[self.draft.below(len(elements), label, label)])
        return found

    def _counted_up(self, modifier: Modifier, by: int) -> Modifier:
        """Only modifiers that the law lets keep count do (R48)."""
        known = self.draft.rules.modifiers.get(modifier.name)
        return replace(modifier, count=modifier.count + by) if by and known is not None and known.counts else modifier

    def _with_modifier(
        self, held: tuple[Modifier, ...], name: str, giver: str, gained: dict[str, tuple[str, ...]]
    ) -> tuple[Modifier, ...]:
        """R26: one that turns into suits or colours is gone at once. R28: a second one changes nothing."""
        known = self.draft.rules.modifiers.get(name)
        if known is not None and known.gains is not None:
            for trait, names in known.gains.items():
                gained[trait] = (*gained.get(trait, ()), *names)
            return held
        if any(modifier.name == name for modifier in held):
            return held
        remembers = known is not None and known.remembers_giver
        return (*held, Modifier(name, by=giver if remembers else ""))

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        if self._plays(to):
            self.draft.grant(to, item, count)

    def _plays(self, player: str) -> bool:
        """Whether somebody is a player of the cycle, as everybody in the game is: others own nothing (R5, R100)."""
        return self.draft.is_in(player) or player in outside.players(self.draft.environment)

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        self.draft.revoke(player, item, count)

    # ── the turn and the game

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        if change == "reverse":
            self.draft.direction = -1 if self.draft.direction == 1 else 1
            self.draft.tell("reversed", "The turn order is reversed.")
        elif self.draft.is_in(player) and change == "skip":
            self.draft.reseat(player, skips=self.draft.seats[player].skips + 1)
            self.draft.tell("to-be-skipped", f"{player} is to be skipped.", player=player)
        elif change == "skip-next" and player in self.draft.order:
            self.draft.reseat(player, skips_next=self.draft.seats[player].skips_next + 1)
            text = f"Whoever comes after {player} when the turn passes is to be skipped."
            self.draft.tell("next-to-be-skipped", text, player=player)
        elif self.draft.is_in(player):
            self.draft.reseat(player, extra=self.draft.seats[player].extra + 1)
            self.draft.tell("extra-turn", f"{player} has another turn.", player=player)

    def finish(self, how: Literal["win", "forfeit"], player: str, run: Runner) -> None:
        if not self.draft.is_in(player):
            return
        if how == "win":
            endings.win(self.draft, player)
        else:
            forfeits.forfeit(self.draft, player)
        if self.draft.outcome is not None or (self.playing is not None and not self.draft.is_in(self.playing.by)):
            raise PlayEnds

    def play(self, card: Ref, without: tuple[str, ...], run: Runner) -> None:
        if self.playing is not None and isinstance(card, int) and len(self.playing.queue) < MOST_QUEUED:
            self.playing.queue.append((card, without))

    def act_as(self, modifier: str, run: Runner) -> None:
        playing = self.playing
        if playing is None or modifier not in self.draft.rules.modifiers:
            return
        playing.acts_as.append(modifier)
        for place in range(len(self.draft.pile) - 1, -1, -1):
            played: Played = self.draft.pile[place]
            if played.card == playing.card:
                self.draft.pile[place] = replace(played, acted=(*played.acted, modifier))
                break
        self.draft.tell("acts-as", f"{self.name_of(playing.card)} acts as {modifier}.", card=playing.card)
        self.play_modifier(modifier)

    def play_modifier(self, name: str) -> None:
        """Do what a modifier of the card being played does when played; one that was repealed does nothing."""
        playing, known = self.playing, self.draft.rules.modifiers.get(name)
        if playing is not None and known is not None and known.hooks.when_played:
            run = Run(self, playing.by, f"{playing.label}, {name}")
            run.perform(known.hooks.when_played, {**playing.names, "mod": (name,)})

    def wait(self, waiting: Waiting, run: Runner) -> None:
        if len(self.draft.waits) >= MOST_WAITS:
            return
        self.draft.waits.append(
            Wait(
                id=self.draft.fresh_id(),
                owner=run.me,
                source=self.playing.card if self.playing else 0,
                event=waiting.event,
                who=waiting.who,
                rest=waiting.rest,
                where=waiting.where,
                instead=waiting.instead,
                label=run.label,
            )
        )

    def meets(self, wait: Wait, card: CardId) -> bool:
        """Whether a card is one that a waiting effect waits for."""
        if not wait.where:
            return True
        return Run(self, wait.owner, wait.label).fits(replace(wait.rest, text=wait.where), card)

    def run_wait(self, wait: Wait, who: str, cards: Refs, demand: Rest | None = None) -> None:
        """Run a waiting effect that its event has come for; it has been used up before."""
        run = Run(self, wait.owner, wait.label)
        run.go_on(wait.rest, run.event(who, cards, demand))


DEBTS = {"draw": "a draw", "give": "a card to another", "choice": "a choice"}


def _changed_set(held: tuple[str, ...], gained: Sequence[str], lost: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys((*held, *gained)) if name not in lost)
