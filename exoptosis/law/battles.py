"""Law sections about the card game, and about the battles and duels in which it is played."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from exoptosis.law import labels
from exoptosis.law.cards import vocabulary_of
from nomic.cycles.domain.calendar import PhaseKind
from nomic.effects.checking.effects_in_sections import (
    ConditionJson,
    EffectJson,
    ValueJson,
    condition_flaws,
    effect_flaws,
)
from nomic.effects.language import scopes
from nomic.effects.language.bounds import PLAYERS
from nomic.inventory.law_section import ItemName, unknown_items
from nomic.law.document.sections import Flaw, Law, Section, SectionModel
from nomic.law.schema.text_types import NAMED_ONCE

Minutes = Annotated[int, Field(ge=1, le=60 * 24 * 366)]
MAX_HAND, MAX_DUELS = 100, 1_000
Participants = Annotated[int, Field(ge=2, le=100)]


class Hand(SectionModel):
    """The minimum and maximum number of cards in a first hand (R32). Without `at_most` there is no maximum."""

    at_least: int = Field(ge=1, le=100)
    at_most: int | None = Field(default=None, ge=1, le=200)


class TurnTime(SectionModel):
    """The length of a turn, and whether a player who does nothing forfeits the game or is skipped (R36)."""

    minutes: Minutes
    silence: Literal["forfeit", "skip"]


class Betting(SectionModel):
    """The possible bets, and the time for betting (R35).

    `cards` is a condition on a card of the inventory ($it), or null if no cards can be bet. `unmatched_raise` says what
    happens to a raise over a matched bet that nobody matches: refunded, or binding, so that the others forfeit (R121).
    """

    items: Annotated[list[ItemName], NAMED_ONCE] = Field(max_length=20)
    cards: ConditionJson | None
    close_after_minutes: Minutes
    match_within_minutes: Minutes
    unmatched_raise: Literal["refunded", "binding"] = "refunded"


class Standstill(SectionModel):
    """The conditions of a standstill, and its consequence (R129).

    It occurs when the same position has come `same_position` times with the same player to act, or nobody could play
    for `idle_rounds` full rounds; null means never. Then any participant may end it, it ends as terminated, or the
    player with the fewest cards in hand wins.
    """

    same_position: int | None = Field(default=3, ge=2, le=100)
    idle_rounds: int | None = Field(default=2, ge=1, le=100)
    then: Literal["may-end", "terminated", "fewest-cards-win"] = "may-end"


class GameLaw(SectionModel):
    """The rules of the game. `upon` says when a card ($this) can be played upon another ($beneath) (R37).

    `opening` is the condition for a card on an empty table, or upon a card whose colours are undefined (R38, R39).
    `must_play` says whether a player who can play has to: only on opening the game, or always. `duplicates` says
    whether cards enter as duplicates, or as themselves, locked meanwhile (R117, R127). `played` says whether a card
    stays where it was played (R75), or effects may move and swap it like the cards of a hand.
    """

    upon: ConditionJson
    opening: ConditionJson
    must_play: Literal["opening", "always"]
    hand: Hand
    turn: TurnTime
    betting: Betting
    duplicates: bool
    played: Literal["stays", "may-leave"] = "stays"
    standstill: Standstill = Standstill()


class MatchSettings(SectionModel):
    """Settings that battles and duels share: the time for choosing hands, the minimum number of players, and the gains.

    `at_commencement` runs for each participant ($me) when the first turn begins (R33); `rewards` at the end (R44).
    """

    hands_within_minutes: Minutes
    at_least: Participants
    at_commencement: EffectJson
    rewards: EffectJson


class Battles(MatchSettings):
    """Battles: declared in some kinds of phases with enough cards fit for a hand (R94), and fought in the next phase.

    The number of cards may be an expression for the player ($me).
    """

    declare_in: Annotated[list[PhaseKind], NAMED_ONCE] = Field(min_length=1)
    cards_at_least: Annotated[int, Field(ge=1, le=MAX_HAND)] | ValueJson


class Duels(MatchSettings):
    """Duels: the limit per phase, the time to answer a request (R95), and the kind of phase for choosing hands (R32).

    The limit may be an expression for the player ($me).
    """

    request_lapses_minutes: Minutes
    hands_only_in: PhaseKind | None
    per_phase: Annotated[int, Field(ge=1, le=MAX_DUELS)] | ValueJson


def _game_agrees(law: Law) -> Iterator[Flaw]:
    for needed in ("card_traits", "cards", "modifiers", "items"):
        if not law.has(needed):
            yield Flaw("", f"this law needs a section {needed!r} too")
            return
    game, known = law.section("exoptosis", GameLaw), vocabulary_of(law)
    yield from condition_flaws("/exoptosis/upon", game.upon, scopes.PLAYED, known)
    yield from condition_flaws("/exoptosis/opening", game.opening, scopes.OPENING, known)
    yield from condition_flaws("/exoptosis/betting/cards", game.betting.cards, {"it": "cards"}, known)
    yield from unknown_items(law, *(("/exoptosis/betting/items", item) for item in game.betting.items))
    if game.hand.at_most is not None and game.hand.at_most < game.hand.at_least:
        yield Flaw("/exoptosis/hand/at_most", f"a hand has at least {game.hand.at_least} cards; write that or more")


def _battles_agree(law: Law) -> Iterator[Flaw]:
    yield from _occasion_flaws(law, "/battles", law.section("battles", Battles))


def _duels_agree(law: Law) -> Iterator[Flaw]:
    yield from _occasion_flaws(law, "/duels", law.section("duels", Duels))


def _occasion_flaws(law: Law, path: str, occasion: MatchSettings) -> Iterator[Flaw]:
    if not law.has("exoptosis"):
        yield Flaw("", "this law needs a section 'exoptosis' too")
    known = vocabulary_of(law)
    at_start = occasion.at_commencement
    yield from effect_flaws(f"{path}/at_commencement", at_start, scopes.EVERYBODY, known, "opening", times=PLAYERS)
    yield from effect_flaws(f"{path}/rewards", occasion.rewards, scopes.REWARDS, known, "rewards")


SECTIONS = (
    Section("exoptosis", "Exoptosis", GameLaw, agrees=_game_agrees, labels=labels.GAME),
    Section("battles", "Exoptotic battles", Battles, agrees=_battles_agree, labels=labels.BATTLES),
    Section("duels", "Exoptotic duels", Duels, agrees=_duels_agree, labels=labels.DUELS),
)
