"""Splits a sentence into the orders that are joined in it: "Repeal Luck, and add a rule"."""

import re
from collections.abc import Iterator
from itertools import islice

from nomic.web.composer.orders.order_words import CLOSE, GERUND, OPEN, RULE_NOUN, VERB
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import COMMAND, CONDITION, IF_LATER, is_statement
from nomic.web.composer.orders.splitting.each_pair import MAX_PAIRS, each_pair, prices_with_shared_verb
from nomic.web.composer.orders.splitting.expand_abbreviated import spelled_out

NEXT_ORDER = re.compile(
    rf"(?:,|;|(?<={CLOSE})|(?<=\w))[ ]*+(?:and|then|and then|and also|;)[ ]++(?:by[ ]++)?"
    rf"(?=(?:{VERB})\b(?:(?! it\b)|(?<=amend)|(?<=repeal|rename)|(?<=retitle|rewrite)|(?<= move))|(?:{GERUND})\b"
    r"|(?:halve|double|triple|lower|raise|increase|decrease|reduce) it\b)"
    rf"|(?<=follows|changes):[ ]*+(?=(?:{VERB}|{GERUND}|after|before|in|at the|to the|from)\b)"
    rf"|(?:[,;][ ]*+(?:by[ ]++)?|(?<=\w| |{CLOSE})by[ ]++)(?=(?:{GERUND})\b)",
    re.IGNORECASE,
)
# An order that begins with its place: "and in Luck, replace …".
NEXT_PLACE = re.compile(
    rf"[,;]?[ ](?:and then|and|then),?[ ](?=(?:(?:everywhere|throughout|across)\b[^,;:{OPEN}]{{0,60}}?|"
    r"at the (?:very )?(?:end|beginning|start|top|bottom)(?: of (?:it|(?:the|this|that) rule))?),? "
    r"(?:replace|change|add|append|insert|put|remove|delete|strike)\b)"
    rf"|[,;]?[ ](?:and then|and|then),?[ ](?=(?:in|from|to|under) (?:[^,;:\n{OPEN}]{{1,60}}+(?:{OPEN}\d++{CLOSE})?,"
    rf"|(?:it|(?:this|that|the same) {RULE_NOUN})\b,?|(?:the )?(?:{RULE_NOUN} )?{OPEN}\d++{CLOSE},?) "
    r"(?:replace|change|add|append|insert|remove|delete|strike|reword)\b)",
    re.IGNORECASE,
)
_AND_RENUMBER = re.compile(r",? and (?=renumber\b)", re.IGNORECASE)
# After a whole order, a comma is enough: "delete the last sentence of Luck, insert …".
NEXT_COMMAND = re.compile(
    rf"[,;:][ ]++(?=(?:{VERB}) (?:the|an?|every|each|all|any|rule|in|from|to|after|before|{OPEN})"
    rf"|(?:in|from|to) {OPEN}\d++{CLOSE}, (?:{VERB})\b)",
    re.IGNORECASE,
)
_ENDS_IN_A_PLACE = re.compile(
    r"[,;:] (?:and |then )?,? ?(?:in|from|to|under|within|after|before|following|at) [^,;:]{1,80}+$", re.IGNORECASE
)


def last_order(said: str) -> str:
    """Return the last of the orders that are joined by "and", "then" or a semicolon."""
    *_, last = NEXT_ORDER.split(said)
    return last


def joined_orders(sentence: str) -> Iterator[str]:
    """Yield the orders that are joined in one sentence. A sentence with a condition is not split."""
    if CONDITION.match(without_lead(sentence)) or IF_LATER.search(sentence):
        yield sentence
        return
    if prices := prices_with_shared_verb(sentence):
        yield from prices
        return
    sentence = spelled_out(sentence)
    statements = _joined_statements(sentence) if is_statement(without_lead(sentence)) else [sentence]
    for pattern in (NEXT_PLACE, _AND_RENUMBER, NEXT_ORDER):
        statements = [part for each in statements for part in pattern.split(each)]
    for part in statements:
        for order in _joined_by_commas(without_lead(part.strip())):
            yield from each_pair(order)


def _joined_by_commas(words: str) -> Iterator[str]:
    """Yield the orders that only commas join: "delete the last sentence of Luck, insert …"."""
    while COMMAND.match(words) and (found := NEXT_COMMAND.search(words)) is not None:
        if _ENDS_IN_A_PLACE.search(words[: found.start()]) is not None:
            break  # the place is that of the next order, which would be about another place without it
        yield words[: found.start()]
        words = without_lead(words[found.end() :])
    yield words


_THAT_TOO = re.compile(
    r",? and that (?=(?:the|an?)\b)|,? and (?=its (?:text|wording|words) )|"
    rf",? and (?=(?:the )?(?:{RULE_NOUN} {OPEN}\d++{CLOSE}|{OPEN}\d++{CLOSE} {RULE_NOUN}) "
    r"(?:is|shall|should|must|will) )|"
    rf",? and (?={OPEN}\d++{CLOSE} (?:becomes|(?:is|(?:shall|should|will) be) (?:replaced|changed|repealed|renamed)))",
    re.IGNORECASE,
)
# "The rule Luck is to be called “Fortune” and moved under Items."
_IT_TOO = re.compile(
    rf"(?P<what>(?:the )?(?:{RULE_NOUN} )?[^,;:]{{1,80}}?) "
    r"(?P<be>is|shall be|should be|must be|is to be)(?: hereby)? "
    r"(?P<one>(?:called|renamed|retitled|moved|made)\b[^,;:]{1,120}?),? and "
    r"(?P<two>(?:called|renamed|retitled|moved|made|repealed)\b[^;:]{1,120})",
    re.IGNORECASE,
)
_AND = re.compile(r",? and ", re.IGNORECASE)
_SHOULD_DO = re.compile(r"(?:the |an? )?[^,;:]{1,80}? (?:should|shall|must) [a-z]", re.IGNORECASE)


def _joined_statements(sentence: str) -> list[str]:
    """Return the statements that are joined in one sentence, each as a sentence of its own."""
    both = _IT_TOO.fullmatch(sentence.rstrip(" .;"))
    if both is not None:
        return [f"{both['what']} {both['be']} {both['one']}", f"it {both['be']} {both['two']}"]
    parts: list[str] = []
    for part in _THAT_TOO.split(sentence):
        places = islice(_AND.finditer(part), MAX_PAIRS)
        at = next((each for each in places if _are_two(part[: each.start()], part[each.end() :])), None)
        parts += [part] if at is None else [part[: at.start()], part[at.end() :]]
    return parts


def _are_two(before: str, after: str) -> bool:
    """Return whether both halves of a sentence are statements: "A Chip should cost 5, and a Pack 9"."""
    return is_statement(without_lead(before)) and _SHOULD_DO.match(after) is not None
