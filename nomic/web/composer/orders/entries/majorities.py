"""Sentences and edits about how many votes are enough: "Decrees need a two-thirds majority".

The words of a class of proposals say what is enough, and its condition `passes` decides it. Both change together.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.tree import rules_of, tree
from nomic.recipes.plain_rules.draft_rule import LONGEST
from nomic.web.composer.orders.changes.drafted_law import NotPlaced, plain
from nomic.web.composer.orders.names_and_numbers.number_words import SHARE, share_meant
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation

_AGAINST = {"sum": ["$against", "$unclear"]}
_VOTES = {"sum": ["$for", "$against", "$unclear"]}
_ALL = r"(?:all(?: of the)?|the|every) (?P<{}>active |reputable )?(?:players|members)"
_OF_VOTES = r"(?:all )?(?:the |those )?(?:votes?(?: cast)?|voters|(?:players|those) (?:who )?(?:vote[ds]?|voting))"
_OF = rf"of (?:{_OF_VOTES}|{_ALL})"
# What is enough: "two thirds of the votes", "a simple majority", "more votes for than against", "no votes against".
_ENOUGH = (
    r"(?:(?:an? |the )?(?:at least |no fewer than |no less than )?(?:an? |the )?"
    rf"(?P<share>{SHARE})(?:[- ](?:super-?)?majority)?(?: vote)?(?: {_OF.format('some')})?|"
    rf"(?P<over>more than|over) (?P<part>{SHARE}) {_OF.format('few')}|"
    rf"(?:an? |the )?(?:simple |plain |mere |bare |absolute )?majority(?: vote)?(?: {_OF.format('most')})?|"
    r"(?P<more>(?:there (?:are|being) )?more votes for (?:it |them )?than against(?: it| them)?)|"
    r"(?P<none>(?:an? )?unanim(?:ity|ous(?:ly)?(?: (?:consent|vote|approval|agreement))?)|"
    r"(?:no|without (?:a|any)) votes? against(?: it| them)?)|"
    r"(?P<loose>at most|no more than|fewer than) \w{1,9}(?: votes?)? against(?: it| them)?)"
)
_CLASS = r"(?P<class>(?:[^\W_][\w'’-]{0,30} ){0,4}?[^\W_][\w'’-]{0,30})"
_EVERY = r"(?:an? |the |every |each |all |any )?"
_PASSES = (
    r"(?:(?:now|should|shall|must|can|will|may|only|to) )*"
    r"(?:(?:needs?|requires?|have|get|has to have|have to have)(?: now| only| at least)*|"
    r"(?:pass(?:es)?|(?:is|are|be) (?:popular|enacted|adopted)|"
    r"become(?:s)? law|take(?:s)? effect)(?: now| only)*"
    r"(?: with| by| on| if (?:it|they) (?:has|have|gets?)| if)?)"
)
_TO_SUCCEED = (
    r"(?:,? (?:in order )?to (?:pass|be (?:popular|enacted|adopted)|become law|take effect)|,? (?:in favou?r|for it)|"
    r" (?:is|are|vote[ds]?) (?:for|in favou?r of) (?:it|them))?"
)
_INSTEAD = r"(?:,? (?:instead of|rather than|not) (?P<old>[^.;:]{1,80}))?"
_SAID = re.compile(
    rf"{_EVERY}{_CLASS} (?:{_PASSES}) (?P<new>{_ENOUGH}){_TO_SUCCEED}{_INSTEAD}(?: from now on)?", re.IGNORECASE
)
_QUOTED = r"[“\"'‘]?(?P<{}>[^“”\"‘’\n]{{1,100}}?)[”\"'’]?"
_EDIT = re.compile(
    rf"(?:in (?P<before>[^,;:]{{1,100}}), )?(?:change|replace|amend|alter) (?:the (?:words?|phrase|text) )?"
    rf"{_QUOTED.format('old')} (?:to|with|by|into) (?:the (?:words?|phrase|text) )?{_QUOTED.format('new')}"
    r"(?: (?:in|for) (?P<after>[^,;:]{1,100}))?",
    re.IGNORECASE,
)
_IS_ENOUGH = re.compile(_ENOUGH, re.IGNORECASE)
_WITH = re.compile(r"(?:with|by|if(?: there (?:is|are))?) (?:(?:a|an) (?=at least))?", re.IGNORECASE)
_QUOTES = re.compile(r"[“”\"'‘’]|\b(?:the )?(?:sub-?)?(?:rule|section)(?: (?:called|titled|on))?(?= )", re.IGNORECASE)
# What the rules of classes say is enough, with a placeholder for a number.
_NUMBER = r"(?:\{\{law\|[^{}]{1,200}\}\}|\w{1,9})"
_IN_RULE = (
    r"(?:with|if there are|if it has) more votes for (?:it )?than against(?: it)?",
    rf"(?:with|if there are|if it has) (?:at most|fewer than|no more than) {_NUMBER}(?: votes?)? against(?: it)?",
    r"if nobody is against it",
    rf"if (?:at least|more than) {SHARE} of (?:the votes(?:, and at least one,)?|all (?:active |reputable )?players) "
    r"are for it",
)
_PHRASE = re.compile("|".join(_IN_RULE), re.IGNORECASE)
_ANY_PROPOSAL = re.compile(r"proposals?|motions?", re.IGNORECASE)
_CALLED = re.compile(r"^proposals? of (?:the )?class |(?:[ -]class)?(?: (?:proposals?|motions?))?$")
_ENDS_IN_FAVOUR = re.compile(r"(?: (?:is|are|vote|voted))? (?:for (?:it|them)|in favou?r)$", re.IGNORECASE)
_A_PART = re.compile(r"^(?=(?!half)[a-z]+$)")  # "quarter"
_OF_PEOPLE = re.compile(r"\b(?:players|members)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Majority:
    """What is enough: the condition `passes`, and the words for it that follow "It passes"."""

    passes: dict[str, Any]
    words: str


def majority_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence or an edit on the required number of votes, or None for other sentences.

    The list is empty if the law says so already. Raises NotPlaced if it is unclear which class is meant, or if the
    words of the class cannot change with its condition.
    """
    plain_words = without_lead(words).strip().rstrip(" .!")
    if len(plain_words) > LONGEST:
        return None
    edit = _EDIT.fullmatch(plain_words)
    if edit is not None:
        return _edited(edit, law)
    said = _SAID.fullmatch(plain_words)
    new = None if said is None else _majority(said["new"])
    if said is None or new is None:
        return None
    every = [*classes_of(law).values()]
    named = said["class"].casefold()
    meant = [each for each in every if _is_called(each, named)]
    if not meant and _ANY_PROPOSAL.fullmatch(named) is None:
        return None
    if not meant:
        meant = every
    if len(meant) != 1:
        names = ", ".join(sorted(each.title for each in every))
        raise NotPlaced(f"it does not say which proposals: write the class, which is one of {names}")
    old = _majority(said["old"]) if said["old"] else None
    if said["old"] and (old is None or old.passes != meant[0].clause.passes):
        raise NotPlaced(f"the majority for {meant[0].title} is not {said['old']} now")
    return _amended(law, meant[0], new)


def _is_called(class_: ProposalClass, said: str) -> bool:
    """Return whether words name a class: "urgent proposals", "a proposal of the class Urgent", "decrees"."""
    names = {class_.title.casefold(), class_.name.casefold().replace("-", " ")}
    rest = _CALLED.sub("", said)
    return bool({said, said.removesuffix("s"), rest, rest.removesuffix("s")} & names)


def _majority(words: str) -> _Majority | None:
    """Return what is enough in words such as "two thirds of the votes", or None for other words."""
    said = _WITH.sub("", words.strip(" .,;:"), count=1)
    said = _ENDS_IN_FAVOUR.sub("", said)
    found = _IS_ENOUGH.fullmatch(said)
    if found is None or found["loose"]:
        return None
    if found["none"]:
        return _Majority({"is": [0, "at_least", _AGAINST]}, "if nobody is against it")
    who = next((found[name] for name in ("some", "few", "most") if found[name]), "").casefold()
    is_of_all = _OF_PEOPLE.search(said) is not None
    if who:
        return None  # only all players, or all votes, are counted for every class
    share = found["share"] or found["part"]
    part = share_meant(share) if share else Fraction(1, 2)
    if part is None or not 0 < part <= 1:
        return None
    is_over = share is None or found["over"] is not None
    if not is_of_all and is_over and part == Fraction(1, 2):
        return _Majority({"is": ["$for", "more_than", _AGAINST]}, "with more votes for it than against it")
    whole: Any = "$eligible" if is_of_all else _VOTES
    sides = (_times(part.denominator, "$for"), _times(part.numerator, whole))
    amount = "half" if share is None else _A_PART.sub("a ", share.casefold())
    amount = amount.replace("-", " ")
    if is_over:
        people = "all players" if is_of_all else "the votes"
        return _Majority({"is": [sides[0], "more_than", sides[1]]}, f"if more than {amount} of {people} are for it")
    enough = {"is": [sides[0], "at_least", sides[1]]}
    if is_of_all:
        return _Majority(enough, f"if at least {amount} of all players are for it")
    # Without a vote, none for it would be two thirds of none.
    anybody = {"is": ["$for", "at_least", 1]}
    return _Majority({"all": [enough, anybody]}, f"if at least {amount} of the votes, and at least one, are for it")


def _times(n: int, what: Any) -> Any:
    return what if n == 1 else {"times": [n, what]}


def _edited(edit: re.Match[str], law: Law) -> list[Operation] | None:
    """Return the amendments for an edit that writes one majority in place of another, or None for other edits."""
    old, new = _majority(edit["old"]), _majority(edit["new"])
    is_number = (found := _IS_ENOUGH.fullmatch(_WITH.sub("", edit["old"], count=1))) is not None and found["loose"]
    if new is None or (old is None and not is_number):
        return None
    every = [*classes_of(law).values()]
    named = edit["before"] or edit["after"]
    if named:
        rule = plain(_QUOTES.sub("", named))
        ids = {id_ for id_, each in law.document["rules"].items() if plain(each["title"]) == rule}
        ids |= {placed.id for placed in tree(rules_of(law)) if placed.number == rule}
        ids |= {id_ for id_, each in law.document["rules"].items() if each.get("parent") in ids}
        every = [each for each in every if each.placed.rule in ids or _is_called(each, rule)]
    meant = [
        each for each in every if (_phrase(each.clause.passes) if old is None else each.clause.passes == old.passes)
    ]
    if len(meant) != 1:
        if old is None:
            return None
        titles = ", ".join(each.title for each in meant)
        which = (
            f"several classes of proposals use it: {titles}" if titles else "no class of proposals in that rule uses it"
        )
        raise NotPlaced(f"“{edit['old']}” decides votes, and {which}")
    return _amended(law, meant[0], new)


def _phrase(passes: Any) -> bool:
    return isinstance(passes, dict) and isinstance((passes.get("is") or [None])[0], int)


def _amended(law: Law, class_: ProposalClass, new: _Majority) -> list[Operation]:
    """Return the amendments that change the condition of a class, and its words in the rule and in its summary."""
    if class_.clause.passes == new.passes:
        return []
    rule = class_.placed.rule
    clause = pointer("rules", rule, "clauses", class_.name)
    body = str(law.document["rules"][rule]["body"])
    found = _phrases(law, class_, body)
    if len(found) != 1:
        title = law.document["rules"][rule]["title"]
        raise NotPlaced(f"the rule “{title}” does not state the majority in words that can be changed with it")
    (phrase,) = found
    operations = [
        *_replaced(f"{clause}/passes", class_.clause.passes, new.passes),
        *_replaced(pointer("rules", rule, "body"), body, f"{body[: phrase.start()]}{new.words}{body[phrase.end() :]}"),
    ]
    said = str(class_.clause.says)
    if (summary := _PHRASE.search(said)) is not None:
        operations += _replaced(f"{clause}/says", said, f"{said[: summary.start()]}{new.words}{said[summary.end() :]}")
    return operations


def _replaced(path: str, old: Any, new: Any) -> list[Operation]:
    return [{"op": "test", "path": path, "value": old}, {"op": "replace", "path": path, "value": new}]


def _phrases(law: Law, class_: ProposalClass, body: str) -> list[re.Match[str]]:
    """Return what the text of a rule says is enough for a class.

    That is what has the class's own number, or else what has no number of another class.
    """
    found = [*_PHRASE.finditer(body)]
    own = f"/clauses/{class_.name}/"
    mine = [each for each in found if own in each[0]]
    others = [each for each in found if "/clauses/" in each[0] and own not in each[0]]
    return mine or [each for each in found if each not in others]
