"""Bans on acts that the system carries out for a player later, such as standing orders, plans and bots' acts.

A ban applies to the player at the moment when the act is carried out, however the act came in.
"""

from collections.abc import Mapping
from typing import Any

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused


def ban_on(ctx: ReadContext, player: str, name: str, args: Mapping[str, Any]) -> Refused | None:
    """Return the refusal if the law forbids a player the action `name` with these arguments now, otherwise None.

    Raises BadArguments if the arguments are invalid.
    """
    action = action_named(name, ctx.law)
    own = ActionContext(ctx.cycle, action, Actor(player), ctx.at, key="", is_replay=ctx.is_replay)
    own.args = action.read(args)
    try:
        action.check_bans(own)
    except Refused as refused:
        refused.name_in(ctx.law)
        return refused
    return None
