"""Splits the text of a proposal into orders, with quotations as numbered marks.

    Enact a rule called '''Naps''' with this text:

    Anybody may nap.

becomes the one order `Enact a rule called [0] with this text: [1]`, with the two quotations beside it. Quotations are
bold names, texts in quotation marks, single braces or code fences, blockquotes, indented lines, wiki tables, and the
unmarked paragraphs or lists after a colon.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

from nomic.recipes.sentences import is_asked_for
from nomic.web.composer.orders.one_time_orders import AGAIN, happens_on_passing
from nomic.web.composer.orders.order_words import CLOSE, DOING, OPEN, RULE_NOUN
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import (
    CONDITION,
    OF_A_PERSON,
    begins_an_order,
    commands_otherwise,
    consequence,
    is_order,
    is_statement,
    order_within,
    sounds_like_a_rule,
)
from nomic.web.composer.orders.splitting.announced_paragraphs import (
    ADDS_A_THING,
    HEADS_A_CHANGE,
    LEFT_OPEN,
    Announced,
    is_left_open,
)
from nomic.web.composer.orders.splitting.antecedents import (
    IS_OF_THE_LAST,
    IT,
    TAKES_BACK,
    NewThing,
    new_thing,
    quotes_the_law,
    statement_with_name,
    with_name,
    with_name_of,
)
from nomic.web.composer.orders.splitting.claims_about_law import OF_ANOTHER_TIME, claim_in
from nomic.web.composer.orders.splitting.each_pair import shares_a_verb
from nomic.web.composer.orders.splitting.each_rule import each_rule, rules_listed, with_the_rule_of_the_last
from nomic.web.composer.orders.splitting.ends_of_texts import End
from nomic.web.composer.orders.splitting.imperative import imperative
from nomic.web.composer.orders.splitting.joined_orders import joined_orders
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK, OrderText
from nomic.web.composer.orders.splitting.paragraphs import (
    HEADING,
    ITEM_OF_ORDERS,
    LABEL,
    LABELLED,
    NAMES_A_RULE,
    OF_THE_LAST,
    after_label,
    among_orders,
    is_remark,
    paragraphs,
    rejoined,
    remark_in_brackets,
    words_of_item,
)
from nomic.web.composer.orders.splitting.quotations import Marks
from nomic.web.composer.orders.splitting.sentences import sentences, unbracketed

MAX_QUOTED = 3  # blockquotes within blockquotes that are read as texts of their own
TITLE_AND_TEXT = re.compile(r"(?:title|name): ?[^:]{1,150} (?:text|body|content|wording): ?\S", re.IGNORECASE)
# An order to which the next sentence can add a title or a text: "Add a rule. Call it Tea.".
_MAKES_OR_REWORDS = re.compile(
    r"(?:add|create|insert|enact|make|establish|introduce|append|include|amend|change|alter|modify|edit|revise|update|"
    r"rewrite|reword)\b",
    re.IGNORECASE,
)
_THE_NEXT = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|one|other|next|last)(?: (?:new )?rule| one)? "
    r"(?:is|shall be|should be|is to be) (?=(?:called|named|titled|entitled)\b)",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"(?:make (?:it|this|that)(?: cost)?|(?:set|lower|reduce|raise|increase|change|cut) (?:it|this|that) to) "
    r"(?P<new>\d{1,9})(?: \w{1,30})?(?: instead(?: of [^.!?]{1,30})?)?[ .!]*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\b\d{1,9}\b")
_HYPHENATED = re.compile(r"\b(?<!-)re-(?=(?:titl|nam|word|writ|phras)(?:e|ing)?\b)", re.IGNORECASE)
# "Fusing, on the other hand, should only cost 6."
_IN_PASSING = re.compile(
    r", (?:on the other hand|in turn|however|though|(?:by|in) (?:contrast|comparison|return)|meanwhile|as well|"
    r"likewise|too|of course|instead|in future|from now on),[ ]",
    re.IGNORECASE,
)
_ITS_TEXT = re.compile(
    r"\b(?P<verb>replac(?:e|ing)|chang(?:e|ing)) its (?:whole |entire |full |current )?"
    r"(?P<part>text|wording|body|contents?)(?= (?:with|by|to)\b)",
    re.IGNORECASE,
)
# "Section 6.2 Dice Rolls:" above orders, whichever words the title has
_ONLY_A_RULE = re.compile(
    rf"(?:(?:the )?{RULE_NOUN} |§ ?)\d{{1,5}}(?:\.\d{{1,5}}){{0,5}}(?:[.:)]? ?[–—-]? ?(?-i:[A-Z])[\w’' -]{{0,60}})?:",
    re.IGNORECASE,
)
_REPEALS_SEVERAL = re.compile(
    r"(?:repeal|abolish|scrap|delete|remove|get rid of|drop) (?P<titles>[^.;:]{1,200}?)[ .!]*", re.IGNORECASE
)
_BETWEEN_TITLES = re.compile(r",? and |, ")
FEWEST_OF_TALK = 3  # words before an order in its sentence that are told as having no effect
MAX_HEAD = 80  # characters of talk before a colon
_AFTER_A_HEAD = re.compile(r": |,? (?:so|hence|therefore)(?: from now on)?,? ", re.IGNORECASE)
_SAYS_MUCH = re.compile(rf"[\d{OPEN}]|\b(?:rules?|sections?|if|when|unless|once|until)\b", re.IGNORECASE)
MAX_CONSEQUENCES = 5  # of one condition that are looked at
_BETWEEN_CONSEQUENCES = re.compile(r",? (?:and|but) |; ")
_JOINED = re.compile(r"^[ ,;:(–—-]*(?:(?:and|so|but|then|while) )?")
_JOINS = (" and", " so", " but", " then", " while")
_OF_US = re.compile(r"\b(?:we|us|our|I|would|could|might)\b")
_TELLS_OF_NOW = re.compile(r"\b(?:now|already|still|too)\b", re.IGNORECASE)
_NEW = re.compile(r"\bnew\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")


def orders_in(
    text: str,
    is_rule: Callable[[str], bool] = lambda words: False,
    changes_the_law: Callable[[str], End] = lambda words: End.NO,
) -> OrderText:
    """Return the orders of a text. Sentences without an order are left out.

    `is_rule` returns whether a sentence as a whole describes a rule in plain words. `changes_the_law` returns whether
    it is an order about a rule of the law; the answer is "in doubt" if it contradicts a number of the law.
    """
    return _Splitter(text, is_rule=is_rule, changes_the_law=changes_the_law).split()


_REMOVES = re.compile(r"(?:remove|delete|strike(?: out)?|drop|cut|omit|take out)\b", re.IGNORECASE)
_COLON_BEFORE = re.compile(rf":(?= ?{OPEN})")
_INSTEAD = re.compile(
    rf"(?:in (?:its|their) place|instead|(?:insert|add|put|write|substitute)\b[^{OPEN}]{{0,20}}"
    rf"(?:(?:in (?:its|their) place|instead)\b|{OPEN}\d+{CLOSE} (?:in (?:its|their) place|instead)\b)|"
    rf"replace (?:it|them|that|this) (?:with|by) {OPEN})",
    re.IGNORECASE,
)


def _up_to_an_order(words: str) -> tuple[str, str]:
    """Return the sentences of a text before the first one that begins an order, and the others."""
    parts = [*sentences(words)]
    end = next((place for place, each in enumerate(parts) if place and begins_an_order(each)), len(parts))
    return " ".join(parts[:end]), " ".join(parts[end:])


class _Splitter:
    def __init__(
        self,
        text: str,
        found: OrderText | None = None,
        depth: int = 0,
        is_rule: Callable[[str], bool] = lambda words: False,
        changes_the_law: Callable[[str], End] = lambda words: End.NO,
    ) -> None:
        self._is_rule, self._changes_the_law = is_rule, changes_the_law
        self._found = OrderText() if found is None else found
        self._text = text.replace(OPEN, "").replace(CLOSE, "").replace(ITEM_OF_ORDERS, "").replace("\r\n", "\n")
        self._depth = depth
        self._quoted = ""  # what quotes the law at the end of the last paragraph: "Currently “…”"
        self._latest: list[str] = []  # the orders of the last sentence
        self._things: list[NewThing] = []  # what orders have set up
        self._stated: dict[str, str] = {}  # what sentences state of the law, also if they can be read as rules
        self._marks = Marks(self._found)
        self._announced = Announced(self._found, self._marks, changes_the_law)

    def split(self) -> OrderText:
        text = self._marks.marked(self._text)
        for paragraph, is_listed in rejoined(self._announced.with_their_blocks(among_orders(paragraphs(text)))):
            is_item = paragraph.startswith(ITEM_OF_ORDERS)
            paragraph = paragraph.removeprefix(ITEM_OF_ORDERS)
            if remark := remark_in_brackets(paragraph):
                self._found.asides.append(self._found.resolved(remark, "“", "”"))
                continue
            orders = [*self._under_a_label(paragraph)]
            paragraph = after_label(paragraph) if orders else paragraph
            orders += [] if _ONLY_A_RULE.fullmatch(paragraph) else self._of_paragraph(paragraph, is_listed)
            self._latest = self._latest or orders[-1:]
            is_left = (is_item and not is_remark(paragraph)) or TITLE_AND_TEXT.match(paragraph)
            self._found.orders += orders or ([paragraph] if is_left else [])
        self._put_in_place()
        return self._found

    def _put_in_place(self) -> None:
        """Join orders that remove words and put others in their place: "Delete the last line. Insert instead: …"."""
        found = self._found
        for place, (order, after) in reversed([*enumerate(pairwise(found.orders))]):
            if _REMOVES.match(order) is None or _INSTEAD.match(after) is None:
                continue
            both = _COLON_BEFORE.sub("", f"{order.rstrip(' .;')}, and {after[:1].lower()}{after[1:]}")
            (joined, *others) = joined_orders(both)
            if others or joined == both:
                continue
            found.orders[place : place + 2] = [joined]
            found.as_written[joined] = f"{found.as_written.get(order, order)} {found.as_written.get(after, after)}"
            found.sentences[joined] = found.as_written[joined]

    def _within(self) -> OrderText:
        """Return an empty result for a text nested in this one, which shares the quotations."""
        return OrderText(
            [],
            self._found.quotations,
            headings=self._found.headings,
            claims=self._found.claims,
            corrected=self._found.corrected,
            taken_back=self._found.taken_back,
            asides=self._found.asides,
            talk=self._found.talk,
            sentences=self._found.sentences,
            unclear=self._found.unclear,
            doubts=self._found.doubts,
        )

    def _under_a_label(self, paragraph: str) -> Iterator[str]:
        """Yield an order that only names the rule of the following orders, if a paragraph begins with a heading."""
        named = NAMES_A_RULE.fullmatch(paragraph) or LABELLED.match(paragraph)
        if named is None:
            return
        lone = MARK.fullmatch(paragraph)
        if lone is not None and self._marks.sources[int(lone[1])][:1] not in ("'", "*"):
            return  # words in quotation marks are seldom a heading
        if named.end() < len(paragraph) and self._is_an_order_instead(named["what"]):
            return
        if named.end() == len(paragraph) or is_order(paragraph[named.end() :]):
            heading = f"in {named['what']}"
            self._found.headings.add(heading)
            yield heading

    def _is_an_order_instead(self, label: str) -> bool:
        """Return whether words before a colon are an order, not the name of a rule: "Add an item called Tea: …"."""
        is_title = self._changes_the_law(f"repeal {self._found.resolved(label)}") is End.YES
        return not is_title and self._orders_something(label)

    def _orders_something(self, words: str) -> bool:
        """Return whether words are an order or a statement about the law, even if no form reads them."""
        return is_order(words) or commands_otherwise(words) or claim_in(words) != "" or self._is_own(words)

    def _of_blocks(self, narrative: str) -> Iterator[str]:
        """Yield the orders inside blocks that no order of the narrative refers to.

        An order that stands alone in quotation marks is yielded as the mark that replaces the quotation.
        """
        for found in MARK.finditer(narrative):
            text = self._found.quotations[int(found[1])]
            source = self._marks.sources[int(found[1])]
            is_bold = source[:1] in ("'", "*")
            is_alone, begins = found[0] == narrative.strip(" ."), is_bold and narrative.startswith(found[0])
            is_set_off = int(found[1]) in self._marks.blocks or source.startswith("{")
            if (
                is_set_off
                and self._depth < MAX_QUOTED
                and any(is_order(line.strip(" *#>:")) for line in text.splitlines())
            ):
                inner = _Splitter(text, self._within(), self._depth + 1, self._is_rule, self._changes_the_law)
                yield from inner.split().orders
            elif (is_order(text) and (is_alone or begins)) or (is_alone and not is_bold and commands_otherwise(text)):
                yield found[0]

    def _each_rule(self, order: str) -> list[str]:
        """Return an order about several rules as one order for each of them."""
        listed = self._each_title(order) or rules_listed(order, self._marked_again)
        return [each for one in listed for each in each_rule(one)]

    def _each_title(self, order: str) -> list[str]:
        """Return "Repeal Luck and Time" as one order for each rule; empty if one of the names is not a rule's title."""
        found = _REPEALS_SEVERAL.fullmatch(order)
        titles = [] if found is None else _BETWEEN_TITLES.split(found["titles"])
        if not titles[1:] or self._changes_the_law(order) is End.YES:  # "Rise and Fall" may be one title
            return []
        are_rules = all(self._changes_the_law(f"repeal {title}") is End.YES for title in titles)
        return [f"repeal rule {title}" for title in titles] if are_rules else []

    def _marked_again(self, place: int) -> str:
        return self._marks.marked(self._found.quotations[place])

    def _with_bare_words(self, paragraph: str) -> str:
        """Return a paragraph with the unquoted words after an order's colon as a mark: "Add a line: Be kind."."""
        said, words, rest = *self._announced.with_begun_words(paragraph), ""
        if not words:
            return said
        if ADDS_A_THING.search(said) is not None:
            words, rest = _up_to_an_order(words)
        mark = self._marks.mark(words)
        if is_left_open(self._found.quotations[-1]):
            self._found.unclear[len(self._found.quotations) - 1] = LEFT_OPEN
        return f"{said} {mark} {rest}".rstrip()

    def _is_whole(self, words: str) -> bool:
        """Return whether a whole sentence is a rule or requests a recipe, possibly under a condition."""
        if is_asked_for(words) or self._is_rule(words):
            return True
        return CONDITION.match(words) is not None and is_asked_for(words.partition(", ")[2])

    def _claim(self, said: str, before: str) -> str:
        """Return the statement about the law in a sentence, or "". It begins with `IT` if its subject is unclear."""
        named = statement_with_name(said, before)
        if not named.startswith(IT):
            return claim_in(named)
        is_told = _TELLS_OF_NOW.search(named) is not None or _DIGIT.search(named) is None
        return named if not is_told and claim_in(f"a thing {named.removeprefix(IT)}") else ""

    def _corrected(self, order: str, before: str, earlier: str, claimed: str) -> str:
        """Return a statement with its number corrected by a following order: "A Chip costs 5. Make it 4.".

        Returns "" if the order concerns something else, or if it is unclear which number it changes.
        """
        words = without_lead(order)
        found, claim = _CORRECTS.match(words), self._stated.get(claimed, "")
        if found is None or len(_NUMBER.findall(claim)) != 1:
            return ""
        named = with_name(words, claimed)
        is_of_it = named != words and named == with_name_of(words, before, earlier)
        return _NUMBER.sub(found["new"], claim) if is_of_it else ""

    def _of_paragraph(self, paragraph: str, is_under_order: bool) -> list[str]:
        """Return the orders of a paragraph.

        Sentences that add to an order about a new rule, such as its title, are joined to it.
        """
        if self._is_whole(self._found.resolved(without_lead(paragraph))):  # also with a semicolon in it
            self._latest = []
            return [without_lead(paragraph)]
        head, _, rest = paragraph.partition(": ")
        if HEADS_A_CHANGE.fullmatch(head) is not None and self._is_whole(self._found.resolved(rest)):
            return [rest]
        paragraph = _IN_PASSING.sub(" ", _HYPHENATED.sub("re", paragraph))
        paragraph = _ITS_TEXT.sub(r"\g<verb> the \g<part> of that rule", paragraph)
        label = LABEL.match(paragraph)
        paragraph = paragraph if label is None else paragraph[label.end() :]
        read = _Reading(is_under_order, before=self._quoted)
        said = self._with_bare_words(paragraph)
        every = map(unbracketed, [said] if ";" in said and shares_a_verb(said) else sentences(said))
        joined = self._with_what_follows(every)
        for sentence in (part for each in joined for part in self._halves(self._without_head(each))):
            sentence = self._without_taking_back(sentence, read)
            if read.is_open and OF_THE_LAST.match(sentence) and _MAKES_OR_REWORDS.match(read.orders[-1]):
                read.orders[-1] = f"{read.orders[-1].rstrip(' .;')}, {sentence}"
                continue
            read.previous, read.said, read.is_open = read.said, sentence, False
            count = len(read.orders)
            if not self._read_correction(read):
                self._read_sentence(read)
            self._latest = read.orders[count:]
        self._quoted = read.before if quotes_the_law(read.before) else ""
        return [*filter(None, read.orders)]

    def _with_what_follows(self, sentences_: Iterable[str]) -> Iterator[str]:
        """Yield sentences, joined to the next ones if these go on with a description.

        "Add a new pack, the Mystery Pack. It costs 20 Vertebrae and contains 3 cards."
        """
        joined = ""
        for sentence in sentences_:
            both = f"{joined} {sentence}" if joined and IS_OF_THE_LAST.search(sentence) else ""
            if both and is_asked_for(self._found.resolved(without_lead(both))):
                joined = both
                continue
            if joined:
                yield joined
            joined = sentence
        if joined:
            yield joined

    def _without_taking_back(self, sentence: str, read: "_Reading") -> str:
        """Return a sentence without its "Just kidding", which takes back the orders of the sentence before it."""
        found = TAKES_BACK.match(sentence)
        if found is None:
            return sentence
        self._found.taken_back |= {*self._latest}
        read.is_open = False
        return sentence[found.end() :]

    def _without_head(self, sentence: str) -> str:
        """Return a sentence without the talk before it: "For the newcomers: Chips cost 20"."""
        found = _AFTER_A_HEAD.search(sentence)
        is_read = is_order(sentence) or commands_otherwise(sentence) or OF_THE_LAST.match(sentence) is not None
        if found is None or is_read or sentence[found.end() :].startswith(OPEN):
            return sentence
        if self._is_whole(self._found.resolved(sentence)):
            return sentence  # "Chance of Holographic: 10 %"
        head, rest = sentence[: found.start()], sentence[found.end() :]
        is_told = _SAYS_MUCH.search(head) is not None or OF_ANOTHER_TIME.search(head) is not None
        if len(head) > MAX_HEAD or is_told or is_order(head):
            return sentence
        return rest if self._is_own(rest) or is_order(rest) else sentence

    def _halves(self, sentence: str) -> list[str]:
        """Return what happens once and another sentence joined to it, or the sentence itself if it is one."""
        if is_order(sentence) or CONDITION.match(without_lead(sentence)) or self._is_own(sentence):
            return [sentence]
        for joint in islice(_BETWEEN_CONSEQUENCES.finditer(sentence), MAX_CONSEQUENCES):
            both = [sentence[: joint.start()], sentence[joint.end() :]]
            if any(map(happens_on_passing, both)) and all(map(self._is_own, both)):
                return both
        return [sentence]

    def _is_own(self, words: str) -> bool:
        """Return whether words are a sentence of their own about the law, or about what happens once."""
        said = self._found.resolved(without_lead(words))
        return self._is_whole(said) or happens_on_passing(words) or self._changes_the_law(said) is not End.NO

    def _read_correction(self, read: "_Reading") -> bool:
        """Read a sentence as a correction of a number stated before it. Return False if it is none."""
        said = read.said
        stated_now = self._corrected(said, read.before, read.earlier, read.claimed)
        if not stated_now:
            return False
        self._found.corrected.add(read.claimed)
        self._found.claims[said] = self._stated[said] = stated_now
        read.orders.append(said)
        return True

    def _read_sentence(self, read: "_Reading") -> None:
        """Read each order that is joined in a sentence, and what of the sentence orders nothing."""
        sentence = with_name_of(read.said, read.before, read.earlier)
        read.is_whole = self._is_whole(self._found.resolved(without_lead(sentence)))
        is_shared = not read.is_whole and shares_a_verb(sentence)
        may_be_several = not read.is_whole and (read.is_under_order or is_shared or is_order(sentence))
        parts = with_the_rule_of_the_last([*joined_orders(sentence)]) if may_be_several else [sentence]
        read.is_one = len(parts) == 1
        for part in parts:
            words = _THE_NEXT.sub("add a rule ", without_lead(part.strip()), count=1)
            is_read = read.is_whole or begins_an_order(words) or (read.is_under_order and DOING.match(words))
            is_read = is_read or is_statement(words)
            before, order = ("", words) if is_read or commands_otherwise(words) else order_within(words)
            if order:
                self._read_before(read, before)
                self._read_order(read, part, with_name(order, before), before)
            else:
                self._read_narrative(read, part.strip(), words)

    def _changes_the_law_if(self, words: str) -> bool:
        """Return whether a sentence states another content of the law under a condition: "If it rains, a Chip costs 5".

        No order is made of it, but it must not be dropped in silence.
        """
        said = consequence(words)
        if not said or _OF_US.search(words) is not None:
            return False  # "If we leave it as it is, a Chip costs 30 soon."
        parts = islice(_BETWEEN_CONSEQUENCES.split(said), MAX_CONSEQUENCES)
        return any(self._changes_the_law(part) is not End.NO for part in parts)

    def _read_before(self, read: "_Reading", before: str) -> None:
        """Keep the words before an order in a sentence if they are an order too: "Jokers count 30, and repeal Luck"."""
        words = before.rstrip(" ,:;-–—([")
        for join in _JOINS:
            words = words.removesuffix(join).rstrip(" ,:;")
        if not words or CONDITION.match(without_lead(words)) is not None:
            return
        if self._orders_something(words):
            self._found.sentences.setdefault(words, read.said)
            read.orders.append(words)
        elif len(words.split()) >= FEWEST_OF_TALK:
            self._found.talk.append(self._found.resolved(words, "“", "”"))

    def _read_order(self, read: "_Reading", part: str, words: str, before: str = "") -> None:
        """Read a part of a sentence that is an order, as one order for each rule that it names.

        `before` are other words at its beginning.
        """
        read.before = read.earlier = ""
        orders = [words] if read.is_whole else self._each_rule(imperative(words))
        last, written = orders[-1], read.said if read.is_one else part
        if len(orders) == 1 and last not in written:
            after = _JOINED.sub("", written.partition(before)[2]) if before else ""
            self._found.as_written[last] = after or written.strip()
        self._found.sentences |= dict.fromkeys(orders, read.said)
        self._sets_up(last, read)
        if read.is_whole and not begins_an_order(words) and (claim := self._claim(read.said, read.previous)):
            self._stated[last] = claim
            read.claimed = read.before = last
        read.orders += orders
        read.is_open, read.is_under_order = bool(last), True

    def _sets_up(self, words: str, read: "_Reading") -> None:
        """Record what an order sets up, about which the next sentences may be."""
        if (thing := new_thing(words, self._found.quotations)) is not None:
            self._things.append(thing)
            read.is_of_thing = True

    def _is_of_a_new_thing(self, words: str, read: "_Reading") -> bool:
        """Return whether a sentence says something of a thing that the text sets up."""
        if OF_A_PERSON.search(words) is not None or words.rstrip(" .”)").endswith("?"):
            return False
        read.is_of_thing = any(thing.is_in(words, is_next=read.is_of_thing) for thing in self._things)
        return read.is_of_thing

    def _read_narrative(self, read: "_Reading", part: str, words: str) -> None:
        """Read a part of a sentence that orders nothing.

        The orders quoted in it are kept, and the part itself if it may concern the law.
        """
        said = read.said if read.is_one else part
        count, talked = len(read.orders), len(self._found.talk)
        read.orders += self._of_blocks(words)
        if not read.is_one and MARK.search(words):  # split off an order, so it cannot be talk
            read.orders.append(part)
        else:
            is_new = _NEW.search(words) is not None and new_thing(words, self._found.quotations) is not None
            claim = "" if is_new else self._claim(said, read.previous)
            if claim:
                self._found.claims[said] = self._stated[said] = claim
                read.claimed = read.said
            recurs = AGAIN.search(words) is not None
            is_of_the_law = claim or sounds_like_a_rule(words, recurs=recurs) or happens_on_passing(said)
            is_of_the_law = is_of_the_law or is_new or self._is_of_a_new_thing(words, read)
            if is_of_the_law or self._changes_the_law_if(words):
                self._found.sentences.setdefault(said, said)
                read.orders.append(said)
            self._sets_up(words, read)
        if len(read.orders) == count and len(self._found.talk) == talked and not HEADING.fullmatch(said):
            self._found.talk.append(self._found.resolved(words_of_item(said), "“", "”"))
        read.is_open = read.is_under_order = False
        read.before, read.earlier = words, read.before or read.earlier


@dataclass
class _Reading:
    """The orders of a paragraph so far, and what later sentences refer to."""

    is_under_order: bool
    orders: list[str] = field(default_factory=list)
    is_open: bool = False  # whether the next sentence may add to the last order
    before: str = ""  # the last words that order nothing, which "it" may refer to
    earlier: str = ""  # the words that order nothing before those
    claimed: str = ""  # the last statement about the law
    said: str = ""  # the current sentence
    previous: str = ""  # the sentence before it
    is_of_thing: bool = False  # whether the last sentence is about a thing that the text sets up
    is_whole: bool = False  # whether the current sentence is one rule, or asks for a recipe
    is_one: bool = True  # whether the current sentence is not split
