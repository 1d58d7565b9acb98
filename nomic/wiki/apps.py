from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "nomic.wiki"
    label = "wiki"

    def ready(self) -> None:
        from nomic.cycles.adopting import stays
        from nomic.cycles.creation import on_creation
        from nomic.cycles.watch import watch
        from nomic.notices import kinds
        from nomic.wiki import mirror, touching
        from nomic.wiki.models import WikiPage
        from nomic.wiki.publishing.telling import SET_ASIDE

        on_creation(mirror.after_creation)
        watch(touching.after_act, last=True, of_failures=True)
        stays(WikiPage)
        kinds.declare(SET_ASIDE)
