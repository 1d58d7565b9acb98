"""Invariants of every game: checks of a match in each of its states. Plain Python.

Tests run them on some matches, `manage.py simulate --check` on any number. A game's own `GameChecks` checks invariants
of that game, such as the places of its pieces.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from nomic.chance.draw_source import Source
from nomic.effects.asking.environment import Drew, NoChance
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.bots import answered, random_answer
from nomic.matches.contract.external_events import Happening, Left
from nomic.matches.contract.game import (
    Answers,
    Asked,
    BadAnswer,
    Chance,
    Environment,
    Game,
    IllegalMove,
    LegalMove,
    Question,
    Step,
)
from nomic.matches.contract.moves import move_data, read_move
from nomic.matches.simulation.unhosted_match import UnhostedMatch

R = TypeVar("R")
S = TypeVar("S")
STRANGER = "Nobody of this name"
ANSWERING: dict[str, Json] = {"kind": "answer"}
ODD_VALUES: tuple[Json, ...] = (None, -1, 0, 1, 10**30, True, 1.5, "", "1", "draw", [], [1], {}, {"kind": "play"})
ODD_ANSWERS: tuple[Json, ...] = (
    [[None]],
    [[]],
    [["nothing of this name"]],
    [[10**30]],
    [[True]],
    [1],
    "x",
    [["a"], ["b"]],
)


class Broken(Exception):
    """Raised if an invariant does not hold for a game."""


class GameChecks(Protocol[S]):
    """The game-specific part of the checks. `fake_environment` is the environment created by its playground."""

    def flaws(self, before: S, after: S, fake_environment: Any) -> Iterator[str]:
        """Yield descriptions of errors in a state, or in the change from the state before."""

    def disguised(self, state: S, viewer: str, chance: Chance) -> S | None:
        """Return a state that differs only in parts hidden from this viewer, or None if nothing is hidden."""

    def happenings(self, state: S, fake_environment: Any) -> Iterable[Happening]:
        """Return every possible external event, including improbable ones."""

    def come_true(self, happening: Happening, fake_environment: Any) -> None:
        """Apply an external event to the environment, before the match is notified of it."""


class Checks(Generic[R, S]):
    """The checks of a `match` in its current state. Each raises Broken and changes nothing."""

    def __init__(self, match: UnhostedMatch[R, S], game_checks: GameChecks[S], seed: str) -> None:
        self.match = match
        self._game: Game[R, S] = match.game
        self._examiner = game_checks
        self._seed = seed
        self._chance = Source(seed, "checks")
        self._tried = 0

    # ── every state

    def quick(self, before: S) -> None:
        """Run the cheap checks, meant for every state. `before` is the state before the latest step."""
        self.same_after_storing()
        self.nothing_lost(before)
        self.over_or_waiting()

    def thorough(self) -> None:
        """Run the expensive checks, which try everything possible. They are meant for some states only."""
        kept = self._game.encode(self.match.state)
        self.players_to_act_can_move()
        self.listed_moves_are_accepted()
        self.other_moves_are_refused()
        self.only_offered_answers_are_taken()
        self.draws_are_final()
        self.clocks_run_out()
        self.happenings_are_taken_in()
        self.nothing_hidden_shows()
        if self._game.encode(self.match.state) != kept:
            raise Broken("a state was changed in place")

    def same_after_storing(self) -> None:
        """Check that a state survives encoding and decoding."""
        state = self.match.state
        data = self._game.encode(state)
        again = self._game.decode(data)
        if again != state or self._game.encode(again) != data:
            raise Broken("a state changes when it is stored and loaded")

    def nothing_lost(self, before: S) -> None:
        """Check that no piece is duplicated or lost, by the game's own checks."""
        flaws = list(self._examiner.flaws(before, self.match.state, self.match.fake_environment))
        if flaws:
            raise Broken("; ".join(flaws[:5]))

    def over_or_waiting(self) -> None:
        """Check that a finished match waits for nobody.

        An unfinished match must have a running clock or a player to act.
        """
        state = self.match.state
        waits = [seat.player for seat in self._game.seats(state) if seat.to_act]
        clocks = self._game.clocks(self._rules, state)
        if self._game.result(state) is not None:
            if waits or clocks or any(self._legal(state, seat.player) for seat in self._game.seats(state)):
                raise Broken(f"over, and yet it waits for {waits or clocks or 'moves'}")
        elif not waits and not clocks:
            raise Broken("it waits for nobody and nothing, and is not over")

    # ── moves

    def players_to_act_can_move(self) -> None:
        """Check that each player to act has a legal move.

        A player without a seat, or out of the game, must have no legal or barred moves.
        """
        state = self.match.state
        for seat in self._game.seats(state):
            legal = self._legal(state, seat.player)
            if seat.status == "in" and seat.to_act and not legal:
                raise Broken(f"it waits for {seat.player}, who can do nothing")
            if seat.status == "out" and legal:
                raise Broken(f"{seat.player} is out and can {legal[0].label}")
        if self._legal(state, STRANGER) or self._game.barred(self._rules, state, STRANGER, self._environment):
            raise Broken("a stranger has moves")

    def listed_moves_are_accepted(self) -> None:
        """Check that every legal move can be made, with any answers to its questions."""
        for player in self._players():
            for move in self._legal(self.match.state, player):
                self._make(player, move_data(move.move), self._random_answers(player, move))

    def _random_answers(self, player: str, move: LegalMove) -> Answers:
        answer = self._random_answer
        return answered(self._game, self._rules, self.match.state, player, move, self._environment, answer)

    def _random_answer(self, question: Question, answers: Answers) -> list[str | int]:
        return random_answer(question, self._chance)

    def _make(self, player: str, move: dict[str, Json], answers: Answers) -> None:
        try:
            made = self._play(self.match.state, player, move, answers, self._source())
        except (IllegalMove, BadAnswer) as refused:
            raise Broken(f"{player}: {move} {answers} is on the list and refused: {refused}") from refused
        if isinstance(made, Asked):
            raise Broken(f"{player}: {move} {answers} asks more than was asked before: {made.question.prompt}")

    def other_moves_are_refused(self) -> None:
        """Check that moves that are not legal raise IllegalMove or BadAnswer, and no other exception."""
        state = self.match.state
        listed = {player: [move_data(move.move) for move in self._legal(state, player)] for player in self._players()}
        for player in listed:
            for move in self._odd_moves([move for moves in listed.values() for move in moves]):
                if move not in listed[player] and not self._is_refused(state, player, move, ()):
                    raise Broken(f"{player}: {move} is not on the list and accepted")

    def _odd_moves(self, moves: Sequence[dict[str, Json]]) -> Iterator[dict[str, Json]]:
        """Yield data that need not be a legal move.

        These are data without a known kind, moves of all players, and moves with a field changed or added.
        """
        yield {}
        yield {"kind": "nothing of this kind"}
        yield from moves
        for move in {move["kind"]: move for move in moves}.values():
            for field in move:
                odd = self._chance.pick(ODD_VALUES, "odd", "an odd value")
                yield {**move, field: odd}
            yield {**move, "of no use": 1}

    def _is_refused(self, state: S, player: str, move: dict[str, Json], answers: Answers) -> bool:
        try:
            self._play(state, player, move, answers, self._source())
        except (IllegalMove, BadAnswer) as refused:
            return bool(str(refused))
        return False

    def only_offered_answers_are_taken(self) -> None:
        """Check that only the options of a question are accepted as answers.

        Each may be chosen once, and their number lies between the question's minimum and maximum.
        """
        state = self.match.state
        for player in self._players():
            for move in self._legal(state, player):
                if move.question is not None:
                    self._check_question(player, move_data(move.move), self._so_far(move), move.question)

    def _so_far(self, move: LegalMove) -> Answers:
        return self._game.answers(self.match.state) if move.question is not None else ()

    def _check_question(self, player: str, move: dict[str, Json], so_far: Answers, question: Question) -> None:
        if question.who != player or not 0 <= question.least <= question.most <= len(question.options):
            raise Broken(f"{player} cannot answer {question}")
        values = [option.value for option in question.options]
        if len(set(values)) != len(values):
            raise Broken(f"{question.prompt} offers something twice")
        for value in values if question.most else ():
            others = [other for other in values if other != value][: max(question.least - 1, 0)]
            if self._is_bad(player, move, (*so_far, [value, *others]), len(so_far)):
                raise Broken(f"{player}: {question.prompt} offers {value!r} and does not take it")
        for answer in self._wrong_answers(question, values):
            if not self._is_bad(player, move, (*so_far, answer), len(so_far)):
                raise Broken(f"{player}: {question.prompt} takes {answer!r}")
        for answers in ODD_ANSWERS:
            # Whatever the outcome, it must be one of the expected kinds.
            self._outcome(self.match.state, player, move, answers)

    def _wrong_answers(self, question: Question, values: Sequence[str | int]) -> Iterator[list[str | int]]:
        yield ["nothing of this name"]
        yield [10**30]
        yield [*values, *values, *values]
        if question.least:
            yield list(values[: question.least - 1])
        if question.most < len(values):
            yield list(values[: question.most + 1])
        if question.most > 1:
            yield [values[0]] * question.most

    def _is_bad(self, player: str, move: dict[str, Json], answers: Answers, place: int) -> bool:
        """Return whether the answer at index `place` is refused.

        An error at a later index belongs to another question.
        """
        try:
            self._play(self.match.state, player, move, answers, self._source())
        except BadAnswer as bad:
            return bad.place == place
        return False

    # ── what was drawn

    def draws_are_final(self) -> None:
        """Check that draws are final (R126): a move that is refused, or only asks a question, has drawn nothing.

        This holds whichever answers are invalid. A begun move keeps the valid answers, and repeats no draw when it
        continues.
        """
        for player in self._players():
            for move in self._legal(self.match.state, player):
                fitting = self._answers_to_the_end(player, move)
                for answers in (fitting, *self._spoilt(fitting)):
                    self._stands(player, move_data(move.move), answers)

    def _answers_to_the_end(self, player: str, move: LegalMove) -> list[list[str | int]]:
        """Return answers to all questions of a move, before and after its draws, for one outcome of the draws."""
        chance, made = self._source(), move_data(move.move)
        answers, state = self._random_answers(player, move), self.match.state
        while True:
            step = self._play(state, player, made, answers, chance)
            question = step.question
            if question is None or question.who != player:
                return [list(answer) for answer in answers]
            if isinstance(step, Step):
                state, made = step.state, ANSWERING
                answers = self._game.answers(state)
            answers = (*answers, random_answer(question, self._chance))

    def _spoilt(self, fitting: Sequence[list[str | int]]) -> Iterator[list[list[str | int]]]:
        """Yield lists of answers with an error.

        An answer is replaced, or left out with all later ones, or there are too many answers.
        """
        for place in range(len(fitting)):
            yield list(fitting[:place])
            yield [*fitting[:place], ["nothing of this name"], *fitting[place + 1 :]]
            yield [*fitting[:place], [*fitting[place], 10**9], *fitting[place + 1 :]]
            yield [*fitting[:place], *fitting[place + 1 :]]
        yield [*fitting, []]
        yield [*fitting, *fitting, [1], ["x"]]

    def _stands(self, player: str, move: dict[str, Json], answers: Answers) -> None:
        chance = self._source()
        try:
            made = self._play(self.match.state, player, move, answers, chance)
        except (IllegalMove, BadAnswer) as refused:
            if chance.drawn:
                raise Broken(
                    f"{player}: {move} {answers} drew random numbers and was then refused: {refused}"
                ) from refused
            return
        if isinstance(made, Asked):
            if chance.drawn:
                raise Broken(
                    f"{player}: {move} {answers} drew random numbers, and then asked as if nothing had happened"
                )
        elif made.question is not None and made.question.who == player:
            self._stays_begun(made, player, answers)

    def _stays_begun(self, begun: Step[S], player: str, answers: Answers) -> None:
        """Check that a begun move asks the same question again without drawing."""
        kept = self._game.answers(begun.state)
        if [list(answer) for answer in kept] != [list(answer) for answer in answers[: len(kept)]]:
            raise Broken(f"{player} answered {answers}, but {kept} were kept")
        try:
            again = self._play(begun.state, player, ANSWERING, kept, NoChance())
        except Drew as drew:
            raise Broken(f"{player} continues what was begun, but {drew} is drawn again") from drew
        if again.question != begun.question:
            raise Broken(f"{player} was asked {begun.question}, and then {again.question}")

    # ── time and the world outside

    def clocks_run_out(self) -> None:
        """Check that every clock can expire."""
        state = self.match.state
        for clock in self._game.clocks(self._rules, state):
            step = self._game.expire(self._rules, state, clock.name, self._source(), self._environment)
            self._check_step(step, f"{clock.name} has run out")

    def happenings_are_taken_in(self) -> None:
        """Check that the match handles every possible external event, and never waits for a player who has left."""
        state = self.match.state
        for happening in self._examiner.happenings(state, self.match.fake_environment):
            step = self._game.react(self._rules, state, happening, self._source(), self._environment)
            if step is not None:
                self._check_step(step, str(happening))
            if isinstance(happening, Left):
                self._does_not_wait_for(happening.player, state if step is None else step.state)

    def _does_not_wait_for(self, player: str, state: S) -> None:
        """Check that a match does not wait without a time limit for a player who has left the cycle."""
        timed = {name for clock in self._game.clocks(self._rules, state) for name in clock.players}
        if player not in timed and any(seat.to_act and seat.player == player for seat in self._game.seats(state)):
            raise Broken(f"{player} has left, and the match waits for them for ever: handle `Left` in `react`")

    def _check_step(self, step: Step[S], after: str) -> None:
        asked = self._game.question(self._rules, step.state, self._environment)
        if step.question is not None and asked is None:
            raise Broken(f"after {after}, a question is asked that the state does not have")
        if self._game.decode(self._game.encode(step.state)) != step.state:
            raise Broken(f"after {after}, the state changes when it is stored and loaded")

    # ── what is hidden

    def nothing_hidden_shows(self) -> None:
        """Check that a viewer cannot distinguish states that differ only in parts hidden from that viewer."""
        state = self.match.state
        for viewer in (*self._players(), STRANGER):
            other = self._examiner.disguised(state, viewer, self._chance)
            if other is not None:
                for what, shown in SHOWN.items():
                    if shown(self, state, viewer) != shown(self, other, viewer):
                        raise Broken(f"{viewer} sees what is hidden: {what}")

    def _seen(self, state: S, viewer: str) -> object:
        return self._game.view(self._rules, state, viewer)

    def _seen_by_anybody(self, state: S, viewer: str) -> object:
        return [
            self._game.view(self._rules, state, None),
            self._game.seats(state),
            self._game.clocks(self._rules, state),
        ]

    def _doable(self, state: S, viewer: str) -> object:
        return [self._legal(state, viewer), self._game.barred(self._rules, state, viewer, self._environment)]

    def _advised(self, state: S, viewer: str) -> object:
        """Return the move that each bot would choose for this viewer, which is also its hint."""
        bots = getattr(self._examiner, "bots", {})
        return [
            bot.choose(
                self._game, self._rules, state, viewer, self._environment, Source("ab" * 32, f"advice of {name}")
            )
            for name, bot in sorted(bots.items())
            if self._legal(state, viewer)
        ]

    def _outcomes_of_moves(self, state: S, viewer: str) -> object:
        """Return everything that a viewer can learn by trying moves: events, questions and errors."""
        legal = self._legal(state, viewer)
        moves = [*self._odd_moves_in_order([move_data(move.move) for move in legal]), ANSWERING]
        return [self._outcome(state, viewer, move, ()) for move in moves]

    def _odd_moves_in_order(self, moves: Sequence[dict[str, Json]]) -> Iterator[dict[str, Json]]:
        for move in moves:
            yield move
            yield from ({**move, field: odd} for field in move for odd in ODD_VALUES)

    def _outcome(self, state: S, player: str, move: dict[str, Json], answers: Any) -> object:
        """Return the visible outcome of a move.

        If the move reveals sealed values, return only that fact.
        """
        try:
            made = self._play(state, player, move, answers, Source("ab" * 32, "told"))
        except (IllegalMove, BadAnswer) as refused:
            return [type(refused).__name__, str(refused), vars(refused)]
        if isinstance(made, Asked):
            return made.question
        if any(event.kind == "unsealed" for event in made.events):
            return "unsealed"
        return list(made.events)

    # ── helpers

    @property
    def _rules(self) -> R:
        return self.match.rules

    @property
    def _environment(self) -> Environment:
        return self.match.fake_environment

    def _players(self) -> list[str]:
        return [seat.player for seat in self._game.seats(self.match.state)]

    def _legal(self, state: S, player: str) -> list[LegalMove]:
        return self._game.legal(self._rules, state, player, self._environment)

    def _play(self, state: S, player: str, move: dict[str, Json], answers: Answers, chance: Chance) -> Step[S] | Asked:
        made = read_move(self._game, move)
        return self._game.play(self._rules, state, player, made, answers, chance, self._environment)

    def _source(self) -> Source:
        """Return a new source of draws for a trial, different each time."""
        self._tried += 1
        return Source(self._seed, f"trial {self._tried}")


SHOWN: Mapping[str, Callable[[Checks[Any, Any], Any, str], object]] = {
    "in the view": Checks._seen,
    "in what anybody sees": Checks._seen_by_anybody,
    "in what can be done": Checks._doable,
    "in what a move reveals": Checks._outcomes_of_moves,
    "in a bot's advice": Checks._advised,
}
