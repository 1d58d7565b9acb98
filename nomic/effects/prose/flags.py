"""Flags of players as adjectives or nouns: "is Honoured", "is an Arsonist", "is marked “Seen it”"."""

from nomic.effects.prose.grammar import with_article

# Endings of adjectives and participles, and of nouns for people.
ADJECTIVES = (
    *("ed", "en", "ing", "ful", "less", "able", "ible", "al", "ous", "ive", "ic", "ish", "ary", "ant", "ent", "y"),
    *("ight", "ick", "ead", "alive", "safe", "free", "mute", "lost", "out", "late", "bound", "sworn", "worn"),
)
PEOPLE = (
    *("ist", "er", "or", "eer", "ian", "ess", "man", "woman", "ster", "ar", "king", "queen", "knight", "monk", "thief"),
    *("friend", "hero", "judge", "spy", "witch", "mage", "saint", "citizen", "ghost", "clerk", "lord", "lady"),
)


def flagged(name: str, is_set: bool = True) -> str:
    """Return what a player with this flag is, to follow "is": "Honoured", or "not Honoured"."""
    word = name.lower()
    if " " not in word and word.endswith(PEOPLE):
        said = with_article(name)
    elif " " not in word and word.endswith(ADJECTIVES):
        said = name
    else:
        said = f"marked “{name}”"
    return said if is_set else f"not {said}"
