"""Benchmark of parsing, checking and amending a law."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from nomic.bench.harness.fixtures import AMENDMENTS, TEMPLATE
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.law.document.sections import Law, check_document
from nomic.law.document.templates import document_of
from nomic.proposals.submission import accepted_amendments

TIMES = 5


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the fastest of several runs of each step."""
    document = document_of(TEMPLATE)
    law = Law(document)
    many = [
        {"op": "add", "path": f"/rules/measured-{number}", "value": {**AMENDMENTS[1]["value"], "place": number}}
        for number in range(50)
    ]
    yield _best("a template is read and checked", lambda: document_of(TEMPLATE))
    yield _best("a law is checked", lambda: check_document(document))
    yield _best(f"{len(AMENDMENTS)} amendments are accepted", lambda: accepted_amendments(law, AMENDMENTS))
    yield _best(f"{len(many)} amendments are accepted", lambda: accepted_amendments(law, many))


def _best(name: str, do: Callable[[], Any]) -> Figure:
    seconds = []
    for _ in range(TIMES):
        started = time.perf_counter()
        do()
        seconds.append(time.perf_counter() - started)
    return Figure("law", name, min(seconds) * 1000, "ms")
