from django.apps import AppConfig


class ExoptosisConfig(AppConfig):
    name = "exoptosis"
    label = "exoptosis"
    verbose_name = "The Gilded Hall"
    cycle_urls = "exoptosis.web.urls"

    def ready(self) -> None:
        from exoptosis.package import PACKAGE

        PACKAGE.install()
