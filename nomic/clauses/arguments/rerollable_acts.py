"""The argument for one of the player's own acts with draws, to be rerolled by luck (R19)."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from nomic.clauses.arguments.allowed_inputs import MessageNouns
from nomic.clauses.arguments.base import Argument, InputContext
from nomic.cycles.actions.registry import Choice
from nomic.cycles.history.reroll import check_something_to_reroll, rerollable
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.world import Players, Value

MAX_WORDS = 100  # length in characters of an act's description in a list of choices
EntryKey = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{1,64}$")]


class ActArgument(Argument):
    """An act of this phase, by the id of its journal entry.

    The reroll itself checks that the act is the player's own.
    """

    kind: ClassVar[Kind] = "names"
    thing: ClassVar[str] = "action"

    is_: Literal["act"] = Field(alias="is", title="What players choose or enter")

    def input_type(self) -> Any:
        return Annotated[EntryKey, Field(description=self.says or "an act of yours, by the id of its entry")]

    def allowed_in_words(self, words: MessageNouns) -> str:
        return "one of your actions in this phase that used dice or chance"

    def choices(self, asking: InputContext) -> Sequence[Choice]:
        found = asking.ctx.recall("acts to roll again", lambda: rerollable(asking.ctx))
        return [Choice(entry.key, f"{entry.seq}: {' '.join(entry.words)}"[:MAX_WORDS]) for entry in found]

    def check_possible(self, asking: InputContext) -> None:
        check_something_to_reroll(asking.ctx)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        return (str(given),)

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return ()
