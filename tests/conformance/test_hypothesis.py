"""Matches in which Hypothesis chooses everything: who moves, what, the answers, and every die."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.chance.draw_scheme import Drawn
from nomic.chance.draw_source import Source
from nomic.matches.contract.game import Answers, Asked, LegalMove, Question
from nomic.matches.contract.question_after_answers import asked_next
from nomic.matches.simulation.conformance import Checks
from nomic.matches.simulation.unhosted_match import UnhostedMatch
from tests.conformance.hosting import Hosted
from tests.support.example_counts import examples

MAX_ACTS = 25
MAX_PLAYERS = 5
SEED = "0" * 64


class ChosenChance(Source):
    """Dice that Hypothesis lays."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__(SEED, "chosen")
        self._data = data

    def below(self, sides: int, label: str, purpose: str) -> int:
        value = self._data.draw(st.integers(0, sides - 1), label=label)
        self.drawn.append(Drawn(label, len(self.drawn), sides, value, purpose))
        return value


class ChosenMatch(UnhostedMatch[Any, Any]):
    """A match with such dice."""

    data: st.DataObject

    def source(self, entry: str) -> Source:
        return ChosenChance(self.data)


def chosen(match: UnhostedMatch[Any, Any], data: st.DataObject) -> ChosenMatch:
    """The match as it stands, to go on with chosen dice."""
    other = ChosenMatch(match.game, match.rules, match.state, match.fake_environment, SEED)
    other.data = data
    return other


def act(match: ChosenMatch, data: st.DataObject) -> None:
    """Anything that can be done next."""
    players = [seat.player for seat in match.game.seats(match.state)]
    possible = [
        (player, move)
        for player in players
        for move in match.game.legal(match.rules, match.state, player, match.fake_environment)
    ]
    clocks = [clock.name for clock in match.game.clocks(match.rules, match.state)]
    if clocks and (not possible or data.draw(st.integers(0, 19), label="clock") == 0):
        match.expire(clocks[0])
        return
    player, move = data.draw(st.sampled_from(possible), label="move")
    made = match.play(player, move.move, answers_to(match, player, move, data))
    assert not isinstance(made, Asked)


def answers_to(match: ChosenMatch, player: str, move: LegalMove, data: st.DataObject) -> Answers:
    """Any answers to all that is asked before a draw."""
    question = move.question
    answers: Answers = () if question is None else match.game.answers(match.state)
    while question is not None:
        answers = (*answers, data.draw(answer_to(question), label=question.prompt))
        question = asked_next(match.game, match.rules, match.state, player, move.move, answers, match.fake_environment)
    return answers


def answer_to(question: Question) -> st.SearchStrategy[list[Any]]:
    """Any answer that the question allows."""
    values = [option.value for option in question.options]
    return st.lists(st.sampled_from(values), min_size=question.least, max_size=question.most, unique=True)


@settings(max_examples=examples(20), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), deal=st.integers(0, 2**32))
def test_whatever_is_chosen_and_however_the_dice_fall(hosted: Hosted, data: Any, deal: int) -> None:
    """Nothing is lost, nothing raised, and at the end of it everything that could be done next holds what it should."""
    players = data.draw(st.sampled_from([number for number in hosted.numbers if number <= MAX_PLAYERS]))
    match = chosen(hosted.begin(players, f"{deal:064x}"), data)
    checks = Checks(match, hosted.playground, SEED)
    for _ in range(data.draw(st.integers(1, MAX_ACTS), label="acts")):
        if match.game.result(match.state) is not None:
            break
        before = match.state
        act(match, data)
        checks.quick(before)
    checks.clocks_run_out()
    checks.happenings_are_taken_in()
