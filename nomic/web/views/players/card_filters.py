"""Filters and orders of the cards on a player's page."""

from collections.abc import Sequence
from math import inf

from nomic.inventory.card_views import Face

SORTS = ("value", "name", "suit", "colour", "newest")


def passes_filters(face: Face, chosen: dict[str, str]) -> bool:
    """Return whether a card passes the chosen filters. Empty filters pass every card."""
    return (
        (not chosen["suit"] or chosen["suit"] in face.suits)
        and (not chosen["colour"] or chosen["colour"] in face.colours)
        and (not chosen["type"] or chosen["type"] in face.types)
        and (not chosen["modifier"] or any(chosen["modifier"] == modifier.name for modifier in face.modifiers))
        and (not chosen["q"] or chosen["q"].casefold() in face.in_words.casefold())
    )


def sorted_faces(faces: list[Face], sort: str) -> list[Face]:
    """Return the cards in the chosen order. By default they stay as given, oldest first."""
    if sort == "value":
        return sorted(faces, key=lambda face: (inf if face.sort_value is None else face.sort_value, face.name))
    if sort == "name":
        return sorted(faces, key=lambda face: face.name)
    if sort == "suit":
        return sorted(faces, key=lambda face: (face.suits, face.sort_value or 0, face.name))
    if sort == "colour":
        return sorted(faces, key=lambda face: (face.colours, face.sort_value or 0, face.name))
    if sort == "newest":
        return faces[::-1]
    return faces


def facets_of(faces: Sequence[Face]) -> list[tuple[str, str, set[str]]]:
    """Return the properties by which these cards can be filtered: query parameter, label, and the values they have."""
    return [
        ("suit", "Suit", {suit for face in faces for suit in face.suits}),
        ("colour", "Colour", {colour for face in faces for colour in face.colours}),
        ("type", "Type", {type_ for face in faces for type_ in face.types}),
        ("modifier", "Modifier", {modifier.name for face in faces for modifier in face.modifiers}),
    ]
