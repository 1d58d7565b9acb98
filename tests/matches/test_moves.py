"""Moves in matches: questions first, versions, refusals, and what is kept of each step."""

import pytest

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Unanswered
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import MatchStep
from tests.support.hall import Hall
from tests.support.lanterns_game import ENDED, LanternsTable, sit_down

pytestmark = pytest.mark.django_db


def asked(table: LanternsTable, player: str, kind: str, *answers: list[object], key: str | None = None) -> Unanswered:
    """The question that a move is answered with; nothing changes."""
    hall = table.hall
    args = {"match": table.code, "move": {"kind": kind}, "answers": list(answers)}
    with hall.nothing_changes(), pytest.raises(Unanswered) as caught:
        perform(hall.slug, hall.actor(player), "move", args, idempotency_key=key)
    return caught.value


def test_a_whole_game(playing: LanternsTable) -> None:
    """Turn after turn until somebody has ten points."""
    players = ["ada", "bob", "eve"]
    turn = 0
    while not playing.match.is_over:
        playing.move(players[turn % 3], "throw", [8], [players[turn % 3]])
        turn += 1
    match = playing.match
    assert match.status == "over"
    assert match.result["ending"] == "won"
    assert match.version == 3 + turn == MatchStep.objects.filter(match=match).count()
    assert [ending for _, ending in ENDED] == ["won"]
    playing.hall.is_sound()


def test_before_the_first_draw_a_question_changes_nothing(playing: LanternsTable) -> None:
    """And the idempotency key can still be used for the whole move."""
    question = asked(playing, "ada", "throw", key="k")
    assert question.question == {
        "who": "ada",
        "prompt": "Which die?",
        "kind": "number",
        "options": [{"value": 6, "label": "a d6"}, {"value": 8, "label": "a d8"}],
        "least": 1,
        "most": 1,
        "late": "chance",
    }
    assert question.version == playing.match.version
    args = {"match": playing.code, "move": {"kind": "throw"}, "answers": [[6]]}
    hall = playing.hall
    performed = perform(hall.slug, hall.actor("ada"), "move", args, idempotency_key="k")
    assert perform(hall.slug, hall.actor("ada"), "move", args, idempotency_key="k").entry == performed.entry


def test_R18_what_was_drawn_stays_and_the_move_goes_on(playing: LanternsTable) -> None:
    """The throw is in the journal; going on draws nothing again, and nobody else may do anything."""
    entry = playing.move("ada", "throw", [6])
    assert len(entry.draws) == 1
    pending = playing.state.pending
    assert pending is not None
    playing.hall.refused("ada", "move", "begun", "R103", match=playing.code, move={"kind": "throw"}, answers=[[6]])
    playing.hall.bad("ada", "move", "answers/0", match=playing.code, move={"kind": "answer"}, answers=[[8], ["bob"]])
    assert asked(playing, "ada", "answer", [6]).question["prompt"] == f"Who gets {pending.thrown} points?"
    assert playing.move("ada", "answer", [6], ["bob"]).draws == []
    assert playing.state.players["bob"].points == pending.thrown
    playing.hall.is_sound()


def test_a_refused_move_names_code_and_rule(playing: LanternsTable) -> None:
    """Out of turn, unknown, in a match that is none, by somebody who does not sit there."""
    hall, code = playing.hall, playing.code
    hall.refused("bob", "move", "not-your-turn", "L3", match=code, move={"kind": "rest"})
    hall.refused("ada", "move", "unknown-move", "Lanterns", match=code, move={"kind": "fly"})
    hall.bad("ada", "move", "match", match="zzz", move={"kind": "rest"})
    hall.join("zoe")
    hall.refused("zoe", "move", "no-match", match=code, move={"kind": "rest"})
    hall.refused("nobody", "move", "not-a-player", match=code, move={"kind": "rest"})


def test_a_bad_answer_names_its_place(playing: LanternsTable) -> None:
    """Outside what is offered, and too many in one; and so within a begun move, with one too many."""
    for answers in ([[7]], [[6, 8]]):
        playing.hall.bad("ada", "move", "answers/0", match=playing.code, move={"kind": "throw"}, answers=answers)
    playing.move("ada", "throw", [6])
    for place, more in ((0, []), (1, [[6], ["zoe"]]), (2, [[6], ["bob"], [1]])):
        playing.hall.bad("ada", "move", f"answers/{place}", match=playing.code, move={"kind": "answer"}, answers=more)


def test_R126_an_answer_that_does_not_fit_what_was_drawn_leaves_the_move_begun(playing: LanternsTable) -> None:
    """The die that was named stands, with the throw; the rest is dropped, and it asks on."""
    entry = playing.move("ada", "throw", [6], ["zoe"], [3])
    pending = playing.state.pending
    assert pending is not None
    assert (len(entry.draws), pending.die, pending.thrown) == (1, 6, entry.draws[0].value + 1)
    assert entry.reply.question.prompt == f"Who gets {pending.thrown} points?"
    assert playing.move("ada", "answer", [6], ["bob"]).draws == []
    assert playing.state.players["bob"].points == pending.thrown
    playing.hall.is_sound()


def test_R126_answers_too_many_are_dropped_once_something_was_drawn(playing: LanternsTable) -> None:
    """The throw is made as if they had not been sent."""
    entry = playing.move("ada", "throw", [6], ["bob"], [1], ["zoe"])
    assert playing.state.pending is None
    assert playing.state.players["bob"].points == entry.draws[0].value + 1
    playing.hall.is_sound()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("move", {"kind": "x" * 9000}),
        ("move", {"kind": "\x00"}),
        ("move", {"\ud800": 1}),
        ("move", {"kind": float("inf")}),
        ("move", []),
        ("match", "../etc"),
        ("answers", [[True]]),
        ("answers", [["\x00"]]),
        ("answers", [[1.5]]),
        ("answers", [[10**16]]),
        ("answers", [[]] * 101),
        ("answers", [[1] * 501]),
        ("expected_version", -1),
    ],
)
def test_hostile_arguments_are_refused_by_name(playing: LanternsTable, field: str, value: object) -> None:
    args: dict[str, object] = {"match": playing.code, "move": {"kind": "rest"}} | {field: value}
    playing.hall.bad("ada", "move", field, **args)


def test_a_move_that_expects_another_version_is_refused(playing: LanternsTable) -> None:
    """One that expects the present one is made."""
    version = playing.match.version
    args = {"match": playing.code, "move": {"kind": "rest"}}
    for other in (version - 1, version + 1):
        playing.hall.refused("ada", "move", "stale-version", expected_version=other, **args)
    playing.move("ada", "rest", expected_version=version)
    assert playing.match.version == version + 1


def test_a_match_that_is_over_takes_no_moves(playing: LanternsTable) -> None:
    playing.move("eve", "forfeit")
    playing.move("ada", "forfeit")
    assert playing.match.result == {"ending": "won", "winners": ["bob"]}
    playing.hall.refused("bob", "move", "no-match", match=playing.code, move={"kind": "rest"})


def test_what_lies_outside_is_recorded_with_the_step(playing: LanternsTable) -> None:
    """Question and answer; and items go through the ledger in the same act."""
    before = playing.hall.has("ada", "Vertebra")
    playing.move("ada", "rest")
    step = MatchStep.objects.get(match=playing.match, version=playing.match.version)
    assert step.outside == [[["stock", "ada", "Vertebra"], before]]
    assert (step.kind, step.player, step.move, step.answers) == ("move", "ada", {"kind": "rest"}, [])
    assert playing.hall.has("ada", "Vertebra") == before + 1


def test_the_journal_tells_of_a_step_in_sentences_and_events(playing: LanternsTable) -> None:
    entry = playing.move("ada", "rest")
    assert entry.words == ["ada rests for 1 points.", "It is bob's turn."]
    assert entry.events[0]["kind"] == "match-step"
    assert (entry.events[0]["match"], entry.events[0]["version"]) == (playing.code, playing.match.version)
    assert [event["kind"] for event in entry.events[0]["events"]] == ["rested", "granted", "turn"]


def test_R8_a_move_counts_as_an_act(playing: LanternsTable) -> None:
    playing.hall.to(playing.hall.cycle.phase_ends_at)
    phase = playing.hall.cycle.phase
    turn = playing.state.turn
    playing.move(turn, "rest")
    assert playing.hall.player(turn).last_act_phase == phase


def test_a_game_whose_section_the_law_lacks_cannot_be_opened(cast: Hall, lanterns: HostedGame, open_cycle) -> None:  # type: ignore[no-untyped-def]
    from tests.support.hall import bare_law

    bare = open_cycle(bare_law(), slug="bare", joined=("ada",))
    bare.refused("ada", "open-lanterns", "no-such-game", players=["ada", "bob"])


def test_two_matches_of_one_entry_are_told_apart(cast: Hall, lanterns: HostedGame) -> None:
    sit_down(cast, "ada", "bob", count=2)
    codes = [match.code for match in cast.cycle.matches.all()]
    assert len(set(codes)) == 2
    cast.is_sound()
