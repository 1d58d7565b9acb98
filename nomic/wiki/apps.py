from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "nomic.wiki"
    label = "wiki"

    def ready(self) -> None:
        from nomic.config import health
        from nomic.cycles.adopting import stays
        from nomic.cycles.creation import on_creation
        from nomic.cycles.events import ActFailed
        from nomic.cycles.listening import after_every_act, all_others, listen, on
        from nomic.notices import kinds
        from nomic.tables.practice.bot_seats import wake_bots
        from nomic.wiki import mirror, touching
        from nomic.wiki.models import WikiPage
        from nomic.wiki.publishing.alarm import STANDS_STILL
        from nomic.wiki.publishing.telling import SET_ASIDE
        from nomic.wiki.status import status

        on_creation(mirror.after_creation)
        listen(
            after_every_act(touching.after_act, after=(all_others, wake_bots)),
            on(ActFailed, touching.after_failure),
        )
        stays(WikiPage)
        kinds.declare(SET_ASIDE)
        kinds.declare(STANDS_STILL)
        health.tell("wiki", status)
