"""The unfinished games of Exoptosis in a cycle."""

from collections.abc import Iterator

from exoptosis.engine.state import State
from nomic.cycles.actions.context import ReadContext
from nomic.matches.hosting.lifecycle import going_on
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match

GAME = "exoptosis"
GOING_ON = "games of exoptosis"  # the key under which the context caches them


def matches_of_the_game(ctx: ReadContext) -> Iterator[tuple[Match, State]]:
    """Yield the unfinished games of Exoptosis with their states."""
    for match in ctx.recall(GOING_ON, lambda: [found for found in going_on(ctx) if found.game == GAME]):
        if not match.is_over:
            yield match, loaded_match(ctx, match).state
