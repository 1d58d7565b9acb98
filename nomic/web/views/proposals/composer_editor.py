"""The template context of the editor that is open in the composer: of a rule, a value or an entry."""

from dataclasses import replace
from typing import Any

from nomic.clauses.clause_index import triggering_actions, vocabulary_of
from nomic.clauses.schema.kind_registry import kinds, schema_of
from nomic.clauses.views.explanations import short_sentences
from nomic.clauses.vocabulary.narrowed_events import narrowed_as, narrowed_under
from nomic.effects.language.event_names import events_by_topic
from nomic.forms.read_forms import MAX_FIELDS
from nomic.forms.schema_forms import explained, inputs_for, submitted_pairs
from nomic.law.amendments.repeal import dependents_of
from nomic.law.document.clause_entries import CLAUSES, ClausesOfARule
from nomic.law.document.entries import Entries, NotAnEntry, read_entry
from nomic.law.document.sections import Law, pointer
from nomic.law.document.whole_sections import NewSection
from nomic.law.labels.explanations import in_effects
from nomic.law.labels.value_labels import explained_at, path_of, words_at
from nomic.law.rules.placeholders import PLACEHOLDER, is_broken
from nomic.law.rules.tree import rules_of, tree
from nomic.law.schema.expectations import Expectation, expectation_for
from nomic.law.search.values import LawValue, value_or_none
from nomic.web import typed_amendments
from nomic.web.composer import draft as composer_draft
from nomic.web.composer import effect_blocks
from nomic.web.composer.block_fields import ENTRY
from nomic.web.composer.draft import Draft
from nomic.web.composer.editors import NEW_RULE, Editor, EntryEditor, RuleEditor, ValueEditor, fields_digest
from nomic.web.composer.rule_words import words_to_edit
from nomic.web.typed_amendments import NEW_ENTRY, CannotBuild


def editor_context(law: Law, draft: Draft, editor: Editor | None) -> dict[str, Any]:
    """Return the template context of the open editor, apart from the fields of an entry (`open_entry`)."""
    return {
        "opened": _opened(law, draft, editor),
        "gone": editor is not None and editor.current_fields(law) is None,
        "now_stands": _now_stands(law, draft, editor),
        "open_rule": _open_rule(law, editor),
        "open_value": _open_value(law, editor),
        "events": events_by_topic(vocabulary_of(law).events) if editor is not None else [],
        "events_of_clauses": _events(law) if editor is not None else [],
        "acts": triggering_actions(law) if editor is not None else [],
    }


def _events(law: Law) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the events that clauses can wait for under a law, by topic, including narrowed events."""
    more = narrowed_under(law)
    return [
        (topic, sorted([*events, *((e.word, e.whenever) for e in more if e.about == topic)], key=lambda pair: pair[1]))
        for topic, events in events_by_topic(vocabulary_of(law).events)
    ]


def _opened(law: Law, draft: Draft, editor: Editor | None) -> str:
    """Return the digest of the law's words at the time the editor was opened.

    It is renewed after the user was warned that the law has changed.
    """
    stands = editor.current_fields(law) if editor is not None else None
    if editor is None or stands is None or (editor.opened and draft.wrong_step is None):
        return "" if editor is None else editor.opened
    return fields_digest(stands)


def _now_stands(law: Law, draft: Draft, editor: Editor | None) -> list[str]:
    """Return the law's present words, after the warning that they changed since the editor was opened."""
    if editor is None or not editor.is_stale(law) or draft.wrong_step is None:
        return []
    return [text for text in (editor.current_fields(law) or {}).values() if text]


def _open_rule(law: Law, editor: Editor | None) -> dict[str, Any] | None:
    """Return the fields of the open rule, as typed or as in the law. None if no rule is open."""
    shown = editor.shown(law) if isinstance(editor, RuleEditor) else None
    if editor is None or shown is None:
        return None
    name = "" if editor.target == NEW_RULE else editor.name(law)
    rule = law.document["rules"].get(editor.target, {})
    clauses, source = rule.get(CLAUSES) or {}, rule.get("body", "")
    places = {each: pointer("rules", editor.target, CLAUSES, each) for each in clauses}
    short = short_sentences(law, editor.target) if clauses else {}
    return {
        **shown,
        "target": editor.target,
        "place": pointer("rules", editor.target),
        "broken": _broken(law, shown["rule_body"]),
        "tables": [match[0] for match in PLACEHOLDER.finditer(shown["rule_body"]) if match["table"]],
        "has_numbers": words_to_edit(law, source) != source,
        "name": name,
        "hanging": _hanging(law, editor.target),
        "does": [(place, short.get(each) or words_at(law.document, place)) for each, place in places.items()],
    }


def _broken(law: Law, body: str) -> list[str]:
    """Return the placeholders in a rule's words whose values the law lacks."""
    return [*dict.fromkeys(match[0] for match in PLACEHOLDER.finditer(body) if is_broken(law, match))]


def _hanging(law: Law, id_: str) -> dict[str, Any] | None:
    """Return the dependents of a rule, and the rules that they could move to, or None without dependents."""
    rules = rules_of(law)
    hanging = dependents_of(law.document, id_) if id_ in rules else None
    if hanging is None or not (hanging.needs_an_answer or hanging.clauses):
        return None
    return {
        "places": [(place, words_at(law.document, place)) for place in hanging.places],
        "subrules": [rules[child].title for child in hanging.subrules],
        "clauses": hanging.clauses,
        "asks": hanging.needs_an_answer,
        "take_along": typed_amendments.TAKE_ALONG,
        "others": [placed for placed in tree(rules) if placed.id != id_ and placed.rule.parent != id_],
    }


def open_gap(draft: Draft, whose: str) -> str:
    """Return the gap whose menu is open among the blocks of this owner, or ""."""
    return draft.open_menu[1] if draft.open_menu[0] == whose else ""


def open_entry(law: Law, editor: Editor | None, draft: Draft) -> dict[str, Any] | None:
    """Return the fields of the open entry, as typed, as in the law, or empty. Returns None if no entry is open."""
    shown = editor.shown(law) if isinstance(editor, EntryEditor) else None
    if editor is None or shown is None:
        return None
    found = {**shown, "target": editor.target, "called": editor.name(law), "name": "", "fields": {}}
    try:
        entries, name = typed_amendments.named_entry(law, editor.target)
    except CannotBuild:  # gone from the law, but what was typed is still there
        return {**found, "name": editor.target.rpartition("/")[2]}
    is_new_clause = isinstance(entries, ClausesOfARule) and name == typed_amendments.NEW_ENTRY
    return {
        **found,
        "called": (is_new_clause and _kind_called(entries, shown["entry_text"])) or found["called"],
        "name": "" if name == typed_amendments.NEW_ENTRY else name,
        "is_new": name == typed_amendments.NEW_ENTRY or isinstance(entries, NewSection),
        "fields": entries.fields(),
        "in_effects": isinstance(entries, ClausesOfARule) or in_effects(entries.section.name, entries.key),
        "is_clause": isinstance(entries, ClausesOfARule),
        "is_blank": isinstance(entries, ClausesOfARule) and shown["entry_text"].strip() in ("", "{}"),
        "path": f"{entries.path}{pointer(_called(law, entries, name, shown))}",
        "others": list(entries.of(law.document)) if name == typed_amendments.NEW_ENTRY else [],
    } | _as_form(law, entries, editor, shown, draft)


def _kind_called(entries: Entries, text: str) -> str:
    """Return the label of a new clause by its kind and its rule, or "" if it has no kind yet."""
    try:
        schema = schema_of(read_entry(text))
    except NotAnEntry:
        return ""
    rule = entries.rule_title if isinstance(entries, ClausesOfARule) else ""
    return f"{kinds()[schema.word].offered_as}, in the rule {rule}" if schema is not None else ""


def _called(law: Law, entries: Entries, name: str, shown: dict[str, str]) -> str:
    """Return the open entry's name in the law, or the name that it will get."""
    if name != typed_amendments.NEW_ENTRY:
        return name
    try:
        new = read_entry(shown["entry_text"])
    except NotAnEntry:
        new = {}
    return typed_amendments.name_for(entries, shown["entry_name"], new, entries.of(law.document))


def _as_form(law: Law, entries: Entries, editor: Editor, shown: dict[str, str], draft: Draft) -> dict[str, Any]:
    """Return the entry as a form. It has no inputs if the entry was written as text or does not fit into a form."""
    try:
        entry = read_entry(shown["entry_text"])
    except NotAnEntry:
        return {"inputs": (), "can_be_form": False}
    wanted, at = _wanted_of(entries, editor, entry)
    inputs = inputs_for(wanted, at, entry) if wanted is not None else ()
    can_be = any(each.kind != "data" for each in inputs) and len(submitted_pairs(inputs)) <= MAX_FIELDS
    is_form = can_be and (draft.entry_as == composer_draft.FORM or (not draft.entry_as and not editor.typed))
    if not is_form:
        return {"inputs": (), "can_be_form": can_be}
    name = shown["entry_name"].strip() if editor.target.endswith(f"/{NEW_ENTRY}") else path_of(editor.target)[-1]
    pieces = effect_blocks.entry_blocks(law, entries, name, entry, inputs, open_gap(draft, ENTRY))
    document, path = effect_blocks.with_entry(law, entries, name, entry), (*path_of(entries.path), name)
    inputs = explained(inputs, lambda place: explained_at(document, (*path, *place)))
    if isinstance(entries, ClausesOfARule) and (event := narrowed_as(entry)) is not None:
        inputs = tuple(replace(each, value=event.word) if each.place == ("when",) else each for each in inputs)
    return {"inputs": inputs, "can_be_form": True, "blocks": pieces}


def _wanted_of(entries: Entries, editor: Editor, entry: dict[str, Any]) -> tuple[Expectation | None, tuple[str, ...]]:
    """Return the schema expectation for an entry, and the entry's place in it.

    A clause has the schema of its kind.
    """
    if not isinstance(entries, ClausesOfARule):
        return expectation_for(entries.section.schema), entries.schema_place(editor.target)
    schema = schema_of(entry)
    return (None if schema is None else expectation_for(schema)), ()


def _open_value(law: Law, editor: Editor | None) -> dict[str, Any] | None:
    """Return the open value: its name, its current value, and the typed one. Returns None if no value is open."""
    shown = editor.shown(law) if isinstance(editor, ValueEditor) else None
    if editor is None or shown is None:
        return None
    value: LawValue | None = value_or_none(law, editor.target)
    text = shown["new_value"]
    is_text = value is not None and isinstance(value.value, str)
    return {
        "target": editor.target if value is None else value.path,
        "name": editor.name(law),
        "value": value,
        "typed": text,
        "is_long": is_text and (len(text) > 60 or "\n" in text),
    }
