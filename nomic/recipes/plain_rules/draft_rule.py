"""Drafts a rule from a sentence in plain words, under the law in force."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any

from nomic.clauses.views.explanations import explain_rule
from nomic.inventory.law_section import items_of
from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.document.sections import Law, LawInvalid, flaws_of
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.text_types import MAX_TITLE, shortened
from nomic.recipes.drafting import STEP, Operation
from nomic.recipes.plain_rules.bans import COUNTED, ban_in
from nomic.recipes.plain_rules.conditions import on_conditions
from nomic.recipes.plain_rules.effect_phrases import Doing, steps_of
from nomic.recipes.plain_rules.occasions import EVERYBODY, Occasion, split
from nomic.recipes.plain_rules.people import VOTES_CAST, with_ties, without_ties
from nomic.recipes.plain_rules.phase_conditions import in_phases_said
from nomic.recipes.plain_rules.repeated_deeds import repeated_in
from nomic.recipes.plain_rules.rights import exchange_in, right_in, sale_in
from nomic.recipes.plain_rules.synonyms import in_usual_words
from nomic.recipes.plain_rules.things import CALLED, NUMBER, thing_pattern
from nomic.recipes.plain_rules.vote_weights import voting_in
from nomic.recipes.taken_names import Taken

LONGEST = 240  # characters of a sentence that is read
VOTED_ON = "$voted-on"  # placeholder for the name of the value with the proposals that a player has voted on
REMEMBERED = 200  # sentences of one law; a page reads its text several times
_MOVES = {"grant": "", "revoke": " lost", "transfer": " passed on", "raise": "", "set": ""}  # in titles, by the step
_WORTH = {"grant": "bring", "revoke": "cost"}  # in titles about deeds: "Failed proposals cost 5 Coins"
_OF_DEEDS = re.compile(
    r"(?:(?:Won|Lost|Passed|Failed|Submitted|Opened) \w+|Matches|Duels|Battles|Purchases|Trades|Gifts)"
)
MAX_TRIED = 12  # ways to read one sentence that are tried against the law
_QUOTES = re.compile(r"'''|[“”\"*]|(?<!\w)['‘]|['’](?!\w)")
# "and" before a sentence with an occasion of its own. One of "they" or "it" may depend on the sentence before.
_AND_ANOTHER = re.compile(
    r"(?:;|,|,? and|,? but|, while) (?=(?:when|whenever|if) (?!they\b|he\b|she\b|that\b|this\b|not\b)|"
    r"(?:every|each) (?:phase|week|day|time|\w+day)\b|on (?:\w+days?)\b|at the (?:start|end|beginning) of|whoever )",
    re.IGNORECASE,
)
MAX_PAUSES = 3  # positions at which a sentence is tried as two sentences
_A_PROPOSAL = re.compile(r"(?<=when )(?:your|an?|any|each|every) (?:proposal|motion)\b", re.IGNORECASE)
_IT = re.compile(r"^(?P<when>when|whenever|if) it\b", re.IGNORECASE)
_BARE_AMOUNT = re.compile(rf"\b{NUMBER}$", re.IGNORECASE)
_LATE = re.compile(r",? (?:from now on|please|henceforth|in the future)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlainRule:
    """A rule read from a sentence: its title, and its clauses by name."""

    title: str
    clauses: dict[str, Any]


def rule_said(words: str, law: Law) -> PlainRule | None:
    """Return the rule that a sentence describes under a law, or None if a part of the sentence is not understood."""
    plain = bare_sentence(words)
    if not plain or len(plain) > LONGEST or plain.endswith("?"):
        return None
    known: dict[str, PlainRule | None] = law.once("plain rules", dict)
    if plain not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[plain] = _read(plain, law) or _read_with_ties(plain, law)
    return known[plain]


def bare_sentence(words: str) -> str:
    """Return a sentence without quotation marks around it, introductory words and full stop."""
    plain = " ".join(_QUOTES.sub("", words).replace(" ,", ",").split()).strip(" .!,;:")
    return in_usual_words(_LATE.sub("", plain)) if len(plain) <= LONGEST else plain


def _read(plain: str, law: Law) -> PlainRule | None:
    return _read_as_one(plain, law) or _read_as_two(plain, law)


def _read_with_ties(plain: str, law: Law) -> PlainRule | None:
    """Return the rule of a sentence that ends with what happens in a tie, or None."""
    words, ties = without_ties(plain)
    rule = _read(words, law) if ties else None
    clauses = {} if rule is None else with_ties(rule.clauses, ties)
    if rule is None or (clauses == rule.clauses and ties != "all"):  # nobody can tie
        return None
    tied = PlainRule(rule.title, clauses)
    return tied if is_law(tied, law) else None


def _read_as_one(plain: str, law: Law) -> PlainRule | None:
    for count, rule in enumerate(_ways(plain, law)):
        if count >= MAX_TRIED:
            break
        if is_law(rule, law):
            return rule
    return None


def _read_as_two(plain: str, law: Law) -> PlainRule | None:
    """Return the rule of two sentences that "and" joins, each with its own occasion, or None.

    "When your proposal passes you get 5 Chips, and when it fails you lose 2."
    """
    for pause in islice(_AND_ANOTHER.finditer(plain), MAX_PAUSES):
        first, second = plain[: pause.start()], plain[pause.end() :]
        if (one := _read_as_one(first, law)) is None:
            continue
        made = Law(amended_draft(law.document, [amendment_of(one, "Words.", law)]))  # so that values get other names
        if (two := _read_as_one(in_usual_words(_with_nouns_of(first, second, law)), made)) is not None:
            names = {name: name if name not in one.clauses else f"{name}-2" for name in two.clauses}
            both = PlainRule(one.title, {**one.clauses, **{names[name]: two.clauses[name] for name in names}})
            return both if is_law(both, law) else None
    return None


def _with_nouns_of(first: str, second: str, law: Law) -> str:
    """Return the second of two sentences with the nouns that only the first one says: "it", and of an amount."""
    about = _A_PROPOSAL.search(first)
    second = second if about is None else _IT.sub(rf"\g<when> {about[0]}", second, count=1)
    amounts = re.findall(rf"\b{NUMBER} ({thing_pattern(law)})\b", first, re.IGNORECASE)
    return f"{second} {amounts[-1]}" if amounts and _BARE_AMOUNT.search(second) else second


def _ways(plain: str, law: Law) -> Iterator[PlainRule]:
    """Yield the ways to read a sentence. Those in named phases come first, for the rest may be read without them."""
    for title, clauses in chain(in_phases_said(plain, law, _read_ways), _read_ways(plain, law)):
        yield _named(title, clauses, law)


def _read_ways(plain: str, law: Law) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the titles and clauses that a sentence may mean.

    Bans come first, because a forbidden act is not an effect.
    """
    for reads in (ban_in, right_in, sale_in, exchange_in, voting_in):
        if (found := reads(plain, law)) is not None:
            yield found
    for occasion, doing in _effects(plain, law):
        yield doing.title or _title(occasion, doing, law), _clauses(occasion, doing)
    yield from repeated_in(plain, law, _parts)


def _effects(plain: str, law: Law) -> Iterator[tuple[Occasion, Doing]]:
    """Yield the occasions and effects into which a sentence may be divided."""
    for said in split(plain, law):
        doing = steps_of(said.rest, law, said.occasion, said.subject)
        if doing is not None and doing.steps:
            yield said.occasion, doing
    for rest, condition, _ in on_conditions(plain, law):
        for occasion, doing in _effects(rest, law):
            yield replace(occasion, conditions=(*occasion.conditions, condition)), doing


def _parts(
    plain: str, law: Law
) -> Iterator[tuple[Occasion, list[dict[str, Any]], Callable[[Occasion], str], dict[str, Any]]]:
    for occasion, doing in _effects(plain, law):
        if not doing.counts:
            yield occasion, [*doing.steps], partial(_title_of, doing, law), _titles(doing)


def _title_of(doing: Doing, law: Law, occasion: Occasion) -> str:
    return _title(occasion, doing, law)


def _titles(doing: Doing) -> dict[str, Any]:
    """Return the clauses of the new titles that players can bear."""
    names = [
        name if count == 0 else f"title-{count + 1}" for count, name in enumerate(["title"] * len(doing.new_titles))
    ]
    return {
        name: {"value": title, "is": "flag", "of": "player", "beside": True, "says": "A title."}
        for name, title in zip(names, doing.new_titles, strict=True)
    }


def _title(occasion: Occasion, doing: Doing, law: Law) -> str:
    """Return a title that says when a rule acts and what it does first: "Failed proposals cost 5 Coins"."""
    step = doing.steps[0].get("do", doing.steps)[0]
    thing = next((str(step[verb]) for verb in _MOVES if verb in step), "")
    thing = thing.removeprefix(CALLED)
    if thing not in items_of(law):
        return f"{occasion.title}: {thing}" if thing else occasion.title
    n, many = step["n"], items_of(law)[thing].plural
    amount = many if not isinstance(n, int) else f"{n} {thing if n == 1 else many}"
    worth = next((says for verb, says in _WORTH.items() if verb in step), "")
    if worth and _OF_DEEDS.fullmatch(occasion.title) is not None:
        return f"{occasion.title} {worth} {amount}"
    return f"{occasion.title}: {amount}{next(says for verb, says in _MOVES.items() if verb in step)}"


def _clauses(occasion: Occasion, doing: Doing) -> dict[str, Any]:
    conditions = list(occasion.conditions)
    if occasion.once_each:
        known = {"proposals_in": VOTED_ON, "of": occasion.actor}
        conditions.append({"not": {"member": f"${occasion.once_each}", "of": known}})
    limited = {} if not conditions else {"if": conditions[0] if len(conditions) == 1 else {"all": conditions}}
    does = {**occasion.when, **limited, "do": list(doing.steps)}
    if occasion.once_each:
        does["do"].append({"enter": f"${occasion.once_each}", "in": VOTED_ON, "of": occasion.actor})
        votes = {"value": VOTED_ON, "of": "player", "is": "proposals"}
        return {**_titles(doing), "votes": votes, "does": does}
    if not doing.counts:
        return {**_titles(doing), "does": does}
    counted = {"when": "does", "act": "vote", "do": [{"raise": VOTES_CAST, "by": 1, "of": "$who"}]}
    does["do"].append({"reset": VOTES_CAST, "of": EVERYBODY})
    count = {"value": VOTES_CAST, "of": "player", "least": 0}
    return {**_titles(doing), "count": count, "counted": counted, "does": does}


def _named(title: str, clauses: dict[str, Any], law: Law) -> PlainRule:
    """Return the rule with its title and its values renamed so that the law does not have them yet."""
    taken = Taken(law)
    free = taken.give_name(shortened(title[:1].upper() + title[1:], MAX_TITLE))
    text = json.dumps(clauses)
    counted = free.removeprefix("Limit on ")
    names = (
        (COUNTED, f"{counted[:1].upper()}{counted[1:]} so far"),
        (VOTES_CAST, "Votes cast"),
        (VOTED_ON, "Votes already counted"),
    )
    today = ((found[0], found[0].removeprefix(CALLED)) for found in re.finditer(rf"{re.escape(CALLED)}[\w ]+", text))
    for mark, base in (*names, *today):
        if mark in text:
            text = text.replace(json.dumps(mark), json.dumps(taken.give_name(re.sub(r"[^\w ,’'-]", "", base)[:60])))
    return PlainRule(free, json.loads(text))


def amendment_of(rule: PlainRule, words: str, law: Law) -> Operation:
    """Return the amendment that adds a rule with the author's words as its text."""
    rules = law.document["rules"].values()
    place = max((each.get("place", 0) for each in rules if each.get("parent") is None), default=0) + STEP
    said = " ".join(words.split()).strip()
    body = said[:1].upper() + said[1:] + ("" if said.endswith((".", "!")) else ".")
    value = {"title": rule.title, "body": body, "parent": None, "place": place, "clauses": rule.clauses}
    return {"op": "add", "path": f"/rules/{Taken(law).give_id(rule.title)}", "value": value}


def exact_sentences(operation: Operation, law: Law) -> tuple[str, ...]:
    """Return sentences with the exact effect of a rule, once the amendment has added it to the law."""
    made = Law(amended_draft(law.document, [operation]))
    return explain_rule(made, path_of(str(operation["path"]))[1])


def is_law(rule: PlainRule, law: Law) -> bool:
    """Return whether a law with this rule is valid."""
    try:
        made = amended_draft(law.document, [amendment_of(rule, "Words.", law)])
    except (AmendmentsDoNotApply, LawInvalid):
        return False
    return not flaws_of(made)
