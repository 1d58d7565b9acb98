"""`manage.py simulate`: let bots play a law's game, without a database, and write down what came of it."""

import json
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nomic.law.sections import LawInvalid
from nomic.law.templates import NoSuchTemplate, document_of
from nomic.tables.pictures import draw
from nomic.tables.report import report
from nomic.tables.simulating import Played, Playground, Simulation, play_match, playgrounds

REVISION = 1
MOST_PLAYERS = 100
AT_ONCE = 10  # matches that another process is given at a time
Json = Any


def numbers_of_players(text: str) -> tuple[int, ...]:
    """ "8" or "2-8"."""
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= MOST_PLAYERS:
        raise ArgumentTypeError(f"a number of players, or two as 2-8, up to {MOST_PLAYERS}")
    return tuple(range(low, high + 1))


def at_least_one(text: str) -> int:
    """A whole number above zero."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("a whole number above zero")
    return int(text)


class Command(BaseCommand):
    help = "Let bots play a law's game many times, without a database; report as JSON and as a picture."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--law", default="cycle-16", help="a law template's name (%(default)s)")
        parser.add_argument("--game", help="which of the law's games, where it has several")
        parser.add_argument("--players", type=numbers_of_players, default=(8,), help="8, or 2-8 by turns (8)")
        parser.add_argument("--matches", type=at_least_one, default=1000, help="how many (%(default)s)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same report (%(default)s)")
        parser.add_argument("--bots", default="random,greedy", help="who plays, by turns (%(default)s)")
        parser.add_argument(
            "--most-moves", type=at_least_one, default=500, help="after so many acts a match is given up (%(default)s)"
        )
        parser.add_argument("--out", type=Path, default=Path(), help="the folder for the report (this one)")
        parser.add_argument("--processes", type=at_least_one, default=1, help="how many at once (%(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        game = _game_of(options["law"], options["game"])
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

    def _show(self, done: int, of: int) -> None:
        """Progress, for those who watch."""
        if self.stderr.isatty() and (done % max(of // 200, 1) == 0 or done == of):
            ending = "\n" if done == of else "\r"
            self.stderr.write(f"{done:,} of {of:,} matches", ending=ending)
            self.stderr.flush()

    def _write(self, folder: Path, made: dict[str, Json]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in (
            ("simulation.json", json.dumps(made, indent=1, ensure_ascii=False) + "\n"),
            ("simulation.svg", draw(made)),
        ):
            (folder / name).write_text(content, encoding="utf-8")
            self.stdout.write(str(folder / name))
        endings = ", ".join(f"{count:,} {ending}" for ending, count in made["endings"].items())
        self.stdout.write(f"{made['matches']:,} matches: {endings}")


def _game_of(law: str, game: str | None) -> str:
    document = _law(law)
    fitting = [name for name, playground in playgrounds().items() if playground.is_for(document)]
    if game is None and len(fitting) == 1:
        return fitting[0]
    if game not in fitting:
        raise CommandError(f"say which --game: the law {law} has {', '.join(fitting) or 'none that can be simulated'}")
    return game


def _matches(game: str, simulation: Simulation, processes: int) -> Iterator[Played]:
    """All matches in order, whoever plays them."""
    play = partial(_play, game, simulation)
    if processes == 1:
        yield from map(play, range(simulation.matches))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play, range(simulation.matches), chunksize=AT_ONCE)


def _play(game: str, simulation: Simulation, number: int) -> Played:
    playground: Playground[Any, Any] = playgrounds()[game]
    return play_match(playground, _rules(game, simulation.law), _law(simulation.law), simulation, number)


@cache
def _law(name: str) -> dict[str, Json]:
    try:
        return document_of(name)
    except (NoSuchTemplate, LawInvalid, ValueError) as error:
        raise CommandError(str(error)) from error


@cache
def _rules(game: str, law: str) -> Any:
    return playgrounds()[game].game.rules(_law(law), REVISION)
