"""Nobody gets other dice by trying again (R18, R126): every way of it that there is, in every game.

Each attempt has dice of its own, as each entry of a journal has. One that has drawn is a step of the match; and what a
begun move has drawn it keeps, whatever anybody does, until it is made.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exoptosis.engine.game import Exoptosis
from nomic.chance.draw_source import Source
from nomic.matches.contract.bots import random_answer
from nomic.matches.contract.external_events import Left, happening_data
from nomic.matches.contract.game import BadAnswer, IllegalMove, LegalMove
from nomic.matches.contract.moves import Move, read_move
from nomic.matches.simulation.run import match_seed
from nomic.matches.simulation.unhosted_match import UnhostedMatch
from tests.conformance.hosting import Hosted, hosted_under
from tests.support.example_counts import examples

Way = Callable[["Trial"], None]
TRIES = 50
SEED = "5eed" * 16


class Trial:
    """A match in which one player tries everything, and the others do not keep still."""

    def __init__(self, hosted: Hosted, match: UnhostedMatch[Any, Any], name: str) -> None:
        self.hosted = hosted
        self.match = match
        self.name = name
        self.chance = Source(SEED, f"trial {name}")  # the test's own
        self.kept: list[Move] = []  # moves that were tried before
        self.stood = 0  # attempts that drew, and stood
        self._attempts = 0

    def is_over(self) -> bool:
        return self.match.game.result(self.match.state) is not None

    def source(self, entry: str) -> Source:
        """New dice for every attempt."""
        self._attempts += 1
        return Source(SEED, f"{self.name} attempt {self._attempts}")

    def goes_through(self, tries: int) -> None:
        """So many ways, one after the other, all mixed."""
        for _ in range(tries):
            if not self.is_over():
                WAYS[self.chance.pick(sorted(WAYS), "way", "which way")](self)

    # ── attempts

    def attempt(self, do: Callable[[], Any]) -> None:
        """Whatever is tried: it has drawn nothing, or it stands and keeps what was begun."""
        sources: list[Source] = []

        def source(entry: str) -> Source:
            sources.append(self.source(entry))
            return sources[-1]

        self.match.source = source  # type: ignore[method-assign]
        before, drawn = self.match.state, seen(self.match.state)
        try:
            do()
        except (IllegalMove, BadAnswer):
            assert self.match.state is before
            assert not any(each.drawn for each in sources)
            return
        if self.match.state is before:
            assert not any(each.drawn for each in sources)
        self.stood += bool(sources and sources[0].drawn)
        if drawn and seen(self.match.state):
            assert not drawn - seen(self.match.state), "what was drawn is forgotten"

    def plays(self, player: str, move: Move, answers: list[Any]) -> None:
        self.attempt(lambda: self.match.play(player, move, answers))

    def gives_up(self, player: str) -> None:
        """In a game in which one can."""
        self.attempt(lambda: self.match.play(player, read_move(self.match.game, {"kind": "forfeit"}), []))

    # ── what there is to try

    def legal(self) -> list[tuple[str, LegalMove]]:
        """All that anybody can do, but giving up, which would end the trial too soon."""
        match = self.match
        return [
            (seat.player, move)
            for seat in match.game.seats(match.state)
            for move in match.game.legal(match.rules, match.state, seat.player, match.fake_environment)
            if move.move.kind not in ("forfeit", "agree")
        ]

    def some(self) -> tuple[str, LegalMove] | None:
        """One of those; where a move is begun, that one."""
        legal = self.legal()
        return self.chance.pick(legal, "move", "a move") if legal else None

    def answered(self, player: str, move: LegalMove) -> list[Any]:
        """Answers by guessing: to what is asked now, and to whatever might be asked then."""
        question = move.question
        answers = [list(answer) for answer in self.match.game.answers(self.match.state)]
        if question is not None:
            answers.append(random_answer(question, self.chance))
        return answers

    def guesses(self) -> list[Any]:
        """What might be an answer: numbers, players, nothing at all."""
        players = [seat.player for seat in self.match.game.seats(self.match.state)]
        words: list[Any] = [0, 1, 2, 3, 5, 6, 10**9, "", "nothing", *players]
        return [self.chance.pick(words, "guess", "a guess") for _ in range(self.chance.below(3, "guess", "how many"))]


def seen(state: Any) -> Counter[tuple[str, int]]:
    """What a begun move has drawn: names and values."""
    pending = getattr(state, "pending", None)
    return Counter() if pending is None else Counter((drawn.label, drawn.value) for drawn in pending.drawn)


# ── the ways


def sends(spoil: Callable[[Trial, list[Any]], Any]) -> Way:
    """Some move with its answers spoilt."""

    def way(trial: Trial) -> None:
        found = trial.some()
        if found is not None:
            player, move = found
            trial.kept.append(move.move)
            trial.plays(player, move.move, spoil(trial, trial.answered(player, move)))

    return way


def off_turn(trial: Trial) -> None:
    """Somebody else makes the move."""
    found = trial.some()
    players = [seat.player for seat in trial.match.game.seats(trial.match.state)]
    if found is not None:
        trial.plays(trial.chance.pick(players, "player", "who"), found[1].move, trial.answered(*found))


def another_move(trial: Trial) -> None:
    """Another move in place of the one that was begun, with answers for it."""
    players = [seat.player for seat in trial.match.game.seats(trial.match.state)]
    if trial.kept:
        trial.plays(trial.chance.pick(players, "player", "who"), trial.chance.pick(trial.kept, "old", "which"), [])


def twice_at_once(trial: Trial) -> None:
    """Two clients send the same move, one after the other has been heard."""
    found = trial.some()
    if found is not None:
        answers = trial.answered(*found)
        for _ in range(2):
            trial.plays(found[0], found[1].move, answers)


def gives_up(trial: Trial) -> None:
    """Somebody forfeits, and perhaps it is the one who has begun."""
    players = [seat.player for seat in trial.match.game.seats(trial.match.state) if seat.status == "in"]
    if len(players) > 2:
        trial.gives_up(trial.chance.pick(players, "player", "who"))


def leaves(trial: Trial) -> None:
    """Somebody leaves the cycle."""
    players = [seat.player for seat in trial.match.game.seats(trial.match.state) if seat.status == "in"]
    if len(players) > 2:
        left = Left(trial.chance.pick(players, "player", "who"))
        trial.attempt(lambda: trial.match.happen(left))


def something_happens(trial: Trial) -> None:
    """Another act in between, somewhere else."""
    game_checks: Any = trial.hosted.playground
    happenings = [
        happening
        for happening in game_checks.happenings(trial.match.state, trial.match.fake_environment)
        if happening_data(happening)["kind"] not in ("cycle-ended", "left")
    ]
    if happenings:
        happening = trial.chance.pick(happenings, "happening", "what")
        game_checks.come_true(happening, trial.match.fake_environment)
        trial.attempt(lambda: trial.match.happen(happening))


def time_is_up(trial: Trial) -> None:
    """A clock runs out."""
    clocks = [clock.name for clock in trial.match.game.clocks(trial.match.rules, trial.match.state)]
    if clocks and trial.chance.below(3, "clock", "whether") == 0:
        trial.attempt(lambda: trial.match.expire(clocks[0]))


WAYS: dict[str, Way] = {
    "as it should be": sends(lambda trial, answers: answers),
    "nothing": sends(lambda trial, answers: []),
    "the last one missing": sends(lambda trial, answers: answers[:-1]),
    "a bad one": sends(lambda trial, answers: [*answers[:-1], ["nothing of this name"]]),
    "a bad first one": sends(lambda trial, answers: [[10**9], *answers[1:]]),
    "guesses after them": sends(lambda trial, answers: [*answers, trial.guesses(), trial.guesses()]),
    "a guess in place of the last": sends(lambda trial, answers: [*answers[:-1], trial.guesses()]),
    "too many in one": sends(lambda trial, answers: [*answers[:-1], [*range(50)]]),
    "the same twice": sends(lambda trial, answers: [[*answer, *answer] for answer in answers]),
    "many too many": sends(lambda trial, answers: [*answers, *([[1]] * 90)]),
    "empty ones": sends(lambda trial, answers: [[] for _ in answers]),
    "wrong types": sends(lambda trial, answers: [*answers, [True], [None]]),
    "no lists": sends(lambda trial, answers: [*answers, 7, "x"]),
    "no list at all": sends(lambda trial, answers: "answers"),
    "off turn": off_turn,
    "another move": another_move,
    "twice at once": twice_at_once,
    "giving up": gives_up,
    "leaving": leaves,
    "something in between": something_happens,
    "time": time_is_up,
}


def trials(hosted: Hosted, states: list[Any]) -> Iterator[Trial]:
    for place, checks in enumerate(states):
        trial = Trial(hosted, checks.match.copy(), f"{place}")
        if not trial.is_over():
            yield trial


def test_R126_fifty_tries_from_any_state_bring_no_other_dice(hosted: Hosted, states: list[Any]) -> None:
    """One way after the other, all mixed. In a game without chance, nothing is drawn by any of them."""
    tried = 0
    for trial in trials(hosted, states[::3]):
        trial.goes_through(TRIES)
        tried += trial.stood
    assert tried > 10 if hosted.match_with_draw else tried == 0


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(deal=st.integers(0, 2**32), ways=st.lists(st.sampled_from(sorted(WAYS)), min_size=TRIES, max_size=TRIES))
def test_R126_in_whatever_order_one_tries(hosted: Hosted, deal: int, ways: list[str]) -> None:
    """Trying moves in any order never gives anybody other dice, from the first move of a match on."""
    players = [number for number in hosted.numbers if number <= 4][-1]
    trial = Trial(hosted, hosted.begin(players, f"{deal:064x}"), f"deal {deal}")
    for way in ways:
        if trial.is_over():
            return
        WAYS[way](trial)


class TakesItBack(Exoptosis):
    """A game in which a refusal takes draws back."""

    def play(self, rules: Any, state: Any, player: str, move: Any, answers: Any, chance: Any, *more: Any) -> Any:
        made = super().play(rules, state, player, move, answers, chance, *more)
        if chance.drawn and answers:
            raise BadAnswer(0, "not as it was wished")
        return made


def test_the_trials_find_a_game_that_takes_draws_back() -> None:
    """They say so where they come upon it."""
    hosted = hosted_under("cycle-16", "battle")

    def try_all() -> None:
        for number in range(9):
            trial = Trial(hosted, hosted.begin(3, match_seed(SEED, number)), f"wrong {number}")
            trial.match.game = TakesItBack()
            trial.goes_through(TRIES * 4)

    with pytest.raises(AssertionError):
        try_all()
