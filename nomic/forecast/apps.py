from django.apps import AppConfig


class ForecastConfig(AppConfig):
    name = "nomic.forecast"
    label = "forecast"

    def ready(self) -> None:
        from nomic.cycles.commands.preview import preview_by
        from nomic.cycles.event_bus import all_others, on, subscribe
        from nomic.cycles.history import promote_fork
        from nomic.forecast import forecasts
        from nomic.forecast.fork.act_preview import preview_act
        from nomic.forecast.models import Forecast, Simulation
        from nomic.proposals.events import ProposalOpened, ProposalSubmitted

        subscribe(
            on(ProposalSubmitted, forecasts.ask_for_forecast, after=all_others),
            on(ProposalOpened, forecasts.ask_for_forecast, after=all_others),
        )
        preview_by(preview_act)
        promote_fork.keep_on_promotion(Forecast, Simulation)
        promote_fork.on_promotion(forecasts.follow_promotion)
