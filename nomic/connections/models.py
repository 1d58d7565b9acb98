"""The connections that were set by form, one row each."""

from django.db import models


class Connection(models.Model):
    """A connection to another server. While the row exists, it overrides the environment.

    The secret is encrypted with a key that is derived from SECRET_KEY. It is never shown, logged or exported.
    """

    name = models.CharField(max_length=20, primary_key=True, help_text="mail or wiki")
    values = models.JSONField(help_text="address and account, without the secret")
    secret = models.TextField(blank=True, help_text="the password, encrypted")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name
