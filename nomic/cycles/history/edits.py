"""Edits of a journal: entries to void, change, move or insert.

Corrections of the past consist of such edits.
"""

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from nomic import limits
from nomic.cycles.actions.instant_field import Instant
from nomic.cycles.actions.registry import Action, action_or_none
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refused
from nomic.cycles.models import Cycle, Entry
from nomic.effects.prose.english_grammar import in_third_person
from nomic.law.document.sections import Law
from nomic.law.models import law_at
from nomic.law.rules.reference import RuleRef
from nomic.law.schema.text_types import clean_line, shortened

MAX_EDITS = 100
MAX_NAMED_LENGTH = 300  # characters of the journal's description of an entry
# Entries of the clock, of a clock's owner who moves it, or about histories. None of them can be undone.
UNTOUCHED = ("system", "practice", "corrections")
SAME_VALUES = "Entry {} has just these values already. Change at least one of them, or choose something else to do."
RULE = RuleRef("/corrections", "Corrections")

Doing = Literal["void", "change", "move", "insert", "keep"]


def _line(text: str) -> str:
    return clean_line(text) if text else text


def _bounded(args: dict[str, Any]) -> dict[str, Any]:
    if len(json.dumps(args)) > limits.LAW_BYTES:
        raise ValueError(f"at most {limits.LAW_BYTES:,} characters of JSON")
    return args


def _as_text(given: Any) -> Any:
    """Return a positive integer as text, since the journal shows entries by number.

    Other values are returned unchanged.
    """
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return str(given) if is_number and 0 < given <= limits.MAX_NUMBER else given


Reference = Annotated[str, StringConstraints(max_length=40)]
EntryRef = Annotated[
    Reference,
    BeforeValidator(_as_text, json_schema_input_type=Reference | Annotated[int, Field(ge=1, le=limits.MAX_NUMBER)]),
]


class Edit(BaseModel):
    """A single edit of a journal.

    - `void`: the entry never happened.
    - `change`: the entry has other arguments.
    - `move`: the entry happened at another instant.
    - `insert`: an actor performed an act at an instant.
    - `keep`: the entry remains, and is recorded as failed if it is no longer possible.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    do: Doing = Field(description="void, change, move, insert or keep")
    entry: EntryRef = Field(default="", description="the entry's number or id; not with insert")
    actor: Annotated[str, StringConstraints(max_length=30)] = Field(default="", description="insert: who did it")
    action: Annotated[str, StringConstraints(max_length=120)] = Field(default="", description="insert: what they did")
    args: Annotated[dict[str, Any], AfterValidator(_bounded)] | None = Field(
        default=None, description="change and insert: its arguments"
    )
    at: Instant | None = Field(default=None, description="insert, and move: when, on the cycle's clock")
    named: Annotated[str, StringConstraints(max_length=MAX_NAMED_LENGTH), AfterValidator(_line)] = Field(
        default="", description="leave empty; the journal stores the old content of the entry here"
    )

    @property
    def _when(self) -> str:
        return "" if self.at is None else f" on {self.at:%A %d %B, %H:%M} UTC"

    def sentence(self) -> str:
        """Return the edit as a sentence, as the journal stores it."""
        when = self._when
        return {
            "void": f"{self.named} never happened.",
            "change": f"{self.named} is done, but with other choices.",
            "move": f"{self.named} is done{when}.",
            "insert": f"{self.actor} {f'uses “{self.named}”' if self.named else f'does “{self.action}”'}{when}.",
            "keep": f"{self.named} has no effect if it is no longer possible.",
        }[self.do]

    def inserted(self, action: Action) -> str:
        """Return the insertion of an act as pages show it: "bob burns a card on …: “Destroy a card of yours.”"."""
        said = in_third_person(self.actor, action.title)
        if said == f"{self.actor}: {action.title}":
            said = f"{self.actor} uses “{action.title}”"
        return f"{said}{self._when}: “{action.summary}”"


def in_plain_words(edit: Edit, law: Law) -> str:
    """Return the edit as a sentence for pages, with the title and the short sentence of an act to insert.

    The wording of `Edit.sentence` cannot change, because replays repeat it.
    """
    if edit.do == "void":
        return f"{edit.named} is taken back."
    if edit.do == "change":
        return f"{edit.named} is done with other values."
    action = action_or_none(edit.action, law) if edit.do == "insert" else None
    return edit.sentence() if action is None else edit.inserted(action)


def as_recorded(cycle: Cycle, edits: list[Edit], actor: Actor) -> list[Edit]:
    """Return the edits with entries named by id instead of number, and with descriptions of these entries.

    Raises BadArguments if an edit is malformed or names nothing that can be edited, and Refused if the actor may not
    make it.
    """
    found = [_recorded(cycle, place, edit, actor) for place, edit in enumerate(edits)]
    named = [edit.entry for edit in found if edit.entry]
    for place, edit in enumerate(found):
        if edit.entry and named.count(edit.entry) > 1:
            raise _bad(place, "entry", "correct each entry once: put all its changes together")
    return found


def _bad(place: int, name: str, detail: str) -> BadArguments:
    return BadArguments([FieldError(f"edits/{place}/{name}", detail)])


def _recorded(cycle: Cycle, place: int, edit: Edit, actor: Actor) -> Edit:
    _check_parts(cycle, place, edit)
    if edit.do == "insert":
        inserted = _check_insert(cycle, place, edit, actor)
        return edit.model_copy(update={"named": shortened(inserted.title, MAX_NAMED_LENGTH)})
    entry = entry_of(cycle, edit.entry)
    if entry is None:
        raise _bad(place, "entry", "there is no such entry in this journal")
    action = action_or_none(entry.action, law_at(cycle.book_id, entry.revision))
    if action is None or not is_correctable(cycle, entry):
        detail = f"Entry {entry.seq} follows from others, or records time or history: it cannot be corrected."
        raise Refused("not-an-act", detail, RULE)
    _check_power(entry, action, edit, actor)
    if edit.do == "change":
        if entry.sealed:
            raise Refused(
                "sealed", f"Entry {entry.seq} is sealed, so it cannot be changed. Take it back instead.", RULE
            )
        _check_args(place, action, edit)
    named = shortened(f"Entry {entry.seq}, “{action.title}” by {entry.actor},", MAX_NAMED_LENGTH)
    return edit.model_copy(update={"entry": entry.key, "named": named})


def check_other_values(cycle: Cycle, entry: Entry, args: dict[str, Any]) -> None:
    """Raise Refused if the entry already has exactly these arguments.

    Only pages check this. An edit sent to the API may repeat the arguments.
    """
    action = action_or_none(entry.action, law_at(cycle.book_id, entry.revision))
    try:
        is_same = action is not None and action.read(args).as_json() == action.read(entry.args).as_json()
    except BadArguments:
        is_same = False
    if is_same:
        raise Refused("same-values", SAME_VALUES.format(entry.seq), RULE)


def _check_power(entry: Entry, action: Action, edit: Edit, actor: Actor) -> None:
    """Raise Refused if an edit would attribute to an admin an act that they did not perform.

    Only admins move acts of admins, and each admin changes only their own. Voiding an act needs no permission other
    than that to correct.
    """
    if not (action.is_admin or entry.actor_kind == "admin") or edit.do in ("void", "keep"):
        return
    if edit.do == "change" and not (actor.is_admin and actor.name == entry.actor):
        detail = (
            f"Entry {entry.seq} is an act of the admin {entry.actor}: only they can change it. It can be taken back."
        )
        raise Refused("admins-only", detail, RULE)
    if not actor.is_admin:
        detail = f"Entry {entry.seq} is an act of an admin: only an admin can move it. It can be taken back."
        raise Refused("admins-only", detail, RULE)


def check_adopter(cycle: Cycle, edits: list[Edit], actor: Actor) -> None:
    """Raise Refused if the edits insert, change or move an admin's act and the adopter is not an admin."""
    if not actor.is_admin and any(_is_by_admin(cycle, edit) for edit in edits if edit.do not in ("void", "keep")):
        detail = "This correction has an admin do something: only an admin can adopt it."
        raise Refused("admins-only", detail, RULE)


def _is_by_admin(cycle: Cycle, edit: Edit) -> bool:
    if edit.do == "insert":
        action = action_or_none(edit.action, cycle.law)  # None if the law had it then and does not have it now
        return action is not None and action.is_admin
    entry = entry_of(cycle, edit.entry)
    return entry is not None and entry.actor_kind == "admin"


def _check_parts(cycle: Cycle, place: int, edit: Edit) -> None:
    """Raise BadArguments if the edit lacks a field that its kind needs, or has one that its kind does not use."""
    wanted = {
        "void": {"entry"},
        "keep": {"entry"},
        "change": {"entry", "args"},
        "move": {"entry", "at"},
        "insert": {"actor", "action", "at", "args"},
    }[edit.do]
    for name in ("entry", "actor", "action", "at", "args"):
        given = getattr(edit, name) not in ("", None)
        if given and name not in wanted:
            raise _bad(place, name, f"not with “{edit.do}”")
        if not given and name in wanted and (edit.do, name) != ("insert", "args"):
            raise _bad(place, name, f"needed with “{edit.do}”")
    if edit.at is not None and not cycle.starts_at <= edit.at <= cycle.now():
        raise _bad(place, "at", f"a time from {cycle.starts_at:%A %d %B, %H:%M} UTC, when the cycle began, until now")


def _check_insert(cycle: Cycle, place: int, edit: Edit, actor: Actor) -> Action:
    action = action_or_none(edit.action, cycle.law) or action_or_none(edit.action, _law_then(cycle, edit))
    if action is None:
        raise _bad(place, "action", "there is no such action")
    if action.channel in UNTOUCHED or action.is_system:
        raise _bad(place, "action", "a correction cannot insert this")
    if action.is_admin and not (actor.is_admin and edit.actor == actor.name):
        raise _bad(place, "actor", "only an admin can insert what an admin does, and only in their own name")
    _check_args(place, action, edit)
    return action


def _law_then(cycle: Cycle, edit: Edit) -> Law:
    """Return the law under which an edit inserts its act: the law of the entry before it."""
    until = Entry.objects.filter(cycle=cycle, at__lte=edit.at).order_by("-seq").values_list("revision", flat=True)
    revision = until.first()
    return cycle.law if revision is None else law_at(cycle.book_id, revision)


def _check_args(place: int, action: Action, edit: Edit) -> None:
    try:
        action.read(edit.args or {})
    except BadArguments as bad:
        raise BadArguments(
            [FieldError(f"edits/{place}/args/{each.field}", each.detail) for each in bad.errors]
        ) from None


def entry_of(cycle: Cycle, named: str) -> Entry | None:
    """Return the entry with this number or id, or None."""
    entries = Entry.objects.filter(cycle=cycle)
    if named.isascii() and named.isdecimal() and len(named) <= 12:
        return entries.filter(seq=int(named)).first()
    return entries.filter(key=named).first()


def is_correctable(cycle: Cycle, entry: Entry) -> bool:
    """Return whether an edit can name this entry.

    It can name acts of people, except those that move a practice clock or concern corrections.
    """
    if entry.actor_kind == "system":
        return False
    action = action_or_none(entry.action, law_at(cycle.book_id, entry.revision))
    return action is not None and action.channel not in UNTOUCHED


def read_edits(data: list[dict[str, Any]]) -> list[Edit]:
    """Return edits parsed from the JSON of the journal or a correction's row."""
    return [Edit.model_validate(each) for each in data]


def edits_to_json(edits: list[Edit]) -> list[dict[str, Any]]:
    """Return the edits as JSON data, for storage."""
    return [edit.model_dump(mode="json") for edit in edits]


def instant_of(edit: Edit, entry: Entry) -> datetime:
    """Return the instant of an entry after an edit: the new one if the edit moves it, otherwise its own."""
    return entry.at if edit.at is None else edit.at
