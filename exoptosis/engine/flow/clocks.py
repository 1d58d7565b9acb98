"""Clocks of a game, and the consequences of their expiry (R18, R32, R35, R36, R95)."""

from exoptosis.engine.finish_step import step_of
from exoptosis.engine.flow import betting, choosing_hands, forfeits, lobby, turns
from exoptosis.engine.moves import run_moves
from exoptosis.engine.mutable_state import MutableState, draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State, Turn
from nomic.matches.contract.game import Chance, Clock, Environment, Step

ANSWER = "answer"
SILENCE = ", not having acted during the whole turn"


def clocks(rules: Rules, state: State) -> tuple[Clock, ...]:
    """Return the clocks that run now, at most one at a time."""
    if state.stage == "hands":
        return _while_gathering(rules, state)
    if state.stage == "betting" and state.bet is not None:
        return (_for_bets(rules, state),)
    if state.stage == "play" and state.turn is not None:
        return (_for_the_turn(rules, state, state.turn),)
    return ()


def _while_gathering(rules: Rules, state: State) -> tuple[Clock, ...]:
    occasion = rules.occasion(state.kind)
    if state.begun:
        late = tuple(seat.player for seat in state.seats if seat.status == "in" and seat.chosen is None)
        return (Clock("hands", occasion.hands_within, late, occasion.hands_only_in),)
    invited = tuple(seat.player for seat in state.seats if seat.status == "invited")
    return (Clock("request", occasion.request_lapses, invited),) if invited else ()


def _for_bets(rules: Rules, state: State) -> Clock:
    """Return the clock of a bet. Each raise has a time of its own (R96)."""
    bet = state.bet or betting.NO_BET
    minutes = rules.betting.match_within if bet.raises else rules.betting.close_after
    seated = tuple(player for player in state.order if _is_in(state, player))
    return Clock(f"bet:{bet.raises}", minutes, betting.waiting_for(bet, seated))


def _for_the_turn(rules: Rules, state: State, turn: Turn) -> Clock:
    """Return the turn's clock, which restarts with each act of its player (R123).

    A move begun out of turn has a clock of its own. It keeps the turn's player from acting, so the turn's clock is
    paused.
    """
    pending = state.pending
    if pending is not None and pending.player != turn.player:
        return Clock(ANSWER, rules.turn_minutes, (pending.player,), holds=(_name_of(turn),))
    begun = "" if pending is None else f":begun:{len(pending.answers)}"
    return Clock(_name_of(turn) + begun, rules.turn_minutes, (turn.player,))


def _name_of(turn: Turn) -> str:
    return f"turn:{turn.number}" + (f".{turn.acts}" if turn.acts else "")


def _is_in(state: State, player: str) -> bool:
    return any(seat.player == player and seat.status == "in" for seat in state.seats)


def expire(rules: Rules, state: State, clock: str, chance: Chance, environment: Environment) -> Step[State]:
    """Return the step after the expiry of a clock. Raises ValueError for a clock that is not running."""
    if clock not in {running.name for running in clocks(rules, state)}:
        raise ValueError(f"no clock {clock!r} is running")
    if state.pending is not None:
        return run_moves.resume(rules, state, chance, environment, late=True)
    draft = draft_for(rules, state, chance, environment)
    if clock == "request":
        lobby.lapse(draft)
    elif clock == "hands":
        choosing_hands.reveal(draft)
    elif clock.startswith("bet:"):
        betting.close(draft)
    else:
        _silence(draft)
    return step_of(draft)


def _silence(draft: MutableState) -> None:
    """End a turn in which the player did nothing: by the law, the player forfeits or is skipped (R36)."""
    if draft.turn is None:
        return
    player = draft.turn.player
    if draft.rules.silence == "forfeit":
        forfeits.forfeit(draft, player, SILENCE)
        return
    draft.emit("silent", f"{player} has not acted during the whole turn, which passes.", player=player)
    turns.pass_turn(draft)
