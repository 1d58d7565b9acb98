"""The site's icon: in every tab, and under the name by which browsers ask for it unasked."""

import re
import struct

import pytest
from django.template.loader import render_to_string
from django.test import Client

from nomic.accounts.models import Person

ICONS = re.compile(r'<link rel="[^"]*\bicon"[^>]* href="([^"]+)"|<link rel="[^"]*\bicon" href="([^"]+)"')
PAGES = ("/", "/accounts/login/", "/admin/", "/api/v1/docs/", "/api/v1/docs/redoc/", "/nowhere/")


def icons_of(html: str) -> set[str]:
    return {one or other for one, other in ICONS.findall(html)}


def content(client: Client, address: str) -> bytes:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_browsers_find_it_where_they_look_by_themselves(db: None, client: Client) -> None:
    """/favicon.ico holds pictures of 16, 32 and 48 pixels."""
    icon = content(client, "/favicon.ico")
    reserved, kind, count = struct.unpack("<HHH", icon[:6])
    widths = [icon[6 + 16 * place] for place in range(count)]
    assert (reserved, kind, widths) == (0, 1, [16, 32, 48])


def test_it_is_drawn_for_light_and_for_dark_windows(db: None, client: Client) -> None:
    """One drawing has both."""
    drawing = content(client, "/static/img/icon.svg").decode()
    assert "@media (prefers-color-scheme: light)" in drawing


@pytest.mark.parametrize("page", PAGES)
def test_every_page_names_it(db: None, client: Client, page: str) -> None:
    """Those of the site, of the admin, of the API's documentation, and those for what is not there."""
    keeper = Person.objects.create(username="Keeper", is_staff=True, is_superuser=True)
    client.force_login(keeper, "django.contrib.auth.backends.ModelBackend")
    found = icons_of(client.get(page, follow=True).content.decode())
    assert any("icon.svg" in each for each in found), found
    for address in found:
        assert content(client, address)


@pytest.mark.parametrize("page", ["500.html", "unavailable.html"])
def test_pages_of_a_site_in_trouble_name_it_too(page: str) -> None:
    assert "/favicon.ico" in icons_of(render_to_string(page))
