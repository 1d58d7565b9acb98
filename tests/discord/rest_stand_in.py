"""A stand-in for Discord's REST API: channels with messages that a bot makes and edits, and every fault it may have."""

import contextlib
import itertools
import json
import re
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

Told = dict[str, Any]
Fault = Callable[["Request"], bool]  # returns whether the request is carried out nevertheless
NO_ACCESS = {"code": 50013, "message": "Missing Permissions"}
TOKEN = "Bot-Secret-1234"


class Request:
    """A request: what it asks, and the answer. Without a status nobody answers."""

    def __init__(self, method: str, path: str, body: Any) -> None:
        parts = urlsplit(path)
        self.method, self.path, self.query, self.body = method, parts.path, parse_qs(parts.query), body
        self.status: int | None = 404
        self.answer: Any = {"code": 0}
        self.headers: dict[str, str] = {}
        self.more: dict[str, str] = {}  # headers besides

    def say(self, status: int | None, answer: Any = None, **headers: str) -> None:
        self.status, self.answer = status, answer
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def refused(status: int, code: int = 0, **headers: str) -> Fault:
    """Refuse a request, and do nothing."""

    def refuse(request: Request) -> bool:
        request.say(status, {"code": code, "message": "no", **({"global": True} if code == -1 else {})}, **headers)
        return False

    return refuse


def lost(request: Request) -> bool:
    """Do what is asked, and lose the answer."""
    request.more["lose"] = "1"
    return True


def nonsense(request: Request) -> bool:
    """Answer something that is no message, and do nothing."""
    request.say(200, ["x"])
    return False


KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


class Discord:
    """Discord's channels. `faults` are met by the next requests, one each."""

    def __init__(self) -> None:
        self.channels: dict[str, dict[str, Told]] = {"7": {}, "8": {}}
        self.commands: list[Told] = []  # that people see
        self.application = {"id": "77", "name": "Nomic", "verify_key": KEY}  # that the bot belongs to
        self.threads: dict[str, str] = {}  # their names, by the message under which they are
        self.allows_threads = True
        self.kinds: dict[str, int] = {}  # of channels that are no text channels
        self.read_only: set[str] = set()  # channels in which the bot may not write
        self.reactions: dict[tuple[str, str], list[str]] = {}  # users by message and emoji
        self.followed_up: dict[str, Told] = {}  # the answers that came later, by token
        self.faults: list[Fault | None] = []
        self.asked: list[Request] = []
        self.pings: list[tuple[str, str]] = []  # users who were notified, with the text
        self.remembers_nonces = True
        self._nonces: dict[tuple[str, str], Told] = {}
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                request = Request(self.command, self.path, body)
                with outer._lock:
                    outer.asked.append(request)
                    outer._meet(request, self.headers.get("Authorization") or "")
                self.close_connection = True
                if request.status is None:
                    return
                sent = b"" if request.answer is None else json.dumps(request.answer).encode()
                with contextlib.suppress(OSError):
                    self.send_response(request.status)
                    for name, value in (request.headers | request.more).items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(sent)))
                    self.end_headers()
                    self.wfile.write(sent)

            do_GET = do_POST = do_PATCH = do_PUT = answer

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/api/v10"
        self._thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()

    def texts(self, channel: str = "7") -> list[str]:
        """What people read in a channel, message by message."""
        return [message["content"] for message in self.channels[channel].values()]

    def delete(self, message: str, channel: str = "7") -> None:
        """Somebody deletes a message."""
        del self.channels[channel][message]

    def _meet(self, request: Request, authorization: str) -> None:
        fault = self.faults.pop(0) if self.faults else None
        if fault is not None and not fault(request):
            return
        is_lost = request.more.pop("lose", "")
        if request.path.startswith("/api/v10/webhooks/"):
            self._follow_up(request)
        elif authorization != f"Bot {TOKEN}":
            request.say(401, {"code": 0, "message": "401: Unauthorized"})
        else:
            self._carry_out(request)
        if is_lost:
            request.status = None

    def _carry_out(self, request: Request) -> None:
        if request.path == "/api/v10/applications/@me":
            request.say(200, self.application)
            return
        if request.path == "/api/v10/applications/77/commands":
            self.commands = request.body
            request.say(200, request.body)
            return
        if begun := re.fullmatch(r"/api/v10/channels/(\d+)/messages/(\d+)/threads", request.path):
            self._begin_thread(request, *begun.groups())
            return
        if place := re.fullmatch(r"/api/v10/channels/(\d+)(/typing)?", request.path):
            self._describe(request, place[1], is_typing=bool(place[2]))
            return
        found = re.fullmatch(r"/api/v10/channels/(\d+)/messages(?:/(\d+)(?:/reactions/([^/]+))?)?", request.path)
        assert found, request.path
        channel, number, emoji = found.groups()
        messages = self.channels.get(channel)
        if messages is None:
            request.say(404, {"code": 10003, "message": "Unknown Channel"})
        elif request.method != "GET" and channel in self.read_only:
            request.say(403, NO_ACCESS)
        elif number is None and request.method == "POST":
            request.say(200, self._create(channel, request.body))
        elif number is None:
            after = int(request.query["after"][0])
            some = [each for each in messages.values() if int(each["id"]) > after]
            request.say(200, some[-int(request.query["limit"][0]) :])
        elif number not in messages:
            request.say(404, {"code": 10008, "message": "Unknown Message"})
        elif emoji is not None:
            users = self.reactions.get((number, unquote(emoji)), [])
            after = int(request.query["after"][0])
            limit = int(request.query["limit"][0])
            rest = sorted((user for user in users if int(user) > after), key=int)
            request.say(200, [{"id": user} for user in rest[:limit]])
        elif request.method == "GET":
            shown = [
                {"emoji": {"id": None, "name": name}, "count": len(users)}
                for (message, name), users in self.reactions.items()
                if message == number and users
            ]
            request.say(200, {**messages[number], **({"reactions": shown} if shown else {})})
        else:
            assert request.method == "PATCH"
            is_a_message(request.body)
            messages[number] |= {"content": request.body["content"], "components": request.body.get("components", [])}
            request.say(200, messages[number])

    def _begin_thread(self, request: Request, channel: str, message: str) -> None:
        """Begin a thread, whose id is that of its message."""
        assert request.method == "POST"
        assert 0 < len(request.body["name"].encode("utf-16-le")) // 2 <= 100
        if channel not in self.channels:
            request.say(404, {"code": 10003, "message": "Unknown Channel"})
        elif not self.allows_threads:
            request.say(403, NO_ACCESS)
        elif message in self.threads:
            request.say(400, {"code": 160004, "message": "A thread has already been created for this message"})
        elif message not in self.channels[channel]:
            request.say(404, {"code": 10008, "message": "Unknown Message"})
        else:
            self.threads[message] = request.body["name"]
            self.channels[message] = {}
            request.say(201, {"id": message, "type": 11})

    def _describe(self, request: Request, channel: str, *, is_typing: bool) -> None:
        """Say what a channel is, or let the bot type in it."""
        if channel not in self.channels:
            request.say(404, {"code": 10003, "message": "Unknown Channel"})
        elif is_typing:
            request.say(
                204 if channel not in self.read_only else 403, None if channel not in self.read_only else NO_ACCESS
            )
        else:
            request.say(200, {"id": channel, "type": self.kinds.get(channel, 0)})

    def _create(self, channel: str, body: Told) -> Told:
        is_a_message(body)
        key = (channel, body["nonce"])
        assert len(body["nonce"]) <= 25
        assert body["enforce_nonce"] is True
        if self.remembers_nonces and key in self._nonces:
            return self._nonces[key]
        number = str((int(time.time() * 1000) - 1_420_070_400_000 << 22) + next(self._numbers))
        message = {
            "id": number,
            "content": body["content"],
            "components": body.get("components", []),
            "author": {"id": "77", "bot": True},
        }
        self.channels[channel][number] = self._nonces[key] = message
        self.pings += [(user, body["content"]) for user in body["allowed_mentions"]["users"]]
        return message

    def _follow_up(self, request: Request) -> None:
        found = re.fullmatch(r"/api/v10/webhooks/77/([^/]+)/messages/@original", request.path)
        assert found, request.path
        assert request.method == "PATCH"
        self.followed_up[found[1]] = request.body
        request.say(200, {"id": "5"})


def is_a_message(body: Told) -> None:
    """A message keeps Discord's limits, and notifies at most the users whom it names."""
    assert 0 < len(body["content"].encode("utf-16-le")) // 2 <= 2000
    mentions = body["allowed_mentions"]
    assert mentions["parse"] == []
    assert set(mentions["users"]) == set(re.findall(r"<@(\d+)>", body["content"]))
    assert len(mentions["users"]) <= 100
    rows = body.get("components", [])
    assert len(rows) <= 5
    for row in rows:
        assert row["type"] == 1
        assert 1 <= len(row["components"]) <= 5
        for button in row["components"]:
            assert button["type"] == 2
            assert 0 < len(button["label"]) <= 80
            assert 0 < len(button["custom_id"]) <= 100
