"""Parses conditions that the law can decide: "If the rule “Luck” exists, repeal it. Otherwise, …"."""

import re
from dataclasses import dataclass

from nomic.web.composer.orders.order_words import CLOSE, OPEN, RULE_NOUN

_CALLED = r"(?:named|called|titled|entitled|with the (?:title|name))"
_CONDITION = re.compile(
    rf"(?P<word>if|unless) (?P<before>[^,:;{OPEN}]{{0,60}}?)"
    rf"(?P<name>{OPEN}\d++{CLOSE}|(?-i:[A-Z])[\w’'-]{{1,30}}(?: (?-i:[A-Z])[\w’'-]{{1,30}}){{0,4}})(?: {RULE_NOUN})?"
    rf"(?P<after>[^,:;{OPEN}]{{0,60}}?),? (?:then )?(?=\S)(?:(?<=, )|(?<=then ))(?P<order>.++)",
    re.IGNORECASE | re.DOTALL,
)
# What stands before and after the name of the rule, and whether the rule exists then.
_SAID = tuple(
    (re.compile(before, re.IGNORECASE), re.compile(after, re.IGNORECASE), exists)
    for before, after, exists in (
        (
            rf"(?:(?:the|a) )?(?:{RULE_NOUN} )?(?:{_CALLED} )?",
            r" (?:still |already |currently )?(?:exists|is (?:still |already )?in (?:the ruleset|effect|force))",
            True,
        ),
        (rf"there (?:is|exists) (?:already |still )?an? {RULE_NOUN} (?:{_CALLED} )?", r"(?: already)?", True),
        (
            rf"(?:(?:the|a) )?(?:{RULE_NOUN} )?(?:{_CALLED} )?",
            r" (?:does not|doesn['’]t|no longer) (?:yet )?exists?|"
            r" is(?: not|n['’]t) in (?:the ruleset|effect|force)",
            False,
        ),
        (
            rf"(?:there (?:is|exists) (?:no|not (?:yet |already )?an?)|no) (?:existing )?{RULE_NOUN} (?:{_CALLED} )?",
            r"(?: (?:yet |already )?exists| yet)?",
            False,
        ),
    )
)
_OTHERWISE = re.compile(r"(?:otherwise|else|if not|if it (?:does not|doesn['’]t)(?: exist)?),? (?P<order>\S.*+)", re.I)


@dataclass(frozen=True, slots=True)
class RuleCondition:
    """A condition that a rule exists, or does not exist, and the order that depends on the condition."""

    name: str  # a title, or the mark of a quotation
    exists: bool
    order: str


def condition_on_a_rule(order: str) -> RuleCondition | None:
    """Return the condition of an order on the existence of a rule, or None for other orders."""
    found = _CONDITION.fullmatch(order)
    if found is None:
        return None
    for before, after, exists in _SAID:
        if before.fullmatch(found["before"]) and after.fullmatch(found["after"]):
            return RuleCondition(found["name"], exists != (found["word"].lower() == "unless"), found["order"])
    return None


def otherwise(order: str) -> str:
    """Return the order in an "otherwise" sentence, or ""."""
    found = _OTHERWISE.fullmatch(order)
    return "" if found is None else found["order"]
