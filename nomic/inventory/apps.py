from django.apps import AppConfig


class InventoryConfig(AppConfig):
    name = "nomic.inventory"
    label = "inventory"

    def ready(self) -> None:
        from nomic.cycles import actions, digest
        from nomic.cycles.listening import listen, on
        from nomic.cycles.reaching_back import depends_on
        from nomic.inventory import corrections, dependence, law, leaving, listing, state
        from nomic.law import sections, tables
        from nomic.players.activity import note_act
        from nomic.players.events import Left

        for section in law.SECTIONS:
            sections.register(section)
        tables.register_table("items", listing.items_table)
        actions.declare(*corrections.ACTIONS)
        listen(
            on(Left, leaving.destroy_on_leaving, after=note_act),
        )
        depends_on(dependence.later_in_inventories)
        digest.register("inventory", state.inventory_state)
