from django.apps import AppConfig


class InventoryConfig(AppConfig):
    name = "nomic.inventory"
    label = "inventory"

    def ready(self) -> None:
        from nomic.cycles import digest, watch
        from nomic.inventory import corrections, grants, law, leaving, listing, state
        from nomic.law import sections, tables

        for section in law.SECTIONS:
            sections.register(section)
        tables.register_table("items", listing.items_table)
        corrections.declare()
        watch.watch(grants.grant_on_reputation)
        watch.watch(leaving.destroy_on_leaving)
        digest.register("inventory", state.inventory_state)
