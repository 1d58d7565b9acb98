"""Finds the sentences that are understood under a law and share most words with one that is not."""

import re
from itertools import islice

from nomic.clauses.checks.events import actions_heard
from nomic.clauses.clause_index import clauses_of
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.law.search.values import stems_of
from nomic.recipes.plain_rules.draft_rule import LONGEST
from nomic.recipes.plain_rules.not_understood.other_wordings import is_read
from nomic.recipes.plain_rules.synonyms import in_usual_words

MOST_SHOWN = 3
MAX_ACTIONS = 30  # of the law that are looked at
# One sentence for each kind of phrase. `{some}` is an amount, `{many}` the plural of a thing of the law.
_SENTENCES = (
    "Everyone gets {some} every week",
    "When a proposal passes, its author gets {some}",
    "Nobody may make more than 2 proposals per week",
    "Whoever votes gets {some}",
    "If a proposal fails, its author loses {some}",
    "Whoever submits a proposal pays {some}",
    "At the end of every phase, everyone who has not voted loses {some}",
    "Every new player gets {some}",
    "Whoever wins a match gets {some}",
    "Whoever loses a match gets {some}",
    "Every week, the player with the most {many} gives {some} to the player with the fewest",
    "At the end of every week, the richest player loses a tenth of their {many}",
    "Every day, a random player gets {some}",
    "Nobody may have more than 100 {many}",
    "Every player may take {some} once per week",
    "Whoever makes a trade gets {some}",
    "Nobody may trade more than twice a day",
    "Elect a Treasurer every week",
)
_AMOUNT = re.compile(r"\b[1-9]\d{0,3}\b")
_SLOT = re.compile(r"\{\w+\}")
_SAYS_LITTLE = frozenset(stems_of("every each player everyone gets get week the may nobody when whoever has most 2"))


def nearest_sentences(words: str, law: Law) -> list[str]:
    """Return up to three sentences on a similar subject that are understood under a law.

    They share two thirds of the words for the deed with `words`, and have the author's amount and thing. Less similar
    sentences are left out, because authors might accept one that they never meant.
    """
    plain = in_usual_words(words[:LONGEST])
    said = {*stems_of(plain)} - _SAYS_LITTLE
    amounts = _amounts(plain, law)
    ways = {}
    for form in law.once("sentences to show", lambda: _under(law)):
        deed = {*stems_of(_SLOT.sub("", form))} - _SAYS_LITTLE
        if len(said & deed) * 3 >= 2 * len(deed) > 0 and (amounts or not _SLOT.search(form)):
            ways[form.format(**amounts)] = len(said & deed)
    ranked = sorted(ways, key=lambda way: -ways[way])
    return [*islice((way for way in ranked if is_read(way, law)), MOST_SHOWN)]


def _under(law: Law) -> list[str]:
    """Return example sentences, some about the law's own actions.

    Without items in the law, only those without amounts.
    """
    titles = [title for _, title in actions_heard(law, clauses_of(law))][:MAX_ACTIONS]
    deeds = [f"{title[:1].lower()}{title[1:]}".replace("{", "").replace("}", "") for title in titles]
    every = [*_SENTENCES, *(f"When you {deed}, you get {{some}}" for deed in deeds)]
    every += [f"Nobody may {deed}" for deed in deeds]
    return every if items_of(law) else [each for each in every if "{" not in each]


def _amounts(plain: str, law: Law) -> dict[str, str]:
    items = items_of(law)
    if not items:
        return {}
    folded = plain.casefold()
    money = sorted(items, key=lambda name: items[name].kind != "currency")
    named = (each for each in money if each.casefold() in folded or items[each].plural.casefold() in folded)
    if (name := next(named, None)) is None:
        return {}
    n = int(found[0]) if (found := _AMOUNT.search(plain)) is not None else 2
    return {"some": f"{n} {name if n == 1 else items[name].plural}", "many": items[name].plural}
