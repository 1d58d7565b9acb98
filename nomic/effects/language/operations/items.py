"""Operations on items, turns and the end of the game."""

from nomic.effects.language import slots
from nomic.effects.language.moments import IN_A_PLAY, Moment
from nomic.effects.language.nodes import Expression, Flaws, LawNames, Listed, Sizes, register
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.operations.later import end_flaws, keep_revoking
from nomic.effects.language.values import Ref
from nomic.effects.language.world import Names, Runner, Value


@register
class Grant(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Players gain so many of an item; nothing where the number is none or less.

    With `until` each loses as many again then, or all they have where they have fewer.
    """

    grant: slots.Word
    to: slots.Players
    n: slots.Number | None = None
    until: slots.End | None = None

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count = self.count(run, names)
        players = self.to.value(run, names) if count > 0 else ()
        for player in players:
            run.world.grant(self.grant, count, player, run)
        if self.until is not None and players:
            keep_revoking(self.grant, count, players, self.until, run, names)

    def law_names(self, listed: Listed) -> LawNames:
        yield "/grant", "items", self.grant

    def flaws(self, moment: Moment) -> Flaws:
        return end_flaws("until", self.until, moment)

    def keeps(self, sizes: Sizes) -> int:
        return 0 if self.until is None else 1


@register
class Revoke(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Players lose so many of an item, or all they have where they have fewer (R51)."""

    revoke: slots.Word
    from_: slots.Players
    n: slots.Number | None = None

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count = self.count(run, names)
        for player in self.from_.value(run, names) if count > 0 else ():
            run.world.revoke(self.revoke, count, player, run)

    def law_names(self, listed: Listed) -> LawNames:
        yield "/revoke", "items", self.revoke


@register
class Turn(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """The order turns round at once, or players are skipped or have another turn when this one passes (R46, R80).

    Who is `$next` to be skipped is open until then: the order may still turn round (R124).
    """

    turn: slots.TurnWord
    stands_at = IN_A_PLAY

    def perform(self, run: Runner, names: Names) -> None:
        change, who = self.turn.change, self.turn.who
        if change == "skip" and isinstance(who, Ref) and who.name == "next":
            run.world.turn("skip-next", run.me, run)
            return
        for player in (run.me,) if who is None else who.value(run, names):
            run.world.turn(change, player, run)


@register
class Finish(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Players win or forfeit the game."""

    finish: slots.Ending
    who: slots.Players
    stands_at = IN_A_PLAY

    def perform(self, run: Runner, names: Names) -> None:
        for player in self.who.value(run, names):
            run.world.finish(self.finish, player, run)
