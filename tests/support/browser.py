"""One headless Chromium for a test session, in which each visitor is a cheap browser context."""

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, ViewportSize, expect, sync_playwright

from nomic.accounts.models import Person
from tests.support.site import Site

# One process draws the pages of all visitors: a process for each costs more than some of the pages.
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--renderer-process-limit=1")
# A refusal has a status of its own, which the browser's console calls an error. So does htmx where a visitor's move
# takes the place of a look at the table that was on its way; what failed otherwise it calls by other names, too.
NO_COMPLAINT = r"the server responded with a status of 4\d\d|^htmx:(afterRequest|sendAbort)\b"
PATIENCE = 20_000  # milliseconds until what does not come is a failure; a busy machine can take many seconds
AT_REST = "() => new Promise(done => setTimeout(() => setTimeout(done), 300))"
WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def chromium(chromium_program: str) -> Iterator[Browser]:
    """Debian's Chromium.

    Playwright's event loop runs in this thread. It is hidden so that other tests can run loops of their own.
    `playwright_loop` restores it for tests that use the browser.
    """
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program, args=list(ARGUMENTS))
        loop = asyncio.get_running_loop()
        browser.loop_of_playwright = loop  # type: ignore[attr-defined]
        asyncio._set_running_loop(None)
        yield browser
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def playwright_loop(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore Playwright's event loop in this thread, and allow database queries beside it."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    asyncio._set_running_loop(chromium.loop_of_playwright)  # type: ignore[attr-defined]
    yield
    asyncio._set_running_loop(None)


class Visitor:
    """A visitor with a browser, signed in or not. Records the browser's errors."""

    def __init__(self, site: Site, context: BrowserContext, name: str) -> None:
        self.site = site
        self.name = name
        self.context = context
        self.complaints: list[str] = []
        self.page = self.another_page()

    def another_page(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self._note("error", str(error)))
        return page

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not re.search(NO_COMPLAINT, text):
            self.complaints.append(text)

    def intercept(self, pattern: str, handler: Callable[[Route], Any]) -> None:
        """Let `handler` decide on the page's requests to addresses that match `pattern`.

        The page must not be open yet, because Chromium would not intercept its next requests.
        """
        assert self.page.url == "about:blank", "a page is opened after it is known what is intercepted"
        self.page.route(pattern, handler)

    def go(self, path: str) -> Page:
        """Open a page of the site, which must answer with status 200."""
        response = self.page.goto(self.site.url + path, wait_until="load")
        assert response is not None
        assert response.status == 200, (path, response.status)
        return self.page

    def by_buttons(self) -> "Visitor":
        """Let the browser remember that rules are written with buttons, installed block editor or not."""
        self.context.add_init_script("localStorage.setItem('block-editor', 'buttons')")
        return self

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        wider: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return wider


def at_rest(page: Page) -> None:
    """Wait 300 ms by the page's own clock, which comes after all that it has to do before: on a slow machine, later."""
    page.evaluate(AT_REST)


class SlowAnswers:
    """Delays answers to a visitor's page until the test releases them. Must begin before the page is opened.

    While `begun` is false, nothing is delayed.
    """

    def __init__(self, visitor: Visitor, pattern: str, begun: bool = False) -> None:
        self.begun = begun
        self._page = visitor.page
        self._kept: list[tuple[Route, APIResponse]] = []
        visitor.intercept(pattern, self._decide)

    def _decide(self, route: Route) -> None:
        if self.begun:
            self._kept.append((route, route.fetch()))
        else:
            route.continue_()

    def let_go(self) -> None:
        """Wait for the delayed answer and release it. Later answers are not delayed."""
        while not self._kept:
            self._page.wait_for_timeout(20)
        self.begun = False
        [(route, answer)] = self._kept
        route.fulfill(response=answer)


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(site: Site, chromium: Browser, playwright_loop: None) -> Iterator[Visit]:
    """A visitor with a browser of their own: `visit("Ada")`, `visit()`, `visit("Ada", javascript=False)`.

    Asserts at the end of the test that no browser has reported an error.
    """
    visitors: list[Visitor] = []

    def come(
        name: str | None = None, *, javascript: bool = True, viewport: ViewportSize | None = None, **options: Any
    ) -> Visitor:
        options = {"color_scheme": "dark", "reduced_motion": "reduce", **options}
        context = chromium.new_context(viewport=viewport or WIDE, java_script_enabled=javascript, **options)
        if name is not None:
            person, _ = Person.objects.get_or_create(username=name)
            context.add_cookies([site.session_of(person)])
        visitor = Visitor(site, context, name or "")
        visitors.append(visitor)
        return visitor

    yield come
    # Not page by page: Chromium may keep one that is closed alone, and its closing is waited for without an end.
    for visitor in visitors:
        visitor.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert complaints == [], "\n".join(complaints)
