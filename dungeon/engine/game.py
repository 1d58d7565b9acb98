"""The rules of Dungeon as the host calls them: an implementation of `nomic.matches.contract.game.Game`."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from dungeon.engine import creation_condition
from dungeon.engine.moves import NEW_DUNGEON, PLAN, WITHDRAW_PLAN, NewDungeon, Plan, WithdrawPlan
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.parsed_law import Rules, rules_of
from dungeon.engine.period_end import end_period
from dungeon.engine.plans import Unanswered, plan_of, what_to_do
from dungeon.engine.player_view import View, view_of
from dungeon.engine.state import Explorer, State, centre
from dungeon.engine.terrain import Land
from nomic.matches.contract.external_events import CycleEnded, Happening, Joined, Left, MovesForbidden
from nomic.matches.contract.game import (
    Answers,
    Asked,
    BadAnswer,
    BarredMove,
    Chance,
    Clock,
    Environment,
    Event,
    IllegalMove,
    LegalMove,
    Result,
    Seat,
    Step,
)
from nomic.matches.contract.moves import Move
from nomic.matches.contract.plain_game import PlainGame


class DungeonGame(PlainGame[Rules, State]):
    """One match for a whole cycle. Every player begins at the first dungeon's first centre (R114)."""

    name = "dungeon"
    state_type = State
    moves = (Plan, WithdrawPlan, NewDungeon)
    happenings = (Joined,)

    # ── the law and the match

    def rules(self, document: Mapping[str, Any], number: int) -> Rules:
        return rules_of(document, number)

    def is_sealed(self, move: Move) -> bool:
        """Return whether the move is a plan, which is secret until the period ends (R66)."""
        return isinstance(move, Plan)

    def setup(self, rules: Rules, options: Mapping[str, Any]) -> State:
        """Create a match without a dungeon.

        Creating a dungeon needs chance, and happens when the first player joins.
        """
        return State()

    # ── moves

    def legal(self, rules: Rules, state: State, player: str, environment: Environment) -> list[LegalMove]:
        explorer = None if state.is_over else state.explorer(player)
        if explorer is None:
            return []
        question = what_to_do(_land(state), (explorer.at,), 1, rules.actions, player)
        moves = [LegalMove(PLAN, "Plan this period" if explorer.plan is None else "Change your plan", question)]
        if explorer.plan is not None:
            moves.append(LegalMove(WITHDRAW_PLAN, "Take your plan back"))
        if creation_condition.refusal(rules, state) is None:
            moves.append(LegalMove(NEW_DUNGEON, "Make a new dungeon"))
        return moves

    def barred(self, rules: Rules, state: State, player: str, environment: Environment) -> list[BarredMove]:
        explorer = None if state.is_over else state.explorer(player)
        refused = creation_condition.refusal(rules, state)
        if explorer is None or refused is None:
            return []
        return [BarredMove(NEW_DUNGEON, "Make a new dungeon", refused.detail, refused.rule)]

    def play(
        self,
        rules: Rules,
        state: State,
        player: str,
        move: Move,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Step[State] | Asked:
        if state.is_over:
            raise IllegalMove("over", "The game is over.")
        explorer = state.explorer(player)
        if explorer is None:
            raise IllegalMove("not-seated", "You are not in any of these dungeons.")
        if not isinstance(answers, list | tuple):
            raise BadAnswer(0, "answers must be a list of lists")
        if isinstance(move, Plan):
            return _plan(rules, state, explorer, answers)
        if answers:
            raise BadAnswer(0, "nothing is asked")
        if isinstance(move, WithdrawPlan):
            return _withdraw(state, explorer)
        return _new_dungeon(rules, state, explorer, chance)

    # ── time and the world outside

    def clocks(self, rules: Rules, state: State) -> tuple[Clock, ...]:
        """Return the clock that ends the period; it runs for players without a plan (R64). () if the game is over."""
        if state.is_over:
            return ()
        players = tuple(explorer.player for explorer in state.seated if explorer.plan is None)
        return (Clock(f"period {state.period}", rules.period_minutes, players, aligned=True),)

    def expire(self, rules: Rules, state: State, clock: str, chance: Chance, environment: Environment) -> Step[State]:
        """End the period. All plans are performed at once."""
        return Step(*end_period(rules, state, chance))

    def react(
        self, rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[State] | None:
        if state.is_over:
            return None
        match happening:
            case Joined(player=player):
                return _join(rules, state, player, chance)
            case Left(player=player):
                return _leave(state, player)
            case MovesForbidden(players):
                return _forbid(state, players)
            case CycleEnded():
                return Step(replace(state, stopped=True), ())
        return None

    # ── views

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats. The game waits for players without a plan."""
        return tuple(
            Seat(each.player, each.status, each.status == "in" and each.plan is None and not state.is_over)
            for each in state.explorers
        )

    def view(self, rules: Rules, state: State, viewer: str | None) -> View:
        return view_of(rules, state, viewer)

    def result(self, state: State) -> Result | None:
        if state.winner:
            return Result("won", (state.winner,))
        return Result("stopped") if state.stopped else None


def _land(state: State) -> Land:
    return Land([dungeon.levels for dungeon in state.dungeons])


def _with(state: State, explorer: Explorer) -> State:
    """Return the state with a player replaced."""
    explorers = tuple(explorer if each.player == explorer.player else each for each in state.explorers)
    return replace(state, explorers=explorers)


def _plan(rules: Rules, state: State, explorer: Explorer, answers: Answers) -> Step[State] | Asked:
    """Seal a plan, which replaces an earlier one of this period (R66).

    The event is the same for every plan.
    """
    try:
        plan = plan_of(_land(state), explorer.at, rules.actions, explorer.player, answers)
    except Unanswered as unanswered:
        return Asked(unanswered.question)
    event = Event("planned", f"{explorer.player} has a plan.", {"player": explorer.player})
    return Step(_with(state, replace(explorer, plan=plan, sealed=True)), (event,))


def _withdraw(state: State, explorer: Explorer) -> Step[State]:
    if explorer.plan is None:
        raise IllegalMove("no-plan", "You have no plan to take back.", "R66")
    event = Event("plan-withdrawn", f"{explorer.player} takes their plan back.", {"player": explorer.player})
    return Step(_with(state, replace(explorer, plan=None)), (event,))


def _forbid(state: State, players: Sequence[str]) -> Step[State] | None:
    """Drop the plans of these players, whom a rule forbids to move (R66). Return None if none has a plan."""
    barred = [each for each in state.seated if each.plan is not None and each.player in players]
    for explorer in barred:
        state = _with(state, replace(explorer, plan=None))
    events = tuple(
        Event("plan-forbidden", f"A rule forbids {each.player} to move: the plan is lost.", {"player": each.player})
        for each in barred
    )
    return Step(state, events) if barred else None


def _new_dungeon(rules: Rules, state: State, explorer: Explorer, chance: Chance) -> Step[State]:
    """Create a dungeon immediately, in addition to the existing ones (R71, R115)."""
    refused = creation_condition.refusal(rules, state)
    if refused is not None:
        raise refused
    draft = MutableState(rules, state, chance)
    number = draft.add_dungeon()
    text = f"{explorer.player} makes dungeon {number}."
    draft.emit("dungeon-made", text, player=explorer.player, dungeon=number)
    return Step(draft.state(), tuple(draft.events))


def _join(rules: Rules, state: State, player: str, chance: Chance) -> Step[State] | None:
    """Add a player at the first dungeon's first centre, with nothing (R114).

    Late players and former players may join, too. Returns None if the player is in already.
    """
    if state.explorer(player) is not None:
        return None
    draft = MutableState(rules, state, chance)
    if not draft.levels:
        draft.add_dungeon()
    was_sealed = player in draft.explorers and draft.explorers[player].sealed
    draft.put(Explorer(player, at=centre(1, 1), sealed=was_sealed))
    draft.emit("seated", "", player=player)
    return Step(draft.state(), tuple(draft.events))


def _leave(state: State, player: str) -> Step[State] | None:
    """Remove a player with their pocket, store and plan (R114). Return None for somebody who does not play.

    Their sealed answers still have to be revealed.
    """
    explorer = state.explorer(player)
    if explorer is None:
        return None
    return Step(_with(state, Explorer(player, "out", sealed=explorer.sealed)), ())
