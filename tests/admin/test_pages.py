"""What staff see of cycles, and that looking is all they can do."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape, strip_tags

from nomic.accounts.models import Person
from nomic.admin_base import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Entry, PhaseSeed
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.models import Card
from tests.admin.conftest import Hall
from tests.support.signed_in import browser_of

READ_ONLY: list[type[Model]] = [
    model for model, model_admin in admin.site._registry.items() if isinstance(model_admin, ReadOnlyAdmin)
]
each_model = pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)


def address(model: type[Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def cycle_filter(model: type[Model]) -> bool:
    filters = admin.site._registry[model].list_filter
    return any(isinstance(each, type) and issubclass(each, CycleFilter) for each in filters)


def test_every_table_of_the_journal_and_the_game_has_its_pages() -> None:
    """The admin shows cycles, players, items, proposals, the court, the law, the journal and chance."""
    assert {model.__name__ for model in READ_ONLY} >= {
        "Book", "Revision", "Cycle", "Entry", "PhaseSeed", "Deadline", "Player", "Balance", "Card",
        "Proposal", "Vote", "VoteChange", "Judgeship", "WikiPage", "Publisher",
        "Match", "MatchStep", "StandingOrder", "KeptValue", "ValueChange", "Failures",
    }  # fmt: skip


@each_model
def test_lists_open_while_there_is_nothing(admin_client: Client, model: type[Model]) -> None:
    """An empty table has a list like any other."""
    assert admin_client.get(address(model, "changelist")).status_code == 200


def test_an_entry_is_found_by_its_id(admin_client: Client, full_hall: Hall) -> None:
    """And by who acted or what it changed; its page says what it drew and moved, a card's where that went."""
    entry = Entry.objects.filter(action="open-pack").earliest("seq")
    listed = admin_client.get(address(Entry, "changelist"), {"q": f" {entry.key} "})
    assert list(listed.context["cl"].queryset) == [entry]
    page = admin_client.get(address(Entry, "change", entry.pk)).content.decode()
    assert escape(entry.draws[0].purpose) in page
    assert escape(str(entry.moved[-1])) in page
    card = Card.objects.get(cycle=entry.cycle_id, code=entry.moved[-1].card)
    assert escape(str(entry.moved[-1])) in admin_client.get(address(Card, "change", card.pk)).content.decode()


def test_an_entry_is_found_by_its_number(admin_client: Client, full_hall: Hall) -> None:
    """With the sign that pages write before it or without, and in no other entry's words."""
    entry = Entry.objects.filter(cycle__fork_of=None).order_by("seq").last()
    assert entry is not None
    for typed in (f"{entry.seq}", f" #{entry.seq} "):
        found = admin_client.get(address(Entry, "changelist"), {"q": typed}).context["cl"].queryset
        assert {each.seq for each in found} == {entry.seq}


def test_lists_search_and_pages_open(admin_client: Client, full_hall: Hall) -> None:
    """Every list, a search in it, its filter by cycle, and the page of a row."""
    for model in READ_ONLY:
        row = model._default_manager.first()
        assert row is not None, f"the story of the fixture makes no {model.__name__}"
        listed = admin_client.get(address(model, "changelist"))
        assert listed.status_code == 200, model
        assert listed.context["cl"].result_count >= 1, model
        for query in ({"q": "ada"}, {"of": "hall"} if cycle_filter(model) else {}):
            assert admin_client.get(address(model, "changelist"), query).status_code == 200, (model, query)
        assert admin_client.get(address(model, "change", row.pk)).status_code == 200, model


JARGON = re.compile(
    r"\b(seqs?|slugs?|args|uid|revid|(un)?park(ed)?|failuress|RFC|JSON|lease|forks?|told|engine|trouble|R\d+|`\w+`)\b",
    re.I,
)
WORDS = re.compile(
    r"<label[^>]*>(.*?)</label>|<th[^>]*>(.*?)</th>|class=\"help[^>]*>(.*?)</div>|<h[123][^>]*>(.*?)<", re.S
)


def test_pages_have_plain_words(full_hall: Hall) -> None:
    """No heading, column, label or help of any list, row's page or form has a word of engineers, for an owner."""
    person = Person.objects.create_user("Owner", is_staff=True, is_superuser=True)
    owner, request = browser_of(person), RequestFactory().get("/admin/")
    request.user = person
    for model, model_admin in admin.site._registry.items():
        row = model._default_manager.first()
        pages = [address(model, "changelist"), *([] if row is None else [address(model, "change", row.pk)])]
        if model_admin.has_add_permission(request):
            pages.append(address(model, "add"))
        for page in pages:
            answer = owner.get(page)
            assert answer.status_code == 200, page
            text = answer.content.decode()
            said = [strip_tags(part).strip() for found in WORDS.findall(text) for part in found if part]
            assert said, page
            assert not [each for each in said if JARGON.search(each.replace(str(row), ""))], page


def test_links_of_a_cycle_lead_to_what_is_in_it(admin_client: Client, full_hall: Hall) -> None:
    """Every list that a cycle's page names opens."""
    page = admin_client.get(address(type(full_hall.cycle), "change", full_hall.cycle.pk)).content.decode()
    links = [part.split('"')[0].replace("&amp;", "&") for part in page.split('href="') if "cycle__id__exact=" in part]
    assert len(links) >= 8
    for link in links:
        assert admin_client.get(link).status_code == 200


def test_nobody_adds_changes_or_deletes(client: Client, full_hall: Hall) -> None:
    """Not even a superuser edits state behind the journal's back."""
    client.force_login(Person.objects.create_superuser("Root", password="x"))
    before = digest_of(state_of(full_hall.cycle))
    for model in READ_ONLY:
        row = model._default_manager.first()
        assert row is not None, model
        rows = model._default_manager.count()
        assert client.get(address(model, "add")).status_code == 403, model
        assert client.post(address(model, "add"), {"name": "x"}).status_code == 403, model
        assert client.post(address(model, "change", row.pk), {"name": "x"}).status_code == 403, model
        assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403, model
        chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        client.post(address(model, "changelist"), chosen)
        assert model._default_manager.count() == rows, model
    assert digest_of(state_of(full_hall.cycle)) == before


@each_model
def test_people_who_are_not_staff_are_sent_to_log_in(client: Client, hall: Hall, model: type[Model]) -> None:
    """The admin's pages are for the staff only."""
    assert client.get(address(model, "changelist")).status_code == 302
    client.force_login(Person.objects.create_user("Ada", password="x"))
    assert client.get(address(model, "changelist")).status_code == 302


def test_a_seed_is_seen_once_its_phase_is_over_and_not_before(admin_client: Client, full_hall: Hall) -> None:
    """The list and the page of a seed show its commitment; the seed itself when it has been revealed."""
    for seed in PhaseSeed.objects.all():
        page = admin_client.get(address(PhaseSeed, "change", seed.pk)).content.decode()
        assert seed.commitment in page
        assert (seed.seed in page) is (seed.revealed_at is not None)
    listed = admin_client.get(address(PhaseSeed, "changelist")).content.decode()
    unrevealed = PhaseSeed.objects.filter(revealed_at=None)
    assert unrevealed.exists()
    assert not any(seed.seed in listed for seed in unrevealed)


def test_a_seed_cannot_be_guessed_by_filters(admin_client: Client, full_hall: Hall) -> None:
    """An address that filters by the beginning of a secret is refused, whether it would hit or not."""
    for letters in ("0", "a", ""):
        response = admin_client.get(address(PhaseSeed, "changelist"), {"seed__startswith": letters})
        assert response.status_code == 400
        for secret in ("fork_seed", "own_seed"):
            asked = {f"{secret}__startswith": letters}
            assert admin_client.get(address(type(full_hall.cycle), "changelist"), asked).status_code == 400
        response = admin_client.get(address(type(full_hall.cycle), "changelist"), {"seeds__seed__startswith": letters})
        assert response.status_code == 400
    unrevealed = PhaseSeed.objects.filter(revealed_at=None).first()
    assert unrevealed is not None
    found = admin_client.get(address(PhaseSeed, "changelist"), {"q": unrevealed.seed})
    assert found.context["cl"].result_count == 0


def test_a_forks_own_seed_is_not_shown(admin_client: Client, full_hall: Hall) -> None:
    """A fork's page tells nothing about dice that only the fork has; forks are listed only when asked for."""
    fork = replay_journal(full_hall.cycle).fork
    page = admin_client.get(address(type(fork), "change", fork.pk)).content.decode()
    assert fork.fork_seed not in page
    assert fork.own_seed not in page
    assert fork.slug not in admin_client.get(address(type(fork), "changelist")).content.decode()
    assert fork.slug in admin_client.get(address(type(fork), "changelist"), {"forks": "yes"}).content.decode()
    discard_fork(fork)


def test_a_revision_shows_what_it_changed(admin_client: Client, full_hall: Hall) -> None:
    """The page of a revision says in words which rules came and which values changed from what to what."""
    revisions = full_hall.cycle.book.revisions
    page = admin_client.get(address(revisions.model, "change", revisions.get(number=1).pk)).content.decode()
    assert "Lanterns" in page
    assert "<ins>They stay lit.</ins>" in page
    assert "<del>5</del>" in page
    assert "<ins>4</ins>" in page
    first = admin_client.get(address(revisions.model, "change", revisions.get(number=0).pk)).content.decode()
    assert "This is the law as it was at the beginning." in first


def test_hostile_words_are_written_as_words(admin_client: Client, full_hall: Hall) -> None:
    """HTML in what players write is shown as it was written, on no page is it markup."""
    attack = "<script>alert(1)</script>"
    full_hall.do("Ada", "submit-proposal", title=attack, text=attack)
    for model in READ_ONLY:
        assert attack not in admin_client.get(address(model, "changelist")).content.decode()
    proposal = full_hall.cycle.proposals.get(number=3)
    assert attack not in admin_client.get(address(type(proposal), "change", proposal.pk)).content.decode()


def queries_of_lists(client: Client) -> dict[str, int]:
    counts = {}
    for model in READ_ONLY:
        with CaptureQueriesContext(connection) as queries:
            client.get(address(model, "changelist"))
        counts[model.__name__] = len(queries)
    return counts


def test_lists_need_as_many_queries_for_many_rows_as_for_few(admin_client: Client, full_hall: Hall) -> None:
    """No list asks the database once a row."""
    queries_of_lists(admin_client)  # what is remembered for later is remembered now
    few = queries_of_lists(admin_client)
    for number in range(4):
        name = f"Guest{number}"
        full_hall.do(name, "join")
        full_hall.do("Keeper", "correct-grant", player=name, item="Already-opened Pack", count=1, reason="for a test")
        full_hall.do(name, "open-pack", pack="Already-opened Pack")
        full_hall.do(name, "submit-proposal", title="More", text="Words.")
        full_hall.do(name, "vote", proposal="2", vote="against")
    assert queries_of_lists(admin_client) == few


def test_what_a_correction_replaced_is_not_listed_beside_what_is(admin_client: Client, full_hall: Hall) -> None:
    """A fork's rows are listed only where the address names the fork."""
    fork = replay_journal(full_hall.cycle).fork
    for model in (Card, Entry):
        listed = admin_client.get(address(model, "changelist")).context["cl"].queryset
        assert {row.cycle_id for row in listed} == {full_hall.cycle.pk}
        named = admin_client.get(address(model, "changelist"), {"cycle__id__exact": fork.pk}).context["cl"].queryset
        assert {row.cycle_id for row in named} == {fork.pk}
    discard_fork(fork)
