"""A game without cards as effects see it: no cards anywhere, and nothing done to any."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Literal

from nomic.effects.asking.questions import Question
from nomic.effects.language.world import (
    NO_SECRETS,
    Card,
    Cards,
    Change,
    Due,
    Face,
    Members,
    NewCard,
    Outcome,
    Place,
    Players,
    Rest,
    Runner,
    Secrets,
    TurnChange,
    Value,
    Waiting,
)


class WithoutRules:
    """A start for the `World` of a game: what only rules of the law do, the law's check keeps out of it."""

    def divided_by_zero(self, run: Runner) -> None:
        """Nobody has to know: nothing is done with it here."""

    def kept(self, name: str, holder: str) -> Value:
        return 0

    def outcomes(self, pool: str) -> Sequence[Outcome]:
        return ()

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        """Nothing of a pool is met in a game."""

    def fact(self, what: str, player: str, detail: str) -> int:
        return 0

    def keep(self, name: str, holder: str, value: Value) -> None:
        """Rules keep no values in a game."""

    def reveal(self, name: str, holders: Players | None) -> None:
        """Rules keep no values in a game."""

    def drawing_for(self, name: str) -> AbstractContextManager[None]:
        return nullcontext()

    def secrets(self) -> Secrets:
        return NO_SECRETS

    def is_told(self, name: str) -> bool:
        return True

    def in_secret(self) -> AbstractContextManager[None]:
        return nullcontext()

    def reset(self, name: str, holder: str) -> None:
        """Rules keep no values in a game."""

    def later(self, due: Due, rest: Rest, run: Runner, ends: str = "") -> None:
        """Nothing is kept for later in a game, but what waits for its events."""

    def lasts(self, name: str, holders: Players) -> None:
        """Rules keep no values in a game."""

    def transfer(self, item: str, count: int, giver: str, taker: str, run: Runner) -> None:
        """Nobody hands anything over in a game."""

    def announce(self, text: str) -> None:
        """The journal says what happens in a game."""

    def appoint(self, office: str, player: str) -> None:
        """A game has no offices."""

    def reroll(self, entry: str) -> None:
        """What has happened is changed in the hall."""

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """A game asks one after the other."""
        return ()

    def offers_keep_their_places(self) -> bool:
        """An offer is asked again with the whole move."""
        return False


class CardlessWorld(WithoutRules):
    """A start for the `World` of such a game, which adds what there is: `players`, `following`, `stock`, `ask`,
    `below`, `grant` and `revoke`.

    The law's check keeps what needs cards or turns out of such effects (`placing`, the moments "die" and "prize"); it
    would come to nothing here.
    """

    def answers_now(self, player: str, run: Runner) -> bool:
        """Nothing is owed: whoever is asked answers, before anything else happens (R103)."""
        return True

    # ── what there is not

    def cards(self, place: Place, of: Players) -> Cards:
        return ()

    def copies(self, cards: Cards) -> Cards:
        return ()

    def face(self, card: Card) -> Face:
        return Face("")

    def owner(self, card: Card) -> Players:
        return ()

    def binder(self, card: Card, modifier: str) -> Players:
        return ()

    def ticks(self, card: Card, modifier: str) -> int:
        return 0

    def tally(self, what: str, player: str, during: str) -> int:
        return 0

    def opposes(self, one: str, other: str) -> bool:
        return False

    def playable(self, card: Card, upon: Card) -> bool:
        return False

    def elements(self, collection: str) -> Sequence[str]:
        return ()

    def name_of(self, card: Card) -> str:
        return ""

    def can_be_destroyed(self, card: Card) -> bool:
        return False

    # ── what cannot be done

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        """Nobody owes anything: everybody answers at once."""

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        """There are no decks."""

    def move(self, cards: Cards, place: Place, to: str, run: Runner) -> None:
        """There are no cards."""

    def swap(self, one: Card, other: Card, run: Runner) -> None:
        """There are no cards."""

    def destroy(self, cards: Cards, originals: bool, run: Runner) -> None:
        """There are no cards."""

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: Runner, *, at_once: bool = False) -> Cards:
        """There is no place for cards."""
        return ()

    def change(self, card: Card, change: Change, run: Runner) -> None:
        """There are no cards."""

    def become(self, card: Card, spec: NewCard, run: Runner) -> None:
        """There are no cards."""

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        """Turns go as the game's rules say."""

    def finish(self, how: Literal["win", "forfeit"], player: str, run: Runner) -> None:
        """The game ends as its rules say."""

    def play(self, card: Card, without: tuple[str, ...], run: Runner) -> None:
        """There are no cards."""

    def act_as(self, modifier: str, run: Runner) -> None:
        """There are no cards."""

    def again(self, species: str, run: Runner) -> None:
        """There are no cards."""

    def wait(self, waiting: Waiting, run: Runner) -> None:
        """Nothing happens that an effect could wait for."""
