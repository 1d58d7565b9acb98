"""Sentences about a species of card: "Queen is no longer Rare", "The value of Jack becomes 12", "Ace draws 3 cards".

They are about its types, colours, suits or value, or the cards that it makes somebody draw. Other sentences are left
to others.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law, pointer
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.recipes.plain_rules.things import NUMBER, number
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation, replaced

_CARD = r"(?:(?:an?|the|all|every|each) )?(?:(?:card|species) )?<name>(?: cards?)?"
_TYPE = r"(?:an? )?(?P<type>[a-z-]{3,30})(?: cards?)?"
_WILL = r"(?:should|shall|will|must)"
_TRAIT = r"(?P<trait>colours?|colors?|suits?)"
_NAMED = r"(?P<named>[a-z]{3,20})"
_TOO = r"(?: too| as well)?"
_IS = rf"(?:(?:is|are)(?: now)?|becomes?|{_WILL} (?:now )?(?:be|become)|counts? as)"
_CHANGE = r"(?:change|set|raise|lower|increase|reduce|make)"
_FROM = rf"(?: from (?P<old>{NUMBER}))?"
_INSTEAD = rf"(?:,? (?:instead of|rather than|not) (?P<old>{NUMBER})(?: cards?)?)?"
_N = rf"(?P<n>{NUMBER})"


def _of_a_number(noun: str) -> Iterator[str]:
    """Yield the forms of sentences that set a number of a card, which they call `noun`."""
    for whose in (f"(?:the )?{noun} of {_CARD}", f"(?:the )?<name>['’]s? {noun}"):
        yield f"{_CHANGE} {whose}{_FROM} to {_N}"
        yield f"{whose} {_IS} {_N}{_INSTEAD}"


_FORMS = (
    ("type", rf"{_CARD} {_IS} (?:also )?{_TYPE}"),
    ("type", rf"make {_CARD} {_TYPE}"),
    ("type", rf"add (?:the type )?{_TYPE} to {_CARD}"),
    ("type", rf"(?:give )?{_CARD} (?:gets? |gains? )?the type {_TYPE}"),
    ("no type", rf"{_CARD} (?:(?:is|are) no (?:longer|more)|{_WILL} no longer be) {_TYPE}"),
    ("no type", rf"{_CARD} (?:{_WILL}(?: not|n['’]t) be|(?:is|are)(?: not|n['’]t)) {_TYPE} any ?more"),
    ("no type", rf"{_CARD} loses? the type {_TYPE}"),
    ("no type", rf"(?:remove|take) (?:the type )?{_TYPE} from {_CARD}"),
    ("trait", rf"{_CARD} (?:(?:now|also|{_WILL}) ){{0,2}}(?:gets?|gains?|has|have) the {_TRAIT} {_NAMED}{_TOO}"),
    ("trait", rf"{_CARD} {_IS} (?:also )?of the {_TRAIT} {_NAMED}{_TOO}"),
    ("trait", rf"(?:add|give) the {_TRAIT} {_NAMED} to {_CARD}{_TOO}"),
    ("trait", rf"give {_CARD} the {_TRAIT} {_NAMED}{_TOO}"),
    ("trait", rf"add {_NAMED} to the {_TRAIT} of {_CARD}"),
    ("no trait", rf"{_CARD} loses? the {_TRAIT} {_NAMED}"),
    ("no trait", rf"(?:remove|take) the {_TRAIT} {_NAMED} from {_CARD}"),
    ("no trait", rf"(?:remove|take) {_NAMED} from the {_TRAIT} of {_CARD}"),
    *(("value", form) for form in _of_a_number("value")),
    ("value", rf"{_CARD} (?:now )?ha(?:s|ve) (?:the |a )?(?:new )?value (?:of )?{_N}{_INSTEAD}"),
    ("worth", rf"{_CARD} (?:(?:is|are)(?: now)?|{_WILL} be) worth {_N}(?: points?)?"),
    *(("draws", form) for form in _of_a_number("amount")),
    (
        "draws",
        rf"{_CARD} (?:(?:now|{_WILL}) ){{0,2}}(?:makes?|lets?|has|have) (?P<who>[a-z ]{{2,40}}?) draws? {_N}"
        rf"(?: cards?)?{_INSTEAD}",
    ),
)
_SAYS_DRAWS = re.compile(rf"\b(?P<verb>draws?) {_N} cards?\b", re.IGNORECASE)
_TRAITS = {"c": "colours", "s": "suits"}  # what cards have several of, by the first letter of its name
# Who draws, by the first word, with what the law calls them. Any other word means somebody else than who plays.
_WHO = {
    "you": ("$me",),
    "everybody": ("$all", "$others"),
    "everyone": ("$all", "$others"),
    "all": ("$all", "$others"),
    "each": ("$all", "$others"),
    "every": ("$all", "$others"),
    "next": ("$next",),
}


def cards_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence about a card, or None for other sentences.

    The list is empty if the sentence already holds. Raises NotPlaced if the sentence is about a card and cannot be made
    true.
    """
    if not law.document.get("cards") or len(words) > LONGEST:
        return None
    plain = bare_sentence(without_lead(words))
    for what, form in law.once("sentences about cards", lambda: [*_compiled(law)]):
        if (found := form.fullmatch(plain)) is not None:
            name = next(each for each in law.document["cards"] if each.casefold() == found["name"].casefold())
            if (done := _READ[what](law, name, found)) is not None:
                return done
    return None


def _compiled(law: Law) -> Iterator[tuple[str, re.Pattern[str]]]:
    names = sorted(law.document["cards"], key=len, reverse=True)
    known = "|".join(f"{'' if name[0].isalpha() else '(?<=card )'}{re.escape(name)}" for name in names)
    for what, form in _FORMS:
        yield what, re.compile(form.replace("<name>", f"(?P<name>{known})s?"), re.IGNORECASE)


def _type(law: Law, name: str, found: re.Match[str]) -> list[Operation] | None:
    """Give a card a type."""
    return _with_type(law, name, found, is_one=True)


def _no_type(law: Law, name: str, found: re.Match[str]) -> list[Operation] | None:
    """Take a type from a card."""
    return _with_type(law, name, found, is_one=False)


def _with_type(law: Law, name: str, found: re.Match[str], *, is_one: bool) -> list[Operation] | None:
    types: Mapping[str, Any] = (law.document.get("card_traits") or {}).get("types", {})
    said = next((each for each in types if each.casefold() == found["type"].casefold()), "")
    trait = next((each for each in _TRAITS.values() if not said and _is_named(law, each, found["type"])), "")
    if trait and (not is_one or " also " in found[0].lower()):
        return _with_trait(law, name, (trait, found["type"]), is_one=is_one)
    if trait and found["type"][:1].isupper():  # it could be meant in place of those that it has
        raise NotPlaced(f"write “{name} gets the {trait[:-1]} {found['type']}” if that is meant")
    if not said and found["type"][:1].isupper():
        raise NotPlaced(f"no card is “{found['type']}” by type: the types are {listed(sorted(types), 'and')}")
    if not said:
        return None
    path, now = pointer("cards", name, "types"), list(law.document["cards"][name].get("types", []))
    if (said in now) == is_one:
        return []
    return replaced(path, now, [*now, said] if is_one else [each for each in now if each != said])


def _trait(law: Law, name: str, found: re.Match[str]) -> list[Operation]:
    """Give a card a colour or a suit beside those that it has."""
    return _with_trait(law, name, (_TRAITS[found["trait"][0].lower()], found["named"]), is_one=True)


def _no_trait(law: Law, name: str, found: re.Match[str]) -> list[Operation]:
    """Take a colour or a suit from a card."""
    return _with_trait(law, name, (_TRAITS[found["trait"][0].lower()], found["named"]), is_one=False)


def _with_trait(law: Law, name: str, said: tuple[str, str], *, is_one: bool) -> list[Operation]:
    trait, named = said
    known = _named(law, trait)
    if not _is_named(law, trait, named):
        raise NotPlaced(f"there is no {trait[:-1]} “{named}”: the {trait} are {listed(known, 'and')}")
    one = next(each for each in known if each.casefold() == named.casefold())
    path, now = pointer("cards", name, trait), list(law.document["cards"][name].get(trait, []))
    if (one in now) == is_one:
        return []
    return replaced(path, now, [*now, one] if is_one else [each for each in now if each != one])


def _is_named(law: Law, trait: str, named: str) -> bool:
    """Return whether cards can have this colour or suit. `trait` is "colours" or "suits"."""
    return named.casefold() in (each.casefold() for each in _named(law, trait))


def _named(law: Law, trait: str) -> list[str]:
    return list((law.document.get("card_traits") or {}).get(trait, ()))


def _value(law: Law, name: str, found: re.Match[str]) -> list[Operation]:
    """Set the only value of a card."""
    now, n = law.document["cards"][name].get("values", []), number(found["n"])
    if not isinstance(now, list) or len(now) > 1:
        raise NotPlaced(f"the card {name} has several values: change them under “A number or a setting”")
    if found["old"] and now != [number(found["old"])]:
        raise NotPlaced(f"the value of {name} is {now[0] if now else 'nothing'} now")
    return [] if now == [n] else replaced(pointer("cards", name, "values"), now, [n])


def _worth(_: Law, name: str, found: re.Match[str]) -> list[Operation]:
    """Refuse to guess what a card is worth."""
    raise NotPlaced(
        f"cards have no points here: write “The value of {name} becomes {number(found['n'])}” if that is meant"
    )


def _draws(law: Law, name: str, found: re.Match[str]) -> list[Operation]:
    """Set the number of cards that playing a card makes somebody draw, in its effect and in its words."""
    card = law.document["cards"][name]
    steps = [*_draws_in(card.get("hooks", {}), pointer("cards", name, "hooks"))]
    if len(steps) != 1:
        how = (
            "does not make anybody draw a fixed number of cards" if not steps else "makes players draw in several ways"
        )
        raise NotPlaced(f"the card {name} {how}: change the card below")
    path, step = steps[0]
    now, n = step["take"], number(found["n"])
    if found["old"] and number(found["old"]) != now:
        raise NotPlaced(f"the card {name} makes players draw {now} now")
    if (said := found.groupdict().get("who")) and not _are_meant(said, step.get("who", "$me")):
        raise NotPlaced(f"the card {name} does not make “{said}” draw now: change the card below")
    if now == n:
        return []
    text = str(card.get("text", ""))
    drawn = [each for each in _SAYS_DRAWS.finditer(text) if number(each["n"]) == now]
    if len(drawn) != 1:
        raise NotPlaced(f"the words of the card {name} do not say how many are drawn: change them together, by hand")
    cards = f"{drawn[0]['verb']} {n} card{'' if n == 1 else 's'}"
    new = f"{text[: drawn[0].start()]}{cards}{text[drawn[0].end() :]}"
    return [*replaced(f"{path}/take", now, n), *replaced(pointer("cards", name, "text"), text, new)]


def _draws_in(hooks: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the steps within a card's effects that make players draw a fixed number, by path."""
    parts = hooks.items() if isinstance(hooks, dict) else enumerate(hooks) if isinstance(hooks, list) else ()
    if isinstance(hooks, dict) and isinstance(hooks.get("take"), int):
        yield path, hooks
    for key, part in parts:
        yield from _draws_in(part, f"{path}{pointer(str(key))}")


def _are_meant(said: str, who: Any) -> bool:
    """Return whether words such as "the next player" can mean the players of a step."""
    first = said.casefold().removeprefix("the ").split()[0]
    return who in _WHO[first] if first in _WHO else who != "$me"


_READ: Mapping[str, Callable[[Law, str, re.Match[str]], list[Operation] | None]] = {
    "type": _type,
    "no type": _no_type,
    "trait": _trait,
    "no trait": _no_trait,
    "value": _value,
    "worth": _worth,
    "draws": _draws,
}
