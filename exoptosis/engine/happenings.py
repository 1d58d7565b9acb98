"""What happens outside a game and touches it (R104): always as a happening, never as a look.

    {"kind": "joined", "player", "cards"}           declares for the battle, or asks for the duel
    {"kind": "withdrew", "player"}                  takes that back before it begins
    {"kind": "invited", "player"}                   is asked for the duel
    {"kind": "accepted", "player", "cards"}
    {"kind": "declined", "player"}
    {"kind": "begun"}                               the battle phase has begun
    {"kind": "obtained", "player", "cards"}         cards that somebody got
    {"kind": "withheld", "player", "cards"}         numbers of cards of their deck that are elsewhere now (R117)
    {"kind": "left", "player"}                      is a player of the cycle no more
    {"kind": "card-destroyed-elsewhere", "cards", "originals", "loses"}
                                                    numbers of this game's cards, codes of originals; and what
                                                    modifiers the cards lose first, "*" for all of them
    {"kind": "law-changed"}
    {"kind": "cycle-ended"}

`cards` of players are the JSON of inventory cards; see `originals`. While a move is begun, cards come and go after it:
nothing else happens in this game then but forfeits (R103).
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from exoptosis.engine import attempts, endings, forfeits, gathering, pool, turns
from exoptosis.engine.draft import Draft, draft_for
from exoptosis.engine.originals import follow_law
from exoptosis.engine.rules import Rules
from exoptosis.engine.state import State
from exoptosis.engine.steps import step_of
from exoptosis.engine.world import BattleWorld
from nomic.effects.running.run import Run
from nomic.tables.contract.game import Chance, Environment, Step

Json = Any
Happening = dict[str, Json]
LATER = ("obtained", "card-destroyed-elsewhere")  # whoever has begun a move could else lead it to other draws


def react(
    rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
) -> Step[State] | None:
    """Take in what happened, or None where it touches nothing here. A begun move goes on with what is then so."""
    take_in = HAPPENINGS.get(happening["kind"])
    if take_in is None or state.outcome is not None:
        return None
    if state.pending is not None and happening["kind"] in LATER:
        return Step(replace(state, later=(*state.later, happening)), ())
    current = follow_law(rules, state)
    first = Step(current, ())
    if happening["kind"] == "left":
        first = attempts.finish(rules, current, happening["player"], chance, environment)
        if first.state.outcome is not None:
            return first
    draft = draft_for(rules, first.state, chance, environment)
    if take_in(draft, happening):
        return together(rules, first, step_of(draft), chance, environment)
    return None if first.state is state else first


def together(
    rules: Rules, first: Step[State], second: Step[State], chance: Chance, environment: Environment
) -> Step[State]:
    """Two steps as one. A move that was begun before the second goes on with what is then so (R103)."""
    begun, after = first.state.pending, second.state
    resumed = Step(after, ())
    if begun is not None and after.outcome is None:
        resumed = attempts.resume(rules, replace(after, pending=begun), chance, environment)
    return Step(resumed.state, (*first.events, *second.events, *resumed.events), resumed.question)


def caught_up(rules: Rules, step: Step[State], chance: Chance, environment: Environment) -> Step[State]:
    """A step that may have brought a begun move to its end: what has happened outside meanwhile comes after it."""
    while step.state.later and step.state.pending is None and step.state.outcome is None:
        happening, *later = step.state.later
        state = replace(step.state, later=tuple(later))
        taken = react(rules, state, happening, chance, environment) or Step(state, ())
        step = Step(taken.state, (*step.events, *taken.events), taken.question)
    return step


def _joined(draft: Draft, happening: Happening) -> bool:
    if draft.begun or happening["player"] in draft.seats:
        return False
    gathering.join(draft, happening["player"], happening["cards"])
    return True


def _withdrew(draft: Draft, happening: Happening) -> bool:
    if draft.begun or not draft.is_in(happening["player"]):
        return False
    gathering.withdraw(draft, happening["player"])
    return True


def _invited(draft: Draft, happening: Happening) -> bool:
    if draft.begun or happening["player"] in draft.seats:
        return False
    gathering.invite(draft, happening["player"])
    return True


def _accepted(draft: Draft, happening: Happening) -> bool:
    if not _is_invited(draft, happening["player"]):
        return False
    gathering.accept(draft, happening["player"], happening["cards"])
    return True


def _declined(draft: Draft, happening: Happening) -> bool:
    if not _is_invited(draft, happening["player"]):
        return False
    gathering.decline(draft, happening["player"])
    return True


def _is_invited(draft: Draft, player: str) -> bool:
    return player in draft.seats and draft.seats[player].status == "invited"


def _begun(draft: Draft, happening: Happening) -> bool:
    if draft.begun:
        return False
    gathering.begin(draft)
    return True


def _obtained(draft: Draft, happening: Happening) -> bool:
    player = happening["player"]
    if not draft.is_in(player):
        return False
    deck = draft.seats[player].deck
    gathering.obtain(draft, player, happening["cards"])
    return draft.seats[player].deck != deck


def _withheld(draft: Draft, happening: Happening) -> bool:
    player = happening["player"]
    if not draft.is_in(player):
        return False
    deck = draft.seats[player].deck
    gathering.withhold(draft, player, happening["cards"])
    return draft.seats[player].deck != deck


def _left(draft: Draft, happening: Happening) -> bool:
    """R5, R100: whoever leaves the cycle forfeits; a battle not yet begun loses them, a request for a duel is void."""
    player = happening["player"]
    if draft.begun:
        was_in = draft.is_in(player)
        forfeits.forfeit(draft, player, ", having left the cycle")
        return was_in
    if _is_invited(draft, player):
        gathering.decline(draft, player)
        return True
    return _withdrew(draft, happening)


def _destroyed(draft: Draft, happening: Happening) -> bool:
    before = draft.freeze()
    pool.drop_destroyed(draft, happening.get("originals", ()))
    cards = tuple(card for card in happening.get("cards", ()) if card in draft.cards)
    world = BattleWorld(draft, by_chance=True)
    run = Run(world, "", "Elsewhere")
    world.lose(cards, happening.get("loses", ()), run)
    world.destroy(cards, False, run)
    if draft.stage == "play" and draft.turn is not None:
        turns.win_check(draft, draft.turn.player)
    return draft.freeze() != before


def _law_changed(draft: Draft, happening: Happening) -> bool:
    return False  # the cards have followed the law already


def _cycle_ended(draft: Draft, happening: Happening) -> bool:
    endings.stop(draft)
    return True


HAPPENINGS: dict[str, Callable[[Draft, Happening], bool]] = {
    "joined": _joined,
    "withdrew": _withdrew,
    "invited": _invited,
    "accepted": _accepted,
    "declined": _declined,
    "begun": _begun,
    "obtained": _obtained,
    "withheld": _withheld,
    "left": _left,
    "card-destroyed-elsewhere": _destroyed,
    "law-changed": _law_changed,
    "cycle-ended": _cycle_ended,
}
