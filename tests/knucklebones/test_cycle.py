"""Knucklebones in the cycle: games of pairs, their time, their end, what is won; all through the one way in."""

import pytest

from nomic.law.document.templates import document_of
from nomic.matches.models import Match, TurnClock
from nomic.notices.models import Notice
from nomic.notices.reminders import remind_due
from tests.support.hall import BATTLE, DAY, HOUR, WEEK, Hall, OpenCycle
from tests.support.knucklebones_cycles import Bones, OpenBones
from tests.support.proofs import proof_of, verify_draws

pytestmark = pytest.mark.django_db

NEXT_BATTLE = BATTLE + 7 * DAY
PRIZE = {"Handy Pack": 1, "Chip": 1}


def begun(bones: Bones, *pairs: tuple[str, str]) -> None:
    """These want to play each other, and the battle phase begins."""
    for player in dict.fromkeys(name for pair in pairs for name in pair):
        bones.want(player, *(name for pair in pairs if player in pair for name in pair if name != player))
    bones.hall.to(BATTLE)


def held(hall: Hall, player: str) -> dict[str, int]:
    return {item: hall.has(player, item) for item in PRIZE}


# ── the switch


def test_R57_nothing_of_it_can_be_done_until_a_vote_turns_it_on(cast: Hall) -> None:
    """Cycle 16 begins without the game: no action is offered, each is refused with the reason, no game opens."""
    assert not {"intend-knucklebones", "withdraw-intention"} & cast.can("ada").keys()
    cast.refused("ada", "intend-knucklebones", "not-in-force", "Knucklebones", opponents=["bob"])
    cast.refused("ada", "withdraw-intention", "not-in-force", "Knucklebones")
    cast.to(BATTLE)
    assert not Match.objects.exists()


def test_R57_a_game_that_is_on_goes_on_when_the_switch_is_turned_off(bones: Bones) -> None:
    """By the law under which it was last played, rewards and all; a new one cannot be wanted (R106)."""
    begun(bones, ("ada", "bob"))
    off = {"op": "replace", "path": "/knucklebones/in_force", "value": False}
    code = bones.hall.propose("ada", off, **{"class": "urgent"})
    bones.hall.vote(code, ada="for", bob="for")
    for days in (0, 0.75, 1.5):
        bones.hall.to(BATTLE + days * DAY)
        bones.move(bones.state().mover.player, "place", column=1)
    bones.hall.to(BATTLE + 2 * DAY)
    assert not bones.table().hosted.in_force(bones.hall.cycle.law)
    bones.move("ada", "forfeit")
    assert held(bones.hall, "bob") == PRIZE
    bones.hall.to(WEEK)
    bones.hall.refused("eve", "intend-knucklebones", "not-in-force", opponents=["flo"])
    bones.hall.is_sound()


# ── pairs become games


def test_R57_R112_pairs_play_from_the_battle_phase_on_in_the_order_in_which_they_formed(bones: Bones) -> None:
    """Opened by the entry that begins the phase, not before; eve's *one of* is used up by flo."""
    bones.want("ada", "bob", "eve")
    bones.want("eve", "flo", "ada", how="one")
    bones.want("flo", "eve")
    bones.want("bob")
    bones.hall.to(BATTLE - HOUR)
    assert bones.pairs == []
    bones.hall.to(BATTLE)
    assert bones.pairs == [("ada", "eve"), ("ada", "bob")]
    entry = bones.hall.entries("begin-phase")[-1]
    opened = [event["title"] for event in entry.events if event["kind"] == "match-opened"]
    assert opened == ["Knucklebones: ada and eve", "Knucklebones: ada and bob"]
    assert {match.started_at for match in bones.matches} == {BATTLE}
    assert [match.place for match in bones.matches] == [0, 1]
    bones.hall.is_sound()


def test_R57_who_plays_first_can_be_checked_as_soon_as_the_game_has_begun(bones: Bones) -> None:
    """The draws of the entry with which the phase begins are of the phase that ends, whose seed it reveals."""
    begun(bones, ("ada", "bob"), ("eve", "flo"))
    report = verify_draws.verify(proof_of(bones.hall.cycle))
    assert (report.failures, report.draws, report.not_yet) == ([], 4, 0)
    assert {draw.purpose for draw in bones.hall.entries("begin-phase")[-1].draws} >= {"who plays first"}


def test_R57_intentions_are_for_one_phase(bones: Bones) -> None:
    """With the phase they are gone: the next battle phase begins no game anew."""
    begun(bones, ("ada", "bob"))
    bones.hall.to(NEXT_BATTLE)
    assert bones.pairs == [("ada", "bob")]


def test_R57_two_can_play_a_second_game_before_the_first_is_over(open_bones: OpenBones) -> None:
    bones = open_bones("ada", "bob", turn={"minutes": 30 * 24 * 60})
    begun(bones, ("ada", "bob"))
    bones.hall.to(WEEK)
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    bones.hall.to(NEXT_BATTLE)
    assert bones.pairs == [("ada", "bob"), ("ada", "bob")]
    assert [match.status for match in bones.matches] == ["running", "running"]


def test_R57_where_no_battle_phase_follows_pairs_wait_for_the_next(open_bones: OpenBones) -> None:
    """Formed at the end of their phase, begun with the next battle phase; who leaves before is in no game."""
    bones = open_bones("ada", "bob", "eve", declare_in=["battle"])
    bones.hall.to(BATTLE)
    bones.want("ada", "bob", "eve")
    bones.want("bob", "ada")
    bones.want("eve", "ada")
    bones.hall.to(WEEK)
    assert [match.status for match in bones.matches] == ["gathering", "gathering"]
    bones.hall.refused("ada", "move", "not-begun", match=bones.matches[0].code, move={"kind": "roll"}, answers=[])
    bones.hall.do("eve", "leave")
    assert bones.matches[1].result == {"ending": "off", "winners": []}
    bones.hall.to(NEXT_BATTLE)
    assert [match.status for match in bones.matches] == ["running", "over"]
    assert bones.hall.has("ada", "Chip") == 0
    bones.hall.is_sound()


def test_bones_cannot_be_given_away(open_cycle: OpenCycle) -> None:
    """The game's own law has no trades."""
    hall = open_cycle(document_of("knucklebones"), template="knucklebones", joined=("ada", "bob"))
    hall.grant("ada", "Bone")
    assert not hall.cycle.law.has("trades")
    assert not {"offer-trade", "hand-over"} & hall.can("ada").keys()


def test_R110_there_are_no_standing_orders_in_this_game(bones: Bones) -> None:
    """Nobody who sits at nothing else is offered any; one that is given nevertheless is refused."""
    begun(bones, ("ada", "bob"))
    reason = bones.hall.can("ada")["give-standing-order"].reason
    assert reason is not None
    assert (reason.code, reason.rule) == ("no-orders", "Standing orders (R110)")
    code = bones.matches[0].code
    bones.hall.refused("ada", "give-standing-order", "no-orders", "R110", match=code, order={"kind": "place"})
    assert bones.hall.can("ada")["move"].available


# ── time


def test_R58_who_is_to_move_is_told_and_has_24_hours_from_then(bones: Bones) -> None:
    """The first turn's time begins with the phase; each next one's with the move before it."""
    begun(bones, ("ada", "bob"))
    mover = bones.state().mover.player
    clock = TurnClock.objects.get()
    assert (clock.players, clock.began_at, clock.due_at) == ([mover], BATTLE, BATTLE + DAY)
    bones.hall.clock.wait(minutes=1)
    assert remind_due() == 1
    told = Notice.objects.get(kind="turn")
    assert told.person.username == mover
    assert told.text == "It is your turn in Knucklebones: ada and bob, until Friday 05 January, 00:00 UTC."
    bones.hall.to(BATTLE + 5 * HOUR)
    bones.move(mover, "place", column=2)
    clock = TurnClock.objects.get()
    assert clock.players == [bones.state().mover.player] != [mover]
    assert clock.due_at == BATTLE + 5 * HOUR + DAY


def test_R58_R113_silence_forfeits_after_24_hours_and_pays_as_any_game(bones: Bones) -> None:
    """Not a moment before; no score is needed; a move at the deadline is late (R2)."""
    begun(bones, ("ada", "bob"))
    silent = bones.state().mover.player
    winner = ({"ada", "bob"} - {silent}).pop()
    bones.hall.to(BATTLE + DAY - HOUR)
    assert bones.matches[0].result is None
    code = bones.matches[0].code
    bones.hall.pass_on(BATTLE + DAY)
    args = {"match": code, "move": {"kind": "place", "column": 1}, "answers": []}
    bones.hall.refused(silent, "move", "no-match", **args)
    assert bones.matches[0].result == {"ending": "won", "winners": [winner]}
    entry = bones.hall.entries("clock-expired")[-1]
    assert entry.words[0] == f"{silent} forfeits: the time is up."
    assert (held(bones.hall, winner), held(bones.hall, silent)) == (PRIZE, dict.fromkeys(PRIZE, 0))
    bones.hall.is_sound()


def test_R58_the_time_limit_is_law(open_bones: OpenBones) -> None:
    """Ninety minutes, if the law says so."""
    bones = open_bones("ada", "bob", turn={"minutes": 90})
    begun(bones, ("ada", "bob"))
    assert TurnClock.objects.get().due_at == BATTLE + 1.5 * HOUR
    bones.hall.to(BATTLE + 1.5 * HOUR)
    assert bones.matches[0].is_over


# ── the end


def test_R59_the_higher_score_wins_a_handy_pack_and_a_chip_in_the_entry_that_ends_the_game(
    open_bones: OpenBones,
) -> None:
    """Through the ledger, told in the journal; the loser gets nothing. Here every die is a 3, and a field has two."""
    bones = open_bones("ada", "bob", columns=2, rows=1, faces=[3])
    begun(bones, ("ada", "bob"))
    winner = bones.state().mover.player
    (loser,) = {"ada", "bob"} - {winner}
    for player, column in ((winner, 1), (loser, 2), (winner, 2)):
        last = bones.move(player, "place", column=column)
    assert bones.matches[0].result == {"ending": "won", "winners": [winner]}
    assert last.words == [
        f"{winner} puts a 3 into column 2 and destroys one of {loser}'s dice.",
        f"{winner} wins 6 to 0.",
        f"{winner} gains 1 Handy Pack.",
        f"{winner} gains 1 Chip.",
    ]
    made = [(line.item, line.amount, line.giver, line.taker) for line in last.moved]
    assert made == [("Handy Pack", 1, "", winner), ("Chip", 1, "", winner)]
    assert held(bones.hall, loser) == dict.fromkeys(PRIZE, 0)
    bones.hall.is_sound()


def test_R59_a_tie_has_no_winner_and_pays_nobody(open_bones: OpenBones) -> None:
    """On fields of two cells, two ones apart are worth as much as one two."""
    dice = {
        name: {"when": "before", "effect": [{"let": "rolled", "be": value}]}
        for name, value in (("Gem Key", 1), ("Chip", 1), ("Handy Pack", 2))
    }
    bones = open_bones("ada", "bob", columns=2, rows=1, dice=dice)
    for item in dice:
        for name in ("ada", "bob"):
            bones.hall.grant(name, item)
    begun(bones, ("ada", "bob"))
    for item, column in (("Gem Key", 1), ("Handy Pack", 2), ("Chip", 2)):
        mover = bones.state().mover.player
        bones.move(mover, "roll", dice=item)
        entry = bones.move(mover, "place", column=column)
    assert entry.words[-1] == "The game ends 2 to 2, without a winner."
    assert bones.matches[0].result == {"ending": "drawn", "winners": []}
    assert not entry.moved
    bones.hall.is_sound()


def test_R59_what_is_won_is_law(open_bones: OpenBones) -> None:
    """Three Vertebrae for all who have entered, and nothing else."""
    rewards = [{"grant": "Vertebra", "n": 3, "to": {"players": "entered"}}]
    bones = open_bones("ada", "bob", rewards=rewards)
    before = {name: bones.hall.has(name, "Vertebra") for name in ("ada", "bob")}
    begun(bones, ("ada", "bob"))
    bones.move("ada", "forfeit")
    gained = {name: bones.hall.has(name, "Vertebra") - before[name] for name in before}
    assert gained == {"ada": 3, "bob": 3}
    assert held(bones.hall, "bob") == dict.fromkeys(PRIZE, 0)


def test_R56_the_chip_of_a_game_can_win_the_cycle_which_stops_all_others(bones: Bones) -> None:
    """R101: the other game ends without result and pays nobody, though one of its fields is emptier."""
    bones.hall.grant("ada", "Chip", 9)
    begun(bones, ("ada", "bob"), ("eve", "flo"))
    bones.move("bob", "forfeit", place=0)
    bones.hall.settle()
    cycle = bones.hall.cycle
    assert (cycle.status, cycle.winner) == ("ended", "ada")
    assert [match.result["ending"] for match in bones.matches if match.result] == ["won", "stopped"]
    assert {name: bones.hall.has(name, "Chip") for name in ("ada", "eve", "flo")} == {"ada": 10, "eve": 0, "flo": 0}
    bones.hall.is_sound()


def test_R100_R113_who_leaves_forfeits_first_and_the_opponent_is_paid(bones: Bones) -> None:
    """All games of theirs, whoever's turn it was; then what they own is destroyed."""
    begun(bones, ("ada", "bob"), ("ada", "eve"))
    bones.hall.do("ada", "leave")
    assert [match.result for match in bones.matches] == [
        {"ending": "won", "winners": ["bob"]},
        {"ending": "won", "winners": ["eve"]},
    ]
    assert [held(bones.hall, name) for name in ("bob", "eve")] == [PRIZE, PRIZE]
    assert bones.hall.has("ada", "Vertebra") == 0
    bones.hall.is_sound()


def test_R56_forfeits_that_bring_two_players_to_ten_chips_at_once_are_a_tie(bones: Bones) -> None:
    """Both opponents of a leaver have most, so nobody has won; then one of them leaves, too."""
    begun(bones, ("ada", "bob"), ("ada", "eve"))
    for name in ("bob", "eve"):
        bones.hall.grant(name, "Chip", 9)
    bones.hall.do("ada", "leave")
    assert [bones.hall.has(name, "Chip") for name in ("bob", "eve")] == [10, 10]
    assert bones.hall.cycle.is_running
    bones.hall.do("bob", "leave")
    assert bones.hall.cycle.winner == "eve"


def test_R57_a_one_of_is_not_used_up_by_whoever_leaves(bones: Bones) -> None:
    """Ada would have been Bob's pair; without her it is Eve."""
    bones.want("bob", "ada", "eve", how="one")
    bones.want("ada", "bob")
    bones.want("eve", "bob")
    bones.hall.do("ada", "leave")
    bones.hall.to(BATTLE)
    assert [sorted(pair) for pair in bones.pairs] == [["bob", "eve"]]


def test_R136_pairs_play_when_a_vote_brings_the_battle_phase_at_once(bones: Bones) -> None:
    """The rest phase in which they were declared has ended, and the battle phase has begun."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    earlier = {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 24}
    bones.hall.propose("ada", earlier, **{"class": "urgent"})
    bones.hall.to(bones.hall.clock.now + 2 * DAY)
    assert (bones.hall.cycle.phase_kind, bones.hall.actions()[-1]) == ("battle", "begin-phase")
    assert Match.objects.filter(game="knucklebones", status="running").count() == 1
    bones.hall.is_sound()
