"""Readers of the wiki meet words and numbers, and never a code by which the host names a thing."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from nomic.clauses.code_labels import LIKE_A_CODE
from nomic.clauses.models import QuestionPrompt
from nomic.clauses.views.questions.open_questions import questions_of_player
from nomic.cycles.models import Cycle, Entry
from nomic.law.document.templates import document_of
from nomic.reliability.wiki_check import pages_that_differ
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from tests.support.cycles_of_all_games import open_all_games
from tests.support.furnished_cycle import KEEPER, act, cycle_under, propose

# Every event that names a thing by its code, and a list in which a rule keeps such names.
NAMED_BY = {
    "proposal": ("proposal-submitted", "voted"),
    "question": ("question-answered", "question-lapsed"),
    "match": ("match-opened", "match-step", "match-over"),
    "trade": ("trade-offered", "trade-made"),
    "request": ("request-filed",),
    "ruling": ("ruling",),
    "order": ("standing-order-given",),
    "correction": ("correction-opened",),
}
LISTS: dict[str, Any] = {
    "of-game": {"value": "Chronicle", "is": "names", "most": 100},
    "of-player": {"value": "Deeds", "of": "player", "is": "names", "most": 100},
    "by-thing": {"value": "Counted", "by": "name", "is": "number"},
    **{
        f"note-{kind}": {
            "when": kind,
            "do": [
                {"enter": f"${thing}", "in": "Chronicle"},
                {"if": {"some": "$who"}, "then": [{"enter": f"${thing}", "in": "Deeds", "of": "$who"}]},
                *([] if thing == "proposal" else [{"raise": "Counted", "by": 1, "for": f"${thing}"}]),
            ],
        }
        for thing, kinds in NAMED_BY.items()
        for kind in kinds
    },
    "ask": {
        "action": "Ask everybody",
        "do": [
            {
                "each": "one",
                "in": {"players": "players"},
                "do": [{"offer": "The lamp?", "who": "$one", "options": [{"say": "Light it", "do": []}]}],
            }
        ],
    },
}
HIDDEN = re.compile(r"\[\[(?:Category|File):[^\]]*\]\]|<noinclude>\[\[[^\]]*\]\]|<[^>]*>")
LINK = re.compile(r"\[\[[^|\]]*\|([^\]]*)\]\]|\[(?:https?:)?//[^ \]]+ ([^\]]*)\]")
TOKEN = re.compile(r"[0-9a-z]{8,}")


def words_of(text: str) -> str:
    """What a reader sees of a page, without the targets of links."""
    return LINK.sub(lambda found: found[1] or found[2] or "", HIDDEN.sub(" ", text))


def codes_of(cycle: Cycle) -> set[str]:
    """Every code and id that the journal knows."""

    def within(data: Any) -> Iterator[str]:
        if isinstance(data, dict):
            data = list(data.values())
        if isinstance(data, list):
            for each in data:
                yield from within(each)
        elif isinstance(data, str) and LIKE_A_CODE.fullmatch(data) and re.search("[0-9]", data):
            yield data

    entries = list(Entry.objects.filter(cycle=cycle))
    return {code for entry in entries for code in within([entry.args, entry.events])} | {e.key for e in entries}


def published(tmp_path: Path, *slugs: str) -> dict[str, str]:
    """The pages of these cycles by title, as they are published."""
    for cycle in Cycle.objects.filter(slug__in=slugs):
        cycle.published = True
        cycle.save()
        with transaction.atomic():
            make_pages(Cycle.objects.select_for_update().get(pk=cycle.pk))
    WikiPage.objects.update(parked_at=None)
    site = FolderSite(tmp_path)
    publish_due(site=site, by_hand=True)
    pages = {}
    for page in WikiPage.objects.filter(cycle__slug__in=slugs):
        found = site.read(page.title)
        assert found is not None, page.title
        pages[page.title] = found.text
    return pages


def assert_whole_sentences(pages: dict[str, str]) -> None:
    """Nothing is listed that is not there."""
    holes = re.compile(r"[^\n]{0,40}(?:: ?\.|, ?\.|: , )(?=\s|$)")
    assert not {(title, hole) for title, text in pages.items() for hole in holes.findall(words_of(text))}


def assert_no_codes(pages: dict[str, str], codes: set[str]) -> None:
    assert codes
    shown = {
        (title, token) for title, text in pages.items() for token in TOKEN.findall(words_of(text)) if token in codes
    }
    assert not shown
    assert not {title for title in pages if set(re.findall("[0-9a-z]{8,}", title)) & codes}


@pytest.mark.django_db
def test_no_page_of_a_played_cycle_shows_a_code(tmp_path: Path) -> None:
    """Not in its words, and not in its title, which the wiki's categories list."""
    open_all_games()
    slugs = [cycle.slug for cycle in Cycle.objects.filter(fork_of=None)]
    codes = set().union(*(codes_of(cycle) for cycle in Cycle.objects.filter(slug__in=slugs)))
    pages = published(tmp_path, *slugs)
    assert len(pages) > 60
    assert_no_codes(pages, codes)
    assert_whole_sentences(pages)


@pytest.mark.django_db
def test_lists_of_rules_show_no_code(tmp_path: Path) -> None:
    """Whatever a rule enters there by the event's own name for it: people read its title and number."""
    document = document_of("cycle-16")
    document["rules"]["chronicle"] = {"title": "Chronicle", "body": "Words.", "place": 900, "clauses": LISTS}
    cycle_under(document, "cycle-16", "rules", "Ada", "Ben", "Cleo")
    for name in ("Ada", "Ben", "Cleo"):
        for _ in range(4):
            act("rules", KEEPER, "correct-grant-card", player=name, species="5", modifiers=[], reason="a duel")
        act("rules", KEEPER, "correct-grant", player=name, item="Chip", count=3, reason="a trade")
    act("rules", "Cleo", "chronicle_ask")
    for name in ("Ada", "Ben"):
        (question,) = questions_of_player(Cycle.objects.get(slug="rules"), name)
        act("rules", name, "answer", question=question.code, answer=[0])
    act("rules", KEEPER, "appoint-judge", player="Cleo", reason="elected in the square")
    propose("rules", "Ada", "A bell", "A bell rings.")
    act("rules", "Ben", "vote", proposal="1", vote="for")
    act("rules", "Ben", "file-request", kind="question", title="May a Joker be bet?")
    act("rules", "Cleo", "rule", request="1", answer="No.", reasoning="By betting.")
    trade = act("rules", "Ada", "offer-trade", to="Ben", gives={"Chip": 1}, wants={"Chip": 2}).events[0]["trade"]
    act("rules", "Ben", "consent-trade", trade=trade, version=1)
    act("rules", "Ben", "request-duel", players=["Ada"])
    bought = act("rules", "Ada", "buy", offer="Handy Pack")
    act("rules", KEEPER, "open-correction", edits=[{"do": "void", "entry": bought.key}], reason="wrong")
    for _ in range(3):
        act("rules", "Ada", "advance-clock", to_next_phase=True)
    cycle = Cycle.objects.get(slug="rules")
    prompts = set(QuestionPrompt.objects.values_list("cycle", "code", "prompt"))
    assert len(prompts) == 3  # two answered, and one that lapsed
    QuestionPrompt.objects.all().delete()  # an earlier version had none
    import_module("nomic.clauses.migrations.0004_prompts_of_questions").keep_prompts(apps, None)
    assert set(QuestionPrompt.objects.values_list("cycle", "code", "prompt")) == prompts
    pages = published(tmp_path, "rules")
    gamestate = words_of(pages["Rules/Gamestate"])
    for said in (
        "proposal 1, A bell",
        "the question “Chronicle: The lamp?”",
        "trade 1",
        "request 1",
        "ruling 1",
        "the correction “wrong”",
    ):
        assert said in gamestate, said
    assert list(pages_that_differ(cycle, FolderSite(tmp_path))) == []
    assert_no_codes(pages, codes_of(cycle))
    assert_whole_sentences(pages)
