"""The log of staff: nobody changes it."""

import pytest
from django.contrib import admin
from django.test import RequestFactory

from nomic.accounts.models import Person
from nomic.office.log import record
from nomic.office.models import AppendOnly, StaffAct


@pytest.mark.django_db
def test_the_log_is_neither_changed_nor_deleted():
    """By the row, by a query, by the admin, even for an owner."""
    owner = Person.objects.create(username="Owner", is_staff=True, is_superuser=True)
    line = record(owner, "opened a game", reason="why not")
    for attempt in (
        line.save,
        line.delete,
        lambda: StaffAct.objects.update(did="nothing"),
        lambda: StaffAct.objects.filter(pk=line.pk).delete(),
        lambda: StaffAct.objects.bulk_update([line], ["did"]),
    ):
        with pytest.raises(AppendOnly):
            attempt()
    request = RequestFactory().get("/")
    request.user = owner
    page = admin.site._registry[StaffAct]
    assert page.has_view_permission(request)
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request)
    assert not page.has_delete_permission(request)
    assert StaffAct.objects.get().did == "opened a game"


@pytest.mark.django_db
@pytest.mark.parametrize(("link", "leads"), [("/office/", True), ("", False), ("//elsewhere.example/", False)])
def test_the_list_leads_to_pages_of_this_site_only(client, link, leads):
    client.force_login(Person.objects.create(username="Owner", is_staff=True, is_superuser=True))
    record(Person.objects.get(), "opened a game", link=link)
    page = client.get("/admin/office/staffact/").content.decode()
    assert "1 act of staff" in page
    assert (">Look</a>" in page) == leads
    assert (f'<a href="{link}">Look</a>' in page) == leads
