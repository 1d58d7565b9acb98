"""Forms as a browser sends them."""

from collections.abc import Iterable
from typing import Any

from nomic.forms.read_forms import read_as_far_as_it_goes
from nomic.law.document.entries import NotAnEntry


def read_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Parse a submitted form. Raises NotAnEntry if a field cannot be parsed."""
    data, problems = read_as_far_as_it_goes(pairs)
    if problems:
        raise NotAnEntry(problems[0].said)
    return data
