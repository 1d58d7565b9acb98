"""Lists of numbers under a heading that says what they are: "Change the chances of these collections: Rare 10%, …"."""

import re
from typing import NamedTuple

MAX_LISTED = 20  # numbers of one list
_LONGEST = 400  # characters of a list that is read
_HEAD = re.compile(
    r"(?:(?:change|set|adjust|amend|update|make|raise|lower|increase|reduce) )?(?:(?:the|these|those) )?"
    r"(?:(?:new|following) )?(?:[a-z]{3,20} )?(?P<noun>[a-z]{3,20}s)(?: (?:of|for|in) (?P<of>[^:\d]{3,60}?))?"
    r"(?: (?:as follows|to|are|become|should be|will be)(?: the following)?)? ?: ?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\n|[,;] (?:and )?| and ")
_SIGN = re.compile(r"[*#-] ?")
_OLD = r"(?:instead of|rather than|not|was|now|currently|from|before:?)"
_ITEM = re.compile(
    r"(?:the )?(?P<name>(?-i:[A-Z])[^:\d(]{1,40}?)(?: ?:| (?:to|is|becomes|at|gets|has))? (?P<n>\d{1,6})(?P<unit> ?%)?"
    rf"(?: [a-z]{{2,20}})?(?:,? \(?{_OLD} (?P<old>\d{{1,6}})(?: ?%)?(?: [a-z]{{2,20}})?\)?)?[ .]*",
    re.IGNORECASE,
)
_CHANCE = ("chance", "probability", "percentage", "odd", "number", "value")
_OF_ALL = re.compile(r"(?:(?:the|these|those|all|following) ){0,2}(?P<noun>[\w’' -]{2,40}?)s", re.IGNORECASE)


class ListedNumber(NamedTuple):
    """A sentence that gives one number of a list, and the number that it replaces, if the list says one."""

    sentence: str
    old: int | None


def numbers_listed(words: str) -> list[ListedNumber]:
    """Return the numbers of a list under a heading, or an empty list for other words."""
    head = _HEAD.match(words) if len(words) <= _LONGEST else None
    if head is None:
        return []
    found: list[ListedNumber] = []
    of_all = None if head["of"] is None else _OF_ALL.fullmatch(head["of"])
    kind = "" if of_all is None else f"the {of_all['noun']} "
    items = [_SIGN.sub("", each.strip(), count=1) for each in _BETWEEN.split(words[head.end() :])]
    for each in [item for item in items if item][: MAX_LISTED + 1]:
        item = _ITEM.fullmatch(each)
        if item is None or len(found) == MAX_LISTED:
            return []
        noun = head["noun"][:-1]
        what = f"{noun} of {kind}{item['name']}"
        if item["unit"] and not kind and noun.casefold() not in _CHANCE:  # "Modifier collections: Rare 10%"
            what = f"chance of the {noun} {item['name']}"
        sentence = f"the {what} is {item['n']}"
        found.append(ListedNumber(sentence, int(item["old"]) if item["old"] else None))
    return found
