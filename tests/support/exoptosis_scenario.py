"""A small language for tests of Exoptosis: it sets up a game, makes moves, and checks questions and results.

    game = table(ada="Ace, 7 | 2", bob="9; Speedy | 3, 4", eve="King", pile="10 @eve", vertebrae={"ada": 5})
    game.play("ada", "Ace")
    game.asks("ada", ["bob", "eve"])
    game.answers("bob")
    assert game.owed() == ["bob draws", "bob draws"]

Players sit in the order of play, and the first has the turn. The hand is before the bar, the deck after it. A card is
its species, followed after semicolons by traits of this copy: modifiers ("Bound by eve", "Fragile 2"), suits, colours,
types and values. Later a card is named by its species, or as "bob's 9" if there are several.
The results of draws are set in advance, in order. An unexpected draw fails the test, and so does a missing one.
"""

import copy
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal, TypeVar

import pytest
from msgspec import convert
from msgspec.structs import replace

from exoptosis.engine.cards.card import Card, CardId, Original
from exoptosis.engine.cards.duplicates import card_of
from exoptosis.engine.cards.effective_traits import Faces
from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.game import Exoptosis
from exoptosis.engine.moves.definitions import DrawCard, PlayCard
from exoptosis.engine.mutable_state import draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Bet, Debt, Kind, Played, Seat, Stake, State, Turn
from nomic.matches.contract.external_events import read_happening
from nomic.matches.contract.game import Asked, BadAnswer, Event, IllegalMove, LegalMove, Question, Step
from nomic.matches.contract.moves import move_data, read_move, read_order
from tests.support.exoptosis_match import Outside
from tests.support.hall import cycle_16

GAME = Exoptosis()
Words = Sequence[str | int]
Json = Any
# What changes inventories: whether it brings something or takes it.
CARRIED_OUT = {"granted": 1, "revoked": -1, "staked": -1, "stake-returned": 1, "pool-won": 1}
OWED = {"draw": "draws", "give": "gives", "choice": "chooses"}


@cache
def cycle_16_rules() -> Rules:
    return compile_rules(cycle_16(), 1)


def changed_rules(change: Callable[[dict[str, Json]], object], number: int = 2) -> Rules:
    """Return the compiled rules of Cycle 16's law after a change."""
    document = cycle_16()
    change(document)
    return compile_rules(document, number)


Test = TypeVar("Test", bound=Callable[..., None])


def shows(*entries: str) -> Callable[[Test], Test]:
    """Decorator that records the species and modifiers that a test covers. `test_every_entry` checks for gaps."""

    def noted(test: Test) -> Test:
        test.shows = entries  # type: ignore[attr-defined]
        return test

    return noted


class ToldChance:
    """Chance with predetermined draws, as numbers from 1, like the faces of a die."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.drawn: list[tuple[str, int, int]] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        assert self.told, f"nobody foresaw this draw: {label} (1 of {sides})"
        value = self.told.pop(0)
        assert 1 <= value <= sides, f"{label} has {sides} sides, not {value}"
        self.drawn.append((label, sides, value))
        return value - 1


class Scenario:
    """A running game. A question stays open until it is answered."""

    def __init__(self, rules: Rules, state: State, environment: Outside) -> None:
        self.rules = rules
        self.state = state
        self.environment = environment
        self.chance = ToldChance()
        self.events: list[Event] = []
        self.question: Question | None = None
        self._attempt: tuple[str, dict[str, Json], list[list[int | str]]] | None = None

    # ── doing

    def dice(self, *values: int) -> None:
        """Set the results of the next draws, in order, as numbers from 1."""
        self.chance.told += values

    def play(self, player: str, card: str, *answers: str | int | Words) -> None:
        """Play a card from the hand, and answer questions while there are answers."""
        self._move(player, {"kind": "play", "card": self._in_hand(player, card)}, answers)

    def draws(self, player: str, *answers: str | int | Words) -> None:
        """Draw a card as the player's turn."""
        self._move(player, {"kind": "draw"}, answers)

    def pays(self, player: str, *answers: str | int | Words) -> None:
        """Pay the player's first debt."""
        self._move(player, {"kind": "pay", "debt": self.debts_of(player)[0].id}, answers)

    def forfeits(self, player: str) -> None:
        self._move(player, {"kind": "forfeit"}, ())

    def move(self, player: str, kind: str, *answers: str | int | Words, **fields: Json) -> None:
        self._move(player, {"kind": kind, **fields}, answers)

    def answers(self, *answers: str | int | Words) -> None:
        """Answer the open question."""
        assert self._attempt is not None, "nothing is asked"
        player, move, given = self._attempt
        given = [*given, self._values(answers[0])]
        self._go_on(player, move, given, list(answers[1:]), self._try(player, move, given))

    def lets_time_pass(self) -> None:
        """Let the game's next clock run out."""
        clock = GAME.clocks(self.rules, self.state)[0]
        self._attempt = None
        self._take(GAME.expire(self.rules, self.state, clock.name, self.chance, self.environment))

    def happens(self, kind: str, **facts: Json) -> None:
        """Report an external event that affects the game (R104)."""
        step = GAME.react(
            self.rules, self.state, read_happening(GAME, {"kind": kind, **facts}), self.chance, self.environment
        )
        assert step is not None, f"{kind} touches nothing"
        self._take(step)

    def votes(self, change: Callable[[dict[str, Json]], object]) -> None:
        """Change the law."""
        self.rules = changed_rules(change, self.rules.number + 1)

    def _move(self, player: str, move: dict[str, Json], answers: Sequence[str | int | Words]) -> None:
        """Make a move. Asserts that it is listed as legal, with the question that it asks first, if any."""
        listed = self._listed(player, move) if move["kind"] in ("play", "draw", "pay") else None
        made = self._try(player, move, [])
        if listed is not None:
            assert listed.question == (made.question if isinstance(made, Asked) else None)
        self._go_on(player, move, [], list(answers), made)

    def _listed(self, player: str, move: dict[str, Json]) -> LegalMove:
        legal = GAME.legal(self.rules, self.state, player, self.environment)
        return next(listed for listed in legal if listed.move == read_move(GAME, move))

    def _go_on(
        self,
        player: str,
        move: dict[str, Json],
        given: list[list[int | str]],
        answers: list[str | int | Words],
        made: Step[State] | Asked,
    ) -> None:
        """Apply the result of a move, and answer its questions while there are answers."""
        while True:
            if isinstance(made, Step):
                self._take(made)
            self.question = made.question
            self._attempt = None if self.question is None else (player, move, given)
            if self.question is None:
                assert not answers, f"nothing is asked that {answers} would answer"
            if not answers:
                return
            given = [*given, self._values(answers.pop(0))]
            made = self._try(player, move, given)

    def _try(self, player: str, move: dict[str, Json], given: list[list[int | str]]) -> Step[State] | Asked:
        sent = {"kind": "answer"} if self.state.pending and move["kind"] != "forfeit" else move
        return GAME.play(self.rules, self.state, player, read_move(GAME, sent), given, self.chance, self.environment)

    def _values(self, answer: str | int | Words) -> list[int | str]:
        assert self.question is not None
        words = [answer] if isinstance(answer, str | int) else answer
        return [self._value(word, self.question.kind) for word in words]

    def _value(self, word: str | int, kind: str) -> int | str:
        if kind != "card" or not isinstance(word, str) or self.state.stage == "betting":
            return word  # what is bet are originals, by their codes
        return self.number(word)

    def _take(self, step: Step[State]) -> None:
        self.state = GAME.decode(GAME.encode(step.state))
        assert self.state == step.state
        self.question = step.question
        self.events += step.events
        for event in step.events:
            self._carry_out(event)
        self._check_that_every_card_lies_once()
        assert step.question is not None or not self.chance.told, f"nothing was drawn for {self.chance.told}"

    def _carry_out(self, event: Event) -> None:
        """Change inventories for an event, as the host does."""
        if event.kind not in CARRIED_OUT:
            return
        facts, sign = event.facts, CARRIED_OUT[event.kind]
        items = facts["items"] if "items" in facts else {facts["item"]: facts["count"]}
        for item, count in items.items():
            key = (facts["player"], item)
            self.environment.stock[key] = self.environment.stock.get(key, 0) + sign * count
            assert self.environment.stock[key] >= 0

    def _check_that_every_card_lies_once(self) -> None:
        lying = [card for seat in self.state.seats for card in (*seat.hand, *seat.deck)]
        lying += [played.card for played in self.state.pile if not played.destroyed]
        assert len(lying) == len(set(lying)), "a card lies in two places"
        assert set(lying) <= self.state.cards.keys()

    # ── expecting

    def asks(self, who: str, offered: Words, *, least: int = 1, most: int = 1) -> None:
        """Assert that this question is open: who is asked, the exact options, and how many may be chosen."""
        assert self.question is not None, "nothing is asked"
        expected = [self._value(word, self.question.kind) for word in offered]
        options = [option.value for option in self.question.options]
        named = [self.name(option) for option in options]
        assert set(options) == set(expected), f"on offer are {named}, not {list(offered)}"
        assert len(options) == len(expected)
        assert (self.question.who, self.question.least, self.question.most) == (who, least, most)

    def asks_nothing(self) -> None:
        assert self.question is None, f"{self.question} is asked"

    def refuses(self, player: str, card: str, *, rule: str, code: str = "") -> None:
        """Assert that playing the card is refused by this rule and changes nothing, and that it is not listed."""
        number = self._in_hand(player, card)
        self.refuses_move(player, {"kind": "play", "card": number}, rule=rule, code=code)
        assert card not in self.playable(player)

    def refuses_to_draw(self, player: str, *, rule: str) -> None:
        self.refuses_move(player, {"kind": "draw"}, rule=rule)

    def refuses_move(self, player: str, move: dict[str, Json], *, rule: str, code: str = "") -> None:
        before, drawn = self.state, len(self.chance.drawn)
        with pytest.raises(IllegalMove) as refusal:
            GAME.play(self.rules, self.state, player, read_move(GAME, move), [], self.chance, self.environment)
        assert refusal.value.rule == rule, refusal.value.detail
        assert refusal.value.detail
        assert refusal.value.code == (code or refusal.value.code)
        assert (self.state, len(self.chance.drawn)) == (before, drawn)

    def refuses_answer(self, answer: str | int | Words) -> None:
        """Assert that the open question rejects this answer, and that nothing changes."""
        assert self._attempt is not None, "nothing is asked"
        player, move, given = self._attempt
        before, drawn = self.state, len(self.chance.drawn)
        with pytest.raises(BadAnswer) as refusal:
            self._try(player, move, [*given, self._values(answer)])
        assert refusal.value.place == len(given)
        assert (self.state, len(self.chance.drawn)) == (before, drawn)

    # ── looking

    def hand(self, player: str) -> list[str]:
        return [self._species(card) for card in self.seat(player).hand]

    def deck(self, player: str) -> list[str]:
        return [self._species(card) for card in self.seat(player).deck]

    def pile(self) -> list[str]:
        """Return the cards of the pile from bottom to top, with destroyed ones."""
        return [self._species(played.card) for played in self.state.pile]

    def destroyed_on_pile(self) -> list[str]:
        return [self._species(played.card) for played in self.state.pile if played.destroyed]

    def playable(self, player: str) -> list[str]:
        """Return the cards that the player may play now. Asserts that every other card in the hand has a reason."""
        legal = GAME.legal(self.rules, self.state, player, self.environment)
        cards = [move.move.card for move in legal if isinstance(move.move, PlayCard)]
        barred = GAME.barred(self.rules, self.state, player, self.environment)
        reasons = {move.move.card: move.reason for move in barred if isinstance(move.move, PlayCard)}
        if self.state.pending is None:
            assert set(cards) | set(reasons) == set(self.seat(player).hand)
            assert set(cards).isdisjoint(reasons)
            assert all(reasons.values())
        return [self._species(card) for card in cards]

    def may_draw(self, player: str) -> bool:
        legal = GAME.legal(self.rules, self.state, player, self.environment)
        return any(isinstance(move.move, DrawCard) for move in legal)

    @property
    def turn(self) -> str:
        """The player who has the turn, or "" if nobody has."""
        return self.state.turn.player if self.state.turn else ""

    def next_turns(self, count: int) -> list[str]:
        """Return who would have the next turns if everybody let their time pass and was skipped."""
        skipping = replace(self.rules, silence="skip")
        state, found = self.state, []
        for _ in range(count):
            clock = GAME.clocks(skipping, state)[0].name
            state = GAME.expire(skipping, state, clock, copy.deepcopy(self.chance), self.environment).state
            assert state.turn is not None
            found.append(state.turn.player)
        return found

    def order(self, player: str, order: dict[str, Json]) -> tuple[dict[str, Json], Any] | None:
        """Return the move and answers by which a standing order would be used now, or None (R110)."""
        given = read_order(GAME, order)
        GAME.check_order(self.rules, self.state, player, given)
        use = GAME.order_move(self.rules, self.state, player, given, self.environment)
        return None if use is None else (move_data(use[0]), use[1])

    def owed(self) -> list[str]:
        """Return the debts in order: "bob draws", "eve gives", "bob chooses"."""
        return [f"{debt.debtor} {OWED[debt.kind]}" for debt in self.state.debts]

    def debts_of(self, player: str) -> list[Debt]:
        return [debt for debt in self.state.debts if debt.debtor == player]

    def granted(self, player: str) -> dict[str, int]:
        """Return the net number of each item that a player has gained so far."""
        total: dict[str, int] = {}
        for event in self.events:
            if event.kind in ("granted", "revoked") and event.facts["player"] == player:
                sign = 1 if event.kind == "granted" else -1
                total[event.facts["item"]] = total.get(event.facts["item"], 0) + sign * event.facts["count"]
        return {item: count for item, count in total.items() if count}

    def stock(self, player: str, item: str = "Vertebra") -> int:
        return self.environment.stock.get((player, item), 0)

    def told(self, kind: str) -> list[dict[str, Json]]:
        """Return the facts of all events of a kind so far."""
        return [event.facts for event in self.events if event.kind == kind]

    def originals_destroyed(self) -> list[str]:
        return [facts["card"] for facts in self.told("original-destroyed")]

    def modifiers(self, card: str) -> list[str]:
        return [modifier.name for modifier in self.card(card).modifiers]

    def card(self, word: str) -> Card:
        return self.state.cards[self.number(word)]

    def values(self, card: str) -> tuple[int, ...]:
        return self.card(card).values

    def colours(self, card: str) -> set[str]:
        """Return the visible colours of a card in its current place."""
        draft = draft_for(self.rules, self.state, self.chance, self.environment)
        return set(Faces(draft).face(self.number(card)).colours)

    def seat(self, player: str) -> Seat:
        return next(seat for seat in self.state.seats if seat.player == player)

    @property
    def winner(self) -> str:
        return self.state.outcome.winner if self.state.outcome else ""

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None

    @property
    def is_begun(self) -> bool:
        """Whether a play has made draws and waits for an answer of its player (R18)."""
        return self.state.pending is not None

    def participants(self) -> list[str]:
        return [seat.player for seat in self.state.seats if seat.status == "in"]

    def name(self, value: int | str) -> str:
        """Return the name of a card as tests write it. Other values are returned as text."""
        if not isinstance(value, int) or value not in self.state.cards:
            return str(value)
        holder = next((seat.player for seat in self.state.seats if value in (*seat.hand, *seat.deck)), "")
        return f"{holder}'s {self._species(value)}" if holder else self._species(value)

    def _species(self, card: CardId) -> str:
        return self.state.cards[card].species

    def _in_hand(self, player: str, word: str) -> CardId:
        found = [card for card in self.seat(player).hand if self._species(card) == word]
        assert found, f"{player} holds {self.hand(player)}, no {word}"
        return found[0]

    def number(self, word: str) -> CardId:
        """Return the id of the card with this name. A card in a hand or deck precedes one on the pile."""
        owner, _, name = word.rpartition("'s ")
        seats = [seat for seat in self.state.seats if owner in ("", seat.player)]
        held = [card for seat in seats for card in (*seat.hand, *seat.deck) if self._species(card) == name]
        lying = [played.card for played in self.state.pile if self._species(played.card) == name]
        found = held or lying[-1:]
        assert found, f"there is no {word}"
        assert len({self.state.cards[card].original for card in found}) == 1, f"there are several {word}"
        return found[0]


# ── setting the table


def table(
    *,
    pile: str = "",
    turn: str = "",
    number: int = 5,
    kind: Kind = "battle",
    stage: Literal["betting", "play"] = "play",
    direction: int = 1,
    vertebrae: dict[str, int] | None = None,
    chips: dict[str, int] | None = None,
    staked: dict[str, int] | None = None,
    players: Sequence[str] = (),
    active: Sequence[str] | None = None,
    rules: Rules | None = None,
    **seats: str,
) -> Scenario:
    """A game in which cards are being played, turn `number` under way, or bets are made.

    `pile` goes from the bottom to the top, each card as "King @bob" or by the last one seated. `players` are those of
    the cycle who do not play along, `active` all who are active there (everybody unless told).
    """
    rules = rules or cycle_16_rules()
    setting = _Setting(rules)
    order = tuple(seats)
    for player, words in seats.items():
        setting.seat(player, words, (staked or {}).get(player, 0))
    for word in _split(pile, ","):
        setting.lay(word, order)
    environment = setting.environment
    environment.stakeable = {
        seat.player: [environment.originals[code] for code in seat.entered] for seat in setting.seats
    }
    environment.lists["players",] = [*order, *players]
    environment.lists["active",] = list(active if active is not None else [*order, *players])
    for item, stocks in (("Vertebra", vertebrae), ("Chip", chips)):
        environment.stock |= {(player, item): count for player, count in (stocks or {}).items()}
    state = State(
        kind=kind,
        stage=stage,
        begun=True,
        seats=tuple(setting.seats),
        cards=setting.cards,
        species={card.species: rules.species[card.species].base for card in setting.cards.values()},
        pile=tuple(setting.pile),
        order=order,
        direction=1 if direction > 0 else -1,
        turn=Turn(number, turn or order[0]) if stage == "play" else None,
        bet=Bet() if stage == "betting" else None,
        law=rules.number,
        next_card=len(setting.cards) + 1,
    )
    return Scenario(rules, GAME.decode(GAME.encode(state)), environment)


@cache
def _traits() -> dict[str, Sequence[str]]:
    traits = cycle_16()["card_traits"]
    return {trait: tuple(traits[trait]) for trait in ("suits", "colours", "types")}


class _Setting:
    """A table being laid."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.environment = Outside()
        self.cards: dict[CardId, Card] = {}
        self.seats: list[Seat] = []
        self.pile: list[Played] = []

    def seat(self, player: str, words: str, chips: int) -> None:
        hand_words, _, deck_words = words.partition("|")
        hand = tuple(self._make(word, player) for word in _split(hand_words, ","))
        deck = tuple(self._make(word, player) for word in _split(deck_words, ","))
        codes = tuple(self.cards[card].original for card in (*hand, *deck))
        held = codes[: len(hand)]
        stake = Stake({"Chip": chips}) if chips else Stake()
        self.seats.append(Seat(player, hand=hand, deck=deck, entered=codes, held=held, stake=stake))

    def lay(self, word: str, order: Sequence[str]) -> None:
        described, _, by = word.partition(" @")
        player = by or order[-1]
        self.pile.append(Played(self._make(described, player), player))

    def _make(self, word: str, player: str) -> CardId:
        species, *extras = _split(word, ";")
        assert species in self.rules.species, f"there is no species {species!r}"
        code = f"{player}'s {species}"
        while code in self.environment.originals:
            code += "+"
        original: dict[str, Json] = {"code": code, "species": species, "modifiers": []}
        for extra in extras:
            self._add(original, extra)
        self.environment.originals[code] = original
        number = len(self.cards) + 1
        self.cards[number] = card_of(self, number, convert(original, Original))  # type: ignore[arg-type]
        return number

    def base_of(self, species: str) -> Any:
        return self.rules.species[species].base

    def _add(self, original: dict[str, Json], extra: str) -> None:
        name, _, by = extra.partition(" by ")
        first, _, count = name.rpartition(" ")
        traits = _traits()
        if name in self.rules.modifiers:
            original["modifiers"].append({"name": name, **({"by": by} if by else {})})
        elif first in self.rules.modifiers:
            original["modifiers"].append({"name": first, "count": int(count)})
        elif trait := next((trait for trait, names in traits.items() if name in names), None):
            original.setdefault(f"own_{trait}", []).append(name)
        else:
            original.setdefault("own_values", []).append(int(name))


def _split(words: str, by: str) -> list[str]:
    return [word.strip() for word in words.split(by) if word.strip()]
