from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "nomic.web"
    label = "web"

    def ready(self) -> None:
        from nomic.web.hooks import quick_actions
        from nomic.web.rendering import bot_choices, clock_steps

        quick_actions.make_ready("advance-clock", clock_steps.ways_ahead)
        quick_actions.make_ready("seat-bot", bot_choices.bots_to_add)
