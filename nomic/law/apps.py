from django.apps import AppConfig


class LawConfig(AppConfig):
    name = "nomic.law"
    label = "law"

    def ready(self) -> None:
        from nomic.law import belonging, rules, sections, trials

        sections.register(rules.SECTION)
        sections.register(belonging.SECTION)
        trials.register_trial(belonging.names_what_is_there)
