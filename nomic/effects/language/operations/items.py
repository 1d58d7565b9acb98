"""Operations on items."""

from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Expression, Flaws, LawNames, Listed, Sizes, register_node
from nomic.effects.language.nodes.item_holders import holder_flaws, holders_in, item_flaws, item_names, items_in
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.operations.deferred import end_flaws, end_names, keep_revoking
from nomic.effects.language.world import Names, Runner, Value


@register_node
class Grant(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Give players, or the `cycle` itself, a number of an item; nothing if the number is 0 or less.

    If `until` is given, each holder then loses the same number, or all they have if  they have fewer.
    """

    grant: field_types.Item
    to: field_types.Holder
    n: field_types.Number | None = None
    until: field_types.End | None = None

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count = self.count(run, names)
        players = holders_in(self.to, run, names) if count > 0 else ()
        for item in items_in(self.grant, run, names):
            for player in players:
                run.world.grant(item, count, player, run)
            if self.until is not None and players:
                keep_revoking(item, count, players, self.until, run, names)

    def law_names(self, listed: Listed) -> LawNames:
        yield from item_names("grant", self.grant, listed)
        yield from end_names("until", self.until)

    def flaws(self, moment: Moment) -> Flaws:
        yield from item_flaws("grant", self.grant, moment)
        yield from holder_flaws("to", self.to, moment)
        yield from end_flaws("until", self.until, moment)
        if self.until is not None and self.to.kind != "players":
            yield "/until", "what the cycle or a keeping receives has to be taken back by a separate step: use after"

    def keeps(self, sizes: Sizes) -> int:
        return 0 if self.until is None else self.grant.size(sizes)


@register_node
class Revoke(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Take a number of an item from players, or from the `cycle` itself.

    Holders who have fewer lose all they have (R51).
    """

    revoke: field_types.Item
    from_: field_types.Holder
    n: field_types.Number | None = None

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count = self.count(run, names)
        holders = holders_in(self.from_, run, names) if count > 0 else ()
        for item in items_in(self.revoke, run, names):
            for holder in holders:
                run.world.revoke(item, count, holder, run)

    def law_names(self, listed: Listed) -> LawNames:
        return item_names("revoke", self.revoke, listed)

    def flaws(self, moment: Moment) -> Flaws:
        yield from item_flaws("revoke", self.revoke, moment)
        yield from holder_flaws("from", self.from_, moment)
