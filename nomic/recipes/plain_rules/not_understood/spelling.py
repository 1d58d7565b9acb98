"""Misspelt words of a sentence, and the names of the law that they may stand for."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any

from nomic.clauses.clause_index import vocabulary_of
from nomic.cycles.domain.calendar import calendar_of
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.catalogue import recipes
from nomic.recipes.plain_rules.not_understood.other_wordings import MOST_NAMED, Instead, Trouble, is_read
from nomic.recipes.plain_rules.occasions import WEEKDAYS

ALIKE = 0.78  # how alike two words are if one may be a misspelling of the other
SHORTEST = 4  # letters of a word that may be misspelt
_ONE = re.compile(r"\b(?:an?|one|1) $", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def misspelt(words: str, law: Law) -> Trouble | None:
    """Return the trouble with misspelt words, if the sentence is understood with them corrected."""
    spelt = respelt(words, law)
    if spelt == words or not is_read(spelt, law):
        return None
    return Trouble(f"{_named(_changed(words, spelt))} Did you mean this?", (Instead(spelt, spelt),))


def unknown_words(words: str, law: Law) -> str:
    """Return a sentence that lists the words which no rule of this game uses, or says that all words are known."""
    known = law.once("words of rules in plain words", lambda: _vocabulary(law)).keys() | _words_of_recipes()
    titles = (str(rule["title"]) for rule in law.document["rules"].values())
    phases = (phase.title for phase in calendar_of(law).phases)
    names = (*vocabulary_of(law).offices, *titles, *phases)
    known |= {word.casefold() for name in names for word in _WORD.findall(name)} | words_of_law(law)
    strange = [word for word in _WORD.findall(words) if len(word) >= SHORTEST - 1 and word.casefold() not in known]
    if not strange:
        return "Every word is known, but together they are not understood."
    named = [f"“{word}”" for word in dict.fromkeys(strange)][:MOST_NAMED]
    listed = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    return f"No rule here knows what {listed} {'means' if len(named) == 1 else 'mean'}."


def words_of_law(law: Law) -> frozenset[str]:
    """Return all words of a law's texts and names, in lower case."""
    return law.once("words of the law", lambda: frozenset(_words_in(law.document)))


def _words_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _words_in(key)
            yield from _words_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words_in(part)
    elif isinstance(value, str):
        yield from (word.casefold() for word in _WORD.findall(value))


@cache
def _words_of_recipes() -> frozenset[str]:
    """Return the words that recipes' sentences and titles consist of, and those for times."""
    said = " ".join(form.says for listed in recipes().values() for form in listed.recipe.sentences)
    named = " ".join(f"{listed.recipe.title} {listed.recipe.also}" for listed in recipes().values())
    days = " ".join(f"{day} {day}s" for day in WEEKDAYS)
    return frozenset(word.casefold() for word in _WORD.findall(f"{said} {named} {days}"))


def _named(words: Iterable[str]) -> str:
    """Return a sentence saying that these words are unknown."""
    said = [f"“{word}”" for word in words]
    listed = " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
    return f"{listed} {'is not a word' if len(said) == 1 else 'are not words'} of this game."


def respelt(words: str, law: Law) -> str:
    """Return a sentence in which each misspelt word is replaced with the nearest known one."""
    known = law.once("words of rules in plain words", lambda: _vocabulary(law))
    by_length = law.once("words of rules, sorted", lambda: sorted(known))

    def respell(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) < SHORTEST or word.casefold() in known:
            return word
        near = get_close_matches(word.casefold(), by_length, n=2, cutoff=ALIKE)
        if not near:
            return word
        is_one = _ONE.search(words[: found.start()]) is not None
        alike = [each for each in near if known[each][:1].isupper()]  # "Vertebra" and "Vertebrae"
        best = near[0] if near[0] not in alike else min(alike, key=len) if is_one else max(alike, key=len)
        return known[best] if known[best][:1].isupper() else best

    return _WORD.sub(respell, words)


def _changed(before: str, after: str) -> list[str]:
    pairs = zip(_WORD.findall(before), _WORD.findall(after), strict=False)
    return [was for was, now in pairs if was != now][:MOST_NAMED]


_OF_SENTENCES = """
whoever whenever when every everyone everybody each player players somebody someone anyone nobody proposal proposals
passes passed fails failed author winner loser winners losers wins loses duel duels battle match matches game vote votes
voted voting phase phases week weeks month hours begins starts ends start beginning over gets gains receives pays costs
gives takes take must should shall have more than fewer less most fewest least with from their they them that this after
before during once twice three four five seven eight nine half only random richest poorest newcomers joins leaves buys
opens burns trades trade gifts gift submits proposes becomes random active inactive reputable limit last lasts long days
which what your than then also into does make makes free extra card cards pack packs there here where were been will
would could because between other others another without having never always time times same both against different
gold coins coin points point money medal medals trophy dollars euros present presents item items thing things
the and for who not are has can get its own out all may one two you day let
first second last third tenth open order means tax taxes prize bonus wage voter voters team teams office offices about
double triple twice weekend weekends market closed rule rules needs
unless except until while opponent opponents think know lose gain receive earn give take pay join leave open burn
sell sells light lights wins became comes come came first say says each other also need like good nice
"""


def _vocabulary(law: Law) -> dict[str, str]:
    """Return the words that sentences can contain, in lower case, each with its spelling."""
    known = {word: word for word in _OF_SENTENCES.split()}
    names = [name for item, each in items_of(law).items() for name in (item, each.plural)]
    return known | {word.casefold(): word for name in names for word in _WORD.findall(name) if len(word) >= SHORTEST}
