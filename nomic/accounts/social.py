"""Logging in with an account from elsewhere."""

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest

from nomic.accounts.models import Person
from nomic.accounts.names import free_name


def name_is_taken(name: str) -> bool:
    """Whether somebody has this name, or one that looks like it."""
    return Person.objects.looking_like(name) is not None


class SocialLoginAdapter(DefaultSocialAccountAdapter):
    """Gives people who come from Discord or a MediaWiki a name that is valid here.

    Their names there may hold colons, several scripts at once, pictures; here a name is part of addresses and wiki
    text. The name is only proposed: the account it stands for is known by the number it has at its provider.
    """

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> Person:
        person: Person = super().populate_user(request, sociallogin, data)
        person.username = free_name(data.get("username") or data.get("name") or "", name_is_taken)
        return person
