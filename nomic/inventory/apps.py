from django.apps import AppConfig


class InventoryConfig(AppConfig):
    name = "nomic.inventory"
    label = "inventory"

    def ready(self) -> None:
        from nomic.cycles import state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.event_bus import on, subscribe
        from nomic.cycles.history.reroll_checks import register_dependency
        from nomic.inventory import admin_actions, law_section, leaver_items, reroll_dependencies
        from nomic.inventory.state_digest import inventory_state
        from nomic.law.document import sections
        from nomic.law.rules import generated_tables
        from nomic.players.activity import note_act
        from nomic.players.events import Left

        for section in law_section.SECTIONS:
            sections.register(section)
        generated_tables.register_table("items", law_section.items_table)
        actions.register_actions(*admin_actions.ACTIONS)
        subscribe(
            on(Left, leaver_items.destroy_on_leaving, after=note_act),
        )
        register_dependency(reroll_dependencies.find_later_change)
        state_digest.register("inventory", inventory_state)
