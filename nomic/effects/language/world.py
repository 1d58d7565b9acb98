"""What an effect sees of the world it runs in and can do there (`World`), and what runs it (`Runner`).

At run time a set is a tuple without repetitions, in a settled order: of players (their names), of cards (references
that the world gave) or of names and numbers (suits, colours, values). A number is an int, a truth value a bool.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal, Protocol, Self, TypeVar

from msgspec import Struct

from nomic.chance.dice import Dice
from nomic.effects.asking.questions import Question
from nomic.law.schema.json_reader import Json

T = TypeVar("T")
Card = int | str
Cards = tuple[Card, ...]
Players = tuple[str, ...]
Members = tuple[int | str, ...]
Value = int | bool | Members
Names = dict[str, Value]


class Departed(tuple[int | str, ...]):
    """Those of some players who still play: they alone are acted on. `said` are all of them, as texts name them."""

    said: Members

    def __new__(cls, staying: Members, said: Members) -> Self:
        made = super().__new__(cls, staying)
        made.said = said
        return made


Place = Literal["hand", "deck", "pile", "inventory", "cycle"]
Which = Literal["participants", "entered", "players", "active", "inactive", "reputable"]
TurnChange = Literal["reverse", "skip", "skip-next", "again"]


class Face(Struct, frozen=True):
    """What a card shows where it lies. `values_from`, where it has one, starts a value set without end (R25)."""

    species: str
    values: frozenset[int] = frozenset()
    values_from: int | None = None
    suits: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()


class Change(Struct, frozen=True):
    """What happens to a card: what it gains and loses, by how much its values shift, what a modifier counts on.

    `lose_all_modifiers` where every modifier goes; `gain_from` and `lose_endless` are about values without an end
    (R25). Gained values are not shifted. The modifiers of the cards of which it may `inherit` come with what they
    remember (R109). After all that, each of `collections` hits with its chance (per cent) and applies one of its
    elements (R27, R29).
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
    """A piece of an effect kept for later: its text (JSON), the kinds of the names it may refer to, and their values.

    It holds its own text, so that a change of the law does not touch what has begun.
    """

    text: str
    scope: Mapping[str, str] = {}
    names: Mapping[str, Value] = {}


class Waiting(Struct, frozen=True):
    """A waiting effect, set: used up by the first event of its kind that fits, before `rest` runs.

    `who` are those whose event it waits for; `where` is a condition on the event's card, as JSON, or empty.
    """

    event: str
    who: Players
    where: str
    instead: bool
    rest: Rest


class Due(Struct, frozen=True):
    """When something is due that is kept for later: after so many hours or phases, or at the next event of a kind."""

    hours: int = 0
    phases: int = 0
    event: str = ""


class Secrets(Struct, frozen=True):
    """What of a law is not everybody's to see: values by name; and pools of outcomes by name.

    An outcome of one of the `pools` changes such a value; of a pool that is `asking`, whether an outcome is on offer
    depends on one.
    """

    values: frozenset[str] = frozenset()
    pools: frozenset[str] = frozenset()
    asking: frozenset[str] = frozenset()


NO_SECRETS = Secrets()


class NewCard(Protocol):
    """A card to be made: a species with modifiers, or "random". `raw` is its description as the law has it."""

    @property
    def raw(self) -> Json: ...
    @property
    def card(self) -> str: ...
    @property
    def with_(self) -> tuple[str, ...]: ...


class Step(Protocol):
    """An operation, as whoever runs it sees it. `scope` has the names that it may refer to."""

    @property
    def raw(self) -> Json: ...
    @property
    def scope(self) -> Mapping[str, str]: ...

    def is_owed(self, run: "Runner", names: Names) -> bool:
        """Whether it, and what comes after it in its list, is put off until somebody else decides (R41)."""

    def chooser(self, run: "Runner", names: Names) -> str:
        """Who is asked, where somebody is."""

    def perform(self, run: "Runner", names: Names) -> None:
        """Do it. Names that it binds are added to `names`."""


class Outcome(Protocol):
    """Something that can happen, out of a pool of such."""

    @property
    def title(self) -> str: ...
    @property
    def do(self) -> Sequence[Step]: ...

    def is_on_offer(self, run: "Runner", names: Names) -> bool:
        """Whether it can happen now to whoever `$me` is."""


class Standstill(Protocol):
    """What a run has worked out while nothing changes: within the `with` of this."""

    def __enter__(self) -> None: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def once(self, node: Any, names: Names, work: Callable[[], T], of: str = "") -> T:
        """What `work` gives for a node, the last time that the names which it needs stood for the same."""


class Runner(Protocol):
    """An effect running in a world for a player, `me`. `label` names what it comes from, for questions and draws."""

    @property
    def world(self) -> "World": ...
    @property
    def me(self) -> str: ...
    @property
    def label(self) -> str: ...

    @property
    def standing(self) -> "Standstill":
        """What is worked out once while nothing changes."""

    def perform(self, effect: Sequence[Step], names: Names) -> None:
        """Do these steps in order; names that they bind are added to `names`."""

    def perform_for_each(self, effect: Sequence[Step], each: str, members: Members, names: Names) -> None:
        """Do these steps for one member after the other, which they call `each`."""

    def everybody(self, name: str) -> Players:
        """What `$next`, `$all` and `$others` stand for now."""

    def draw(self, options: Members, count: int, what: str) -> Members:
        """So many of `options` by chance, without repetition."""

    def roll(self, dice: Dice) -> int:
        """The result of NdK (R17)."""

    def within(self, label: str, me: str = "") -> "Runner":
        """What this run leads to, under a name of its own and for its player or another: its steps are this run's."""

    def fits(self, demand: Rest | None, card: Card) -> bool:
        """Whether a card meets a demand."""

    def weigh(self, piece: Any, times: int) -> None:
        """Count the nodes of a piece that is worked out so many times. Raises TooLong where they are too many."""


class World(Protocol):
    """The narrow way between an effect and a game. `run` is handed on where a verb has to ask or to draw."""

    def cards(self, place: Place, of: Players) -> Cards:
        """The cards lying in a place of these players; `of` is empty for the pile and the whole cycle."""

    def copies(self, cards: Cards) -> Cards:
        """Each card's original and every duplicate of it, everywhere."""

    def players(self, which: Which) -> Players:
        """Those still in the game in turn order, all who entered it, all players of the cycle, or those of a kind."""

    def following(self, player: str) -> Players:
        """The participant after this one in the turn order as it runs now; nobody in the hall."""

    def face(self, card: Card) -> Face:
        """What a card shows, a destroyed one too (R75)."""

    def owner(self, card: Card) -> Players:
        """Whose card it is: holder of hand, deck or inventory, on the pile who played it (R78)."""

    def binder(self, card: Card, modifier: str) -> Players:
        """Whom this modifier of a card remembers (R30), if still a player."""

    def ticks(self, card: Card, modifier: str) -> int:
        """How far this modifier of a card has counted (R48)."""

    def stock(self, item: str, holder: str) -> int:
        """How many of an item a player has now; of the pool for the holder "pool"."""

    def kept(self, name: str, holder: str) -> Value:
        """A value that a rule keeps: of a player, or without a holder of the cycle."""

    def keep(self, name: str, holder: str, value: Value) -> None:
        """A value that a rule keeps is this from now on, or the nearest to it that can be kept."""

    def reveal(self, name: str, holders: Players | None) -> None:
        """Have everybody see a secret value of these holders, or of all there are, until it is set anew."""

    def drawing_for(self, name: str) -> AbstractContextManager[None]:
        """While it lasts, what is drawn is for this value: where that is secret, nobody sees the draw."""

    def secrets(self) -> Secrets:
        """What rules keep secret here, and what changes it."""

    def is_told(self, name: str) -> bool:
        """Whether everybody may see a secret value now, whoever holds it."""

    def in_secret(self) -> AbstractContextManager[None]:
        """While it lasts, nobody sees what is drawn."""

    def reset(self, name: str, holder: str) -> None:
        """A value that a rule keeps is what it is at first."""

    def later(self, due: Due, rest: Rest, run: "Runner", ends: str = "") -> None:
        """Keep a piece of an effect for later. `ends` is the value that ends by it, if one does."""

    def lasts(self, name: str, holders: Players) -> None:
        """A value has been set anew for these: it does not end any more when it was to end."""

    def transfer(self, item: str, count: int, giver: str, taker: str, run: "Runner") -> None:
        """Have a player hand so many of an item to another, or all they have where they have fewer."""

    def announce(self, text: str) -> None:
        """Have everybody read this in the journal."""

    def appoint(self, office: str, player: str) -> None:
        """Have a player hold an office from now on, or with an empty name nobody."""

    def reroll(self, entry: str) -> None:
        """Have an act of whoever acts be performed again with other dice, by the id of its entry (R19)."""

    def outcomes(self, pool: str) -> "Sequence[Outcome]":
        """What a pool of the law can bring, in the order of the rules."""

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        """Have everybody read what a player meets; without a title that nothing is on offer.

        What is met `in_secret` nobody reads, only that something is.
        """

    def fact(self, what: str, player: str, detail: str) -> int:
        """What is known of a player in the cycle, as a number: 1 for what is true, 0 for what is not."""

    def tally(self, what: str, player: str, during: str) -> int:
        """A counter of the world, as cards drawn in a turn or because of it."""

    def divided_by_zero(self, run: "Runner") -> None:
        """R140: a number was divided by 0, which is 0; whatever is done with it is to say so."""

    def opposes(self, one: str, other: str) -> bool:
        """Whether two colours oppose each other."""

    def playable(self, card: Card, upon: Card) -> bool:
        """Whether the law lets a card be played upon another, allowances and demands included (R37)."""

    def answers_now(self, player: str, run: "Runner") -> bool:
        """Whether that player is asked in the middle of the run; otherwise the choice is owed (R41)."""

    def owe(self, player: str, rest: Rest, run: "Runner") -> None:
        """Note that a player owes a choice, the first step of `rest`, and what comes after it."""

    def ask(self, question: Question) -> tuple[int | str, ...]:
        """The answer to a question; where there is none yet, the run ends here.

        It is begun again with the answer, or goes on from here (`nomic.effects.language.stopping.Stopped`).
        """

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """What everybody of a set chose, and whether they answered; where they were not asked yet, the run ends here.

        `who` is asked once, and what the `question` is to each of them when it is asked and answered.
        """

    def offers_keep_their_places(self) -> bool:
        """Whether an option of an offer is told from the others by its place among all, possible now or not."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides)."""

    def elements(self, collection: str) -> Sequence[str]:
        """The elements of a collection of names, repetitions included."""

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: "Runner") -> None:
        """Have a player draw so many cards, one by one (R40, R82), from somebody's deck; `demand` says of what kind."""

    def move(self, cards: Cards, place: Place, to: str, run: "Runner") -> None:
        """Put cards into a player's hand, deck or inventory."""

    def swap(self, one: Card, other: Card, run: "Runner") -> None:
        """Exchange the places of two cards."""

    def destroy(self, cards: Cards, originals: bool, run: "Runner") -> None:
        """Destroy cards, those that can be; with `originals` those behind the duplicates too."""

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: "Runner", *, at_once: bool = False) -> Cards:
        """Make new cards: those that are there now. With `at_once`, all are, in the places where that can be."""

    def change(self, card: Card, change: Change, run: "Runner") -> None:
        """Change a card as it lies."""

    def become(self, card: Card, spec: NewCard, run: "Runner") -> None:
        """Replace a card by a new one in its place (R90)."""

    def grant(self, item: str, count: int, to: str, run: "Runner") -> None:
        """Make so many of an item for a player."""

    def revoke(self, item: str, count: int, player: str, run: "Runner") -> None:
        """Take so many of an item from a player, never below none (R51)."""

    def turn(self, change: TurnChange, player: str, run: "Runner") -> None:
        """Reverse the order, or let a player be skipped or have another turn.

        With "skip-next" it is whoever comes next after that player when the turn passes (R124).
        """

    def finish(self, how: Literal["win", "forfeit"], player: str, run: "Runner") -> None:
        """Let a player win or forfeit."""

    def play(self, card: Card, without: tuple[str, ...], run: "Runner") -> None:
        """Have the acting player play a card as if it were legal, after the play under way."""

    def act_as(self, modifier: str, run: "Runner") -> None:
        """Let the card of this run act by another modifier's effect, and count as having it."""

    def again(self, species: str, run: "Runner") -> None:
        """Let the card of this run do what a species does when played, but within itself."""

    def wait(self, waiting: Waiting, run: "Runner") -> None:
        """Keep a waiting effect."""

    def name_of(self, card: Card) -> str:
        """How to name a card to a person."""

    def prompt(self, choice: Step, least: int, most: int, who: str, names: Names) -> str:
        """How to ask a person, `who`, for so many of what a step lets choose; players are called by their names."""

    def can_be_destroyed(self, card: Card) -> bool:
        """Whether an effect may destroy the card (R84)."""
