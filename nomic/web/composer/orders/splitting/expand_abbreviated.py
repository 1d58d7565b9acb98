"""Spells out what an order of a sentence abbreviates, so that every order in it names its verb, place and unit."""

import re
from collections.abc import Callable
from typing import NamedTuple

from nomic.law.labels.ordinals import ordinal_in_figures
from nomic.web.composer.orders.order_words import CLOSE, GERUND, OPEN, RULE_NOUN


class _Abbreviation(NamedTuple):
    pattern: re.Pattern[str]
    full: str | Callable[[re.Match[str]], str]
    limit: int = 0  # how many of a sentence are spelled out; 0 for all


_ABBREVIATIONS = (
    # "strike “a” and insert “b”"
    _Abbreviation(
        re.compile(
            rf"\b(?:strik|delet|remov)(?P<ends>ing|e)(?: out)? (?:the words? )?(?P<what>{OPEN}\d+{CLOSE}),? and "
            r"(?:then )?"
            r"(?:insert|substitut|put|add)(?:e|ing)? (?:in (?:its|their) (?:place|stead) |instead )?"
            rf"(?:the words? )?(?P<new>{OPEN}\d+{CLOSE})(?: (?:in (?:its|their) (?:place|stead)|instead))?"
            r"(?! (?:to|at|after|before|in|into)\b)",
            re.IGNORECASE,
        ),
        r"replac\g<ends> \g<what> with \g<new>",
    ),
    # "delete the rule “a” and replace it with a new rule called “b”"
    _Abbreviation(
        re.compile(
            r"\b(?:delete|remove|repeal|scrap|abolish) "
            rf"(?P<what>(?:the )?(?:{RULE_NOUN} )?{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?),? "
            rf"and replace it (?:with|by) (?=(?:an?|another) (?:new )?{RULE_NOUN}\b)",
            re.IGNORECASE,
        ),
        r"repeal \g<what>, and add ",
    ),
    # "delete the words from “a” up to and including “b”"
    _Abbreviation(
        re.compile(
            rf"\b(?:up )?(?:(?:to|until|till)(?:,? and including|,? inclusive of)|through) (?={OPEN})", re.IGNORECASE
        ),
        "until ",
    ),
    _Abbreviation(
        re.compile(
            rf"\b(?:up )?(?:to|until|till),? (?:but )?(?:not including|excluding|exclusive of) (?={OPEN})",
            re.IGNORECASE,
        ),
        "before ",
    ),
    # "the bullet in Luck that begins “Dice”": the rule named inside the place moves to its end
    _Abbreviation(
        re.compile(
            rf"\b(?P<what>the (?P<unit>sentence|paragraph|bullet(?: point)?|line|list item|item|row|entry)) "
            rf"(?P<where>(?:in|of|from) (?:the )?(?:{RULE_NOUN} )?{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?) "
            rf"(?P<which>(?:(?:that|which) )?(?:begin|start|contain|mention|end|read|say)(?:s|ning|ing)?(?: with)?:? "
            rf"{OPEN}\d+{CLOSE})",
            re.IGNORECASE,
        ),
        r"\g<what> \g<which> \g<where>",
    ),
    # "item 9", "scenario 9": the 9th item of a list
    _Abbreviation(
        re.compile(
            r"\b(?P<verb>replac(?:e|ing)|remov(?:e|ing)|delet(?:e|ing)|strik(?:e|ing)|amend(?:ing)?|repeal(?:ing)?|"
            r"chang(?:e|ing)|"
            r"after|before|in|of) (?:the )?(?:(?P<unit>bullet(?: point)?|list item|line|row|entry|paragraph|sentence)|"
            r"item|scenario|option|point|possibility|outcome|encounter|step) "
            r"(?:number |no\.? |#)?(?P<n>\d{1,2})(?![\w.]\d|\w)",
            re.IGNORECASE,
        ),
        lambda found: f"{found['verb']} the {ordinal_in_figures(int(found['n']))} {found['unit'] or 'item'}",
        limit=1,
    ),
    # "in the Naps table"
    _Abbreviation(
        re.compile(
            r"(?<= )(?P<where>in|of|from|to|on) the "
            r"(?P<title>(?-i:[A-Z])[\w’'-]{1,30}(?: (?:of|the|and|for|(?-i:[A-Z])[\w’'-]{1,30})){0,4}) "
            r"(?P<unit>list|table)(?![’'\w-])",
            re.IGNORECASE,
        ),
        r"\g<where> the \g<unit> in the rule \g<title>",
        limit=1,
    ),
    # "a new paragraph after the one beginning “Dice”"
    _Abbreviation(
        re.compile(
            r"\b(?P<unit>sentence|paragraph|bullet(?: point)?|line|item|row|entry)"
            r"(?P<side>,? (?:immediately |directly |just )?"
            r"(?:after|before|below|above|following)) the (?:existing |current )?one "
            r"(?=that\b|which\b|begin|start|contain|end|about)",
            re.IGNORECASE,
        ),
        r"\g<unit>\g<side> the \g<unit> ",
    ),
    # "Replace the text of Luck with …, and the title with …".
    _Abbreviation(
        re.compile(
            rf"(?<={CLOSE}),? and (?:change |replace )?(?:its|the) (?P<part>title|name|text|wording)"
            rf"(?: of (?:it|(?:the|this|that) {RULE_NOUN}))? (?:with|to|by|into) (?={OPEN})",
            re.IGNORECASE,
        ),
        r", and change the \g<part> of it to ",
    ),
    # "Make Luck a top-level rule and call it Chance."
    _Abbreviation(
        re.compile(
            rf"^(?P<moved>(?:make|move|turn|put) (?:the )?(?:{RULE_NOUN} )?{OPEN}\d+{CLOSE} [^,;:]{{1,80}}?),? and "
            rf"(?:call|name|title|entitle) it (?={OPEN})",
            re.IGNORECASE,
        ),
        r"\g<moved>, and rename it to ",
        limit=1,
    ),
    # "Amend Luck by replacing … with …, and Naps by adding …".
    _Abbreviation(
        re.compile(
            rf",? and (?P<rule>(?:the )?(?:{RULE_NOUN} )?(?:{OPEN}\d+{CLOSE}|(?-i:[A-Z])[\w'’-]{{0,40}}"
            rf"(?: [\w'’-]{{1,40}}){{0,3}}?)) by (?=(?:{GERUND})\b)",
            re.IGNORECASE,
        ),
        r", and amend \g<rule> by ",
    ),
    # "Add … to Luck and … to Naps".
    _Abbreviation(
        re.compile(
            rf"(?P<verb>add|append|insert) (?P<one>{OPEN}\d++{CLOSE} (?:to|at|after|before) [^{OPEN};:.]{{0,60}}"
            rf"{OPEN}\d++{CLOSE}(?: {RULE_NOUN})?),? and "
            rf"(?P<two>{OPEN}\d++{CLOSE} (?:to|at|after|before) [^;:.]{{1,200}})",
            re.IGNORECASE,
        ),
        r"\g<verb> \g<one>, and \g<verb> \g<two>",
        limit=1,
    ),
    # "Remove the first sentence of Luck and insert in its place …".
    _Abbreviation(
        re.compile(
            r"\b(?:(?:remov|delet|strik)(?P<ends>e|ing)(?: out)?|drop|cut|omit|take out) "
            r"(?P<what>(?:(?! and\b|, (?:and|then|insert|replace|put))[^;:]){1,200})"
            r"(?:[,.]| and|, and|, then)(?: then)? (?:replac(?:e|ing) (?:it|them|that|this) (?:with|by)|"
            r"(?:insert|add|putt?|writ|substitut)(?:e|ing)?(?: the following)? (?:in (?:its|their) place|instead)"
            r"(?: the following)?|"
            r"(?:in (?:its|their) place|instead),? (?:insert|add|put|write)|"
            rf"(?:insert|add|put|writ)(?:e|t?ing)? (?P<new>{OPEN}\d+{CLOSE}) (?:in (?:its|their) place|instead))",
            re.IGNORECASE,
        ),
        lambda found: f"replac{found['ends'] or 'e'} {found['what']} with {found['new'] or ''}".rstrip(),
        limit=1,
    ),
)


def spelled_out(sentence: str) -> str:
    """Return a sentence with the abbreviations of its orders spelled out: "item 9" becomes "the 9th item"."""
    for each in _ABBREVIATIONS:
        sentence = each.pattern.sub(each.full, sentence, count=each.limit)
    return sentence
