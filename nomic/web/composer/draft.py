"""A draft of a proposal: the typed text, the amendments so far, and the open editor of the builder.

The draft lives in the form itself: every step posts all of it and gets it back. A step may be refused, but it never
loses typed text. Only "Cancel" and "Discard it and start again" discard something, as they say.
"""

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from nomic import limits
from nomic.clauses.proposal_classes import class_by_default
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.views.numbers.labels import with_labels
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refusal
from nomic.effects.blocks.editing import filled
from nomic.forms.rows import ONE_MORE, joined
from nomic.forms.schema_forms import is_field, read_as_far_as_it_goes
from nomic.law.amendments.patch import AmendmentsDoNotApply, amended, check_form, drafted, in_the_making
from nomic.law.amendments.rename import Renamed, is_key, renamed
from nomic.law.diff.laws import Differences, differences
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.entries import NotAnEntry, read_entry, written
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas, pointer
from nomic.law.labels.format import path_of
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.law.search.entries import Piece, find_pieces
from nomic.law.search.values import Found, find, value_or_none
from nomic.proposals import one_time_effects
from nomic.proposals.submission import accepted_amendments, law_with, stay_within
from nomic.recipes.catalogue import Listed
from nomic.recipes.matching import fitting
from nomic.web import operations as web_operations
from nomic.web.composer import block_edits, field_errors
from nomic.web.composer.editors import ANEW, EDITORS, NEW_RULE, Editor, EntryEditor, RuleEditor, ValueEditor, digest
from nomic.web.composer.orders.by_hand import with_by_hand
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.marked import Stretch, marked, with_recipes
from nomic.web.composer.orders.phrasings import as_new_prices
from nomic.web.composer.orders.reader import Drafting
from nomic.web.composer.recipe_of import Recipe, as_field, read_recipe_field
from nomic.web.links.deep_links import opening_of
from nomic.web.operations import CannotBuild, Operation

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
    ideas: tuple[Listed, ...] = ()  # recipes that fit words in which no order was found
    # Undo stack: the entry and the one-time effects before the last changes of blocks, the newest last.
    undo: list[tuple[str, str]] = field(default_factory=list)
    # The gap whose menu was requested, and the one that was filled last, each with its owner (`block_edits`).
    asked: tuple[str, str] = ("", "")
    goes_on: tuple[str, str] = ("", "")
    # The field that gets an empty row.
    more_row: str = ""
    # Places in the open entry whose names were changed in this step.
    moved: Renamed = field(default_factory=list)
    # Whether the open piece was not added because the amendments would not make a valid law yet.
    is_not_law_yet: bool = False
    # Cache: the law made by these operations from that law, which is requested many times.
    _made: tuple[list[Any], Law, Law] | None = None

    def write(self, operations: list[Any]) -> None:
        """Set the draft's amendments. Raises LawInvalid if their form is invalid."""
        check_form(operations)
        self.operations = operations
        self.amendments = json.dumps(operations, indent=2, ensure_ascii=False) if operations else ""

    def law(self, law: Law) -> Law:
        """Return the law with the draft enacted, or the present law if that fails or breaks the schemas."""
        if not self.operations:
            return law
        if self._made is None or self._made[0] is not self.operations or self._made[1] is not law:
            self._made = self.operations, law, self._in_the_making(law)
        return self._made[2]

    def _in_the_making(self, law: Law) -> Law:
        try:
            document = in_the_making(law.document, self.operations)
        except (AmendmentsDoNotApply, LawInvalid):
            return law
        return Law(document) if fits_its_schemas(document) else law

    def whole(self, law: Law) -> list[Operation]:
        """Return all operations, including those of the open editor.

        Raises CannotBuild with the editor's name if its text makes no operations.
        """
        return [*self.operations, *(self.editor.taken_in(self.law(law)) if self.editor else [])]

    def unread(self, law: Law) -> list[Stretch]:
        """Return the instructions that were not understood, marked within the text around them."""
        return with_recipes(marked(self.text, self.from_words.left), law) if self.from_words else []

    def key(self, form: str | None) -> str | None:
        """Return the idempotency key for submitting these words with the form that has this key.

        A user who goes back to a sent form and changes its words means another proposal.
        """
        if form is None:
            return None
        typed = {f"typed_{name}": text for name, text in self.editor.typed.items()} if self.editor else {}
        about = f"{self.editor.kind}{self.editor.target}" if self.editor else ""
        words = {"title": self.title, "text": self.text, "class": self.class_name, "amendments": self.amendments}
        words |= {"effects": self.effects} if self.effects.strip() else {}
        return f"{form}-{digest({**words, 'open': about, **typed})}"

    def found(self, law: Law) -> Found | None:
        """Return the results of the search for values, or None without a search."""
        if not self.search.strip() or self.editor is not None:
            return None
        found = find(self.law(law), self.search)
        return Found(with_labels(self.law(law), found.values), found.more)

    def pieces(self, law: Law) -> list[Piece]:
        """Return the rules, entries and clauses found by the same search."""
        return find_pieces(self.law(law), self.search) if self.search.strip() and self.editor is None else []


def fields_of(draft: Draft, law: Law) -> dict[str, str]:
    """Return the draft as form fields, from which `read` restores it.

    An empty draft has none.
    """
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
    return found | {"class": draft.class_name, "instead_of": draft.instead_of} if found else {}


def read(posted: QueryDict) -> Draft:
    """Parse a draft from a form. A malformed list of operations is among its errors."""
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
        at_rule=posted.get("rule", "")[:MAX_TARGET],
        entry_as=posted.get("turn", "") or posted.get("entry_as", ""),
        undo=block_edits.read_undo(posted.get("undo", "")),
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
    """Parse the one-time effects. A malformed list is among the draft's errors."""
    if not draft.effects.strip():
        return
    try:
        does = read_json(draft.effects)
    except NotJson as error:
        draft.errors.append(FieldError("effects", f"this is not JSON: {error}"))
        return
    if isinstance(does, list) and all(isinstance(step, dict) for step in does):
        typed = filled({"effects": does}, block_edits.sent_for(block_edits.ONCE, posted))
        draft.does = block_edits.with_workspaces(typed, block_edits.ONCE, posted)["effects"]
        if draft.does != does:
            draft.effects = block_edits.as_written(draft.does)
    else:
        draft.errors.append(FieldError("effects", "a list of operations in the effect language"))


def _read_form(draft: Draft, posted: QueryDict) -> None:
    """Convert the form of an open entry to its text.

    Unreadable fields are kept, and are among the draft's errors.
    """
    pairs = joined(((name, posted.get(name, "")) for name in posted if is_field(name)), posted)
    editor = draft.editor
    if not isinstance(editor, EntryEditor) or posted.get("entry_as") != FORM or not pairs:
        return
    try:
        entry, problems = read_as_far_as_it_goes(pairs)
        entry = filled(entry, block_edits.sent_for(block_edits.ENTRY, posted))
        entry = block_edits.with_workspaces(entry, block_edits.ENTRY, posted)
        entry, draft.moved, misnamed = renamed(entry, [(name, posted.get(name, "")) for name in posted if is_key(name)])
    except NotAnEntry as error:
        draft.errors.append(FieldError("entry_text", f"{error}"))
        return
    with contextlib.suppress(NotAnEntry):
        draft.errors += [FieldError("entry_text", problem) for problem in misnamed]
        if read_entry(editor.typed.get("entry_text", "")) == entry:
            return  # the form was not touched, so its text stays unchanged
    draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": written(entry)}, editor.opened)
    draft.errors += [FieldError(f"{field_errors.ENTRY}{problem.place}", problem.said) for problem in problems]


def _open_in(posted: QueryDict) -> Editor | None:
    for editor in EDITORS:
        target = posted.get(f"open_{editor.kind}", "")
        if target:
            typed = {name: posted.get(name, "") for name in editor.fields if name in posted}
            return editor(target[:MAX_TARGET], typed, posted.get("opened", "")[:40])
    return None


def rule_of(editor: Editor | None) -> str:
    """Return the id of the rule that an editor changes, itself or a clause of it, or "" if it changes no rule."""
    if isinstance(editor, RuleEditor):
        return "" if editor.target == NEW_RULE else editor.target
    section, *rest = path_of(editor.target) if isinstance(editor, EntryEditor) else ("",)
    return rest[0] if section == "rules" and rest else ""


def step(law: Law, draft: Draft, posted: Mapping[str, str]) -> None:
    """Perform one step of the builder: open something, add the open piece, or drop a change.

    Errors are stored on the draft. Before another piece is opened, the open one is added.
    """
    try:
        if target := _picked(draft.law(law), draft, posted):
            draft.write(draft.whole(law))
            draft.editor, draft.search = target, ""
            return
        for name, do in STEPS.items():
            if name in posted:
                do(law, draft, posted.get(name, ""), posted)
                return
    except CannotBuild as wrong:
        draft.wrong_step = wrong
    except LawInvalid as invalid:
        draft.wrong_step = CannotBuild("amendments", invalid.flaws[0].detail)


def _picked(law: Law, draft: Draft, posted: Mapping[str, str]) -> Editor | None:
    """Return the editor that the form asks for, or None.

    A search opens nothing, because the user chooses among its results, except for a JSON pointer. Raises CannotBuild
    if the target does not exist, or if nothing is found.
    """
    if "pick_rule" in posted:
        return RuleEditor(posted.get("rule", "") or "?", {})
    if "pick_entry" in posted:
        web_operations.named_entry(law, posted.get("entry", ""))
        return EntryEditor(posted.get("entry", ""), {})
    if "open_found" in posted:
        return editor_at(law, posted.get("open_found", ""))
    if "pick_value" not in posted:
        return None
    if draft.search.startswith("/") and (named := value_or_none(law, draft.search)) is not None:
        return ValueEditor(named.path, {})
    if not find(law, draft.search).values and not find_pieces(law, draft.search):
        raise CannotBuild(
            "value",
            "Nothing found. Try other words: a price, a card, a vote, how long something lasts."
            if draft.search.strip()
            else "Say what you look for: a price, a card, a vote, how long something lasts.",
        )
    return None


def editor_at(law: Law, place: str) -> Editor:
    """Return the editor for a place of the law.

    The place is a JSON pointer or the name of a value. Raises CannotBuild.
    """
    kind, target = opening_of(law, place) or ("value", web_operations.value_named(law, place).path)
    return next(editor for editor in EDITORS if editor.kind == kind)(target, {})


def _copy(law: Law, draft: Draft, like: str) -> None:
    """Begin a new entry with a copy of another one of its kind. Raises CannotBuild."""
    editor = draft.editor
    if not isinstance(editor, EntryEditor):
        raise CannotBuild("entry", "Open a new entry first, then choose one to copy.")
    entries, _ = web_operations.named_entry(law, editor.target)
    held = entries.of(law.document)
    if like not in held:
        raise CannotBuild("like", "Choose an entry from the list.")
    draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": written(held[like])}, editor.opened)


def _let_it_do(law: Law, draft: Draft, rule: str) -> None:
    """Open a new clause of the open rule, or else of the picked rule.

    An open rule is added first. Raises CannotBuild.
    """
    editor, operations = draft.editor, draft.whole(law)
    if isinstance(editor, RuleEditor):
        rule = editor.target
        if rule == NEW_RULE and len(operations) == len(draft.operations):
            raise CannotBuild("rule_title", "Give the new rule a name first.")
        rule = path_of(str(operations[-1]["path"]))[1] if rule == NEW_RULE else rule
    if rule != NEW_RULE and rule not in draft.law(law).document["rules"] and editor is None:
        raise CannotBuild("rule", "Choose a rule first.")
    if rule == NEW_RULE:
        draft.editor = RuleEditor(NEW_RULE, {})
        return
    draft.write(operations)
    draft.editor, draft.search = EntryEditor(pointer("rules", rule, CLAUSES, web_operations.NEW_ENTRY), {}), ""


def _begin_clause(draft: Draft, kind: str) -> None:
    """Begin a clause of this kind. Raises CannotBuild."""
    editor = draft.editor
    if not isinstance(editor, EntryEditor) or kind not in kinds():
        raise CannotBuild("entry", "Choose a kind from the list.")
    text = written(dict(kinds()[kind].blank))
    draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": text}, editor.opened)
    draft.entry_as = FORM


def _take_words(law: Law, draft: Draft) -> None:
    """Draft the amendments that the proposal's text orders, on top of the draft and the open editor.

    Raises CannotBuild.
    """
    before = draft.whole(law)
    draft.write(before)
    draft.editor = None
    words = draft.text[: limits.TEXT]
    found = draft_from(law, words, before)
    if not (found.placed or found.left):
        found = draft_from(law, as_new_prices(words), before)
    if not (found.placed or found.left):
        draft.ideas = fitting(words, law)
        raise CannotBuild(
            "text",
            "These words could not be turned into changes. Add them as a rule, or start from an idea. Words are "
            "understood if they look like this: Add a rule named Naps reading: “Anybody may nap.”",
        )
    draft.write([*before, *found.operations])
    draft.from_words = found


def _words_as_rule(law: Law, draft: Draft) -> None:
    """Open a new rule that has the proposal's title and text. An open piece is added first. Raises CannotBuild."""
    if not draft.text.strip():
        raise CannotBuild("text", "Write the words of the rule first.")
    draft.write(draft.whole(law))
    draft.editor = RuleEditor(NEW_RULE, {"rule_title": draft.title, "rule_body": draft.text, "rule_parent": ""})


def _put(law: Law, draft: Draft, how: str) -> None:
    """Add the open piece.

    If that would turn a valid law into an invalid one, the piece stays open, unless the user confirmed.
    """
    if draft.editor is None:
        raise CannotBuild("rule", "Open something to change first.")
    if how == ANEW:
        draft.editor = draft.editor.anew()
    operations = draft.whole(law)
    if len(operations) == len(draft.operations):
        raise CannotBuild(draft.editor.kind, "You have not changed anything yet.")
    check_form(operations)
    if how != ALL_THE_SAME and makes_law(law, draft.operations) and not makes_law(law, operations):
        draft.is_not_law_yet = True
        return
    draft.write(operations)
    draft.at_rule = draft.at_rule if draft.editor.target != NEW_RULE else path_of(str(operations[-1]["path"]))[1]
    draft.editor = None


def _repeal(law: Law, draft: Draft, how: str, posted: Mapping[str, str]) -> None:
    if draft.editor is None:
        raise CannotBuild("rule", "Open an entry to repeal first.")
    draft.write([*draft.operations, *draft.editor.repeal(draft.law(law), posted.get("hanging", ""))])
    draft.editor = None


def _close(law: Law, draft: Draft, how: str, posted: Mapping[str, str]) -> None:
    draft.editor = None


def _drop(law: Law, draft: Draft, place: str, posted: Mapping[str, str]) -> None:
    if place.isascii() and place.isdecimal() and len(place) < 6:
        draft.write(web_operations.without(draft.operations, int(place)))


# Steps by the names of their buttons. Each takes the law, the draft, the button's value and the whole form.
STEPS: Mapping[str, Callable[[Law, Draft, str, Mapping[str, str]], None]] = {
    "block": lambda law, draft, what, posted: block_edits.change(draft, what),
    "begin": lambda law, draft, kind, posted: _begin_clause(draft, kind),
    "let_it_do": lambda law, draft, value, posted: _let_it_do(law, draft, posted.get("rule", "")),
    "from_words": lambda law, draft, value, posted: _take_words(law, draft),
    "as_rule": lambda law, draft, value, posted: _words_as_rule(law, draft),
    "copy": lambda law, draft, value, posted: _copy(draft.law(law), draft, posted.get("like", "")),
    "put": lambda law, draft, how, posted: _put(law, draft, how),
    "repeal": _repeal,
    "close": _close,
    "drop": _drop,
    "again": lambda law, draft, place, posted: _again(law, draft, place),
}


def _again(law: Law, draft: Draft, place: str) -> None:
    """Open the target of a change for editing.

    If the draft makes no valid law, the change is first taken out. Raises CannotBuild.
    """
    before = draft.whole(law)
    found = before[int(place)] if place.isascii() and place.isdecimal() and int(place[:6]) < len(before) else {}
    path, value = str(found.get("path", "")), found.get("value")
    if found.get("op") not in web_operations.BRINGS:
        raise CannotBuild("amendments", "You can only remove this change.")
    draft.write(before)
    if draft.law(law) is not law:
        draft.editor = editor_at(draft.law(law), path)
        return
    *map_, name = path_of(path)
    is_new = found["op"] == "add"
    target = pointer(*map_, web_operations.NEW_ENTRY) if is_new else path
    if not isinstance(value, dict) or map_ == ["rules"]:
        raise CannotBuild(
            "amendments", "The changes do not make a valid law with it. Correct it as data below, or remove it."
        )
    named = {"entry_name": name} if is_new else {}
    draft.write(web_operations.without(before, int(place)))
    web_operations.named_entry(draft.law(law), target)
    draft.editor = EntryEditor(target, {**named, "entry_text": written(value)})
    draft.entry_as = FORM


def makes_law(law: Law, operations: list[Operation]) -> bool:
    """Return whether amendments result in a valid law."""
    try:
        drafted(law.document, operations)
    except (AmendmentsDoNotApply, LawInvalid):
        return False
    return True


def compare(law: Law, draft: Draft, *, aloud: bool = True) -> None:
    """Compute the changes of the draft, including the open piece. Problems are stored as its errors.

    `aloud=False` is used while a piece is built step by step. Errors are then dropped, because the piece's gaps show
    what is missing.
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
        document = amended(law.document, complete)
        draft.differences = differences(law.document, document)
        draft.enacted = Law(document, number=law.number + 1) if draft.wrong_step is None else None
        stay_within(law, draft.class_name or class_by_default(law), operations, draft.does)
    except BadArguments as bad:
        draft.errors = bad.errors
