"""`manage.py simulate`: matches between bots without a database, the same from the same seed, and what is reported."""

import itertools
import json
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from nomic.charts.match_report import draw
from nomic.matches.simulation.report import distribution, report
from nomic.matches.simulation.run import Played, Simulation, Usage, playgrounds
from tests.conformance.hosting import GAMES

SVG = "{http://www.w3.org/2000/svg}"


def simulate(folder: Path, *options: str) -> dict[str, Any]:
    call_command("simulate", "--out", str(folder), *options, stdout=StringIO(), stderr=StringIO())
    made: dict[str, Any] = json.loads((folder / "simulation.json").read_text())
    return made


def test_bots_play_a_law_without_a_database(tmp_path: Path) -> None:
    """Every match ends or is given up, and each is counted once, by seat, by place and by bot."""
    made = simulate(tmp_path, "--law", "cycle-16", "--players", "4", "--matches", "6", "--seed", "7")
    assert made["format"] == "nomic-simulation-1"
    assert (made["game"], made["law"], made["players"], made["matches"]) == ("battle", "cycle-16", [4], 6)
    assert sum(made["endings"].values()) == 6
    wins = made["wins"]
    assert wins["expected_share"] == 0.25
    assert [row["of"] for row in wins["by_seat"]] == [6, 6, 6, 6]
    assert {bot: row["of"] for bot, row in wins["by_bot"].items()} == {"greedy": 12, "random": 12}
    won = made["endings"]["won"]
    assert sum(row["won"] for row in wins["by_seat"]) == won
    assert sum(row["won"] for row in wins["by_place"]) == won
    assert sum(row["won"] for row in wins["by_bot"].values()) == won
    assert made["moves"]["count"] == 6 - made["endings"].get("capped", 0)
    assert made["items"]["Handy Pack"]["total"] == won
    assert sum(piece["played"] for piece in made["pieces"].values()) > 6 * 4


def test_the_same_seed_gives_the_same_report_to_the_byte(tmp_path: Path) -> None:
    """However many processes play; and another seed gives another."""
    options = ("--players", "3", "--matches", "4", "--seed")
    for folder, seed, processes in (("one", "7", "1"), ("two", "7", "2"), ("other", "8", "1")):
        simulate(tmp_path / folder, *options, seed, "--processes", processes)
    for name in ("simulation.json", "simulation.svg"):
        one, two, other = ((tmp_path / folder / name).read_bytes() for folder in ("one", "two", "other"))
        assert one == two != other


def test_a_match_that_does_not_end_is_given_up_and_described(tmp_path: Path) -> None:
    """After the most acts that a match may have; the report says where it stands."""
    made = simulate(tmp_path, "--players", "2", "--matches", "2", "--most-moves", "3", "--bots", "random")
    assert made["endings"] == {"capped": 2}
    assert made["stalled"]["matches"] == 2
    first = made["stalled"]["first"][0]
    assert (first["match"], first["participants"]) == (0, 2)
    assert made["moves"] == {"count": 0, "ranges": []}


def test_R129_duels_that_go_round_are_ended_by_their_bots_and_counted(tmp_path: Path) -> None:
    """None goes on until it is given up; so many were said to go round. Some are won while there are cards to draw."""
    made = simulate(tmp_path, "--game", "duel", "--players", "2", "--matches", "8", "--bots", "random", "--seed", "7")
    assert "capped" not in made["endings"]
    round_and_round = made["stood_still"]
    assert 0 < round_and_round["matches"] < 8
    assert sum(round_and_round["endings"].values()) == round_and_round["matches"]
    assert 0 < made["endings"]["terminated"] == round_and_round["endings"]["terminated"]


def test_numbers_of_players_take_turns(tmp_path: Path) -> None:
    """With 2-4, the first match is of two, the second of three, the third of four, and so on."""
    made = simulate(tmp_path, "--players", "2-4", "--matches", "3", "--bots", "random", "--most-moves", "2")
    assert [row["of"] for row in made["wins"]["by_seat"]] == [3, 3, 2, 1]


def test_a_game_for_two_is_played_by_two(tmp_path: Path) -> None:
    """Without being told so; each of the two bots sits in each match."""
    made = simulate(tmp_path, "--game", "knucklebones", "--matches", "3")
    assert made["players"] == [2]
    assert [row["of"] for row in made["wins"]["by_seat"]] == [3, 3]
    assert {bot: row["of"] for bot, row in made["wins"]["by_bot"].items()} == {"greedy": 3, "random": 3}


@pytest.mark.parametrize(("law", "game"), GAMES, ids=["-".join(game) for game in GAMES])
def test_every_game_is_played_under_every_law_that_has_it(tmp_path: Path, law: str, game: str) -> None:
    """By all of its bots, and every match is counted, however it ended."""
    bots = ",".join(playgrounds()[game].bots)
    options = ("--law", law, "--game", game, "--players", "2", "--matches", "2", "--most-moves", "40", "--bots", bots)
    made = simulate(tmp_path, *options)
    assert (made["game"], made["law"], made["matches"]) == (game, law, 2)
    assert sum(made["endings"].values()) == 2
    assert set(made["wins"]["by_bot"]) <= set(bots.split(","))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--law", "nothing"), "there is no law template 'nothing'"),
        (("--game", "chess"), "has battle, duel"),
        (("--bots", "random,deep"), "no bot deep plays battle; there are random, greedy"),
        (("--players", "0"), "a number of players"),
        (("--players", "8-2"), "a number of players"),
        (("--players", "101"), "a number of players"),
        (("--game", "knucklebones", "--players", "2-3"), "knucklebones is for 2 players"),
        (("--matches", "0"), "a whole number above zero"),
    ],
)
def test_what_cannot_be_simulated_is_refused_by_name(tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    """The command names what it cannot simulate, and writes nothing."""
    with pytest.raises(CommandError, match=says):
        simulate(tmp_path, *options)
    assert not list(tmp_path.iterdir())


def test_check_examines_matches_and_counts_them() -> None:
    """Every step is checked, and every record is played again."""
    out = StringIO()
    call_command("simulate", "--check", "--players", "2-8", "--matches", "3", stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("3 matches: ")
    assert "every record replays" in out.getvalue()


# ── the report


def played(number: int, **more: Any) -> Played:
    """A match of Ann by one bot and Bea by another that Ann won."""
    known: dict[str, Any] = {
        "bots": {"Ann": "quick", "Bea": "slow"},
        "order": ("Bea", "Ann"),
        "ending": "won",
        "winners": ("Ann",),
        "moves": 10,
        "expired": 2,
        "turns": 5,
        "made": {"Coin": 3},
        "uses": (Usage("Ann", "Seven", "played", 2), Usage("Bea", "Seven", "had"), Usage("Ann", "Two <&>", "had")),
    }
    return Played(number=number, **{**known, **more})


SIMULATION = Simulation(law="house", players=(2,), matches=2, seed="1", bots=("quick", "slow"), most_moves=99)
LOST = played(1, winners=("Bea",), turns=9, moves=20, made={"Coin": -1, "Cup": 1})
STALLED = played(2, ending="capped", winners=(), turns=50, standing={"stage": "play", "hands": [3, 4]})


def test_a_report_counts_wins_by_place_seat_and_bot() -> None:
    """A place is that in the order of play, a seat that of sitting down."""
    wins = report("cards", SIMULATION, [played(0), LOST, STALLED])["wins"]
    assert wins["expected_share"] == 0.5
    assert wins["by_place"] == [
        {"place": 1, "of": 3, "won": 1, "share": 0.3333},
        {"place": 2, "of": 3, "won": 1, "share": 0.3333},
    ]
    assert [row["won"] for row in wins["by_seat"]] == [1, 1]
    assert wins["by_bot"]["quick"] == {"of": 3, "won": 1, "share": 0.3333}


def test_a_report_says_how_those_fared_who_played_or_had_a_piece() -> None:
    """How often it was played in all, and of the players who did, how many won their match."""
    pieces = report("cards", SIMULATION, [played(0), LOST])["pieces"]
    assert list(pieces) == ["Seven", "Two <&>"]
    assert pieces["Seven"] == {
        "played": 4,
        "players_who_played_it": {"of": 2, "won": 1, "share": 0.5},
        "players_who_began_with_it": {"of": 2, "won": 1, "share": 0.5},
    }
    assert pieces["Two <&>"]["players_who_played_it"] == {"of": 0, "won": 0, "share": None}


def test_a_report_leaves_unended_matches_out_of_lengths() -> None:
    """Acts are moves and clocks that ran out."""
    made = report("cards", SIMULATION, [played(0), LOST, STALLED])
    assert (made["turns"]["least"], made["turns"]["most"], made["turns"]["count"]) == (5, 9, 2)
    assert (made["moves"]["least"], made["moves"]["most"]) == (12, 22)
    assert made["items"] == {
        "Coin": {"total": 5, "per_match": 1.6667, "least": -1, "most": 3},
        "Cup": {"total": 1, "per_match": 0.3333, "least": 0, "most": 1},
    }
    assert made["stalled"] == {"matches": 1, "first": [{"match": 2, "stage": "play", "hands": [3, 4]}]}


def test_a_distribution_has_every_number_in_one_range() -> None:
    """The ranges follow each other without a gap, twenty at most."""
    numbers = [*range(3, 100, 7), 3, 500]
    spread = distribution(numbers)
    ranges = spread["ranges"]
    assert len(ranges) <= 20
    assert sum(each["count"] for each in ranges) == len(numbers) == spread["count"]
    assert all(one["to"] + 1 == other["from"] for one, other in itertools.pairwise(ranges))
    assert all(each["count"] == sum(each["from"] <= number <= each["to"] for number in numbers) for each in ranges)
    assert (spread["least"], spread["median"], spread["most"]) == (3, 45, 500)


# ── the picture


def test_the_picture_says_what_the_report_says() -> None:
    """Well-formed SVG, with a title, a bar for each share, and every name as it is, whatever letters it has."""
    made = report("cards", SIMULATION, [played(0), LOST, STALLED])
    root = ElementTree.fromstring(draw(made))
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert root.find(f"{SVG}title").text == "3 matches of 2 players under the law house"  # type: ignore[union-attr]
    assert {"Two <&>", "Seven", "Coin", "Cup", "quick", "slow", "33.3%"} <= set(words)
    assert "2: stage play, hands 3/4" in words
    assert "prefers-color-scheme: dark" in root.find(f"{SVG}style").text  # type: ignore[union-attr, operator]
    says = [element.text for element in root.iter(f"{SVG}title")]
    assert "quick: 1 of 3" in says


def test_a_picture_of_nothing_is_a_picture() -> None:
    """Of matches none of which ended, in which nothing was played or made."""
    bare = played(0, ending="capped", winners=(), made={}, uses=(), order=(), standing={})
    root = ElementTree.fromstring(draw(report("cards", SIMULATION, [bare])))
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert "No match was finished." in words
    assert "What was played" not in words
