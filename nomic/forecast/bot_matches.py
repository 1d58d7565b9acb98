"""Moves of bots in the matches of simulated weeks, and the results of these matches."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

from django.db import transaction

from nomic.chance.draw_source import Source
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.journal.append import apply_act, lock_cycle, save_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle_locked
from nomic.matches.contract.moves import move_data
from nomic.matches.events import MatchStepped
from nomic.matches.hosting.lifecycle import going_on
from nomic.matches.hosting.loaded_match import LoadedMatch, RecordedEnvironment, loaded_match
from nomic.matches.models import Match, MatchStatus
from nomic.matches.simulation.run import Played, Playground, Usage, playgrounds

MAX_MOVES = 250  # of all matches together, at each visit of a bot
MIND = "random"
Json = dict[str, Any]


def play_on(slug: str, at: datetime, chance: Source) -> int:
    """Make bots' moves at the instant `at` in every match that waits for a bot. Return the number of moves.

    At most MAX_MOVES are made in total.
    """
    for made in range(MAX_MOVES):
        if not any(_made(slug, at, player, said) for player, said in _thought_of(slug, at, chance)):
            return made
    return MAX_MOVES


def played_in(cycle: Cycle, since: datetime) -> list[tuple[str, Played]]:
    """Return the matches that ended after `since`, each with the name of its playground."""
    over = Match.objects.filter(cycle=cycle, status=MatchStatus.OVER, ended_at__gt=since).order_by("pk")
    return [(ground.name, _played(cycle, match, ground)) for match in over if (ground := _ground(match)) is not None]


def _ground(match: Match) -> Playground[Any, Any] | None:
    """Return the playground by which programs play this kind of match, or None."""
    known = playgrounds()
    return known.get(match.kind) or known.get(match.game)


def _thought_of(slug: str, at: datetime, chance: Source) -> list[tuple[str, Json]]:
    """Return a bot's move for each player for whom a running match waits."""
    with transaction.atomic():
        cycle = lock_cycle(slug, fork=True)
        ctx = ReadContext(cycle, Actor(""), max(at, cycle.last_at or at))
        found = []
        for match in going_on(ctx):
            ground, table = _ground(match), loaded_match(ctx, match)
            if ground is None or match.status != MatchStatus.RUNNING:
                continue
            looking = RecordedEnvironment(ctx, table.hosted)
            for seat in table.seats:
                if not seat.to_act:
                    continue
                mind = ground.bots[MIND]
                chosen = mind.choose(table.game, table.rules, table.state, seat.player, looking, chance)
                if chosen is not None:
                    answers = [list(answer) for answer in chosen[1]]
                    said = {"match": match.code, "move": move_data(chosen[0]), "answers": answers}
                    found.append((seat.player, said))
        chance.drawn.clear()  # nothing reads the draws later, so memory is freed
        return found


def _made(slug: str, at: datetime, player: str, said: Json) -> bool:
    """Perform a move and return whether it was accepted. A refused move is rolled back."""
    try:
        with transaction.atomic():
            cycle = lock_cycle(slug, fork=True)
            at = max(at, cycle.last_at or at)
            move = action_named("move", cycle.law)
            apply_act(cycle, move, move.read(said), Actor(player), at)
            settle_locked(cycle, at)
            save_cycle(cycle)
            return True
    except Refusal:
        return False


def _played(cycle: Cycle, match: Match, ground: Playground[Any, Any]) -> Played:
    """Return a finished match in the form of a simulated one."""
    table = LoadedMatch(cycle, match)
    result = table.game.result(table.state)
    return Played(
        number=match.pk,
        bots={seat.player: MIND for seat in table.seats},
        order=tuple(ground.order(table.state)),
        ending=result.ending if result else "capped",
        winners=tuple(result.winners) if result else (),
        moves=match.version,
        expired=0,
        turns=ground.turns(table.state),
        made={},
        uses=tuple(_uses(cycle, match, ground, table.state)),
    )


def _uses(cycle: Cycle, match: Match, ground: Playground[Any, Any], state: Any) -> Iterator[Usage]:
    """Yield the cards and pieces used in a match, as far as its last state still contains them."""
    counted: Counter[tuple[str, str, Literal["had", "played"]]] = Counter()
    for entry in Entry.objects.filter(cycle=cycle, seq__gte=match.opened_seq).order_by("seq"):
        for stepped in MatchStepped.among(entry.events):
            for event in stepped.events if stepped.match == match.code else ():
                try:
                    for use in ground.uses(state, event):
                        counted[use.player, use.piece, use.how] += use.times
                except LookupError:  # a card that no longer exists
                    continue
    yield from (Usage(*use, times) for use, times in sorted(counted.items()))
