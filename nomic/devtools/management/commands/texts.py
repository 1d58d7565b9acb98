"""Command `manage.py texts`, which lists the texts that people read: for reviews, and as docs/texts/."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.management.base import BaseCommand, CommandError

from nomic.devtools.texts.code import modules, texts_of_code, texts_of_script
from nomic.devtools.texts.crawled_pages import MAX_PAGES, texts_of_pages
from nomic.devtools.texts.templates import templates, texts_of_template
from nomic.games import games_in

INTRODUCTION = """\
{title}

{source} "…" stands for a value. `manage.py texts {name}` prints this list, and a test compares them.
"""
# Rooms that speak to engineers only.
FOR_ENGINEERS = ("bench", "config", "db", "devtools", "playtest", "reliability")


def page_texts() -> Iterator[tuple[Path, list[str]]]:
    """Yield each template of the host and of the games with its texts."""
    folders = (settings.BASE_DIR / "templates", *(game / "templates" for game in _games()))
    for path in (each for folder in folders for each in templates(folder)):
        yield path, texts_of_template(path.read_text(encoding="utf-8"), is_html=path.suffix == ".html")


def message_texts() -> Iterator[tuple[Path, list[str]]]:
    """Yield each module with texts for players, staff or authors of bots, and these texts."""
    rooms = [path for path in (settings.BASE_DIR / "nomic").iterdir() if path.name not in FOR_ENGINEERS]
    for path in sorted(each for room in (*rooms, *_games()) for each in modules(room)):
        yield path, texts_of_code(path.read_text(encoding="utf-8"))


def _games() -> list[Path]:
    return [settings.BASE_DIR / name for name in games_in(settings.BASE_DIR)]


def script_texts() -> Iterator[tuple[Path, list[str]]]:
    """Yield each script in static/js with its texts."""
    for path in sorted((settings.BASE_DIR / "static" / "js").rglob("*.js")):
        yield path, texts_of_script(path.read_text(encoding="utf-8"))


LISTS: dict[str, tuple[str, str, Callable[[], Iterator[tuple[Path, list[str]]]]]] = {
    "pages": ("Texts of pages and mails", "Everything that templates say.", page_texts),
    "scripts": ("Texts of scripts", "Everything that scripts say in a browser.", script_texts),
    "messages": (
        "Texts in code",
        "Everything that code says: refusals, labels, notices, the law in words.",
        message_texts,
    ),
}


class Command(BaseCommand):
    help = "List the texts that people read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "list", choices=[*LISTS, "shown"], help="of templates, of code, or of this database's pages"
        )
        parser.add_argument("--as", dest="visitor", default="", help="with `shown`: the person who looks")

        parser.add_argument("--most", type=int, default=MAX_PAGES, help="with `shown`: the number of pages")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"] == "shown":
            for link, text in texts_of_pages(_visitor(options["visitor"]), options["most"]):
                self.stdout.write(f"{link}: {text}")
        else:
            self.stdout.write(page(options["list"]), ending="")


def page(name: str) -> str:
    """Return the content of a file in docs/texts."""
    title, source, found = LISTS[name]
    lines = [INTRODUCTION.format(title=title, source=source, name=name)]
    for path, texts in found():
        if texts:
            lines += [f"{path.relative_to(settings.BASE_DIR).as_posix()}", *(f"  {text}" for text in texts), ""]
    return "\n".join(lines)


def _visitor(name: str) -> AbstractBaseUser | None:
    if not name:
        return None
    try:
        return get_user_model().objects.get(username__iexact=name)
    except get_user_model().DoesNotExist:
        raise CommandError(f"Nobody is called {name!r}.") from None
