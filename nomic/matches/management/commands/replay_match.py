"""`manage.py replay_match FILE`: replays an exported match from the file alone."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError

from nomic.matches.contract.views import view_data
from nomic.matches.hosting.registry import all_games, game_named
from nomic.matches.simulation.replay_export import Diverged, ExportedMatch, Position, StillSealed, replay_positions


class Command(BaseCommand):
    help = "Replay a match from its export, without a database, and compare each step with the export."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file downloaded from …/matches/CODE/export/")
        parser.add_argument("--show", type=int, metavar="VERSION", help="print the table at this version, as JSON")
        parser.add_argument("--seat", metavar="PLAYER", help="with --show: the view of this player")

    def handle(self, *args: Any, **options: Any) -> None:
        export = _read(options["file"])
        try:
            game = game_named(str(export.get("game"))).engine
        except KeyError:
            known = ", ".join(hosted.name for hosted in all_games())
            raise CommandError(f"there is no game {export.get('game')!r} here, only: {known}") from None
        last = None
        try:
            for position in replay_positions(export, game):
                last = position
                if options["show"] == position.version:
                    view = game.view(position.rules, position.state, options["seat"])
                    self.stdout.write(json.dumps(view_data(view), indent=1, ensure_ascii=False))
                elif options["show"] is None:
                    self.stdout.write(_line(position))
        except StillSealed as sealed:
            self.stdout.write(f"{sealed}; the rest can be replayed once it is unsealed.")
            return
        except Diverged as diverged:
            raise CommandError(f"The replay differs from the file. {diverged}") from None
        except (ValueError, KeyError, TypeError, IndexError) as error:
            where = "at its beginning" if last is None else f"after version {last.version}"
            raise CommandError(f"the file makes no sense {where}: {error}") from None
        if options["show"] is not None and (last is None or not 0 <= options["show"] <= last.version):
            raise CommandError(f"there is no version {options['show']}")
        if options["show"] is None:
            self.stdout.write("The replay matches the file.")


def _read(file: Path) -> ExportedMatch:
    """Return the export in a file. Raises CommandError if the file cannot be read or is not a JSON object."""
    try:
        export = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from None
    if not isinstance(export, dict):
        raise CommandError(f"{file} holds no match")
    return cast("ExportedMatch", export)  # the replay itself detects anything wrong with it


def _line(position: Position) -> str:
    """Return a position as one line of text: its version, the player, and the events."""
    if position.step is None:
        return "0: the match is set up"
    who = position.step["player"] or position.step["kind"]
    return f"{position.version}: {who}: {' '.join(event.text for event in position.events if event.text)}".rstrip(": ")
