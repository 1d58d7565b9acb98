"""Measures page loads with a throttled browser, as on a phone: `python -m nomic.bench.harness.browser_client`.

It runs in its own process and does not use Django. It reads a job as JSON from standard input and writes its results as
JSON to standard output. Each page is opened in a new window of Chromium with an empty cache. The processor is throttled
to a quarter of this machine's speed.
"""

import sys
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SLOWER = 4  # factor of CPU throttling
WIDTH, HEIGHT = 390, 844
ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")
PAINTED = """() => {
  const paints = performance.getEntriesByType("paint");
  return paints.find((each) => each.name === "first-contentful-paint")?.startTime ?? null;
}"""


class Look(Struct, frozen=True):
    """A page to load, and the visitor's cookie as name and value."""

    url: str
    cookie: tuple[str, str] | None = None


class Job(Struct, frozen=True):
    """The Chromium executable, the pages to load, and the number of loads."""

    program: str
    looks: list[Look]
    times: int


class Seen(Struct, frozen=True):
    """The first contentful paint in milliseconds, and the number of bytes and files transferred."""

    painted: float
    received: int
    files: int


def look(browser: "Browser", page: Look, slower: int = SLOWER) -> Seen:
    """Load a page as a phone with an empty cache and a processor slowed down `slower` times. Return what was measured.

    Raises AssertionError unless the page answers with status 200.
    """
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=3, is_mobile=True, has_touch=True
    )
    try:
        if page.cookie is not None:
            name, value = page.cookie
            context.add_cookies([{"name": name, "value": value, "url": page.url}])
        window = context.new_page()
        received: list[int] = []
        hand = context.new_cdp_session(window)
        hand.on("Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"])))
        hand.send("Network.enable")
        hand.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        answer = window.goto(page.url, wait_until="load")
        if answer is None or answer.status != 200:
            raise AssertionError(f"{page.url} answers {answer and answer.status}")
        painted = window.wait_for_function(PAINTED).json_value()
        return Seen(float(painted), sum(received), len(received))
    finally:
        context.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=job.program, args=list(ARGUMENTS))
        seen = [[look(browser, page) for _ in range(job.times)] for page in job.looks]
        browser.close()
    sys.stdout.buffer.write(msgspec.json.encode(seen))


if __name__ == "__main__":
    main()
