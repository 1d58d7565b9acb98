"""Cards as arguments: by their codes, of the actor or of other players."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from nomic.clauses.arguments.allowed_inputs import MessageNouns, counted, named_twice, so_many
from nomic.clauses.arguments.base import Argument, ArgumentExpression, InputContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.effects.language.bounds import CARDS
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Cards, Players, Value
from nomic.inventory.ledger import code_of_card
from nomic.law.document.sections import Law

CardCode = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12),
    Field(examples=["7k2m9qx4"]),
    Refers(code_of_card),
]


class _OfCards(Argument):
    """Free cards of the actor, or of other players if `of` is "others".

    `where` is a condition on each card (`$it`). `for: destroy` leaves out cards that cannot be destroyed (R84).
    """

    kind: ClassVar[Kind] = "cards"

    of: Literal["me", "others"] = Field(default="me", title="Whose cards")
    where: ConditionJson | None = Field(default=None, title="Only cards for which")
    for_: Literal["destroy"] | None = Field(default=None, alias="for", title="What happens to them")

    def expressions(self) -> Iterator[ArgumentExpression]:
        yield ArgumentExpression("", self._raw(), "cards")

    def _all(self) -> dict[str, Any]:
        """Return the expression for all cards of the actor or, with `of: others`, of the other players."""
        whose: Any = "$me" if self.of == "me" else {"players": "players", "except": "$me"}
        return {"cards": "inventory", "of": whose}

    def _raw(self) -> dict[str, Any]:
        return {**self._all(), **({} if self.where is None else {"where": self.where})}

    def _such(self, words: MessageNouns, several: bool) -> str:
        """Return the text that follows "card": the owners of the cards, and the conditions on them."""
        whose = "yours" if self.of == "me" else "other players" if several else "another player"
        such = words.such(self.where, "cards", several)
        can = " that can be destroyed" if self.for_ == "destroy" else ""
        return f" of {whose}{can}{' and' if can and such else ''}{such}"

    def _possible(self, asking: InputContext) -> Cards:
        cards = as_members(asking.worth(self._raw()))
        usable = asking.hall.can_be_destroyed if self.for_ == "destroy" else asking.hall.is_free
        return tuple(card for card in cards if usable(card))

    def choices(self, asking: InputContext) -> Sequence[Choice]:
        return [Choice(str(card), asking.hall.name_of(card)) for card in self._possible(asking)]

    def _check(self, asking: InputContext, name: str, code: str, possible: Cards) -> None:
        """Check that a card can be chosen.

        Raises Refused if the only obstacle is that the card cannot be destroyed, otherwise BadArguments on `name`.
        """
        if code in possible:
            return
        if code not in as_members(asking.worth(self._all())):
            raise BadArguments.on(name, self._not_theirs(asking, code))
        called = asking.hall.name_of(code)
        if code not in as_members(asking.worth(self._raw())):
            why = self._unfulfilled(asking, self.where, self._all(), code)
            raise BadArguments.on(name, f"{called} cannot be chosen: it must be a card {why} (rule “{asking.rule}”)")
        if not asking.hall.is_free(code):
            raise Refused("in-play", f"{called} is in play until its game is over.", asking.rule)
        raise Refused("indestructible", f"{called} cannot be destroyed.", asking.rule)

    def _not_theirs(self, asking: InputContext, code: str) -> str:
        """Return the reason why a card cannot be chosen: it does not exist, or has the wrong owner."""
        if code not in as_members(asking.worth({"cards": "cycle"})):
            return f"there is no card {code!r}"
        (owner,) = asking.hall.owner(code)
        whose = "yours" if owner == asking.me else f"{owner}'s"
        wanted = "your own cards" if self.of == "me" else "cards of other players"
        return f"{asking.hall.name_of(code)} is {whose}: only {wanted} can be chosen (rule “{asking.rule}”)"

    def _none(self, asking: InputContext, there: int, needed: int) -> Refused:
        """Return the refusal for too few suitable cards. It describes which cards are suitable."""
        such = self._such(asking.words, several=True).removeprefix(" of yours").removeprefix(" of other players")
        who = "You have" if self.of == "me" else "Other players have"
        what = f"{there or 'no'} available {'card' if there == 1 else 'cards'}"
        needs = "you need" if self.of == "me" else "this needs"
        return Refused("no-card", f"{who} {what}{such}, but {needs} {needed}.", asking.rule)


class CardArgument(_OfCards):
    """An argument whose value is one card."""

    thing: ClassVar[str] = "card"

    is_: Literal["card"] = Field(alias="is", title="What players choose or enter")

    def allowed_in_words(self, words: MessageNouns) -> str:
        return f"an available card{self._such(words, several=False)}"

    @property
    def members(self) -> int:
        return 1

    def input_type(self) -> Any:
        return Annotated[CardCode, Field(description=self.says or "a card, by its code")]

    def check_possible(self, asking: InputContext) -> None:
        if not self._possible(asking):
            raise self._none(asking, 0, 1)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        self._check(asking, name, given, self._possible(asking))
        return (str(given),)

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return self._possible(asking)[:1]


class CardsArgument(_OfCards):
    """An argument whose value is a list of distinct cards."""

    thing: ClassVar[str] = "cards"
    several: ClassVar[bool] = True

    is_: Literal["cards"] = Field(alias="is", title="What players choose or enter")
    least: int = Field(default=1, ge=0, le=CARDS, title="At least")
    most: int = Field(default=CARDS, ge=1, le=CARDS, title="At most")

    def allowed_in_words(self, words: MessageNouns) -> str:
        return f"{so_many(self.least, self.most, CARDS)} available cards{self._such(words, several=True)}"

    @property
    def members(self) -> int:
        return self.most

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        if self.least > self.most:
            yield "/most", f"this is below the minimum, {self.least}"

    def input_type(self) -> Any:
        bounds = Field(min_length=self.least, max_length=self.most, description=self.says or "which cards")
        return Annotated[list[CardCode], bounds, counted("cards", self.least, self.most, CARDS)]

    def check_possible(self, asking: InputContext) -> None:
        there = len(self._possible(asking))
        if there < self.least:
            raise self._none(asking, there, self.least)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        possible = self._possible(asking)
        if twice := named_twice(given):
            raise BadArguments.on(name, f"the card {twice!r} is named twice")
        for code in given:
            self._check(asking, name, code, possible)
        return tuple(str(code) for code in given)

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return self._possible(asking)[: max(self.least, 1)]
