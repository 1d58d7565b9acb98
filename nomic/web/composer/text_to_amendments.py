"""Drafts amendments from the words of a proposal, as players have always written them.

    In Rule '''Actions''' add a subrule '''Naps''' reading: <blockquote>Anybody may nap.</blockquote>
    Amend rule '''Luck''' by replacing "a die" with "two dice". Repeal rule '''Betting'''.

Rules can be drafted this way, and single values: "change the price of a Handy Pack from 12 to 15". A sentence that
reads like an order but cannot be carried out is reported; a sentence that orders nothing is ignored. Drafting again
does not add what the draft already contains.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, in_the_making
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas
from nomic.law.search.values import LawValue
from nomic.web import operations as web_operations
from nomic.web.composer.value_lookup import NotOneValue, as_one_types, is_now, meant_by, quoted_in
from nomic.web.operations import TAKE_ALONG, CannotBuild, Operation

MAX_ORDERS = 60  # of one text; each is read against the law as changed by the orders before it
MAX_LENGTH = 600  # characters of a sentence, in which each quotation counts as a mark
MAX_VALUES = 12  # orders about values, each of which searches the whole law
MAX_TOLD = 160  # characters of a sentence that is repeated to the author
OPEN, CLOSE = "\ue000", "\ue001"  # around the number of a quotation

BLOCK_TAG = re.compile(r"<(/?)blockquote>", re.IGNORECASE)
INDENTED = re.compile(r"(?:^[:>].*+\n?+)++", re.MULTILINE)
NAMED = re.compile(r"'''(?!')(.{1,200}?)'''")
QUOTED = re.compile('"([^"\n]{1,5000})"|“([^“”]{1,5000})”')
HEADING = re.compile(r"^=.*=[ \t]*$", re.MULTILINE)
VERBS = "In|To|From|Under|Add|Amend|Repeal|Replace|Rename|Remove|Delete|Strike|Move|Append|Insert|Change|Create"
SENTENCE_END = re.compile(rf"(?<=[.;!?])\s+|\n\s*\n|(?<={CLOSE})\s+(?=(?:{VERBS})\b)")
TO_A_VALUE = r"(?:Set|Raise|Lower|Increase|Decrease|Reduce)\b.* (?:to|at)"  # an order to raise a number says to what
ORDER = re.compile(rf"^(?:please |then |also |and |furthermore,? )*(?:{VERBS}|{TO_A_VALUE})\b", re.IGNORECASE)

WORD = f"[^\\s{OPEN}{CLOSE}.,:;]+"
N = f"(?:{OPEN}\\d+{CLOSE}|(?!(?:named|called|titled|entitled) ){WORD}(?: {WORD}){{0,9}}?)"  # marked or bare
Q = f"{OPEN}\\d+{CLOSE}"
RULE = r"(?:the )?(?:sub-?)?rule "
WITH = r"with the (?:following )?(?:content|text|words)"
READING = rf"(?:,? ?(?:reading|which reads|that reads|saying|{WITH}|as follows))?"
V = r"[^.,:;\n]{1,200}?"  # a value, or the name of one
CALLED = r"(?:named |called |titled |entitled )?"
ENDS = " :.,;"  # characters with which an order may end


@dataclass
class Drafting:
    """The result of reading a text: operations, the performed orders, and the others with reasons."""

    operations: list[Operation] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    left: list[tuple[str, str]] = field(default_factory=list)


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


class _Reader:
    def __init__(self, law: Law, made: Law, text: str, before: list[Operation]) -> None:
        self._law = law
        self._before = before
        self._done: list[Operation] = []
        self._now = made
        self._quotations: list[str] = []
        self._values = 0  # number of orders about values so far
        self._latest: dict[str, str] = {}  # ids of rules that this text has added, by title
        self._text = self._marked(text)

    def read(self) -> Drafting:
        found = Drafting()
        for count, order in enumerate(self._orders()):
            try:
                if count >= MAX_ORDERS:
                    raise _NotPlaced(f"at most {MAX_ORDERS} orders are read in one text")
                if len(order) > MAX_LENGTH:
                    raise _NotPlaced("this sentence is too long to be read as an order")
                operations = self._placed(order)
            except _NotPlaced as why:
                found.left.append((self._shown(order), f"{why}"))
            except CannotBuild as why:
                found.left.append((self._shown(order), f"{why}".rstrip(".")))
            else:
                self._done += operations
                if operations:
                    self._now = Law(in_the_making(self._now.document, operations))
                found.placed.append(self._shown(order))
        found.operations = self._done
        return found

    def _marked(self, text: str) -> str:
        """Return the text with a numbered mark for each quotation and name, which may contain any characters."""
        text = text.replace(OPEN, "").replace(CLOSE, "").replace("\r\n", "\n")
        text = self._without_blocks(text)
        text = self._without_indented(text)
        text = HEADING.sub("\n\n", text)
        text = NAMED.sub(lambda found: self._kept(found[1]), text)
        return QUOTED.sub(lambda found: self._kept(found[1] or found[2]), text)

    def _without_blocks(self, text: str) -> str:
        """Return the text with a mark for each blockquote, even if tags are unbalanced.

        Blanks around the tags are removed.
        """
        before, *rest = BLOCK_TAG.split(text)
        pieces, opened = [before], False
        for closes, words in zip(rest[::2], rest[1::2], strict=True):
            pieces[-1] = pieces[-1].rstrip()
            if opened and closes:
                pieces[-1] = f" {self._kept(pieces[-1])}\n\n"
            opened = not closes
            pieces.append(words.lstrip(" \t"))
        return "".join(pieces)

    def _without_indented(self, text: str) -> str:
        """Return the text with a mark for each block of indented lines.

        Empty lines before a block are removed.
        """
        pieces, end = [], 0
        for found in INDENTED.finditer(text):
            pieces += [_without_last_lines(text[end : found.start()]), f" {self._kept(_unindented(found[0]))}\n\n"]
            end = found.end()
        return "".join([*pieces, text[end:]])

    def _kept(self, words: str) -> str:
        self._quotations.append(words.strip())
        return f"{OPEN}{len(self._quotations) - 1}{CLOSE}"

    def _orders(self) -> Iterator[str]:
        """Yield the sentences that order something, each with the block that follows if the sentence introduces one."""
        pieces = [" ".join(piece.split()) for piece in SENTENCE_END.split(self._text)]
        yield from (piece for piece in pieces if ORDER.match(piece))

    def _said(self, mark: str) -> str:
        """Return the text with marks resolved. A bare name stays unchanged."""
        return re.sub(f"{OPEN}(\\d+){CLOSE}", lambda found: self._quotations[int(found[1])], mark)

    def _shown(self, order: str) -> str:
        words = re.sub(f"{OPEN}(\\d+){CLOSE}", lambda found: f"“{self._quotations[int(found[1])]}”", order)
        return words if len(words) <= MAX_TOLD else f"{words[:MAX_TOLD]}…"

    def _placed(self, order: str) -> list[Operation]:
        said_alone = order.rstrip(ENDS)
        for pattern, place in FORMS:
            found = pattern.fullmatch(said_alone)
            if found is not None:
                said = {name: self._said(mark) for name, mark in found.groupdict().items() if mark is not None}
                return place(self, said)
        raise _NotPlaced("this is not understood as an order about a rule or a value")

    def _rule(self, law: Law, title: str) -> str:
        """Return the id of the rule with that title.

        A rule that this text has added takes precedence, the last one first.
        """
        wanted = _plain(title)
        if wanted in self._latest:
            return self._latest[wanted]
        rules: Mapping[str, Any] = law.document["rules"]
        same = [id_ for id_, rule in rules.items() if _plain(rule["title"]) == wanted]
        if len(same) == 1:
            return same[0]
        raise _NotPlaced(f"{'several rules are' if same else 'no rule is'} called {title}")

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
                    self._latest[_plain(title)] = id_
                    return [], id_
        id_ = str(added["path"]).rpartition("/")[2]
        self._latest[_plain(title)] = id_
        return [added], id_

    def add(self, said: Mapping[str, str]) -> list[Operation]:
        """Add a rule with these words, under a parent if the order names one.

        The order may also name a rule whose first subrule gets the words.
        """
        law = self._now
        parent = self._rule(law, said["parent"]) if "parent" in said else None
        if "sub" not in said:
            return self._adding(law, said["title"], said.get("words", ""), parent)[0]
        operations, id_ = self._adding(law, said["title"], "", parent)
        with_it = Law(in_the_making(law.document, operations))
        return [*operations, *self._adding(with_it, said["sub"], said.get("words", ""), id_)[0]]

    def repeal(self, said: Mapping[str, str]) -> list[Operation]:
        law = self._now
        wanted = _plain(said["rule"])
        if wanted not in map(_plain, (rule["title"] for rule in law.document["rules"].values())) and any(
            _plain(rule["title"]) == wanted for rule in self._law.document["rules"].values()
        ):
            return []  # the draft has repealed it already
        id_ = self._rule(law, said["rule"])
        try:
            return web_operations.repeal_rule(law, id_, TAKE_ALONG if "all" in said else "")
        except CannotBuild:
            if "all" in said:
                raise
            raise _NotPlaced("something hangs on it: write “with all that hangs on it”, or open the rule") from None

    def rename(self, said: Mapping[str, str]) -> list[Operation]:
        law = self._now
        return self._changed(law, self._rule(law, said["rule"]), rule_title=said["title"])

    def move(self, said: Mapping[str, str]) -> list[Operation]:
        law = self._now
        return self._changed(law, self._rule(law, said["rule"]), rule_parent=self._rule(law, said["parent"]))

    def reword(self, said: Mapping[str, str]) -> list[Operation]:
        law = self._now
        return self._changed(law, self._rule(law, said["rule"]), rule_body=said["words"])

    def append(self, said: Mapping[str, str]) -> list[Operation]:
        law = self._now
        id_ = self._rule(law, said["rule"])
        body = str(law.document["rules"][id_]["body"])
        if self._has_drafted(id_) and body.endswith(said["words"]):
            return []
        between = "" if not body else "\n\n" if "\n" in said["words"] else " "
        return self._changed(law, id_, rule_body=f"{body}{between}{said['words']}")

    def replace(self, said: Mapping[str, str]) -> list[Operation]:
        """Replace words that occur once in the rule. Without new words, remove them."""
        law = self._now
        id_ = self._rule(law, said["rule"])
        body, old, new = str(law.document["rules"][id_]["body"]), said["old"], said.get("new", "")
        if self._has_drafted(id_) and old not in body and new in body:
            return []
        if old not in body and (value := self._quoted(body, old)) is not None:
            return self._set(value, new)
        if old not in body:
            raise _NotPlaced(f"the rule does not say “{old[:60]}”")
        if body.count(old) > 1 and "every" not in said:
            raise _NotPlaced(f"the rule says “{old[:60]}” {body.count(old)} times: quote more of it, or write “every”")
        changed = body.replace(old, new) if new else re.sub(r"  +", " ", body.replace(old, ""))
        return self._changed(law, id_, rule_body=changed)

    def set_value(self, said: Mapping[str, str]) -> list[Operation]:
        """Set the value with that name and, if the order gives one, that present value."""
        given = [str(operation.get("path")) for operation in self._before if operation.get("op") == "replace"]
        self._count_a_value()
        try:
            value = meant_by(self._now, said["what"], said.get("old", ""), given)
        except NotOneValue as why:
            raise _NotPlaced(f"{why}") from None
        if value.path in given and is_now(self._now, value, as_one_types(value, said["new"])):
            return []
        return self._set(value, said["new"])

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


def _without_last_lines(text: str) -> str:
    """Return the text up to the first line break after its last word."""
    words = text.rstrip()
    blanks, _, _ = text[len(words) :].partition("\n")
    return words + blanks


def _unindented(block: str) -> str:
    return "\n".join(line[1:].strip() for line in block.splitlines())


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


Place = Callable[[_Reader, Mapping[str, str]], list[Operation]]
ADD_A_RULE = rf"(?:add|create|insert) (?:a|the|another) (?:new )?(?:sub-?)?rule {CALLED}(?P<title>{N})"
WORDS = rf"{READING}[\s:]*(?P<words>{Q})"
FORMS: tuple[tuple[re.Pattern[str], Place], ...] = (
    (_form(rf"{ADD_A_RULE},? with (?:a|the) subrule {CALLED}(?P<sub>{N}){WORDS}"), _Reader.add),
    (_form(rf"(?:in|to|under) {RULE}(?P<parent>{N}),? {ADD_A_RULE}(?:{WORDS})?"), _Reader.add),
    (_form(rf"{ADD_A_RULE} (?:to|under|in) {RULE}(?P<parent>{N})(?:{WORDS})?"), _Reader.add),
    (_form(rf"{ADD_A_RULE}{WORDS}"), _Reader.add),
    (_form(rf"repeal {RULE}(?P<rule>{N})(?P<all>,? (?:and all|with all).*+)?"), _Reader.repeal),
    (_form(rf"rename {RULE}(?P<rule>{N}) (?:to|as|into) (?P<title>{N})"), _Reader.rename),
    (_form(rf"move {RULE}(?P<rule>{N}) (?:to|under|into|beneath) {RULE}(?P<parent>{N})"), _Reader.move),
    (
        _form(
            rf"(?:amend|change) {RULE}(?P<rule>{N}),? by (?:replacing|changing) (?P<every>every |all |each )?"
            rf"(?P<old>{Q}) (?:with|by|to|into) (?P<new>{Q})"
        ),
        _Reader.replace,
    ),
    (
        _form(
            rf"in {RULE}(?P<rule>{N}),? (?:replace|change) (?P<every>every |all |each )?(?P<old>{Q}) "
            rf"(?:with|by|to|into) (?P<new>{Q})"
        ),
        _Reader.replace,
    ),
    (
        _form(rf"replace (?P<every>every |all |each )?(?P<old>{Q}) (?:with|by) (?P<new>{Q}) in {RULE}(?P<rule>{N})"),
        _Reader.replace,
    ),
    (
        _form(
            rf"(?:in|from) {RULE}(?P<rule>{N}),? (?:remove|delete|strike|repeal) (?P<every>every |all |each )?"
            rf"(?:the (?:words?|sentence|paragraph|text) )?(?P<old>{Q})"
        ),
        _Reader.replace,
    ),
    (
        _form(rf"(?:remove|delete|strike) (?P<every>every |all |each )?(?P<old>{Q}) (?:in|from) {RULE}(?P<rule>{N})"),
        _Reader.replace,
    ),
    (
        _form(rf"(?:amend|change) {RULE}(?P<rule>{N}),? by (?:removing|deleting|striking) (?P<old>{Q})"),
        _Reader.replace,
    ),
    (
        _form(rf"(?:amend|change) {RULE}(?P<rule>{N}),? (?:to read|so that it reads)[\s:]*(?P<words>{Q})"),
        _Reader.reword,
    ),
    (
        _form(
            rf"replace the (?:text|words|content) of {RULE}(?P<rule>{N}) (?:with|by)(?: the following)?[\s:]*"
            rf"(?P<words>{Q})"
        ),
        _Reader.reword,
    ),
    (
        _form(
            rf"(?:to|in|at the end of) {RULE}(?P<rule>{N}),? (?:add|append|insert) "
            rf"(?:the (?:following )?(?:words?|sentence|paragraph|text)[\s:]*|the following[\s:]*)?(?P<words>{Q})"
            r"(?: at (?:the|its) end)?"
        ),
        _Reader.append,
    ),
    (_form(rf"(?:add|append|insert) (?P<words>{Q}) (?:to|at the end of) {RULE}(?P<rule>{N})"), _Reader.append),
    (_form(rf"(?:amend|change) {RULE}(?P<rule>{N}),? by (?:adding|appending)[\s:]*(?P<words>{Q})"), _Reader.append),
    (
        _form(rf"replace (?P<old>{V}) (?:with|by) (?P<new>{V}) in {RULE}(?P<rule>{N})"),
        _Reader.replace,
    ),
    (_form(rf"replace (?P<old>{V}) (?:with|by) (?P<new>{V}) in (?P<what>{V})"), _Reader.set_value),
    (
        _form(
            rf"(?:amend|change|set|raise|lower|increase|decrease|reduce) (?!{RULE})(?P<what>{V})"
            rf"(?: from (?P<old>{V}))? (?:to|at)(?: be)? (?P<new>{V})"
        ),
        _Reader.set_value,
    ),
)
