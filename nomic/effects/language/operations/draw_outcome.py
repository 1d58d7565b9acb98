"""The operation that draws an outcome from a pool of the law."""

from contextlib import nullcontext

from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.detect_secret_draws import EVERYTHING, IN_SECRET
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Expression, Flaws, LawNames, Listed, Scope, Sizes, register_node
from nomic.effects.language.nodes.values import Ref, as_members
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.operations.choosing import ACTING
from nomic.effects.language.world import Members, Names, Outcome, Players, Runner

_ONE_OF_THEM = "them"


@register_node
class Meet(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Draw a random outcome of a pool from those available to the player, and run it.

    Within the outcome, `$me` is that player. Several players draw one outcome each, in order.
    """

    meet: field_types.Word
    who: field_types.Players | None = None
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        who = self._whoever_acts(run, names) if self.who is None else self.who.value(run, names)
        secret: Names = {IN_SECRET: names[IN_SECRET]} if IN_SECRET in names else {}
        if len(who) == 1:
            self._meet(who[0], run, secret)
        else:
            run.perform_for_each((self._of_each(),), _ONE_OF_THEM, who, secret)

    def _whoever_acts(self, run: Runner, names: Names) -> Players:
        """Return the player for whom the effect runs, or an empty set if they have left meanwhile (R5)."""
        if "me" in names:
            return tuple(str(player) for player in as_members(names["me"]))
        return (run.me,) if run.me else ()

    def _meet(self, player: str, run: Runner, secret: Names) -> None:
        mine: Names = {"me": (player,), ACTING: (player,), **secret}
        on_offer = [each for each in run.world.outcomes(self.meet) if each.is_on_offer(run, mine)]
        if not on_offer:
            run.world.met(self.meet, "", player)
            return
        places: Members = tuple(range(len(on_offer)))
        secrets = run.world.secrets()
        with run.world.in_secret() if self.meet in secrets.pools | secrets.asking else nullcontext():
            # Drawn even if there is only one, because what follows may ask only after a draw (R18).
            (place,) = run.draw(places, 1, self.meet)
        outcome: Outcome = on_offer[int(place)]
        # An outcome that leaves the secret alone is not told either: it would tell that the secret has not changed.
        in_secret = self.meet in secrets.pools
        if in_secret:
            mine[IN_SECRET] = (EVERYTHING,)
        # Announcing the draw would reveal the secret.
        if not (in_secret and EVERYTHING in as_members(secret.get(IN_SECRET, ()))):
            run.world.met(self.meet, outcome.title, player, in_secret=in_secret)
        run.perform(outcome.do, mine)

    def _of_each(self) -> "Meet":
        """Return this operation for a single player out of several, as a step that can be stored."""
        scope: Scope = {_ONE_OF_THEM: "players"}
        them: Expression[Players] = Ref(  # type: ignore[assignment]
            raw=f"${_ONE_OF_THEM}", scope=scope, kind="players", name=_ONE_OF_THEM
        )
        return Meet(raw={"meet": self.meet, "who": f"${_ONE_OF_THEM}"}, scope=scope, meet=self.meet, who=them)

    def pool_met(self) -> str:
        return self.meet

    def law_names(self, listed: Listed) -> LawNames:
        yield "/meet", "pools", self.meet

    def flaws(self, moment: Moment) -> Flaws:
        if self.who is None and "me" not in self.scope:
            yield "", "nobody acts at an event: say who draws it"

    def meetings(self, sizes: Sizes) -> int:
        """Return the maximum number of outcomes drawn."""
        return 1 if self.who is None else self.who.size(sizes)

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self.meetings(sizes)
