"""Drafts amendments from the words of a proposal, as players have always written them.

    In Rule '''Actions''' add a subrule '''Naps''' reading: <blockquote>Anybody may nap.</blockquote>
    Amend rule '''Luck''' by replacing "a die" with "two dice". Repeal rule '''Betting'''.

Rules can be drafted this way, and single values: "change the price of a Handy Pack from 12 to 15". A sentence that
reads like an order but cannot be carried out is reported; a sentence that orders nothing is ignored. Drafting again
does not add what the draft already contains.

`order_text` finds the orders of a text, `order_forms` is the table of their forms, `order_parser` reads one by it.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, in_the_making
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas
from nomic.law.rules.sentences import sentences
from nomic.law.rules.tree import rules_of, tree
from nomic.law.search.values import LawValue
from nomic.web import operations as web_operations
from nomic.web.composer.order_parser import OrderParser, Parsed, RuleName
from nomic.web.composer.order_places import inserted, span_of, with_item
from nomic.web.composer.order_text import orders_in
from nomic.web.composer.value_lookup import NotOneValue, as_one_types, is_now, meant_by, quoted_in
from nomic.web.operations import TAKE_ALONG, CannotBuild, Operation

MAX_ORDERS = 60  # of one text; each is read against the law as changed by the orders before it
MAX_LENGTH = 600  # characters of a sentence, in which each quotation counts as a mark
MAX_VALUES = 12  # orders about values, each of which searches the whole law
MAX_TOLD = 160  # characters of a sentence that is repeated to the author
MAX_UNREAD = 20  # orders beyond these that are told one by one
MAX_HINTS = 5  # titles that no rule has, for which a text is told the one most like them
MAX_TITLES = 500  # titles among which that one is looked for

HEADED = re.compile(r"(?:(?:title|name): *)?(?P<title>[^\n.:]{1,60})\n\s*\n", re.IGNORECASE)
ONCE = re.compile(r"(?:give|grant|award|pay|revoke|destroy|transfer)\b", re.IGNORECASE)
CONDITION = re.compile(r"(?:if|when|unless)\b", re.IGNORECASE)


@dataclass
class Drafting:
    """The result of reading a text: operations, the performed orders, and the others with reasons."""

    operations: list[Operation] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)  # the performed orders that changed something
    left: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what was understood and has no meaning here


class _NotPlaced(Exception):
    """Raised for an order that cannot be performed. The message gives the reason."""


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
    return _Reader(law, Law(made), text, before).read()


def orders_left(law: Law, text: str, amendments: list[Operation]) -> list[str]:
    """Return the orders of a text that the amendments do not carry out: not understood, or understood and not done.

    Voters see them beside the amendments, because only those take effect. If the amendments no longer fit the law, the
    result is empty.
    """
    try:
        found = draft_from(law, text, amendments)
    except CannotBuild:
        return []
    return [*(order for order, _ in found.left), *found.added]


class _Reader:
    def __init__(self, law: Law, made: Law, text: str, before: list[Operation]) -> None:
        self._law = law
        self._before = before
        self._now = made
        self._found = Drafting()
        self._values = 0  # number of orders about values so far
        self._latest: dict[str, str] = {}  # ids of rules that this text has added, by title
        self._last = ""  # id of the rule that was named last
        self._hints = 0  # number of titles so far for which the one most like them was looked for
        self._text = orders_in(text)
        self._parser = OrderParser(self._text)

    def read(self) -> Drafting:
        for count, order in enumerate(self._text.orders):
            if count >= MAX_ORDERS + MAX_UNREAD:
                more = len(self._text.orders) - count
                self._found.left.append((f"… and {more} more", f"at most {MAX_ORDERS} orders are read in one text"))
                break
            try:
                if count >= MAX_ORDERS:
                    raise _NotPlaced(f"at most {MAX_ORDERS} orders are read in one text")
                if len(order) > MAX_LENGTH:
                    raise _NotPlaced("this sentence is too long to be read as an order")
                operations = self._placed(order)
            except _NotPlaced as why:
                self._found.left.append((self._shown(order), f"{why}"))
            except CannotBuild as why:
                self._found.left.append((self._shown(order), f"{why}".rstrip(".")))
            else:
                self._found.operations += operations
                if operations:
                    self._now = Law(in_the_making(self._now.document, operations))
                    self._found.added.append(self._shown(order))
                self._found.placed.append(self._shown(order))
        return self._found

    def _shown(self, order: str) -> str:
        words = self._text.resolved(order, "“", "”")
        return words.rstrip(" .;:") if len(words) <= MAX_TOLD else f"{words[:MAX_TOLD]}…"

    def _placed(self, order: str) -> list[Operation]:
        """Return the operations of an order, read in the first way in which it can be carried out."""
        if CONDITION.match(order):
            raise _NotPlaced(
                "conditions on the proposal itself are not read; leave the condition out, or do this by hand"
            )
        rules = self._now.document["rules"].values()
        self._parser.titles = frozenset(_plain(rule["title"]) for rule in rules) | self._latest.keys()
        first: Exception | None = None
        for parsed in self._parser.parsed(order):
            last = self._last
            try:
                operations = CHANGES[parsed.change](self, parsed.said)
            except (_NotPlaced, CannotBuild) as why:
                first, self._last = first or why, last
            else:
                self._note(parsed)
                return operations
        if first is not None:
            raise first
        if ONCE.match(order):
            raise _NotPlaced("this happens once: add it under “What it does once”")
        raise _NotPlaced("this is not understood as an order about a rule or a value")

    def _note(self, parsed: Parsed) -> None:
        if "power" in parsed.said:
            self._found.notes.append("Rules have no power here; what the text says about it stays in the text.")

    # ── rules

    def _rule(self, law: Law, name: RuleName | None) -> str:
        """Return the id of a rule. A rule that this text has added takes precedence, the last one first.

        Without a name, it is the rule that the text has named last.
        """
        if name is None or not (name.title or name.number):
            if self._last not in law.document["rules"]:
                raise _NotPlaced("it does not say in which rule")
            return self._last
        wanted = _plain(name.title)
        rules: Mapping[str, Any] = law.document["rules"]
        same = [id_ for id_, rule in rules.items() if wanted and _plain(rule["title"]) == wanted]
        if wanted in self._latest:
            same = [self._latest[wanted]]
        if not wanted:
            same = [placed.id for placed in tree(rules_of(law)) if placed.number == name.number.replace("/", ".")]
        if not same:  # the draft has renamed it before the text was read
            was = self._law.document["rules"].items()
            same = [
                id_ for id_, rule in was if id_ in rules and _plain(rule["title"]) == wanted and self._has_drafted(id_)
            ]
        if len(same) != 1:
            raise _NotPlaced(
                f"{'several rules are' if same else 'no rule is'} called {name.title or name.number}{self._like(name)}"
            )
        self._last = same[0]
        return same[0]

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
        return self._changed(law, self._rule(law, said["rule"]), rule_title=said["title"])

    def move(self, said: Mapping[str, Any]) -> list[Operation]:
        law = self._now
        id_ = self._rule(law, said["rule"])
        parent = self._rule(law, said["parent"])
        self._last = id_
        return self._changed(law, id_, rule_parent=parent)

    def reword(self, said: Mapping[str, Any]) -> list[Operation]:
        law = self._now
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
        is_block = "\n" in words or words[:1] in ("*", "#", ":", "{")
        if at_beginning or "begin" in said:
            return self._changed(self._now, id_, rule_body=inserted(body, words, 0, is_block=is_block))
        for name, is_after in (("after", True), ("before", False)):
            if name in said or f"{name}_place" in said:
                begin, end = self._span(body, said, name)
                is_whole = is_block or (f"{name}_place" in said and said[f"{name}_place"]["unit"] != "sentence")
                is_whole = is_whole or _is_a_line(body, begin, end)
                new = inserted(body, words, end if is_after else begin, is_block=is_whole)
                return self._changed(self._now, id_, rule_body=new)
        return self._changed(self._now, id_, rule_body=inserted(body, words, len(body), is_block=is_block))

    def _span(self, body: str, said: Mapping[str, Any], name: str) -> tuple[int, int]:
        """Return where the words or the part that an order names begin and end in a text."""
        if name in said:
            self._require_once(body, said[name])
            begin = _occurrences(body, said[name])[0]
            return begin, begin + len(said[name])
        span = span_of(body, said[f"{name}_place"])
        if span is None:
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
        if self._has_drafted(id_) and words in body:
            return []
        new = with_item(body, words)
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
            return self._changed(self._now, id_, rule_body=_joined(body[:begin], said.get("new", ""), body[end:]))
        old, new = said["old"], said.get("new", "")
        if self._has_drafted(id_) and old not in body and new in body:
            return []
        if old not in body and (value := self._quoted(body, old)) is not None:
            return self._set(value, new)
        self._require_once(body, old, every="every" in said or "everywhere" in said)
        return self._changed(self._now, id_, rule_body=_replaced(body, old, new))

    def _require_once(self, body: str, old: str, *, every: bool = False) -> None:
        """Raise an error unless a text has these words, and has them once. With `every`, several times are fine."""
        if old not in body:
            like = _most_like(body, old)
            hint = f"; it says “{like[:80]}”" if like else ""
            raise _NotPlaced(f"the rule does not say “{old[:60]}”{hint}")
        times = len(_occurrences(body, old))
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
            raise _NotPlaced("it does not say which value")
        given = [str(operation.get("path")) for operation in self._before if operation.get("op") == "replace"]
        self._count_a_value()
        if "by" in said:
            return self._shift(said)
        try:
            value = meant_by(self._now, said["what"], said.get("old", ""), given)
        except NotOneValue as why:
            raise _NotPlaced(f"{why}") from None
        if value.path in given and is_now(self._now, value, as_one_types(value, said["new"])):
            return []
        return self._set(value, said["new"])

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


def _most_like(body: str, words: str) -> str:
    """Return the sentence of a text that shares most words with these, at least half of them; "" if there is none."""
    wanted = {*words.lower().split()}
    best, most = "", len(wanted) / 2
    for sentence in sentences(body):
        shared = len(wanted & {*sentence.lower().split()})
        if shared > most:
            best, most = sentence, shared
    return best


def _is_a_line(body: str, begin: int, end: int) -> bool:
    """Return whether a part of a text is one or several whole lines."""
    return (begin == 0 or body[begin - 1] == "\n") and (end == len(body) or body[end] == "\n") and "\n" in body


def _joined(before: str, new: str, after: str) -> str:
    """Return a text of which a part was replaced. An empty line of a list, or a doubled blank, does not stay."""
    if new:
        return f"{before}{new}{after}"
    if before.endswith("\n") or after.startswith("\n"):
        return f"{before.rstrip()}{after if before.strip() else after.lstrip()}"
    gap = "" if not before.strip() or after[:1] in ".,;:!?" else " "
    return f"{before.rstrip(' ')}{gap}{after.lstrip(' ')}".rstrip()


def _occurrences(body: str, old: str) -> list[int]:
    """Return where a text has some words. Matches within longer words count only if there are no others."""
    left = r"(?<!\w)" if old[:1].isalnum() else ""
    right = r"(?!\w)" if old[-1:].isalnum() else ""
    for pattern in (f"{left}{re.escape(old)}{right}", re.escape(old)):
        if found := [each.start() for each in re.finditer(pattern, body)]:
            return found
    return []


def _replaced(body: str, old: str, new: str) -> str:
    if new:
        for place in reversed(_occurrences(body, old)):
            body = f"{body[:place]}{new}{body[place + len(old) :]}"
        return body
    for place in reversed(_occurrences(body, old)):
        body = _joined(body[:place], "", body[place + len(old) :])
    return body.strip()


def _in_words_only(word: re.Pattern[str], new: str, body: str) -> str:
    """Replace a word in a text, but not within the placeholders of values."""
    pieces = re.split(r"(\{\{[^{}]*\}\})", body)
    return "".join(piece if count % 2 else word.sub(lambda _: new, piece) for count, piece in enumerate(pieces))


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
    "set_value": _Reader.set_value,
    "lower_value": lambda reader, said: reader.set_value({**said, "less": True}),
    "look_at": _Reader.look_at,
}
