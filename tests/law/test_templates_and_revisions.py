"""Law templates, and revisions that are only ever appended."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.db import transaction

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.law_changes import enact
from nomic.law.document.sections import LawInvalid
from nomic.law.document.templates import (
    Described,
    NoSuchTemplate,
    described_templates,
    document_of,
    law_templates,
    section_in,
    sentences_in,
)
from nomic.law.models import AppendOnly, Book, Revision, law_at
from nomic.law.rules.sentences import own_table
from tests.support.hall import STANDARD, START, Hall, bare_law


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Write a template "mine" into an app: its sections as YAML text or as data."""

    def write(**sections: Any) -> None:
        folder = tmp_path / "laws" / "mine"
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in (bare_law() | sections).items():
            text = content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False)
            (folder / f"{name}.yaml").write_text(text)

    monkeypatch.setattr(apps, "get_app_configs", lambda: [SimpleNamespace(path=str(tmp_path))])
    return write


def test_the_templates_of_all_apps_are_found() -> None:
    """Cycle 16's ships with the hall."""
    assert "cycle-16" in law_templates()
    assert law_templates()["cycle-16"].parts[-3:] == ("exoptosis", "laws", "cycle-16")


def test_a_template_that_nobody_ships_is_named(template: Any) -> None:
    """The error names it, and the templates that there are."""
    template()
    with pytest.raises(NoSuchTemplate, match="there is no law template 'yours'; choose one of: mine"):
        document_of("yours")


def test_templates_are_told_apart_by_what_they_say_of_their_cycles(template: Any) -> None:
    """The title and the summary of the section about the cycle; without them the name."""
    template(cycle={"title": "Mine", "summary": "A law of one's own."})
    assert described_templates() == [Described("mine", "Mine", "A law of one's own.")]
    template(cycle={"title": "Cycle 4", "game": "Mine"})
    assert described_templates() == [Described("mine", "Mine", "")], "a cycle's number says nothing of its game"
    template(cycle={})
    assert described_templates() == [Described("mine", "mine", "")]


def test_a_folder_without_yaml_is_no_template(template: Any, tmp_path: Path) -> None:
    """Empty folders are passed over."""
    template()
    (tmp_path / "laws" / "empty").mkdir()
    assert list(law_templates()) == ["mine"]


@pytest.mark.parametrize("name", sorted(law_templates()))
def test_a_law_in_one_file_is_the_law_in_a_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its document, its title and summary, and what carries out its sentences, of every law that ships."""
    shipped = law_templates()[name]
    before = document_of(name), described_as(name), own_table(shipped), section_in(shipped, "rules")
    sections = {section: section_in(shipped, section) for section in before[0]}
    parts = [sections, sentences_in(shipped)]
    (tmp_path / "laws").mkdir()
    file = tmp_path / "laws" / f"{name}.yaml"
    file.write_text(yaml.safe_dump_all(parts, sort_keys=False, allow_unicode=True), encoding="utf-8")
    monkeypatch.setattr(apps, "get_app_configs", lambda: [SimpleNamespace(path=str(tmp_path))])
    assert law_templates() == {name: file}
    assert (document_of(name), described_as(name), own_table(file), section_in(file, "rules")) == before
    assert section_in(file, "weather") is None
    folder = tmp_path / "laws" / name
    folder.mkdir()
    for section, content in sections.items():
        (folder / f"{section}.yaml").write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
    with pytest.raises(ValueError, match=f"the law '{name}' is a folder and a file"):
        law_templates()
    file.rename(tmp_path / "laws" / f"{name}.sentences.yaml")  # a file of sentences is no law
    assert law_templates() == {name: folder}
    assert document_of(name) == before[0]


@pytest.mark.parametrize("law", ["mine.yaml", "mine/dungeon.yaml"])
def test_practice_has_numbers_of_its_own(law: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Beside a law in one file as beside a folder; the law itself keeps its numbers, and the file is no law."""
    shipped = document_of("dungeon")
    monkeypatch.setattr(apps, "get_app_configs", lambda: [SimpleNamespace(path=str(tmp_path))])
    laws = tmp_path / "laws"
    (laws / law).parent.mkdir(parents=True, exist_ok=True)
    if law == "mine.yaml":
        (laws / law).write_text(yaml.safe_dump(shipped))
    else:
        for section, content in shipped.items():
            (laws / "mine" / f"{section}.yaml").write_text(yaml.safe_dump(content))
    (laws / "mine.practice.yaml").write_text("dungeon: {victory: {coins_more_than: 7}}")
    assert [each.name for each in described_templates()] == ["mine"]
    assert document_of("mine") == shipped
    expected = shipped["dungeon"]["victory"] | {"coins_more_than": 7}
    assert document_of("mine", practice=True)["dungeon"] == shipped["dungeon"] | {"victory": expected}
    (laws / "mine.practice.yaml").write_text("dungeon: {victory: {coins_more_than: many}}")
    with pytest.raises(LawInvalid):
        document_of("mine", practice=True)


@pytest.mark.parametrize("text", ["", "[]", "words", "---\n---\n", "cycle: {title: Mine}", "weather: {wet: true}"])
def test_a_file_that_is_no_law_is_refused(text: str, template: Any, tmp_path: Path) -> None:
    """It is in the list of choices under its own name, so that its author sees it there."""
    (tmp_path / "laws").mkdir()
    (tmp_path / "laws" / "mine.yaml").write_text(text)
    with pytest.raises(LawInvalid):
        document_of("mine")
    assert [each.name for each in described_templates()] == ["mine"]


def test_a_file_has_no_more_parts_than_are_read(template: Any, tmp_path: Path) -> None:
    """A law in one file has two; a section in a folder has one."""
    template(cycle="title: A\n---\ntitle: B")
    with pytest.raises(ValueError, match=r"cycle\.yaml: 2 YAML documents"):
        document_of("mine")
    (tmp_path / "laws" / "yours.yaml").write_text("a: 1\n---\nb: 2\n---\nc: 3\n")
    with pytest.raises(ValueError, match=r"yours\.yaml: 3 YAML documents"):
        document_of("yours")


def described_as(name: str) -> Described:
    """The template as a list of choices names it."""
    return next(each for each in described_templates() if each.name == name)


def test_a_law_without_items_or_a_shop_can_be_a_template(template: Any) -> None:
    """Sections that other games own may be missing."""
    template()
    assert document_of("mine")["cycle"] == {"title": "A bare cycle"}


def test_entries_get_places_in_the_order_in_which_they_are_written(template: Any) -> None:
    """10, 20, 30 …, unless an entry says its own."""
    rules = {
        "zeal": {"title": "Z", "body": "", "clauses": {"standard": STANDARD}},
        "art": {"title": "A", "body": "", "place": 5},
        "mind": {"title": "M", "body": ""},
    }
    template(rules=rules)
    assert {id_: rule["place"] for id_, rule in document_of("mine")["rules"].items()} == {
        "zeal": 10,
        "art": 5,
        "mind": 30,
    }


@pytest.mark.parametrize(
    ("section", "content"),
    [
        ("rules", ""),
        ("rules", "[]"),
        ("rules", "zeal: nothing"),
        ("weather", "wet: true"),
        ("cycle", "title: 2024-01-01"),
    ],
)
def test_a_template_with_a_mistake_is_refused_with_its_flaws(template: Any, section: str, content: str) -> None:
    """An empty file, a list, a text, an unknown section, a date where a text belongs."""
    template(**{section: content})
    with pytest.raises(LawInvalid):
        document_of("mine")


def test_a_template_that_is_no_yaml_is_refused_with_its_file(template: Any) -> None:
    """The author learns which file and which line."""
    template(rules="a: [")
    with pytest.raises(ValueError, match=r"rules\.yaml"):
        document_of("mine")


def test_each_reader_gets_a_template_of_their_own(template: Any) -> None:
    """Changing one document changes no other."""
    template()
    document_of("mine")["cycle"]["title"] = "Changed"
    assert document_of("mine")["cycle"]["title"] == "A bare cycle"


# Revisions


def test_a_revision_is_never_changed_or_deleted(hall: Hall) -> None:
    """Not even by who holds the object."""
    revision = Revision.objects.get(book=hall.cycle.book_id)
    revision.reason = "another"
    with pytest.raises(AppendOnly):
        revision.save()
    with pytest.raises(AppendOnly):
        revision.delete()
    assert Revision.objects.get(pk=revision.pk).reason == "the template cycle-16"


def test_an_enactment_appends_a_revision_and_leaves_the_old_one(cast: Hall) -> None:
    """Number, instant, amendments and reason are kept with it."""
    price = "/shop/offers/Chip/costs/Vertebra"
    code = cast.propose("ada", {"op": "replace", "path": price, "value": 30}, **{"class": "urgent"})
    cast.wait(hours=48)
    old, new = Revision.objects.filter(book=cast.cycle.book_id).order_by("number")
    assert (old.number, old.document["shop"]["offers"]["Chip"]["costs"]) == (0, {"Vertebra": 25})
    assert (new.number, new.document["shop"]["offers"]["Chip"]["costs"]) == (1, {"Vertebra": 30})
    assert (new.enacted_at, new.reason) == (cast.clock.now, "proposal 1, A change")
    assert new.amendments == [
        {"op": "test", "path": price, "value": 25},
        {"op": "replace", "path": price, "value": 30},
    ]
    assert cast.cycle.revision == 1
    assert code in str(cast.entries("close-voting")[0].args)


def test_the_law_of_a_revision_is_read_once_and_shared(hall: Hall) -> None:
    """A revision never changes, so neither does its reading."""
    cycle = hall.cycle
    assert law_at(cycle.book_id, 0) is hall.cycle.law


def test_a_law_whose_transaction_is_rolled_back_was_never_shared(hall: Hall) -> None:
    """Who enacts reads the new law; everybody else still reads the old one until it is committed."""
    cycle = hall.cycle
    with transaction.atomic():
        act = ActionContext(cycle, action_named("close-voting"), SYSTEM, START, "0" * 32)
        enact(act, [{"op": "replace", "path": "/cycle/title", "value": "Never"}], "a test")
        assert (cycle.revision, cycle.law.document["cycle"]["title"]) == (1, "Never")
        transaction.set_rollback(True)
    with pytest.raises(Revision.DoesNotExist):
        law_at(cycle.book_id, 1)
    assert hall.cycle.law.document["cycle"]["title"] == hall.cycle.title != "Never"


def test_a_book_remembers_its_template(hall: Hall) -> None:
    """A book of law names the template that it began with."""
    assert "cycle-16" in str(Book.objects.get(pk=hall.cycle.book_id))
