from django.apps import AppConfig


class DevtoolsConfig(AppConfig):
    name = "nomic.devtools"
    label = "devtools"
