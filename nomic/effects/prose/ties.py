"""English descriptions of how a choice of the most ends if several members tie."""

from nomic.effects.language.nodes.base import Kind

_TIES = {
    "all": "all who tie",
    "none": "none where they tie",
    "lot": "ties broken by lot",
    "earliest": "of those that tie, the first of the set",
}
_FOR_THE_LAST_PLACE = {
    "all": "all who tie for the last place among them",
    "none": "without those who tie for a place too few",
}
_JOINED_FIRST = "of those who tie, who joined first"


def ties_in_words(ties: str, kind: Kind) -> str:
    """Say what happens to members that tie: "ties broken by lot"."""
    return _JOINED_FIRST if (ties, kind) == ("earliest", "players") else _TIES[ties]


def ties_for_the_last_place(ties: str, kind: Kind) -> str:
    """Say what happens to members that tie for the last of several places."""
    return _FOR_THE_LAST_PLACE.get(ties) or ties_in_words(ties, kind)
