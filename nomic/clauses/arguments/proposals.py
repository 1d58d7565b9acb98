"""A proposal as an argument, by its number or its code."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from nomic.clauses.arguments.allowed_inputs import MessageNouns
from nomic.clauses.arguments.base import Argument, ArgumentExpression, InputContext
from nomic.clauses.code_labels import labels_of
from nomic.clauses.proposal_interface import proposal_source
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Members, Players, Value

MAX_LISTED = 100  # maximum number of proposals in the list of choices
_STATES = {"open": "an open proposal", "waiting": "a proposal that waits for seconds"}


def _as_text(given: Any) -> Any:
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return str(given) if is_number and 0 < given < 10**9 else given


Reference = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-z]{1,12}$"),
    BeforeValidator(_as_text),
    Refers(lambda ctx, field, given: _code_of(ctx, field, given)),
]


def _code_of(ctx: ReadContext, field: str, given: str) -> str:
    """Return a proposal's code. Raises BadArguments if there is no such proposal."""
    code = proposal_source().code_of(ctx, given)
    if not code:
        raise BadArguments.on(field, f"there is no proposal {given!r}")
    return code


class ProposalArgument(Argument):
    """An argument whose value is one proposal.

    By default the proposal has to be open; `which` names other states. `where` is a condition on it (`$it`).
    """

    kind: ClassVar[Kind] = "proposals"
    thing: ClassVar[str] = "proposal"

    is_: Literal["proposal"] = Field(alias="is", title="What players choose or enter")
    which: Literal["open", "waiting", "undecided", "popular", "enacted", "failed", "withdrawn", "lapsed", "vetoed"] = (
        Field(default="open", title="Which proposals")
    )
    where: ConditionJson | None = Field(default=None, title="Only proposals for which")

    @property
    def members(self) -> int:
        return 1

    def expressions(self) -> Iterator[ArgumentExpression]:
        if self.where is not None:
            yield ArgumentExpression("", self._raw(), "proposals")

    def _raw(self) -> dict[str, Any]:
        return {"proposals": self.which, **({} if self.where is None else {"where": self.where})}

    def _possible(self, asking: InputContext) -> Members:
        """Return the codes of the newest proposals that can be chosen, newest first, at most `MAX_LISTED`."""
        return as_members(asking.worth(self._raw()))[::-1][:MAX_LISTED]

    def input_type(self) -> Any:
        return Annotated[Reference, Field(description=f"{self.says or 'a proposal'}: its number, or its code")]

    def allowed_in_words(self, words: MessageNouns) -> str:
        state = _STATES.get(self.which, f"a proposal that is {self.which}")
        return f"{state}{words.such(self.where, 'proposals')}"

    def choices(self, asking: InputContext) -> Sequence[Choice]:
        codes = [str(code) for code in self._possible(asking)]
        labels = labels_of(asking.ctx.cycle, codes)
        return [Choice(code, labels[code]) for code in codes]

    def check_possible(self, asking: InputContext) -> None:
        if not self._possible(asking):
            raise Refused(
                "no-proposal",
                f"You need to name {self.allowed_in_words(asking.words)}, but there is none.",
                asking.rule,
            )

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        code = _code_of(asking.ctx, name, str(given))
        if code not in self._possible(asking):
            only = self.allowed_in_words(asking.words)
            raise BadArguments.on(
                name, f"this proposal cannot be chosen here: it must be {only} (rule “{asking.rule}”)"
            )
        return (code,)

    def recorded(self, value: Value) -> Any:
        return as_members(value)[0]

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return self._possible(asking)[:1]
