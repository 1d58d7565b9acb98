"""Blocks of the effect language in a form, for the open entry and for a proposal's one-time effects."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from nomic.clauses.clause_index import vocabulary_of
from nomic.effects.blocks.gaps import Gap
from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.blocks.name_kinds import names_of_kind
from nomic.effects.blocks.piece_to_blocks import TooManyGaps, blocks_of
from nomic.effects.checking.piece_places import Noted, noting_places
from nomic.effects.language import scopes
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.parser import read_condition, read_effect, read_number
from nomic.effects.prose.describe import condition_in_words, effect_in_words, number_in_words
from nomic.effects.prose.english_grammar import sentence
from nomic.effects.running import formula
from nomic.effects.workspaces.toolbox import Workspace, workspace_of
from nomic.forms.schema_forms import Input
from nomic.inventory.card_views import SPECIES, Face, face_of_species
from nomic.inventory.law_section import wording_of
from nomic.law.document.entries import Entries
from nomic.law.document.sections import Law, flaws_of, pointer
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.json_reader import Json
from nomic.proposals import one_time_effects

MAX_GAPS = 600  # of one page
ONCE = "/effects"  # the place of one-time effects in the data that their blocks are made of
STAND_IN = "stand-in"  # fits names of the law and of actions, and texts


@dataclass
class Shown:
    """The blocks of a form by place, their sentences, and the names of the law that fit into gaps."""

    gaps: dict[str, Gap] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)
    workspaces: dict[str, Workspace] = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    face: Face | None = None  # of the card that is being written

    def put(self, noted: Noted, raw: Json, place: str, asked: str, law: Law, *, room: int = MAX_GAPS) -> None:
        """Add one piece.

        Its sentences and gaps are left out if the page would then show more than `room` gaps.
        """
        spot = PieceContext(noted.scope, noted.known, noted.moment, noted.only, noted.called)
        self.workspaces[place] = workspace_of(noted.kind, raw, spot)
        try:
            gap = blocks_of(noted, raw, place, asked)
        except TooManyGaps:
            return
        gaps = list(gap.walk())
        if len(gaps) > room - sum(1 for known in self.gaps.values() for _ in known.walk()):
            return
        self.gaps[place] = gap
        self.said[place] = _said(noted, raw, law)
        for each in gaps:
            if each.names and each.names not in self.names:
                self.names[each.names] = names_of_kind(noted.known, each.names)


def entry_blocks(
    law: Law, entries: Entries, name: str, entry: dict[str, Any], inputs: Iterable[Input], asked: str
) -> Shown:
    """Return the blocks of the open entry, by place."""
    shown = Shown(face=_face(law, entries, name, entry))
    pieces = [each for shown_input in inputs for each in shown_input.walk() if each.kind == "blocks"]
    if not pieces:
        return shown
    called = name or "new"
    path = entries.path + pointer(called)
    document = with_entry(law, entries, called, _made_to_fit(entry, pieces))
    with noting_places() as noted:
        flaws_of(document)
    for piece in pieces:
        found = noted.get(path + piece.path) or _formula(piece)
        if found:
            shown.put(found, _at(entry, piece.place), piece.path, asked, law)
    return shown


def _formula(piece: Input) -> Noted | None:
    """Return the kind and parameters of a formula that a game defines by a schema, or None for any other piece."""
    return formula.noted("truth" if piece.names == "condition" else "number", piece.given) if piece.given else None


def one_time_blocks(law: Law, does: list[dict[str, Any]], asked: str) -> Shown:
    """Return the blocks of a proposal's one-time effects."""
    shown = Shown()
    shown.put(Noted(None, scopes.PASSES, vocabulary_of(law), "hall"), does, ONCE, asked, law)
    if ONCE in shown.said:
        shown.said[ONCE] = list(one_time_effects.one_time_effects_in_words(law, does))
    return shown


def _face(law: Law, entries: Entries, name: str, entry: dict[str, Any]) -> Face | None:
    """Return the card view of an unfinished card, or None if the entry is not a card or is still invalid."""
    if entries.path != pointer(SPECIES):
        return None
    called = name or "A new card"
    document = with_entry(law, entries, called, entry)
    if flaws_of(document):
        return None
    return face_of_species(Law(document), entries.path + pointer(called))


def _made_to_fit(entry: dict[str, Any], pieces: Iterable[Input]) -> dict[str, Any]:
    """Return a copy of the entry with stand-ins for missing values, so that validation reaches each piece."""
    filled: dict[str, Any] = {key: STAND_IN if value == "" else value for key, value in deepcopy(entry).items()}
    for piece in pieces:
        holder, key = _at(filled, piece.place[:-1]), str(piece.place[-1])
        held = holder.get(key) if isinstance(holder, dict) else None
        if held == [] and piece.names == "effect":
            holder[key] = [{}]
        elif isinstance(held, str) and not held.startswith("$"):
            holder[key] = {}  # will become a number
    return filled


def with_entry(law: Law, entries: Entries, name: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the law's document with an unfinished entry added or replaced. An existing entry keeps its `place`."""
    document: dict[str, Any] = dict(law.document)
    holder = document
    for part in path_of(entries.path):
        holder[part] = dict(holder.get(part, {}))
        holder = holder[part]
    old = holder.get(name)
    holder[name] = {**entry, "place": old["place"]} if isinstance(old, Mapping) and "place" in old else entry
    return document


def _at(held: Any, place: Iterable[str | int]) -> Any:
    """Return the data at a place, or None if there is no such place."""
    for part in place:
        if isinstance(held, list):
            held = held[int(part)] if int(part) < len(held) else None
        else:
            held = held.get(part) if isinstance(held, Mapping) else None
    return held


def _said(noted: Noted, raw: Json, law: Law) -> list[str]:
    """Return the sentences that describe a piece, or an empty list if it is incomplete."""
    if not raw:
        return []
    try:
        if noted.kind is None:
            return effect_in_words(read_effect(raw, noted.scope), wording_of(law), noted.called)
        if noted.kind == "truth" and raw == {"all": []}:
            return ["Always, until you add a condition."]
        if noted.kind == "truth":
            return [
                sentence(f"if {condition_in_words(read_condition(raw, noted.scope), wording_of(law), noted.called)}")
            ]
        if noted.kind == "number" and isinstance(raw, Mapping):
            return [sentence(number_in_words(read_number(raw, noted.scope), wording_of(law), noted.called))]
    except EffectFlaw:
        pass
    return []
