"""Prepares admin acts from decisions in words: "A Chip each", "Give Ada 2 Vertebrae".

The form of an act opens with the fields filled in, and shows its effects. Conditional or unclear orders are left out,
and so are those that need more than players, an item or a value, and a number.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from urllib.parse import urlencode

from django.urls import reverse

from nomic.accounts.lookalikes import folded_name
from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.effects.prose.english_grammar import listed, one_of_item
from nomic.inventory.law_section import amount_of_item, items_of
from nomic.law.document.sections import Law
from nomic.law.rules.sentences import sentences
from nomic.law.schema.text_types import shortened
from nomic.players.lookup import who_plays
from nomic.web.composer.orders.by_hand_lines import without_by_hand

T = TypeVar("T")
MAX_SENTENCES = 60
MAX_LENGTH = 300  # characters of a sentence that is read
MAX_ACTS = 20
MAX_COUNT = 10_000
MAX_REASON = 300
MAX_DONE = 200  # acts of admins since a decision that name it
FORMS = (("Grant items", "correct-grant-many"), ("Revoke items", "correct-revoke"))
_AND = re.compile(r",? and |; ")
_WORD = re.compile(r"-?\w+(?:['’-]\w+)*")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNTS = {"a": 1, "an": 1, **{word: count for count, word in enumerate(_NUMBERS, start=1)}}
FILLERS = frozenset(("more", "additional", "extra", "new"))


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


EVERYBODY = _set("everybody everyone each every all")
GAINS = _set("give gives given grant grants granted get gets receive receives gain gains award awards awarded")
GIVES = _set("give gives grant grants award awards")
LOSES = _set("lose loses revoke revokes revoked remove removed take destroy destroyed forfeit forfeits")
# With one of these a sentence says when something happens, or leaves it open, and somebody has to read it.
UNCLEAR = _set(
    "if when whenever unless may can could would should except other others not never or until after before per who "
    "whose with for"
)
_WHOSE = _set("his her its their the this that")  # how a cause begins
_LASTING = _set(
    "phase phases week weeks day days month months game cycle match matches round turn rest time hour hours"
)
_SETS = frozenset(("to", "is", "becomes", "at"))


@dataclass(frozen=True, slots=True)
class PreparedAct:
    """An act requested by an order: its action, its form's fields and address, and its entry if done.

    `amount` is the count with the item's name, such as "3 Vertebrae".
    """

    order: str
    action: str
    fields: Mapping[str, str | list[str]]
    address: str
    amount: str = ""
    done: int | None = None

    @property
    def label(self) -> str:
        """The label of the button."""
        who = self.fields.get("player", "") or self.fields.get("players", "") or "everybody"
        whom = who if isinstance(who, str) else listed(who)
        if self.action == "correct-value":
            return f"Set {self.fields['value']} to {self.fields['number']}"
        verb = "Take" if self.action == "correct-revoke" else "Grant"
        each = " each" if self.action == "correct-grant-many" else ""
        return f"{verb} {self.amount}{each} {'from' if verb == 'Take' else 'to'} {whom}"


@dataclass(frozen=True, slots=True)
class _Names:
    """The names in a cycle by their words: items, players, and values.

    Each value comes with whether there is one per player.
    """

    items: dict[tuple[str, ...], str] = field(default_factory=dict)
    players: dict[tuple[str, ...], str] = field(default_factory=dict)
    values: dict[tuple[str, ...], tuple[str, bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: its source ("Proposal 4"), its words, its time, and the reason to fill into forms."""

    cause: str
    words: str
    since: datetime
    usual_reason: str


def prepared_acts(ctx: ReadContext, decision: Decision) -> list[PreparedAct]:
    """Return the acts ordered by a decision's words, in reading order.

    An act that was already performed has the number of its entry as `done`.
    """
    words, by_hand = without_by_hand(decision.words)
    names = _names_in(ctx)
    found = [
        (part, action, fields)
        for order in [*by_hand, *sentences(words)][:MAX_SENTENCES]
        if len(order) <= MAX_LENGTH
        for part in _parts(order, names)
        for action, fields in _acts_in(part, names)
    ][:MAX_ACTS]
    if not found:
        return []
    since = Entry.objects.filter(cycle=ctx.cycle, actor_kind="admin", at__gte=decision.since)
    done = list(since.filter(action__in={action for _, action, _ in found}).values_list("seq", "action", "args"))
    acts = []
    for order, action, fields in found:
        fields = {**fields, "reason": shortened(f"{decision.cause}: {order.rstrip('.')}", MAX_REASON)}
        entry = next((each for each in done if each[1] == action and _is_same(each[2], fields)), None)
        if entry is not None:
            done.remove(entry)
        address = f"{reverse('web:act', args=[ctx.cycle.slug, action])}?{urlencode(fields, doseq=True)}"
        item, count = str(fields.get("item", "")), fields.get("count")
        amount = amount_of_item(ctx.law, item, int(str(count))) if item else ""
        acts.append(PreparedAct(order, action, fields, address, amount, None if entry is None else entry[0]))
    return acts


def done_for(ctx: ReadContext, decision: Decision) -> list[Entry]:
    """Return the admins' entries since a decision that name it in their reason, oldest first."""
    since = Entry.objects.filter(
        cycle=ctx.cycle, actor_kind="admin", at__gte=decision.since, action__startswith="correct-"
    )
    naming = since.filter(args__contains=decision.cause).order_by("seq")[:MAX_DONE]  # of "Proposal 4", 40 too
    begins = (f"{decision.cause},", f"{decision.cause}:")
    return [each for each in naming if str(each.args.get("reason", "")).startswith(begins)]


def blank_forms(ctx: ReadContext, decision: Decision) -> list[tuple[str, str]]:
    """Return the forms to grant and to revoke for a decision's words, as pairs of label and address.

    They are filled with the usual reason, and with the item and the number if the words name exactly one of each.
    """
    fields = urlencode({**_counted_item(ctx, decision.words), "reason": decision.usual_reason})
    return [(label, f"{reverse('web:act', args=[ctx.cycle.slug, name])}?{fields}") for label, name in FORMS]


def _counted_item(ctx: ReadContext, text: str) -> dict[str, str]:
    """Return the item and the number in a text as form fields, if it names exactly one of each."""
    names, found = _names_in(ctx), set()
    for sentence in sentences(text)[:MAX_SENTENCES]:
        words = _words_of(sentence)
        found |= {(item, count) for place, item in _found(words, names.items) if (count := _count_before(words, place))}
    return {"item": min(found)[0], "count": str(min(found)[1])} if len(found) == 1 else {}


def _is_same(args: Mapping[str, object], fields: Mapping[str, str | list[str]]) -> bool:
    """Return whether an entry with these arguments came from a form with these fields."""
    return all(
        args.get(name) == given
        if isinstance(given, list)
        else str(args.get(name)).rstrip(".") == ("True" if given == "on" else given.rstrip("."))
        for name, given in fields.items()
    )


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(folded_name(word) for word in _WORD.findall(text))


def _names_in(ctx: ReadContext) -> _Names:
    found = _Names()
    for name, item in items_of(ctx.law).items():
        for form in (name, item.plural, one_of_item(name, item.plural)):
            found.items[_words_of(form)] = name
    for player in who_plays(ctx):
        found.players[_words_of(player.name)] = player.name
    found.values.update(_values_in(ctx.law))
    return found


def _values_in(law: Law) -> Iterator[tuple[tuple[str, ...], tuple[str, bool]]]:
    """Yield the public numbers stored by rules: the words of a name, then the name and whether it is per player."""
    for name, placed in clauses_of(law).values.items():
        clause = placed.clause
        if clause.kind == "number" and clause.by is None and not clause.is_secret:
            yield _words_of(name), (name, clause.of == "player")


def _parts(order: str, names: _Names) -> list[str]:
    """Return an order whole, or split at each "and" if only its parts are clear, and each of them is."""
    parts = [f"{part[:1].upper()}{part[1:]}" for part in _AND.split(order)]
    if len(parts) == 1 or next(_acts_in(order, names), None) is not None:
        return [order]
    return parts if all(next(_acts_in(part, names), None) is not None for part in parts) else [order]


def _without_cause(words: tuple[str, ...], names: _Names) -> tuple[str, ...]:
    """Return words without a cause at their beginning or end: "for his drawings", "for the paint".

    What has a number or names a player, an item, a value or a length of time may be a condition or a price, and stays.
    """
    if words.count("for") != 1:
        return words
    place = words.index("for")
    known = (names.players, names.items, names.values)
    ends = len(words)
    if place == 0:
        subjects = [at for at, _ in _found(words, names.players)]
        subjects += [at for at, word in enumerate(words) if word in EVERYBODY | GIVES]
        ends = min(subjects, default=ends)
    cause = words[place + 1 : ends]
    is_clear = (
        len(cause) > 1
        and cause[0] in _WHOSE
        and (_LASTING | EVERYBODY | UNCLEAR | COUNTS.keys()).isdisjoint(cause)
        and not any(_found(cause, each) for each in known)
        and not any(word.isdigit() for word in cause)
    )
    return words[:place] + words[ends:] if is_clear else words


def _acts_in(order: str, names: _Names) -> Iterator[tuple[str, dict[str, str | list[str]]]]:
    """Yield the actions that an order asks for, each with its fields. Yields nothing if the order is unclear."""
    words = _without_cause(_words_of(order), names)
    if not UNCLEAR.isdisjoint(words):
        return
    who = list(dict.fromkeys(name for _, name in _found(words, names.players)))
    everybody = not who and not EVERYBODY.isdisjoint(words)
    items = [(place, item) for place, item in _found(words, names.items) if _count_before(words, place)]
    if len(items) == 1:
        yield from _moves(words, items[0], who, everybody=everybody)
    elif not items:
        yield from _settings(words, names, who)


def _moves(
    words: Sequence[str], found: tuple[int, str], who: list[str], *, everybody: bool
) -> Iterator[tuple[str, dict[str, str | list[str]]]]:
    place, item = found
    fields: dict[str, str | list[str]] = {"item": item, "count": str(_count_before(words, place))}
    loses = not LOSES.isdisjoint(words)
    gains = not GAINS.isdisjoint(words) or (not loses and "each" in words)
    is_gift = bool(who) and words[0] == _words_of(who[0])[0] and not GIVES.isdisjoint(words)  # it moves what is there
    if loses == gains or is_gift or not (who or everybody):
        return
    if loses:
        for name in who:
            yield "correct-revoke", {"player": name, **fields}
    elif everybody:
        yield "correct-grant-many", {"everybody": "on", **fields}
    elif len(who) == 1:
        yield "correct-grant", {"player": who[0], **fields}
    else:
        yield "correct-grant-many", {"players": who, **fields}


def _settings(words: Sequence[str], names: _Names, who: list[str]) -> Iterator[tuple[str, dict[str, str | list[str]]]]:
    """Yield the setting of a value: "Set the Fog to 3", "Ada's Renown is 4"."""
    values = _found(words, names.values)
    number = words[-1]
    if len(values) != 1 or len(words) < 3 or words[-2] not in _SETS or not re.fullmatch(r"-?\d{1,9}", number):
        return
    name, of_player = values[0][1]
    if of_player and not who:
        return
    for player in who if of_player else [""]:
        yield "correct-value", {"value": name, "number": number, **({"player": player} if player else {})}


def _found(words: Sequence[str], names: Mapping[tuple[str, ...], T]) -> list[tuple[int, T]]:
    """Return the names that occur in the words, each with its index. At each index, the longest name is taken."""
    longest = max(map(len, names), default=0)
    found, place = [], 0
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            name = names.get(_without_possessive(words[place : place + length]))
            if name is not None:
                found.append((place, name))
                place += length - 1
                break
        place += 1
    return found


def _without_possessive(words: Sequence[str]) -> tuple[str, ...]:
    return (*words[:-1], re.sub(r"['’]s?$", "", words[-1]))


def _count_before(words: Sequence[str], place: int) -> int:
    """Return the number before the word at this index, or 0 if there is none."""
    while place and words[place - 1] in FILLERS:
        place -= 1
    word = words[place - 1] if place else ""
    count = int(word) if re.fullmatch(r"[0-9]{1,6}", word) else COUNTS.get(word, 0)
    return count if count <= MAX_COUNT else 0
