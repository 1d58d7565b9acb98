"""Operations and values for asking all players of a set at once."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.asking.questions import Question
from nomic.effects.language.allowed_moments import PENDING, Moment
from nomic.effects.language.bounds import PLAYERS
from nomic.effects.language.card_places import NOWHERE, KnownSpots, Spots
from nomic.effects.language.interpolation import names_in, text_flaws
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    Binding,
    Bounds,
    Expression,
    Flaws,
    Kind,
    Measure,
    Operation,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.packed_choices import CHOICES_OF, CHOSEN_IN, PlayersChoice, packed, unpacked
from nomic.effects.language.nodes.selectors import CANDIDATE
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.operations.choosing import Choose, hours_flaws, hours_now, without_dice
from nomic.effects.language.world import Members, Names, Players, Runner, Value


class Choices(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The type of a name that holds the choices of several players."""

    of: Expression[Members]

    def size(self, sizes: Sizes) -> int:
        return self.of.size(sizes)

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(high=self.of.bounds(sizes).high)

    def spots(self, known: KnownSpots) -> Spots:
        return self.of.spots(known)

    def possible_names(self, listed: Any) -> Members:
        return self.of.possible_names(listed)


@register_node
class Everybody(Operation, frozen=True, eq=False, kw_only=True):
    """Ask all players of a set the same question at once; the name refers to the player within `from`.

    The following steps run when all have answered or the time is up; `chooses` then holds each player's choice. `hours`
    is the time limit, evaluated when they are asked; 24 by default. If `sealed` is set, nobody sees an answer before
    all are given, and until then each can be changed. The other fields are those of `choose`.
    """

    everybody: field_types.NewName
    in_: field_types.Players
    chooses: field_types.NewName
    from_: field_types.AnySet
    n: field_types.HowMany | None = None
    late: field_types.Late | None = None
    asks: field_types.Text | None = None
    hours: field_types.Number | None = None
    sealed: field_types.Flag = False
    stands_at = PENDING
    asks_several = True

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read["everybody"]: "players"} if field in ("from_", "n") and "everybody" in read else {}

    @property
    def choice(self) -> Choose:
        """The `Choose` operation that puts the question to each player."""
        return Choose(
            raw=self.raw,
            scope={**self.scope, self.everybody: "players"},
            choose=self.chooses,
            from_=self.from_,
            n=self.n,
            late=self.late,
            asks=self.asks,
        )

    def may_ask(self) -> bool:
        return True

    def may_ask_another(self) -> bool:
        return True

    def is_sealed(self) -> bool:
        return self.sealed

    def hours_to_answer(self, run: Runner, names: Names) -> int:
        return hours_now(self.hours, run, names)

    def perform(self, run: Runner, names: Names) -> None:
        choice = self.choice

        def who() -> Players:
            return self.in_.value(run, names)

        def asked(player: str) -> Question | None:
            return choice.question_to(player, run, self._for(player, names))

        answers = run.world.ask_all(who, asked)
        names[self.chooses] = packed(
            PlayersChoice(player, answered, choice.or_nothing(chosen, run, self._for(player, names)))
            for player, answered, chosen in answers
        )

    def question_to(self, player: str, run: Runner, names: Names) -> Question | None:
        return self.choice.question_to(player, run, self._for(player, names))

    def _for(self, player: str, names: Names) -> Names:
        return {**names, self.everybody: (player,)}

    # ── checking

    def binds(self) -> Binding:
        kind = CHOICES_OF[self.from_.kind]
        choices = Choices(raw=self.raw, scope=self.scope, kind=kind, of=self.from_)
        return Binding(self.chooses, choices, self.choice.most_chosen, is_several=True)

    def amounts(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield from self.choice.amounts()

    def draws(self, sizes: Sizes, collections: int) -> int:
        """Return the maximum number of draws. Chance draws for players who do not answer."""
        return self.in_.size(sizes) * self.choice.draws(self._within(sizes), collections)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        within = self._within(sizes)
        parts = [part for part in (self.from_, self.n) if isinstance(part, Expression)]
        each = max(sum(part.cost(measure, within) for part in parts), measure.turn)
        hours = 0 if self.hours is None else self.hours.cost(measure, sizes)
        return self.in_.cost(measure, sizes) + hours + PLAYERS * each

    def _within(self, sizes: Sizes) -> Sizes:
        return {**sizes, self.everybody: CANDIDATE}

    def names_in_text(self) -> list[str]:
        return names_in(self.asks)

    def flaws(self, moment: Moment) -> Flaws:
        yield from text_flaws("asks", self.asks, self.choice.scope, moment)
        if self.n == "all":
            yield "/n", "if all are taken, nobody has to choose"
        yield from self.choice.flaws_of_amount()
        yield from without_dice(self, ("from_", "n"))
        yield from hours_flaws(self.hours, moment, True)


# ── results


@register_node
class AnswerOf(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The choices of the given players when all were asked at once; empty for a player who chose nothing."""

    answer: field_types.Choices
    of: field_types.Players
    stands_at = PENDING

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": CHOSEN_IN[read["answer"].kind]} if "answer" in read else {}

    def value(self, run: Runner, names: Names) -> Members:
        wanted = set(self.of.value(run, names))
        choices = unpacked(self.answer.value(run, names))
        return tuple(dict.fromkeys(member for each in choices if each.player in wanted for member in each.chosen))

    def size(self, sizes: Sizes) -> int:
        return self.of.size(sizes) * self.answer.size(sizes)

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(high=self.answer.bounds(sizes).high)

    def spots(self, known: KnownSpots) -> Spots:
        return self.answer.spots(known) if self.kind == "cards" else NOWHERE


@register_node
class WhoChose(Expression[Players], frozen=True, eq=False, kw_only=True):
    """The players who chose one of these options when all were asked at once."""

    who_chose: field_types.Choices
    is_: field_types.Choosable
    kind: Kind = "players"
    stands_at = PENDING

    def value(self, run: Runner, names: Names) -> Players:
        wanted = set(as_members(self.is_.value(run, names)))
        return tuple(
            each.player for each in unpacked(self.who_chose.value(run, names)) if not wanted.isdisjoint(each.chosen)
        )

    def size(self, sizes: Sizes) -> int:
        return PLAYERS


@register_node
class Answered(Expression[Players], frozen=True, eq=False, kw_only=True):
    """The players who answered in time when all were asked at once."""

    answered: field_types.Choices
    kind: Kind = "players"
    stands_at = PENDING

    def value(self, run: Runner, names: Names) -> Players:
        return tuple(each.player for each in unpacked(self.answered.value(run, names)) if each.answered)

    def size(self, sizes: Sizes) -> int:
        return PLAYERS
