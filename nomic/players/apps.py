from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "nomic.players"
    label = "players"

    def ready(self) -> None:
        from nomic.accounts import closing
        from nomic.cycles import actions, adopting, digest, opening, outages
        from nomic.cycles.events import LawChanged
        from nomic.cycles.listening import after_every_act, listen, on
        from nomic.law import sections
        from nomic.players import accounts, activity, law, membership, reputation, state

        sections.register(law.SECTION)
        actions.declare(*membership.ACTIONS, *reputation.ACTIONS)
        opening.opens_with("join")
        listen(
            after_every_act(activity.note_act),
            on(LawChanged, reputation.follow_law, at_once=True),
        )
        outages.follow_outages(reputation.follow_outages, reputation.BECOME, kind=reputation.KIND)
        adopting.when_adopted(accounts.give_accounts)
        closing.plays(closing.Playing(accounts.games_of, accounts.leave_everything))
        digest.register("players", state.player_state)
