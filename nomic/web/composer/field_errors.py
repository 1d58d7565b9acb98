"""Errors of a draft, each shown at the field that caused it, with the place named in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.domain.exceptions import FieldError
from nomic.law.document.sections import Law, pointer, registered_sections
from nomic.law.labels.value_labels import name_of, path_of, place_in, words_at
from nomic.law.rules.placeholders import PLACEHOLDER, is_broken, shown_instead
from nomic.law.rules.sentences import sentences
from nomic.web.composer.editors import Editor, RuleEditor

AMENDMENTS = "amendments"
ENTRY = "entry_text"  # with a JSON pointer behind it, a place in the open entry
NAMES = {"title": "The title", "text": "The text", "class": "The class", "effects": "One-time effect"}


@dataclass(frozen=True, slots=True)
class PlacedError:
    """An error message.

    `at` is the form field that shows the error, and `path` the place of the law that it names. `within` is the place in
    the open entry if a field of that entry cannot be read.
    """

    at: str
    place: str
    detail: str
    path: str = ""
    within: str = ""

    @property
    def rule(self) -> str:
        """The path of the rule whose words contain the error, for a button that opens the rule, or ""."""
        parts = path_of(self.path)
        is_rule = self.at == AMENDMENTS and parts[:1] == ("rules",) and parts[2:] in ((), ("body",))
        return pointer(*parts[:2]) if is_rule else ""


def place_errors(errors: Sequence[FieldError], law: Law, editor: Editor | None, target: str = "") -> list[PlacedError]:
    """Return each error with the field in which to correct it, and the name of its place in the law.

    `target` is the path of the open entry, which an editor of a new entry does not know.
    """
    return [_placed(error, law, editor, target) for error in errors]


def above_the_form(errors: Sequence[PlacedError], open_entry: Mapping[str, Any] | None) -> list[PlacedError]:
    """Return the errors that no field of the open entry's form shows."""
    if not open_entry or not open_entry.get("inputs"):
        return [*errors]
    fields = [each.path for each in open_entry["inputs"]]
    return [each for each in errors if not any(_is_within(_place_in(each, open_entry), field) for field in fields)]


def are_all_empty(errors: Sequence[PlacedError], open_entry: Mapping[str, Any] | None) -> bool:
    """Return whether each of these errors is about a field of the open entry's form that is still empty.

    No other change of the draft can correct such an error.
    """
    if not open_entry or not open_entry.get("inputs"):
        return False
    by_path = {each.path: each for top in open_entry["inputs"] for each in top.walk()}
    found = [by_path.get(_place_in(error, open_entry)) for error in errors]
    return bool(found) and all(each is not None and not each.value.strip() for each in found)


def _place_in(error: PlacedError, open_entry: Mapping[str, Any]) -> str:
    """Return the error's place in the open entry, or "" if it is elsewhere."""
    path = str(open_entry["path"])
    return error.within or (error.path.removeprefix(path) if _is_within(error.path, path) else "")


def _placed(error: FieldError, law: Law, editor: Editor | None, target: str) -> PlacedError:
    path = error.field.removeprefix(AMENDMENTS) if error.field.startswith(AMENDMENTS) else ""
    if error.field.startswith(f"{ENTRY}/"):
        within = error.field.removeprefix(ENTRY)
        return PlacedError(ENTRY, path_of(within)[0].replace("_", " ").capitalize(), error.detail, within=within)
    parts = path_of(path)
    if not parts or parts[0] not in registered_sections():
        return PlacedError(error.field.partition("/")[0], NAMES.get(error.field, error.field), error.detail)
    detail = _broken_quotes(law, parts) or error.detail
    name = name_of(law.document, place_in(law.document, path))
    words = name.whole if name.rest else words_at(law.document, path)  # the path within an effect says nothing
    return PlacedError(_field_of(path, editor, target) or AMENDMENTS, words, detail, path)


def _broken_quotes(law: Law, parts: Sequence[str]) -> str:
    """Return the error of a rule that quotes a value which the law no longer has, else "".

    This happens if a clause was changed whose sentences show the number.
    """
    if parts[0] != "rules" or len(parts) not in (2, 3) or parts[2:] not in ((), ("body",)):
        return ""
    body = str(law.document["rules"].get(parts[1], {}).get("body", ""))
    broken = [each for each in sentences(body) if any(is_broken(law, match) for match in PLACEHOLDER.finditer(each))]
    if not broken:
        return ""
    said = [PLACEHOLDER.sub(lambda match: shown_instead(law, match), each).replace("'''", "") for each in broken]
    one = len(said) == 1
    return (
        f"{' and '.join(f'“{each}”' for each in said)} "
        f"{'shows' if one else 'show'} a number that your changes have removed. "
        f"Rewrite {'this sentence' if one else 'these sentences'}."
    )


def _field_of(path: str, editor: Editor | None, target: str) -> str:
    """Return the field of the open editor that contains the place, or "" if the place is elsewhere."""
    if editor is None:
        return ""
    if isinstance(editor, RuleEditor):
        fields = {pointer("rules", editor.target, name.removeprefix("rule_")): name for name in editor.fields}
        return fields.get(path, "rule_body" if _is_within(path, pointer("rules", editor.target)) else "")
    return editor.fields[-1] if _is_within(path, target or editor.target) else ""


def _is_within(path: str, target: str) -> bool:
    return path == target or path.startswith(f"{target}/")
