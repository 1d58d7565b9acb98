"""Merging two accounts forgets no table that refers to accounts."""

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Status
from nomic.office.accounts.merging import FATES, Fate, merge_accounts, references
from tests.admin.conftest import Hall


def test_every_table_that_refers_to_an_account_is_decided_about() -> None:
    """A new table needs a line in FATES, and an old one leaves none behind."""
    assert set(references()) == set(FATES)


def test_rows_of_every_table_follow_their_fate(full_hall: Hall) -> None:
    """Whatever there is of an account is at the other one afterwards, or deleted, or stays."""
    Cycle.objects.update(status=Status.ENDED)
    gone, kept = Person.objects.create_user("Old name"), Person.objects.create_user("New name")
    pointed = {}
    for label, (model, field) in references().items():
        row = model._default_manager.exclude(**{field: None}).order_by("pk").first()
        if row is not None and label != "accounts.Person.merged_into":
            model._default_manager.filter(pk=row.pk).update(**{field: gone.pk})
            pointed[label] = row.pk
    Person.objects.create_user("Older name")
    Person.objects.filter(username="Older name").update(merged_into=gone)
    filled = {label for label in pointed if FATES[label] == Fate.MOVES}
    assert {"players.Player.person", "notices.Notice.person", "comments.Comment.person"} <= filled
    merge_accounts(gone, kept)
    for label, (model, field) in references().items():
        if label not in pointed:
            continue
        left = model._default_manager.filter(pk=pointed[label]).values_list(field, flat=True).first()
        expected = {Fate.MOVES: kept.pk, Fate.STAYS: gone.pk, Fate.GOES: None}[FATES[label]]
        assert left == expected, label
    assert Person.objects.get(username="Older name").merged_into_id == kept.pk
    assert kept.names() == ["New name", "Old name", "Older name"]
