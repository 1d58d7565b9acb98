"""Whatever is wrong with an option of `/do`, on Discord the refusal says so in plain words, and nothing changes."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.db import transaction

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import availability
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.discord.interactions.acting_commands import is_here
from nomic.discord.interactions.arguments import PLACES, form_here
from nomic.discord.linking import new_code
from tests.api.test_refusals_of_fields import PROGRAMMERS, SLUGS
from tests.discord.stand_in import Discord, User, fits_discord, words
from tests.support.cycles_of_all_games import open_all_games
from tests.support.hall import START, rows_of_cycles

WRONG = (
    "No such thing", "-1", "9" * 40, "1.5", "{", '{"Chip": {}}', ", ,", "[" * 1400, "@everyone",
    "x" * 6000, "?",
)  # fmt: skip


@pytest.fixture
def ada(discord: Discord, db: None) -> Iterator[User]:
    """Ada, linked, in cycles of all games, while the clock stands still."""
    with time_machine.travel(START, tick=False):
        open_all_games()
        them = User(discord, 81)
        assert "Linked" in them.reads("link", code=new_code(Person.objects.get(username="Ada")))
        yield them


def what_ada_can_do() -> Iterator[tuple[str, str, int]]:
    """Each action that Ada can do by `/do` now, once: in which cycle, its name, and how many options it has."""
    seen = set[str]()
    for slug in SLUGS:
        cycle = Cycle.objects.get(slug=slug)
        ctx = ReadContext(cycle, Actor.person(Person.objects.get(username="Ada")), cycle.now())
        for each in availability(ctx):
            action = each.action
            if each.available and is_here(action) and action.name not in seen:
                seen.add(action.name)
                yield slug, action.name, len(form_here(action, ctx).base_fields)


def answer_to(ada: User, options: dict[str, str], before: Any) -> tuple[dict[str, Any], bool]:
    """The answer to a command, and whether it has changed a row; the change is rolled back."""
    with transaction.atomic():
        answer = ada.sends("do", **options)
        changed = rows_of_cycles() != before
        transaction.set_rollback(True)
    return answer, changed


def test_every_refusal_on_discord_is_in_plain_words(ada: User) -> None:
    """An answer is the form, words or a link, to this person alone; only what was done has changed anything."""
    before, refused, wrong = rows_of_cycles(), 0, list[str]()
    for slug, name, count in what_ada_can_do():
        for place in PLACES[:count]:
            for value in WRONG:
                what = f"{name} in {slug}, {place} {value[:20]!r}"
                answer, changed = answer_to(ada, {"cycle": slug, "action": name, place: value}, before)
                if answer["type"] == 9:
                    fits_discord(answer["data"])
                    wrong += [f"{what}: a form, and a row has changed"] * changed
                    continue
                said = words(answer)
                is_refusal = "Nothing was done" in said or "its form is on the site" in said
                refused += is_refusal
                wrong += [f"{what}: {said[:150]!r}, changed: {changed}"] * (is_refusal == changed)
                wrong += [f"{what}: a programmer's word: {said[:200]}"] * bool(PROGRAMMERS.search(said))
    assert not wrong, "\n".join(wrong)
    assert refused > 100
