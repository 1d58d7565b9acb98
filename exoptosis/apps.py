from django.apps import AppConfig


class ExoptosisConfig(AppConfig):
    name = "exoptosis"
    label = "exoptosis"
    verbose_name = "The Gilded Hall"

    def ready(self) -> None:
        from exoptosis import burning, corrections, croupier, gifts, law, packs, repeal, state, victory
        from nomic.cycles import digest, legislation, watch
        from nomic.law import placeholders, sections

        for section in law.SECTIONS:
            sections.register(section)
        for table in law.TABLES:
            placeholders.register_table(table)
        for room in (croupier, packs, burning, gifts, corrections):
            room.declare()
        watch.watch(gifts.return_gifts)
        watch.watch(victory.check_victory)
        legislation.on_law_change(repeal.keep_properties)
        digest.register("gifts", state.gift_state)
