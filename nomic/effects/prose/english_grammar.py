"""English grammar: articles, lists, verbs and their persons, sets of things as nouns, flags as adjectives or nouns."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomic.law.labels.indented_outline import INDENT, ITEM

STOPS = (".", "!", "?", "…", ".)", ".”", "!”", "?”", ":")  # ends of sentences, and of a line before a list
VOWELS = tuple("aeiouAEIOU")
SPOKEN_WITH_A_VOWEL = ("8", "11", "18")
IRREGULAR = {"have": "has", "be": "is", "do": "does", "go": "goes"}
SPOKEN_AS_YOU = ("Eu", "eu", "One", "one", "Uni", "uni", "Use", "use", "Usu", "usu", "U-")
SILENT_H = ("hour", "honest", "honour", "honor", "heir")
ON = frozenset(
    ("roll", "list", "shortlist", "register", "committee", "jury", "panel", "board")
)  # groups that one is on
# Words that begin a condition on a noun, after which another needs "and".
RELATIVE = re.compile(r" (who|that(?! (?:player|card|proposal|item|number)\b)|which|whom|whose|with|without) ")
# Words after which a possessive would belong to the wrong noun: "a player who has a Coin's hand".
TRAILING = re.compile(r" (who|that|which|whom|whose|with|in|on|of|other than|and|or) |[”(,)]| concerned$| you chose$")

LONG = 2  # words of a noun that is not said twice in a sentence
REMARK = re.compile(r" \((rounded (?:down|up)|at (?:most|least) −?\d+)\)$")  # at the end of a number


def with_article(noun: str) -> str:
    """Add the article: "a card", "an Ace", "another card", "an ‘8’ card"."""
    if noun.startswith("other "):
        return f"an{noun}"
    bare = noun.lstrip("‘“-")
    vowel = bare.startswith(VOWELS) and not bare.startswith(SPOKEN_AS_YOU)
    vowel = vowel or bare.lower().startswith(SILENT_H)
    vowel = vowel or any(bare.startswith(f"{number}’") for number in SPOKEN_WITH_A_VOWEL)
    return f"an {noun}" if vowel else f"a {noun}"


def preposition(name: str) -> str:
    """Return the preposition for the name of a group: "on" the roll, "on" the Guest list, "in" the Guild."""
    return "on" if name.lower().rpartition(" ")[2] in ON else "in"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Join parts: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def capitalise_article(text: str) -> str:
    """Capitalise an article at the beginning of a sentence. A player's name keeps its spelling."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def with_the(noun: str) -> str:
    """Add the definite article, unless the noun has it."""
    return noun if noun.startswith("the ") else f"the {noun}"


def sentence(clause: str) -> str:
    """Add a capital letter and a full stop to a clause. A list below its first line is left unchanged."""
    first = 1 if clause.startswith("(") else 0
    return f"{clause[:first]}{clause[first : first + 1].upper()}{with_full_stop(clause[first + 1 :])}"


def with_full_stop(clause: str) -> str:
    """Add a full stop, unless a list or a complete quotation ends the clause."""
    return clause if "\n" in clause or clause.endswith((".”", "!”", "?”")) else f"{clause}."


def bracketed(number: str) -> str:
    """Put a number in brackets, including a remark at its end: "(a sixth of Garden, rounded down)"."""
    found = REMARK.search(number)
    return f"({number[: found.start()]}, {found[1]})" if found else f"({number})"


def quoted_name(name: str) -> str:
    """Format a name chosen by an author, in quotation marks: "“paid back”" for "paid_back"."""
    return f"“{name.replace('_', ' ')}”"


def placed(words: str) -> str:
    """Return the label of a place of the law for use within a sentence: "the Price of Apples in the table Prices"."""
    is_cell = " of " in words.rpartition(" in the table ")[0].strip()
    return with_the(words) if is_cell else words


def one_of_item(name: str, plural: str) -> str:
    """Return the singular of an item: "flask of Oil" for "Oil" with the plural "flasks of Oil"."""
    measure = plural.removesuffix(f"s of {name}")
    return name if measure == plural else f"{measure} of {name}"


def is_plural_name(value: str) -> bool:
    """Return whether the name of a value is plural, as in "your Seals are cleared"."""
    head = re.split(r" (?:of|to|in|for|on|at|with|from) ", value)[0].split(" ")
    words = [head[-1], head[0]] if len(head) == 2 else [head[-1]]
    return any(word.endswith("s") and not word.endswith(("ss", "us", "is", "os")) for word in words)


def as_items(clauses: Sequence[str]) -> str:
    """Return clauses as list items, each after a line break, one level deeper than the line before."""
    lines = (line for clause in clauses for line in sentence(clause).split("\n"))
    return "".join(f"\n{INDENT}{line if line.startswith(INDENT) else ITEM + line}" for line in lines)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase for a set of things.

    `one` and `many` have no article: "card in your hand", "cards in your hand". `whole` is all of it as the subject of
    a sentence, `singular` whether its verb is singular then; `whose` is its possessive. `of_one` and `of_many` are the
    possessives of one and of several of its members: "another participant's", "other participants'". `some_of` is for
    sets that are lists: "Red, Black and Blue". `is_addressed` is true for "you" where sentences are instructions.
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
    is_addressed: bool = False

    @property
    def is_of_one(self) -> bool:
        """True if the noun denotes a single thing, such as "you", "that card" or "the Gardener".

        For all other nouns, the amounts of the members are added up.
        """
        return bool(self.whose) or (self.singular and (self.one == self.whole or self.whole.startswith("the ")))

    @property
    def object(self) -> str:
        """The noun as an object: "them" for "they"."""
        return self.as_object or self.whole

    @property
    def possessive(self) -> str:
        """The possessive: "your", "that card's", "those cards'"."""
        return self.whose or possessive(self.whole)

    @property
    def possessive_of_one(self) -> str:
        """The possessive of one of its members."""
        return self.of_one or self.possessive

    @property
    def possessive_of_many(self) -> str:
        """The possessive of several members, or of one if there is only one."""
        return self.of_many or self.possessive_of_one

    @property
    def is_short(self) -> bool:
        """True if "'s" after it applies to the whole noun, unlike after "each player who has a Coin"."""
        return TRAILING.search(self.whole) is None and "'s " not in self.whole

    @property
    def is_long(self) -> bool:
        """True if a pronoun should replace the noun at its second use, as for "the player who lost it"."""
        return not self.is_you and len(self.whole.split()) > LONG

    @property
    def is_you(self) -> bool:
        """True if the noun is "you", whether as the addressee of an instruction or the subject of a sentence."""
        return self.whole == "you"

    def having(self, thing: str) -> str:
        """Return a noun phrase for a possession of the set: "your Light", "the Light of each player who …"."""
        if self.whose or self.is_short:
            return f"{self.possessive} {thing}"
        return f"the {thing} of {self.object}"

    def instructed(self, verb: str) -> str:
        """Return an instruction: "gain" if the noun is the addressee, otherwise "that player gains"."""
        return verb if self.is_addressed else self.does(verb)

    def does(self, verb: str) -> str:
        """Return the noun as a subject with a verb: "you draw", "the next participant draws"."""
        return f"{self.whole} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        """Return the verb in the form that fits the subject."""
        return conjugated(verb, self.singular)


def conjugated(verb: str, singular: bool) -> str:
    """Conjugate a verb in the present tense."""
    if singular:
        return IRREGULAR.get(verb) or _with_s(verb)
    return "are" if verb == "be" else verb


def _with_s(verb: str) -> str:
    """Return the third person of a regular verb: "draws", "passes", "carries"."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in VOWELS else f"{verb}s"


def possessive(noun: str) -> str:
    """Return the possessive: "that card's", "those cards'"."""
    return f"{noun}'" if noun.endswith("s") else f"{noun}'s"


def plural_noun(whole: str) -> Noun:
    """Return the noun for several particular things."""
    return Noun(one=f"one of {whole}", many=whole, whole=whole, singular=False)


def definite(whole: str, whose: str = "") -> Noun:
    """Return the noun for one particular thing."""
    return Noun(one=whole, many=whole, whole=whole, whose=whose)


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
    """Return the complement of "is" for a flag of a player: "Honoured", or "not Honoured"."""
    word = name.lower()
    if " " not in word and word.endswith(PEOPLE):
        said = with_article(name)
    elif " " not in word and word.endswith(ADJECTIVES):
        said = name
    else:
        said = f"marked “{name}”"
    return said if is_set else f"not {said}"


def quoted_if_words(name: str) -> str:
    """Return a name, in quotation marks if it could be read as ordinary words: "“Market open”", but "Fog"."""
    words = name.split(" ")
    return f"“{name}”" if len(words) > 1 and any(word[:1].islower() for word in words) else name


def the_value(name: str) -> str:
    """Return the name of a value of the cycle with its article if it needs one: "the Well", but "Fog"."""
    bare = name.removeprefix("The ")
    is_phrase = any(word[:1].islower() for word in bare.split(" ")[1:])
    return f"the {bare}" if is_phrase or bare != name else bare


OWED = frozenset(("debt", "debts", "loyalty", "oath", "promise", "tribute"))


def preposition_of_key(name: str) -> str:
    """Return the preposition between a value and its key: "Debt to Ben", "Finisher of the race", "Rent for Hall"."""
    last = name.lower().rpartition(" ")[2]
    return "to" if last in OWED else "of" if last.endswith(PEOPLE) else "for"


NO_SINGULAR = frozenset(("Dues", "News", "Goods", "Wages", "Thanks"))


def singular_name(name: str) -> str:
    """Return the singular of a plural name: "Seal" for "Seals", or "" if it is uncertain."""
    if (
        name in NO_SINGULAR
        or not is_plural_name(name)
        or not name.endswith("s")
        or name.endswith("ves")
        or " of " in name
    ):
        return ""
    if name.endswith("ies"):
        return f"{name[:-3]}y" if len(name) > 4 else ""
    return name[:-2] if name.endswith(("ches", "shes", "xes", "sses", "oes")) else name[:-1]


VERB = re.compile(r"([A-Z]?[a-z]+)(?![\w'’-])")
# Words that begin a title without being its verb.
NO_VERBS = frozenset(("a", "an", "the", "my", "your", "no", "not", "all", "any", "every", "each", "never", "always"))
THEIRS = {"your": "their", "yours": "theirs", "yourself": "themself"}
POSSESSIVE = re.compile(r"\b(?:your|yours|yourself)\b")
# What cannot be turned safely: "you" as a subject or an object, and a second verb after the first.
UNCLEAR = re.compile(r"\b[Yy]ou\b|\b(?:and|or|then|but)\s+[a-z]|[;:.!?]")


# Words after which the first word of a title has to be its verb: "Light a lamp".
OBJECTS = frozenset(("a", "an", "the", "your", "some", "something", "somebody", "another"))


def action_as_verb(title: str, *, is_declared: bool) -> str:
    """Return an action as a verb phrase: "light a lamp", or "use “Luck”" if the title has no leading verb.

    `is_declared` is true for an action of the host, because the titles of such actions all begin with a verb.
    """
    found = VERB.match(title)
    second = title.split(" ")[1:2]
    if found is None or found[1].lower() in NO_VERBS or UNCLEAR.search(title):
        return f"use “{title}”"
    if not is_declared and not OBJECTS.intersection(second):
        return f"use “{title}”"
    return f"{title[:1].lower()}{title[1:]}"


def in_third_person(name: str, instruction: str) -> str:
    """Return an instruction in the third person, without a full stop: "Ada burns a card".

    An instruction that does not begin with its verb, or that has a second verb, follows a colon: "Ada: Luck".
    """
    found = VERB.match(instruction)
    if found is None or found[1].lower() in NO_VERBS or found[1].endswith("ly") or UNCLEAR.search(instruction):
        return f"{name}: {instruction}"
    rest = POSSESSIVE.sub(lambda word: THEIRS[word[0]], instruction[found.end() :])
    return f"{name} {conjugated(found[1].lower(), singular=True)}{rest}"


def sentences(parts: Iterable[str]) -> str:
    """Join the parts as sentences. A part that lacks its full stop gets one, unless it ends with a colon."""
    return " ".join(part if part.endswith(STOPS) else f"{part}." for part in parts)
