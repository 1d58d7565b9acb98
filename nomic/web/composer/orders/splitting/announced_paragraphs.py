"""Attaches the paragraphs that follow an announcing order, as by a colon, to that order as a quotation."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

from nomic.web.composer.orders.block_texts import ends_with_announcement
from nomic.web.composer.orders.order_forms import A_RULE
from nomic.web.composer.orders.order_words import CLOSE, DOING, OPEN, RULE_NOUN
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import CONTINUES, OF_A_PERSON, begins_an_order, is_order
from nomic.web.composer.orders.splitting.ends_of_texts import End, end_before, end_within, is_next_act
from nomic.web.composer.orders.splitting.joined_orders import last_order
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK, OrderText
from nomic.web.composer.orders.splitting.paragraphs import (
    BULLET,
    HEADING,
    ITEM_OF_ORDERS,
    OF_THE_LAST,
    REASON,
    after_label,
    announces,
    between,
    conditions,
    ends_list,
    heads_a_rule,
    remark_in_brackets,
)
from nomic.web.composer.orders.splitting.quotations import Marks
from nomic.web.composer.orders.splitting.sentences import sentences

MAX_ACTS = 20  # orders within the words of one paragraph that are read apart
MAX_COLONS = 3  # after which the words of an order are looked for
OF_A_LIST = re.compile(r"\b(?:list|bullets?|bullet points?|items?|rows?)\b", re.IGNORECASE)
# A paragraph that is no more of the unmarked words of a rule before it.
COMMENT = re.compile(
    rf"(?:{REASON}|anyway\b|(?:please )?vote (?:for|against) (?:it|this|me)\b|"
    r"(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|cheers|(?:this|that) "
    r"(?:is (?:purely|merely|basically|mostly|just an?|"
    r"simply an?|intended to|meant to|so that|because)|would|should|proposal|way|makes?|means|"
    r"ought|fixes|lets|[a-z]{2,20}s (?:(?:the|an?|this|our|some|any) )?(?:[a-z]+ )?(?:issues?|problems?|bugs?|"
    r"loopholes?|confusion|ambiguity|exploits?|scams?))|hopefully)\b|the current\b.{0,40}\brule\b|"
    r"(?:this )?idea (?:is |was )?(?:stolen|borrowed|taken|by|from|credit)\b|credits?(?: for| to|:)|"
    r"(?:co-?authored|inspired|suggested|stolen|borrowed) (?:by|with|from)\b|co-?authors?:|"
    r"not (?:entirely |quite |really |100 ?% )?sure\b|(?:feel free|(?:always )?(?:happy|open)) to\b|"
    r"to [a-z]{3,20}\b[^,;:]*[.!]$|(?:so that|because) |"
    r"(?:edit(?:ed)?(?: \d)?|open questions?|disclaimer|commentary|comments?|tl;?dr|fyi|btw|p\.?s\.?)(?::|,|\b [^a-z])|"
    r"(?:~|—|--) ?(?-i:[A-Z])[\w. ]{0,30}$)",
    re.IGNORECASE,
)
# What is no more so. Rules seldom say that, unless of somebody who acted.
_OPENED = re.compile(r'"[^"]*(?:"\Z)?\Z|“[^”]*\Z')
LEFT_OPEN = "a quotation mark is opened at its beginning and not closed at its end"
_LIKE_A_REMARK = re.compile(
    r"^(?:this|that) (?!rule|section)[a-z]{2,20}s\b"
    r"|^(?!(?:if|when|whenever|once|each|every|any|all|an?|no|unless|until)\b)"
    r"[^:]*\b(?:was|were|had|used to|ago|previously|"
    r"at the moment|last (?:time|week|cycle|dynasty))\b",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(r"[A-Z][\w’'-]*(?: [\w’'-]+){0,5}")  # "Untracked gamestate", below whole sentences
AS_FOLLOWS = re.compile(
    r"(?:\bby|as follows|(?:following|these) (?:changes?|amendments?|modifications?|edits?|ways?)"
    r"(?: (?:to|in|of) [^:]{1,100})?|^(?:please )?(?:change|amend|edit|fix|do|make) (?:all (?:of )?)?"
    r"(?:the following|this|these)(?: (?:things|rules))?)[:.]?[-–—]?$",
    re.IGNORECASE,
)
_AMENDS = re.compile(r"(?:please )?(?:amend|change|modify|revise|update) ", re.IGNORECASE)
# "Create a rule called Tea reading as follows:" announces its words, which may sound like orders.
_AS_ITS_WORDS = re.compile(
    r"\b(?:reads?|reading|says?|saying|stating|text|wording|words|contents?|body)(?: is| are| shall be)?,? as follows"
    r":?[-–—]?$",
    re.IGNORECASE,
)
# "In the rule Luck:" above a list of orders.
_IN_A_RULE = re.compile(
    rf"(?:in|to|for|under|regarding) "
    rf"(?:(?:(?:the )?{RULE_NOUN} |§{{1,2}}+ ?(?=\d))(?:[^,;:.]|(?<=\d)\.(?=\d)){{1,100}}|"
    rf"(?:the )?{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?):",
    re.IGNORECASE,
)
# An order that announces one paragraph: "by appending a new paragraph:".
ONE_UNIT = re.compile(
    r"\b(?:an?|another|one|the following|this)(?: (?:new|further|final|last|first|second|third|separate|extra|"
    r"additional|single)){0,3} (?:paragraph|sentence|line|(?:sub-?)?clause)\b",
    re.IGNORECASE,
)
_SEVERAL_UNITS = re.compile(r"\b(?:paragraphs|sentences|lines|(?:sub-?)?clauses)\b", re.IGNORECASE)
COLON = re.compile(": ")
# "Make packs cheaper:" above a list of orders says no more than they do.
_HEADS_A_LIST = re.compile(
    rf"(?:(?:make|lower|raise|reduce|increase|cut|adjust|rebalance) (?:(?!\brule\b)[^\d:{OPEN}]){{1,60}}|"
    r"(?:change|amend|edit|fix|do|make) (?:all (?:of )?)?(?:the following|this|these)(?: (?:things|rules))?):[-–—]?",
    re.IGNORECASE,
)
# "Change the victory condition: you win with 8 Chips." says what to change, and then to what.
HEADS_A_CHANGE = re.compile(
    r"(?:please )?(?:change|amend|adjust|alter|update) "
    rf"(?:(?!\b(?:rules?|sections?|text|words?|wording|to)\b)[^\d:{OPEN}]){{1,60}}",
    re.IGNORECASE,
)
_TAKES_WORDS = re.compile(
    r"\b(?:add|append|insert|include|create|enact|establish|introduce|replace|read|reads|reading|say|says|"
    r"saying|stating|"
    r"text|words?|with|following|rules?|paragraph|sentence|list|table)\b",
    re.IGNORECASE,
)
_NOW_READS = re.compile(
    r"\b(?:now reads?|(?:amended|changed) to read|(?:shall|should|must|will|is to|are to)(?: now| instead)* read)"
    r"(?: as follows)?$|\b(?:text|wording) (?:shall|should|must|will|is to) be$",
    re.IGNORECASE,
)
_MAKES_A_RULE = re.compile(rf"\b(?:add|create|enact|establish|introduce|insert|append|make) {A_RULE}\b", re.IGNORECASE)
# "Add a rule called Tea with the text Tea is served.": the words of the rule without a colon before them
_BARE_TEXT = re.compile(
    rf"(?P<order>\b(?:add|create|enact|establish|introduce|make) {A_RULE} [^.;:?!]{{0,120}}?\b"
    r"(?:(?:with|and) (?:the|this) (?:following )?(?:text|wording|words)|reading|stating|saying|"
    r"(?:which|that) (?:says|reads|states)(?: that)?|to (?:read|say|state)))[,]? (?=(?-i:[A-Z]))",
    re.IGNORECASE,
)
_REMOVES = re.compile(r"(?:delete|remove|strike|omit)\b", re.IGNORECASE)
# "Add a quest called Tea:", after which no text of a rule comes
ADDS_A_THING = re.compile(
    r"(?:^|[.!?] )(?:(?:also|then|please|next),? )?(?:add|create|introduce|insert) (?:an?|another)(?: new)? "
    rf"(?!(?:[a-z]+ ){{0,2}}(?:{RULE_NOUN}|sentence|paragraph|line|bullet|list|item|text|clause|note|section|table)\b)"
    r"[a-z]{3,20}\b[^:]{0,80}:$",
    re.IGNORECASE,
)
_WITH_WORDS = re.compile(
    r"(?:add|append|insert|create|enact|establish|introduce|make|amend|change|rewrite|reword|replace|include|put|"
    r"delete|remove|strike|omit|from|in|to|at|after|before)\b",
    re.IGNORECASE,
)


def is_left_open(words: str) -> bool:
    """Return whether a text begins with a quotation mark that is never closed."""
    return _OPENED.match(words) is not None or (words[:1] == "“" and words.count("“") > words.count("”"))


def _takes_a_text(paragraph: str) -> bool:
    """Return whether the text of an order follows a paragraph, or what a condition in it applies to."""
    return announces(paragraph) or conditions(paragraph) or heads_a_rule(paragraph)


@dataclass
class _Announcement:
    """An order that announces a text, and the paragraphs of the text so far."""

    said: str
    is_listed: bool
    sign: str  # the sign of the list item that the order is, or ""
    goes_on: bool  # whether the text begins on the line of the order
    block: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)  # what of the text may be an order


class Announced:
    """Finds texts that an order introduces, as by "with the following:", and replaces them with placeholders."""

    def __init__(self, found: OrderText, marks: Marks, changes_the_law: Callable[[str], End]) -> None:
        self._found = found
        self._marks = marks
        self._changes_the_law = changes_the_law
        self._rest: list[str] = []  # the orders that end the text in the paragraph read last
        self._acts = 0

    def with_their_blocks(self, paragraphs: Iterator[str]) -> Iterator[tuple[str, bool]]:
        """Yield the paragraphs. A text that a paragraph announces by a colon is attached to it as a mark.

        The second value says whether a paragraph is an item of a list of orders, such as "replacing one with two".
        """
        waiting: _Announcement | None = None
        is_listed = False
        for paragraph in self._with_the_rest(paragraphs):
            item = BULLET.match(paragraph.removeprefix(ITEM_OF_ORDERS))
            is_item = paragraph.startswith(ITEM_OF_ORDERS)
            paragraph = paragraph.removeprefix(ITEM_OF_ORDERS)
            words = paragraph[item.end() :] if item else paragraph
            if waiting is not None:
                alone = (
                    None
                    if waiting.block
                    else self._order_alone(waiting.said, words, is_item=is_item, is_listed=item is not None)
                )
                if alone is not None:
                    if alone:
                        yield alone, waiting.is_listed
                    is_listed = True
                elif self._goes_on_in(waiting, paragraph, words):
                    continue
                else:
                    yield self._with_block(waiting), waiting.is_listed
                waiting = None
            is_listed = is_listed and (item is not None or DOING.match(without_lead(words)) is not None)
            if HEADING.fullmatch(paragraph):
                is_listed = False
                yield paragraph, False
            elif remark_in_brackets(words):
                yield words, False
            elif self._is_whole(words, begun := self.with_begun_words(words)):
                yield f"{ITEM_OF_ORDERS if is_item else ''}{words}", is_listed
            elif begun[1] or _takes_a_text(words):
                waiting = self._announcement(begun, item[0] if item else "", is_listed=is_listed)
            else:
                yield f"{ITEM_OF_ORDERS if is_item else ''}{words}", is_listed
        if waiting is not None:
            yield self._with_block(waiting), waiting.is_listed

    def _is_whole(self, words: str, begun: tuple[str, str]) -> bool:
        """Return whether a paragraph announces nothing, although it may have a colon."""
        adds_a_thing = begun[1] != "" and ADDS_A_THING.search(begun[0]) is not None
        return adds_a_thing or self._changes_the_law(self._found.resolved(words)) is End.YES

    def _announcement(self, begun: tuple[str, str], sign: str, *, is_listed: bool) -> "_Announcement":
        """Return an announcement from its words and the beginning of its text, which is "" on a later line."""
        announced, beginning = begun
        waiting = _Announcement(announced, is_listed, sign=sign, goes_on=bool(beginning))
        if beginning:
            part, doubt = self._of_the_text(beginning)
            waiting.doubtful = [doubt] if doubt else []
            waiting.block.append(part)
        return waiting

    def _goes_on_in(self, waiting: "_Announcement", paragraph: str, words: str) -> bool:
        """Add a paragraph to the announced text, unless the text ends before it. Return whether it was added.

        A paragraph such as "and with this text:" goes on with the order, and announces another text.
        """
        if waiting.block and ends_with_announcement(words) and CONTINUES.match(words):
            waiting.said, waiting.block = f"{waiting.said} {self._joined(waiting.block)} {words}", []
            return True
        end = self._end(waiting.said, waiting.block, waiting.sign, paragraph, goes_on=waiting.goes_on)
        if end is End.YES:
            return False
        part, doubt = self._of_the_text(paragraph)
        if doubt := words if end is End.IN_DOUBT else doubt:
            waiting.doubtful.append(doubt)
        waiting.block.append(part)
        return True

    def _order_alone(self, said: str, words: str, *, is_item: bool, is_listed: bool) -> str | None:
        """Return an order that does not go on in the paragraph below it, or None if it does.

        Returns "" if it says no more than the orders below it. `words` are those of the paragraph, which is an item of
        orders if `is_item` is set, and an item of any list if `is_listed` is.
        """
        is_next = is_order(after_label(words)) or DOING.match(without_lead(words)) is not None
        if heads_a_rule(said) and not announces(said):
            is_next = self._end_at(words) is End.YES or after_label(words) != words
            is_more = OF_THE_LAST.match(words) is not None or CONTINUES.match(words) is not None
            return said if is_next or is_more or self._is_talk(words) else None
        if is_next and _IN_A_RULE.fullmatch(said) is not None:
            return without_lead(said)
        takes_none = is_item and _TAKES_WORDS.search(said) is None
        lists_orders = AS_FOLLOWS.search(said) is not None and not (
            _AS_ITS_WORDS.search(said) and _MAKES_A_RULE.search(said)
        )
        is_next = is_next or (
            is_listed
            and lists_orders
            and _AMENDS.match(said) is not None
            and self._changes_the_law(words) is not End.NO
        )
        if is_next and (takes_none or lists_orders):
            return said.rstrip(":-–— ") if _HEADS_A_LIST.fullmatch(said) is None else ""
        return None

    def _with_the_rest(self, paragraphs: Iterator[str]) -> Iterator[str]:
        """Yield the paragraphs. Orders that end a text within a paragraph are a paragraph of their own."""
        for paragraph in paragraphs:
            yield paragraph
            while self._rest:
                yield self._rest.pop()

    def _of_the_text(self, paragraph: str) -> tuple[str, str]:
        """Return what belongs to a text in a paragraph of it, and the sentence before which the text may end, or "".

        An order ends the text if nothing but orders and talk follows in the paragraph.
        """
        order, place, at = "", 0, 0
        for count, sentence in enumerate(sentences(paragraph)):
            at = paragraph.find(sentence, max(at, 0))
            if order and not (is_order(sentence) or self._is_talk(sentence)):
                return paragraph, order
            end = end_within(sentence) if count and not order else End.NO
            if end is End.IN_DOUBT:
                return paragraph, sentence
            if end is End.YES:
                order, place = sentence, at
        if not order:
            return paragraph, ""
        if place <= 0 or self._acts == MAX_ACTS:
            return paragraph, order
        self._acts += 1
        self._rest.append(paragraph[place:])
        return paragraph[:place].rstrip(), ""

    def _with_block(self, waiting: "_Announcement") -> str:
        """Return an order with the announced text as a mark.

        If several paragraphs could belong to the text, the mark is unclear.
        """
        said, block, doubtful = waiting.said, waiting.block, waiting.doubtful
        if not block:
            return said
        said = f"{said[:-1]}:" if said[-1:] in ".;" else said  # a sentence that goes on: "… reading as follows."
        joined = self._joined(block, is_several=_SEVERAL_UNITS.search(said) is not None)
        mark = MARK.fullmatch(joined)
        if mark is not None and doubtful:
            self._found.in_doubt(int(mark[1]), [self._found.resolved(each, "“", "”") for each in doubtful])
            return f"{said} {joined}"
        plain = [part for part in block if BULLET.match(part) is None and not MARK.fullmatch(part)]
        if mark is not None and len(plain) > 1 and not block[0].endswith(":") and ONE_UNIT.search(said):
            self._found.unclear[int(mark[1])] = (
                "it announces one paragraph and several follow: put its words in quotation marks"
            )
        elif mark is not None and is_left_open(self._found.quotations[int(mark[1])]):
            self._found.unclear[int(mark[1])] = LEFT_OPEN
        elif (
            mark is not None and len(plain) > 1 and (_LIKE_A_REMARK.search(block[-1]) or _FRAGMENT.fullmatch(block[-1]))
        ):
            self._found.remarks.append(self._found.resolved(block[-1], "“", "”"))
        return f"{said} {joined}"

    def _end(self, said: str, block: list[str], sign: str, paragraph: str, *, goes_on: bool) -> End:
        """Return whether the block of text that an order has announced ends before a paragraph."""
        if self._ends_block(said, block, paragraph):
            return End.YES
        if not block:
            is_title = heads_a_rule(said) and not announces(said)
            return End.IN_DOUBT if is_title and self._end_at(paragraph) is not End.NO else End.NO
        if goes_on and HEADS_A_CHANGE.fullmatch(said.rstrip(":-–— ")) is not None:
            return End.YES  # "Change the quorum: …" says it all in its own paragraph
        item = BULLET.match(paragraph)
        words = paragraph[item.end() :] if item else paragraph
        if item is not None and ends_list(sign, item, words):
            return End.YES
        if item is not None:
            end = End.IN_DOUBT if is_next_act(words) and not conditions(said) else End.NO
        else:
            end = self._end_at(words)
        is_part_of_a_sentence = item is None and block[0][:1].islower() and not _MAKES_A_RULE.search(said)
        if end is End.NO and is_part_of_a_sentence:
            # words put into a sentence, which seldom are several paragraphs
            return End.YES if block[-1][-1:].isalnum() and words[:1].isupper() else End.IN_DOUBT
        if goes_on and _REMOVES.match(without_lead(last_order(said))) is not None:
            return End.YES  # "Delete the sentence: …" and an order in the next line
        if not goes_on or end is not End.NO or block[-1].endswith(":") or BULLET.match(block[-1]):
            return end
        # The text has begun on the line of its order, where most orders also end it.
        return End.IN_DOUBT if not sign and _MAKES_A_RULE.search(said) else End.YES

    def _end_at(self, words: str) -> End:
        """Return whether a text ends before a paragraph with these words, whatever came before."""
        first = next(sentences(words), "")
        return end_before(first, self._changes_the_law(first))

    def _ends_block(self, said: str, block: list[str], paragraph: str) -> bool:
        """Return whether a paragraph ends the block of text that the order before it has announced."""
        if HEADING.fullmatch(paragraph):
            return True
        if block and conditions(said):
            return BULLET.match(block[0]) is None or BULLET.match(paragraph) is None
        if block and BULLET.match(block[0]) and not BULLET.match(paragraph) and OF_A_LIST.search(said):
            return True
        if not block:
            return False
        if self._is_set_off(block[-1]) and not MARK.match(paragraph):
            return True
        lone = MARK.fullmatch(paragraph)
        if lone is not None and self._marks.sources[int(lone[1])][:1] in ("'", "*"):
            return True  # a remark in italics or bold type
        return self._is_talk(paragraph)

    def _is_talk(self, paragraph: str) -> bool:
        is_comment = COMMENT.match(self._found.resolved(paragraph)) is not None
        return is_comment or OF_A_PERSON.search(MARK.sub("", paragraph)) is not None

    def _is_set_off(self, paragraph: str) -> bool:
        """Return whether a paragraph is a single text with delimiters, such as quotation marks."""
        lone = MARK.fullmatch(paragraph.rstrip(" ,;."))
        source = "" if lone is None else self._marks.sources[int(lone[1])]
        is_quoted = source[:1] in ('"', "“", "„", "«", "{") and source[1:2] not in ("", "|")
        return lone is not None and (int(lone[1]) in self._marks.blocks or is_quoted)

    def _joined(self, block: list[str], *, is_several: bool = False) -> str:
        """Join a block's paragraphs, and return the mark that stands for them. A block that is one mark stays as is.

        A title in quotation marks stays separate from the text that follows it. If `is_several` is set, each quotation
        is a paragraph.
        """
        if is_several and len(block) > 1 and all(map(self._is_set_off, block)):
            return self._marks.mark("\n\n".join(self._found.resolved(each) for each in block))
        if len(block) == 1 and not MARK.sub("", block[0]).strip(" .,;"):
            return block[0]
        title = MARK.fullmatch(block[0])
        if (
            title is not None
            and int(title[1]) not in self._marks.blocks
            and len(block) == 2
            and self._is_set_off(block[1])
        ):
            return " ".join(block)
        words = block[0]
        for before, after in pairwise(block):
            words += f"{between(before, after)}{after}"
        return self._marks.mark(words)

    def with_begun_words(self, paragraph: str) -> tuple[str, str]:
        """Return an order up to its colon, and the unquoted words after it on the same line.

        Without such words, return the whole paragraph and "". The colon may be missing after "with the text" and the
        like.
        """
        paragraph = _BARE_TEXT.sub(r"\g<order>: ", paragraph, count=1)
        colons = [found.start() for found in islice(COLON.finditer(paragraph), MAX_COLONS)]
        return next(filter(lambda each: each[1], (self._begun_at(paragraph, at) for at in colons)), (paragraph, ""))

    def _begun_at(self, paragraph: str, at: int) -> tuple[str, str]:
        said, colon, words = paragraph[:at], paragraph[at : at + 1], paragraph[at + 2 :]
        *_, order = ["", *sentences(last_order(said))]
        order = without_lead(order)
        is_announced = (
            (begins_an_order(order) and _WITH_WORDS.match(order) is not None)
            or (OF_THE_LAST.match(order) is not None and is_order(said))
            or _NOW_READS.search(order) is not None
        )
        if not (colon and words.strip() and is_announced):
            return paragraph, ""
        first = next(sentences(words), "")
        if HEADS_A_CHANGE.fullmatch(said) is not None and self._changes_the_law(first) is not End.NO:
            return paragraph, ""
        is_next = begins_an_order(first) if _MAKES_A_RULE.search(said) else is_order(first)
        if words.lstrip().startswith(OPEN) or is_next or DOING.match(without_lead(words)):
            return paragraph, ""
        return f"{said}:", words
