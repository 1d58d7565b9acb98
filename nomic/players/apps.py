from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "nomic.players"
    label = "players"

    def ready(self) -> None:
        from nomic.cycles import digest, legislation, opening, outages, watch
        from nomic.law import sections
        from nomic.players import activity, law, membership, reputation, state

        sections.register(law.SECTION)
        membership.declare()
        reputation.declare()
        opening.opens_with("join")
        watch.watch(activity.note_act)
        legislation.on_law_change(reputation.follow_law)
        outages.follow_outages(reputation.follow_outages, reputation.BECOME)
        digest.register("players", state.player_state)
