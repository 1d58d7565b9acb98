"""Load generator: `python -m nomic.bench.harness.load_client`.

It runs in its own process and does not use Django. It reads a job as JSON from standard input and writes its results as
JSON to standard output. It implements only the necessary part of HTTP/1.1, because it shares two cores with the server.
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct


class Request(Struct, frozen=True):
    """A request, and the token that authenticates it."""

    method: str
    path: str
    body: Any = None  # JSON
    token: str = ""

    def as_sent(self) -> bytes:
        """Return the bytes to send."""
        content = b"" if self.body is None else json.dumps(self.body).encode()
        head = f"{self.method} {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        return head.encode() + content


class Client(Struct, frozen=True):
    """A client that repeats its requests in turn, `count` in total. With a `port`, it calls the server there."""

    requests: list[Request]
    count: int
    port: int = 0


class Job(Struct, frozen=True):
    """Clients that call a server concurrently."""

    port: int
    clients: list[Client]


class Saw(Struct, frozen=True):
    """Results: the total time, the sorted times of all requests in seconds, and the number of answers by status."""

    elapsed: float
    seconds: list[float]
    statuses: dict[str, int]


@dataclass
class Caller:
    """A running client, which sends requests sequentially over one connection."""

    port: int
    requests: list[bytes]
    count: int

    async def call(self, seconds: list[float], statuses: dict[str, int]) -> None:
        """Send `count` requests one after the other, and record the duration and status of each.

        Errors are also recorded with the beginning of their responses.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for number in range(self.count):
            started = time.perf_counter()
            writer.write(self.requests[number % len(self.requests)])
            head = await reader.readuntil(b"\r\n\r\n")
            body = await reader.readexactly(_length(head))
            seconds.append(time.perf_counter() - started)
            status = head[9:12].decode()
            statuses[status] = statuses.get(status, 0) + 1
            if not status.startswith("2"):
                statuses[f"{status}: {body[:200].decode(errors='replace')}"] = 1
        writer.close()


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    raise ValueError("an answer without a length")


async def run(job: Job) -> Saw:
    """Run all clients of the job concurrently, and return what they measured."""
    seconds: list[float] = []
    statuses: dict[str, int] = {}
    started = time.perf_counter()
    callers = (
        Caller(one.port or job.port, [each.as_sent() for each in one.requests], one.count) for one in job.clients
    )
    await asyncio.gather(*(caller.call(seconds, statuses) for caller in callers))
    return Saw(time.perf_counter() - started, sorted(seconds), statuses)


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(run(given))))
