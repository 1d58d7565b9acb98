"""The entry points of the site: its addresses, the methods and fields that they take, and a sender of requests."""

import contextlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.core.signals import request_finished
from django.db import close_old_connections, transaction
from django.http import HttpResponseBase, QueryDict
from django.test import Client, RequestFactory
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from nomic.accounts.models import Person
from tests.support.hall import rows_of_cycles

PARAMETER = re.compile(r"<(?:[\w-]+:)?(\w+)>")
FORM = "application/x-www-form-urlencoded"
WITH_BODIES = frozenset(("post", "put", "patch", "delete"))
# Fields that say which of its forms a page was sent, so that a form with another value of it is another form.
BRANCHES = ("do", "answer", "step")
READS = ("get", "getlist", "__getitem__", "__contains__", "copy", "dict", "items", "keys", "lists", "urlencode")


@dataclass(frozen=True)
class Route:
    """A route of the URL configuration: its name, or the path of its view, its pattern, and its methods.

    `wrappers` has the qualified names of the view's decorators.
    """

    name: str
    written: str
    parameters: tuple[str, ...]
    methods: frozenset[str]
    wrappers: frozenset[str]


def routes(
    patterns: Sequence[URLPattern | URLResolver] | None = None, space: str = "", written: str = "/"
) -> Iterator[Route]:
    """Yield every route of the site and of the API."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = written + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = ":".join(part for part in (space, pattern.namespace) if part)
            yield from routes(pattern.url_patterns, inner, here)
        else:
            name = f"{space}:{pattern.name}" if space else str(pattern.name)
            parameters = tuple(PARAMETER.findall(here))
            view = pattern.callback
            wrappers = frozenset(each.__code__.co_qualname for each in _around(view) if hasattr(each, "__code__"))
            yield Route(name if pattern.name else view_of(view), here, parameters, methods_of(view), wrappers)


def view_of(callback: Any) -> str:
    """Return the dotted path of a view."""
    view = _class_of(callback) or callback
    return f"{view.__module__}.{view.__qualname__}"


def _class_of(callback: Any) -> Any:
    return getattr(callback, "view_class", None) or getattr(callback, "cls", None)


def methods_of(callback: Any) -> frozenset[str]:
    """Return the methods that a view accepts, in lower case. A view without restrictions counts as GET and POST."""
    kind = _class_of(callback)
    if kind is not None:
        return frozenset(name for name in kind.http_method_names if hasattr(kind, name))
    for function in _around(callback):
        allowed = inspect.getclosurevars(function).nonlocals if inspect.isfunction(function) else {}
        if "request_method_list" in allowed:
            return frozenset(name.lower() for name in allowed["request_method_list"])
    return frozenset(("get", "post"))


def _around(callback: Any) -> Iterator[Any]:
    """Yield the URL configuration's view function, and each function that it wraps."""
    while callback is not None:
        yield callback
        callback = getattr(callback, "__wrapped__", None)


def name_at(address: str) -> str:
    """Return the `Route.name` of the route that an address resolves to."""
    found = resolve(address.partition("?")[0])
    return found.view_name if found.url_name else view_of(found.func)


class _Environ(RequestFactory):
    """Builds the WSGI environ that a server would pass to a handler."""

    def request(self, **request: Any) -> Any:
        return self._base_environ(**request)


class Sender:
    """Sends requests to the site, logged in or anonymously, and rolls back their changes.

    With `refusals_change_nothing`, it asserts before it does so that a refused request has changed no row of a cycle
    since the first request.
    """

    refusals_change_nothing = False

    def __init__(self, name: str = "", client: Client | None = None, **headers: str) -> None:
        self.headers = headers
        client = client or Client()
        if name:
            person = Person.objects.get(username=name)
            client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        if client.cookies:
            self.headers["Cookie"] = "; ".join(f"{each.key}={each.value}" for each in client.cookies.values())
        self._handler = ClientHandler(enforce_csrf_checks=False)
        self._rows: dict[str, list[Any]] | None = None

    def ready(
        self, method: str, address: str, body: str | bytes = b"", kind: str = FORM, **headers: str
    ) -> Callable[[], HttpResponseBase]:
        """Prepare a request. Returns a function that sends it, and asserts that it is neither throttled nor fails."""
        environ: Any = _Environ().generic(
            method.upper(), address, body, content_type=kind, headers={**self.headers, **headers}
        )

        def send() -> HttpResponseBase:
            cache.clear()
            with transaction.atomic():
                if self.refusals_change_nothing and self._rows is None:
                    self._rows = rows_of_cycles()
                answer = self._handler(environ)
                # As Django's client does: the end of a request would close the connection of this transaction.
                request_finished.disconnect(close_old_connections)
                try:
                    answer.close()
                finally:
                    request_finished.connect(close_old_connections)
                if self.refusals_change_nothing and answer.status_code >= 400:
                    assert rows_of_cycles() == self._rows, (
                        f"{answer.status_code} for {address[:80]}, and a row has changed"
                    )
                transaction.set_rollback(True)
            assert answer.status_code < 500, f"{answer.status_code} for {address[:80]}"
            assert answer.status_code != 429, "too many requests, so nothing was read"
            return answer

        return send

    def read(self, address: str) -> str:
        """Return the text of a page, or "" if the answer is an error or a stream."""
        answer: Any = self.ready("get", address)()
        is_text = answer.status_code < 400 and not answer.streaming
        return answer.content.decode(errors="replace") if is_text else ""


@dataclass
class Form:
    """A form with method POST: its address, and the kind and value of each field."""

    address: str
    fields: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Any, ...]:
        """A key for duplicates: of forms with the same key, only one needs to be sent.

        It is the address of an action, whose own page has every field that other pages send to it. For other forms it
        is `does` and the names of the fields.
        """
        return (self.address,) if name_at(self.address) == "web:act" else (*self.does, frozenset(self.fields))

    @property
    def does(self) -> tuple[Any, ...]:
        """The form's route, and the values of its `BRANCHES` fields."""
        name = name_at(self.address)
        branches = tuple(self.fields[name][1] for name in BRANCHES if name in self.fields)
        return name, self.address if name in ("web:match", "web:act") else "", branches

    @property
    def usual(self) -> dict[str, str]:
        return {name: value for name, (_, value) in self.fields.items() if value}


class _Forms(HTMLParser):
    """Parser for the POST forms of a page. A form with several `BRANCHES` buttons yields one `Form` for each."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Form] = []
        self._page = page
        self._form: Form | None = None
        self._buttons: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action") or self._page) if given.get("method", "").lower() == "post" else None
            self._buttons = []
        elif self._form is None or not given.get("name"):
            return
        elif tag == "button":
            field = given["name"], given.get("value", "")
            if given["name"] in BRANCHES:
                self._buttons.append(field)
            else:
                self._form.fields.setdefault(field[0], ("button", field[1]))
        elif tag in ("input", "textarea", "select"):
            kind = given.get("type", "text") if tag == "input" else tag
            if given.get("spellcheck") == "false":
                kind = "code"
            self._form.fields.setdefault(given["name"], (kind, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form is not None:
            for name, value in self._buttons or [("", "")]:
                more = {name: ("button", value)} if name else {}
                self.found.append(Form(self._form.address, {**self._form.fields, **more}))
            self._form = None


def forms_on(page: str, html: str) -> list[Form]:
    """Return the POST forms on the page at the address `page`."""
    reader = _Forms(page)
    reader.feed(html)
    return [form for form in reader.found if form.address.startswith("/")]


@contextlib.contextmanager
def names_asked() -> Iterator[set[str]]:
    """Context manager that collects the names of the fields that views read, sent or not; "" stands for all fields.

    If a view reads all values of a field, its name with the suffix "[]" is added, too.
    """
    asked: set[str] = set()
    own = {name: vars(QueryDict)[name] for name in READS if name in vars(QueryDict)}
    usual = {name: getattr(QueryDict, name) for name in READS}

    def noting(method: Any) -> Any:
        def note(self: QueryDict, *args: Any, **named: Any) -> Any:
            name = args[0] if args and isinstance(args[0], str) else ""
            asked.update((name, f"{name}[]") if method is usual["getlist"] else (name,))
            return method(self, *args, **named)

        return note

    try:
        for name, method in usual.items():
            setattr(QueryDict, name, noting(method))
        yield asked
    finally:
        for name in usual:
            delattr(QueryDict, name)  # which inherits most of them
        for name, method in own.items():
            setattr(QueryDict, name, method)


def encoded(fields: Mapping[str, str | list[str]]) -> str:
    """Return the fields URL-encoded."""
    return urlencode(fields, doseq=True)
