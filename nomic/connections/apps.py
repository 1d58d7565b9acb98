from django.apps import AppConfig


class ConnectionsConfig(AppConfig):
    name = "nomic.connections"
    label = "connections"
