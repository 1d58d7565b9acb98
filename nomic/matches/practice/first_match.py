"""A newcomer's first match: begun against a bot and prepared, so that the newcomer's first act is a move."""

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.matches.contract.moves import move_data
from nomic.matches.hosting.loaded_match import RecordedEnvironment, loaded_match
from nomic.matches.models import Match, MatchSeat, MatchStatus
from nomic.matches.practice.advance_clock import advance_until_possible
from nomic.matches.practice.bot_characters import is_bot
from nomic.matches.practice.bot_seats import BotGame, bot_game, games_with_bots

MAX_STEPS = 12  # preparations and waiting, before the table is shown as it is


class _Modest:
    """Chance without randomness: always the greatest possible number, so that bots do not raise bets."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        return sides - 1


def begin_first_match(cycle: Cycle, owner: Actor) -> Match | None:
    """Return the owner's match in a practice cycle. If there is none, begin one with a bot.

    Returns None if no game allows that. Choices before the first move, such as a hand, are made for the owner as a bot
    would make them.
    """
    found = _own_match(cycle, owner.name)
    if found is not None:
        return found
    for game in games_with_bots(cycle.law):
        program = bot_game(game)
        opening = None if program is None else program.first_match(ReadContext(cycle, owner, cycle.now()))
        if program is None or opening is None:
            continue
        try:
            if _has_played(cycle, owner.name):  # a limit for each phase may stand in the way of another match
                advance_until_possible(ReadContext(cycle, owner, cycle.now()), opening[0])
            perform(cycle.slug, owner, *opening)
            _begin(cycle.slug, owner, program)
        except Refusal:  # the law may forbid what it usually allows; the owner then finds the hall
            pass
        return _own_match(cycle, owner.name)
    return None


def begin_rematch(cycle: Cycle, owner: Actor, over: Match) -> Match | None:
    """Begin the match that follows one against bots alone, and return it.

    Returns None unless its game begins with a phase and all opponents were bots. The owner's practice clock is advanced
    to that phase. Raises Refusal if it cannot be advanced.
    """
    program = bot_game(over.game)
    others = over.seats.exclude(player=owner.name).values_list("player", flat=True)
    if program is None or not program.begins_with_phase or not cycle.practice or cycle.owner_name != owner.name:
        return None
    if not all(map(is_bot, others)):
        return None
    _begin(cycle.slug, owner, program)
    return _own_match(cycle, owner.name)


def _begin(slug: str, owner: Actor, program: BotGame) -> None:
    """Begin a match that the owner has asked for, if necessary with the next phase, and make the first choices."""
    if program.begins_with_phase:
        perform(slug, owner, "advance-clock", {"to_next_phase": True})
    _prepare(slug, owner, program)


def _prepare(slug: str, owner: Actor, program: BotGame) -> None:
    """Make the owner's moves until the game has begun and it is the owner's turn."""
    mind = program.minds["Greedy"]
    for _ in range(MAX_STEPS):
        cycle = settled_cycle(slug)
        ctx = ReadContext(cycle, owner, cycle.now())
        match = _own_match(cycle, owner.name)
        if match is None:
            return
        table = loaded_match(ctx, match)
        if program.has_begun(table.state):
            if any(seat.player == owner.name and seat.to_act for seat in table.seats):
                return
            chosen = None
        else:
            looking = RecordedEnvironment(ctx, table.hosted)
            chosen = mind.choose(table.game, table.rules, table.state, owner.name, looking, _Modest())
        if chosen is None:
            perform(slug, owner, "advance-clock", {"minutes": 1})
            continue
        move, answers = chosen
        given = [list(answer) for answer in answers]
        perform(slug, owner, "move", {"match": match.code, "move": move_data(move), "answers": given})


def _has_played(cycle: Cycle, player: str) -> bool:
    return MatchSeat.objects.filter(match__cycle=cycle, player=player).exists()


def _own_match(cycle: Cycle, player: str) -> Match | None:
    """Return the newest unfinished match of a player, or None."""
    own = Match.objects.filter(cycle=cycle, seats__player=player).exclude(status=MatchStatus.OVER)
    return own.order_by("-pk").first()
