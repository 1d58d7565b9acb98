"""Builds the gaps and blocks with which a piece of the effect language is edited.

Nodes become sentences with gaps, and each kind of field has its own presentation.
"""

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from nomic.effects.blocks.gaps import Block, Gap, MenuEntry, Sort, json_text
from nomic.effects.blocks.initial_content import NOTHING, PieceContext, blank
from nomic.effects.blocks.menus import offers
from nomic.effects.blocks.name_kinds import is_only_of_players, kind_of_names, names_of_kind
from nomic.effects.blocks.phrases import GAP, phrase_of
from nomic.effects.language.nodes.base import Node, Scope, fields_of, head_of, is_required, word_of
from nomic.effects.language.parser import fields_read, node_of, scope_within, slots_of
from nomic.effects.language.slot_kinds import plain
from nomic.effects.language.slot_kinds.base import Slot
from nomic.law.schema.json_reader import Json

# Optional words that most people look for: how many, and who. They are not folded away.
ASKED = {"n": "how many", "by": "who does it", "who": "who does it", "of": "whose", "for": "for which", "if": "only if"}
MAX_PICKED = 200  # names in a list; of more, one is typed
Wrong = Mapping[str, tuple[str, ...]]


class Building:
    """Builder of the gaps of one piece.

    It holds the piece's flaws by place, and the place of the gap whose menu was requested.
    """

    def __init__(self, wrong: Wrong, asked: str) -> None:
        self._wrong = wrong
        self._asked = asked

    def gap(
        self,
        slot: Slot,
        raw: Json,
        place: str,
        spot: PieceContext,
        *,
        called: str = "",
        names: str = "",
        can_go: bool = False,
    ) -> Gap:
        """Return the gap for a field's content `raw` at `place`, with its menu if it was requested."""
        made = gap_for_field(slot, self, raw, place, spot)
        gap = made if made is not None else self.leaf("data", json_text(raw), place, slot.description)
        gap = self._picked(gap, raw, names_of_kind(spot.known, names))
        menu = tuple(offers(slot, spot)) if place == self._asked and (gap.can_change or gap.can_grow) else ()
        return replace(gap, called=called or gap.called, names=names or gap.names, can_go=can_go, menu=menu)

    def _picked(self, gap: Gap, raw: Json, known: tuple[str, ...]) -> Gap:
        """Return the gap as a selection list of the names `known`, or unchanged if it does not take one of them."""
        if gap.sort != "word" or not isinstance(raw, str) or not 0 < len(known) <= MAX_PICKED:
            return gap
        listed = [MenuEntry(json_text(name), name) for name in known]
        if raw not in known:
            listed.insert(0, MenuEntry(json_text(raw), raw or f"{gap.description} …"))
        wrong = gap.wrong if raw or not gap.wrong else (f"choose {gap.description}",)
        return replace(gap, sort="choice", value=json_text(raw), choices=tuple(listed), wrong=wrong)

    def leaf(self, sort: Sort, value: str, place: str, description: str, **more: Any) -> Gap:
        """Return a gap whose content is typed or picked from a menu."""
        return Gap(place=place, sort=sort, value=value, description=description, wrong=self.wrong_within(place), **more)

    def of_block(self, block: Block, place: str, description: str, **more: Any) -> Gap:
        """Return a gap whose content is a block."""
        return Gap(
            place=place, sort="block", description=description, block=block, wrong=self._wrong.get(place, ()), **more
        )

    def of_list(self, within: Sequence[Gap], place: str, description: str) -> Gap:
        """Return a gap for a list, which offers to add elements."""
        wrong = self._wrong.get(place, ())
        return Gap(place=place, sort="list", description=description, within=tuple(within), can_grow=True, wrong=wrong)

    def wrong_within(self, place: str) -> tuple[str, ...]:
        """Return the flaws at a place, including those of nested parts that have no gap of their own."""
        found = [details for at, details in self._wrong.items() if at == place or at.startswith(f"{place}/")]
        return tuple(detail for details in found for detail in details)

    # ── nodes

    def node(self, raw: Mapping[str, Json], place: str, spot: PieceContext) -> Block | None:
        """Return a node as a block, or None if the data is not a node."""
        node = node_of(raw) if raw else None
        if node is None or any(not isinstance(word, str) for word in raw):
            return None
        read, held = fields_read(raw, spot.scope), slots_of(node)
        by_word = {word_of(field): field for field in fields_of(node)}
        if not raw.keys() <= by_word.keys():
            return None
        gaps = {
            word: self._field(
                node,
                by_word[word],
                raw,
                f"{place}/{word}",
                spot.knowing(_within(node, by_word[word], read, spot.scope)),
            )
            for word in raw
        }
        if "of" in by_word and "of" not in raw and (head := self._of_players(gaps, raw, spot)):
            needed = self._field(node, by_word["of"], {**raw, "of": NOTHING}, f"{place}/of", spot)
            gaps[head] = replace(gaps[head], wrong=())
            gaps["of"] = replace(needed, wrong=(f"choose whose {raw[head]} it is",), can_go=False)
        for word, field in by_word.items():
            if word not in raw and word not in gaps and is_required(node, field):
                gaps[word] = Gap(
                    place=f"{place}/{word}",
                    sort="nothing",
                    description=held[field].description,
                    called=word,
                    can_change=True,
                )
        more = tuple(_addition(word, held[field], spot) for word, field in by_word.items() if word not in gaps)
        return Block(phrase_of(node).title, _sentence(node, gaps), more)

    def _of_players(self, gaps: Mapping[str, Gap], raw: Mapping[str, Json], spot: PieceContext) -> str:
        """Return the node's word that names something only players have, or "" if none does."""
        found = (word for word, gap in gaps.items() if is_only_of_players(spot.known, gap.names, raw[word]))
        return next(found, "")

    def _field(self, node: type[Node], field: str, raw: Mapping[str, Json], place: str, spot: PieceContext) -> Gap:
        slot, word = slots_of(node)[field], word_of(field)
        takes_names = isinstance(slot, plain.WordSlot | plain.WordsSlot) or "names" in getattr(slot, "accepts", ())
        names = kind_of_names(raw, head_of(node), word, spot.scope) if takes_names else ""
        return self.gap(slot, raw[word], place, spot, called=word, names=names, can_go=not is_required(node, field))


def _addition(word: str, slot: Slot, spot: PieceContext) -> MenuEntry:
    """Return the offer to add a word to a node, with blank content."""
    label = ASKED.get(word, word.replace("_", " "))
    return MenuEntry(json_text({word: blank(slot, spot)}), label, "+" if word in ASKED else "")


def _within(node: type[Node], field: str, read: Mapping[str, Any], scope: Scope) -> Scope:
    """Return the names in scope within a field.

    If the field cannot be parsed yet, these are the names of the outer scope.
    """
    try:
        return scope_within(node, field, read, scope)
    except KeyError:
        return scope


def _sentence(node: type[Node], gaps: Mapping[str, Gap]) -> tuple[str | Gap, ...]:
    """Return a node's phrase as text and gaps, in order.

    A part of the phrase is left out if it has gaps but none of them exists. Gaps that the phrase does not mention come
    last.
    """
    parts: list[str | Gap] = []
    said_already = set()
    for piece in phrase_of(node).pieces():
        words = GAP.split(piece)  # alternating text and gap, starting with text
        if len(words) > 1 and not any(word in gaps for word in words[1::2]):
            continue
        for place, word in enumerate(words):
            if place % 2 and word in gaps:
                parts.append(gaps[word])
                said_already.add(word)
            elif place % 2 == 0 and word:
                parts.append(word)
    for word, gap in gaps.items():
        if word not in said_already:
            parts += [f", {word.replace('_', ' ')} ", gap]
    return tuple(parts)


@singledispatch
def gap_for_field(slot: Slot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    """Return a field's content as a gap, or None if it can only be displayed as raw data."""
    return None
