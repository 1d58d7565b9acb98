"""Splits an order about several rules into one order for each rule: "Repeal rules Luck and Time"."""

import re
from collections.abc import Callable

from nomic.web.composer.orders.order_words import CLOSE, OPEN, RULE_NOUN, VERB
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK

# "In Luck and Naps, replace …"
_IN_SEVERAL = re.compile(
    rf"in (?:both )?(?:the )?(?:{RULE_NOUN}s? )?(?P<rules>{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,8}},? and "
    rf"(?:(?:the )?{RULE_NOUN} )?{OPEN}\d++{CLOSE}),? (?P<order>(?:{VERB})\b.++)",
    re.IGNORECASE,
)
_LISTED_QUOTED = re.compile(
    rf"(?P<verb>repeal|abolish|scrap|get rid of) (?:both )?"
    rf"(?P<rules>(?:the )?{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,30}},? and {OPEN}\d++{CLOSE})",
    re.IGNORECASE,
)
_QUOTED = re.compile(f"{OPEN}\\d++{CLOSE}")
# "Add to the list in Naps: “On a roof” and “In a boat”", "Add “On a roof” and “In a boat” to the list"
_QUOTED_ITEMS = rf"(?P<items>{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,30}},? and {OPEN}\d++{CLOSE})"
_SEVERAL_ITEMS = (
    re.compile(
        rf"(?P<verb>add|append|insert|include|put) (?:the (?:new )?(?:items|bullets|entries|rows) )?{_QUOTED_ITEMS}"
        r"(?P<where> (?:as (?:new )?(?:items|bullets|entries|rows) )?(?:to|in|into|at) [^;.]{0,80}\b(?:list|"
        r"table)\b[^;.]{0,120})",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<verb>add|append|insert|include|put)(?: the (?:following|new) (?:items|bullets|entries|rows))?"
        rf"(?P<where> (?:to|in|into|at) [^;.]{{0,80}}\b(?:list|table)\b[^;.]{{0,120}}?)[ :]*{_QUOTED_ITEMS}",
        re.IGNORECASE,
    ),
)
# "Remove “every day” and “at noon” from Naps"
_SEVERAL_WORDS = re.compile(
    r"(?P<verb>remove|delete|strike|cut|omit) (?:both )?(?:the )?(?:(?:words?|texts?|phrases?|sentences?) )?"
    rf"(?P<words>{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,30}},? and (?:the (?:words?|texts?|phrases?|sentences?) )?"
    rf"{OPEN}\d++{CLOSE})(?P<where> (?:from|in) (?!the (?:ruleset|rules|law)\b)[^;:]{{1,120}})",
    re.IGNORECASE,
)
LISTED = re.compile(rf"(?P<verb>{VERB}) (?:the )?rules (?P<rules>[^:]++)", re.IGNORECASE)
WITH_ALL = re.compile(r",? with all\b", re.IGNORECASE)
LISTED_FIRST = re.compile(
    r"(?:the )?rules (?P<rules>[^:]{1,300}?) (?P<state>(?:are|shall|should|must|will|become|now)\b.++)", re.IGNORECASE
)


def each_rule(order: str) -> list[str]:
    """Return an order about several rules as one order for each: "Repeal rules Luck and Time"."""
    several = _IN_SEVERAL.fullmatch(order.rstrip(" .;"))
    if several is not None:
        return [f"in {rule}, {several['order']}" for rule in _QUOTED.findall(several["rules"])]
    listed = _LISTED_QUOTED.fullmatch(order.rstrip(" .;"))
    if listed is not None:
        return [f"{listed['verb']} rule {rule}" for rule in _QUOTED.findall(listed["rules"])]
    if (one_by_one := _rule_by_rule(order.rstrip(" .;"))) is not None:
        return one_by_one
    items = next(filter(None, (form.fullmatch(order.rstrip(" .;")) for form in _SEVERAL_ITEMS)), None)
    if items is not None:
        return [f"{items['verb']} the item {item}{items['where']}" for item in _QUOTED.findall(items["items"])]
    if (words := _SEVERAL_WORDS.fullmatch(order.rstrip(" .;"))) is not None:
        return [f"{words['verb']} {each}{words['where']}" for each in _QUOTED.findall(words["words"])]
    found = LISTED.fullmatch(order.rstrip(" .;"))
    if found is None:
        stated = LISTED_FIRST.fullmatch(order.rstrip(" .;"))
        return [order] if stated is None else [f"rule {name} {stated['state']}" for name in _names(stated["rules"])]
    rules, *rest = WITH_ALL.split(found["rules"], maxsplit=1)
    end = f" with all{rest[0]}" if rest else ""
    return [f"{found['verb']} rule {name}{end}" for name in _names(rules)] or [order]


_AND_RULE = re.compile(r",? and (?:the )?rule |, (?:the )?rule ", re.IGNORECASE)
_REPEALS_RULE = re.compile(
    r"(?P<verb>repeal|abolish|scrap|get rid of|delete|remove) (?:both )?(?:the )?rule (?P<name>.{1,100})", re.IGNORECASE
)
_ONE_NAME = re.compile(rf"{OPEN}\d++{CLOSE}|(?-i:[A-Z\d])[\w’'.-]{{0,30}}(?: [\w’'-]{{1,30}}){{0,5}}", re.IGNORECASE)


def _rule_by_rule(order: str) -> list[str] | None:
    """Return "Repeal the rule Luck and the rule Time" as one order for each rule, or None for other orders."""
    first, *others = _AND_RULE.split(order)
    found = _REPEALS_RULE.fullmatch(first) if others else None
    names = [] if found is None else [found["name"], *others]
    if found is None or not all(_ONE_NAME.fullmatch(name) for name in names):
        return None
    return [f"{found['verb']} rule {name}" for name in names]


def _names(rules: str) -> list[str]:
    """Return the names of rules in a list such as "Luck, Time and Naps"."""
    named = [name.strip().removeprefix("and ") for part in rules.split(",") for name in part.split(" and ")]
    return [name for name in named if name]


# "Repeal these rules, in this order:" above a list, or before names with commas between
_RULES_BELOW = re.compile(
    r"(?P<verb>repeal|abolish|scrap|delete|remove) (?:all )?(?:of )?(?:the following|these)(?: [a-z]{2,9}){0,2} "
    r"(?:rules|sections)(?:,? [a-z ]{1,40})?:[ ]*(?P<rules>.++)",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN_RULES = re.compile(r",? and |[,;] ", re.IGNORECASE)
_LINE_SIGN = re.compile(r"^[ \t]*+(?:[*#•–-]|\d{1,3}[.)](?= )|\([a-z0-9]{1,3}\))[ \t]*+", re.MULTILINE | re.IGNORECASE)
_SAYS_RULE = re.compile(rf"(?:the )?{RULE_NOUN}\b|R\d", re.IGNORECASE)


def rules_listed(order: str, marked: Callable[[int], str]) -> list[str]:
    """Return an order about the rules of a list below it as one order for each: "Repeal these rules: …".

    `marked` returns the text of a quotation, with marks for the names in it.
    """
    found = _RULES_BELOW.fullmatch(order.rstrip(" .;"))
    if found is None:
        return [order]
    below = MARK.fullmatch(found["rules"])
    items = _LINE_SIGN.sub("", marked(int(below[1]))).split("\n") if below else _BETWEEN_RULES.split(found["rules"])
    named = [item.strip(" .;") for item in items if item.strip(" .;")]
    return [f"{found['verb']} {'' if _SAYS_RULE.match(item) else 'rule '}{item}" for item in named]


# "Replace … with … and remove … from Luck": the last of the orders names the rule of all.
_WITHOUT_A_RULE = re.compile(
    rf"(?:(?:replace|change) {OPEN}\d++{CLOSE} (?:with|by|to)|(?:remove|delete|strike)) {OPEN}\d++{CLOSE}",
    re.IGNORECASE,
)
_WITH_A_RULE = re.compile(
    rf"(?:replace|change|remove|delete|strike) [^;:]{{0,120}}{CLOSE} (?:in|from) "
    rf"(?P<rule>(?:the )?(?:{RULE_NOUN} )?(?:{OPEN}\d++{CLOSE}|(?-i:[A-Z])[\w’' -]{{0,60}}))",
    re.IGNORECASE,
)


def with_the_rule_of_the_last(orders: list[str]) -> list[str]:
    """Return the orders of one sentence. If only the last one names a rule, the others get that rule too."""
    last = _WITH_A_RULE.fullmatch(orders[-1].rstrip(" .;")) if len(orders) > 1 else None
    if last is None or not all(map(_WITHOUT_A_RULE.fullmatch, orders[:-1])):
        return orders
    return [*(f"{order} in {last['rule']}" for order in orders[:-1]), orders[-1]]
