"""Things of a sentence that a law does not have, and numbers without a unit."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.not_understood.events import HAPPENS
from nomic.recipes.plain_rules.not_understood.other_wordings import (
    MOST_NAMED,
    MOST_OFFERED,
    Instead,
    Trouble,
    capitalised,
    is_read,
    things_by_kind,
)
from nomic.recipes.plain_rules.things import CARDS, NUMBER, number, things_of

_COUNTED = re.compile(
    rf"(?<![\w.])(?P<n>{NUMBER})(?P<more> extra| additional| more| new| free| random| rare)* "
    r"(?P<noun>[^\W\d_][\w’'-]*(?: (?-i:[A-Z])[\w’'-]*| (?:pieces?|coins?|tokens?|bars?)\b)*)",
    re.IGNORECASE,
)
# What is counted and is no thing that players have.
_NO_THINGS_SAID = """
player players person people member members day days phase phases week weeks hour hours time times month duel duels
battle battles match matches game games proposal proposals motion motions vote votes random rare new extra turn turns
round rounds winner winners loser losers author fine fee tax toll reward bonus prize gift consolation way row pending
"""
_NO_THINGS = frozenset(_NO_THINGS_SAID.split())
_MONEY = re.compile(
    r"(?:coins?|points?|money|gold(?: (?:coins?|pieces?))?|silver|dollars?|credits?|cash|bucks?|pounds?|euros?|gems?)",
    re.I,
)
# Money without a number: "the most points".
_BARE_MONEY = re.compile(rf"(?P<n>)\b(?P<noun>{_MONEY.pattern})\b", re.IGNORECASE)
_IS_A_NAME = re.compile(r"\b(?:elects?|appoints?|crowns?|called|named|becomes?) $", re.IGNORECASE)
_BARE_NUMBER = re.compile(
    rf"(?<![\w.])(?P<n>{NUMBER})(?=,|$| (?:for|per|each|on|to|when|whenever|if|every|at|from|and)\b)", re.IGNORECASE
)
_MOVES = re.compile(rf"\b{HAPPENS} (?:{NUMBER}) ", re.IGNORECASE)


def unknown_things(words: str, law: Law) -> Trouble | None:
    """Return the trouble with things that the law lacks, and the things that it has, if nothing else is unclear."""
    found = [*islice(_things_unknown(words, law), MOST_NAMED)]
    if not found:
        return None
    nouns = [*dict.fromkeys(each["noun"] for each in found)]
    is_of_cards = all(noun.casefold() in CARDS for noun in nouns)
    listed = " and ".join(f"“{noun}”" for noun in nouns)
    says = f"{listed} {'is not a thing' if len(nouns) == 1 else 'are not things'} here."
    says = "Cards come in packs here. Which pack?" if is_of_cards else says
    if not (things := things_by_kind(law)):
        if _MOVES.search(words) is None:
            return None
        return Trouble(
            f"{listed}: nothing in this game can be gained or lost yet. Start with an idea such as a "
            "wage, which brings Coins."
        )
    instead = words
    for each in reversed(found):
        instead = _with_thing(instead, each, things[0], law)
    if not is_read(instead, law):
        return None
    offers = [
        Instead(
            f"{name} for “{noun}”", _with_things(words, [each for each in found if each["noun"] == noun], name, law)
        )
        for noun in nouns
        for name in _nearest(noun, things, law)
    ]
    return Trouble(says, tuple(offers))


def missing_thing(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a number that does not say what it counts, and the things of the law."""
    for found in islice(_BARE_NUMBER.finditer(words), MOST_NAMED):
        count, items = number(found["n"]), items_of(law)
        named = ((name, name if count == 1 else items[name].plural) for name in things_by_kind(law)[:MOST_OFFERED])
        ways = [
            Instead(thing, capitalised(f"{words[: found.end('n')]} {thing}{words[found.end('n') :]}"))
            for _, thing in named
        ]
        if ways and is_read(ways[0].words, law):
            return Trouble(f"{found['n']} of what?", tuple(ways))
    return None


def _things_unknown(words: str, law: Law) -> Iterator[re.Match[str]]:
    known = things_of(law)
    counted = [found for found in _COUNTED.finditer(words) if _IS_A_NAME.search(words[: found.start()]) is None]
    ends = {found.end("noun") for found in counted}
    bare = (found for found in _BARE_MONEY.finditer(words) if found.end("noun") not in ends)
    for found in sorted((*counted, *bare), key=lambda found: found.start()):
        noun = found["noun"].casefold()
        rest = words[found.start("noun") :].casefold()
        if noun not in _NO_THINGS and not any(rest.startswith(name) for name in known):
            yield found


def _nearest(noun: str, things: list[str], law: Law) -> list[str]:
    """Return the things of the law that a word may mean, the likeliest first."""
    plain, items = noun.casefold(), items_of(law)
    is_for_cards = plain in CARDS or plain.startswith("pack")
    wanted = "pack" if is_for_cards else "currency" if _MONEY.fullmatch(noun) else ""

    def rank(name: str) -> tuple[bool, float]:
        return items[name].kind != wanted, -SequenceMatcher(None, plain, name.casefold()).ratio() if not wanted else 0

    return sorted(things, key=rank)[:MOST_OFFERED]


def _with_thing(words: str, found: re.Match[str], name: str, law: Law) -> str:
    if not found["n"]:
        return f"{words[: found.start()]}{items_of(law)[name].plural}{words[found.end() :]}"
    count = number(found["n"])
    said = found["n"] if found["n"].casefold() not in ("a", "an") else "an" if name[:1] in "AEIOU" else "a"
    thing = name if count == 1 else items_of(law)[name].plural
    return f"{words[: found.start()]}{said} {thing}{words[found.end() :]}"


def _with_things(words: str, places: list[re.Match[str]], name: str, law: Law) -> str:
    for each in reversed(places):
        words = _with_thing(words, each, name, law)
    return words
