"""Benchmark of the first contentful paint on a phone and the bytes received.

It loads the front page, a cycle's home page, and a match of each game.
"""

import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.bench.harness.browser_client import SLOWER, Job, Look, Seen
from nomic.bench.harness.fixtures import new_user
from nomic.bench.harness.results import Figure
from nomic.bench.harness.servers import Unexpected, web_server
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.page_queries import RIVAL, VIEWER, filled_cycle
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.practice_setup import perform_opening_acts
from nomic.devtools import debian
from nomic.matches.models import Match

MAX_LENGTH, MAX_COUNT = 1_000, 150  # milliseconds, KB
LAWS_OF_ONE_GAME = ("dungeon", "tetromic")  # games whose match begins with the cycle


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield figures for a player with an empty cache. The home page is also measured without a log-in."""
    [command] = debian.CHROMIUM.commands
    program = shutil.which(command)
    if program is None or find_spec("playwright") is None:
        missing = debian.apt_line([debian.CHROMIUM]) if program is None else "pip install playwright"
        yield Figure("paint", f"nothing can be measured without Chromium and playwright: {missing}", 0, "looks")
        return
    cycle = filled_cycle("painted", sizes.painted_players)
    pages = {f"the hall with {sizes.painted_players} players": reverse("web:hall", args=[cycle.slug])}
    battle = Match.objects.filter(cycle=cycle).latest("pk")
    pages |= {f"a table of {each.game.capitalize()}": _address(each) for each in (battle, *_other_tables())}
    client = Client()
    client.force_login(Person.objects.get(username=VIEWER), settings.AUTHENTICATION_BACKENDS[1])
    cookie = settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value
    call_command("collectstatic", interactive=False, verbosity=0)  # compresses the files, as in production
    with web_server(1) as server:
        base = f"http://127.0.0.1:{server.port}"
        looks = {name: Look(base + path, cookie) for name, path in pages.items()}
        looks["the hall for a visitor"] = Look(base + reverse("web:hall", args=[cycle.slug]))
        looks["the front page for a newcomer"] = Look(base + reverse("web:home"))
        for name, seen in zip(looks, _look(program, list(looks.values()), sizes.looks), strict=True):
            painted = statistics.median(each.painted for each in seen)
            received = statistics.median(each.received for each in seen) / 1000
            on = f"{name}, on a phone {SLOWER} times as slow"
            yield Figure("paint", f"{on}: first paint", painted, "ms", at_most=MAX_LENGTH)
            yield Figure("paint", f"{name}: received", received, "KB", at_most=MAX_COUNT)


def _look(program: str, looks: list[Look], times: int) -> list[list[Seen]]:
    """Load each page several times, without counting the first load, for which the server has to compile templates."""
    done = subprocess.run(
        [sys.executable, "-m", "nomic.bench.harness.browser_client"],
        input=msgspec.json.encode(Job(program, looks, times + 1)),
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise Unexpected(done.stderr.decode()[-4000:])
    return [seen[1:] for seen in msgspec.json.decode(done.stdout, type=list[list[Seen]])]


def _other_tables() -> Iterator[Match]:
    for law in LAWS_OF_ONE_GAME:
        create_cycle(law, slug=law, practice=True, owner_name=VIEWER)
        perform_opening_acts(law, new_user(VIEWER))
        perform(law, new_user(RIVAL), "join", {})
        yield Match.objects.filter(cycle__slug=law).latest("pk")
    yield _knucklebones("bones")


def _knucklebones(slug: str) -> Match:
    """Start a game between two players in a new cycle under its own law, which lets them declare in every phase."""
    create_cycle("knucklebones", slug=slug, practice=True, owner_name=VIEWER)
    for name in (VIEWER, RIVAL):
        perform(slug, new_user(name), "join", {})
    for one, other in ((VIEWER, RIVAL), (RIVAL, VIEWER)):
        perform(slug, new_user(one), "intend-knucklebones", {"opponents": [other]})
    while not Match.objects.filter(cycle__slug=slug).exists():  # The pairs are formed when a phase ends.
        perform(slug, new_user(VIEWER), "advance-clock", {"to_next_phase": True})
    return Match.objects.filter(cycle__slug=slug).latest("pk")


def _address(match: Match) -> str:
    return reverse("web:match", args=[match.cycle.slug, match.code])
