from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "nomic.wiki"
    label = "wiki"

    def ready(self) -> None:
        from nomic.cycles.creation import on_creation
        from nomic.cycles.watch import watch
        from nomic.wiki import mirror

        on_creation(mirror.after_creation)
        watch(mirror.after_act, last=True, of_failures=True)
