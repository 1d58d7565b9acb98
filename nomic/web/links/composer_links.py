"""Links into the composer: the editor that it opens for a place of the law, of a rule, an entry or a value."""

from django.utils.http import urlencode

from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import path_of
from nomic.law.search.values import value_or_none
from nomic.web.typed_amendments import NEW_ENTRY, CannotBuild, named_entry

Opening = tuple[str, str]  # the kind of editor, and its target


def opening_of(law: Law, place: str) -> Opening | None:
    """Return the editor for a JSON pointer: the editor of the piece itself, or of the entry or section around it.

    Returns None if the place is not a single piece, such as a whole map of entries.
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
    """Return the query string with which the composer's address opens this editor, or "" for None."""
    return "" if opening is None else urlencode([opening])
