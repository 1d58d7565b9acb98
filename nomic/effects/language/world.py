"""Interfaces between an effect and its environment: `World`, which it reads and changes, and `Runner`, which runs it.

At run time a set is a tuple without repetitions in a defined order: of players (their names), of cards (references that
the world returned), or of names and numbers (suits, colours, values). A number is an int, a truth value a bool.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal, Protocol, Self, TypeVar

from msgspec import Struct

from nomic.chance.dice_notation import Dice
from nomic.effects.asking.questions import Question
from nomic.law.schema.json_reader import Json

T = TypeVar("T")
Card = int | str
Cards = tuple[Card, ...]
Players = tuple[str, ...]
Members = tuple[int | str, ...]
Value = int | bool | Members
Keys = tuple[str, ...]  # of a place of the law, its section first
Names = dict[str, Value]


class Departed(tuple[int | str, ...]):
    """A set of players without those who left, so that effects apply only to the remaining members.

    `said` holds all players of the original set, for texts.
    """

    said: Members

    def __new__(cls, staying: Members, said: Members) -> Self:
        made = super().__new__(cls, staying)
        made.said = said
        return made


Place = Literal["hand", "deck", "pile", "inventory", "cycle"]
Which = Literal["participants", "entered", "players", "active", "inactive", "reputable"]
TurnChange = Literal["reverse", "skip", "skip-next", "again"]


class Face(Struct, frozen=True):
    """The visible traits of a card in its current place.

    `values_from`, if set, is the start of an endless set of values (R25).
    """

    species: str
    values: frozenset[int] = frozenset()
    values_from: int | None = None
    suits: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()


class Change(Struct, frozen=True):
    """A change of a card: gained and lost traits, the shift of its values, a modifier's counter.

    `lose_all_modifiers` removes every modifier; `gain_from` and `lose_endless` concern endless values (R25). Gained
    values are not shifted. Modifiers of the cards in `inherit` are copied with their state (R109). Finally, each of
    `collections` hits with its chance (per cent) and applies one of its elements (R27, R29).
    """

    gain: Mapping[str, Members] = {}
    lose: Mapping[str, Members] = {}
    lose_all_modifiers: bool = False
    gain_from: int | None = None
    lose_endless: bool = False
    shift: int = 0
    tick: int = 0
    inherit: "Cards" = ()
    collections: tuple[tuple[str, int], ...] = ()


class Rest(Struct, frozen=True):
    """A part of an effect in stored form: its JSON text, and the kinds and values of its names.

    The text is a copy, so that a change of the law does not affect an effect that has begun.
    """

    text: str
    scope: Mapping[str, str] = {}
    names: Mapping[str, Value] = {}


class Waiting(Struct, frozen=True):
    """An effect that is triggered once, by the first matching event.

    `who` are the players whose events match; `where` is a condition on the event's card, as JSON, or empty. If
    `instead` is set, the effect replaces the event.
    """

    event: str
    who: Players
    where: str
    instead: bool
    rest: Rest


class Due(Struct, frozen=True):
    """The time at which a deferred effect runs: after a number of hours or phases, or at the next event of a kind."""

    hours: int = 0
    phases: int = 0
    event: str = ""


class Secrets(Struct, frozen=True):
    """The secret values of a law, and the pools that involve them, by name.

    An outcome of one of the `pools` changes a secret value. In the pools in `asking`, the availability of an outcome
    depends on a secret value.
    """

    values: frozenset[str] = frozenset()
    pools: frozenset[str] = frozenset()
    asking: frozenset[str] = frozenset()


NO_SECRETS = Secrets()


class NewCard(Protocol):
    """The description of a card to create: a species with modifiers, or "random". `raw` is its JSON in the law."""

    @property
    def raw(self) -> Json: ...
    @property
    def card(self) -> str: ...
    @property
    def with_(self) -> tuple[str, ...]: ...


class Step(Protocol):
    """An operation as the runner sees it. `scope` holds the names that the step may use."""

    @property
    def raw(self) -> Json: ...
    @property
    def scope(self) -> Mapping[str, str]: ...

    def is_owed(self, run: "Runner", names: Names) -> bool:
        """Return whether the step and the rest of its list are postponed until another player decides (R41)."""

    def chooser(self, run: "Runner", names: Names) -> str:
        """Return the player who is asked, or "" if there is nobody to ask."""

    def perform(self, run: "Runner", names: Names) -> None:
        """Run the step. Names that it binds are added to `names`."""


class Outcome(Protocol):
    """An outcome of a pool."""

    @property
    def title(self) -> str: ...
    @property
    def do(self) -> Sequence[Step]: ...

    def is_on_offer(self, run: "Runner", names: Names) -> bool:
        """Return whether the outcome is currently available to the player bound to `$me`."""


class LoopCache(Protocol):
    """Context manager around a loop. It caches values of nodes that do not change within the loop."""

    def __enter__(self) -> None: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def once(self, node: Any, names: Names, work: Callable[[], T], of: str = "") -> T:
        """Return the cached value of a node if the names it uses have the same values.

        Otherwise call `work` and cache the result.
        """


class Runner(Protocol):
    """A run of an effect in a world for a player, `me`.

    `label` names its source, for questions and draws.
    """

    @property
    def world(self) -> "World": ...
    @property
    def me(self) -> str: ...
    @property
    def label(self) -> str: ...

    @property
    def loop_cache(self) -> "LoopCache":
        """The cache for values that do not change within a loop."""

    def perform(self, effect: Sequence[Step], names: Names) -> None:
        """Run these steps in order. Names that they bind are added to `names`."""

    def perform_for_each(self, effect: Sequence[Step], each: str, members: Members, names: Names) -> None:
        """Run these steps once for each member in order, with the name `each` bound to the member."""

    def everybody(self, name: str) -> Players:
        """Return the players that `$next`, `$all` or `$others` currently refers to."""

    def draw(self, options: Members, count: int, what: str) -> Members:
        """Return `count` random options without repetition. `what` describes the draw in the records."""

    def roll(self, dice: Dice) -> int:
        """Return the result of rolling these dice (R17)."""

    def within(self, label: str, me: str = "") -> "Runner":
        """Return a nested run with another label, for the same player or for `me`. Both runs share one step budget."""

    def fits(self, demand: Rest | None, card: Card) -> bool:
        """Return whether a card meets a demand. If the demand is None, every card does."""

    def weigh(self, piece: Any, times: int) -> None:
        """Charge the nodes of a piece, times `times`, to the step budget of the run.

        Raises TooLong if the budget is exceeded.
        """


class World(Protocol):
    """The interface through which effects read and change a game or the cycle.

    Methods that may ask or draw receive the current `run`.
    """

    def cards(self, place: Place, of: Players) -> Cards:
        """Return the cards that the players `of` have in a place.

        `of` is empty for places that do not belong to a player: the pile and the cycle.
        """

    def copies(self, cards: Cards) -> Cards:
        """Return the originals and all duplicates of these cards, in any place."""

    def players(self, which: Which) -> Players:
        """Return the participants in turn order, all who entered the game, or a group of the cycle's players."""

    def following(self, player: str) -> Players:
        """Return the participant after this player in the current turn order; empty outside of games."""

    def face(self, card: Card) -> Face:
        """Return the visible traits of a card, even if it was destroyed (R75)."""

    def owner(self, card: Card) -> Players:
        """Return the owner of a card: the holder of its hand, deck or inventory.

        Empty if nobody holds it, or the world has no cards. For a card on the pile this is the player who played it
        (R78).
        """

    def binder(self, card: Card, modifier: str) -> Players:
        """Return the player who is stored with this modifier of a card (R30). Empty if that player has left."""

    def is_in_play(self, card: Card) -> bool:
        """Return whether a card of an inventory is locked by a running game (R117)."""

    def ticks(self, card: Card, modifier: str) -> int:
        """Return the count of this modifier's counter on a card (R48)."""

    def stock(self, item: str, holder: str) -> int:
        """Return the holder's amount of an item. The holder "pool" is the game's pool."""

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        """Return the value that a rule stores for a player, or for the cycle if `holder` is empty.

        `key` is the player or name under which it is stored, if the value has keys.
        """

    def keys(self, name: str, holder: str) -> Sequence[str]:
        """Return the keys under which a value's content differs from the initial one, sorted.

        For a value without keys the result is one empty key.
        """

    def keep(self, name: str, holder: str, value: Value, key: str = "") -> None:
        """Set a value stored by a rule to `value`, or to the nearest content that the law allows."""

    def reveal(self, name: str, holders: Players | None) -> None:
        """Reveal a secret value to everybody until it is set again, for these holders or, if None, for all."""

    def drawing_for(self, name: str) -> AbstractContextManager[None]:
        """Context manager in which draws are secret if the value with this name is secret."""

    def secrets(self) -> Secrets:
        """Return the law's secrets, and the pools that change them."""

    def is_revealed(self, name: str) -> bool:
        """Return whether a secret value is currently revealed for all its holders."""

    def in_secret(self) -> AbstractContextManager[None]:
        """Context manager in which draws are secret."""

    def reset(self, name: str, holder: str, key: str = "") -> None:
        """Reset a value stored by a rule to its initial content."""

    def later(self, due: Due, rest: Rest, run: "Runner", ends: str = "") -> None:
        """Store a deferred effect. `ends` is the name of the value that the effect resets, or ""."""

    def lasts(self, name: str, holders: Players, key: str | None = "") -> None:
        """Cancel the scheduled reset of a value because it was set again, for these holders.

        `key` is the key for which the value was set, or None for all keys.
        """

    def transfer(self, item: str, count: int, giver: str, taker: str, run: "Runner") -> None:
        """Transfer `count` of an item to another holder, or all that the giver has if that is fewer."""

    def announce(self, text: str) -> None:
        """Announce a text to everybody in the journal."""

    def record(self, lines: tuple[str, ...], name: str) -> None:
        """Announce lines to everybody. If `name` is not empty, also store them in the value with that name."""

    def appoint(self, office: str, player: str) -> None:
        """Appoint a player to an office, or vacate the office if `player` is empty."""

    def reroll(self, entry: str) -> None:
        """Perform an act of the acting player again with other dice, by the id of its entry (R19)."""

    def in_law(self, keys: Keys) -> int:
        """Return the number at a place of the law, with the changes of this entry, or 0 if there is no number."""

    def rules_added(self, hours: int, phases: int) -> Members:
        """Return the ids of the rules added in the last `hours`, or in the last `phases` including the current one."""

    def put_into_law(self, keys: Keys, content: Json, *, is_new: bool = False) -> None:
        """Set the content at a place of the law. If `is_new` is set, the place need not exist yet."""

    def strike_from_law(self, keys: Keys) -> None:
        """Remove the entry at a place of the law."""

    def repeal(self, rule: str) -> None:
        """Repeal a rule and everything that belongs to it. The id `this` is the rule that runs the effect."""

    def outcomes(self, pool: str) -> "Sequence[Outcome]":
        """Return the outcomes of this pool, in the order of the rules; empty if the law has no such pool."""

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        """Announce the outcome that a player drew. An empty title means that no outcome was available.

        If `in_secret` is set, the announcement does not name the outcome.
        """

    def fact(self, what: str, player: str, detail: str) -> int:
        """Return the predicate `what` of a player as a number: 0 if it is false, otherwise at least 1.

        `detail` is an argument of the predicate, such as the name of an action.
        """

    def tally(self, what: str, player: str, during: str) -> int:
        """Return how many cards the player drew in a turn of the match.

        `what` is "drawn", or "drawn_by_cause" for cards drawn because of acts of the turn. `during` is "turn" or
        "previous_turn".
        """

    def proposals(self, state: str) -> Members:
        """Return the codes of the proposals in this state, oldest first.

        "undecided" means open or waiting, and "all" means any state.
        """

    def about_proposal(self, code: str, part: str) -> Value:
        """Return the property `part` of a proposal, such as its author or its number of votes.

        The value is empty if there is no such proposal.
        """

    def changes_law(self, code: str, rule: str, place: str) -> bool:
        """Return whether a proposal changes a rule, or the law at or below a place.

        If both are "", return whether the proposal changes anything.
        """

    def close_proposal(self, code: str, how: str, run: "Runner") -> None:
        """End an open or waiting proposal. `how` is its new state: vetoed or lapsed."""

    def win(self, players: Players, run: "Runner") -> None:
        """Let players win. The cycle ends after the running entry."""

    def said(self, member: int | str) -> str:
        """Return a name or number as a text for people. A proposal's code becomes its number and title."""

    def divided_by_zero(self, run: "Runner") -> None:
        """Record that a number was divided by 0, for the journal (R140). The result of such a division is 0."""

    def opposes(self, one: str, other: str) -> bool:
        """Return whether two colours oppose each other."""

    def playable(self, card: Card, upon: Card) -> bool:
        """Return whether the law allows a card to be played on another, including allowances and demands (R37)."""

    def answers_now(self, player: str, run: "Runner") -> bool:
        """Return whether a player can be asked during the run. If not, the choice is postponed (R41)."""

    def owe(self, player: str, rest: Rest, run: "Runner") -> None:
        """Postpone a choice of a player. `rest` starts with the choice and continues with the steps after it."""

    def ask(self, question: Question) -> tuple[int | str, ...]:
        """Return the answer to a question.

        Raises `Unanswered` if the answer is missing and the run will start again with it, or `RunSuspended`
        (`nomic.effects.language.suspend_run`) if the run will resume here.
        """

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Return, for each player of a set, the player, whether they answered, and their choice.

        Raises `nomic.effects.language.suspend_run.RunSuspended` if they were not asked yet. `who` is called once, when
        they are asked. `question` is called for each player when they are asked and when they answer.
        """

    def offers_keep_their_places(self) -> bool:
        """Return whether an option's value is its index among all options of an offer.

        Otherwise it is the index among the available options only.
        """

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Draw a uniform integer in [0, sides). `label` identifies the draw, and `purpose` explains it to people."""

    def elements(self, collection: str) -> Sequence[str]:
        """Return the elements of a collection of names, repetitions included."""

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: "Runner") -> None:
        """Let a player draw `count` cards one by one from the deck of `whose` (R40, R82).

        `demand` is a condition that the cards must meet, or None.
        """

    def move(self, cards: Cards, place: Place, to: str, run: "Runner") -> None:
        """Move cards to a place of `to`: a hand, deck or inventory."""

    def swap(self, one: Card, other: Card, run: "Runner") -> None:
        """Exchange the places of two cards."""

    def destroy(self, cards: Cards, originals: bool, run: "Runner") -> None:
        """Destroy the cards that can be destroyed. If `originals` is set, also the originals of duplicates."""

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: "Runner", *, at_once: bool = False) -> Cards:
        """Create `count` new cards in a place of `to`, and return those that exist already.

        If `at_once` is set, all of them exist at once, in places that allow it.
        """

    def change(self, card: Card, change: Change, run: "Runner") -> None:
        """Apply `change` to a card, which stays where it is."""

    def become(self, card: Card, spec: NewCard, run: "Runner") -> None:
        """Replace a card with the new card that `spec` describes, in the same place (R90)."""

    def grant(self, item: str, count: int, to: str, run: "Runner") -> None:
        """Give `count` of an item to the holder `to`."""

    def revoke(self, item: str, count: int, player: str, run: "Runner") -> None:
        """Take `count` of an item from a holder, or all that the holder has if that is fewer (R51)."""

    def turn(self, change: TurnChange, player: str, run: "Runner") -> None:
        """Reverse the order of turns, or let a player be skipped or have another turn.

        "skip-next" skips the player who comes after `player` when the turn passes (R124).
        """

    def finish(self, how: Literal["win", "forfeit"], player: str, run: "Runner") -> None:
        """End the game for a player, who wins or forfeits according to `how`."""

    def play(self, card: Card, without: tuple[str, ...], run: "Runner") -> None:
        """Let the acting player play a card as if it were legal, after the current play.

        The modifiers in `without` have no effect in this play.
        """

    def act_as(self, modifier: str, run: "Runner") -> None:
        """Let the card of this run act with another modifier's effect, and count as having that modifier."""

    def again(self, species: str, run: "Runner") -> None:
        """Let the card of this run have the effect of playing a species, unless that effect is already running."""

    def wait(self, waiting: Waiting, run: "Runner") -> None:
        """Store an effect that waits for an event."""

    def name_of(self, card: Card) -> str:
        """Return a card's display name."""

    def prompt(self, choice: Step, least: int, most: int, who: str, names: Names) -> str:
        """Return the text of the question that a step asks `who`, to choose `least` to `most` options.

        Other players appear by name.
        """

    def can_be_destroyed(self, card: Card) -> bool:
        """Return whether effects may destroy the card (R84)."""
