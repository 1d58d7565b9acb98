from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "nomic.accounts"
    label = "accounts"
