"""Plays the duel of the front page: two bots under a shipped law. The same law gives the same duel."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, cast

from exoptosis.engine.views.battle_view import BattleView, CardView
from exoptosis.engine.views.match_animation import ShownCard, ShownMatch, ShownStep
from exoptosis.simulation.playground import SimulatedBattles
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.contract.game import Event
from nomic.matches.practice.bot_characters import NEWCOMERS
from nomic.matches.simulation.run import begin_match, match_seed, perform_step

LAW = "cycle-16"
PLAYERS: tuple[str, ...] = NEWCOMERS[:2]
CARDS = 8  # per player
SEED = match_seed("front", 12)  # chosen by hand: a short duel with a close end, on cards with drawings
MAX_ACTS = 60  # including the choice of hands, and bets
OPENING = "Each has chosen a hand. The first with no card left wins."
UNSAID = frozenset({"hand", "turn", "unsealed"})  # kinds of events that the picture shows, or that have no words


def play_front_page_duel() -> ShownMatch:
    """Return the duel, played to its end. Raises ValueError if it is not over after the maximum number of acts."""
    playground, document = SimulatedBattles("duel", CARDS), document_of(LAW)
    rules = playground.game.rules(document, 1)
    match = begin_match(playground, rules, document, PLAYERS, SEED)
    bots, chance = dict.fromkeys(PLAYERS, playground.bots["greedy"]), Source(SEED, "bots")
    cards: dict[int, ShownCard] = {}
    steps: list[ShownStep] = []
    for _ in range(MAX_ACTS):
        actor = perform_step(match, bots, chance)
        view = cast(BattleView, match.game.view(rules, match.state, None))
        if view.stage in ("play", "over"):
            steps.append(_step(view, match.events, actor, is_first=not steps))
            cards |= {number: _card(view.cards[number]) for number in _in_sight(steps[-1])}
        if match.game.result(match.state) is not None:
            return ShownMatch(PLAYERS, tuple(cards[number] for number in sorted(cards)), tuple(_that_show(steps)))
    raise ValueError(f"the duel is not over after {MAX_ACTS} acts")


def _step(view: BattleView, events: Iterable[Event], actor: str, *, is_first: bool) -> ShownStep:
    hands = tuple(tuple(seat.hand or ()) for name in PLAYERS if (seat := view.seat_of(name)) is not None)
    pile = tuple(played.card for played in view.pile)
    if is_first:
        return ShownStep(OPENING, "", None, hands, pile)
    played = [event for event in events if event.kind == "played"]
    others = [event for event in events if event.kind not in {"played", *UNSAID}]
    text = view.cards[played[0].facts["card"]].text if played else ""
    words = " ".join(event.text for event in (*played, *others) if event.text)
    return ShownStep(words, text, PLAYERS.index(actor) if actor else None, hands, pile)


def _that_show(steps: list[ShownStep]) -> Iterator[ShownStep]:
    """Yield the first step, and each step in which a card moves.

    A move in two parts is shown with its second part.
    """
    yield steps[0]
    for before, step in pairwise(steps):
        if (step.hands, step.pile) != (before.hands, before.pile):
            yield step


def _in_sight(step: ShownStep) -> Iterator[int]:
    for cards in (*step.hands, step.pile):
        yield from cards


def _card(view: CardView) -> ShownCard:
    facts: dict[str, Any] = {name: tuple(getattr(view, name)) for name in ("suits", "colours", "types")}
    modifiers = tuple(modifier.name for modifier in view.modifiers)
    return ShownCard(id=view.id, name=view.name, values=view.values, modifiers=modifiers, text=view.text, **facts)
