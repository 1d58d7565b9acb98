"""Decides where a text that an order announces ends, if no delimiter such as a quotation mark shows it.

    Add a rule called Judges:

    The Judge shall be elected each week. Players who are idle are removed from the list.

    Repeal the rule Luck.

A text goes on until an order that nothing but a proposal says: it begins with its verb and names a rule, the law or a
new number. A statement in the middle of a text belongs to the text. A paragraph that may be an order is in doubt, as is
one whose number the law has: "The price of a Chip becomes 5." The order that announces such a text is not carried out.
"""

import re
from enum import Enum

from nomic.web.composer.orders.order_words import CLOSE, DOING, OPEN, PASSES, RULE_NOUN, VERB
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import COMMAND, begins_an_order, is_statement
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK


class End(Enum):
    """The possible answers to whether a text ends before a paragraph: yes, no, or in doubt."""

    NO = "no"
    IN_DOUBT = "in doubt"
    YES = "yes"


_A_RULE = (
    rf"(?:(?:the )?(?:{RULE_NOUN}s?|ruleset|law)\b|(?:an?|another|this|that|the (?:same|last|new|first|following)|"
    rf"one|two|three|these) (?:[a-z-]{{2,20}} ){{0,2}}{RULE_NOUN}s?\b|§|{OPEN})"
)
# An order that changes the law, wherever it stands: "Repeal the rule Naps."
_NEXT_ACT = re.compile(
    rf"(?:(?:also|and|then|finally|next|lastly),? )?(?:(?:repeal|abolish|scrap|amend|rename|retitle|reword|enact) "
    rf"(?:{_A_RULE}|(?:the )?(?-i:[A-Z]))|"
    r"(?:delete|remove|strike|get rid of|replace|edit|change|rewrite) (?:the (?:text|title|words) of )?"
    rf"(?:the )?(?:{RULE_NOUN}s? |{OPEN})|"
    rf"(?:add|create|enact|introduce|establish|append|insert) (?:(?:the following )?(?:to|in|under) )?"
    rf"(?:an?|another|the following) (?:[a-z-]{{2,20}} ){{0,2}}{RULE_NOUN}\b|"
    rf"(?:add|append|insert|include) {OPEN}|"
    r"(?:change|set|raise|lower|increase|decrease|reduce) (?:the |how )[^.;:]{3,80}? to \d)|"
    rf"(?:in|to|from) (?:(?:the )?{RULE_NOUN} (?:\d|{OPEN}|(?-i:[A-Z]))|{OPEN}\d+{CLOSE}|(?-i:[A-Z])\w+)"
    rf"[^.;:{OPEN}]{{0,60}}?,? (?:{VERB}) (?:the|an?|every|each|all|any|{OPEN})",
    re.IGNORECASE,
)
# "Also make Chips cost 20."
_ALSO_COMMANDS = re.compile(
    rf"(?:and )?(?:also|finally|lastly|next|then|second(?:ly)?|third(?:ly)?),? (?:please )?(?:{VERB})\b", re.IGNORECASE
)
_NAMES = re.compile(
    rf"{OPEN}|\bto \d|\b{RULE_NOUN}s?\b|\bruleset\b|"
    r"\b(?:in|to|from|of|under|after|before|within) (?:the )?(?-i:[A-Z])\w",
    re.IGNORECASE,
)
_THEN_COMMANDS = re.compile(rf"[,{CLOSE}] (?:then |also |please )?(?:{VERB})\b", re.IGNORECASE)
# "Rule 3 is hereby repealed", "the text of “Luck” becomes …"
_OF_A_RULE = re.compile(
    rf"(?:the )?(?:(?:text|title|words?|wording|name|[a-z]+ (?:sentence|paragraph)) (?:of|in) (?:the )?"
    rf"(?:{RULE_NOUN} )?(?:\d|(?-i:[A-Z]))|{RULE_NOUN}s? (?:\d|{OPEN}|(?-i:[A-Z]))|{OPEN}\d+{CLOSE})[^;:?]{{0,100}}? "
    r"(?:repealed|abolished|renamed|retitled|amended|replaced|reworded|deleted|removed|moved|reads?|read|becomes?|"
    r"changed|called)\b",
    re.IGNORECASE,
)
_CHANGES_A_RULE = re.compile(r"\b(?:repealed|abolished|renamed|retitled|amended|reworded|hereby)\b", re.IGNORECASE)
# "If this proposal passes, each player gains a Chip.", which the text of a rule never says.
_ON_ITS_PASSING = re.compile(
    rf"(?:if|when|once|as soon as) this (?:(?:proposal|motion) )?{PASSES}\b|"
    r"(?:upon|on|at|after) (?:the )?(?:enactment|adoption|passing|passage) of this (?:proposal|motion)\b",
    re.IGNORECASE,
)
# How a sentence of a rule begins that holds for all of a kind.
OF_ANY = re.compile(
    r"(?:(?:at|on|in|during|after|before|within) [^,;:]{1,80}, )?(?:whenever|(?:each|every|any|all|no|an?|players?|"
    r"everyone|everybody|anyone|anybody|nobody|whoever|when|if|once|until|unless|as)\b)",
    re.IGNORECASE,
)


def is_next_act(sentence: str) -> bool:
    """Return whether a sentence no longer belongs to a text, because it orders a change or is about the proposal."""
    return _NEXT_ACT.match(sentence) is not None or _ON_ITS_PASSING.match(sentence) is not None


def end_within(sentence: str) -> End:
    """Return whether a text ends in the middle of a paragraph, before this sentence."""
    if is_next_act(sentence):
        return End.YES
    if not is_statement(sentence):
        return End.NO
    return End.YES if _OF_A_RULE.match(sentence) else End.IN_DOUBT if _CHANGES_A_RULE.search(sentence) else End.NO


def end_before(words: str, changes_the_law: End) -> End:
    """Return whether a text ends before the paragraph that begins with this sentence.

    `changes_the_law` says whether the sentence is an order about a rule of the law. It is in doubt if the sentence
    states another number than the law.
    """
    order = without_lead(words)
    if is_next_act(words) or is_next_act(order):
        return End.YES
    if changes_the_law is not End.NO and _ALSO_COMMANDS.match(words):
        return End.YES
    if begins_an_order(order) or DOING.match(order):
        is_command = COMMAND.match(order) is not None or _THEN_COMMANDS.search(order) is not None
        return End.YES if is_command and (changes_the_law is End.YES or _NAMES.search(order)) else End.IN_DOUBT
    if not is_statement(order) or (OF_ANY.match(order) and changes_the_law is End.NO):
        return End.NO
    if _OF_A_RULE.match(order) is not None:
        return End.YES
    is_doubtful = changes_the_law is not End.NO or _CHANGES_A_RULE.search(order) or MARK.search(order)
    return End.IN_DOUBT if is_doubtful else End.NO
