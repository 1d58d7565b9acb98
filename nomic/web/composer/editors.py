"""Editors of the amendment builder: a rule, an entry or a value, with the text typed into its fields.

The open editor is part of the draft: it is compared and submitted with the rest, and an error names it if it cannot be
expressed as operations. An editor stores a digest of its initial content. So an untouched editor has no effect, and a
law that has changed in the meantime is never overwritten unnoticed.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nomic.clauses.views.explanations import short_sentences
from nomic.clauses.views.numbers.number_labels import full_label
from nomic.law.document.clause_entries import ClausesOfARule
from nomic.law.document.entries import entry_as_yaml
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import words_at
from nomic.law.search.values import value_or_none
from nomic.web import typed_amendments
from nomic.web.composer.orders.changes.shown_words import CannotEdit
from nomic.web.composer.orders.names_and_numbers.dice_in_words import dice_changed
from nomic.web.composer.rule_words import edited_rule, words_to_edit
from nomic.web.typed_amendments import NEW_ENTRY, CannotBuild, Operation

NEW_RULE = "+"
AS_NEW = "anew"  # value of the "put" button for restoring something that is gone from the law


@dataclass(frozen=True)
class Editor(ABC):
    """An editor of one part of the law. `target` identifies the part, `typed` holds the submitted values of the fields.

    `opened` is the digest of the fields' initial content, or "" if the form did not send it.
    """

    target: str
    typed: Mapping[str, str]
    opened: str = ""

    kind: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]

    @abstractmethod
    def name(self, law: Law) -> str:
        """Return the name of the open piece for error messages."""

    @abstractmethod
    def current_fields(self, law: Law) -> dict[str, str] | None:
        """Return the fields' current values in the law, or None if the law lacks the piece, as after a repeal."""

    @abstractmethod
    def build(self, law: Law) -> list[Operation]:
        """Convert the typed values to operations. Raises CannotBuild if they are invalid."""

    @abstractmethod
    def as_new(self) -> "Editor":
        """Return an editor that adds the typed values as a new piece. Raises CannotBuild if that is impossible."""

    @abstractmethod
    def repeal(self, law: Law, how: str) -> list[Operation]:
        """Return operations that remove the piece from the law. Raises CannotBuild if that is impossible.

        `how` decides what happens to dependents of the piece, such as the subrules of a rule.
        """

    def shown(self, law: Law) -> dict[str, str] | None:
        """Return the fields to show: as typed, otherwise as in the law.

        None if nothing was typed and the law has no such piece.
        """
        stands = self.current_fields(law)
        return None if stands is None and not self.typed else self._filled(stands)

    def is_touched(self, law: Law) -> bool:
        """Return whether the typed values differ from the fields' initial values."""
        stands = self.current_fields(law)
        if not self.typed:
            return False
        return fields_digest(self._filled(stands)) != (self.opened or fields_digest(stands or {}))

    def _filled(self, stands: Mapping[str, str] | None) -> dict[str, str]:
        return {**dict.fromkeys(self.fields, ""), **(stands or {}), **self.typed}

    def is_stale(self, law: Law) -> bool:
        """Return whether the piece was amended since the editor was opened. Returns False if it was repealed."""
        stands = self.current_fields(law)
        return stands is not None and bool(self.opened) and fields_digest(stands) != self.opened

    def taken_in(self, law: Law) -> list[Operation]:
        """Return the operations for the typed values, or an empty list if nothing was changed.

        Raises CannotBuild with the name of the piece, for example if the law has changed there since the editor was
        opened.
        """
        if not self.is_touched(law):
            return []
        try:
            if self.current_fields(law) is None:
                raise CannotBuild(self.kind, "it is no longer in the law. Your text is kept here")
            if self.is_stale(law):
                raise CannotBuild(
                    self.kind,
                    "the law has changed here since you opened it. Its current text is below. Send again to "
                    "replace it with yours",
                )
            return self.build(law)
        except CannotBuild as wrong:
            raise CannotBuild(wrong.field, f"Still open, {self.name(law)}: {wrong}") from None


class RuleEditor(Editor):
    """Editor of an existing rule or of a new one."""

    kind = "rule"
    fields = ("rule_title", "rule_body", "rule_parent")

    def name(self, law: Law) -> str:
        if self.target == NEW_RULE:
            return "a new rule"
        rule = law.document["rules"].get(self.target)
        return f"the rule {rule['title'] if rule else self.typed.get('rule_title') or self.target}"

    def current_fields(self, law: Law) -> dict[str, str] | None:
        if self.target == NEW_RULE:
            return dict.fromkeys(self.fields, "")
        rule = law.document["rules"].get(self.target)
        if rule is None:
            return None
        words = words_to_edit(law, rule["body"])
        return {"rule_title": rule["title"], "rule_body": words, "rule_parent": rule.get("parent") or ""}

    def build(self, law: Law) -> list[Operation]:
        typed = {**(self.current_fields(law) or {}), **self.typed}
        if self.target == NEW_RULE:
            return typed_amendments.add_rule(law, typed)
        try:
            edited = edited_rule(law, law.document["rules"][self.target]["body"], typed["rule_body"])
        except CannotEdit as why:
            raise CannotBuild("rule_body", f"{why}") from None
        dice = dice_changed(law, self.target, edited.body)
        rolled = {dice.rolls[0].path: dice.new} if dice is not None and len(dice.rolls) == 1 else {}
        numbers = {**edited.values, **rolled}
        values = [each for path, new in numbers.items() for each in typed_amendments.change_value(law, path, new)]
        try:
            words = typed_amendments.change_rule(law, self.target, {**typed, "rule_body": edited.body})
        except typed_amendments.NothingChanged:
            if not values:
                raise
            words = []
        return values + words

    def as_new(self) -> Editor:
        return RuleEditor(NEW_RULE, self.typed)

    def repeal(self, law: Law, how: str) -> list[Operation]:
        return typed_amendments.repeal_rule(law, self.target, how)


class EntryEditor(Editor):
    """Editor of an entry, such as a card or an offer, or of a new entry of its map."""

    kind = "entry"
    fields = ("entry_name", "entry_text")

    def name(self, law: Law) -> str:
        map_, _, name = self.target.rpartition("/")
        try:
            entries, name = typed_amendments.named_entry(law, self.target)
        except CannotBuild:
            return words_at(law.document, self.target)
        if isinstance(entries, ClausesOfARule):
            return _clause_called(law, entries, name)
        words = words_at(law.document, self.target) if map_ else f"{name} ({entries.title})"
        return _new_one_called(words) if name == NEW_ENTRY else words

    def current_fields(self, law: Law) -> dict[str, str] | None:
        try:
            entries, name = typed_amendments.named_entry(law, self.target)
        except CannotBuild:
            return None
        entry = entries.blank() if name == NEW_ENTRY else entries.of(law.document)[name]
        return {"entry_name": "", "entry_text": entry_as_yaml(entry)}

    def build(self, law: Law) -> list[Operation]:
        typed = {**(self.current_fields(law) or {}), **self.typed}
        return typed_amendments.entry_operations(
            law, self.target, typed.get("entry_name", ""), typed.get("entry_text", "")
        )

    def as_new(self) -> Editor:
        map_, _, name = self.target.rpartition("/")
        called = name.replace("~1", "/").replace("~0", "~")
        return EntryEditor(f"{map_}/{NEW_ENTRY}", {**self.typed, "entry_name": self.typed.get("entry_name") or called})

    def repeal(self, law: Law, how: str) -> list[Operation]:
        return typed_amendments.repeal_entry(law, self.target)


def name_of_new_entry(law: Law, map_: str) -> str:
    """Return the label of a new entry of the map at this path, such as "a new card"."""
    return _new_one_called(words_at(law.document, f"{map_}/{NEW_ENTRY}"))


def _clause_called(law: Law, entries: ClausesOfARule, name: str) -> str:
    """Return the label of a clause: its rule and its short sentence."""
    if name == NEW_ENTRY:
        return f"something new that the rule {entries.rule_title} does"
    short = short_sentences(law, entries.rule).get(name, "").rstrip(".")
    return f"{entries.title}: {short}" if short else entries.title


def _new_one_called(words: str) -> str:
    """Return the label of a new entry: "a new card" for "the card +"."""
    plain = words.removeprefix("the ").replace(f" {NEW_ENTRY}", "")
    return f"a new {plain}"


class ValueEditor(Editor):
    """Editor of a single value."""

    kind = "value"
    fields = ("new_value",)

    def name(self, law: Law) -> str:
        value = value_or_none(law, self.target)
        return full_label(law, value) if value else self.target

    def current_fields(self, law: Law) -> dict[str, str] | None:
        value = value_or_none(law, self.target)
        return None if value is None else {"new_value": typed_amendments.as_typed(value.value)}

    def build(self, law: Law) -> list[Operation]:
        return typed_amendments.change_value(law, self.target, self.typed.get("new_value", ""))

    def as_new(self) -> Editor:
        raise CannotBuild(self.kind, "The law has no such value, so it cannot be set by itself.")

    def repeal(self, law: Law, how: str) -> list[Operation]:
        raise CannotBuild(self.kind, "You cannot repeal a single value. Repeal its entry.")


EDITORS: tuple[type[Editor], ...] = (RuleEditor, EntryEditor, ValueEditor)


def fields_digest(fields: Mapping[str, str]) -> str:
    """Return a digest of the fields, which ignores trailing blanks and the style of line breaks."""
    plain = {name: "\n".join(text.rstrip() for text in said.splitlines()).strip("\n") for name, said in fields.items()}
    return hashlib.blake2b(json.dumps(plain, sort_keys=True).encode(), digest_size=12).hexdigest()
