"""A draft of a proposal: the typed text, the amendments so far, and the open editor of the amendment builder.

The whole draft travels in the form: every step posts it and gets it back. A step may be refused, but typed text is
never lost. Only "Cancel" and "Discard it and start again" discard something.
"""

import contextlib
import json
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from nomic.clauses.proposal_classes import class_by_default
from nomic.clauses.views.numbers.number_labels import with_labels_for_lists
from nomic.clauses.vocabulary.narrowed_events import widened
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refusal
from nomic.effects.blocks.json_editing import filled
from nomic.forms.list_rows import ONE_MORE, join_rows
from nomic.forms.read_forms import is_field, read_as_far_as_it_goes
from nomic.law.amendments.folding import fold_operations
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document, amended_draft, check_form
from nomic.law.amendments.rename import Renamed, is_key, rename_keys
from nomic.law.diff.law_differences import Differences, differences
from nomic.law.document.entries import NotAnEntry, entry_as_yaml, read_entry
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.law.search.entries import FoundEntry, find_pieces
from nomic.law.search.values import FoundValues, find_values, is_a_number
from nomic.proposals import one_time_effects
from nomic.proposals.submission import accepted_amendments, law_with, stay_within
from nomic.recipes.outdated_recipe_words import words_left
from nomic.web.composer import block_fields, field_errors
from nomic.web.composer.editors import EDITORS, NEW_RULE, Editor, EntryEditor, RuleEditor, fields_digest
from nomic.web.composer.executable_words import CouldAct
from nomic.web.composer.orders.by_hand_lines import with_by_hand
from nomic.web.composer.orders.reader import Drafting
from nomic.web.composer.orders.unread_orders import Stretch, marked, with_recipes
from nomic.web.composer.source_recipe import Idea, Recipe, as_field, read_recipe_field
from nomic.web.typed_amendments import CannotBuild, Operation

FORM, TEXT = "form", "text"
ALL_THE_SAME = "all-the-same"  # value of the "put" button for adding amendments that do not make a valid law yet
MAX_TARGET = 500  # characters


@dataclass
class Draft:
    """A draft of a proposal: the typed text, its errors, and its changes of the law."""

    title: str = ""
    text: str = ""
    class_name: str = ""
    amendments: str = ""
    effects: str = ""
    does: list[dict[str, Any]] = field(default_factory=list)
    operations: list[Any] = field(default_factory=list)
    editor: Editor | None = None
    search: str = ""
    # The recipe of which it was made, with its answers (`MadeOf`), or {}.
    recipe: Recipe = field(default_factory=dict)
    # The number of an open proposal that is withdrawn when this one is submitted in its place.
    instead_of: str = ""
    # The id of the rule that was edited or picked last, which the menu of rules goes on with.
    at_rule: str = ""
    # Whether an open entry is shown as a form or as text. If empty, the page decides.
    entry_as: str = ""
    errors: list[FieldError] = field(default_factory=list)
    refused: Refusal | None = None
    wrong_step: CannotBuild | None = None
    differences: Differences | None = None
    # The law with the draft and the open piece, if that is a valid law; known once they are compared.
    enacted: Law | None = None
    # The result of reading the text for orders, if that was requested.
    from_words: Drafting | None = None
    # Words that could act by themselves, about which the author is asked before the draft is submitted.
    asked_to_act: CouldAct | None = None
    ideas: tuple[Idea, ...] = ()  # recipes that fit words in which no order was found
    # Undo stack: texts of the open entry and of the one-time effects before the last changes of blocks, newest last.
    undo: list[tuple[str, str]] = field(default_factory=list)
    # The gap whose menu was requested, and the one that was filled last, each with its owner (`block_edits`).
    open_menu: tuple[str, str] = ("", "")
    focus: tuple[str, str] = ("", "")
    # The field that gets an empty row.
    more_row: str = ""
    # The entry that was picked to be copied.
    like: str = ""
    # Places in the open entry whose names were changed in this step.
    moved: Renamed = field(default_factory=list)
    # Whether the open piece was not added because the amendments would not make a valid law yet.
    is_not_law_yet: bool = False
    # Cache: the law made by these operations from that law, which is requested many times.
    _made: tuple[list[Any], Law, Law] | None = None

    def write(self, operations: list[Any]) -> None:
        """Set the draft's amendments, folded. Raises LawInvalid if their form is invalid."""
        check_form(operations)
        operations = fold_operations(operations)
        self.operations = operations
        self.amendments = json.dumps(operations, indent=2, ensure_ascii=False) if operations else ""

    def law(self, law: Law) -> Law:
        """Return the law with the draft's amendments, or the current law if they do not fit or violate the schemas."""
        if not self.operations:
            return law
        if self._made is None or self._made[0] is not self.operations or self._made[1] is not law:
            self._made = self.operations, law, self._in_the_making(law)
        return self._made[2]

    def _in_the_making(self, law: Law) -> Law:
        try:
            document = amended_draft(law.document, self.operations)
        except (AmendmentsDoNotApply, LawInvalid):
            return law
        return Law(document) if fits_its_schemas(document) else law

    def whole(self, law: Law) -> list[Operation]:
        """Return all operations of the draft, including those of the open editor.

        Raises CannotBuild with the editor's name if its text cannot be expressed as operations.
        """
        return fold_operations(self.operations, self.editor.taken_in(self.law(law)) if self.editor else [])

    @property
    def is_one_order(self) -> bool:
        """True if the draft is a single order that was not understood, so that a recipe can replace it."""
        if self.operations or self.does or self.amendments:
            return False
        left = [order for order, _ in self.from_words.left] if self.from_words else []
        return not left or (len(left) == 1 and self.text.strip().rstrip(" .;:!") == left[0])

    def unread(self, law: Law) -> list[Stretch]:
        """Return the instructions that were not understood, marked within the text around them."""
        read = self.from_words
        return with_recipes(marked(self.text, read.left, read.in_doubt), law) if read else []

    def key(self, form: str | None) -> str | None:
        """Return the idempotency key for submitting this draft: the form's key and a digest of the draft's words.

        Thus a form that is sent again with different words submits another proposal.
        """
        if form is None:
            return None
        typed = {f"typed_{name}": text for name, text in self.editor.typed.items()} if self.editor else {}
        about = f"{self.editor.kind}{self.editor.target}" if self.editor else ""
        words = {"title": self.title, "text": self.text, "class": self.class_name, "amendments": self.amendments}
        words |= {"effects": self.effects} if self.effects.strip() else {}
        return f"{form}-{fields_digest({**words, 'open': about, **typed})}"

    def found(self, law: Law) -> FoundValues | None:
        """Return the values that match the search, numbers first, or None without a search or with an open editor."""
        if not self.search.strip() or self.editor is not None:
            return None
        found = find_values(self.law(law), self.search)
        values = with_labels_for_lists(self.law(law), found.values)
        return FoundValues(sorted(values, key=lambda value: not is_a_number(value.value)), found.more)

    def pieces(self, law: Law) -> list[FoundEntry]:
        """Return the rules, entries and clauses that match the search.

        Returns an empty list if the search field is empty or an editor is open.
        """
        return find_pieces(self.law(law), self.search) if self.search.strip() and self.editor is None else []


def fields_of(draft: Draft, law: Law) -> dict[str, str]:
    """Return the draft as form fields, from which `read` restores it. An empty draft has no fields."""
    found = {
        "title": draft.title,
        "text": draft.text,
        "amendments": draft.amendments,
        "effects": draft.effects,
        "value": draft.search,
    }
    found = {name: text for name, text in found.items() if text.strip()}
    if found and draft.recipe:
        found["recipe"] = as_field(draft.recipe)
    editor = draft.editor
    if editor is not None and editor.is_touched(draft.law(law)):
        found |= {f"open_{editor.kind}": editor.target, "opened": editor.opened}
        found |= {name: text for name, text in editor.typed.items() if name in editor.fields}
        found |= {"entry_as": TEXT if draft.entry_as == TEXT else FORM} if editor.kind == "entry" else {}
    if found.keys() <= {"value"}:  # looking for something is no draft
        return {}
    return found | {"class": draft.class_name, "instead_of": draft.instead_of}


def read(posted: QueryDict) -> Draft:
    """Parse a draft from a form. If the list of operations is malformed, an error is added to the draft."""
    draft = Draft(
        title=posted.get("title", ""),
        text=with_by_hand(posted.get("text", ""), posted.getlist("order_left"), posted.getlist("by_hand")),
        class_name=posted.get("class", ""),
        amendments=posted.get("amendments", ""),
        effects=posted.get("effects", ""),
        editor=_open_in(posted),
        search=posted.get("value", ""),
        recipe=read_recipe_field(posted.get("recipe", "")),
        instead_of=posted.get("instead_of", "")[:9],
        more_row=posted.get(ONE_MORE, ""),
        like=posted.get("like", ""),
        at_rule=posted.get("rule", "")[:MAX_TARGET],
        entry_as=posted.get("turn", "") or posted.get("entry_as", ""),
        undo=block_fields.read_undo(posted.get("undo", "")),
    )
    draft.at_rule = rule_of(draft.editor) or draft.at_rule
    _read_form(draft, posted)
    _read_effects(draft, posted)
    if draft.amendments.strip():
        try:
            operations = read_json(draft.amendments)
            check_form(operations)
            draft.operations = operations
        except NotJson as error:
            draft.errors.append(FieldError("amendments", f"this is not JSON: {error}"))
        except LawInvalid as invalid:
            draft.errors += [FieldError(f"amendments{flaw.path}", flaw.detail) for flaw in invalid.flaws]
    return draft


def _read_effects(draft: Draft, posted: QueryDict) -> None:
    """Parse the one-time effects into `does`. If they are malformed, this is added to the draft's errors."""
    if not draft.effects.strip():
        return
    try:
        does = read_json(draft.effects)
    except NotJson as error:
        draft.errors.append(FieldError("effects", f"this is not JSON: {error}"))
        return
    if isinstance(does, list) and all(isinstance(step, dict) for step in does):
        typed = filled({"effects": does}, block_fields.sent_for(block_fields.ONCE, posted))
        draft.does = block_fields.with_workspaces(typed, block_fields.ONCE, posted)["effects"]
        if draft.does != does:
            draft.effects = block_fields.as_written(draft.does)
    else:
        draft.errors.append(FieldError("effects", "a list of operations in the effect language"))


def _read_form(draft: Draft, posted: QueryDict) -> None:
    """Convert the form of an open entry to the entry's text.

    Fields that cannot be read are kept as typed, and added to the draft's errors.
    """
    pairs = join_rows(((name, posted.get(name, "")) for name in posted if is_field(name)), posted)
    editor = draft.editor
    if not isinstance(editor, EntryEditor) or posted.get("entry_as") != FORM or not pairs:
        return
    try:
        entry, problems = read_as_far_as_it_goes(pairs)
        entry = filled(entry, block_fields.sent_for(block_fields.ENTRY, posted))
        entry = block_fields.with_workspaces(entry, block_fields.ENTRY, posted)
        entry, draft.moved, misnamed = rename_keys(
            entry, [(name, posted.get(name, "")) for name in posted if is_key(name)]
        )
    except NotAnEntry as error:
        draft.errors.append(FieldError("entry_text", f"{error}"))
        return
    with contextlib.suppress(NotAnEntry):
        draft.errors += [FieldError("entry_text", problem) for problem in misnamed]
        before = read_entry(editor.typed.get("entry_text", ""))
        if "when" in entry:
            entry = widened(entry, before)
        if before == entry:
            return  # the form was not touched, so its text stays unchanged
    draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": entry_as_yaml(entry)}, editor.opened)
    draft.errors += [FieldError(f"{field_errors.ENTRY}{problem.place}", problem.said) for problem in problems]


def _open_in(posted: QueryDict) -> Editor | None:
    for editor in EDITORS:
        target = posted.get(f"open_{editor.kind}", "")
        if target:
            typed = {name: posted.get(name, "") for name in editor.fields if name in posted}
            return editor(target[:MAX_TARGET], typed, posted.get("opened", "")[:40])
    return None


def rule_of(editor: Editor | None) -> str:
    """Return the id of the rule that an editor changes, or whose clause it changes.

    Returns "" if it changes no rule.
    """
    if isinstance(editor, RuleEditor):
        return "" if editor.target == NEW_RULE else editor.target
    section, *rest = path_of(editor.target) if isinstance(editor, EntryEditor) else ("",)
    return rest[0] if section == "rules" and rest else ""


def compare(law: Law, draft: Draft, *, aloud: bool = True) -> None:
    """Compute the draft's changes to the law, including the open piece. Problems become the draft's errors.

    `aloud=False` is used while a piece is built step by step. Errors are then dropped, because the gaps of the piece
    show what is missing.
    """
    if draft.errors or draft.refused:
        return
    step = draft.wrong_step
    _compare(law, draft)
    if not aloud:
        draft.errors, draft.wrong_step = [], step


def _compare(law: Law, draft: Draft) -> None:
    operations = draft.operations
    try:
        operations = draft.whole(law)
    except CannotBuild as wrong:
        draft.wrong_step = draft.wrong_step or wrong
    try:
        if draft.does:
            one_time_effects.check(law_with(law, operations), draft.does)
        if not operations:
            draft.enacted = law if draft.wrong_step is None else None
            stay_within(law, draft.class_name or class_by_default(law), [], draft.does)
            return
        complete = accepted_amendments(law, operations)
        document = amend_document(law.document, complete)
        draft.differences = differences(law.document, document)
        if draft.recipe:
            left = words_left(law, draft.recipe, Law(document), draft.title, draft.text)
            draft.differences = draft.differences.with_outdated(left)
        draft.enacted = Law(document, number=law.number + 1) if draft.wrong_step is None else None
        stay_within(law, draft.class_name or class_by_default(law), operations, draft.does)
    except BadArguments as bad:
        draft.errors = bad.errors
