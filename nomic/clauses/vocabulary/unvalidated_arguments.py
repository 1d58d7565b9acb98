"""The arguments of an act as values for rules, before the action validates them."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from nomic.clauses.vocabulary.action_events import ActionEvent
from nomic.clauses.vocabulary.event_scopes import in_short, value_of
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.reference_types import by_own_names
from nomic.cycles.domain.exceptions import BadArguments
from nomic.effects.language.world import Names
from nomic.players.lookup import find_player


def arguments_given(act: ActionContext, occasion: ActionEvent) -> Names:
    """Return the arguments of an act that rules can see, by name.

    A missing argument has an empty value. References are replaced with the canonical name of the referenced thing.
    Raises BadArguments if an argument names a thing that does not exist, as the action itself would.
    """
    given = {**by_own_names(act, act.args), **masked(act)}
    return {name: value_of(kind, in_short(kind, given.get(name))) for name, kind in occasion.args.items()}


def masked(act: ActionContext) -> Mapping[str, Any]:
    """Return what rules read in place of secret arguments of this act, by the argument's name."""
    return {} if act.action.masks is None else act.action.masks(act, act.args)


def as_called(act: ActionContext, given: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return the names in `given` with the players' own spelling. Names without a player are left out."""
    found = []
    for name in given:
        with suppress(BadArguments):  # the act may have made the player leave
            found.append(find_player(act, "", str(name)).name)
    return tuple(found)
