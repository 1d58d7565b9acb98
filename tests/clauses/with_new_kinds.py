"""One new kind of clause, event and notice, driven through all that knows of kinds.

`test_new_kinds.py` runs this in a process of its own, because a declared event is declared for good.
"""

import re
from html import unescape
from typing import ClassVar

import pytest
from django.core.checks import run_checks
from django.test import Client

from nomic.api.documentation import schema_text
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.schema.allowed_changes import MayAdd
from nomic.clauses.schema.kind_registry import register_kind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import Event, NamedPlayer, PhaseBegan, Topic
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.event_bus import on, subscribe
from nomic.cycles.management.commands.wiring import page as wiring_page
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.notices.kinds import Heading, NoticeKind, register_notice_kind
from nomic.notices.models import Notice
from nomic.notices.notify import notify
from nomic.players.lookup import who_plays
from nomic.web.typed_amendments import changes_of
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import OpenWith, with_clauses
from tests.clauses.test_new_kinds import ChimeClause, ChimeKind, Flaws
from tests.support.hall import Hall, cycle_16
from tests.support.signed_in import browser_of
from tests.web.test_blocks import opened
from tests.web.test_composing import operations
from tests.wiki.test_pages import page_of

WORDS = "When a phase begins, the bell “Great Tom” rings."
BELL = {"chime": "Great Tom"}
PAID = {"when": "bell-rang", "do": [{"grant": "Chip", "to": "$ringer"}, {"announce": "$bell"}]}


class BellRang(Event, frozen=True, tag="bell-rang"):
    """A bell of a rule rang."""

    whenever: ClassVar[str] = "a bell rings"
    about: ClassVar[Topic] = "Time"
    by_player: ClassVar[bool] = False
    bell: str
    ringer: NamedPlayer


RUNG = NoticeKind("bell-rung", "A bell rings in a game that you play", Heading.GAMES)


class RingingKind(ChimeKind):
    """A bell that does something."""

    def flaws(self, law: Law, placed: Placed[ChimeClause], known: Vocabulary) -> Flaws:
        yield from self.flaw_if(placed, "Unheard", "no bell is called so")

    def leaks(self, law: Law, placed: Placed[ChimeClause], secrets: Secrets) -> Flaws:
        yield from self.flaw_if(placed, "Whisper", "this bell tells a secret")

    def tries(self, trial: Trial, placed: Placed[ChimeClause]) -> Runs:
        yield lambda: ring_one(trial.act(), placed.clause.chime)

    def explain(self, clause: ChimeClause, law: Law) -> tuple[str, ...]:
        return (f"When a phase begins, the bell “{clause.chime}” rings.",)

    def install(self) -> None:
        subscribe(on(PhaseBegan, ring))


def ring(act: ActionContext, began: PhaseBegan) -> None:
    for bell in clauses_of(act.law).by_kind["chime"]:
        ring_one(act, bell)


def ring_one(act: ActionContext, bell: str) -> None:
    if bell == "Cracked":
        raise Refused("cracked", "The bell is cracked.", "Bells")
    players = sorted(player.name for player in who_plays(act))
    act.emit(BellRang(bell, players[0]))
    notify(act, players, RUNG.name, f"{bell} rings.")


register_kind(RingingKind)
register_notice_kind(RUNG)


@pytest.fixture
def hall(open_with: OpenWith) -> Hall:
    return open_with({})


def plain(html: str) -> str:
    """The words of a page, without markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def added(name: str, clause: dict[str, object]) -> dict[str, object]:
    return {"op": "add", "path": f"/rules/tolls/clauses/{name}", "value": clause}


def test_no_system_check_misses_an_answer() -> None:
    assert run_checks() == []


@pytest.mark.parametrize(
    ("bell", "why"),
    [("Unheard", "no bell is called so"), ("Whisper", "tells a secret"), ("Cracked", "The bell is cracked")],
)
def test_it_is_checked_and_tried_out_before_it_is_proposed(hall: Hall, bell: str, why: str) -> None:
    refused = hall.bad(
        "ada", "submit-proposal", "amendments/rules/tolls/clauses/bell",
        title="A", text="b", amendments=[added("bell", {"chime": bell})],
    )  # fmt: skip
    assert why in str(refused)


def test_it_is_enacted_runs_and_is_read_out(hall: Hall) -> None:
    """The event triggers a clause, which uses its fields; the players get the notice; and the journal replays."""
    code = hall.propose("ada", added("bell", BELL), added("paid", PAID))
    hall.vote(code, ada="for", bob="for", eve="for")
    while "bell" not in hall.cycle.law.document["rules"]["tolls"]["clauses"]:
        hall.to(hall.cycle.phase_ends_at)
    chips = hall.has("ada", "Chip")
    hall.to(hall.cycle.phase_ends_at)
    assert hall.has("ada", "Chip") == chips + 1
    assert any("Great Tom" in entry.words for entry in hall.entries())
    notices = Notice.objects.filter(kind=RUNG.name)
    assert {*notices.values_list("person__username", flat=True)} == {"ada", "bob", "eve"}
    hall.is_sound()
    page = plain(Client().get(f"/c/{hall.slug}/ruleset/").content.decode())
    assert WORDS in page
    assert "Whenever a bell rings:" in page
    assert "That ringer gains 1 Chip." in page
    hall.publish()
    assert WORDS in str(render_page(page_of(hall.cycle, PageKind.RULESET)))


def test_two_of_a_name_are_refused_and_a_class_can_be_limited_to_it() -> None:
    law = Law(with_clauses(cycle_16(), {"bell": BELL, "other": BELL}))
    assert [flaw.detail for flaw in flaws_of(law.document)] == ["another bell is called 'Great Tom'"]
    MayAdd.model_validate({"may": "add", "at": "/rules/tolls/clauses", "kinds": ["chime"]})


def test_the_editor_offers_its_blank_as_a_form(hall: Hall) -> None:
    builder = opened(browser_of("ada"), at="/rules/vertebrae")
    builder.send(let_it_do="1")
    assert "A bell that rings" in builder.page
    builder.send(begin="chime")
    assert "What the bell is called" in builder.page
    builder.type("/chime", "Great Tom")
    builder.send(put="1")
    _, clause = operations(builder.answer)
    assert (clause["path"], clause["value"]) == ("/rules/vertebrae/clauses/chime", BELL)
    (change,) = changes_of(Law(document_of("cycle-16")), [clause])
    assert change.words.endswith("“Great Tom”")


def test_programs_and_people_find_the_event_and_the_notice(hall: Hall) -> None:
    assert "Event.bell-rang" in schema_text().decode()
    assert "### bell-rang" in "\n".join(wiring_page()).splitlines()
    assert RUNG.title in browser_of("ada").get("/notices/settings/").content.decode()
