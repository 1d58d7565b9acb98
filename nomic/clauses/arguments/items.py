"""The argument for an item of the law."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from nomic.clauses.arguments.allowed_inputs import MessageNouns, listed_choices
from nomic.clauses.arguments.base import Argument, InputContext
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Players, Value
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import ItemName, items_of
from nomic.inventory.ledger import balances
from nomic.law.document.sections import Law


class ItemArgument(Argument):
    """The name of an item.

    If `one_of` is given, only these items can be entered; if `own` is set, only items that the actor has.
    """

    kind: ClassVar[Kind] = "names"
    thing: ClassVar[str] = "item"

    is_: Literal["item"] = Field(alias="is", title="What players choose or enter")
    one_of: list[ItemName] = Field(default=[], max_length=100, title="Out of these")
    own: bool = Field(default=False, title="Only one that they have")

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        for place, item in enumerate(self.one_of):
            if item not in items_of(law):
                yield f"/one_of/{place}", f"there is no item {item!r}"

    def allowed_in_words(self, words: MessageNouns) -> str:
        if not self.one_of:
            return "an item you have" if self.own else "any item"
        return f"{listed(self.one_of, 'or')}{', if you have it' if self.own else ''}"

    def input_type(self) -> Any:
        return Annotated[ItemName, Field(description=self.says or "an item")]

    def _possible(self, asking: InputContext) -> list[str]:
        items = items_of(asking.ctx.law)
        held = balances(asking.ctx, asking.me) if self.own else {}
        return [
            name
            for name in sorted(self.one_of or items, key=lambda name: (items[name].place, name))
            if not self.own or held.get(name, 0) > 0
        ]

    def choices(self, asking: InputContext) -> Sequence[Choice]:
        return [Choice(name, name) for name in self._possible(asking)]

    def every_choice(self, asking: InputContext) -> Sequence[Choice]:
        items = items_of(asking.ctx.law)
        return [
            Choice(name, name)
            for name in sorted(self.one_of or items, key=lambda name: (items[name].place if name in items else 0, name))
        ]

    def check_possible(self, asking: InputContext) -> None:
        if not self._possible(asking):
            of_these = f"no {listed_choices(self.one_of)}" if self.one_of else "no items"
            raise Refused("no-item", f"You have {of_these}, but you need one.", asking.rule)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        if given not in self._possible(asking):
            raise BadArguments.on(name, self._why(asking, str(given)))
        return (str(given),)

    def _why(self, asking: InputContext, given: str) -> str:
        if given not in items_of(asking.ctx.law):
            return f"there is no item {given!r}"
        if self.one_of and given not in self.one_of:
            return f"{given} cannot be chosen: only {listed_choices(self.one_of)} can (rule “{asking.rule}”)"
        return f"you have no {given}"

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return tuple(self._possible(asking)[:1])
