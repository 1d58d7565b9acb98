"""Registers what trades contribute to the law, the journal, the digest, notices and outages."""

from django.apps import AppConfig


class TradesConfig(AppConfig):
    name = "nomic.trades"
    label = "trades"

    def ready(self) -> None:
        from nomic.clauses.code_labels import register_labels
        from nomic.clauses.vocabulary.event_scopes import register_details
        from nomic.cycles import state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain.events import CycleEnded, LawChanged
        from nomic.cycles.event_bus import on, subscribe
        from nomic.cycles.history import reroll_checks
        from nomic.cycles.schedule import outages
        from nomic.inventory.leaver_items import destroy_on_leaving
        from nomic.law.document import sections
        from nomic.notices import kinds
        from nomic.players.activity import note_act
        from nomic.players.events import Left
        from nomic.players.player_tasks import register_task_kinds
        from nomic.trades import bots, law_section, lookup, notify, player_tasks, rule_predicates
        from nomic.trades.actions import close, consent, offer, void_undone_trade
        from nomic.trades.events import TradeMade
        from nomic.trades.state_digest import trades_state

        sections.register(law_section.SECTION)
        actions.register_channels("trades")
        register_labels(lookup.trade_labels)
        register_details(TradeMade, rule_predicates.TRADE_SCOPE, rule_predicates.what_was_given)
        actions.register_actions(*offer.ACTIONS, *consent.ACTIONS, *close.ACTIONS, *bots.ACTIONS)
        for kind in (notify.OFFERED, notify.OVER):
            kinds.register_notice_kind(kind)
        register_task_kinds(*player_tasks.KINDS)
        subscribe(
            # After the leaver's items are destroyed: a trade that can no longer be made is void.
            on(Left, close.void_trades_of_leaver, after=(note_act, destroy_on_leaving)),
            on(CycleEnded, close.void_trades_at_cycle_end, after=note_act),
            on(LawChanged, close.void_trades_on_repeal, after=note_act),
            *(on(kind, bots.wake_bots, after=note_act) for kind in bots.EVENTS_THAT_WAKE_BOTS),
        )
        outages.register_periods(close.extend_for_outages, close.EXPIRE, kind=close.KIND)
        reroll_checks.register_voidable(void_undone_trade.is_unanswered_offer)
        state_digest.register("trades", trades_state)
