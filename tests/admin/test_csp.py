"""The admin's pages under the site's content security policy, in a real browser."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import ConsoleMessage, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.admin.conftest import Hall
from tests.admin.test_pages import READ_ONLY, address


@pytest.mark.browser
def test_nothing_on_the_admins_pages_breaks_the_policy(
    live_server: LiveServer,
    full_hall: Hall,
    admin_client: Client,
    chromium_program: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every list, and a page of every table open without a violation, and send the policy."""
    addresses = [reverse("admin:index")]
    for model in READ_ONLY:
        row = model._default_manager.first()
        assert row is not None
        addresses += [address(model, "changelist"), address(model, "change", row.pk)]
    cookie = admin_client.cookies["sessionid"].value
    violations: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            violations.append(f"{message.page and message.page.url}: {message.text}")

    # Playwright keeps an event loop in this thread, and Django sees it when the test is torn down.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program, args=["--no-sandbox"])
        context = browser.new_context()
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.on("console", hear)
        for each in addresses:
            response = page.goto(live_server.url + each)
            assert response is not None
            assert response.status == 200
            assert "content-security-policy" in response.headers
        browser.close()
    assert violations == []
