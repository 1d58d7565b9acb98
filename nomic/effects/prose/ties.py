"""English descriptions of how ties are broken."""

from nomic.effects.language.nodes.base import Kind

_TIES = {
    "all": "all if tied",
    "none": "none if tied",
    "lot": "ties broken by lot",
    "earliest": "if tied, the one that comes first",
}
_FOR_THE_LAST_PLACE = {
    "all": "including all tied for the last place",
    "none": "if more tie for the last place than fit, none of those",
}
_JOINED_FIRST = "if tied, the one who joined first"


def ties_in_words(ties: str, kind: Kind) -> str:
    """Describe what happens to members that tie: "ties broken by lot"."""
    if (ties, kind) == ("none", "players"):
        return "nobody if tied"
    return _JOINED_FIRST if (ties, kind) == ("earliest", "players") else _TIES[ties]


def ties_for_the_last_place(ties: str, kind: Kind) -> str:
    """Describe what happens to members that tie for the last of several places."""
    return _FOR_THE_LAST_PLACE.get(ties) or ties_in_words(ties, kind)
