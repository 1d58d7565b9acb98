"""The `World` of a game without cards. Operations on cards do nothing."""

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
    Keys,
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
from nomic.law.schema.json_reader import Json


class WithoutRules:
    """Base class for the `World` of a game.

    Operations reserved for rules do nothing here; the law's check rejects them in games.
    """

    def divided_by_zero(self, run: Runner) -> None:
        """Do nothing, because a game has no journal text for a division by zero."""

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        return 0

    def keys(self, name: str, holder: str) -> Sequence[str]:
        return ()

    def outcomes(self, pool: str) -> Sequence[Outcome]:
        return ()

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        """Do nothing: a game has no pools."""

    def proposals(self, state: str) -> Members:
        return ()

    def about_proposal(self, code: str, part: str) -> Value:
        return ()

    def changes_law(self, code: str, rule: str, place: str) -> bool:
        return False

    def close_proposal(self, code: str, how: str, run: Runner) -> None:
        """Do nothing: a game cannot end proposals."""

    def win(self, players: Players, run: Runner) -> None:
        """Do nothing: only rules end the cycle."""

    def said(self, member: int | str) -> str:
        return str(member)

    def fact(self, what: str, player: str, detail: str) -> int:
        return 0

    def keep(self, name: str, holder: str, value: Value, key: str = "") -> None:
        """Do nothing, because games have no values defined by rules."""

    def reveal(self, name: str, holders: Players | None) -> None:
        """Do nothing, because games have no values defined by rules."""

    def drawing_for(self, name: str) -> AbstractContextManager[None]:
        return nullcontext()

    def secrets(self) -> Secrets:
        return NO_SECRETS

    def is_revealed(self, name: str) -> bool:
        return True

    def in_secret(self) -> AbstractContextManager[None]:
        return nullcontext()

    def reset(self, name: str, holder: str, key: str = "") -> None:
        """Do nothing, because games have no values defined by rules."""

    def later(self, due: Due, rest: Rest, run: Runner, ends: str = "") -> None:
        """Do nothing: a game defers no effects, except those that wait for its own events."""

    def lasts(self, name: str, holders: Players, key: str | None = "") -> None:
        """Do nothing, because games have no values defined by rules."""

    def transfer(self, item: str, count: int, giver: str, taker: str, run: Runner) -> None:
        """Do nothing: a game transfers no items between players."""

    def announce(self, text: str) -> None:
        """Do nothing: the journal entries of a game describe its events already."""

    def record(self, lines: tuple[str, ...], name: str) -> None:
        """Do nothing: a game counts no ballots."""

    def appoint(self, office: str, player: str) -> None:
        """Do nothing: a game has no offices."""

    def reroll(self, entry: str) -> None:
        """Do nothing: only effects outside of games can change the past."""

    def is_in_play(self, card: Card) -> bool:
        return False

    def in_law(self, keys: Keys) -> int:
        return 0

    def rules_added(self, hours: int, phases: int) -> Members:
        return ()

    def put_into_law(self, keys: Keys, content: Json, *, is_new: bool = False) -> None:
        """Do nothing: only effects outside of games change the law."""

    def strike_from_law(self, keys: Keys) -> None:
        """Do nothing: only effects outside of games change the law."""

    def repeal(self, rule: str) -> None:
        """Do nothing: only effects outside of games change the law."""

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        """Return an empty tuple: a game asks its players one after another."""
        return ()

    def offers_keep_their_places(self) -> bool:
        """Return False: in a game the whole move runs again, so options are counted among the available ones."""
        return False


class CardlessWorld(WithoutRules):
    """Base class for the `World` of a game without cards.

    Subclasses implement `players`, `following`, `stock`, `ask`, `below`, `grant` and `revoke`. The law's check rejects
    operations on cards or turns in effects of such games (the moments "die" and "prize"). If one runs all the same, it
    does nothing.
    """

    def answers_now(self, player: str, run: Runner) -> bool:
        """Return True: players answer at once, and no choice is postponed (R103)."""
        return True

    # ── what does not exist

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

    # ── operations without effect

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        """Do nothing: no choice is postponed."""

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        """Do nothing: there are no decks."""

    def move(self, cards: Cards, place: Place, to: str, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def swap(self, one: Card, other: Card, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def destroy(self, cards: Cards, originals: bool, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: Runner, *, at_once: bool = False) -> Cards:
        """Return no cards: there is no place for them."""
        return ()

    def change(self, card: Card, change: Change, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def become(self, card: Card, spec: NewCard, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        """Do nothing: the game's rules decide on turns."""

    def finish(self, how: Literal["win", "forfeit"], player: str, run: Runner) -> None:
        """Do nothing: the game's rules decide on its end."""

    def play(self, card: Card, without: tuple[str, ...], run: Runner) -> None:
        """Do nothing: there are no cards."""

    def act_as(self, modifier: str, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def again(self, species: str, run: Runner) -> None:
        """Do nothing: there are no cards."""

    def wait(self, waiting: Waiting, run: Runner) -> None:
        """Do nothing: there are no events to wait for."""
