"""The effect language's `World` in a game of Exoptosis."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import asdict, replace

from exoptosis.engine import environment, events
from exoptosis.engine.cards import draw
from exoptosis.engine.cards.card import Card, CardId
from exoptosis.engine.cards.card_in_words import change_in_words
from exoptosis.engine.cards.change_card import changed_card, inherited
from exoptosis.engine.cards.effective_traits import flags_of
from exoptosis.engine.cards.outside_cards import ELSEWHERE
from exoptosis.engine.flow import endings, forfeits
from exoptosis.engine.flow.pool import destroyed_now
from exoptosis.engine.flow.waiting_effects import PlayEnds, meets, run_wait
from exoptosis.engine.moves.playability import PlaceToPlay
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.read_only_world import INDESTRUCTIBLE, SHOWN, ReadOnlyBattleWorld
from exoptosis.engine.state import Debt, Played, Wait
from nomic.effects.asking.questions import Question
from nomic.effects.language.world import Card as Ref
from nomic.effects.language.world import Cards as Refs
from nomic.effects.language.world import Change, Names, NewCard, Place, Rest, Runner, TurnChange, Waiting
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import WithoutRules
from nomic.effects.running.interpreter import Run

MAX_QUEUED = 8
MAX_WAITS = 64
MAX_WITHIN = 8  # nested effects of species, and of modifiers that bring others
NO_CARD = Card(0, "")


class BattleWorld(ReadOnlyBattleWorld, EnglishPrompts, WithoutRules):
    """The `World` of one step.

    `present` are the players whose answers the step has; choices of others are postponed. If `by_chance` is set, nobody
    is asked: optional choices are declined, others are drawn (R41). `cause` is the turn whose acts cause the effects
    (R50). `shows` is the owner of an original that is temporarily on the table, or None.
    """

    def __init__(
        self, draft: MutableState, *present: str, by_chance: bool = False, cause: int | None = None, shows: str = ""
    ) -> None:
        super().__init__(draft, shows)
        self.present = present
        self.by_chance = by_chance
        self.cause = draft.turn_number if cause is None else cause
        self.is_replacing = False
        self._gaining = 0

    # ── asking and drawing

    def answers_now(self, player: str, run: Runner) -> bool:
        return player in self.present or self.by_chance

    def ask(self, question: Question) -> tuple[int | str, ...]:
        if not self.by_chance and question.who in self.present:
            return self.draft.ask(question)
        return self.draft.leave_to_chance(question)

    def divided_by_zero(self, run: Runner) -> None:
        """Emit an event that reports a division by zero, once per source and step (R140)."""
        text = f"{run.label}: something is divided by 0, which counts as 0."
        if all(event.text != text for event in self.draft.events):
            self.draft.emit("divided-by-zero", text)

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self.draft.below(sides, label, purpose)

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        self.draft.owe(Debt(0, player, "choice", 0, 0, run.me, rest=rest, label=run.label), self.cause)

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        draw.take(self, player, count, whose, demand, run)

    # ── writing

    def move(self, cards: Refs, place: Place, to: str, run: Runner) -> None:
        if place == "inventory" or not self.draft.is_in(to):
            return
        for card in cards:
            if isinstance(card, int) and self.draft.can_be_taken(card):
                text = f"{self.whose(card)} goes to {to}'s {place}."
                self.draft.remove(card)
                self._put(card, place, to)
                self.draft.emit("moved", text, card=card, place=place, player=to)

    def _put(self, card: CardId, place: Place, player: str) -> None:
        seat = self.draft.seats[player]
        if place == "hand":
            self.draft.reseat(player, hand=(*seat.hand, card))
        else:
            self.draft.reseat(player, deck=(*seat.deck, card))

    def swap(self, one: Ref, other: Ref, run: Runner) -> None:
        """Exchange two cards. A card on the pile takes part only if the law lets it leave (R75)."""
        if not isinstance(one, int) or not isinstance(other, int) or one == other:
            return
        if not (self.draft.can_be_taken(one) and self.draft.can_be_taken(other)):
            return
        trade = {one: other, other: one}
        text = f"{self.whose(one)} and {self.whose(other)} change places."
        for player, seat in list(self.draft.seats.items()):
            if not trade.keys().isdisjoint((*seat.hand, *seat.deck)):
                hand = tuple(trade.get(card, card) for card in seat.hand)
                deck = tuple(trade.get(card, card) for card in seat.deck)
                self.draft.reseat(player, hand=hand, deck=deck)
        self.draft.trade_on_pile(trade)
        self.draft.emit("swapped", text, cards=[one, other])

    def lose(self, cards: Refs, modifiers: Sequence[str], run: Runner) -> None:
        """Remove modifiers from cards of this game, because of an effect elsewhere (R93)."""
        every = events.ALL in modifiers
        change = Change(lose={} if every else {"modifiers": tuple(modifiers)}, lose_all_modifiers=every)
        for card in cards if modifiers else ():
            self.change(card, change, run)

    def destroy(self, cards: Refs, originals: bool, run: Runner) -> None:
        # If no duplicates are made, the cards in play are the originals (R117).
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
        """Return whether a card is being played and is not on the pile yet.

        It will go there whatever happens to other cards.
        """
        is_played = self.playing is not None and self.playing.card == card
        return is_played and all(played.card != card for played in self.draft.pile)

    def _destroy_original(self, code: str, whose: str) -> None:
        """Destroy an original once, even if several of its duplicates are destroyed."""
        if code not in destroyed_now(self.draft):
            self.draft.events.append(events.original_destroyed(code, whose))

    def _lasts(self, code: str) -> bool:
        """Return whether an original cannot be destroyed, or is gone already.

        Modifiers of its duplicate do not matter (R30, R73).
        """
        ref = f"{ELSEWHERE}{code}"
        if self._elsewhere.knows(ref):
            return not self.can_be_destroyed(ref)
        original = environment.original(self.draft.environment, code)
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
        self.draft.emit("destroyed", text, card=card)
        for wait in [wait for wait in self.draft.waits if wait.event == "destroyed" and set(owner) & set(wait.who)]:
            if meets(self, wait, card):
                self.draft.waits.remove(wait)
                run_wait(self, wait, owner[0], (card,))

    def add(
        self, spec: NewCard, count: int, place: Place, to: str, run: Runner, *, at_once: bool = False
    ) -> tuple[CardId, ...]:
        """Create cards, and return those that exist at once.

        Cards for an inventory are created by the host after the step.
        """
        if place == "inventory":
            if count > 0 and self._plays(to):
                self.draft.events.append(events.card_made(to, spec, count, run.me))
            return ()
        made = []
        for _ in range(count if self.draft.is_in(to) else 0):
            made.append(card := self._make(spec, run))
            self._put(card, place, to)
            text = f"{self.name_of(card)} comes to {to}'s {place}."
            self.draft.emit("made", text, card=card, player=to, place=place)
            self._note_gained(card, NO_CARD, run)
        return tuple(made)

    def _make(self, spec: NewCard, run: Runner) -> CardId:
        """Create a card of this game without an original, with exactly the named modifiers (R90).

        Returns its id.
        """
        base = self.draft.base_of(spec.card)
        card = self.draft.fresh_card()
        plain = Card(id=card, species=spec.card, **asdict(base))
        self.draft.cards[card] = changed_card(
            self.draft.rules, self.draft, plain, Change(gain={"modifiers": spec.with_}), run.me
        )
        return card

    def become(self, card: Ref, spec: NewCard, run: Runner) -> None:
        if not isinstance(card, int) or self.draft.holder(card) is None:
            return
        text = f"{self.whose(card)} is replaced by {spec.card}."
        new = self._make(spec, run)
        for player, seat in list(self.draft.seats.items()):
            if card in seat.hand or card in seat.deck:
                hand = tuple(new if held == card else held for held in seat.hand)
                deck = tuple(new if held == card else held for held in seat.deck)
                self.draft.reseat(player, hand=hand, deck=deck)
        self.draft.emit("replaced", text, card=card, by=new)
        self._note_gained(new, NO_CARD, run)

    def change(self, card: Ref, change: Change, run: Runner) -> None:
        if isinstance(card, str):
            self._elsewhere.strip(card, change)
        if not isinstance(card, int) or card not in self.draft.cards:
            return
        before, whose = self.draft.cards[card], self.whose(card)
        after = changed_card(self.draft.rules, self.draft, before, change, run.me)
        givers = [held for giver in change.inherit for held in self._modifiers(giver)]
        after = replace(after, modifiers=inherited(after.modifiers, givers))
        if after != before:
            self.draft.cards[card] = after
            self.draft.emit("changed", f"{whose} {change_in_words(before, after)}.", card=card)
            self._note_gained(card, before, run)

    def _note_gained(self, card: CardId, before: Card, run: Runner) -> None:
        """Run the effects of modifiers that have just been added to a card, for its owner."""
        held = {modifier.name for modifier in before.modifiers}
        new = [modifier.name for modifier in self.draft.cards[card].modifiers if modifier.name not in held]
        for name in new if self._gaining < MAX_WITHIN else ():
            known = self.draft.rules.modifiers.get(name)
            if known is not None and known.hooks.when_gained:
                owner = next(iter(self.owner(card)), run.me)
                self._gaining += 1
                names: Names = {"me": (owner,), "this": (card,), "mod": (name,)}
                run.within(f"{name}, gained", owner).perform(known.hooks.when_gained, names)
                self._gaining -= 1

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        if self._plays(to):
            self.draft.grant(to, item, count)

    def _plays(self, player: str) -> bool:
        """Return whether the name belongs to a player of the cycle.

        All participants are players; others own nothing (R5, R100).
        """
        return self.draft.is_in(player) or player in environment.players(self.draft.environment)

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        self.draft.revoke(player, item, count)

    # ── the turn and the game

    def playable(self, card: Ref, upon: Ref) -> bool:
        if not isinstance(card, int) or not isinstance(upon, int):
            return False
        playing = self.playing
        if playing is None or playing.card != card:
            return PlaceToPlay(self, playing.by if playing else "", upon).allows(card)
        return playing.as_if_legal or PlaceToPlay(self, playing.by, upon).allows(card, is_allowed=playing.is_allowed)

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        if change == "reverse":
            self.draft.direction = -1 if self.draft.direction == 1 else 1
            self.draft.emit("reversed", "The turn order is reversed.")
        elif self.draft.is_in(player) and change == "skip":
            self.draft.reseat(player, skips=self.draft.seats[player].skips + 1)
            self.draft.emit("to-be-skipped", f"{player} will be skipped.", player=player)
        elif change == "skip-next" and player in self.draft.order:
            self.draft.reseat(player, skips_next=self.draft.seats[player].skips_next + 1)
            text = f"Whoever comes after {player} when the turn passes will be skipped."
            self.draft.emit("next-to-be-skipped", text, player=player)
        elif self.draft.is_in(player):
            self.draft.reseat(player, extra=self.draft.seats[player].extra + 1)
            self.draft.emit("extra-turn", f"{player} has another turn.", player=player)

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
        if self.playing is not None and isinstance(card, int) and len(self.playing.queue) < MAX_QUEUED:
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
        self.draft.emit("acts-as", f"{self.name_of(playing.card)} acts as {modifier}.", card=playing.card)
        self.play_modifier(modifier, run)

    def play_modifier(self, name: str, led_by: Runner | None = None) -> None:
        """Run a modifier's effect on playing its card. A repealed modifier has none."""
        playing, known = self.playing, self.draft.rules.modifiers.get(name)
        if playing is not None and known is not None and known.hooks.when_played:
            label = f"{playing.label}, {name}"
            run = Run(self, playing.by, label) if led_by is None else led_by.within(label, playing.by)
            run.perform(known.hooks.when_played, {**playing.names, "mod": (name,)})

    def again(self, species: str, run: Runner) -> None:
        playing, known = self.playing, self.draft.rules.species.get(species)
        if playing is None or known is None or not known.hooks.when_played:
            return
        if species in playing.doing or len(playing.doing) >= MAX_WITHIN:
            return
        self.draft.emit("again", f"{self.name_of(playing.card)} does what {species} does.", card=playing.card)
        playing.doing.append(species)
        within = run.within(f"{playing.label}, {species} again", playing.by)
        within.perform(known.hooks.when_played, dict(playing.names))
        playing.doing.pop()

    def wait(self, waiting: Waiting, run: Runner) -> None:
        if len(self.draft.waits) >= MAX_WAITS:
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
