from django.apps import AppConfig


class LawConfig(AppConfig):
    name = "nomic.law"
    label = "law"

    def ready(self) -> None:
        from nomic.law import rules, sections

        sections.register(rules.SECTION)
