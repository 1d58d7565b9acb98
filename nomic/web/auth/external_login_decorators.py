"""Log-in with an account on another site: the redirects to that site."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.socialaccount.models import SocialApp
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

LoginView = Callable[..., HttpResponse]


def where_configured(view: LoginView) -> LoginView:
    """Decorate a view to answer 404 if no credentials for the other site are configured."""

    @wraps(view)
    def there(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except SocialApp.DoesNotExist:
            raise Http404("That login provider is not set up here.") from None

    return there


def by_a_page(view: LoginView) -> LoginView:
    """Decorate a view to send people to the other site by a page with a link instead of a redirect.

    The content security policy allows forms to be sent to this site only, and browsers apply it to redirects after
    forms, too. The policy cannot list all targets, because a log-in elsewhere may redirect further.
    """

    @wraps(view)
    def leave(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method != "POST" or not isinstance(response, HttpResponseRedirect):
            return response
        target = urlsplit(response.url)
        if target.scheme not in ("http", "https") or target.netloc == request.get_host():
            return response
        page = render(request, "web/leaving.html", {"address": response.url, "site": target.netloc})
        page.cookies.update(response.cookies)
        return page

    return leave
