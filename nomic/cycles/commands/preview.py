"""Previews of corrections: a form first shows what its act would do, and performs it when sent again.

The preview carries a token, which is bound to the person, the act, its exact arguments and the newest entry of the
journal. If any of these has changed, the form shows a new preview instead.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.crypto import constant_time_compare, salted_hmac

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.commands.act_stages import MovedOn, PerformedAct
from nomic.cycles.commands.idempotency import was_performed
from nomic.cycles.commands.perform import perform, read_act
from nomic.cycles.domain.actor import Actor
from nomic.cycles.state_digest import canonical_json

FIELD = "previewed"  # of forms: the token
MAX_TOKEN_LENGTH = 200
_SALT = "nomic.preview"


@dataclass(frozen=True, slots=True)
class FactChange:
    """A public fact before and after an act. Either text is "" if the fact does not exist then."""

    kind: str
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects that an act would have, as text.

    - `seq`, `head`: the newest entry of the journal at that time.
    - `ends`: a sentence on the end of the cycle and its winner; empty if the cycle would not end.
    - `phases`: the phases that would begin.
    - `changes`: what would change, and `more`: how many changes are left out.
    - `moves`: what would be due at another time.
    - `says`: what the journal would say, for everybody to read.
    - `notified`: the people who would get a notice, each with the kinds of notices.
    - `lasting`: what could not be undone.
    - `notes`: what the preview does not know.
    - `token`: allows the act to be performed; empty until `perform_or_preview` sets it.
    - `hides_changes`: whether things change that are not shown, because they depend on dice.
    - `has_moved`: whether the game has gone on since the previous preview.
    """

    seq: int
    head: str
    ends: str = ""
    phases: tuple[str, ...] = ()
    changes: tuple[FactChange, ...] = ()
    moves: tuple[FactChange, ...] = ()
    more: int = 0
    says: tuple[str, ...] = ()
    notified: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    token: str = ""
    hides_changes: bool = False
    has_moved: bool = False


Previewer = Callable[[str, Actor, Action, Args], Preview]
_previewers: list[Previewer] = []


def preview_by(previewer: Previewer) -> None:
    """Register the function that makes previews. It raises the same refusals as the act."""
    _previewers[:] = [previewer]


def perform_or_preview(
    slug: str, actor: Actor, name: str, fields: dict[str, Any], *, key: str | None, token: str
) -> PerformedAct | Preview:
    """Perform the act of a form if `token` is the token of its current preview. Otherwise return a preview.

    `fields` are the form's strings, and `key` is its idempotency key. For a form that was performed already, the
    earlier result is returned. Raises the errors of `perform`.
    """
    if was_performed(slug, actor, key):
        return perform(slug, actor, name, fields, is_form=True, idempotency_key=key)
    action, args = read_act(slug, actor, name, fields, is_form=True)
    head = _head_in(token, slug, actor, action, args)
    if head:
        try:
            return perform(slug, actor, name, fields, is_form=True, idempotency_key=key, seen=head)
        except MovedOn:
            pass
    made = _previewers[0](slug, actor, action, args)
    return replace(made, token=_token(made.head, slug, actor, action, args), has_moved=bool(head))


def _token(head: str, slug: str, actor: Actor, action: Action, args: Args) -> str:
    bound = canonical_json([head, slug, actor.name, actor.person_id, action.name, args.as_json()])
    return f"{head}:{salted_hmac(_SALT, bound, algorithm='sha256').hexdigest()}"


def _head_in(token: str, slug: str, actor: Actor, action: Action, args: Args) -> str:
    """Return the journal's head in a preview token, or "" if the token is not one for this act."""
    head = token[:MAX_TOKEN_LENGTH].partition(":")[0]
    return head if constant_time_compare(token, _token(head, slug, actor, action, args)) else ""
