"""An authenticated API session, and a log of all answers."""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from nomic.playtest.client.transports import Door
from nomic.playtest.seeded_world import World

Json = dict[str, Any]
MAX_KEPT = 200  # errors stored with their messages
NO_FAULT = 500  # statuses below this are not server errors


class Answer(NamedTuple):
    """An API answer: the status, and the data."""

    status: int
    data: Json

    @property
    def is_done(self) -> bool:
        """True if an act was accepted."""
        return self.status == 201

    @property
    def asks(self) -> bool:
        """True if nothing is done yet because the act first asks a question."""
        return self.status == 200 and self.data.get("status") == "question"


@dataclass
class SessionLog:
    """Statistics of all answers: counts, entries of accepted acts, refusals, and server errors.

    `offered_but_refused` holds refusals of actions that had just been offered. `wordless` holds refusals without a
    message.
    """

    requests: int = 0
    accepted: dict[str, tuple[str, str]] = field(default_factory=dict)  # key of the entry: actor, action
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)
    words: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    offered_but_refused: list[str] = field(default_factory=list)
    wordless: list[str] = field(default_factory=list)

    def note(self, name: str, what: str, answer: Answer) -> None:
        """Count the answer to the act `what` of the player `name`."""
        if answer.is_done:
            entry = answer.data["entry"]
            self.accepted[entry["key"]] = (name, entry["action"])
        elif answer.status >= NO_FAULT:
            self.faults.append(f"{answer.status} to {name}, who wanted {what}: {str(answer.data)[:MAX_KEPT]}")
        elif not answer.asks:
            code = str(answer.data.get("code", answer.status))
            self.refusals[what, code] += 1
            self.words.setdefault((what, code), refusal_text(answer))
            if not refusal_text(answer):
                self.wordless.append(f"{answer.status} to {name}, who wanted {what}: {answer.data}")


def refusal_text(answer: Answer) -> str:
    """Return the message of a refusal, with the messages of its fields."""
    errors = answer.data.get("errors") or answer.data.get("fields") or {}
    return " ".join([str(answer.data.get("detail") or ""), *([json.dumps(errors)] if errors else [])]).strip()


class Caller:
    """A client with an access token."""

    def __init__(self, world: World, book: SessionLog, slug: str, name: str, secret: str, door: Door) -> None:
        self.name = name
        self.slug = slug
        self.book = book
        self._world = world
        self._door = door
        self._headers = {"Authorization": f"Bearer {secret}"}

    def read(self, path: str, **query: Any) -> Json:
        """Read data below the cycle's URL, or below the API's if the path begins with a slash.

        Returns empty data if refused.
        """
        answer = self._send("GET", path, query)
        if answer.status >= NO_FAULT:
            self.book.faults.append(f"{answer.status} to {self.name}, who read {path}: {str(answer.data)[:MAX_KEPT]}")
        return answer.data if answer.status == 200 else {}

    def follow(self, address: str) -> Json:
        """Return the data at a complete URL that was found in an earlier answer."""
        self._world.goes_on()
        data: Json = json.loads(self._door.send("GET", address, "", self._headers).body)
        return data

    def act(self, action: str, args: Json) -> Answer:
        """Perform an action with these arguments, and return the answer, which may be a refusal."""
        answer = self._send("POST", f"actions/{action}/", args)
        self.book.note(self.name, action, answer)
        return answer

    def move(self, match: str, args: Json) -> Answer:
        """Make a move in the match with this code, and return the answer, which may be a refusal."""
        answer = self._send("POST", f"/matches/{match}/moves/", args)
        self.book.note(self.name, f"move: {args['move'].get('kind')}", answer)
        return answer

    def _send(self, method: str, path: str, said: Json) -> Answer:
        self._world.goes_on()
        self.book.requests += 1
        address = f"/api/v1{path}" if path.startswith("/") else f"/api/v1/cycles/{self.slug}/{path}"
        if method == "GET" and said:
            address = f"{address}?{urlencode(said)}"
        reply = self._door.send(method, address, "" if method == "GET" else json.dumps(said), self._headers)
        try:
            data = json.loads(reply.body)
        except ValueError:
            data = {"detail": reply.body.decode(errors="replace")[:MAX_KEPT]}
        return Answer(reply.status, data if isinstance(data, dict) else {"items": data})
