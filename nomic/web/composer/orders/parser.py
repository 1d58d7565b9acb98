"""Parses one order by the table of forms: the change that it asks for, and the content of its parts.

Parts are tried one after the other at the current position, without backtracking, so that parsing is linear in the
length of an order.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.web.composer.orders.order_forms import FIRST, FORMS, PLACE, STATEMENTS, Form, Part, Q
from nomic.web.composer.orders.order_words import CLOSE, OPEN, OTHER_VERBS, RULE_NOUN, VERB
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import COMMAND, is_statement
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK, OrderText

MAX_WORDS = 10  # of a bare name
MAX_TITLE = 120  # characters of a quoted title
MAX_VALUE = 200  # characters of a value, or of the name of one

_SEPARATOR = re.compile(
    r"[ ,:;)–—-]*+(?:\((?![a-z ,]{0,80}\b(?:but|only|except|not|no|unless|if|until|for|keep|when|without|instead|never|"
    r"later|after|before|rounded|rounding)\b)(?-i:[a-z])[a-z ,]{1,80}\)[ ,:;]*+)?"
    r"(?:and (?=(?:then |also )?(?:call|name|title|entitle|"
    r"give|with|at|it|the|its) )|then )?"
)
_END = re.compile(r"[ .,:;!)]*+")
_RULE = re.compile(
    rf"(?:the )?(?:existing |current )?{RULE_NOUN} (?:named |called |titled |entitled |(?:on|about|regarding) )?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"(?P<noun>(?:the )?{RULE_NOUN} #?)?(?P<number>\d{{1,5}}(?:[./]\d{{1,5}}){{0,5}})"
    rf"(?: ?\((?P<title>{Q}|[^()]{{1,100}})\)|,? (?:(?:en)?titled|called|named)? ?(?P<named>{Q}),?"
    r"|, (?P<bare>(?-i:[A-Z])[\w ’'-]{1,60}),(?= by\b| to\b))?",
    re.IGNORECASE,
)
_GAP = re.compile(r" (?:[–—-] )?(?=(?-i:[A-Z]))")
_APPOSITION = re.compile(r", (?=(?-i:[A-Z]))")  # "rule 8.4, Fusion, is repealed"
_CLOSED = re.compile(r",(?= )|(?=[.:;)]|$)")
_MARKED = re.compile(
    rf"(?:the )?(?P<title>{Q})(?: (?P<noun>{RULE_NOUN})\b"
    rf"| ?\((?P<number>(?:{RULE_NOUN} )?#?\d{{1,5}}(?:\.\d{{1,5}}){{0,5}})\))?",
    re.IGNORECASE,
)
_RULE_LAST = re.compile(rf"the (?P<title>[^.,:;]{{1,100}}?) {RULE_NOUN}\b", re.IGNORECASE)
_PRONOUN = re.compile(
    rf"(?:it|(?:this|that|said) {RULE_NOUN}|the (?:same|new|said|above|aforementioned) {RULE_NOUN}"
    rf"|the {RULE_NOUN}(?= ?(?:[:;,.]|$| (?:to|by|with|so that|and|as)\b)))\b",
    re.IGNORECASE,
)
_A_SUBRULE = re.compile(r"\bsub-?(?:rule|section)\b", re.IGNORECASE)
_SIGN = re.compile(r"(?:(?:section|rule) )?(?<!§)§{1,2}+ ?(?=\d)|(?<![\w.])R(?=\d{1,5}\b)")  # "§4.2", "R2160"
_WITH_NUMBER = re.compile(
    rf"(?:(?:the )?(?:{RULE_NOUN} |§ ?))?\d{{1,5}}(?:\.\d{{1,5}}){{0,5}}[.:)]?[ –—-]*(?=\w)", re.IGNORECASE
)
_NAMES_A_RULE = re.compile(
    rf"\b(?:in|to|from|of|under|into|amend|change|repeal|replace) (?=\S)|(?<!\w)(?=rule )|(?={OPEN})", re.I
)
_ITS_TEXT = re.compile(r"(?:its|(?:this|that) rule['’]s) (?:text|words|wording|content)$", re.IGNORECASE)
_TEXT_OF = re.compile(r"the (?:text|words|wording|content) of ", re.IGNORECASE)
_TEXT_LAST = re.compile(r"(?<=\w)['’]s (?:text|words|wording|content)$", re.IGNORECASE)
_READS = ("read", "reads", "reads now", "as follows", "say")
_TELLS = re.compile(r" reads?(?: as follows)?:?", re.IGNORECASE)
_GOES_ON = re.compile(r",? (?:with|at|costs?) ", re.IGNORECASE)  # "the row “Iron” with price 1"
_INSTEAD = re.compile(r" (?:instead of|rather than|in place of|and not) ", re.IGNORECASE)
_THE_TITLE = re.compile(r"the (?:title|name)(?: of)? ", re.IGNORECASE)
_OWN_LINES = re.compile(
    r"\b(?:an?|another|the(?: following)?|this|new|final|last|separate|further|extra|additional|own) ?"
    r"(?:paragraph|line|section|(?:sub-?)?clause)\b",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(r"(?-i:as|with|that|which|by|for|in|on|and|to|so|where|about) ")  # begins no bare title
_VALUE = re.compile(r"[^\s,:;]+")
_AND_THEN = re.compile(rf"(?:and|or|but|then)(?: then| also)* (?:{VERB}|{'|'.join(OTHER_VERBS)})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\s.,:;]+(?:\.\d+)?")


def _is_name(words: str) -> bool:
    """Return whether quoted words can be the title of a rule."""
    return len(words) <= MAX_TITLE and "\n" not in words and words[-1:] not in ".!?"


@dataclass(frozen=True, slots=True)
class RuleName:
    """A reference to a rule: by title, by number, or to the rule named last if both are empty."""

    title: str = ""
    number: str = ""


@dataclass
class Parsed:
    """A parsed order: the requested change, and the content of its parts with quotations resolved."""

    change: str
    said: dict[str, Any] = field(default_factory=dict)


class OrderParser:
    """Parses the orders of a text.

    `titles` holds the rules' titles in lower case, to recognise them without quotation marks.
    """

    def __init__(self, text: OrderText) -> None:
        self._text = text
        self.titles: frozenset[str] = frozenset()

    def parsed(self, order: str) -> Iterator[Parsed]:
        """Yield every way to read an order, the likeliest first."""
        order = _SIGN.sub("rule ", order).rstrip(" .,;:!")
        said, rest = self._place_named_first(order)
        for form in FORMS:
            is_place_only = form.change == "look_at" and "rule" in form.needs and bool(said)
            if not is_place_only:
                yield from self._by_form(form, rest, said)
        if said:
            for form in FORMS:
                yield from self._by_form(form, order, {})
        for change, before, verb, after in STATEMENTS:
            stated = verb.search(rest)
            is_whole = stated is not None and (after or not rest[stated.end() :].strip(" .,;:"))
            if stated is not None and change == "replace" and OPEN not in rest[: stated.start()]:
                continue  # "Ada becomes the Judge" is about no words of a rule
            if stated is not None and is_whole and not COMMAND.match(rest) and said.keys() <= {"rule", "rules"}:
                parts = {before: rest[: stated.start()], after: rest[stated.end() :], "verb": stated[0]}
                parsed = self._stated(change, parts)
                if parsed is not None:
                    yield Parsed(parsed.change, {**said, **parsed.said})

    def _stated(self, change: str, parts: Mapping[str, str]) -> Parsed | None:
        """Return the order implied by a statement, such as "The price should be 3 instead of 2".

        `parts` are the matched groups. Returns None if following words would become part of a text, or if the statement
        does not clearly give the text of a rule.
        """
        words = {name: part.strip() for name, part in parts.items() if name not in ("", "verb")}
        if change == "reword" and not self._has_its_text(words, parts["verb"]):
            return None
        if "new" in words:
            new, *old = _INSTEAD.split(words["new"], maxsplit=1)
            if old:
                words["old"] = old[0]
            if new.startswith("from "):
                words["old"], _, new = new.removeprefix("from ").partition(" to ")
            new, _, rule = new.partition(f"{CLOSE} in ")
            words["new"] = f"{new}{CLOSE}" if rule else new.removeprefix("to ")
            if rule:
                words["rule"] = rule
        texts = (words.get(each, "").strip(" .,;:") for each in ("words", "old", "new"))
        if change in ("reword", "replace") and any(OPEN in each and not MARK.fullmatch(each) for each in texts):
            return None
        if change == "rename":
            return self._renamed(words)
        said: dict[str, Any] = {name: self._text.resolved(part) for name, part in words.items()}
        if "costs" in said:
            said["what"] = f"the price of {said.pop('costs')}"
        if "lasts" in said:
            said["what"] = f"how long {said.pop('lasts')} lasts"
        for part in ("rule", "parent"):
            if part in words:
                name = self._rule_at(words[part], 0, {})
                is_whole = name is not None and not words[part][name[1] :].strip(" .,;:")
                said[part] = name[0] if name is not None and is_whole else RuleName(title=said[part])
        return Parsed(change, said)

    def _has_its_text(self, words: dict[str, str], verb: str) -> bool:
        """Return whether a statement concerns the text of a rule. Reduces `words["rule"]` to the rule's name.

        Adds `words["is_told"]` if the statement may also describe the present rule: "The rule Luck reads …".
        """
        rule = _TEXT_LAST.sub("", _TEXT_OF.sub("", _ITS_TEXT.sub("it", words["rule"], count=1), count=1), count=1)
        name = self._rule_at(rule, 0, {})
        is_named = name is not None and not rule[name[1] :].strip(" .,;:")
        if verb.endswith(" say"):  # a rule that "should say “please”" may have to say more
            is_named = is_named and self._text.resolved(words["words"]).rstrip(" ,;:")[-1:] in (".", "!", "?")
        is_about_it = rule != words["rule"] or (is_named and verb.rstrip(": ").endswith(_READS))
        words["rule"] = rule
        words.update({"is_told": "yes"} if _TELLS.fullmatch(verb) else {})
        return is_about_it

    def _renamed(self, words: Mapping[str, str]) -> Parsed:
        """Return the renaming implied by a statement: "The title of rule Luck should be changed to Chance"."""
        rule = _THE_TITLE.sub("", words["rule"], count=1)
        name = self._rule_at(rule, 0, {})
        title = self._text.resolved(words["title"])
        if not _is_name(title) or (OPEN in words["title"] and not MARK.fullmatch(words["title"].strip(" ."))):
            title = ""  # more than a name: another order may follow it
        return Parsed(
            "rename", {"rule": RuleName(self._text.resolved(rule)) if name is None else name[0], "title": title}
        )

    def _place_named_first(self, order: str) -> tuple[dict[str, Any], str]:
        """Return the parts that precede an order's verb, such as its rule, and the rest from the verb on."""
        said: dict[str, Any] = {}
        rest = order
        for _ in range(3):
            for name, begins in FIRST:
                found = begins.match(rest)
                slot = None if found is None else self._first_slot(name, rest, found.end())
                if slot is not None:
                    said[name], place = slot
                    rest = without_lead(rest[place:].lstrip(" ,:;"))
                    break
            else:
                break
        return (said, rest) if said and (COMMAND.match(rest) or is_statement(rest)) else ({}, order)

    def _first_slot(self, name: str, order: str, place: int) -> tuple[Any, int] | None:
        if name == "rules":
            return True, place
        place += len(order[place:]) - len(order[place:].lstrip(" "))
        if name in ("rule", "begin_of"):
            return self._rule_at(order, place, {}, until_verb=True)
        if name in ("after", "before"):
            return self._quotation_at(order, place)
        return self._place_at(order, place)

    def _by_form(self, form: Form, order: str, said_before: Mapping[str, Any]) -> Iterator[Parsed]:
        """Yield the readings of an order by a form, at most two.

        They differ in what is taken as a title: in `a subrule of rule 8 called "Tea"`, "Tea" is first read as the title
        of the subrule.
        """
        for is_bare in (True, False) if "title" in form.parts else (False,):
            found = self._read_by(form, order, said_before, is_bare=is_bare)
            if found is not None:
                yield found

    def _read_by(self, form: Form, order: str, said_before: Mapping[str, Any], *, is_bare: bool) -> Parsed | None:
        found = form.begins.match(order)
        if found is None:
            return None
        said: dict[str, Any] = dict(said_before)
        if form.change == "add" and _A_SUBRULE.search(found[0]) is not None:
            said["is_subrule"] = True
        left = {name: part for name, part in form.parts.items() if name not in said}
        place = found.end()
        while True:
            separator = _SEPARATOR.match(order, place)
            place = place if separator is None else separator.end()
            if _END.fullmatch(order, place):
                return Parsed(form.change, said) if form.needs <= said.keys() else None
            for name, part in left.items():
                others = {other: each for other, each in left.items() if other != name}
                slot = self._slot_at(part, order, place, others, is_bare=is_bare)
                if slot is not None:
                    if _OWN_LINES.search(order[place : slot[1]]) and part.slot in ("flag", "quotation"):
                        said["is_block"] = True
                    value, place = slot
                    said[name.rstrip("0123456789")] = value
                    left = {each: other for each, other in left.items() if each.rstrip("0123456789") not in said}
                    break
            else:
                return None

    def _slot_at(
        self, part: Part, order: str, place: int, left: Mapping[str, Part], *, is_bare: bool = False
    ) -> tuple[Any, int] | None:
        """Return the content of a part at a position and its end, or None if the part does not begin there."""
        intro = part.intro.match(order, place)
        if intro is None:
            return None
        begin = intro.end()
        if part.slot == "flag":
            return (intro[0].strip(), begin) if begin > place else None
        begin += len(order[begin:]) - len(order[begin:].lstrip(" "))
        if part.slot == "quotation":
            return self._quotation_at(order, begin)
        if part.slot == "rule":
            return self._rule_at(order, begin, left, is_bare=is_bare)
        if part.slot == "place":
            return self._place_at(order, begin)
        marked = self._quotation_at(order, begin)
        goes_on = marked is not None and part.slot == "value" and _GOES_ON.match(order, marked[1])
        if marked is not None and not goes_on:
            name = marked[0].rstrip(".") if intro[0].strip() else marked[0]
            return (name, marked[1]) if part.slot == "value" or _is_name(name) else None
        if part.slot == "name" and not intro[0].strip() and _NO_TITLE.match(order, begin):
            return None
        return self._bare(order, begin, left, MAX_WORDS if part.slot == "name" else MAX_VALUE)

    def _quotation_at(self, order: str, place: int) -> tuple[str, int] | None:
        found = MARK.match(order, place)
        return None if found is None else (self._text.quotations[int(found[1])], found.end())

    def _place_at(self, order: str, place: int) -> tuple[dict[str, str | None], int] | None:
        found = PLACE.match(order, place)
        if found is None:
            return None
        said = found.groupdict()
        quoted = {name: said[name] and self._text.resolved(said[name]) for name in ("said", "quoted", "or")}
        return {**said, **quoted}, found.end()

    # ── rules

    def _rule_at(
        self,
        order: str,
        place: int,
        left: Mapping[str, Part],
        *,
        until_verb: bool = False,
        is_bare: bool = False,
    ) -> tuple[RuleName, int] | None:
        """Return the rule named at a position and the end of its name, or None.

        If `is_bare` is set, a quotation after the number of a rule does not belong to its name.
        """
        pronoun = _PRONOUN.match(order, place)
        if pronoun is not None:
            return RuleName(), pronoun.end()
        if (numbered := self._numbered_rule_at(order, place, is_bare=is_bare)) is not None:
            return numbered
        with_number = _WITH_NUMBER.match(order, place)
        if with_number is not None and (known := self._known_title(order, with_number.end())) is not None:
            return RuleName(known[0]), known[1]
        if (marked := _MARKED.match(order, place)) is not None:
            return self._marked_rule(marked)
        worded = _RULE.match(order, place)
        if worded is not None:
            begin = worded.end()
            named = self._quotation_at(order, begin) or self._known_title(order, begin)
            named = named or self._bare(order, begin, left, MAX_WORDS, until_verb=until_verb)
            return None if named is None else (RuleName(named[0]), named[1])
        last = _RULE_LAST.match(order, place)
        if last is not None and self._is_title(last["title"]):
            return RuleName(last["title"]), last.end()
        known = self._known_title(order, place)
        return None if known is None else (RuleName(known[0]), known[1])

    def _numbered_rule_at(self, order: str, place: int, *, is_bare: bool) -> tuple[RuleName, int] | None:
        """Return the rule at a position that is named by its number, perhaps with its title: "Rule 7.1 Inventory"."""
        numbered = _NUMBERED.match(order, place)
        if numbered is None:
            return None
        if is_bare and numbered["noun"] and numbered["named"]:
            return RuleName(number=numbered["number"]), numbered.end("number")
        title = numbered["title"] or numbered["named"] or numbered["bare"] or ""
        if not (numbered["noun"] or title or "." in numbered["number"]):
            return None  # a mere number
        title, end = self._text.resolved(title), numbered.end()
        if not title and numbered["noun"] and (after := _GAP.match(order, end)) is not None:
            title, end = self._known_title(order, after.end()) or ("", end)
        if not title and numbered["noun"] and (after := _APPOSITION.match(order, end)) is not None:
            named = self._known_title(order, after.end())
            if named is not None and (closed := _CLOSED.match(order, named[1])) is not None:
                title, end = named[0], closed.end()
        return RuleName(title, numbered["number"]), end

    def _marked_rule(self, marked: re.Match[str]) -> tuple[RuleName, int] | None:
        """Return the rule that a quotation names, or None if nothing says that it is a rule's name."""
        title = self._text.resolved(marked["title"])
        inner = None if self._is_title(title) else _NUMBERED.fullmatch(title)
        if inner is not None and inner["noun"]:
            return RuleName(inner["title"] or "", inner["number"]), marked.end()
        title = title if self._is_title(title) else _WITH_NUMBER.sub("", title, count=1)
        is_rule = marked["noun"] or marked["number"] or self._is_title(title)
        return (RuleName(title), marked.end()) if is_rule else None

    def rules_in(self, order: str) -> Iterator[RuleName]:
        """Yield the rules that an order names, even if no form fits the order."""
        order = _SIGN.sub("rule ", order)
        for found in _NAMES_A_RULE.finditer(order):
            named = self._rule_at(order, found.end(), {})
            if named is not None:
                yield named[0]

    def _is_title(self, words: str) -> bool:
        plain = " ".join(words.casefold().split())
        return plain in self.titles or plain.rstrip(".,;:") in self.titles

    def _known_title(self, order: str, place: int) -> tuple[str, int] | None:
        """Return the longest title of a rule at this position in the text, and where it ends, or None."""
        found = None
        begin = place + (4 if order[place : place + 4].lower() == "the " else 0)
        for count, word in enumerate(_WORD.finditer(order, begin)):
            if count == MAX_WORDS:
                break
            for start in {begin, place}:
                if self._is_title(order[start : word.end()]):
                    found = order[start : word.end()], word.end()
        return found

    def _bare(
        self, order: str, place: int, left: Mapping[str, Part], most: int, *, until_verb: bool = False
    ) -> tuple[str, int] | None:
        """Return the unquoted words up to the next part of the order, and where they end, or None.

        `most` is the largest number of words. If it is `MAX_VALUE`, it is a number of characters, and a dot or a
        quotation mark may occur.
        """
        is_value = most == MAX_VALUE
        end = place
        for count, word in enumerate((_VALUE if is_value else _WORD).finditer(order[place:])):
            begin, after = place + word.start(), place + word.end()
            if (
                order[end:begin].strip(" ")
                or (not is_value and MARK.search(word[0]))
                or (until_verb and COMMAND.match(word[0]))
                or (not is_value and _AND_THEN.match(order, begin))
            ):
                break
            if (
                (count and self._begins_a_part(order, begin, left))
                or (not is_value and count == most)
                or after - place > MAX_VALUE
            ):
                break
            if not count and self._begins_a_part(order, begin, left):
                return None
            end = after
        return (self._text.resolved(order[place:end]), end) if end > place else None

    def _begins_a_part(self, order: str, place: int, left: Mapping[str, Part]) -> bool:
        for part in left.values():
            found = part.intro.match(order, place)
            end = place if found is None else found.end()
            if order[place:end].strip() and not (order[end - 1].isalnum() and order[end : end + 1].isalnum()):
                return True
        return False
