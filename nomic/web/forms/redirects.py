"""Redirects back to the page that a form was sent from."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

MAX_LENGTH = 2000  # characters; no browser makes longer addresses from our pages


def local_path(request: HttpRequest, target: str) -> str:
    """Return the address if it is a path on this site, otherwise "". This prevents open redirects."""
    is_path = target.startswith("/") and len(target) <= MAX_LENGTH
    return target if is_path and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}) else ""


def from_here(request: HttpRequest) -> str:
    """Return the address to return to later: the `next` of this page, or the page itself.

    Thus `next` parameters are never nested.
    """
    return local_path(request, request.GET.get("next", "")) or request.get_full_path()


def redirect_back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """Redirect to the page that the form names as `next`, or to `otherwise`."""
    return HttpResponseRedirect(local_path(request, request.POST.get("next", "")) or otherwise)
