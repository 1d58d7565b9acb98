"""Report of a simulation as JSON, before and after: possessions by week, acts, and results of matches."""

from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from nomic.forecast.simulate import Week
from nomic.law.diff.law_differences import differences
from nomic.law.document.sections import Document
from nomic.law.labels.indented_outline import in_one_piece
from nomic.matches.simulation.report import distribution, report
from nomic.matches.simulation.run import Played, Simulation, numbers_of_players, play_match, playgrounds

MAX_VALUES = 50
MAX_PIECES = 30
MATCHES = 12
PLAYERS = 4
MAX_MOVES = 600
MAX_SECONDS = 25.0  # for the matches of one game
Json = dict[str, Any]
SPREAD = ("least", "quarter", "median", "three_quarters", "most")


def changed_values(before: Document, after: Document) -> list[Json]:
    """Describe the changes as JSON: first effects of rules, cards and the like, then other values."""
    found = differences(before, after)
    does = [
        {"what": each.name, "before": in_one_piece(each.before), "after": in_one_piece(each.after)}
        for each in found.effects
    ]
    values = [
        {"what": each.name, "before": each.before, "after": each.after} for each in found.values if not each.explained
    ]
    return [*does, *values][:MAX_VALUES]


def week_by_week(runs: Sequence[Sequence[Week]]) -> list[Json]:
    """Return the spread of the bots' amounts of each item at the end of each week, over all bots and runs."""
    items = sorted({item for run in runs for week in run for held in week.held.values() for item in held})
    weeks = max(map(len, runs), default=0)
    return [
        {
            "item": item,
            "weeks": [
                spread([held.get(item, 0) for run in runs if place < len(run) for held in run[place].held.values()])
                for place in range(weeks)
            ],
        }
        for item in items
    ]


def game_averages(runs: Sequence[Sequence[Week]]) -> dict[str, list[float]]:
    """Return for each item a bot's average amount at the end of each game. A game without weeks is left out."""
    ends = [run[-1].held for run in runs if run]
    items = sorted({item for held in ends for of_bot in held.values() for item in of_bot})
    return {
        item: [round(sum(of_bot.get(item, 0) for of_bot in held.values()) / len(held), 4) for held in ends]
        for item in items
    }


def spread(numbers: Sequence[int]) -> Json:
    """Return the minimum, the quartiles and the maximum of these numbers, by name; all 0 if there are none."""
    found = distribution(numbers)
    return {name: found.get(name, 0) for name in SPREAD}


def acts_a_week(runs: Sequence[Sequence[Week]]) -> dict[str, float]:
    """Return the average weekly count of each act by its title, all bots together; empty without weeks."""
    weeks = [week for run in runs for week in run]
    counted: Counter[str] = Counter()
    for week in weeks:
        counted.update(week.acts)
    return {title: round(count / len(weeks), 2) for title, count in sorted(counted.items())} if weeks else {}


def matches_under(document: dict[str, Any], seed: str, should_continue: Callable[[], bool]) -> dict[str, Json]:
    """Simulate each game of a law that can be played without a host, while `should_continue` returns True.

    Returns statistics by game: lengths, wins by seat, and used pieces.
    """
    found = {}
    for name, playground in playgrounds().items():
        if not playground.is_for(document):
            continue
        seats = min(PLAYERS, max(numbers_of_players(name)))
        simulation = Simulation("", (max(seats, min(numbers_of_players(name))),), MATCHES, seed, ("random",), MAX_MOVES)
        rules, played = playground.game.rules(document, 1), []
        stop = monotonic() + MAX_SECONDS
        for number in range(MATCHES):
            if not should_continue() or monotonic() > stop:
                break
            played.append(play_match(playground, rules, document, simulation, number))
        found[name] = _in_numbers(name, simulation, played)
    return found


def matches_of(runs: Sequence[Sequence[Week]]) -> dict[str, Json]:
    """Return statistics as `matches_under` does, for the matches that bots began and finished within the weeks."""
    by_name: dict[str, list[Played]] = {}
    for name, played in (each for run in runs for week in run for each in week.matches):
        if played.ending != "off":  # nobody came
            by_name.setdefault(name, []).append(played)
    nothing = Simulation("", (), 0, "", (), 0)
    return {name: _in_numbers(name, nothing, played) for name, played in sorted(by_name.items())}


def _in_numbers(name: str, simulation: Simulation, played: Sequence[Played]) -> Json:
    made: Any = report(name, simulation, played)
    return {
        "matches": len(played),
        "over": len([match for match in played if match.ending != "capped"]),
        "turns": {key: made["turns"].get(key, 0) for key in SPREAD},
        "by_place": made["wins"]["by_place"],
        "used": _used(made["pieces"]),
    }


def _used(pieces: Any) -> dict[str, int]:
    """Return the most played pieces, with the number of times."""
    often = sorted(((piece["played"], name) for name, piece in pieces.items()), reverse=True)[:MAX_PIECES]
    return {name: played for played, name in often if played}
