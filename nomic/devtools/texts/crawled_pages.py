"""Collects the texts of this database's pages by following links from the home page, as a visitor would."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from django.conf import settings
from django.test import Client
from django.test.utils import override_settings

from nomic.devtools.texts.html import texts_of_html

MAX_PAGES = 2_000
LINK = re.compile(r'<a\b[^<>]*\bhref="(/[^"#]*)')
NUMBER = re.compile(r"\d+|[0-9a-f]{8,}")
MAX_ALIKE = 3  # pages whose addresses differ in numbers only


def texts_of_pages(visitor: Any = None, most: int = MAX_PAGES) -> Iterator[tuple[str, str]]:
    """Yield each text once, with the address of the first page that shows it.

    Pages are requested as the user `visitor`, or without a login if it is None.
    """
    client = Client()
    if visitor is not None:
        client.force_login(visitor, settings.AUTHENTICATION_BACKENDS[-1])
    known: set[str] = set()
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        for link, page in _pages(client, most):
            for text in texts_of_html(page):
                if text not in known:
                    known.add(text)
                    yield link, text


def _pages(client: Client, most: int) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    alike: dict[str, int] = {}
    ahead = ["/"]
    while ahead and len(seen) < most:
        link = ahead.pop(0)
        shape = NUMBER.sub("0", link)
        if link in seen or alike.get(shape, 0) >= MAX_ALIKE:
            continue
        seen.add(link)
        alike[shape] = alike.get(shape, 0) + 1
        answer = client.get(link, follow=True)
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            page = answer.content.decode()
            yield link, page
            ahead += sorted({unescape(found) for found in LINK.findall(page)} - seen)
        answer.close()  # a file to download
