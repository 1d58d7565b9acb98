"""Drafts amendments from the words of a proposal, as players have always written them.

    In Rule '''Actions''' add a subrule '''Naps''' reading: <blockquote>Anybody may nap.</blockquote>
    Amend rule '''Luck''' by replacing "a die" with "two dice". Repeal rule '''Betting'''.

Rules can be drafted this way, and single values: "change the price of a Handy Pack from 12 to 15". A sentence that
reads like an order but cannot be carried out is reported; a sentence that orders nothing is ignored. Drafting again
does not add what the draft already contains.

`text` finds the orders of a text, `forms` is the table of their forms, `parser` reads one by it.
"""

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, in_the_making
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas, pointer, value_at
from nomic.law.labels.format import path_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.sentences import sentences
from nomic.law.rules.tree import rules_of, tree
from nomic.law.search.values import LawValue, stems_of, value_or_none
from nomic.web import operations as web_operations
from nomic.web.composer.orders.by_hand import without_by_hand
from nomic.web.composer.orders.forms import A_RULE, MAKE
from nomic.web.composer.orders.parser import OrderParser, Parsed, RuleName
from nomic.web.composer.orders.places import (
    CellsDoNotFit,
    as_said,
    cell_of,
    inserted,
    sentence_spans,
    sentences_with,
    span_of,
    with_item,
    without_row,
)
from nomic.web.composer.orders.set_off import asides
from nomic.web.composer.orders.text import MARK, TITLE_AND_TEXT, orders_in
from nomic.web.composer.orders.value_lookup import NotOneValue, as_one_types, is_now, meant_by, quoted_in
from nomic.web.composer.orders.words import CONDITION, IF_LATER, is_order, without_lead
from nomic.web.operations import TAKE_ALONG, CannotBuild, Operation
from nomic.web.rendering.rule_html import quoted_places

MAX_ORDERS = 60  # of one text; each is read against the law as changed by the orders before it
MAX_LENGTH = 600  # characters of a sentence, in which each quotation counts as a mark
MAX_VALUES = 12  # orders about values, each of which searches the whole law
MAX_TOLD = 160  # characters of a sentence that is repeated to the author
MAX_UNREAD = 20  # orders beyond these that are told one by one
MAX_NAMED = 6  # rules that an unread order names
MAX_HINTS = 5  # titles that no rule has, for which a text is told the one most like them
MAX_IN_A_TITLE = 6  # words of what may be meant as a title
MAX_TITLES = 500  # titles among which that one is looked for

HEADED = re.compile(r"(?:(?:title|name): *)?(?P<title>[^\n.:]{1,60})\n\s*\n", re.IGNORECASE)
ONCE = re.compile(
    r"(?:give|grant|award|pay|revoke|destroy|transfer|set (?:all|every|each)|reset|deduct|distribute|refund|reward|"
    r"fine|randomi[sz]e|roll|shuffle|(?:all|every|each)\b.{1,80}\b(?:gets?|gains?|loses?|receives?))\b",
    re.IGNORECASE,
)
CELL = re.compile(r"(?:the )?(?P<column>[\w ]{1,40}?) (?:of|for) (?:an? |the )?(?P<row>[\w '’-]{1,60})", re.IGNORECASE)


@dataclass
class Drafting:
    """The result of reading a text: operations, the performed orders, and the others with reasons."""

    operations: list[Operation] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)  # the performed orders that changed something
    left: list[tuple[str, str]] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)  # orders that the author carries out, as a line of the text says
    notes: list[str] = field(default_factory=list)  # what was understood and has no meaning here


class _NotPlaced(Exception):
    """Raised for an order that cannot be performed. The message gives the reason."""


class _NotSaid(_NotPlaced):
    """Raised if an order, as it was read, does not say what it is about."""


class _NoValue(_NotPlaced):
    """Raised if an order, as it was read, is about a value that the law does not have."""


def draft_from(law: Law, text: str, before: list[Operation]) -> Drafting:
    """Return the operations that a text asks for on top of the operations `before`.

    The result does not include the operations `before`. Raises CannotBuild if these do not make a readable law.
    """
    try:
        made = in_the_making(law.document, before)
    except (AmendmentsDoNotApply, LawInvalid):
        made = {}
    if not fits_its_schemas(made):
        raise CannotBuild(
            "amendments", "The amendments so far do not make a valid law. Correct them or remove the wrong ones."
        )
    words, by_hand = without_by_hand(text)
    done = _carried_out(law, made, words) if before else frozenset()
    return _with_asides(_Reader(law, Law(made), words, before, by_hand, done).read(), words)


def _with_asides(found: Drafting, text: str) -> Drafting:
    """Say which remarks in double brackets were left out. Orders among them are not carried out."""
    for aside in asides(text):
        if is_order(aside) and aside.rstrip(".!") not in {each.rstrip(".!") for each in found.by_hand}:
            found.left.append((aside, "it stands in double brackets, so it was read as a remark"))
        else:
            found.notes.append(f"Left out as a remark, because it stands in double brackets: “{aside}”")
    return found


def _carried_out(law: Law, made: Mapping[str, Any], text: str) -> frozenset[int]:
    """Return the places of the orders of which every result, read from the present law, is in the law as drafted."""
    reader = _Reader(law, law, text, [])
    reader.read()
    wanted = reader.now.document
    added = {(rule["title"], rule["body"], rule.get("parent")) for rule in made["rules"].values()}

    def is_there(operation: Operation) -> bool:
        path = path_of(str(operation["path"]))
        new, now = _value_or_none(wanted, path), _value_or_none(made, path)
        if path[0] == "rules" and operation["op"] == "add" and isinstance(new, dict):
            return now == new or (new["title"], new["body"], new.get("parent")) in added
        return bool(now == new)

    return frozenset(
        place
        for place, operations in reader.operations_of.items()
        if operations and all(is_there(operation) for operation in operations if operation["op"] != "test")
    )


def _value_or_none(document: Mapping[str, Any], path: Sequence[str]) -> Any:
    try:
        return value_at(document, pointer(*path))
    except LookupError:
        return None


@dataclass
class OrdersLeft:
    """The orders of a proposal that its amendments do not carry out, and those that its author does by hand."""

    undone: list[str] = field(default_factory=list)
    once: list[str] = field(default_factory=list)  # what one of the proposal's own effects may do
    by_hand: list[str] = field(default_factory=list)


def orders_left(law: Law, text: str, amendments: list[Operation], *, does_something_once: bool = False) -> OrdersLeft:
    """Return the orders of a text that the amendments do not carry out: not understood, or understood and not done.

    Voters see them beside the amendments, because only those take effect. If the amendments no longer fit the law, the
    result has only what the author does by hand.
    """
    try:
        found = draft_from(law, text, amendments)
    except CannotBuild:
        return OrdersLeft(by_hand=without_by_hand(text)[1])
    undone = [*(order for order, _ in found.left), *found.added]
    once = [order for order in undone if does_something_once and ONCE.match(without_lead(order))]
    return OrdersLeft([order for order in undone if order not in once], once, found.by_hand)


class _Reader:
    def __init__(
        self,
        law: Law,
        made: Law,
        text: str,
        before: list[Operation],
        by_hand: Sequence[str] = (),
        done: frozenset[int] = frozenset(),
    ) -> None:
        self._law = law
        self._before = before
        self._now = made
        self._found = Drafting(by_hand=list(by_hand))
        self._by_hand = {_plain(order) for order in by_hand}
        self._done = done  # places of orders that the draft carries out already
        self.operations_of: dict[int, list[Operation]] = {}  # by the place of the order
        self._values = 0  # number of orders about values so far
        self._latest: dict[str, str] = {}  # ids of rules that this text has added, by title
        self._last = ""  # id of the rule that was named last
        self._numbers: dict[str, str] = {}  # ids of rules that the text has named by number and title
        self._first_numbers: dict[str, str] = {}  # ids of the rules by their numbers before this text
        self._hints = 0  # number of titles so far for which the one most like them was looked for
        self._text = orders_in(text)
        self._parser = OrderParser(self._text)

    @property
    def now(self) -> Law:
        """The law with the orders read so far carried out."""
        return self._now

    def read(self) -> Drafting:
        for count, order in enumerate(self._text.orders):
            if count >= MAX_ORDERS + MAX_UNREAD:
                more = len(self._text.orders) - count
                self._found.left.append((f"… and {more} more", f"at most {MAX_ORDERS} orders are read in one text"))
                break
            if self._by_hand and _plain(self._shown(order)) in self._by_hand:
                self._last = self._named_in(order)
                continue
            try:
                if count >= MAX_ORDERS:
                    raise _NotPlaced(f"at most {MAX_ORDERS} orders are read in one text")
                if len(order) > MAX_LENGTH:
                    raise _NotPlaced("this sentence is too long to be read as an order")
                operations = self._placed(order)
                self.operations_of[count] = operations
                if count in self._done:
                    operations = []
            except (_NotPlaced, CannotBuild) as why:
                if count in self._done:
                    self._found.placed.append(self._shown(order))
                    continue
                self._found.left.append((self._shown(order), f"{why}".rstrip(".")))
            else:
                self._found.operations += operations
                if operations:
                    self._now = Law(in_the_making(self._now.document, operations))
                    self._found.added.append(self._shown(order))
                self._found.placed.append(self._shown(order))
        self._found.notes += [
            f"Read as part of a rule: “{_shortened(remark)}” If it is a remark, put quotation marks around the rest."
            for remark in self._text.remarks
        ]
        return self._found

    def _shown(self, order: str) -> str:
        words = self._text.resolved(order, "“", "”")
        return words.rstrip(" .;:") if len(words) <= MAX_TOLD else _shortened(words)

    def _placed(self, order: str) -> list[Operation]:
        """Return the operations of an order, read in the first way in which it can be carried out."""
        rules = [*self._now.document["rules"].values(), *(self._law.document["rules"].values() if self._before else [])]
        self._parser.titles = frozenset(_plain(rule["title"]) for rule in rules) | self._latest.keys()
        if CONDITION.match(without_lead(order)) or IF_LATER.search(order):
            self._last = self._named_in(order)
            raise _NotPlaced(
                "conditions on the proposal itself are not read; leave the condition out, or do this by hand"
            )
        unclear = next(filter(None, (self._text.unclear.get(int(mark[1])) for mark in MARK.finditer(order))), "")
        if unclear:
            self._last = self._named_in(order)
            raise _NotPlaced(unclear)
        if TITLE_AND_TEXT.match(order):
            raise _NotPlaced("it does not say what to do with this text: write “Add a rule called …”")
        first: Exception | None = None
        for parsed in self._parser.parsed(order):
            last = self._last
            if not _can_be_in_a_part(parsed):
                continue
            try:
                if parsed.change == "reword" and _may_be_a_title(parsed.said["words"]) and not _READS.search(order):
                    raise _NotPlaced("is this its new title or its new text? Write “to read …”, or “Rename …”")
                operations = CHANGES[parsed.change](self, parsed.said)
            except (_NotPlaced, CannotBuild) as why:
                self._last = last
                first = why if first is None and not self._misleads(order, why) else first
            else:
                self._note(parsed)
                return operations
        self._last = self._named_in(order)
        raise first or _NotPlaced(_why_unread(order))

    def _misleads(self, order: str, why: Exception) -> bool:
        """Return whether a reason is about a reading that the order does not suggest.

        It says that something is missing which the order names, or looks for a value where it is about a text.
        """
        if isinstance(why, _NoValue):
            return _ABOUT_A_TEXT.search(order) is not None
        named = islice(self._parser.rules_in(order), MAX_NAMED)
        return isinstance(why, _NotSaid) and any(
            self._called(self._now, name) for name in named if name.title or name.number
        )

    def _named_in(self, order: str) -> str:
        """Return the rule that an unread order names, which "it" then means. Several, or unknown ones, give ""."""
        found = set()
        names = [*islice(self._parser.rules_in(order), MAX_NAMED)]
        for name in [name for name in names if name.title or name.number] or names:
            is_last = not (name.title or name.number)
            same = [self._last] if is_last else self._called(self._now, name)
            found.add(same[0] if len(same) == 1 else "")
        return self._last if not found else found.pop() if len(found) == 1 else ""

    def _note(self, parsed: Parsed) -> None:
        if "beside" in parsed.said:
            self._found.notes.append("A new rule comes last among its neighbours, wherever the text wants to have it.")
        if "power" in parsed.said:
            self._found.notes.append("Rules have no power here; what the text says about it stays in the text.")

    # ── rules

    def _rule(self, law: Law, name: RuleName | None) -> str:
        """Return the id of a rule. A rule that this text has added takes precedence, the last one first.

        Without a name, it is the rule that the text has named last.
        """
        if name is None or not (name.title or name.number):
            if self._last not in law.document["rules"]:
                raise _NotSaid("it does not say in which rule")
            return self._last
        same = self._called(law, name)
        if len(same) != 1:
            raise _NotPlaced(
                f"{'several rules are' if same else 'no rule is'} called {name.title or name.number}{self._like(name)}"
            )
        self._last = same[0]
        if name.number:
            self._numbers[name.number] = same[0]
        return same[0]

    def _called(self, law: Law, name: RuleName) -> list[str]:
        """Return the ids of the rules with that title or number."""
        wanted = _plain(name.title)
        rules: Mapping[str, Any] = law.document["rules"]
        same = [id_ for id_, rule in rules.items() if wanted and _plain(rule["title"]) == wanted]
        if self._latest.get(wanted) in rules:
            same = [self._latest[wanted]]
        if not same and wanted and wanted[-1] in _STOPS:
            return self._called(law, RuleName(name.title.strip().rstrip(_STOPS), name.number))
        if not wanted:
            same = self._numbered(law, name.number.replace("/", "."))
        if not wanted and self._numbers.get(name.number) in rules:
            same = [self._numbers[name.number]]
        if not same:  # the draft has renamed it before the text was read
            was = self._law.document["rules"].items()
            same = [
                id_ for id_, rule in was if id_ in rules and _plain(rule["title"]) == wanted and self._has_drafted(id_)
            ]
        return same

    def _numbered(self, law: Law, number: str) -> list[str]:
        """Return the ids of the rules with a number. It is the number before this text, whose repeals shift none."""
        if not self._first_numbers:
            self._first_numbers = {placed.number: placed.id for placed in tree(rules_of(self._law))}
        if number in self._first_numbers:
            id_ = self._first_numbers[number]
            return [id_] if id_ in law.document["rules"] else []
        return [placed.id for placed in tree(rules_of(law)) if placed.number == number]

    def _like(self, name: RuleName) -> str:
        titles = [str(rule["title"]) for rule in self._now.document["rules"].values()]
        self._hints += 1
        if self._hints > MAX_HINTS:
            return ""
        like = difflib.get_close_matches(name.title[:100], titles[:MAX_TITLES], n=1, cutoff=0.75)
        return f"; do you mean {like[0]}?" if like else ""

    def _adding(self, law: Law, title: str, body: str, parent: str | None) -> tuple[list[Operation], str]:
        """Add a rule, unless the draft has added exactly this one before.

        Returns the operations and the rule's id.
        """
        fields = {"rule_title": title, "rule_body": body, "rule_parent": parent or ""}
        (added,) = web_operations.add_rule(law, fields)
        new = {name: text for name, text in added["value"].items() if name != "place"}
        for operation in self._before:
            value = operation.get("value")
            if operation.get("op") == "add" and isinstance(value, dict) and new.items() <= value.items():
                id_ = str(operation["path"]).rpartition("/")[2]
                if law.document["rules"].get(id_, {}).get("title") == new["title"]:
                    self._latest[_plain(title)] = self._last = id_
                    return [], id_
        id_ = str(added["path"]).rpartition("/")[2]
        self._latest[_plain(title)] = self._last = id_
        return [added], id_

    def add(self, said: Mapping[str, Any]) -> list[Operation]:
        """Add a rule with these words, under a parent if the order names one.

        The order may also name a rule whose first subrule gets the words.
        """
        law = self._now
        named = said.get("parent") or said.get("rule")
        parent = None if named is None or "top" in said else self._rule(law, named)
        title, words = said.get("title", "").rstrip(" :"), said.get("words")
        if words is None:
            raise _NotPlaced("the words of the new rule are missing: quote them, or write them after a colon")
        if not title and (headed := HEADED.match(words)) is not None:
            title, words = headed["title"], words[headed.end() :].strip()
        if not title:
            raise _NotPlaced("the new rule has no title: write “called …”")
        if "sub" not in said:
            return self._adding(law, title, words, parent)[0]
        operations, id_ = self._adding(law, title, "", parent)
        with_it = Law(in_the_making(law.document, operations))
        return [*operations, *self._adding(with_it, said["sub"], words, id_)[0]]

    def repeal(self, said: Mapping[str, Any]) -> list[Operation]:
        law = self._now
        titles = (rule["title"] for rule in law.document["rules"].values())
        wanted = _plain(said["rule"].title)
        if (
            wanted
            and wanted not in map(_plain, titles)
            and any(_plain(rule["title"]) == wanted for rule in self._law.document["rules"].values())
        ):
            return []  # the draft has repealed it already
        id_ = self._rule(law, said["rule"])
        try:
            return web_operations.repeal_rule(law, id_, TAKE_ALONG if "all" in said else "")
        except CannotBuild:
            if "all" in said:
                raise
            raise _NotPlaced("something hangs on it: write “with all that hangs on it”, or open the rule") from None

    def rename(self, said: Mapping[str, Any]) -> list[Operation]:
        law = self._now
        if not said["title"]:
            raise _NotPlaced("more than a name follows the verb: write the new title in quotation marks, and no more")
        return self._changed(law, self._rule(law, said.get("rule")), rule_title=said["title"])

    def move(self, said: Mapping[str, Any]) -> list[Operation]:
        law = self._now
        id_ = self._rule(law, said["rule"])
        parent = self._rule(law, said["parent"])
        self._last = id_
        return self._changed(law, id_, rule_parent=parent)

    def reword(self, said: Mapping[str, Any]) -> list[Operation]:
        law = self._now
        if not said["words"].strip():
            raise _NotPlaced("the new words of the rule are missing: quote them, or write them after a colon")
        return self._changed(law, self._rule(law, said["rule"]), rule_body=said["words"])

    def look_at(self, said: Mapping[str, Any]) -> list[Operation]:
        """Remember a rule for the orders that follow, and change nothing."""
        if "rule" in said:
            self._rule(self._now, said["rule"])
        return []

    # ── words of a rule

    def _body(self, said: Mapping[str, Any]) -> tuple[str, str]:
        """Return the id and the text of the rule that an order is about."""
        id_ = self._rule(self._now, said.get("rule"))
        return id_, str(self._now.document["rules"][id_]["body"])

    def insert(self, said: Mapping[str, Any]) -> list[Operation]:
        """Add words to a rule: at its end, at its beginning, or beside other words."""
        at_beginning = said.get("begin_of")
        id_, body = self._body({**said, "rule": at_beginning} if at_beginning else said)
        words = said["words"]
        if self._has_drafted(id_) and words in body:
            return []
        is_block = "\n" in words or words[:1] in ("*", "#", ":", "{") or "is_block" in said
        if at_beginning or "begin" in said:
            return self._changed(self._now, id_, rule_body=inserted(body, words, 0, is_block=is_block))
        for name, is_after in (("after", True), ("before", False)):
            if name in said or f"{name}_place" in said:
                begin, end = self._span(body, said, name)
                is_whole = is_block or (f"{name}_place" in said and not _is_a_sentence(said[f"{name}_place"]))
                is_whole = is_whole or _is_a_line(body, begin, end)
                new = inserted(body, words, end if is_after else begin, is_block=is_whole)
                return self._changed(self._now, id_, rule_body=new)
        end = self._scope(body, said)[1]
        return self._changed(self._now, id_, rule_body=inserted(body, words, end, is_block=is_block))

    def move_words(self, said: Mapping[str, Any]) -> list[Operation]:
        """Move words of a rule, or a part of it, to another place of that rule or of another."""
        id_, body = self._body({"rule": said.get("from", said.get("rule"))})
        begin, end = self._span(body, said, "old")
        words, is_block = body[begin:end], _is_a_line(body, begin, end) or (begin == 0 and end == len(body))
        rest = _joined(body[:begin], "", body[end:])
        named = next((said[name] for name in ("begin_of_rule", "end_of_rule", "to_rule") if name in said), None)
        to = id_ if named is None else self._rule(self._now, named)
        beside = [name for name in ("after", "before") if name in said or f"{name}_place" in said]
        if named is None and not beside and not said.keys() & {"begin", "end"}:
            raise _NotPlaced("it does not say where these words go")
        before = rest if to == id_ else str(self._now.document["rules"][to]["body"])
        at = 0 if said.keys() & {"begin", "begin_of_rule"} else len(before)
        for name in beside:
            at = self._span(before, said, name)[name == "after"]
        if to == id_:
            return self._changed(self._now, id_, rule_body=inserted(rest, words, at, is_block=is_block))
        taken = self._changed(self._now, id_, rule_body=rest)
        law = Law(in_the_making(self._now.document, taken))
        return [*taken, *self._changed(law, to, rule_body=inserted(before, words, at, is_block=is_block))]

    def _span(self, body: str, said: Mapping[str, Any], name: str) -> tuple[int, int]:
        """Return where the words or the part that an order names begin and end in a text."""
        if name in said:
            low, high = self._scope(body, said)
            words = as_said(body[low:high], said[name])
            self._require_once(body[low:high], words)
            begin = low + _occurrences(body[low:high], words)[0]
            return begin, begin + len(words)
        span = span_of(body, said[f"{name}_place"])
        if span is None:
            raise _NotPlaced("the rule has no such part")
        return span

    def _scope(self, body: str, said: Mapping[str, Any]) -> tuple[int, int]:
        """Return the part of a rule's text that an order is about: all of it, or "the second paragraph"."""
        if "scope" not in said:
            return 0, len(body)
        span = span_of(body, said["scope"])
        if span is None or span[0] == span[1]:
            raise _NotPlaced("the rule has no such part")
        return span

    def append_item(self, said: Mapping[str, Any]) -> list[Operation]:
        """Add an item to the list of a rule, or a row to its table."""
        words = said.get("words")
        if words is None:
            raise _NotPlaced("the words of the new item are missing: quote them, or write them after a colon")
        if any(name in said for name in ("after", "before", "after_place", "before_place")):
            item = words if words[:1] in "*#" else f"* {words}"
            return self.insert({**said, "words": item})
        id_, body = self._body(said)
        at = said.get("as_place")
        if at is not None and (at["nth"] or "").lower() not in ("last", "final"):
            return self.insert({**said, "before_place": at, "is_block": True})
        if self._has_drafted(id_) and words in body:
            return []
        try:
            new = with_item(body, words)
        except CellsDoNotFit as why:
            raise _NotPlaced(f"{why}") from None
        if new is None:
            raise _NotPlaced("the rule has no list or table")
        return self._changed(self._now, id_, rule_body=new)

    def replace(self, said: Mapping[str, Any]) -> list[Operation]:
        """Replace words that occur once in the rule, or every time. Without new words, remove them."""
        if "rules" in said or ("everywhere" in said and "rule" not in said):
            return self._replace_in_all(said["old"], said.get("new", ""))
        id_, body = self._body(said)
        if "old_place" in said:
            begin, end = self._span(body, said, "old")
            if not said.get("new"):
                begin, end = _without_half_signs(body, begin, end)
            if not said.get("new") and body[begin:end].startswith("|"):
                return self._changed(self._now, id_, rule_body=without_row(body, (begin, end)))
            return self._changed(self._now, id_, rule_body=_joined(body[:begin], said.get("new", ""), body[end:]))
        old, new = as_said(body, said["old"]), said.get("new", "")
        if self._has_drafted(id_) and old not in body and new in body:
            return []
        if old not in body and (value := self._quoted(body, old)) is not None:
            return self._set(value, new)
        low, high = self._scope(body, said)
        every = "every" in said or "everywhere" in said
        self._require_once(body[low:high], old, every=every)
        changed = f"{body[:low]}{_replaced(body[low:high], old, new, every=every)}{body[high:]}"
        return self._changed(self._now, id_, rule_body=changed)

    def _require_once(self, body: str, old: str, *, every: bool = False) -> None:
        """Raise an error unless a text has these words, and has them once. With `every`, several times are fine."""
        if old not in body:
            like = _most_like(body, old)
            hint = f"; it says “{like[:80]}”" if like else ""
            raise _NotPlaced(f"the rule does not say “{old[:60]}”{hint}")
        times = len(_occurrences(body, old))
        if not times:
            raise _NotPlaced(f"the rule says “{old[:60]}” only where it quotes a value")
        if not every and times > 1:
            raise _NotPlaced(f"the rule says “{old[:60]}” {times} times: quote more of it, or write “every”")

    def _replace_in_all(self, old: str, new: str) -> list[Operation]:
        """Replace words in the texts and titles of all rules."""
        operations: list[Operation] = []
        word = re.compile(
            rf"(?<!\w){re.escape(old)}(?!\w)" if old[:1].isalnum() and old[-1:].isalnum() else re.escape(old)
        )
        for id_, rule in self._now.document["rules"].items():
            body = _in_words_only(word, new, str(rule["body"]))
            title = word.sub(lambda _: new, str(rule["title"])) if new else str(rule["title"])
            fields = {"rule_body": body, "rule_title": title}
            if (body, title) != (rule["body"], rule["title"]):
                operations += self._changed(self._now, id_, **fields)
        if not operations:
            raise _NotPlaced(f"no rule says “{old[:60]}”")
        return operations

    def set_value(self, said: Mapping[str, Any]) -> list[Operation]:
        """Set the value with that name and, if the order gives one, that present value.

        If the order names a rule, the value is one that the rule quotes.
        """
        if "rule" in said and "what" not in said:
            _, body = self._body(said)
            value = self._quoted(body, said["old"])
            if value is None:
                return self.replace({**said})
            return self._set(value, said["new"])
        if "what" not in said:
            raise _NotSaid("it does not say which value")
        given = [str(operation.get("path")) for operation in self._before if operation.get("op") == "replace"]
        self._count_a_value()
        if "rule" in said and "old" in said and "by" not in said:
            return self._set_in_rule(said)
        if "by" in said:
            return self._shift(said)
        if "rule" in said:
            return self._set_named_in_rule(said, given)
        try:
            value = meant_by(self._now, said["what"], said.get("old", ""), given)
        except NotOneValue as why:
            if operations := self._in_a_text(said):
                return operations
            raise _NoValue(f"{why}") from None
        if value.path in given and is_now(self._now, value, as_one_types(value, said["new"])):
            return []
        return self._set(value, said["new"])

    def _set_named_in_rule(self, said: Mapping[str, Any], given: Sequence[str]) -> list[Operation]:
        """Change a number of a rule that the order names: "Set the quorum in “Votes” to 2".

        It is a value of the rule, or in the rule's table, or the only number of its one sentence about that.
        """
        what, new = said["what"], said["new"]
        id_, body = self._body(said)
        title = str(self._now.document["rules"][id_]["title"])
        try:
            value = meant_by(self._now, what, "", given)
        except NotOneValue as why:
            reason = _NoValue(f"{why}")
        else:
            tables = [found["what"].strip() for found in PLACEHOLDER.finditer(body) if found["table"]]
            around = [f"/rules/{id_}/", *(f"/{table}/" for table in tables)]
            if title in value.rules or value.path.startswith(tuple(around)):
                is_set = value.path in given and is_now(self._now, value, as_one_types(value, new))
                return [] if is_set else self._set(value, new)
            reason = _NoValue(f"{value.words} is not in the rule {title}")
        if operations := self._in_a_text(said, only=id_):
            return operations
        wanted = {*stems_of(what)} - _COUNTS
        about = [body[begin:end] for begin, end in sentence_spans(body)]
        about = [sentence for sentence in about if wanted and wanted <= {*stems_of(PLACEHOLDER.sub(" ", sentence))}]
        places = quoted_places(self._now, about[0]) if len(about) == 1 else []
        numbers = _NUMBER.findall(PLACEHOLDER.sub(" ", about[0])) if len(about) == 1 else []
        if len(places) == 1 and not numbers and (value_in := value_or_none(self._now, places[0])) is not None:
            return self._set(value_in, new)
        if len(numbers) == 1 and not places and _NUMBER.fullmatch(new):
            changed = body.replace(about[0], _replaced(about[0], numbers[0], new), 1)
            return self._changed(self._now, id_, rule_body=changed)
        if _PLAIN_VALUE.fullmatch(new) and what in body:
            return self.replace({**said, "old": what})
        raise reason

    def _set_in_rule(self, said: Mapping[str, Any]) -> list[Operation]:
        """Change a number of a rule: the value that the rule quotes, or the number in its one sentence about that."""
        what, old, new = said["what"], said["old"], said["new"]
        id_, body = self._body(said)
        value = self._quoted(body, old)
        if value is not None:
            return self._set(value, new)
        wanted = {*stems_of(what)} - _COUNTS
        found = [(begin, end) for begin, end in sentences_with(body, old) if wanted <= {*stems_of(body[begin:end])}]
        if self._has_drafted(id_) and not found and new in body:
            return []
        if len(found) != 1 and (operations := self._in_a_text(said, only=id_)):
            return operations
        if len(found) != 1:
            times = "several sentences" if found else "no sentence"
            raise _NotPlaced(f"{times} of this rule about “{what[:60]}” says “{old[:60]}”")
        begin, end = found[0]
        self._require_once(body[begin:end], old)
        changed = f"{body[:begin]}{_replaced(body[begin:end], old, new)}{body[end:]}"
        return self._changed(self._now, id_, rule_body=changed)

    def _in_a_text(self, said: Mapping[str, Any], only: str = "") -> list[Operation]:
        """Change a number that no value has, in the table or the sentence of the one rule that has it.

        Without its present value, it is only looked for in tables. With `only`, in the table of that rule.
        """
        what, old, new = said["what"], said.get("old", ""), said["new"]
        now = self._now.document["rules"].items()
        rules = {id_: str(rule["body"]) for id_, rule in now if only in ("", id_)}
        named = CELL.fullmatch(what)
        cells = [
            (id_, span)
            for id_, body in rules.items()
            if named
            and (span := cell_of(body, named["column"], named["row"]))
            and (old or _NUMBER.match(body[slice(*span)]))
            and old in ("", body[slice(*span)], *_NUMBER.findall(body[slice(*span)])[:1])
        ]
        if len(cells) == 1:
            ((id_, (begin, end)),) = cells
            count = _NUMBER.match(rules[id_][begin:end])
            end = begin + count.end() if count is not None and _NUMBER.fullmatch(new) else end
            return self._changed(self._now, id_, rule_body=f"{rules[id_][:begin]}{new}{rules[id_][end:]}")
        if not old:
            return []
        wanted = {*stems_of(what)} - _COUNTS
        found = [
            (id_, span)
            for id_, body in rules.items()
            for span in sentences_with(body, old)
            if wanted and wanted <= {*stems_of(f"{self._now.document['rules'][id_]['title']} {body[slice(*span)]}")}
        ]
        if len({id_ for id_, _ in found}) != 1 or (len(found) > 1 and "everywhere" not in said):
            return []
        id_, body = found[0][0], rules[found[0][0]]
        for _, (begin, end) in reversed(found):
            self._require_once(body[begin:end], old, every="everywhere" in said)
            body = f"{body[:begin]}{_replaced(body[begin:end], old, new)}{body[end:]}"
        return self._changed(self._now, id_, rule_body=body)

    def _scale(self, said: Mapping[str, Any], times: int, by: int = 1) -> list[Operation]:
        """Multiply a whole number, or divide it if nothing remains."""
        self._count_a_value()
        try:
            value = meant_by(self._now, said["what"], "", ())
        except NotOneValue as why:
            raise _NotPlaced(f"{why}") from None
        if not isinstance(value.value, int) or isinstance(value.value, bool):
            raise _NotPlaced(f"{value.words} is not a number")
        if value.value * times % by:
            raise _NotPlaced(f"half of {value.said} is not a whole number: write which number it becomes")
        return self._set(value, str(value.value * times // by))

    def _shift(self, said: Mapping[str, Any]) -> list[Operation]:
        """Raise or lower a number by another."""
        try:
            value = meant_by(self._now, said["what"], "", ())
        except NotOneValue as why:
            raise _NotPlaced(f"{why}") from None
        by = re.fullmatch(r"(\d{1,9})\b.*", said["by"])
        if by is None or not isinstance(value.value, int) or isinstance(value.value, bool):
            raise _NotPlaced(f"{value.words} is not a number that can change by “{said['by'][:30]}”")
        sign = -1 if said.get("less") else 1
        return self._set(value, str(value.value + sign * int(by[1])))

    def _quoted(self, body: str, old: str) -> LawValue | None:
        """Return the value that a rule quotes and that equals `old` now, or None."""
        try:
            return quoted_in(self._now, body, old)
        except NotOneValue as why:
            raise _NotPlaced(f"{why}") from None

    def _set(self, value: LawValue, new: str) -> list[Operation]:
        try:
            return web_operations.change_value(self._now, value.path, as_one_types(value, new))
        except CannotBuild as why:
            raise _NotPlaced(f"{value.words}: {why}".rstrip(".")) from None

    def _count_a_value(self) -> None:
        self._values += 1
        if self._values > MAX_VALUES:
            raise _NotPlaced(f"at most {MAX_VALUES} orders about values are read in one text")

    def _has_drafted(self, id_: str) -> bool:
        """Return whether the draft changed this rule before the text was read."""
        return any(str(operation.get("path", "")).startswith(f"/rules/{id_}/") for operation in self._before)

    def _changed(self, law: Law, id_: str, **fields: str) -> list[Operation]:
        rule = law.document["rules"][id_]
        stands = {"rule_title": rule["title"], "rule_body": rule["body"], "rule_parent": rule["parent"] or ""}
        if self._has_drafted(id_) and fields.items() <= stands.items():
            return []
        return web_operations.change_rule(law, id_, {**stands, **fields})


def _can_be_in_a_part(parsed: Parsed) -> bool:
    """Return whether a change can be about a part of a rule, if the order names one before its verb."""
    scope = parsed.said.get("scope")
    is_of_words = parsed.change in ("replace", "remove", "insert")
    return scope is None or is_of_words or (parsed.change == "set_value" and bool(scope["whole"]))


def _why_unread(order: str) -> str:
    """Return why an order was not read that no form fits."""
    if MARK.fullmatch(order.strip(" .;:")):
        return "it stands in quotation marks: take them away if the text orders this"
    if _NEW_RULE.match(order):
        return "what it says about the new rule is not understood"
    if ONCE.match(order):
        return "this happens once: add it under “What happens once, when it passes”"
    return "this is not understood as an order about a rule or a value"


def _may_be_a_title(words: str) -> bool:
    return "\n" not in words and len(words.split()) <= MAX_IN_A_TITLE and words.strip()[-1:] not in ".!?"


def _shortened(words: str) -> str:
    return words if len(words) <= MAX_TOLD else f"{words[:MAX_TOLD]}…"


def _most_like(body: str, words: str) -> str:
    """Return the sentence of a text that shares most words with these, at least half of them; "" if there is none."""
    wanted = {*words.lower().split()}
    best, most = "", len(wanted) / 2
    for sentence in sentences(body):
        shared = len(wanted & {*sentence.lower().split()})
        if shared > most:
            best, most = sentence, shared
    return best


def _is_a_sentence(place: Mapping[str, str | None]) -> bool:
    return (place["unit"] or place["named"] or "").lower() == "sentence"


def _is_a_line(body: str, begin: int, end: int) -> bool:
    """Return whether a part of a text is one or several whole lines."""
    return (begin == 0 or body[begin - 1] == "\n") and (end == len(body) or body[end] == "\n") and "\n" in body


def _without_half_signs(body: str, begin: int, end: int) -> tuple[int, int]:
    """Return a part of a text that is removed, without a sign of italics or bold type that also changes other words."""
    signs = [*re.finditer("'{2,5}", body[begin:end])]
    if len(signs) % 2 == 0:
        return begin, end
    if signs[0].start() == 0:
        return begin + signs[0].end(), end + len(body[end:]) - len(body[end:].lstrip(" "))
    return (begin, begin + signs[-1].start()) if signs[-1].end() == end - begin else (begin, end)


def _joined(before: str, new: str, after: str) -> str:
    """Return a text of which a part was replaced. An empty line of a list, or a doubled blank, does not stay."""
    if new:
        return f"{before}{new}{after}"
    start, _, line = before.rpartition("\n")
    if line.strip() and not line.strip(" *#") and after[:1] in ("", "\n"):
        return f"{start}{after}" if start else after.lstrip("\n")  # nothing is left of the item
    if before.endswith("\n") and after.startswith("\n") and before.strip():
        return f"{before}{after.lstrip(chr(10)) if before.endswith(chr(10) * 2) else after[1:]}"
    if before.endswith("\n") and after.strip() and not after.startswith("\n"):
        return f"{before}{after.lstrip(' ')}"
    if before.endswith("\n") or after.startswith("\n"):
        return f"{before.rstrip()}{after if before.strip() else after.lstrip()}"
    gap = "" if not before.rpartition("\n")[2].strip(" '") or after[:1] in ".,;:!?" else " "
    return f"{before.rstrip(' ')}{gap}{after.lstrip(' ')}".rstrip()


def _occurrences(body: str, old: str, *, every: bool = False) -> list[int]:
    """Return where a text has some words. Matches within longer words count only if there are no others.

    What quotes a value of the law has none of these words, unless they quote it too.
    With `every`, the plural of a word counts as the word.
    """
    left = r"(?<!\w)" if old[:1].isalnum() else ""
    right = (r"(?=s?(?!\w))" if every else r"(?!\w)") if old[-1:].isalnum() else ""
    if "{{" not in old:
        body = PLACEHOLDER.sub(lambda found: "\0" * len(found[0]), body)
    for pattern in (f"{left}{re.escape(old)}{right}", re.escape(old)):
        if found := [each.start() for each in re.finditer(pattern, body)]:
            return found
    return []


def _replaced(body: str, old: str, new: str, *, every: bool = False) -> str:
    places = _occurrences(body, old, every=every)
    if new:
        for place in reversed(places):
            body = f"{body[:place]}{new}{body[place + len(old) :]}"
        return body
    for place in reversed(places):
        body = _joined(body[:place], "", body[place + len(old) :])
    return body.strip()


def _in_words_only(word: re.Pattern[str], new: str, body: str) -> str:
    """Replace a word in a text, but not within the placeholders of values."""
    pieces = re.split(r"(\{\{[^{}]*\}\})", body)
    return "".join(piece if count % 2 else word.sub(lambda _: new, piece) for count, piece in enumerate(pieces))


_READS = re.compile(
    r"\b(?:reads?|says?|text|wording|words|contents?|body|full|follows|following|rewrite|reword)\b", re.IGNORECASE
)
_STOPS = ".,;:"
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w])(?!\.\d)")
_NEW_RULE = re.compile(rf"{MAKE} {A_RULE}(?!\w)", re.IGNORECASE)
_ABOUT_A_TEXT = re.compile(
    r"\b(?:reads?|says?|reading|saying|words?|text|wording|sentences?|paragraphs?|bullets?|clauses?|lines?|rows?|titles?)\b",
    re.IGNORECASE,
)
_PLAIN_VALUE = re.compile(r"[\w.]{1,30}(?: \w{1,30})?")
_COUNTS = frozenset(stems_of("the number of amount count how many in"))


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())


Change = Callable[[_Reader, Mapping[str, Any]], list[Operation]]
CHANGES: Mapping[str, Change] = {
    "add": _Reader.add,
    "repeal": _Reader.repeal,
    "rename": _Reader.rename,
    "move": _Reader.move,
    "reword": _Reader.reword,
    "append_item": _Reader.append_item,
    "replace": _Reader.replace,
    "remove": _Reader.replace,
    "insert": _Reader.insert,
    "move_words": _Reader.move_words,
    "set_value": _Reader.set_value,
    "lower_value": lambda reader, said: reader.set_value({**said, "less": True}),
    "double_value": lambda reader, said: reader._scale(said, 2),
    "triple_value": lambda reader, said: reader._scale(said, 3),
    "halve_value": lambda reader, said: reader._scale(said, 1, 2),
    "look_at": _Reader.look_at,
}
