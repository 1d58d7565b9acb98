"""What of the law is opened in the composer by a place of it: the rule, the entry or the value that it names."""

from django.utils.http import urlencode

from nomic.law.document.sections import Law
from nomic.law.labels.format import path_of
from nomic.law.search.values import value_or_none
from nomic.web.operations import NEW_ENTRY, CannotBuild, named_entry

Opening = tuple[str, str]  # the kind of editor, and what it opens


def opening_of(law: Law, place: str) -> Opening | None:
    """The editor for a place, by a JSON pointer: of the piece itself, else of the entry or section that has it.

    None for what is no single piece, as a whole map of entries.
    """
    parts = path_of(place)
    if len(parts) in (2, 3) and parts[0] == "rules":  # a rule, or its title, words or parent
        return ("rule", parts[1]) if parts[1] in law.document["rules"] else None
    if _is_entry(law, place):
        return ("entry", place)
    if (value := value_or_none(law, place)) is not None:
        return ("value", value.path)
    whole = place.rpartition("/")[0]
    while whole:
        if _is_entry(law, whole):
            return ("entry", whole)
        whole = whole.rpartition("/")[0]
    return None


def _is_entry(law: Law, place: str) -> bool:
    try:
        _, name = named_entry(law, place)
    except CannotBuild:
        return False
    return name != NEW_ENTRY


def query_of(opening: Opening | None) -> str:
    """An opening as the query of the composer's address; empty for none."""
    return "" if opening is None else urlencode([opening])
