"""A table at which ada plays her 5 upon a 4, or a battle begins or has ended: what an effect there changes.

The effect stands where the moment says: in the modifier Bound, which ada's 5 has from bob, or in what a battle brings.
Chance takes the first of what there is, and so does everybody who is asked.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from exoptosis.engine.cards.card import Card
from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow import play_card, start_and_end_effects
from exoptosis.engine.moves import legality
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Hooks, Rules
from exoptosis.engine.state import State
from nomic.effects.asking.begun_moves import Answer, Attempt, Begun, Unanswered
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.running.interpreter import Run
from tests.support.exoptosis_scenario import Outside, table
from tests.support.hall import cycle_16

HOOKS: dict[Moment, str] = {"cost": "cost", "play": "when_played", "end": "at_end", "card": "after_battle"}
TOLD_TO_THE_HOST = ("original-destroyed", "destroyed-elsewhere", "card-made", "original-changed")
SEEN = {"owner": "max", "species": "9", "modifiers": ["Torn"], "colours": ["Red"], "values": [9]}


class First:
    """Chance that always takes the first of what there is."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        return 0


@cache
def rules() -> Rules:
    """Cycle 16's, with a collection of its own, and a 5 that brings a Vertebra."""
    law = cycle_16()
    law["collections"]["Cursed"] = {"elements": ["Adamantine"], "chance": 100, "place": 999}
    law["cards"]["5"]["hooks"] = {"when_played": [{"grant": "Vertebra", "to": "$me"}]}
    return compile_rules(law, 2)


def came_of(raw: Any, moment: Moment) -> list[str]:
    """What is another with this effect than without any, a line each: "ada's Chips: 5 → 6"."""
    return differences(_left_by([], moment), _left_by(raw, moment))


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What is another now."""
    found = []
    for what in sorted(before.keys() | after.keys()):
        was, now = before.get(what, ""), after.get(what, "")
        if isinstance(was, list) or isinstance(now, list):
            was, now = _besides(was, now), _besides(now, was)
        if was != now:
            found.append(f"{what}: {was if was != '' else 'nothing'} → {now if now != '' else 'nothing'}")
    return found


def _besides(some: Sequence[str], others: Sequence[str]) -> str:
    """What is in one list and not in the other."""
    return ", ".join(sorted((Counter(some) - Counter(others)).elements()))


def lets_play(raw: Any) -> bool:
    """Whether ada may play her King upon the 4 if this is what allows it: it does not fit by itself."""
    known = rules().species["King"]
    allowing = replace(known, hooks=replace(known.hooks, allows=read_condition(raw, scopes.PLAYED)))
    law = replace(rules(), species={**rules().species, "King": allowing})
    state, environment = _table()
    draft = MutableState(law, state, Attempt(Begun("", {}, 2), (), First(), environment))
    return any(state.cards[card].species == "King" for card in legality.playable_cards(draft, "ada"))


def _table() -> tuple[State, Outside]:
    game = table(
        ada="5; Red; Bound by bob, King; Red, 9 | Queen; Red, 2",
        bob="7; Red | 3",
        eve="9, 8 | 10",
        pile="3; Red, 4; Red; Cyan",
        vertebrae={"ada": 5, "bob": 5, "eve": 5},
        chips={"ada": 5, "bob": 5, "eve": 5},
        staked={"ada": 1, "bob": 1},
        rules=rules(),
    )
    lists = game.environment.lists
    lists["inventory", "ada"] = [SEEN | {"ref": "@1", "original": "1", "owner": "ada"}]
    lists["cycle-cards",] = [SEEN | {"ref": "@1", "original": "1"}]
    lists["copies", "ada's 5"] = [SEEN | {"ref": "@9/1", "original": "ada's 5", "species": "5"}]
    return game.state, game.environment


def _left_by(raw: Any, moment: Moment) -> dict[str, Any]:
    """What can be seen when all is done."""
    state, environment = _table()
    law, run = _law_and_run(raw, moment)
    answers: list[Answer] = []
    while True:
        draft = MutableState(law, state, Attempt(Begun("ada", {}, 2), answers, First(), environment))
        try:
            run(draft)
        except Unanswered as asked:
            options = [option.value for option in asked.question.options]
            answers.append(tuple(options[: max(asked.question.least, 1)]))
        else:
            return _seen(draft)


def _law_and_run(raw: Any, moment: Moment) -> tuple[Rules, Callable[[MutableState], None]]:
    if moment == "opening":
        occasion = replace(rules().occasions["battle"], at_commencement=read_effect(raw, scopes.EVERYBODY))
        law = replace(rules(), occasions={"battle": occasion})
        return law, lambda draft: _begin_for_ada(draft, occasion.at_commencement)
    if moment == "rewards":
        occasion = replace(rules().occasions["battle"], rewards=read_effect(raw, scopes.REWARDS))
        return replace(rules(), occasions={"battle": occasion}), lambda draft: start_and_end_effects.reward(
            draft, "ada"
        )
    scope = scopes.HELD if moment == "card" else scopes.PLAYED_MODIFIER
    law = _with_bound(HOOKS[moment], read_effect(raw, scope))
    if moment == "card":
        return law, start_and_end_effects.mark_the_battle
    return law, lambda draft: play_card.play_card(draft, "ada", draft.seats["ada"].hand[0])


def _begin_for_ada(draft: MutableState, effect: Effect) -> None:
    """What a battle brings everybody as it begins, for one of them."""
    Run(BattleWorld(draft, by_chance=True), "ada", "Commencement").perform(effect, {"me": ("ada",)})


def _with_bound(hook: str, effect: Effect) -> Rules:
    """The modifier Bound does this; it keeps count, too."""
    known = rules().modifiers
    bound = replace(known["Bound"], hooks=replace(Hooks(), **{hook: effect}), counts=True)
    return replace(rules(), modifiers={**known, "Bound": bound})


def _seen(draft: MutableState) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "whose turn it is": draft.turn.player if draft.turn else "",
        "direction": draft.direction,
        "won by": draft.outcome.winner if draft.outcome else "",
        "waits for": ", ".join(wait.event for wait in draft.waits),
        "owes": ", ".join(f"{debt.debtor} a {debt.kind}" for debt in draft.debts),
    }
    for place, played in enumerate(draft.pile, start=1):
        acted = f", acting as {', '.join(played.acted)}" if played.acted else ""
        seen[f"{place} on the pile"] = _card(draft, played.card) + acted + " (destroyed)" * played.destroyed
    for player, seat in draft.seats.items():
        seen[f"{player}'s hand"] = [_card(draft, card) for card in seat.hand]
        seen[f"{player}'s deck"] = [_card(draft, card) for card in seat.deck]
        seen[f"{player}'s extra turns"], seen[f"{player}'s skips"] = seat.extra, seat.skips + seat.skips_next
        seen |= {f"{player}'s {what}": draft.stock(player, item) for item, what in ITEMS.items()}
    for event in draft.events:
        if event.kind in TOLD_TO_THE_HOST:
            seen.setdefault(f"the host: {event.kind}", []).append(_fact(event.facts))
    return seen


def _fact(facts: dict[str, Any]) -> str:
    """The facts of an event in few words: a modifier by its name and what it remembers."""
    held = [" ".join(map(str, modifier.values())) for modifier in facts.get("modifiers", ())]
    told = [str(value) for what, value in facts.items() if value and what != "modifiers"]
    return "; ".join((*told, *held))


ITEMS = {"Chip": "Chips", "Vertebra": "Vertebrae"}


def _card(draft: MutableState, number: int) -> str:
    """A card with what is another than its species has it: "5 =6 +Red -Black; Bound by bob"."""
    card = draft.cards[number]
    base = draft.base_of(card.species)
    said = card.species
    if (card.values, card.values_from) != (base.values, base.values_from):
        said += f" ={','.join(map(str, card.values))}{'' if card.values_from is None else f',{card.values_from}…'}"
    return (
        said
        + _traits(card, base)
        + "".join(
            f"; {held.name}{f' by {held.by}' if held.by else ''}{f' {held.count}' if held.count else ''}"
            for held in card.modifiers
        )
    )


def _traits(card: Card, base: Any) -> str:
    more = [f" +{name}" for trait in TRAITS for name in getattr(card, trait) if name not in getattr(base, trait)]
    less = [f" -{name}" for trait in TRAITS for name in getattr(base, trait) if name not in getattr(card, trait)]
    return "".join((*more, *less))


TRAITS = ("suits", "colours", "types")
