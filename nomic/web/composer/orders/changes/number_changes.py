"""Changes of single values, and of numbers that occur only in the text or a table of a rule."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from nomic.clauses.views.numbers.number_conversion import as_counted, as_data
from nomic.forms.parse_law_values import BASES, value_typed
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import path_of, unit_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.search.values import LawValue, find_values, is_a_number, stems_of, value_or_none
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced, NotSaid, NoValue
from nomic.web.composer.orders.changes.rule_text import quoted, replace, require_once, set_to
from nomic.web.composer.orders.changes.text_spans import replaced
from nomic.web.composer.orders.names_and_numbers.number_words import in_figures, share_meant, with_one_unit
from nomic.web.composer.orders.names_and_numbers.paraphrased_numbers import number_named
from nomic.web.composer.orders.names_and_numbers.value_lookup import NotOneValue, as_form_input, is_now, meant_by
from nomic.web.composer.orders.places_in_text import cell_of, sentence_spans, sentences_with
from nomic.web.rendering.rule_html import quoted_places
from nomic.web.typed_amendments import Operation

CELL = re.compile(r"(?:the )?(?P<column>[\w ]{1,40}?) (?:of|for) (?:an? |the )?(?P<row>[\w '’-]{1,60})", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w])(?!\.\d)")
_IT = ("it", "that", "this")
_AMOUNT = re.compile(r"(?P<count>\d{1,9})(?! ?%| per ?cent| [a-z]{3,7}(?:th|rd|er)s\b| hal)\b[^%]*")
# "Raise it by 2 for each player" does more than to raise it by 2.
_UNDER_CONDITIONS = re.compile(r"\b(?:for|per|every|if|when|whenever|while|unless|until|each (?=\w))", re.IGNORECASE)
# "the price of all Packs", "the prices of every kind of Pack"
_EACH_OF = re.compile(
    r"(?P<value>(?:the )?[a-z ]{1,40}?) (?:of|for) (?:all(?: of)?(?: the)?|every|"
    r"each)(?: kinds? of)? (?P<of>[\w' ’-]{1,60})",
    re.IGNORECASE,
)
_PLAIN_VALUE = re.compile(r"[\w.]{1,30}(?: \w{1,30})?")
_COUNTS = frozenset(stems_of("the number of amount count how many in"))


def set_value(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that set the value that the order names.

    If the order gives a current value, the value must equal it. If it names only a rule and a current value, the value
    that the rule's text quotes is set. Raises NotPlaced if there is not exactly one such value.
    """
    if "rule" in said and "what" not in said:
        _, body = draft.body(said)
        value = quoted(draft, body, said["old"])
        if value is None:
            return replace(draft, {**said})
        return set_to(draft, value, said["new"])
    if "what" not in said:
        raise NotSaid("it does not say which value")
    if "old" in said and "new" in said:
        said = {**said, **dict(zip(("old", "new"), with_one_unit(said["old"], said["new"]), strict=True))}
    given = [str(operation.get("path")) for operation in draft.before if operation.get("op") == "replace"]
    draft.count_a_value()
    if "rule" in said and "old" in said and "by" not in said:
        return _set_in_rule(draft, said)
    if "by" in said:
        return shift(draft, said)
    if "rule" in said:
        return _set_named_in_rule(draft, said, given)
    if "old" not in said and (values := _each_of(draft, said["what"])):
        return [operation for value in values for operation in set_to(draft, value, said["new"])]
    try:
        value = _meant(draft, said["what"], said.get("old", ""), given, said["new"])
    except NotOneValue as why:
        if operations := _in_a_text(draft, said):
            return operations
        value = _told(draft, said, why)
        count = _COUNTED.fullmatch(in_figures(said["new"]))
        said = {**said, "new": count["count"]} if count and unit_of(draft.now, value.path) not in BASES else said
    if value.path in given and is_now(draft.now, value, as_form_input(value, said["new"])):
        return []
    as_its_sentence = said.get("old") == as_counted(draft.now, value).said
    return set_to(draft, value, as_data(draft.now, value, said["new"]) if as_its_sentence else said["new"])


_COUNTED = re.compile(r"(?P<count>\d{1,9}) [^\d%]{1,40}")


def _told(draft: DraftedLaw, said: Mapping[str, Any], why: NotOneValue) -> LawValue:
    """Return the value that an order describes in the words of a rule, with its present number.

    Raises NoValue, with the reason `why`, if there is not exactly one.
    """
    named = number_named(draft.now, said["what"], said["old"]) if "old" in said else None
    if named is None:
        raise NoValue(f"{why}") from None
    return named


def _set_named_in_rule(draft: DraftedLaw, said: Mapping[str, Any], given: Sequence[str]) -> list[Operation]:
    """Return operations for a number of a rule named by the order: "Set the quorum in “Votes” to 2".

    The number is a value of the law in the rule, a cell of its table, or the only number in the single sentence about
    the subject. Raises NotPlaced if there is none.
    """
    what, new = said["what"], said["new"]
    id_, body = draft.body(said)
    title = str(draft.now.document["rules"][id_]["title"])
    try:
        value = meant_by(draft.now, what, "", given)
    except NotOneValue as why:
        reason = NoValue(f"{why}")
    else:
        tables = [found["what"].strip() for found in PLACEHOLDER.finditer(body) if found["table"]]
        around = [f"/rules/{id_}/", *(f"/{table}/" for table in tables)]
        is_there = title in value.rules or value.path.startswith(tuple(around))
        if is_there or rule_at(draft.now, value.path) == id_:
            is_set = value.path in given and is_now(draft.now, value, as_form_input(value, new))
            return [] if is_set else set_to(draft, value, new)
        reason = NoValue(f"{value.words} is not in the rule {title}")
    if operations := _in_a_text(draft, said, only=id_):
        return operations
    wanted = {*stems_of(what)} - _COUNTS
    about = [body[begin:end] for begin, end in sentence_spans(body)]
    about = [sentence for sentence in about if wanted and wanted <= {*stems_of(PLACEHOLDER.sub(" ", sentence))}]
    places = quoted_places(draft.now, about[0]) if len(about) == 1 else []
    numbers = _NUMBER.findall(PLACEHOLDER.sub(" ", about[0])) if len(about) == 1 else []
    if len(places) == 1 and not numbers and (value_in := value_or_none(draft.now, places[0])) is not None:
        return set_to(draft, value_in, new)
    if len(numbers) == 1 and not places and _NUMBER.fullmatch(new):
        changed = body.replace(about[0], replaced(about[0], numbers[0], new), 1)
        return draft.changed(draft.now, id_, rule_body=changed)
    if _PLAIN_VALUE.fullmatch(new) and what in body:
        return replace(draft, {**said, "old": what})
    raise reason


def _set_in_rule(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations for a number in a rule: a quoted value, or the one in the only sentence about the subject.

    Raises NotPlaced if there is not exactly one.
    """
    what, old, new = said["what"], said["old"], said["new"]
    id_, body = draft.body(said)
    value = quoted(draft, body, old)
    if value is not None:
        return set_to(draft, value, new)
    wanted = {*stems_of(what)} - _COUNTS
    found = [(begin, end) for begin, end in sentences_with(body, old) if wanted <= {*stems_of(body[begin:end])}]
    if draft.has_drafted(id_) and not found and new in body:
        return []
    if len(found) != 1 and (operations := _in_a_text(draft, said, only=id_)):
        return operations
    if len(found) != 1:
        which = "several sentences in this rule" if found else "no sentence in this rule"
        say = "say" if found else "says"
        raise NotPlaced(f"{which} about “{what[:60]}” {say} “{old[:60]}”")
    begin, end = found[0]
    require_once(body[begin:end], old)
    changed = f"{body[:begin]}{replaced(body[begin:end], old, new)}{body[end:]}"
    return draft.changed(draft.now, id_, rule_body=changed)


def _in_a_text(draft: DraftedLaw, said: Mapping[str, Any], only: str = "") -> list[Operation]:
    """Return operations for a number that is not a value of the law, in a table or sentence of the only matching rule.

    If the order does not give a current value, only tables are searched. If `only`, a rule's id, is given, only that
    rule's text is searched.
    """
    what, old, new = said["what"], said.get("old", ""), said["new"]
    now = draft.now.document["rules"].items()
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
        return draft.changed(draft.now, id_, rule_body=f"{rules[id_][:begin]}{new}{rules[id_][end:]}")
    if not old:
        return []
    wanted = {*stems_of(what)} - _COUNTS
    found = [
        (id_, span)
        for id_, body in rules.items()
        for span in sentences_with(body, old)
        if wanted and wanted <= {*stems_of(f"{draft.now.document['rules'][id_]['title']} {body[slice(*span)]}")}
    ]
    if len({id_ for id_, _ in found}) != 1 or (len(found) > 1 and "everywhere" not in said):
        return []
    id_, body = found[0][0], rules[found[0][0]]
    for _, (begin, end) in reversed(found):
        require_once(body[begin:end], old, every="everywhere" in said)
        body = f"{body[:begin]}{replaced(body[begin:end], old, new)}{body[end:]}"
    return draft.changed(draft.now, id_, rule_body=body)


def scale(draft: DraftedLaw, said: Mapping[str, Any], times: Fraction | int = 1) -> list[Operation]:
    """Return operations that multiply a whole number by `times` and by `said["by"]`, or divide it by `said["into"]`.

    Raises NotPlaced if the result is not whole.
    """
    draft.count_a_value()
    for name, power in (("by", 1), ("into", -1)):
        if name in said:
            typed = in_figures(said[name])
            factor = share_meant(said[name]) or (Fraction(int(typed)) if typed.isdecimal() else Fraction(0))
            if not factor:
                raise NotPlaced(f"a number cannot be multiplied or divided by “{said[name][:30]}”")
            times *= factor**power
    return [
        operation
        for value in _each_of(draft, said["what"]) or [_meant_or_not_placed(draft, said["what"])]
        for operation in set_to(draft, value, _scaled(value, times))
    ]


def _scaled(value: LawValue, times: Fraction | int, *, rounded: str = "") -> str:
    """Return a value times a fraction, as text.

    Raises NotPlaced if the value is not a number, or if the result is not whole and not rounded "up" or "down".
    """
    if not isinstance(value.value, int) or isinstance(value.value, bool):
        raise NotPlaced(f"{value.words} is not a number")
    new = Fraction(value.value) * times
    if rounded:
        return str(ceil(new) if rounded == "up" else floor(new))
    if new.denominator != 1:
        share = "half" if times == Fraction(1, 2) else f"{times}" if 100 % times.denominator else f"{int(100 * times)}%"
        raise NotPlaced(f"{share} of {value.said} is not a whole number: write which number it becomes")
    return str(new)


def shift(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that raise a number by `said["by"]`, or lower it if `said["less"]` is set.

    Raises NotPlaced if the value is not a number, or `by` is not an amount or a share.
    """
    values = _each_of(draft, said["what"]) or [_meant_or_not_placed(draft, said["what"])]
    typed = in_figures(said["by"])
    by, share = _AMOUNT.fullmatch(typed), share_meant(said["by"])
    by = None if _UNDER_CONDITIONS.search(typed) is not None else by
    sign = -1 if said.get("less") else 1
    operations: list[Operation] = []
    for value in values:
        if (by is None and share is None) or not isinstance(value.value, int) or isinstance(value.value, bool):
            raise NotPlaced(f"{value.words} is not a number that can change by “{said['by'][:30]}”")
        if share is not None:
            rounded = next((way for way in ("up", "down") if f"rounded_{way}" in said), "")
            new = _scaled(value, 1 + sign * share, rounded=rounded)
        elif by is not None:
            new = str(value.value + sign * _counted(draft.now, value, typed, int(by["count"])))
        operations += set_to(draft, value, new)
    return operations


def _counted(law: Law, value: LawValue, typed: str, count: int) -> int:
    """Return by how much a value changes, in its own unit: 48 for “2 days” if it is a number of hours.

    Raises NotPlaced for a length of time if the unit does not fit the value.
    """
    unit = unit_of(law, value.path)
    if unit not in BASES or typed.strip(" .").isdecimal():
        return count
    meant = value_typed(value.value, unit, typed.strip(" ."))
    if not isinstance(meant, int):
        raise NotPlaced(f"{value.words} is a number of {unit}, which cannot change by “{typed[:30]}”")
    return meant


def _meant(draft: DraftedLaw, what: str, old: str = "", given: Iterable[str] = (), new: str = "") -> LawValue:
    """Return the value that a phrase names; "it" refers to the value of the order before.

    Raises NotOneValue if there is not exactly one.
    """
    is_it = what.casefold() in _IT and not old
    value = value_or_none(draft.now, draft.last_value) if is_it and draft.last_value else None
    value = meant_by(draft.now, draft.with_titles(what), old, given, new) if value is None else value
    draft.last_value = value.path
    return value


def _meant_or_not_placed(draft: DraftedLaw, what: str) -> LawValue:
    try:
        return _meant(draft, what)
    except NotOneValue as why:
        raise NotPlaced(f"{why}") from None


def _each_of(draft: DraftedLaw, what: str) -> list[LawValue]:
    """Return the values named by a phrase such as "the price of every Pack".

    The values differ only in their owners. Returns an empty list if the phrase does not name all of a kind, or if the
    values are of several kinds.
    """
    named = _EACH_OF.fullmatch(what)
    if named is None:
        return []
    draft.last_value = ""
    wanted = {*stems_of(f"{named['value']} {named['of']}")} - _COUNTS
    found = find_values(draft.now, f"{named['value']} of {named['of']}")
    values = [each for each in found.values if is_a_number(each.value) and wanted <= {*stems_of(each.words)}]
    kinds = {(*path_of(each.path)[:2], len(path_of(each.path)), path_of(each.path)[-2:][0]) for each in values}
    return values if len(values) > 1 and len(kinds) == 1 and not found.more else []
