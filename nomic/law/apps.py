from django.apps import AppConfig


class LawConfig(AppConfig):
    name = "nomic.law"
    label = "law"

    def ready(self) -> None:
        from nomic.law.document import sections
        from nomic.law.rules import rule_of_place, tree
        from nomic.law.trials import registry as trials

        sections.register(tree.SECTION)
        sections.register(rule_of_place.SECTION)
        trials.register_trial(rule_of_place.missing_places)
