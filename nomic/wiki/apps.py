from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "nomic.wiki"
    label = "wiki"

    def ready(self) -> None:
        from nomic.accounts.looks.change_signals import when_changed
        from nomic.config import health
        from nomic.cycles.creation import on_creation
        from nomic.cycles.domain.events import ActFailed
        from nomic.cycles.event_bus import all_others, on, on_every_act, subscribe
        from nomic.cycles.history.promote_fork import keep_on_promotion
        from nomic.matches.practice.bot_seats import wake_bots
        from nomic.notices import kinds
        from nomic.wiki import cycle_pages, mark_people_stale, pages_changed_by_act
        from nomic.wiki.models import WikiPage, WithheldKind
        from nomic.wiki.publishing.outage_notices import STANDS_STILL
        from nomic.wiki.publishing.unpublished_page_notices import SET_ASIDE
        from nomic.wiki.publishing_lag import publishing_lag

        on_creation(cycle_pages.after_creation)
        subscribe(
            on_every_act(pages_changed_by_act.after_act, after=(all_others, wake_bots)),
            on(ActFailed, pages_changed_by_act.after_failure),
        )
        when_changed(mark_people_stale.after_change)
        keep_on_promotion(WikiPage)
        keep_on_promotion(WithheldKind)
        kinds.register_notice_kind(SET_ASIDE)
        kinds.register_notice_kind(STANDS_STILL)
        health.register_report("wiki", publishing_lag)
