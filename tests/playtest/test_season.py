"""Seasons on a short calendar: what has to hold at their end holds, and the same seed gives the same season."""

import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError

from nomic.cycles.models import Cycle, Entry
from nomic.law.amendments.patch import amend_document
from nomic.law.document.sections import flaws_of
from nomic.law.document.templates import document_of
from nomic.playtest.agents.argument_builder import random_answer, random_arguments
from nomic.playtest.agents.personas import CHARACTERS
from nomic.playtest.agents.proposals import TEMPLATES
from nomic.playtest.client.session import Answer, SessionLog
from nomic.playtest.invariants import flaws
from nomic.playtest.report import Report, in_words, report
from nomic.playtest.report_chart import draw_report
from nomic.playtest.run import Plan, Season, open_playtest
from nomic.playtest.seeded_world import BEGINNING, World
from nomic.wiki.sites.folder import FolderSite

pytestmark = pytest.mark.chained  # the script that checks draws derives ids, too
LAWS = ("cycle-16", "exoptwosis", "ministry-of-lamps")


@pytest.fixture(autouse=True)
def unthrottled(settings: Any) -> None:
    for name in ("API_RATE_LIMIT", "COSTLY_LIMIT"):
        setattr(settings, name, "100000000/min")
    cache.clear()


def played(law: str, days: int, folder: Path, seed: str = "1", **more: Any) -> tuple[Season, Report]:
    """A season of some days, with what came of it."""
    world = World(seed)
    with world.in_force():
        season = open_playtest(Plan(law=law, days=days, seed=seed, times_a_day=1, rounds=1, **more), world)
        season.play()
        return season, report(season, flaws(season, FolderSite(folder)), 1.0)


@pytest.mark.django_db
@pytest.mark.parametrize("law", LAWS)
def test_a_season_holds_whatever_is_played(law: str, tmp_path: Path) -> None:
    """Replay, ledger, draws, wiki and accepted acts; nothing fails, and no refusal is without words."""
    season, made = played(law, 4, tmp_path / "wiki", outage_on=2, characters=CHARACTERS[:9:2])
    assert made.flaws == []
    assert made.days == 4
    assert {"join", "advance-clock"} <= made.acts.keys()
    assert made.acts.keys() & {"record-outage", "tell-anew"}
    assert Entry.objects.filter(cycle__slug=season.slug).count() == made.entries > 25
    assert all(set(held) == {character.name for character in CHARACTERS[:9:2]} for held in made.held.values())
    words, picture = in_words(made, "season.svg"), draw_report(made)
    assert "Everything held at the end" in words
    assert all(name in words for name in made.characters)
    assert "prefers-color-scheme: dark" in picture
    ET.fromstring(picture)


WANTED = (
    *("trades offered", "counter-offers", "trades made", "requests for justice", "rulings", "votes of confidence"),
    *("rulings overturned", "elections won", "outages recorded late", "corrections adopted"),
)
# Dice follow from all that a journal says, so another sentence there makes another season: seasons are played until all
# has come about.
SEEDS = tuple(str(number) for number in range(1, 25))


@pytest.mark.django_db
def test_players_trade_go_to_court_elect_a_judge_and_have_the_past_corrected(tmp_path: Path) -> None:
    """In a few seasons of nine days all of it comes about, and nothing is wrong in any."""
    waiting = set(WANTED)
    for seed in SEEDS:
        made = lively_season(seed, tmp_path / seed)
        assert made.flaws == []
        waiting &= set(made.missing)
        if not waiting:
            break
    assert not waiting
    assert "It **lacks**" not in in_words(replace(made, missing=[]))
    assert "It **lacks** fusions, duels begun, although" in in_words(replace(made, missing=["fusions", "duels begun"]))


def lively_season(seed: str, folder: Path) -> Report:
    """Four players who do much. The first day is a Thursday, so the first election ends when they are reputable."""
    lively = {"visits": 1, "acts": 1, "deals": 0.8, "asks": 0.6, "dissents": 0.6, "ambition": 0.5, "agrees": 0.5}
    world = World(seed, BEGINNING + timedelta(days=3))
    with world.in_force():
        people = [replace(character, **lively, joins_on=0) for character in CHARACTERS[:4]]
        plan = Plan(days=9, times_a_day=1, rounds=0, outage_on=6, corrections=1, characters=people, slug=f"s{seed}")
        season = open_playtest(plan, world)
        season.play()
        return report(season, flaws(season, FolderSite(folder)), 1.0)


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_season(tmp_path: Path) -> None:
    """To the last digit of the journal's head; another seed gives another."""
    found = []
    for number, seed in enumerate(("7", "7", "8")):
        season, made = played(
            "exoptwosis", 1, tmp_path / str(number), seed=seed, slug="again", characters=CHARACTERS[:3]
        )
        found.append((made.head, made.acts, season.book.requests))
        _forget(season)
    assert found[0] == found[1] != found[2]


def _forget(season: Season) -> None:
    """As if it had never been."""
    cycle = Cycle.objects.get(slug=season.slug)
    Cycle.objects.filter(pk=cycle.pk).update(slug=f"was-{cycle.pk}")


@pytest.mark.django_db
def test_what_fails_is_told() -> None:
    """A fault of the host, a refusal without words, an act that is accepted and lost."""
    book = SessionLog()
    book.note("Ada", "buy", Answer(500, {"detail": "Oh."}))
    book.note("Ada", "buy", Answer(409, {"code": "no", "detail": ""}))
    book.note("Ada", "buy", Answer(200, {"status": "question"}))
    assert len(book.faults) == len(book.wordless) == 1
    assert book.refusals == {("buy", "no"): 1}


@pytest.mark.django_db
def test_an_accepted_act_that_is_lost_is_a_flaw(tmp_path: Path) -> None:
    """Also what does not stand on the wiki."""
    season, made = played("exoptwosis", 1, tmp_path, characters=CHARACTERS[:2])
    assert made.flaws == []
    season.book.accepted["0" * 32] = ("Ada", "buy")
    page = next(tmp_path.rglob("*.wiki"))
    page.write_text(page.read_text() + "a person's words", encoding="utf-8")
    found = flaws(season, FolderSite(tmp_path))
    assert found == [f"buy of Ada was accepted, and is not in the journal ({'0' * 32})"]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", [name for name in TEMPLATES if name != "out of place"])
def test_proposals_written_from_templates_can_be_law(law: str, name: str) -> None:
    """Whatever law they meet; some have nothing to change in it."""
    document = document_of(law)
    if name == "no more of it":
        adding = TEMPLATES["a rule that acts"](document, random.Random("x"))
        assert adding is not None
        document = amend_document(document, adding["amendments"])
    proposal = TEMPLATES[name](document, random.Random("1"))
    if proposal is None:
        assert name in ("into force", "a card", "sooner won")
        return
    assert proposal["title"]
    if proposal.get("amendments"):
        assert flaws_of(amend_document(document, proposal["amendments"])) == []


def test_arguments_are_made_of_what_is_offered_and_of_the_schema() -> None:
    """What cannot be anything now is not tried."""
    schema = {
        "properties": {
            "to": {"type": "string"},
            "cards": {"type": "array", "minItems": 2, "maxItems": 2},
            "count": {"type": "integer", "minimum": 3, "maximum": 3},
            "way": {"anyOf": [{"$ref": "#/$defs/Way"}, {"type": "null"}]},
            "answers": {"type": "array"},
        },
        "required": ["to", "cards", "count", "way"],
        "$defs": {"Way": {"enum": ["in"]}},
    }
    choices = {"to": [{"value": "Ben"}], "cards": [{"value": "a"}, {"value": "b"}]}
    told = random_arguments({"arguments": schema, "choices": choices}, random.Random(1))
    assert told is not None
    assert told == {"to": "Ben", "cards": told["cards"], "count": 3, "way": "in"}
    assert sorted(told["cards"]) == ["a", "b"]
    assert (
        random_arguments({"arguments": schema, "choices": {**choices, "cards": [{"value": "a"}]}}, random.Random(1))
        is None
    )
    assert random_arguments({"arguments": schema, "choices": {**choices, "to": []}}, random.Random(1)) is None


def test_an_answer_is_of_the_options() -> None:
    question = {"options": [{"value": 1}, {"value": 2}], "least": 1, "most": 9}
    for seed in range(5):
        assert set(random_answer(question, random.Random(seed))) <= {1, 2}


def test_nobody_is_like_another() -> None:
    """Twelve characters; one joins late, one leaves, and none likes what is done elsewhere."""
    assert len({character.name for character in CHARACTERS}) == 12
    assert [character.name for character in CHARACTERS if character.joins_on] == ["Gudrun"]
    assert [character.name for character in CHARACTERS if character.leaves_on] == ["Hiro"]
    assert all(character.liking(action) == 0 for character in CHARACTERS for action in ("leave", "vote", "seat-bot"))
    assert all(character.liking("something-new") > 0 for character in CHARACTERS)


@pytest.mark.parametrize("told", [["--law", "nowhere"], ["--weeks", "0"], ["--weeks", "99"]])
def test_a_season_that_cannot_be_is_refused(told: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("playtest", *told, stdout=StringIO(), stderr=StringIO())
