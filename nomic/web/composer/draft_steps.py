"""The buttons of the composer: what each does to a draft, such as opening a piece or dropping a change."""

from collections.abc import Callable, Mapping

from nomic import limits
from nomic.clauses.schema.kind_registry import kinds
from nomic.law.amendments.patch import AmendmentsDoNotApply, check_form, complete_draft
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.entries import entry_as_yaml
from nomic.law.document.sections import Law, LawInvalid, pointer
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.law.search.entries import find_pieces
from nomic.law.search.values import find_values, value_or_none
from nomic.recipes.plain_rules.not_understood.diagnose import sentences_of, trouble_in
from nomic.recipes.plain_rules.not_understood.nearest import nearest_sentences
from nomic.web import typed_amendments
from nomic.web.composer import block_edits
from nomic.web.composer.block_fields import ONCE, as_written
from nomic.web.composer.draft import ALL_THE_SAME, FORM, Draft
from nomic.web.composer.editors import AS_NEW, EDITORS, NEW_RULE, Editor, EntryEditor, RuleEditor, ValueEditor
from nomic.web.composer.executable_words import acting_rules, could_act, words_to_act
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.one_time_orders import NOT_READ
from nomic.web.composer.orders.reader import Drafting
from nomic.web.composer.orders.unread_orders import ideas_for
from nomic.web.links.composer_links import opening_of
from nomic.web.typed_amendments import CannotBuild, Operation

FEW = 3  # sentences of a text: each that is not understood is marked, whatever it says


def step(law: Law, draft: Draft, posted: Mapping[str, str]) -> None:
    """Perform one step of the builder: open something, add the open piece, or drop a change.

    Errors are stored on the draft. The open piece is added before another one is opened.
    """
    before = draft.editor
    _take_step(law, draft, posted)
    if before is None or draft.editor is None or draft.editor.target != before.target:
        draft.undo = [undo for undo in draft.undo if undo[0] == ONCE]  # its texts are of the entry that was open


def _take_step(law: Law, draft: Draft, posted: Mapping[str, str]) -> None:
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
    """Return the editor that the form asks to open, or None.

    A search opens an editor only if its text is a JSON pointer. Otherwise, the user chooses among the results. Raises
    CannotBuild if the target does not exist, or if the search finds nothing.
    """
    if "pick_rule" in posted:
        return RuleEditor(posted.get("rule", "") or "?", {})
    if "pick_entry" in posted:
        typed_amendments.named_entry(law, posted.get("entry", ""))
        return EntryEditor(posted.get("entry", ""), {})
    if "open_found" in posted:
        return editor_at(law, posted.get("open_found", ""))
    if "pick_value" not in posted:
        return None
    if draft.search.startswith("/") and (named := value_or_none(law, draft.search)) is not None:
        return ValueEditor(named.path, {})
    if not find_values(law, draft.search).values and not find_pieces(law, draft.search):
        raise CannotBuild(
            "value",
            "Nothing found. Try other words: a price, a card, a vote, how long something lasts."
            if draft.search.strip()
            else "Say what you are looking for: a price, a card, a vote, how long something lasts.",
        )
    return None


def editor_at(law: Law, place: str) -> Editor:
    """Return the editor for a place of the law: a JSON pointer or the name of a value.

    Raises CannotBuild if there is no such place.
    """
    kind, target = opening_of(law, place) or ("value", typed_amendments.value_named(law, place).path)
    return next(editor for editor in EDITORS if editor.kind == kind)(target, {})


def _copy(law: Law, draft: Draft, like: str) -> None:
    """Start the new entry as a copy of the entry named `like` in the same map.

    Raises CannotBuild if no entry is open, or if the map has no such entry.
    """
    editor = draft.editor
    if not isinstance(editor, EntryEditor):
        raise CannotBuild("entry", "Open a new entry first, then choose one to copy.")
    entries, _ = typed_amendments.named_entry(law, editor.target)
    held = entries.of(law.document)
    if like not in held:
        raise CannotBuild("like", "Choose an entry from the list.")
    draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": entry_as_yaml(held[like])}, editor.opened)


def _let_it_do(law: Law, draft: Draft, rule: str, *, is_kind_chosen: bool = False) -> None:
    """Open a new clause of the open rule, or of the picked rule if none is open.

    If the rule's words can be executed and it has no clause yet, it gets the clauses that they describe, and nothing is
    opened, unless the kind of the new clause was chosen already. The open rule is added to the draft first. If a new
    rule is picked, it opens with the proposal's title and text, unless there are changes already. Raises CannotBuild if
    there is no such rule, or if an open new rule is still empty.
    """
    editor, operations = draft.editor, draft.whole(law)
    if isinstance(editor, RuleEditor):
        rule = editor.target
        if rule == NEW_RULE and operations == draft.operations:
            raise CannotBuild("rule_title", "Give the new rule a name first.")
        rule = path_of(str(operations[-1]["path"]))[1] if rule == NEW_RULE else rule
    if rule != NEW_RULE and rule not in draft.law(law).document["rules"] and editor is None:
        raise CannotBuild("rule", "Choose a rule first.")
    if rule == NEW_RULE:
        is_first = not operations
        draft.editor = RuleEditor(NEW_RULE, {"rule_title": draft.title, "rule_body": draft.text} if is_first else {})
        return
    acting = None if is_kind_chosen else acting_rules(law, operations, words_to_act(law, operations, rule))
    if acting is not None and acting.operations is not None:
        draft.write(acting.operations)  # its words first: whoever wants another clause presses again
        draft.editor, draft.from_words = None, Drafting(rules=[*acting.rules])
        return
    draft.write(operations)
    draft.editor, draft.search = EntryEditor(pointer("rules", rule, CLAUSES, typed_amendments.NEW_ENTRY), {}), ""


def _begin_clause(law: Law, draft: Draft, kind: str) -> None:
    """Fill the open entry with an empty clause of this kind. An open rule gets a new one.

    Raises CannotBuild if nothing is open or there is no such kind.
    """
    if isinstance(draft.editor, RuleEditor):
        _let_it_do(law, draft, draft.editor.target, is_kind_chosen=True)
    editor = draft.editor
    if not isinstance(editor, EntryEditor) or kind not in kinds():
        raise CannotBuild("entry", "Choose a kind from the list.")
    text = entry_as_yaml(dict(kinds()[kind].blank))
    draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": text}, editor.opened)
    draft.entry_as = FORM


def _take_words(law: Law, draft: Draft) -> None:
    """Draft the amendments ordered by the proposal's text, on top of the draft and the open editor.

    Raises CannotBuild if the amendments so far do not result in a valid law.
    """
    before = draft.whole(law)
    draft.write(before)
    draft.editor = None
    words = draft.text[: limits.TEXT]
    found = draft_from(law, words, before, draft.title)
    operations = [*before, *found.operations]
    acting = could_act(law, operations, draft.title, words) if operations else None
    if acting is not None and not acting.rest:  # a rule with a name acts as the same sentence alone does
        operations = acting.operations or operations
        found.rules += acting.rules
    if not (found.placed or found.left or found.effects or found.already or acting):
        said = sentences_of(words)
        found.left = [(each, NOT_READ) for each in said if len(said) <= FEW or trouble_in(each, law) is not None]
    if not (found.placed or found.left or found.effects or found.already or acting):
        draft.ideas = ideas_for(words, law)
        raise CannotBuild(
            "text",
            "These words could not be turned into changes. Add them as a rule, or start from an idea."
            f"{_understood(words, law)}",
        )
    draft.write(operations)
    draft.does = [*draft.does, *(step for step in found.effects if step not in draft.does)]
    draft.effects = as_written(draft.does)
    draft.from_words = found


def _understood(words: str, law: Law) -> str:
    """Return a sentence with the nearest sentences that can be parsed, or "" if the law has none."""
    nearest = [f"“{each}.”" for each in nearest_sentences(words, law)]
    return f" These are understood: {' '.join(nearest)}" if nearest else ""


def _let_act(law: Law, draft: Draft) -> None:
    """Turn the executable words of the draft into clauses. Raises CannotBuild if there are none."""
    operations = draft.whole(law)
    acting = could_act(law, operations, draft.title, draft.text[: limits.TEXT])
    if acting is None:
        raise CannotBuild("text", "Nothing in this text takes effect by itself. You can build its effects below.")
    if acting.operations is None:
        _take_words(law, draft)
        return
    draft.write(acting.operations)
    draft.editor, draft.from_words = None, Drafting(rules=[*acting.rules])


def _say_instead(law: Law, draft: Draft, sent: str) -> None:
    """Replace words of the text, and draft again.

    `sent` is a JSON list of the words and their replacement. Raises CannotBuild if the text does not contain the words.
    """
    try:
        said, instead = read_json(sent)
    except (NotJson, TypeError, ValueError):
        said, instead = "", ""
    if not isinstance(said, str) or not isinstance(instead, str) or not said or said not in draft.text:
        raise CannotBuild("text", "These words are no longer in your text. Turn it into changes again.")
    draft.text = draft.text.replace(said, instead, 1)
    _take_words(law, draft)


def _words_as_rule(law: Law, draft: Draft) -> None:
    """Open a new rule with the proposal's title and text. The open piece is added first.

    Raises CannotBuild if the proposal has no text.
    """
    if not draft.text.strip():
        raise CannotBuild("text", "Write the words of the rule first.")
    draft.write(draft.whole(law))
    draft.editor = RuleEditor(NEW_RULE, {"rule_title": draft.title, "rule_body": draft.text, "rule_parent": ""})


def _put(law: Law, draft: Draft, how: str) -> None:
    """Add the open piece. `how` says whether to add it as new, or despite an invalid result.

    If the piece would turn a valid law into an invalid one, it stays open until the user confirms. Raises CannotBuild
    if nothing is open or nothing has changed.
    """
    if draft.editor is None:
        raise CannotBuild("rule", "Open something to change first.")
    if how == AS_NEW:
        draft.editor = draft.editor.as_new()
    operations = draft.whole(law)
    if operations == draft.operations:
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
        raise CannotBuild("rule", "First open the entry that you want to repeal.")
    draft.write([*draft.operations, *draft.editor.repeal(draft.law(law), posted.get("hanging", ""))])
    draft.editor = None


def _close(law: Law, draft: Draft, how: str, posted: Mapping[str, str]) -> None:
    draft.editor = None


def _drop(law: Law, draft: Draft, place: str, posted: Mapping[str, str]) -> None:
    if place.isascii() and place.isdecimal() and len(place) < 6:
        draft.write(typed_amendments.without(draft.operations, int(place)))


# Steps by the names of their buttons. Each takes the law, the draft, the button's value and the whole form.
STEPS: Mapping[str, Callable[[Law, Draft, str, Mapping[str, str]], None]] = {
    "block": lambda law, draft, what, posted: block_edits.apply_step(draft, what),
    "begin": lambda law, draft, kind, posted: _begin_clause(law, draft, kind),
    "let_it_do": lambda law, draft, value, posted: _let_it_do(
        law, draft, value if value == NEW_RULE or value in draft.law(law).document["rules"] else posted.get("rule", "")
    ),
    "from_words": lambda law, draft, value, posted: _take_words(law, draft),
    "let_act": lambda law, draft, value, posted: _let_act(law, draft),
    "instead": lambda law, draft, sent, posted: _say_instead(law, draft, sent),
    "as_rule": lambda law, draft, value, posted: _words_as_rule(law, draft),
    "copy": lambda law, draft, value, posted: _copy(draft.law(law), draft, posted.get("like", "")),
    "put": lambda law, draft, how, posted: _put(law, draft, how),
    "repeal": _repeal,
    "close": _close,
    "drop": _drop,
    "again": lambda law, draft, place, posted: _again(law, draft, place),
}


def _again(law: Law, draft: Draft, place: str) -> None:
    """Open the target of a change for editing. `place` is the index of the change.

    If the draft does not result in a valid law, the change is removed first. Raises CannotBuild if the change cannot be
    opened.
    """
    before = draft.whole(law)
    found = before[int(place)] if place.isascii() and place.isdecimal() and int(place[:6]) < len(before) else {}
    path, value = str(found.get("path", "")), found.get("value")
    if found.get("op") not in typed_amendments.BRINGS:
        raise CannotBuild("amendments", "You can only remove this change.")
    draft.write(before)
    if draft.law(law) is not law:
        draft.editor = editor_at(draft.law(law), path)
        return
    *map_, name = path_of(path)
    is_new = found["op"] == "add"
    target = pointer(*map_, typed_amendments.NEW_ENTRY) if is_new else path
    if not isinstance(value, dict) or map_ == ["rules"]:
        raise CannotBuild(
            "amendments", "With this change, the law would not be valid. Correct it as data below, or remove it."
        )
    named = {"entry_name": name} if is_new else {}
    draft.write(typed_amendments.without(before, int(place)))
    typed_amendments.named_entry(draft.law(law), target)
    draft.editor = EntryEditor(target, {**named, "entry_text": entry_as_yaml(value)})
    draft.entry_as = FORM


def makes_law(law: Law, operations: list[Operation]) -> bool:
    """Return whether the amendments result in a valid law."""
    try:
        complete_draft(law.document, operations)
    except (AmendmentsDoNotApply, LawInvalid):
        return False
    return True
