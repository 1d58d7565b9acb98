"""Authentication of callers: bots by token, people by session."""

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.token_cache import known_token
from nomic.accounts.tokens import START
from nomic.api.error_responses import HOW_TO_IDENTIFY
from nomic.cycles.visibility import read_as

SCHEME = "bearer"


class BotTokenAuthentication(BaseAuthentication):
    """Authentication by the header `Authorization: Bearer nomic_…`.

    A revoked token stops working within a second.
    """

    def authenticate(self, request: Request | HttpRequest) -> tuple[Person, ApiToken] | None:
        scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != SCHEME:
            # Other schemes may be meant for a proxy. One of our tokens in them is a bot that would read as nobody.
            if START in f"{scheme} {secret}":
                raise AuthenticationFailed(f"Send the token as Authorization: Bearer {START}…")
            return None
        token = known_token(secret.strip())
        if token is None:
            raise AuthenticationFailed(f"This token is unknown or has been revoked. {HOW_TO_IDENTIFY}")
        read_as(token.person)
        return token.person, token

    def authenticate_header(self, request: Request | HttpRequest) -> str:
        return 'Bearer realm="nomic"'
