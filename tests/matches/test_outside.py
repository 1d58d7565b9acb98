"""What happens outside reaches a match as a recorded happening (R104): leaving, laws, phases, the cycle's end."""

import pytest

from nomic.cycles.models import Deadline
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import MatchSeat, MatchStep
from tests.support import lanterns_game as toy
from tests.support.hall import BATTLE, Hall, OpenCycle, wordless
from tests.support.lanterns_game import LanternsTable, sit_down

pytestmark = pytest.mark.django_db


def happenings(table: LanternsTable) -> list[object]:
    return [step.move for step in MatchStep.objects.filter(match=table.match, kind="happening").order_by("version")]


def test_R100_a_leaver_is_out_of_their_games_before_their_items_are_destroyed(playing: LanternsTable) -> None:
    """The game is told first, and still sees what they own."""
    entry = playing.hall.do("ada", "leave")
    assert happenings(playing) == [{"kind": "left", "player": "ada"}]
    assert entry.words.index("ada has left.") < entry.words.index("Everything ada owned is destroyed.")
    seats = dict(MatchSeat.objects.filter(match=playing.match).values_list("player", "status"))
    assert seats == {"ada": "out", "bob": "in", "eve": "in"}
    playing.hall.is_sound()


def test_who_leaves_the_last_but_one_gives_the_game_to_the_last(playing: LanternsTable) -> None:
    playing.hall.do("ada", "leave")
    playing.hall.do("bob", "leave")
    assert playing.match.result == {"ending": "won", "winners": ["eve"]}


def test_what_happens_outside_is_told_to_all_matches_in_the_order_of_their_start(
    cast: Hall, lanterns: HostedGame
) -> None:
    """One entry, a step in each."""
    tables = [sit_down(cast, "ada", "bob"), sit_down(cast, "bob", "eve")]
    entry = cast.do("ada", "tell-lanterns", happening={"kind": "rain"})
    steps = MatchStep.objects.filter(entry=entry).select_related("match").order_by("pk")
    assert [step.match.code for step in steps] == [table.code for table in tables]
    assert [event["match"] for event in entry.events] == [table.code for table in tables]
    cast.is_sound()


def test_what_touches_nothing_makes_no_step(playing: LanternsTable) -> None:
    before = playing.match.version
    playing.tell("sunshine")
    assert playing.match.version == before


def test_a_match_that_is_over_hears_nothing_more(playing: LanternsTable) -> None:
    playing.move("eve", "forfeit")
    playing.move("bob", "forfeit")
    version = playing.match.version
    playing.tell("rain")
    playing.hall.do("ada", "tell-lanterns", happening={"kind": "rain"})
    assert playing.match.version == version


def test_every_match_hears_of_a_phase_that_begins(cast: Hall, lanterns: HostedGame) -> None:
    """One for which players still gather, too."""
    entry = cast.do("ada", "open-lanterns")
    table = LanternsTable(cast, entry.events[0]["match"])
    cast.to(BATTLE)
    assert {"kind": "phase", "phase_kind": "battle", "phase": 1} in happenings(table)


def test_R106_a_changed_law_holds_from_the_next_move(cast: Hall, lanterns: HostedGame) -> None:
    """The law that each step was judged by is kept with it."""
    table = sit_down(cast, "ada", "bob", wishing={"only_in": "rest"})
    cast.do("ada", "amend-lanterns", at_least=20)
    table.wishes(ada=2)
    assert {"kind": "law-changed"} in happenings(table)
    revisions = list(MatchStep.objects.filter(match=table.match).order_by("version").values_list("revision", flat=True))
    assert revisions[-1] == cast.cycle.revision == 1
    assert table.match.setup_revision == 0
    cast.is_sound()


def test_R106_a_begun_move_goes_on_under_the_law_it_began_under(playing: LanternsTable) -> None:
    """With ten points to win, though one would do by the new law."""
    playing.move("ada", "throw", [6])
    playing.hall.do("bob", "amend-lanterns", at_least=7)
    entry = playing.move("ada", "answer", [6], ["ada"])
    step = MatchStep.objects.get(entry=entry)
    assert (step.revision, playing.hall.cycle.revision) == (0, 1)
    assert not playing.match.is_over
    playing.move("bob", "rest")
    assert MatchStep.objects.get(match=playing.match, version=playing.match.version).revision == 1
    playing.hall.is_sound()


def test_R106_a_game_that_the_law_has_no_more_goes_on_by_the_law_it_was_played_under(
    open_cycle: OpenCycle, lanterns: HostedGame
) -> None:
    """No new match can be opened; those that run go on."""
    hall = open_cycle(wordless(), joined=("ada", "bob"))
    table = sit_down(hall, "ada", "bob")
    hall.do("ada", "amend-lanterns", at_least=8)
    hall.do("ada", "amend-lanterns")
    table.wishes(ada=2, bob=1)
    assert MatchStep.objects.get(match=table.match, version=table.match.version).revision == 1
    hall.refused("ada", "open-lanterns", "no-such-game", players=["ada", "bob"])
    hall.is_sound()


def test_R101_the_cycles_end_stops_its_games(playing: LanternsTable) -> None:
    """Without result; nothing is due any more, and victory is not checked again."""
    playing.hall.grant("ada", "Chip", 10)
    assert not playing.hall.cycle.is_running
    match = playing.match
    assert (match.status, match.result) == ("over", {"ending": "stopped", "winners": []})
    assert match.ended_at == playing.hall.cycle.ended_at
    assert not Deadline.objects.filter(cycle=playing.hall.pk).exists()
    assert playing.hall.entries()[-1].action == "end-cycle"
    playing.hall.is_sound()


def test_R101_a_game_that_does_not_stop_by_itself_is_stopped(
    playing: LanternsTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy.Lanterns, "react", lambda *args: None)
    playing.hall.grant("ada", "Chip", 10)
    assert playing.match.result == {"ending": "stopped", "winners": []}
    assert not playing.hall.cycle.is_running
