"""Going back to where a form was sent from."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

MAX_LENGTH = 2000  # characters; what is longer no browser made of our pages


def local_path(request: HttpRequest, target: str) -> str:
    """The address where it is a path on this site, else an empty string: nobody is sent elsewhere."""
    is_path = target.startswith("/") and len(target) <= MAX_LENGTH
    return target if is_path and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}) else ""


def from_here(request: HttpRequest) -> str:
    """Whereto somebody comes back who goes elsewhere: this page, or where it leads back to itself.

    So a page to which one comes back is never wrapped in another.
    """
    return local_path(request, request.GET.get("next", "")) or request.get_full_path()


def redirect_back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the page that the form names as `next`, or otherwise."""
    return HttpResponseRedirect(local_path(request, request.POST.get("next", "")) or otherwise)
