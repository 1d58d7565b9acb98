"""The other side of the wire, in a process of its own: `python -m nomic.bench.client`. Knows nothing of Django.

It reads a job as JSON from its standard input and writes what it saw, as JSON, to its standard output. It speaks
just enough HTTP/1.1 to cost little of the two cores that it shares with the server.
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass
from typing import Any


@dataclass
class Caller:
    """One client: requests that it sends round and round, one after the other, over one connection."""

    port: int
    requests: list[bytes]
    count: int

    async def call(self, seconds: list[float], statuses: dict[str, int]) -> None:
        """Send `count` requests; note how long each took and what was answered."""
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


def tokens_of(client: dict[str, Any]) -> list[str]:
    """Whose requests they are."""
    token = client["token"]
    return token if isinstance(token, list) else [token] * len(client["requests"])


def request(method: str, path: str, body: Any, token: str) -> bytes:
    """The bytes of a request."""
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content


async def run(job: dict[str, Any]) -> dict[str, Any]:
    """Let all clients of the job call at the same time."""
    callers = [
        Caller(
            job["port"],
            [
                request(method, path, body, token)
                for (method, path, body), token in zip(client["requests"], tokens_of(client), strict=True)
            ],
            client["count"],
        )
        for client in job["clients"]
    ]
    seconds: list[float] = []
    statuses: dict[str, int] = {}
    started = time.perf_counter()
    await asyncio.gather(*(caller.call(seconds, statuses) for caller in callers))
    return {"elapsed": time.perf_counter() - started, "seconds": sorted(seconds), "statuses": statuses}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(json.load(sys.stdin)))))
