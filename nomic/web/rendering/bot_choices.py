"""Buttons that add a bot to a practice cycle, one for each character."""

from nomic.cycles.actions.context import ReadContext
from nomic.matches.practice.bot_characters import CHARACTERS, NEWCOMERS
from nomic.web.hooks.quick_actions import ReadyAct


def bots_to_add(ctx: ReadContext) -> list[ReadyAct]:
    """Return a button for each bot character that people can choose."""
    return [
        ReadyAct(f"Add {name}", [("bot", name)], CHARACTERS[name].description, bot=f"{name} bot 1")
        for name in NEWCOMERS
    ]
