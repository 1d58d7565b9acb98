"""Trials of a proposed law's cards: every changed species and modifier is played in random games.

An effect must terminate and never fail, in any position and for any choices.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import asdict, replace

from exoptosis.engine.cards.card import Card, Modifier
from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow import play_card, turns
from exoptosis.engine.mutable_state import MutableState, draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Played, Seat, State
from nomic.effects.asking.begun_moves import Attempt, Begun, Unanswered
from nomic.effects.language.world import Change
from nomic.effects.running.interpreter import Run, TooLong
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.schema.json_reader import Json
from nomic.law.trials.trial_budget import OutOfBudget, spend_steps

TRIALS = 6
MAX_QUESTIONS = 60
CARDS_EACH = 6


class Outside:
    """An in-memory environment in which every player owns some of each item."""

    def __init__(self, players: tuple[str, ...], dice: random.Random) -> None:
        self._players = players
        self._dice = dice
        self._stock: dict[tuple[str, ...], int] = {}

    def read(self, *question: str) -> Json:
        if question[0] == "stock":
            return self._stock.setdefault(question, self._dice.randrange(8))
        if question[0] == "card":
            return None
        return self._players if question[0] in ("players", "active") else ()


class Chance:
    """A source of draws that repeats the same draws when a move is run again."""

    def __init__(self, seed: str) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - nothing is at stake in a trial

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self._dice.randrange(sides)


def try_out(old: Law, new: Law) -> Iterator[Flaw]:
    """Yield a flaw for each new or changed species or modifier that fails when it is played."""
    if not new.has("exoptosis"):
        return
    rules = compile_rules(new.document, new.number)
    for section, name in _changed(old, new):
        where = pointer(section, name, "hooks")
        for count in range(TRIALS):
            try:
                detail = _trial(rules, section, name, f"{section}/{name}/{count}")
            except OutOfBudget as out:
                yield Flaw(where, f"trying this proposal out takes {out}: propose a smaller change")
                return
            if detail:
                yield Flaw(where, f"tried out in a random game, it fails: {detail}")
                break


def _changed(old: Law, new: Law) -> Iterator[tuple[str, str]]:
    for section in ("cards", "modifiers"):
        was: Mapping[str, Json] = old.document.get(section, {})
        for name, entry in new.document.get(section, {}).items():
            if was.get(name) != entry:
                yield section, name


def _trial(rules: Rules, section: str, name: str, seed: str) -> str:
    """Return the failure in one random game, or ""."""
    dice = random.Random(seed)  # noqa: S311
    state, environment = _table(rules, section, name, dice)
    answers: list[tuple[int | str, ...]] = []
    for _ in range(MAX_QUESTIONS):
        spend_steps()
        draft = MutableState(rules, state, Attempt(Begun("", {}, rules.number), answers, Chance(seed), environment))
        try:
            _play_all(draft)
        except Unanswered as asked:
            options = [option.value for option in asked.question.options]
            count = dice.randint(asked.question.least, asked.question.most)
            answers.append(tuple(dice.sample(options, count)))
        except TooLong:
            return "it does not come to an end"
        except OutOfBudget:
            raise
        except Exception as error:
            return f"{type(error).__name__} {error}"[:200]
        else:
            return ""
    return f"it asks more than {MAX_QUESTIONS} questions"


def _play_all(draft: MutableState) -> None:
    """Try which cards can follow which, play the tried card and another on it, and pay all debts by chance."""
    world = BattleWorld(draft, *draft.order)
    first = draft.order[0]
    tried = draft.seats[first].hand[0]
    _have_gained(world, first, [modifier.name for modifier in draft.cards[tried].modifiers])
    for card in draft.seats[first].hand:
        world.playable(card, draft.pile[-1].card)
    play_card.play_freely(draft, first, tried)
    for player in draft.participants[1:2]:
        if draft.outcome is None and draft.seats[player].hand:
            play_card.play_freely(draft, player, draft.seats[player].hand[0])
    turns.pass_turn(draft)


def _have_gained(world: BattleWorld, player: str, modifiers: Sequence[str]) -> None:
    """Add modifiers to the last card of a hand.

    Modifiers without an effect for when they are added are left out.
    """
    known = world.draft.rules.modifiers
    gained = tuple(name for name in modifiers if known[name].hooks.when_gained)
    if gained:
        world.change(
            world.draft.seats[player].hand[-1], Change(gain={"modifiers": gained}), Run(world, player, "Trial")
        )


def _table(rules: Rules, section: str, name: str, dice: random.Random) -> tuple[State, Outside]:
    players = tuple(f"player{place}" for place in range(dice.randint(2, 5)))
    cards: dict[int, Card] = {}
    seats = []
    for player in players:
        held = [_deal(rules, cards, dice) for _ in range(CARDS_EACH)]
        half = dice.randint(1, CARDS_EACH)
        seats.append(Seat(player=player, hand=tuple(held[:half]), deck=tuple(held[half:])))
    tried = seats[0].hand[0]
    cards[tried] = _to_be_tried(rules, cards[tried], section, name)
    beneath = _deal(rules, cards, dice)
    state = State(kind="battle", begun=True, seats=tuple(seats), cards=cards, order=players, next_card=len(cards) + 1)
    environment = Outside(players, dice)
    draft = draft_for(rules, state, Chance(name), environment)
    turns.open_play(draft)
    draft.pile.append(Played(beneath, players[-1]))
    return draft.freeze(), environment


def _deal(rules: Rules, cards: dict[int, Card], dice: random.Random) -> int:
    species = dice.choice(sorted(rules.species))
    base = rules.species[species].base
    names = [name for name in sorted(rules.modifiers) if rules.modifiers[name].gains is None]
    modifiers = tuple(Modifier(dice.choice(names)) for _ in range(dice.randint(0, 1) if names else 0))
    number = len(cards) + 1
    cards[number] = Card(
        id=number,
        species=species,
        **asdict(base),
        modifiers=modifiers,
        original=f"c{number}",
    )
    return number


def _to_be_tried(rules: Rules, card: Card, section: str, name: str) -> Card:
    if section == "modifiers":
        return replace(card, modifiers=(Modifier(name),))
    base = rules.species[name].base
    return replace(card, species=name, **asdict(base))
