"""A little English grammar: articles, lists, verbs, and sets of things as nouns."""

from collections.abc import Sequence
from dataclasses import dataclass

VOWELS = tuple("aeiouAEIOU")
SPOKEN_WITH_A_VOWEL = ("8", "11", "18")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
IRREGULAR = {"have": "has", "be": "is", "do": "does", "go": "goes"}


def with_article(noun: str) -> str:
    """ "a card", "an Ace", "another card", "an ‘8’ card"."""
    if noun.startswith("other "):
        return f"an{noun}"
    bare = noun.lstrip("‘“-")
    vowel = bare.startswith(VOWELS) or any(bare.startswith(f"{number}’") for number in SPOKEN_WITH_A_VOWEL)
    return f"an {noun}" if vowel else f"a {noun}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def sentence(clause: str) -> str:
    """A clause with a capital letter and a full stop."""
    first = 1 if clause.startswith("(") else 0
    return f"{clause[:first]}{clause[first : first + 1].upper()}{clause[first + 1 :]}."


def ordinal(place: int) -> str:
    """ "first" for 0; from the eleventh on by number."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


@dataclass(frozen=True, slots=True)
class Noun:
    """A set of things as a noun.

    `one` and `many` have no article: "card in your hand", "cards in your hand". `whole` is all of it as the subject of
    a sentence, `singular` whether its verb is then; `whose` its possessive. `of_one` and `of_many` are possessives of
    some one of it and of several: "another participant's", "other participants'". `some_of` stands for sets that are
    lists: "Red, Black and Blue".
    """

    one: str
    many: str
    whole: str
    singular: bool = True
    whose: str = ""
    of_one: str = ""
    of_many: str = ""
    as_object: str = ""
    some_of: str = ""

    @property
    def is_of_one(self) -> bool:
        """Whether it is one thing: "you", "that card", "the Gardener"; of several, what they have is added up."""
        return bool(self.whose) or (self.singular and (self.one == self.whole or self.whole.startswith("the ")))

    @property
    def object(self) -> str:
        """All of it as an object: "them" for "they"."""
        return self.as_object or self.whole

    @property
    def possessive(self) -> str:
        """ "your", "that card's", "those cards'"."""
        return self.whose or possessive(self.whole)

    @property
    def possessive_of_one(self) -> str:
        """The possessive of some one of it."""
        return self.of_one or self.possessive

    @property
    def possessive_of_many(self) -> str:
        """The possessive of several of it; the same as of one where it is one only."""
        return self.of_many or self.possessive_of_one

    def does(self, verb: str) -> str:
        """The whole and a verb: "you draw", "the next participant draws"."""
        return f"{self.whole} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        """The verb that goes with the whole."""
        return conjugated(verb, self.singular)


def conjugated(verb: str, singular: bool) -> str:
    """A verb in the present."""
    if singular:
        return IRREGULAR.get(verb, f"{verb}s")
    return "are" if verb == "be" else verb


def possessive(noun: str) -> str:
    """ "that card's", "those cards'"."""
    return f"{noun}'" if noun.endswith("s") else f"{noun}'s"


def several(whole: str) -> Noun:
    """Several particular things."""
    return Noun(one=f"one of {whole}", many=whole, whole=whole, singular=False)


def definite(whole: str, whose: str = "") -> Noun:
    """One particular thing."""
    return Noun(one=whole, many=whole, whole=whole, whose=whose)
