"""What holds of every game: one suite, run on each under each law that has it."""

from typing import Any

import pytest

from nomic.chance.draw_scheme import Drawn
from nomic.matches.contract.tagged_unions import kind_of
from nomic.matches.simulation.conformance import Checks
from nomic.matches.simulation.random_play import Closeness, check_random_match
from nomic.matches.simulation.replay_record import OffRecord, replay_to_end
from nomic.matches.simulation.run import match_seed
from nomic.matches.simulation.unhosted_match import RecordedStep
from tests.conformance.hosting import Hosted

PLAYOUTS = 10
States = list[Checks[Any, Any]]


def test_states_of_all_sorts_are_looked_at(hosted: Hosted, states: States) -> None:
    """The matches that the other tests look at are many, in several numbers of players, some over and most not."""
    matches = [checks.match for checks in states]
    over = [match for match in matches if hosted.game.result(match.state) is not None]
    assert {len(hosted.game.seats(match.state)) for match in matches} == set(hosted.numbers)
    assert len(over) >= 4
    assert len(matches) > 2 * len(over)


def test_a_state_is_the_same_once_stored_and_read(states: States) -> None:
    """Encoding and decoding gives an equal state, and the same bytes again."""
    for checks in states:
        checks.same_after_storing()


def test_a_match_waits_for_somebody_or_is_over(states: States) -> None:
    """One that is over has no clocks, no moves and nobody to act; one that goes on has a clock or somebody to act."""
    for checks in states:
        checks.over_or_waiting()


def test_only_those_with_something_to_do_have_moves(states: States) -> None:
    """Whoever is waited for has a move; whoever is out or was never seated has none."""
    for checks in states:
        checks.players_to_act_can_move()


def test_whoever_writes_a_bot_is_told_of_every_kind_of_move(hosted: Hosted, states: States) -> None:
    """Of each that anybody could make in all those states; going on with a begun one is the same in every game."""
    listed: set[str] = set()
    for match in (checks.match for checks in states):
        for seat in hosted.game.seats(match.state):
            legal = hosted.game.legal(match.rules, match.state, seat.player, match.fake_environment)
            listed |= {item.move.kind for item in legal}
    told = {kind_of(struct): struct.__doc__ or "" for struct in hosted.game.moves}
    assert told.keys() >= listed - {"answer"}
    assert "" not in told.values()


def test_every_listed_move_is_accepted(states: States) -> None:
    """Whatever is on the list can be made, with any answers to what it asks first."""
    for checks in states:
        checks.listed_moves_are_accepted()


def test_moves_not_on_the_list_are_refused(states: States) -> None:
    """Other players' moves, odd values, unknown kinds and words: refused as illegal, in words, and nothing else."""
    for checks in states:
        checks.other_moves_are_refused()


def test_exactly_what_a_question_offers_is_accepted(states: States) -> None:
    """Each option can be chosen; other values, too few, too many and the same twice cannot."""
    for checks in states:
        checks.only_offered_answers_are_taken()


def test_R126_what_has_drawn_stands(states: States) -> None:
    """With too few answers, bad ones or too many, a move stands with its draws, or has drawn nothing."""
    for checks in states:
        checks.draws_are_final()


def test_every_clock_can_run_out(states: States) -> None:
    """In any state, the time of any clock can be up."""
    for checks in states:
        checks.clocks_run_out()


def test_everything_can_happen_outside(states: States) -> None:
    """In any state, whatever happens outside is taken in or touches nothing."""
    for checks in states:
        checks.happenings_are_taken_in()


def test_nothing_hidden_shows(states: States) -> None:
    """States that differ in what is hidden from a viewer alone give that viewer the same in every way.

    The same to the byte: views, lists of moves, reasons, refusals and events.
    """
    for checks in states:
        checks.nothing_hidden_shows()


def test_nothing_changes_a_state_in_place(states: States) -> None:
    """All those attempts leave the state as it was."""
    for checks in states[::10]:
        checks.thorough()


@pytest.mark.parametrize("law", [0, 40], ids=["one law", "laws that change"])
def test_playouts_in_which_everything_happens(hosted: Hosted, law: int) -> None:
    """Random matches with clocks, happenings and new laws: nothing is lost or raised, and each record replays."""
    closeness = Closeness(happening=60, clock=40, law=law, thorough=0, most_steps=250)
    for number in range(PLAYOUTS):
        players = hosted.numbers[number % len(hosted.numbers)]
        check_random_match(
            hosted.playground, hosted.rules, hosted.document, players, match_seed("all", number), closeness
        )


def test_a_record_leads_to_every_state_again(hosted: Hosted) -> None:
    """From the acts, what they read and what they drew. A record with another draw is found out."""
    match, record = hosted.match_with_draw or hosted.played(0)
    assert replay_to_end(hosted.game, match.laws, match.start, record) == match.state
    if hosted.match_with_draw is None:
        return
    place = next(place for place, made in enumerate(record) if made.drawn)
    with pytest.raises(OffRecord):
        replay_to_end(
            hosted.game, match.laws, match.start, [*record[:place], _otherwise(record[place]), *record[place + 1 :]]
        )


def _otherwise(made: RecordedStep) -> RecordedStep:
    """A step that has drawn something of another purpose first."""
    first = made.drawn[0]
    other = Drawn(f"{first.label}, otherwise", first.index, first.sides, first.value, first.purpose)
    return RecordedStep(made.law, made.act, made.reads, (other, *made.drawn[1:]), made.state)


def test_a_seed_gives_the_same_match_again(hosted: Hosted) -> None:
    """The same seed gives the same match, another seed another match."""
    assert hosted.played(1)[1] == hosted.played(1)[1] != hosted.played(2)[1]
