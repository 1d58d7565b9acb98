"""`manage.py simulate`: lets bots play a law's game without a database, and writes a report."""

import json
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from nomic.charts.match_report import draw
from nomic.law.document.sections import LawInvalid
from nomic.law.document.templates import NoSuchTemplate, document_of
from nomic.matches.simulation.random_play import Closeness, Examination, Failed, check_random_match
from nomic.matches.simulation.report import report
from nomic.matches.simulation.run import (
    ANY_NUMBER,
    Played,
    Playground,
    Simulation,
    match_seed,
    numbers_of_players,
    play_match,
    playgrounds,
)

REVISION = 1
USUAL_PLAYERS = 8
AT_ONCE = 10  # matches per task of a worker process
LAW_ONCE_IN = 400  # steps of a checked match, on average, between two amendments of its law
T = TypeVar("T")


def one_or_two_numbers(text: str) -> tuple[int, ...]:
    """Parse a number such as "8", or a range such as "2-8". Raises ArgumentTypeError for any other text."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if low > high or low not in ANY_NUMBER or high not in ANY_NUMBER:
        raise ArgumentTypeError(f"a number of players, or a range such as 2-8, up to {max(ANY_NUMBER)}")
    return tuple(range(low, high + 1))


def at_least_one(text: str) -> int:
    """Return the positive integer in a text. Raises ArgumentTypeError for any other text."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("a whole number above zero")
    return int(text)


class Command(BaseCommand):
    help = "Let bots play a law's game many times, without a database; report as JSON and a chart."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--law", default="cycle-16", help="a law template's name (%(default)s)")
        parser.add_argument("--game", help="which game to play, if the law has several (default: the first)")
        parser.add_argument(
            "--players",
            type=one_or_two_numbers,
            help="number of players: 8, or 2-8 to go through the range (default: 8, or as many as can play)",
        )
        parser.add_argument("--matches", type=at_least_one, default=1000, help="how many (%(default)s)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same report (%(default)s)")
        parser.add_argument("--bots", default="random,greedy", help="which bots play, in rotation (%(default)s)")
        parser.add_argument(
            "--most-moves", type=at_least_one, default=500, help="abandon a match after this many acts (%(default)s)"
        )
        parser.add_argument("--out", type=Path, default=Path(), help="the folder for the report (this one)")
        parser.add_argument(
            "--check", action="store_true", help="check random matches, in which everything can happen, at every step"
        )
        parser.add_argument("--processes", type=at_least_one, default=1, help="how many at once (%(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        game = _game_of(options["law"], options["game"])
        options["players"] = _players_of(game, options["players"])
        if options["check"]:
            self._check(game, options)
            return
        bots = tuple(options["bots"].split(","))
        unknown = sorted(set(bots) - playgrounds()[game].bots.keys())
        if unknown:
            known = ", ".join(playgrounds()[game].bots)
            raise CommandError(f"no bot {', '.join(unknown)} plays {game}; there are {known}")
        simulation = Simulation(
            law=options["law"],
            players=options["players"],
            matches=options["matches"],
            seed=options["seed"],
            bots=bots,
            most_moves=options["most_moves"],
        )
        played = list(self._played(game, simulation, options["processes"]))
        self._write(options["out"], report(game, simulation, played))

    def _played(self, game: str, simulation: Simulation, processes: int) -> Iterator[Played]:
        for done, match in enumerate(_matches(game, simulation, processes), 1):
            self._show(done, simulation.matches)
            yield match

    def _check(self, game: str, options: dict[str, Any]) -> None:
        """Examine random matches, and print the outcome."""
        checked = partial(_examine, game, options["law"], options["players"], options["seed"], options["most_moves"])
        endings: Counter[str] = Counter()
        steps = thorough = 0
        failures = []
        for done, found in enumerate(_each(checked, options["matches"], options["processes"]), 1):
            self._show(done, options["matches"])
            if isinstance(found, str):
                failures.append(found)
                continue
            endings[found.ending] += 1
            steps += found.steps
            thorough += found.thorough
        self.stdout.write(f"{options['matches']:,} matches: " + ", ".join(f"{n:,} {how}" for how, n in endings.items()))
        self.stdout.write(f"{steps:,} steps were checked, {thorough:,} of them thoroughly; every record replays.")
        if failures:
            raise CommandError("\n".join([f"{len(failures):,} matches failed:", *failures[:20]]))

    def _show(self, done: int, of: int) -> None:
        """Print the progress to a terminal."""
        if self.stderr.isatty() and (done % max(of // 200, 1) == 0 or done == of):
            ending = "\n" if done == of else "\r"
            self.stderr.write(f"{done:,} of {of:,} matches", ending=ending)
            self.stderr.flush()

    def _write(self, folder: Path, made: dict[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in (
            ("simulation.json", json.dumps(made, indent=1, ensure_ascii=False) + "\n"),
            ("simulation.svg", draw(made)),
        ):
            (folder / name).write_text(content, encoding="utf-8")
            self.stdout.write(str(folder / name))
        endings = ", ".join(f"{count:,} {ending}" for ending, count in made["endings"].items())
        self.stdout.write(f"{made['matches']:,} matches: {endings}")
        if round_and_round := made["stood_still"]["matches"]:
            self.stdout.write(f"{round_and_round:,} of them went in circles, and the table said so")


def _game_of(law: str, game: str | None) -> str:
    document = _law(law)
    fitting = [name for name, playground in playgrounds().items() if playground.is_for(document)]
    if not fitting or game not in (None, *fitting):
        raise CommandError(f"the law {law} has {', '.join(fitting) or 'no game'} to simulate")
    return game or fitting[0]


def _players_of(game: str, wanted: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the requested numbers of players, or the usual number for the game.

    Raises CommandError if the game does not allow the requested numbers.
    """
    possible = numbers_of_players(game)
    wanted = wanted or (min(USUAL_PLAYERS, max(possible)),)
    if not set(wanted) <= set(possible):
        fewest, most = min(possible), max(possible)
        raise CommandError(f"{game} is for {fewest if fewest == most else f'{fewest} to {most}'} players")
    return wanted


def _matches(game: str, simulation: Simulation, processes: int) -> Iterator[Played]:
    """Yield all matches in order, whichever process plays them."""
    return _each(partial(_play, game, simulation), simulation.matches, processes)


def _each(do: Callable[[int], T], count: int, processes: int) -> Iterator[T]:
    """Yield the result of `do` for the numbers below `count`, in order, computed by this many processes."""
    if processes == 1:
        yield from map(do, range(count))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(do, range(count), chunksize=AT_ONCE)


def _examine(
    game: str, law: str, players: tuple[int, ...], seed: str, most_steps: int, number: int
) -> Examination | str:
    """Return the examination of match `number`, or a description of its failure."""
    playground: Any = playgrounds()[game]
    seats, closeness = players[number % len(players)], Closeness(law=LAW_ONCE_IN, most_steps=most_steps)
    document = playground.for_examination(_law(law))
    rules = playground.game.rules(document, REVISION)
    try:
        return check_random_match(playground, rules, document, seats, match_seed(seed, number), closeness)
    except Failed as failure:
        return str(failure)


def _play(game: str, simulation: Simulation, number: int) -> Played:
    playground: Playground[Any, Any] = playgrounds()[game]
    return play_match(playground, _rules(game, simulation.law), _law(simulation.law), simulation, number)


@cache
def _law(name: str) -> dict[str, Any]:
    try:
        return document_of(name)
    except (NoSuchTemplate, LawInvalid, ValueError) as error:
        raise CommandError(str(error)) from error


@cache
def _rules(game: str, law: str) -> Any:
    return playgrounds()[game].game.rules(_law(law), REVISION)
