"""Splits a text into paragraphs: items of lists, headings, and orders on lines of their own."""

import re
from collections.abc import Iterator

from nomic.web.composer.orders.block_texts import MAX_SAID, ends_with_announcement
from nomic.web.composer.orders.order_forms import A_RULE, MAKE
from nomic.web.composer.orders.order_words import CLOSE, DOING, GERUND, OPEN, RULE_NOUN
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import CONDITION, commands_otherwise, is_order
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK
from nomic.web.composer.orders.splitting.sentences import sentences

MIN_WRAPPED = 40  # characters of a line of an item that goes on in the next line
MAX_LABEL = 5  # words
MAX_NAME = 2  # words of a signature
HEADING = re.compile(r"=.*=[ \t]*|-{3,}[ \t]*")
BULLET = re.compile(r"[ ]{0,3}+(?:[*#]++|[-–•](?= )|\d{1,3}[a-z]?[.)](?= )|\([a-z0-9]{1,3}\)(?= )|[a-z]\)(?= ))[ \t]*+")
# A paragraph that gives reasons: it says so, or stands in brackets.
_REASON = (
    r"(?:rationale|reason(?:ing|s)?|commentary|comments?|explanation|author['’]?s? notes?|motivation|justification|"
    r"discussion|p\.? ?s\.?|tl;?dr)\b"
)
REASON = rf"{_REASON} ?[:.]?|\[[^\[\]]*\]$|\(\([^()]*\)\)$"
_IN_BRACKETS = re.compile(r"\[(?P<words>[^\[\]]++)\]\.?")
_NUMBER = r"\d{1,4}(?:\.\d{1,4}){0,4}"
# A line that may name the rule of the orders below it: "== Luck ==", "Luck:", "Rule 12".
NAMES_A_RULE = re.compile(
    rf"(?:=++ *+|#{{1,6}}+ |in (?=§))?(?P<what>(?:(?:the )?{RULE_NOUN} |§{{1,2}}+ ?)?(?:{OPEN}\d{{1,6}}{CLOSE}|"
    rf"{_NUMBER}(?=[ ]{{0,3}}=*+:?$)|(?:{_NUMBER}[.:)]?[ ]{{0,3}}[–—-]?[ ]{{0,3}})?"
    r"(?-i:[A-Z])[\w’'-]{0,30}(?: [\w’'-]{1,30}){0,5}))(?: *=+)?:?",
    re.IGNORECASE,
)
# "Luck: replace …"
LABELLED = re.compile(
    rf"(?P<what>(?:(?:the )?{RULE_NOUN} |§{{1,2}}+ ?)?(?:{OPEN}\d{{1,6}}{CLOSE}|"
    rf"{_NUMBER}(?: ?\([^()]{{1,80}}\))?(?=:| [–—-] )|"
    rf"(?:{_NUMBER}[.:)]? )?"
    r"(?-i:[A-Z])[\w’'-]{0,30}(?: [\w’'-]{1,30}){0,5}))(?::| [–—-]) (?=\w)",
    re.IGNORECASE,
)
LABEL = re.compile(rf"{_REASON}(?: ?[:.]|$)[ ]*", re.IGNORECASE)  # before the reasons themselves
REASONS = re.compile(REASON, re.IGNORECASE)
CONTINUES_ALONE = re.compile(
    r"(?:and )?(?:with|by|to|into|to read|to say|so that it reads|and replace it with)"
    r"(?: (?:the following|this)(?: (?:new )?(?:text|words))?| the new text| in full)?:?-?",
    re.IGNORECASE,
)
_AT_THE_END = re.compile(r"\b(?:to|with|read|text|following)$", re.IGNORECASE)
CONTINUES_ORDER = re.compile(
    r"(?:and replace it )?(?:with|by|to|into|in|from|after|before)\b"
    rf"|and (?:by )?(?:{GERUND})\b"
    r"|and (?:its|the) (?:new )?(?:title|name|text|wording|words?|sentences?|paragraphs?|bullets?)\b",
    re.IGNORECASE,
)
OF_THE_LAST = re.compile(
    r"(?:and )?(?:call|name|title|entitle|give) (?:it|this rule|the rule|the new rule)\b"
    rf"|(?:it|this rule|the (?:new )?{RULE_NOUN}) (?:should|shall|is to|will|reads?|says?|has(?= (?:the|this|as)\b))\b"
    r"|its (?:text|title|name)\b|(?:title|name|text|body|content|wording): ?(?=\S)",
    re.IGNORECASE,
)
# "Rule Change 332" above its order
_NUMBER_OF_A_CHANGE = re.compile(
    r"(?:rule[- ])?(?:change|amendment|proposal|part|step|item) #?\d{1,5}[.:]?", re.IGNORECASE
)
_ORDINAL = re.compile(r"\d+|(?<![a-z\d])[a-z](?![a-z])", re.IGNORECASE)
# "Add the rule Tea", "New rule “Tea”" as a paragraph of its own, above the text of the rule
_HEADS_A_RULE = re.compile(
    rf"{MAKE} {A_RULE}(?: (?:called|named|titled|entitled))?:? ?"
    rf"(?:{OPEN}\d{{1,6}}{CLOSE}|(?-i:[A-Z])[\w’'-]{{0,30}}(?: [\w’'-]{{1,30}}){{0,5}}?)?"
    r"(?: to the (?:ruleset|rules|law|game))?\.?",
    re.IGNORECASE,
)
_IS_A_RULE = re.compile(rf"(?:new )?{RULE_NOUN}s?\b(?! \w+ is\b)", re.IGNORECASE)
ITEM_OF_ORDERS = "\ue002"  # before an item of a list in which other items are orders
_WANTS_WORDS = re.compile(
    r"(?:\b(?:add|append|insert|include|replace|change|delete|remove|replacing|changing|deleting|removing|from|"
    r"with|by|to|into|read|reads|reading|say|says|saying|text|shall be)|called [^.!?:]{1,60}|"
    r"named [^.!?:]{1,60}|titled [^.!?:]{1,60})$",
    re.IGNORECASE,
)


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a text. List items, headings, and orders on lines of their own are paragraphs too."""
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        is_item = BULLET.match(line) is not None
        is_heading = HEADING.fullmatch(line) is not None
        if (is_item or is_heading or not line.strip() or begins_a_paragraph(lines, line)) and lines:
            yield f"== {lines[0]} ==" if is_a_label(lines, line) else " ".join(lines)
            lines = []
        if is_heading:
            yield line.strip()
        elif line.strip():
            lines.append(line.strip())


def conditions(words: str) -> bool:
    """Return whether a paragraph is a condition on the following ones: "If Luck is repealed, do this:"."""
    return CONDITION.match(without_lead(words)) is not None and words.rstrip().endswith(":")


def begins_a_paragraph(lines: list[str], line: str) -> bool:
    """Return whether a line begins a paragraph even though there is no empty line before it."""
    if not lines:
        return False
    last = lines[-1].rstrip()
    if (last.endswith((":", ":-")) or _AT_THE_END.search(last)) and announces(" ".join(lines)):
        if last.endswith("following") and _IS_A_RULE.match(line.strip()):
            return False  # "Create the following" / "Rule, Power 4 {…}"
        return last.endswith((":", ":-")) or not line.strip()[:1].islower()
    if line[:1].isupper() and len(lines) == 1 and heads_a_rule(last) and not OF_THE_LAST.match(line):
        return True
    if CONTINUES_ALONE.fullmatch(line.strip()) or CONTINUES_ALONE.fullmatch(last):
        return True
    if MARK.fullmatch(last.strip()) and (CONTINUES_ORDER.match(line.strip()) or is_order(line)):
        return True
    is_below_item = BULLET.match(lines[0]) is not None and line[:1].isupper() and not OF_THE_LAST.match(line)
    if is_below_item and (
        last[-1:] in ".!?" or (last[-1:] not in ",;:" and (is_order(line) or len(last) < MIN_WRAPPED))
    ):
        return True
    is_signed = len(lines) > 1 and lines[-2].rstrip()[-1:] in ",.!" and len(last.split()) <= MAX_NAME
    if is_signed and line[:1].isupper() and (is_order(line.strip()) or commands_otherwise(line)):
        return True
    is_after_an_end = last[-1:] in '.!?;:”"' + CLOSE or is_a_label(lines, line)
    return is_after_an_end and line.strip()[:1].isupper() and is_order(line.strip())


def is_a_label(lines: list[str], line: str) -> bool:
    """Return whether a lone short line labels the order on the next line: "2. Tidy-up"."""
    words = "" if len(lines) != 1 else words_of_item(lines[0])
    if _NUMBER_OF_A_CHANGE.fullmatch(words):
        return is_order(line.strip())
    is_short = bool(words) and len(words.split()) <= MAX_LABEL and words[-1].isalnum()
    return is_short and is_order(line.strip()) and not is_order(words) and not commands_otherwise(words)


def announces(paragraph: str) -> bool:
    """Return whether a paragraph ends with an order and a colon, or announces a text that follows."""
    if not ends_with_announcement(paragraph):
        return False
    *_, last = ["", *sentences(paragraph[-MAX_SAID:])]
    return (
        is_order(last)
        or CONTINUES_ALONE.fullmatch(last) is not None
        or OF_THE_LAST.match(last) is not None
        or DOING.match(without_lead(last)) is not None
    )


def among_orders(paragraphs: Iterator[str]) -> Iterator[str]:
    """Yield the paragraphs. The items of a list in which at least half are orders get the prefix `ITEM_OF_ORDERS`."""
    items: list[str] = []
    for paragraph in [*paragraphs, ""]:
        if BULLET.match(paragraph) is not None:
            items.append(paragraph)
            continue
        are_orders = 2 * sum(is_order(words_of_item(item)) for item in items) >= max(len(items), 2)
        yield from (f"{ITEM_OF_ORDERS}{item}" if are_orders else item for item in items)
        items = []
        if paragraph:
            yield paragraph


def ends_list(sign: str, item: re.Match[str], words: str) -> bool:
    """Return whether an item below an announced list is a separate order, not the list's next item."""
    return _is_next_item(sign, item[0], is_next=is_order(words) or DOING.match(without_lead(words)) is not None)


def _is_next_item(sign: str, after: str, *, is_next: bool) -> bool:
    """Return whether a list marker continues the numbering of another: "3." after "2."."""
    before, now = _ORDINAL.search(sign), _ORDINAL.search(after)
    if before is None or now is None:
        return is_next and bool(sign) and sign.strip() == after.strip()
    is_alike = _ORDINAL.sub("", sign).strip() == _ORDINAL.sub("", after).strip()
    return is_alike and _counted(now[0]) == _counted(before[0]) + 1


def _counted(ordinal: str) -> int:
    return int(ordinal) if ordinal.isdigit() else ord(ordinal.lower())


def heads_a_rule(paragraph: str) -> bool:
    """Return whether a paragraph only announces a new rule, perhaps with its title, so that the rule's text follows."""
    return _HEADS_A_RULE.fullmatch(without_lead(paragraph)) is not None


def after_label(words: str) -> str:
    """Return the words after a label that names a rule, such as "Luck: ", if an order follows it."""
    label = LABELLED.match(words)
    return words if label is None or not is_order(words[label.end() :]) else words[label.end() :]


def words_of_item(paragraph: str) -> str:
    found = BULLET.match(paragraph)
    return paragraph if found is None else paragraph[found.end() :]


def is_remark(words: str) -> bool:
    return words.endswith("?") or words.startswith("(") or REASONS.match(words) is not None


def remark_in_brackets(paragraph: str) -> str:
    """Return the words inside a paragraph in square brackets, or "" for other paragraphs and bracketed orders."""
    found = _IN_BRACKETS.fullmatch(paragraph.strip())
    return "" if found is None or is_order(found["words"].strip()) else found["words"].strip()


def rejoined(paragraphs: Iterator[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """Yield the paragraphs, joining those that continue an order, such as "with …" after a block, to that order."""
    last: tuple[str, bool] | None = None
    for words, is_listed in paragraphs:
        is_words = MARK.fullmatch(words) and last is not None and _WANTS_WORDS.search(last[0])
        goes_on = CONTINUES_ORDER.match(words) is not None and not is_order(words)
        goes_on = goes_on or (DOING.match(words) is not None and last is not None and last[0].endswith(","))
        if last is not None and heads_a_rule(last[0]) and OF_THE_LAST.match(words):
            last = f"{last[0].rstrip('.')}. {words}", last[1]
            continue
        if last is not None and (is_words or goes_on) and is_order(last[0]):
            last = f"{last[0]} {words}", last[1]
            continue
        if last is not None:
            yield last
        last = words, is_listed
    if last is not None:
        yield last


def between(before: str, after: str) -> str:
    """Return the separator of two paragraphs: a single line break between two list items, otherwise an empty line."""
    return "\n" if BULLET.match(before) and BULLET.match(after) else "\n\n"
