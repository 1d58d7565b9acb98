from django.apps import AppConfig


class LawConfig(AppConfig):
    name = "nomic.law"
    label = "law"

    def ready(self) -> None:
        from nomic.law.document import sections
        from nomic.law.rules import ownership, tree
        from nomic.law.trials import registry as trials

        sections.register(tree.SECTION)
        sections.register(ownership.SECTION)
        trials.register_trial(ownership.names_what_is_there)
