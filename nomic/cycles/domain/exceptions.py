"""Refusals: all errors by which a request changes nothing. They name the invalid field or the rule."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from nomic.cycles.domain.settling_progress import SettlingProgress
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef, named_in
from nomic.law.schema.text_types import legible
from nomic.law.schema.validation_messages import validation_messages

MAX_FIELD = 200  # characters of the path to a field


class Refusal(Exception):
    """Base class of every refusal of an act. `code` is for programs, `detail` for people."""

    code = "refused"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(detail)


class Refused(Refusal):
    """The rules forbid the act. `rule` names the rule or ruling, such as "R22" or "Card gifting".

    If it is a RuleRef, it also has the rule's place in the law.
    """

    def __init__(self, code: str, detail: str, rule: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.rule = rule

    @property
    def rule_id(self) -> str:
        """The id of the refusing rule, or "" if it is not a rule of the law."""
        return self.rule.at if isinstance(self.rule, RuleRef) else ""

    def name_in(self, law: Law) -> None:
        """Replace the rule's name with its title in the given law."""
        self.rule = named_in(law, self.rule)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (self.code, self.detail, self.rule) == (
            other.code,
            other.detail,
            other.rule,
        )

    def __hash__(self) -> int:
        return hash((self.code, self.detail, self.rule))


@dataclass(frozen=True, slots=True)
class FieldError:
    """An invalid argument; `field` is its name, or a path like "amendments/0/op"."""

    field: str
    detail: str


class BadArguments(Refusal):
    """Arguments are invalid: unknown, missing, of the wrong type, too large, or references to missing things."""

    code = "bad-arguments"

    def __init__(self, errors: list[FieldError]) -> None:
        self.errors = errors
        super().__init__(
            "; ".join(f"{error.field}: {error.detail}" if error.field else error.detail for error in errors)
        )

    @classmethod
    def on(cls, field: str, detail: str) -> "BadArguments":
        """Return the refusal of a single field, with the message `detail`."""
        return cls([FieldError(field, detail)])


def field_errors(schema: type[BaseModel], error: ValidationError, given: Any) -> list[FieldError]:
    """Return pydantic's validation errors for `given` under `schema`, with messages for people."""
    return [
        FieldError(legible("/".join(str(part) for part in each.place)[:MAX_FIELD]), legible(each.detail))
        for each in validation_messages(schema, error, given)
    ]


class NoSuchCycle(Refusal):
    """There is no cycle with that name."""

    code = "no-such-cycle"


class NotCurrent(Refusal):
    """The cycle cannot be read or changed now, because a due action has not been settled."""

    code = "not-current"
    retry_after = 60  # seconds


class StillSettling(NotCurrent):
    """Many actions are due and are being settled in parts. `how_far` is the progress."""

    code = "still-settling"
    retry_after = 2

    def __init__(self, slug: str, how_far: SettlingProgress) -> None:
        self.slug = slug
        self.how_far = how_far
        super().__init__(f"This cycle is catching up: {how_far}. Come back in a moment.")


class OutOfOrder(NotCurrent):
    """A due action failed. The cycle's clock is stopped until a person resolves it."""

    code = "out-of-order"


class NoSuchAction(Refusal):
    """There is no action with that name under the law of this cycle."""

    code = "no-such-action"


class NotAllowed(Refusal):
    """The caller lacks permission for the action, regardless of the state of the game."""

    code = "not-allowed"


class KeyReused(Refusal):
    """The idempotency key is malformed, or was used before with another action or other arguments."""

    code = "key-reused"


class Unanswered(Refusal):
    """The act needs an answer first. Nothing was drawn or changed, and the idempotency key is still unused.

    `question` is the question as JSON data, and `version` the version of the state to which it refers.
    """

    code = "question"

    def __init__(self, question: dict[str, Any], version: int) -> None:
        super().__init__(str(question["prompt"]))
        self.question = question
        self.version = version


class Failed(Refusal):
    """The act failed after it had drawn. Its entry `seq` remains in the journal with its draws, and changed nothing.

    If `is_repeated` is true, the act had failed before under the same idempotency key, and nothing was drawn now.
    """

    code = "failed"

    def __init__(self, reason: str, seq: int, *, is_repeated: bool = False) -> None:
        super().__init__(
            f"{reason} It had already drawn at random, so the journal records it as failed, in entry {seq}."
        )
        self.seq = seq
        self.is_repeated = is_repeated
