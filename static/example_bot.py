#!/usr/bin/env python3
"""A whole bot in one file, to copy from: it needs only Python 3.11.

It opens a practice cycle, plays a duel of cards to its end with random moves, votes on what is open and says why, buys
a pack, and previews a proposal. `follow` shows how to listen to events instead of asking again and again.

To run it, make a token on your account page, then

    python3 example_bot.py https://SITE nomic_…
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any

API = "/api/v1"
MOST_ATTEMPTS = 5
GIVE_UP = ("agree", "disagree", "forfeit")  # moves that end a match without playing it

# What sends a request: (method, path or address, headers, body) to (status, headers, body).
Send = Callable[[str, str, dict[str, str], bytes | None], tuple[int, dict[str, str], bytes]]


class Refused(Exception):
    """The site said no. `code` is for programs, and the message for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.code: str = problem["code"]


class Site:
    """The API of a site for one token."""

    def __init__(self, send: Send, token: str, sleep: Callable[[float], None] = time.sleep) -> None:
        self._send, self._token, self._sleep = send, token, sleep

    def get(self, path: str) -> Any:
        """Read an address."""
        return self._request("GET", path, None)[1]

    def items(self, path: str) -> Iterator[Any]:
        """Yield the items of a list, page after page."""
        following: str | None = path
        while following:
            page = self.get(following)
            yield from page["items"]
            following = page.get("next")

    def post(self, path: str, at_most: dict[str, int] | None = None, **body: Any) -> tuple[int, Any]:
        """Send a request that changes something, if it costs no more than `at_most`.

        Its key makes sure that a repeated attempt does nothing twice.
        """
        return self._request("POST", path, body, {} if at_most is None else {"Price-At-Most": json.dumps(at_most)})

    def _request(
        self, method: str, path: str, body: dict[str, Any] | None, more: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self._token}", **(more or {})}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        sent = None if body is None else json.dumps(body).encode()
        for attempt in range(MOST_ATTEMPTS):
            try:
                status, answered, data = self._send(method, path, headers, sent)
            except OSError:  # The answer was lost. The same key brings it back.
                self._sleep(2**attempt)
                continue
            if status not in (429, 503):
                break
            self._sleep(float(answered.get("Retry-After", 5)))
        else:
            raise ConnectionError(f"{method} {path} has failed {MOST_ATTEMPTS} times")
        found = json.loads(data)
        if status >= 400:
            raise Refused(found)
        return status, found


def choose(question: dict[str, Any], chance: random.Random) -> list[Any]:
    """Answer a question with as few of its options as it takes."""
    values = [option["value"] for option in question["options"]]
    return chance.sample(values, question["least"])


def move(site: Site, code: str, chance: random.Random) -> str:
    """Make one move in a match. Return "over" if it has ended, "moved", or "waits" if it is not our turn."""
    match = site.get(f"{API}/matches/{code}/")
    if match["status"] == "over":
        return "over"
    legal = [each for each in match["legal"] if each["move"]["kind"] not in GIVE_UP]
    if match["question"]:  # a move that has drawn, and asks for more
        chosen, answers, question = {"kind": "answer"}, match["answers"], match["question"]
    elif legal:
        picked = chance.choice(legal)
        chosen, answers, question = picked["move"], [], picked["question"]
    else:
        return "waits"
    while True:
        if question:
            answers = [*answers, choose(question, chance)]
        status, made = site.post(f"{API}/matches/{code}/moves/", move=chosen, answers=answers)
        if not made["question"]:
            return "moved"
        question = made["question"]
        if status == 201:  # It has begun. With 200, nothing has changed yet: send it again with one answer more.
            chosen, answers = {"kind": "answer"}, made["answers"]


def play(site: Site, code: str, chance: random.Random, most: int = 500) -> dict[str, Any]:
    """Play a match until it ends, or until it has waited for others for long. Return it."""
    waited = 0
    for _ in range(most):
        done = move(site, code, chance)
        if done == "over" or waited > 20:
            break
        waited = waited + 1 if done == "waits" else 0
        if done == "waits":
            time.sleep(1)
    found: dict[str, Any] = site.get(f"{API}/matches/{code}/")
    return found


def vote(site: Site, slug: str) -> list[str]:
    """Vote for proposals that only lower numbers, and against all others.

    Posts each reason as a comment, and returns the reasons.
    """
    reasons = []
    for task in site.get(f"{API}/cycles/{slug}/questions/")["items"]:
        if task["kind"] != "vote":
            continue
        address = f"{API}/cycles/{slug}/proposals/{task['arguments']['proposal']}/"
        proposal = site.get(address)
        changed = (proposal["difference"] or {"values": []})["values"]
        numbers = [each for each in changed if isinstance(each["old"], int) and isinstance(each["new"], int)]
        cheaper = bool(numbers) and all(each["new"] < each["old"] for each in numbers)
        site.post(task["url"], **task["arguments"], vote="for" if cheaper else "against")
        said = "; ".join(f"{each['name']}: {each['old']} becomes {each['new']}" for each in numbers)
        reasons.append(f"{'For' if cheaper else 'Against'}. {said or proposal['sentence']}")
        site.post(f"{address}comments/", text=reasons[-1])
    return reasons


def shop(site: Site, slug: str) -> str:
    """Buy the cheapest pack for no more than its price, open it, and return what was in it. "" if none can be had."""
    listed = {each["name"]: each for each in site.get(f"{API}/cycles/{slug}/actions/?choices=true")["items"]}
    buy, open_pack = listed["buy"], listed["open-pack"]
    if not buy["available"]:
        return ""
    offer = min(buy["choices"]["offer"], key=lambda each: sum(each["price"].values()))
    site.post(buy["url"], offer["price"], offer=offer["value"])
    _, opened = site.post(open_pack["url"], pack=offer["value"])
    return " ".join(opened["entry"]["words"])


def duel(site: Site, slug: str) -> str:
    """Ask the first bot for a duel, and return the code of the match."""
    listed = {each["name"]: each for each in site.get(f"{API}/cycles/{slug}/actions/?choices=true")["items"]}
    opponent = listed["request-duel"]["choices"]["players"][0]["value"]
    _, asked = site.post(listed["request-duel"]["url"], players=[opponent])
    code: str = next(event["match"] for event in asked["entry"]["events"] if event["kind"] == "match-opened")
    return code


def follow(listen: Callable[[dict[str, str]], Iterable[bytes]], last: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the name and data of each event of a stream, for ever. After a cut it goes on where it was.

    `listen` opens the stream with some headers and yields its lines. Raises Refused if `last` is not a place in it.
    """
    while True:
        place, name, data = last, "", ""
        try:
            for line in listen({"Last-Event-ID": last} if last else {}):
                field, _, value = line.decode().rstrip("\r\n").partition(": ")
                if field == "id":
                    place = value
                elif field == "event":
                    name = value
                elif field == "data":
                    data = value
                elif field == "" and data:  # An empty line ends an event. Comments begin with a colon.
                    yield name, json.loads(data)
                    last, name, data = place, "", ""  # Only now: an event that was cut off has to come again.
        except OSError:
            pass
        time.sleep(2)


def main(site: Site, chance: random.Random, say: Callable[[str], object] = print) -> dict[str, Any]:
    """Go through all of it. Return the finished match."""
    say(f"I am {site.get(f'{API}/questions/')['player']}.")
    _, cycle = site.post(f"{API}/practice/", template="cycle-16")
    slug = cycle["slug"]
    say(f"Opened {cycle['title']}.")
    match = play(site, duel(site, slug), chance)
    say(f"{match['title']}: {match['log'][0]['events'][-1]['text']}")
    for reason in vote(site, slug):
        say(f"Voted. {reason}")
    say(shop(site, slug) or "Cannot pay for any pack.")
    change = {"op": "replace", "path": "/shop/offers/Deck Pack/costs/Vertebra", "value": 15}
    _, preview = site.post(f"{API}/cycles/{slug}/proposals/preview/", title="Cheaper packs", amendments=[change])
    say(f"A proposal: {preview['sentence']}")
    say(f"To check its dice: verify_draws.py with {API}/cycles/{slug}/draws/export/")
    return match


def over_http(origin: str) -> Send:
    """Return a sender of requests to a site."""

    def send(method: str, path: str, headers: dict[str, str], body: bytes | None) -> tuple[int, dict[str, str], bytes]:
        address = path if path.startswith("http") else origin.rstrip("/") + path
        request = urllib.request.Request(address, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    return send


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"{(__doc__ or '').strip()}")
    main(Site(over_http(sys.argv[1]), sys.argv[2]), random.Random())
