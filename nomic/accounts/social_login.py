"""Log-in through an account at another provider."""

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest

from nomic.accounts.models import Person
from nomic.accounts.name_rules import free_name


def name_is_taken(name: str) -> bool:
    """Return whether a name is taken or is confusable with a taken one."""
    return Person.objects.looking_like(name) is not None


class SocialLoginAdapter(DefaultSocialAccountAdapter):
    """allauth's social adapter, which proposes a valid name to people who log in by Discord or a MediaWiki.

    Names there may contain colons, several scripts or pictures, but here a name is part of URLs and wiki text. The name
    is only a proposal, because the account is identified by its number at the provider.
    """

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> Person:
        person: Person = super().populate_user(request, sociallogin, data)
        person.username = free_name(data.get("username") or data.get("name") or "", name_is_taken)
        return person
