"""`manage.py front_match`: plays the duel of the front page, and writes its file."""

from typing import Any

from django.core.management.base import BaseCommand
from msgspec.json import encode, format

from exoptosis.engine.views.match_animation import ShownMatch
from exoptosis.simulation.front_page_match import play_front_page_duel
from exoptosis.web.front_page_match import FILE


def as_file(match: ShownMatch) -> bytes:
    """Return the content of the file for a duel."""
    return format(encode(match), indent=1) + b"\n"


class Command(BaseCommand):
    help = "Play the duel that the front page shows, and write it to its file."

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_bytes(as_file(play_front_page_duel()))
