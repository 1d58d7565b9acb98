"""The references that are possible with the names in scope, in menu order, with their labels."""

from collections.abc import Iterator, Mapping

from nomic.effects.language.nodes.base import Kind, Scope
from nomic.effects.language.nodes.values import EVENT_PROPERTIES, MODIFIER_PROPERTIES, parts_of
from nomic.effects.prose.context import NameMeaning

SAID = {
    "me": "you",
    "this": "this card",
    "beneath": "the card beneath",
    "above": "the card above",
    "next": "the next participant",
    "all": "every participant",
    "others": "every other participant",
    "it": "the one being checked",
    "who": "the player who did it",
    "winner": "the winner",
    "rolled": "the number rolled",
    "faces": "the die's faces",
    "for": "the votes for it",
    "against": "the votes against it",
    "unclear": "the votes that are unclear",
    "voters": "how many voted",
    "eligible": "how many could vote",
    "mod": "this modifier",
    "mod.by": "the player who put this modifier there",
    "mod.count": "the count of this modifier",
    "mod.name": "this modifier's name",
    "event.who": "the player who did it",
    "event.card": "the card with which it was done",
}
NOT_CALLED: Mapping[str, NameMeaning] = {}
# Parts that are not said as "the … of".
SAID_OF_PARTS = {
    "for": "the votes for",
    "against": "the votes against",
    "unclear": "the unclear votes on",
    "voters": "who voted on",
    "supporters": "who voted for",
    "opponents": "who voted against",
    "undecided": "who cast an unclear vote on",
    "seconders": "who seconded",
    "hours": "the age in hours of",
    "days": "the age in days of",
    "phases": "the age in phases of",
    "chosen": "what was chosen in the vote on",
}


def references_of_kinds(
    accepts: tuple[Kind, ...], scope: Scope, called: Mapping[str, NameMeaning] = NOT_CALLED
) -> Iterator[tuple[str, str]]:
    """Yield the references whose values have one of these kinds, as pairs of data and label.

    Whole names come first, then parts of cards and proposals.
    """
    for name, kind in scope.items():
        parts = {"event": EVENT_PROPERTIES, "mod": MODIFIER_PROPERTIES}.get(name)
        if parts is not None:
            yield from (
                (f"${name}.{part}", reference_label(f"{name}.{part}", called))
                for part, of in parts.items()
                if of in accepts
            )
        elif kind in accepts:
            yield f"${name}", reference_label(name, called)
    for name, kind in scope.items():
        if name not in ("event", "mod"):
            yield from (
                (f"${name}.{part}", reference_label(f"{name}.{part}", called))
                for part, of in parts_of(kind).items()
                if of in accepts
            )


def reference_label(reference: str, called: Mapping[str, NameMeaning] = NOT_CALLED) -> str:
    """Return the label of a reference: "you", "the suits of this card".

    A name chosen by an author is its own label.
    """
    name, _, part = reference.partition(".")
    meant = called.get(name)
    noun = None if meant is None or meant.by_author else meant.apart or meant.noun
    if noun is None and reference in SAID:
        return SAID[reference]
    whole = SAID.get(name, f"“{name}”") if noun is None else noun.whole
    return f"{SAID_OF_PARTS.get(part, f'the {part} of')} {whole}" if part else whole
