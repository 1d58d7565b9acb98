from django.apps import AppConfig


class TradesConfig(AppConfig):
    name = "nomic.trades"
    label = "trades"

    def ready(self) -> None:
        from nomic.cycles import actions, digest, outages, reaching_back
        from nomic.cycles.events import CycleEnded, LawChanged
        from nomic.cycles.listening import listen, on
        from nomic.inventory.leaving import destroy_on_leaving
        from nomic.law import sections
        from nomic.notices import kinds
        from nomic.players.activity import note_act
        from nomic.players.events import Left
        from nomic.trades import bots, closing, consenting, law, offering, state, telling, unmade

        sections.register(law.SECTION)
        actions.declare_channels("trades")
        actions.declare(*offering.ACTIONS, *consenting.ACTIONS, *closing.ACTIONS, *bots.ACTIONS)
        for kind in (telling.OFFERED, telling.OVER):
            kinds.declare(kind)
        listen(
            on(Left, closing.void_on_leaving, after=(note_act, destroy_on_leaving)),
            on(CycleEnded, closing.void_at_the_end, after=note_act),
            on(LawChanged, closing.void_by_repeal, after=note_act),
            *(on(kind, bots.wake_bots, after=note_act) for kind in bots.ASKING),
        )
        outages.follow_outages(closing.follow_outages, closing.EXPIRE, kind=closing.KIND)
        reaching_back.may_become_void(unmade.is_only_offered)
        digest.register("trades", state.trades_state)
