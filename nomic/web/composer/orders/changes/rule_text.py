"""Changes to the text of rules: insert, replace, remove and move words, and add items to lists and tables."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from nomic.clauses.clause_index import value_words
from nomic.inventory.law_section import items_of
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.search.values import LawValue, value_or_none
from nomic.web import typed_amendments
from nomic.web.composer.orders.changes.clause_table_rows import law_columns, with_law_row
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced, plain
from nomic.web.composer.orders.changes.prose_rows import cells_in, headings, two_cells
from nomic.web.composer.orders.changes.rewrite_keeping_numbers import with_numbers
from nomic.web.composer.orders.changes.shop_offers import with_offer_row
from nomic.web.composer.orders.changes.shown_words import CannotEdit, edited, shown, span_shown, spans_shown
from nomic.web.composer.orders.changes.text_spans import (
    in_words_only,
    is_a_line,
    is_a_sentence,
    joined,
    loosely,
    most_like,
    occurrences,
    replaced,
    with_whole_signs,
    without_half_signs,
)
from nomic.web.composer.orders.names_and_numbers.dice_in_words import dice_changed
from nomic.web.composer.orders.names_and_numbers.paraphrased_numbers import count_alone
from nomic.web.composer.orders.names_and_numbers.value_lookup import NotOneValue, as_form_input, quoted_in
from nomic.web.composer.orders.places_in_text import (
    CellsDoNotFit,
    as_said,
    inserted,
    items_in,
    span_of,
    spans_with,
    with_item,
    without_row,
)
from nomic.web.typed_amendments import CannotBuild, Operation

_SIGN = re.compile(r"[*#:]{1,9}")  # of an item of a list
_ITEM = re.compile(
    r"(?:[*#]{1,9}(?!\*)|\d{1,3}[.)](?= )|-(?= )) *"
)  # the sign of an item, with what is before its words
_SIGNED = re.compile(r"[*#-] ?(?=[^*#-])")  # an item of a list, with its words
_STOPS = (".", "!", "?")  # the end of a sentence, after which lines of their own are inserted
_GOES_ON = re.compile(r"[.,;:!?]| [a-z]")
_SIGNS_ALONE = re.compile("'{3}[^\\w'\n]{0,9}'{3}")  # bold type without words
_SHOWN_WORDS = ("text", "says")  # fields of the law that hold words which only people read
_BARE_NUMBER = re.compile(r"\|\| *\d{1,9} *(?:\n|$)")

_LAW_TABLE_LAST = re.compile(r"\{\{law table\|[^{}]{1,200}\}\}\Z")
_ENDS_A_SENTENCE = (".", "!", "?", ":", "”", '"')


def insert(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that add words to a rule: at its end, at its beginning, or beside other words.

    Raises NotPlaced if it is unclear where.
    """
    at_beginning = said.get("begin_of")
    if "as_item" in said:
        return append_item(draft, said)
    if (place := said.get("as_place")) is not None:
        if not is_a_sentence(place) and (place["unit"] or "").lower() not in ("paragraph", "line"):
            return append_item(draft, said)
        is_last = (place["nth"] or "").lower() in ("last", "final")
        beside = {"end": True} if is_last else {"before_place": place}
        said = {name: part for name, part in said.items() if name not in ("as_place", "end", "end2", "begin")} | beside
        said |= {} if is_a_sentence(place) else {"is_block": True}
    id_, body = draft.body({**said, "rule": at_beginning} if at_beginning else said)
    words = said["words"]
    if draft.has_drafted(id_) and words in body:
        return []
    is_block = "\n" in words or words[:1] in ("*", "#", ":", "{") or "is_block" in said
    if "begin_in" in said:
        begin = _after_sign(body, *_scope(body, {"scope": said["begin_in"]}))
        return draft.changed(draft.now, id_, rule_body=inserted(body, words, begin, is_block=is_block))
    if at_beginning or "begin" in said:
        return draft.changed(draft.now, id_, rule_body=inserted(body, words, 0, is_block=is_block))
    for name, is_after in (("after", True), ("before", False)):
        if name in said or f"{name}_place" in said:
            begin, end = _span(draft, body, said, name)
            is_whole = is_block or (f"{name}_place" in said and not is_a_sentence(said[f"{name}_place"]))
            is_whole = is_whole or is_a_line(body, begin, end)
            end += is_whole and is_after and body[end : end + 1] in _STOPS and body[end - 1 : end] not in _STOPS
            begin = _before_sign(body, begin) if is_whole else begin
            new = inserted(body, words, end if is_after else begin, is_block=is_whole)
            return draft.changed(draft.now, id_, rule_body=new)
    end = _scope(body, said)[1]
    is_row = words.startswith("{|") or not words.rstrip().endswith(_ENDS_A_SENTENCE)
    if is_row and _LAW_TABLE_LAST.search(body[:end].rstrip()) is not None:
        raise NotPlaced(
            "the law makes the table at the end of this rule: say what the new row holds, such as “Add a … called “…”, "
            "with …”, or open its entries"
        )
    return draft.changed(draft.now, id_, rule_body=inserted(body, words, end, is_block=is_block))


def move_words(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that move words, or a part such as a paragraph, within a rule or to another one.

    Raises NotPlaced if it is unclear which words, or where to.
    """
    id_, body = draft.body({"rule": said.get("from", said.get("rule"))})
    begin, end = _span(draft, body, said, "old")
    words, is_block = body[begin:end], is_a_line(body, begin, end) or (begin == 0 and end == len(body))
    rest = joined(body[:begin], "", body[end:])
    named = next((said[name] for name in ("begin_of_rule", "end_of_rule", "to_rule") if name in said), None)
    to = id_ if named is None else draft.rule(draft.now, named)
    beside = [name for name in ("after", "before") if name in said or f"{name}_place" in said]
    if named is None and not beside and not said.keys() & {"begin", "end"}:
        raise NotPlaced("it does not say where these words go")
    before = rest if to == id_ else str(draft.now.document["rules"][to]["body"])
    at = 0 if said.keys() & {"begin", "begin_of_rule"} else len(before)
    for name in beside:
        at = _span(draft, before, said, name)[name == "after"]
    if to == id_:
        return draft.changed(draft.now, id_, rule_body=inserted(rest, words, at, is_block=is_block))
    taken = draft.changed(draft.now, id_, rule_body=rest)
    law = Law(amended_draft(draft.now.document, taken))
    return [*taken, *draft.changed(law, to, rule_body=inserted(before, words, at, is_block=is_block))]


def _span(draft: DraftedLaw, body: str, said: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Return the span in a text of the words or the part named by an order. Raises NotPlaced unless there is one."""
    if name in said:
        low, high = _scope(body, said)
        words = as_said(body[low:high], said[name])
        if "scope" not in said and not occurrences(body, words):
            page = shown(draft.now, body)
            if (found := span_shown(page, words)) is not None:
                return page.in_source(*found)
        require_once(body[low:high], words)
        begin, end = occurrences(body[low:high], words)[0]
        return low + begin, low + end
    span = span_of(body, said[f"{name}_place"])
    if span is None:
        raise NotPlaced("the rule has no such part")
    return span


def _scope(body: str, said: Mapping[str, Any]) -> tuple[int, int]:
    """Return the span of the part of a rule that an order concerns: "the second paragraph", or everything.

    Raises NotPlaced if the rule has no such part.
    """
    if "scope" not in said:
        return 0, len(body)
    span = span_of(body, said["scope"])
    if span is None or span[0] == span[1]:
        raise NotPlaced("the rule has no such part")
    return span


def append_item(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that add an item to the list of a rule, or a row to its table.

    Raises NotPlaced if the rule has neither, or the words are missing or do not fit.
    """
    words = said.get("words")
    if words is None:
        raise NotPlaced("the words of the new item are missing: quote them, or write them after a colon")
    beside = {name: part for name, part in said.items() if name not in ("as_item", "as_place")}
    if any(name in said for name in ("after", "before", "after_place", "before_place")):
        item = words if _ITEM.match(words) else f"* {words}"
        return insert(draft, {**beside, "words": item})
    id_, body = draft.body(said)
    at = said.get("as_place")
    if at is not None and (at["nth"] or "").lower() not in ("last", "final"):
        return insert(draft, {**beside, "before_place": at, "is_block": True})
    if draft.has_drafted(id_) and words in body:
        return []
    lines = words.splitlines()
    is_list = headings(body) and all(map(_SIGNED.match, lines))
    rows = [_SIGNED.sub("", line) for line in lines] if is_list else items_in(words)
    new: str | None = body
    for row in rows:
        new = None if new is None else _with_item(new, row)
    if new is None:
        in_law = with_law_row(draft.now, id_, words) or with_offer_row(draft.now, body, words)
        if in_law is None:
            raise NotPlaced("the rule has no list or table")
        return in_law
    return draft.changed(draft.now, id_, rule_body=new)


def _with_item(body: str, words: str) -> str | None:
    try:
        return with_item(body, words)
    except CellsDoNotFit as why:
        cells = two_cells(words) if len(headings(body)) == 2 else None
        if cells is None:
            raise NotPlaced(f"{why}") from None
        return with_item(body, " || ".join(_as_others(body, cells)))


def append_row(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that add a row written as prose, "Copper with a price of 2", to the table of a rule.

    Raises NotPlaced if there is no table, or the row does not fit it.
    """
    id_, body = draft.body(said)
    columns = law_columns(draft.now, id_) or headings(body)
    if not columns:
        raise NotPlaced("the rule has no table")
    pair = two_cells(said["cells"]) if len(columns) == 2 else None
    cells = cells_in(said["cells"], columns) if pair is None else _as_others(body, pair)
    return append_item(draft, {**said, "words": " || ".join(cells)})


def _as_others(body: str, cells: tuple[str, str]) -> list[str]:
    """Return a name and its number, without "Coins" if the other rows have no units."""
    name, number = cells
    return [name, number.split()[0] if _BARE_NUMBER.search(body) else number]


def remove_rest(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that remove the text after, before or between quotations.

    Raises NotPlaced unless each quotation occurs once and something else is left of the rule.
    """
    id_, body = draft.body(said)
    begin, end = _scope(body, said)
    begin = _after_sign(body, begin, end) if "scope" in said else begin
    named = [name for name in ("after", "before", "from", "until") if name in said or f"{name}_place" in said]
    if not named:
        raise NotPlaced("it does not say after or before which words")
    if "after" in named:
        begin = _span(draft, body, said, "after")[1]
    if "from" in named:
        begin = _span(draft, body, said, "from")[0]
    if "before" in named:
        end = _span(draft, body, said, "before")[0]
    if "until" in named:
        end = _span(draft, body, said, "until")[1]
    begin = _before_sign(body, begin) if "from" in named else begin
    end = _before_sign(body, end) if "before" in named else end
    if begin >= end or not body[begin:end].strip():
        raise NotPlaced("there is nothing to remove there")
    inside = [each for each in PLACEHOLDER.finditer(body) if each.start() < end and begin < each.end()]
    if any(each.start() < begin or each.end() > end for each in inside):
        raise NotPlaced("a number of the law begins or ends within these words")
    if not body[:begin].strip() and not body[end:].strip():
        raise NotPlaced("nothing would be left of the rule: repeal it, or give it new words")
    if "scope" in said or "until" in said:
        return draft.changed(draft.now, id_, rule_body=joined(body[:begin], "", body[end:]))
    left, right = body[:begin].rstrip(), body[end:].lstrip()
    gap = "\n" if _SIGN.match(left.rpartition("\n")[2]) and _SIGN.match(right) else ""
    if left and right and not gap:
        gap = "\n\n" if "\n" in body[begin:end] else " "
    return draft.changed(draft.now, id_, rule_body=f"{left}{gap}{right}")


def _after_sign(body: str, begin: int, end: int) -> int:
    """Return where the words of a part begin, after the list marker that it may have."""
    sign = _ITEM.match(body, begin, end)
    return begin if sign is None else sign.end()


def _before_sign(body: str, at: int) -> int:
    """Return the start of an item's line if only its list marker precedes the position, else the position."""
    line = body.rfind("\n", 0, at) + 1
    return line if _SIGN.fullmatch(body[line:at].rstrip(" ")) else at


def replace(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that replace words in a rule, or remove them if there are no new ones.

    The words must occur once, unless the order asks for all occurrences. Otherwise, raises NotPlaced.
    """
    if "rules" in said or ("everywhere" in said and "rule" not in said):
        with telling_who_keeps_a_name(draft, said["old"]):
            return replace_in_all(draft, said["old"], said.get("new", ""))
    id_, body = draft.body(said)
    if "old_place" in said and said["old_place"]["every"]:
        return _replace_each_part(draft, id_, said)
    if "old_place" in said:
        begin, end = _span(draft, body, said, "old")
        if "was" in said and plain(said["was"]) not in plain(body[begin:end]):
            raise NotPlaced(f"that part of the rule does not say “{said['was'][:60]}”")
        if not said.get("new"):
            begin, end = without_half_signs(body, begin, end)
        if not said.get("new") and body[begin:end].startswith("|"):
            return draft.changed(draft.now, id_, rule_body=without_row(body, (begin, end)))
        new = _with_its_sign(body[begin:end], said.get("new", ""))
        return with_words(draft, id_, (begin, end), new)
    old, new = as_said(body, said["old"]), said.get("new", "")
    if draft.has_drafted(id_) and old not in body and new in body:
        return []
    every = "every" in said or "everywhere" in said
    made = None if "scope" in said or occurrences(body, old) else _as_shown(draft, id_, old, new, every=every)
    if made is not None:
        return made
    if old not in body and (value := quoted(draft, body, old)) is not None:
        return set_to(draft, value, new)
    low, high = _scope(body, said)
    require_once(body[low:high], old, every=every)
    new = _on_its_own_line(body[low:high], old, _without_stop(body[low:high], old, new))
    part = replaced(body[low:high], old, new, every=every)
    if len(_SIGNS_ALONE.findall(part)) > len(_SIGNS_ALONE.findall(body[low:high])):
        raise NotPlaced("nothing would be left of a name in bold type: quote all that goes, or name the bullet")
    changed = f"{body[:low]}{part}{body[high:]}"
    return [*_rolled_too(draft, id_, changed), *draft.changed(draft.now, id_, rule_body=changed)]


def _rolled_too(draft: DraftedLaw, id_: str, body: str) -> list[Operation]:
    """Return the operations that let a rule roll the dice which its new words name.

    If it rolls the former dice several times, there are none, and a note says so.
    """
    dice = dice_changed(draft.now, id_, body)
    if dice is None:
        return []
    if len(dice.rolls) == 1:
        return set_at(draft, dice.rolls[0].path, dice.new)
    title = draft.now.document["rules"][id_]["title"]
    draft.notes.append(
        f"The words of “{title}” now say {dice.new}, but the rule rolls {dice.old} in {len(dice.rolls)} places. "
        "Change the one that you mean, too."
    )
    return []


def with_words(draft: DraftedLaw, id_: str, span: tuple[int, int], new: str) -> list[Operation]:
    """Return operations that put words in place of a part of a rule.

    Numbers of the law that the part shows are changed in the law. Raises NotPlaced if the new words contain a number in
    place of a value of the law that they no longer show, or two numbers for one value.
    """
    body = str(draft.now.document["rules"][id_]["body"])
    old = body[slice(*span)]
    try:
        kept = with_numbers(draft.now, old, new)
    except CannotEdit as why:
        raise NotPlaced(f"{why}") from None
    if kept.lost:
        title = draft.now.document["rules"][id_]["title"]
        draft.notes.append(
            f"The words of “{title}” no longer say everything the rule does. "
            "It will still do it, unless you change that too."
        )
    draft.notes += [
        f"We took “{new}” to replace “{was}”, and changed that number in the law." for was, new in kept.moved
    ]
    operations = [each for path, number in kept.values.items() for each in set_at(draft, path, number)]
    new = joined(body[: span[0]], kept.words, body[span[1] :])
    return [*operations, *draft.changed(draft.now, id_, rule_body=new)]


def _replace_each_part(draft: DraftedLaw, id_: str, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that remove or replace every part of a rule that contains some words.

    Raises NotPlaced if there is none.
    """
    body = str(draft.now.document["rules"][id_]["body"])
    spans = spans_with(body, said["old_place"]) if said["old_place"]["said"] else []
    if not spans or any(body[begin:end].startswith("|") for begin, end in spans):
        raise NotPlaced("the rule has no such parts")
    for begin, end in reversed(spans):
        body = joined(body[:begin], _with_its_sign(body[begin:end], said.get("new", "")), body[end:])
    return draft.changed(draft.now, id_, rule_body=body.strip())


def _with_its_sign(old: str, new: str) -> str:
    """Return the new words of a list item with the marker of the replaced item."""
    sign = _ITEM.match(old)
    if sign is None or not new or "\n" in old or "\n" in new:
        return new
    return f"{sign[0]}{new[len(mine[0]) :] if (mine := _ITEM.match(new)) else new}"


def _without_stop(body: str, old: str, new: str) -> str:
    """Return new words without the full stop of the order, which stood within their quotation marks.

    That is so if the old words have none, and a sentence would go on after it: “Admin. leads”.
    """
    if not new.endswith(".") or old[-1:] in _STOPS or "." in new[:-1]:
        return new
    goes_on = [_GOES_ON.match(body, end) is not None for _, end in occurrences(body, old)]
    return new[:-1] if any(goes_on) else new


def _on_its_own_line(body: str, old: str, new: str) -> str:
    """Return new words with a leading line break, if they are a list that would begin within a line."""
    before = body[: body.find(old)] if old in body else ""
    is_list = _SIGNED.match(new) is not None and "\n" in new
    return f"\n{new}" if is_list and before.rstrip(" ") and before.rstrip(" ")[-1] != "\n" else new


def swap(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that exchange two parts of a rule's text.

    Raises NotPlaced unless each occurs once, apart from the other.
    """
    id_, body = draft.body(said)
    spans = [_span(draft, body, said, name) for name in ("old", "new")]
    (one, end), (other, last) = sorted(spans)
    if end > other:
        raise NotPlaced("these words overlap")
    swapped = f"{body[:one]}{body[other:last]}{body[end:other]}{body[one:end]}{body[last:]}"
    return draft.changed(draft.now, id_, rule_body=swapped)


def _as_shown(draft: DraftedLaw, id_: str, old: str, new: str, *, every: bool) -> list[Operation] | None:
    """Return operations that replace words of a rule as its page shows them, including numbers of the law.

    Returns None if the page does not show these words, and an empty list if an earlier order has changed the number in
    them: two rules can show one number. Raises NotPlaced if the edit is impossible, or if the page
    shows them several times and the order does not ask for `every` place.
    """
    body = before = str(draft.now.document["rules"][id_]["body"])
    page = shown(draft.now, body)
    spans = spans_shown(page, old)
    if len(spans) > 1 and not every:
        raise NotPlaced(_several(old, len(spans)))
    if not spans:
        first = draft.law.document["rules"].get(id_, {}).get("body", "")
        was_shown = spans_shown(shown(draft.law, str(first)), old) and spans_shown(page, new)
        return [] if was_shown else None
    values: dict[str, str] = {}
    for span in reversed(spans):
        if not new:
            begin, end = with_whole_signs(body, *page.in_source(*span))
            body = joined(body[:begin], "", body[end:])
            continue
        try:
            body, changed = edited(draft.now, body, span, old, new)
        except CannotEdit as why:
            raise NotPlaced(f"{why}") from None
        values |= changed
    operations = [each for path, number in values.items() for each in set_at(draft, path, number)]
    return operations + (draft.changed(draft.now, id_, rule_body=body) if body != before else [])


def _several(old: str, times: int) -> str:
    return f"the rule says “{old[:60]}” {times} times: quote more of it, or write “every”"


def set_at(draft: DraftedLaw, path: str, number: str) -> list[Operation]:
    value = value_or_none(draft.now, path)
    if value is None:
        raise NotPlaced("the number that this rule shows is no longer in the law")
    return set_to(draft, value, number)


def require_once(body: str, old: str, *, every: bool = False) -> None:
    """Raise NotPlaced unless words occur exactly once in a text, or at least once if `every` is set."""
    times = len(occurrences(body, old))
    if not times and old in body:
        raise NotPlaced(f"the rule says “{old[:60]}” only where it quotes a value")
    if not times:
        like = most_like(body, old)
        hint = f"; it says “{like[:80]}”" if like and "{{" not in like else ""
        raise NotPlaced(f"the rule does not say “{old[:60]}”{hint}")
    if not every and times > 1:
        raise NotPlaced(_several(old, times))


def replace_in_all(draft: DraftedLaw, old: str, new: str) -> list[Operation]:
    """Return operations that replace words in the texts and titles of all rules, and in the words of cards and such.

    Raises NotPlaced if no rule contains them.
    """
    operations: list[Operation] = []
    words = loosely(old)
    bodies = "\n\n".join(str(rule["body"]) for rule in draft.now.document["rules"].values())
    new = _without_stop(bodies, old, new)
    word = re.compile(rf"(?<!\w){words}(?!\w)" if old[:1].isalnum() and old[-1:].isalnum() else words)
    for id_, rule in draft.now.document["rules"].items():
        body = in_words_only(word, new, str(rule["body"]))
        title = word.sub(lambda _: new, str(rule["title"])) if new else str(rule["title"])
        fields = {"rule_body": body, "rule_title": title}
        if (body, title) != (rule["body"], rule["title"]):
            operations += draft.changed(draft.now, id_, **fields)
    if not operations:
        raise NotPlaced(f"no rule says “{old[:60]}”")
    for path, text in _other_words(draft.now.document, ""):
        if new and (said := in_words_only(word, new, text)) != text:
            operations += typed_amendments.replaced(path, text, said)
    return operations


def _other_words(part: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the words of the law beside those of its rules, by path: titles of sections, summaries, what cards say."""
    for key, value in part.items() if isinstance(part, dict) else ():
        below = f"{path}{pointer(key)}"
        is_shown = key in _SHOWN_WORDS or (key == "title" and path.count("/") == 1)
        if isinstance(value, str) and is_shown:
            yield below, value
        yield from _other_words(value, below)


@contextmanager
def telling_who_keeps_a_name(draft: DraftedLaw, old: str) -> Iterator[None]:
    """Add a remark that an item keeps its name, if the words being replaced everywhere name an item.

    It is added if the words are replaced now, or no longer occur because the draft has replaced them before.
    """
    try:
        yield
    except NotPlaced:
        if not draft.before:
            raise
        _say_who_keeps_a_name(draft, old)
        raise
    _say_who_keeps_a_name(draft, old)


def _say_who_keeps_a_name(draft: DraftedLaw, old: str) -> None:
    names = {word.casefold() for name, item in items_of(draft.now).items() for word in (name, item.plural)}
    if old.casefold() in {name.casefold() for name in value_words(draft.now)}:
        draft.kept_names.append(f"What the site counts as “{old}” keeps that name. Only words change.")
    if old.casefold() in names:
        draft.kept_names.append(
            f"The things called “{old}” keep their name, in prices and inventories too. Only words change."
        )


def quoted(draft: DraftedLaw, body: str, old: str) -> LawValue | None:
    """Return the value that a rule's text quotes and that equals `old` now, or None. Raises NotPlaced if several do."""
    try:
        return quoted_in(draft.now, body, old)
    except NotOneValue as why:
        raise NotPlaced(f"{why}") from None


def set_to(draft: DraftedLaw, value: LawValue, new: str) -> list[Operation]:
    try:
        typed = count_alone(draft.now, value, as_form_input(value, new))
        return typed_amendments.change_value(draft.now, value.path, typed)
    except CannotBuild as why:
        raise NotPlaced(f"{value.words}: {why}".rstrip(".")) from None
