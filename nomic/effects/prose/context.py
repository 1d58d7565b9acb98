"""Context of descriptions in English: the bound names, and the generic functions that describe nodes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from types import MappingProxyType
from typing import Literal, NamedTuple

from nomic.effects.language.nodes.base import Kind, Node
from nomic.effects.prose.english_grammar import Noun, definite, is_plural_name, plural_noun, quoted_name
from nomic.law.labels.ordinals import ordinal

Sort = Literal["player", "card", "name", "number", "truth", "proposal"]
SORTS: dict[Kind, Sort] = {
    "players": "player",
    "cards": "card",
    "names": "name",
    "number": "number",
    "truth": "truth",
    "proposals": "proposal",
    "cards by player": "card",
    "players by player": "player",
    "names by player": "name",
    "proposals by player": "proposal",
    "amounts": "name",
    "keeping": "name",
}

IT = definite("it", "its")
THAT_NUMBER = definite("that number")
THAT_ITEM = definite("that item")
YOU = Noun(one="you", many="you", whole="you", singular=False, whose="your", is_addressed=True)
THEY = Noun(one="player", many="players", whole="they", singular=False, whose="their", as_object="them")
CHOSEN_PLAYER = definite("the chosen player")
PRESETS = {
    "me": YOU,
    "next": definite("the next participant"),
    "all": Noun("participant", "participants", "each participant", of_one="a participant's", of_many="participants'"),
    "others": Noun(
        "other participant",
        "other participants",
        "each other participant",
        of_one="another participant's",
        of_many="other participants'",
    ),
    "winner": definite("the winner"),
    "this": definite("this card"),
    "beneath": definite("the card beneath"),
    "above": definite("the card above"),
    "rolled": definite("the number rolled"),
    "faces": Noun(
        one="one of the die's faces",
        many="the die's faces",
        whole="the die's faces",
        singular=False,
        some_of="the die's faces",
    ),
}


@dataclass(frozen=True, slots=True)
class NameMeaning:
    """The meaning of a bound name: its sort, whether it is several, or the noun that describes it completely.

    `apart` is the noun if "they" or "it" refers to something else; without one the name itself is used. `once_moved` is
    the noun after cards have changed owners, if the noun names an owner. `by_author` means that the author of the rule
    chose the name, which menus then offer. `is_defined` means that a sentence has defined the name: "Let “x” be …".
    """

    sort: Sort
    several: bool = False
    noun: Noun | None = None
    apart: Noun | None = None
    once_moved: Noun | None = None
    by_name: bool = False
    by_author: bool = False
    is_defined: bool = False
    is_chosen: bool = field(default=False, compare=False)  # whether a step before chose it
    is_among_others: bool = field(default=False, compare=False)  # whether "they" could be other players, too


class ValueWords(NamedTuple):
    """The properties of a stored value that sentences depend on."""

    kind: str  # number, flag, name, names, player or players
    of_players: bool  # whether each player has one
    at_first: str = ""  # its content at first, in words; "" if it is empty
    is_column: bool = False  # whether it is a column of a table
    title: tuple[str, str] | None = None  # what its members are: "a Warden", "players with the office of Warden"


class Wording(dict[str, str]):
    """The plurals of a law's items, and the values stored by its rules, by name.

    `places` describes a place of the law, given as a JSON pointer. `acts` returns the title of an action, or "" if
    players have no such action. Both are None without a law.
    """

    value_words: Mapping[str, ValueWords] = MappingProxyType({})
    places: Callable[[str], str] | None = None
    acts: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """The names bound so far, in order, and the plurals of items.

    `alike` contains names that cannot be distinguished otherwise. It fills during a first description of an effect,
    which is then repeated with those names.
    """

    plurals: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, NameMeaning] = field(default_factory=dict)
    alike: set[str] = field(default_factory=set)
    is_later: bool = False  # whether it is about a later moment, whose phase is not "this phase"
    is_unnamed: bool = False  # whether the value that this step works out is "that number" or "that item" afterwards
    in_lines: bool = False  # whether what belongs to a step stands below it as a list, instead of in brackets

    def knowing(self, name: str, meant: NameMeaning) -> "Context":
        """Return the context with one more name."""
        others = {known: self.names[known] for known in self.names if known != name}
        return replace(self, names={**others, name: meant})

    def title_of_act(self, name: str) -> str:
        """Return the title of an action of players, or its name if it has none."""
        acts = self.plurals.acts if isinstance(self.plurals, Wording) else None
        return (acts(name) if acts is not None else "") or name

    def looking_at(self, name: str, sort: Sort) -> "Context":
        """Return the context in which the name is the candidate of a condition, referred to as "they" or "it".

        No other name keeps that pronoun.
        """
        pronoun = THEY if sort == "player" else IT
        names = {known: self._apart(known, meant, pronoun) for known, meant in self.names.items() if known != name}
        return replace(self, names={**names, name: NameMeaning(sort, noun=pronoun)})

    def about_others(self) -> "Context":
        """Return the context for choices of another player, in which "you" is written out."""
        me = self.names.get("me")
        if me is not None and me.noun != YOU:
            return self
        return replace(self, names={**self.names, "me": NameMeaning("player", noun=replace(YOU, is_addressed=False))})

    def with_cards_moved(self) -> "Context":
        """Return the context after cards may have changed owners, with new nouns for those that name an owner."""
        names = {
            known: meant if meant.once_moved is None else replace(meant, noun=meant.once_moved)
            for known, meant in self.names.items()
        }
        return replace(self, names=names)

    def _apart(self, name: str, meant: NameMeaning, pronoun: Noun) -> NameMeaning:
        if meant.is_defined:
            return meant
        is_called_so = meant.noun == pronoun or (meant.noun is None and self._of_no_noun(name, meant)[0] == pronoun)
        return replace(meant, noun=meant.apart, by_name=meant.apart is None) if is_called_so else meant

    def several(self, item: str) -> str:
        """Return the plural of an item."""
        return self.plurals.get(item, item)

    def place(self, where: str) -> str:
        """Describe a place of the law, given as a JSON pointer."""
        places = self.plurals.places if isinstance(self.plurals, Wording) else None
        return f"“{where}”" if places is None else places(where)

    def value_words(self, value: str) -> ValueWords | None:
        """Return the properties of a stored value, or None if they are unknown."""
        return self.plurals.value_words.get(value) if isinstance(self.plurals, Wording) else None

    def is_office(self, value: str) -> bool:
        """Return whether the stored value with this name is an office, which holds at most one player."""
        stored = self.value_words(value)
        return stored is not None and stored.kind == "player"

    def title(self, value: str) -> tuple[str, str] | None:
        """Return what one member and several members of a stored list are, such as "a candidate for Judge"."""
        stored = self.value_words(value)
        return stored.title if stored is not None else None

    def is_column(self, value: str) -> bool:
        """Return whether the stored value with this name is a column of a table."""
        stored = self.value_words(value)
        return stored is not None and stored.is_column

    def is_flag(self, value: str) -> bool:
        """Return whether the stored value with this name is a flag."""
        stored = self.value_words(value)
        return stored is not None and stored.kind == "flag"

    def named(self, name: str, kind: Kind) -> Noun:
        """Return the noun for a name, such as "you", "that card", or "the second card" of two.

        A name that nothing else distinguishes is "the card “lost”", and a name that was defined is "“lost”".
        """
        meant = self.names.get(name)
        if meant is None:
            return PRESETS.get(name) or named_by_law(NameMeaning(SORTS[kind]), name)
        if meant.noun is not None:
            return meant.noun
        if meant.is_defined:
            return named_by_law(meant, name)
        said, alike = self._of_no_noun(name, meant)
        self.alike.update(alike)
        return said

    def _of_no_noun(self, name: str, meant: NameMeaning) -> tuple[Noun, list[str]]:
        """Return the noun for a name without one, and the names that nothing else distinguishes."""
        alike = [known for known, other in self.names.items() if other == meant]
        if self._is_the_chosen(alike):
            return (CHOSEN_PLAYER if meant.is_chosen else self._plainly(meant)), []
        if (
            name not in self.alike
            and not meant.by_name
            and len(alike) == 2
            and meant.sort in ("card", "player", "proposal")
        ):
            return _counted(meant, alike.index(name)), []
        plain = self._plainly(meant)
        taken = any(other.noun is not None and other.noun.whole == plain.whole for other in self.names.values())
        taken = taken or (meant.is_chosen and meant.sort == "player" and self._has_argument_of_players())
        if len(alike) > 1 or taken or meant.by_name or name in self.alike:
            return named_by_law(meant, name), [name] if taken or meant.by_name else alike if len(alike) > 1 else []
        return plain, []

    def _is_the_chosen(self, alike: list[str]) -> bool:
        """Return whether a player was chosen while "they" could also mean somebody else."""
        if not alike or (meant := self.names[alike[0]]).sort != "player" or meant.several or meant.by_name:
            return False
        chosen = [known for known in alike if self.names[known].is_chosen]
        others = [other for other in self.names.values() if other.noun is not None and other.sort == "player"]
        is_another = meant.is_among_others or any(not other.noun.is_you for other in others if other.noun is not None)
        if self._has_argument_of_players():
            return False
        return (
            len(chosen) == 1
            and len(alike) <= 2
            and (len(alike) == 2 or is_another)
            and THEY not in [other.noun for other in others]
        )

    def _has_argument_of_players(self) -> bool:
        return any(other.by_author and other.sort == "player" for other in self.names.values())

    def _plainly(self, meant: NameMeaning) -> Noun:
        if meant.sort == "player":
            those = plural_noun("those players") if meant.several else definite("that player")
            return those if meant.is_among_others else THEY
        if meant.sort == "card":
            return plural_noun("those cards") if meant.several else definite("that card")
        if meant.sort == "proposal":
            return plural_noun("those proposals") if meant.several else definite("that proposal")
        return definite({"number": "that number", "name": "what was chosen", "truth": "that"}[meant.sort])


def _counted(meant: NameMeaning, place: int) -> Noun:
    which = f"the {ordinal(place)} {meant.sort}"
    return plural_noun(f"{which}s") if meant.several else definite(which)


def _defined(meant: NameMeaning, name: str) -> Noun:
    """Return the noun for a name that was defined: "the “finders”", "the “richest” player", "the number “paid”"."""
    called = quoted_name(name)
    if meant.sort == "number" and not meant.several:
        return definite(f"the number {called}")
    if meant.sort not in ("player", "card"):
        return definite(called)
    if not meant.several:
        return definite(f"the {called} {meant.sort}", f"the {called} {meant.sort}'s")
    many = called if is_plural_name(name) else f"{called} {meant.sort}s"
    return Noun(f"{meant.sort} among the {many}", many, f"the {many}", singular=False)


def named_by_law(meant: NameMeaning, name: str) -> Noun:
    """Return a noun that consists of the name in the law: "the card “lost”", "the “finders”"."""
    if meant.is_defined:
        return _defined(meant, name)
    sort = {"name": "choice", "truth": "answer"}.get(meant.sort, meant.sort)
    if not meant.several:
        return definite(f"the {sort} {quoted_name(name)}")
    return Noun(
        f"{sort} in {quoted_name(name)}",
        f"{sort}s in {quoted_name(name)}",
        f"the {sort}s in {quoted_name(name)}",
        singular=False,
    )


@singledispatch
def noun(node: Node, context: Context) -> Noun:
    """Describe a set as a noun."""
    raise NotImplementedError(type(node).__name__)


@singledispatch
def number(node: Node, context: Context) -> str:
    """Describe a number."""
    return noun(node, context).whole


@singledispatch
def clause(node: Node, context: Context) -> str:
    """Describe a condition or an operation as a clause: a sentence without capital letter and full stop."""
    raise NotImplementedError(type(node).__name__)


@singledispatch
def predicate(condition: Node, called: str, context: Context, singular: bool) -> str:
    """Describe a condition on the thing called `called` as a predicate, such as "is Special".

    Returns "" if that is impossible.
    """
    return ""
