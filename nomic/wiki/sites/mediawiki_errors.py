"""The errors of MediaWiki, mwclient and HTTP as this project's delivery errors."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests
from mwclient import errors

from nomic.outbox.delivery_errors import DeliveryError, Fatal, Rejected, Retryable
from nomic.outbox.unreachable import why_unreachable
from nomic.wiki.sites.site import Conflict, PageTrouble, Unconfirmed

log = logging.getLogger(__name__)

MIN_WAIT = 60  # seconds
SESSION_LOST = {"assertbotfailed", "assertnameduserfailed", "assertuserfailed"}
CONFLICTS = {"editconflict", "articleexists", "missingtitle", "pagedeleted", "nosuchrevid"}
BUSY = {"readonly", "ratelimited", "maxlag", "actionthrottledtext"}  # errors of the wiki, whatever the page
NOT_THIS_ACCOUNT = {"autoblocked", "noapiwrite", "readapidenied", "writeapidenied", "wrpasswordempty"}
# Errors of an account that is blocked or lacks a right, either on the whole wiki or on this page alone.
PERHAPS_THIS_ACCOUNT = {
    "blocked", "noedit", "noedit-anon", "nocreate", "nocreate-loggedin", "nocreatetext", "permissiondenied",
}  # fmt: skip
DAMAGED = {"badmd5"}  # in transit
TOO_MANY_REQUESTS = 429


@contextmanager
def as_delivery_errors() -> Iterator[None]:
    """Convert every error inside the block to one of this project's delivery errors."""
    # `from None` everywhere: mwclient's exceptions can hold the password, and a log shows the whole chain.
    try:
        yield
    except DeliveryError:
        raise
    except errors.LoginError as error:
        raise _login_trouble(str(error.code), str(error.info)) from None
    except errors.APIError as error:
        raise _trouble(str(error.code), str(error.info)) from None
    except errors.InvalidResponse:
        raise PageTrouble("the wiki's answer is not the JSON of its API") from None
    except errors.MaximumRetriesExceeded:
        raise PageTrouble("the wiki is busy (it lags, or its database does not answer)") from None
    except requests.HTTPError as error:
        raise _http_trouble(error) from None
    except requests.RequestException as error:
        raise PageTrouble(f"the wiki does not answer, {why_unreachable(error)}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        # mwclient fails this way on a truncated or empty answer, and on lag without a time to wait.
        log.warning("wiki: the answer makes no sense (%s)", type(error).__name__)
        raise PageTrouble("the wiki's answer makes no sense: try again in a few minutes") from None
    except errors.MwClientError as error:
        log.warning("wiki: %s", type(error).__name__)
        raise PageTrouble("the wiki refused it without a reason: look at its log") from None


@contextmanager
def page_errors_as_retryable() -> Iterator[None]:
    """Convert errors inside the block to Retryable, because the request does not concern a single page."""
    try:
        yield
    except (Fatal, Retryable, NewToken, NewSession):
        raise
    except PageTrouble as trouble:
        raise Retryable(trouble.reason, trouble.seconds) from None
    except DeliveryError as trouble:
        raise Retryable(trouble.reason, MIN_WAIT) from None


class NewToken(DeliveryError):
    """Raised if the token has expired."""


class NewSession(DeliveryError):
    """Raised if the wiki has ended the session."""


def _trouble(code: str, info: str) -> DeliveryError:
    said = f"the wiki said {code}: {' '.join(info.split())[:300]}"
    if code in SESSION_LOST:
        return NewSession(said)
    if code == "badtoken":
        return NewToken(said)
    if code in CONFLICTS:
        return Conflict(said)
    if code in BUSY:
        return Retryable(said, MIN_WAIT)
    if code in NOT_THIS_ACCOUNT or code.startswith("globalblocking-"):
        return Fatal(said)
    if code in PERHAPS_THIS_ACCOUNT or code in DAMAGED or code.startswith("internal_api_error"):
        return PageTrouble(said)
    return Unconfirmed(said) if code.endswith("-warning") else Rejected(said)


def edit_failure(answer: dict[str, Any]) -> DeliveryError:
    """Return the error for an edit that the wiki answered but did not save."""
    if "captcha" in answer:
        return PageTrouble("the wiki wants a captcha solved; the account needs the right skipcaptcha")
    return Rejected(f"the wiki did not save: {str(answer.get('code') or answer.get('result'))[:200]}")


def _login_trouble(code: str, info: str) -> DeliveryError:
    said = f"the wiki did not let the account in ({code}): {' '.join(info.split())[:300]}"
    return Retryable(said, MIN_WAIT) if code == "Throttled" else Fatal(said)


def _http_trouble(error: requests.HTTPError) -> DeliveryError:
    if error.response is None:
        return PageTrouble("the wiki's server answered with an error")
    status = error.response.status_code
    after = error.response.headers.get("Retry-After", "")
    seconds = max(MIN_WAIT, int(after)) if after.isdigit() and len(after) < 6 else MIN_WAIT
    said = f"the wiki's server answered {status}"
    return Retryable(said, seconds) if status == TOO_MANY_REQUESTS else PageTrouble(said, seconds)
