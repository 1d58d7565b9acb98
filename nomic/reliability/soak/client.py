"""A client of a soak test: `python -m nomic.reliability.soak.client FILE`.

It runs in a process of its own and does not use Django. It reads its task as JSON from the file and acts at random
until its time is up. It writes a line for every answered act. An act without an answer, or with a server error, is
repeated with the same key until it succeeds.
"""

import http.client
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

PATIENCE = 20.0  # seconds for one answer
PAUSE = 0.2  # seconds before a retry
FAULTS = 500  # statuses from here on are not answers to an act


class Task(Struct, frozen=True):
    """A client's task: the player, the port of the server, and when to stop, as returned by `time.time`.

    Nothing is retried after `gives_up_at`.
    """

    name: str
    token: str
    port: int
    seed: str
    cycles: list[str]
    owned: list[str]
    others: list[str]
    ends_at: float
    gives_up_at: float
    record: str
    pause: float = 0.02


class Done(Struct, frozen=True):
    """The outcome of an act: the last status, and the entry. Both are 0 if there never was an answer."""

    key: str
    cycle: str
    actor: str
    action: str
    status: int
    tries: int
    seq: int = 0
    entry: str = ""
    faults: list[str] = []


class Visitor:
    """A player who acts at random."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.chance = random.Random(task.seed)
        self._connection: http.client.HTTPConnection | None = None

    def acts(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield the cycle, action and arguments of an endless series of acts. Most of the acts are possible."""
        task, chance = self.task, self.chance
        while True:
            cycle = chance.choice(task.cycles)
            pick = chance.random()
            if pick < 0.4:
                yield cycle, "buy", {"offer": "Already-opened Pack"}
            elif pick < 0.65:
                yield cycle, "open-pack", {"pack": "Already-opened Pack"}
            elif pick < 0.85:
                yield cycle, "vote", {"proposal": str(chance.randint(1, 3)), "vote": chance.choice(["for", "against"])}
            elif pick < 0.92:
                yield cycle, "gift", {"to": chance.choice(task.others)}
            elif pick < 0.94:  # which sends a notification
                yield cycle, "offer-trade", {"to": chance.choice(task.others), "wants": {"Already-opened Pack": 1}}
            elif pick < 0.97:
                yield cycle, "submit-proposal", {"title": f"A thought of {task.name}", "text": "Why not?"}
            elif task.owned:
                yield chance.choice(task.owned), "advance-clock", {"minutes": chance.randint(30, 3000)}

    def act(self, number: int, cycle: str, action: str, args: dict[str, Any]) -> Done:
        """Send an act until it is answered."""
        key, faults, tries, status, body = f"{self.task.name}-{number}", [], 0, 0, b""
        while time.time() < self.task.gives_up_at:
            tries += 1
            try:
                status, body = self._send(key, f"/api/v1/cycles/{cycle}/actions/{action}/", args)
            except (OSError, http.client.HTTPException):
                self._leave()
                status = 0
            else:
                if status < FAULTS:
                    break
                faults.append(f"{status}: {body[:300].decode(errors='replace')}")
            time.sleep(PAUSE)
        entry = json.loads(body)["entry"] if 200 <= status < 300 else {}
        seq, entry_key = entry.get("seq", 0), entry.get("key", "")
        return Done(key, cycle, self.task.name, action, status, tries, seq, entry_key, sorted(set(faults)))

    def _send(self, key: str, path: str, args: dict[str, Any]) -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.task.port, timeout=PATIENCE)
        headers = {
            "Authorization": f"Bearer {self.task.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        self._connection.request("POST", path, json.dumps(args), headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def visit(task: Task) -> None:
    """Act until the time is up. Each answer is recorded before the next act is sent."""
    visitor = Visitor(task)
    with Path(task.record).open("wb") as record:
        for number, (cycle, action, args) in enumerate(visitor.acts()):
            if time.time() >= task.ends_at:
                return
            record.write(msgspec.json.encode(visitor.act(number, cycle, action, args)) + b"\n")
            record.flush()
            time.sleep(task.pause * visitor.chance.random())


if __name__ == "__main__":
    visit(msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Task))
