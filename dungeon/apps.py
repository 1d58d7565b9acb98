from django.apps import AppConfig


class DungeonConfig(AppConfig):
    name = "dungeon"
    label = "dungeon"
    verbose_name = "Dungeon"

    def ready(self) -> None:
        from dungeon import hosting, law, law_words, outcomes
        from nomic.law import explanations, sections
        from nomic.law.tables import register_table
        from nomic.notices import kinds

        sections.register(law.SECTION)
        for name, build in law_words.TABLES.items():
            register_table(name, build)
        for key, explain in law_words.EXPLANATIONS.items():
            explanations.register_explanation(law.NAME, explain, key)
        hosting.WHOLE_CYCLE.declare()
        kinds.declare(outcomes.OUTCOME)
