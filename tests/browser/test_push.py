"""Notifications in a browser while the site is closed: adding it, being shown one, and opening its page."""

import json

from playwright.sync_api import expect

from nomic.accounts.models import Person
from nomic.notices.delivery import push
from nomic.notices.models import Webhook
from tests.notices.test_browsers import PUBLIC, Browser
from tests.support.browser import Visit, Visitor
from tests.support.site import Site

PLACE = "/notices/settings/"
BUTTON = "Show notifications in this browser"
# Chromium without a screen has no push service. Everything else is as it is.
PUSH_SERVICE = """
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async (options) => {
        const key = btoa(String.fromCharCode(...options.applicationServerKey));
        if (!options.userVisibleOnly || key !== "%(key)s") throw new Error("another key");
        return { toJSON: () => (%(subscription)s) };
    };
    Notification.requestPermission = async () => "%(permission)s";
"""


def settings_page(visitor: Visitor, permission: str = "granted") -> Browser:
    """Open the settings in a browser with a push service of its own; return its keys."""
    browser = Browser()
    endpoint, *keys = browser.subscription.values()
    subscription = json.dumps({"endpoint": endpoint, "keys": dict(zip(("p256dh", "auth"), keys, strict=True))})
    key = push.public_key().replace("-", "+").replace("_", "/") + "="
    words = {"key": key, "subscription": subscription, "permission": permission}
    visitor.context.add_init_script(PUSH_SERVICE % words)
    visitor.context.grant_permissions(["notifications"])
    visitor.go(PLACE)
    return browser


def test_a_browser_is_added_and_removed(visit: Visit, site: Site) -> None:
    visitor = visit("Ada")
    settings_page(visitor)
    page = visitor.page
    page.get_by_role("button", name=BUTTON).click()
    expect(page.get_by_text("This browser now shows your notifications.")).to_be_visible()
    expect(page.get_by_role("button", name=BUTTON)).to_be_hidden()
    row = Webhook.objects.get(browser_of=Person.objects.get(username="Ada"))
    assert row.url == PUBLIC
    page.get_by_role("listitem").filter(has_text="This browser").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("That browser no longer shows notifications.")).to_be_visible()
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()


def test_who_blocks_notifications_is_told_so(visit: Visit) -> None:
    visitor = visit("Ben")
    settings_page(visitor, "denied")
    visitor.page.get_by_role("button", name=BUTTON).click()
    expect(visitor.page.get_by_text("This browser blocks notifications from this site")).to_be_visible()


# A browser without a screen shows no notifications, and does not say which window is in front.
WORKER = """async ([message, isInFront]) => {
    const told = [];
    const windows = isInFront ? [{ focused: false }, { focused: true }] : [{ focused: false }];
    Object.defineProperty(self.clients, "matchAll", { value: async () => windows, configurable: true });
    Object.defineProperty(self.clients, "openWindow", { value: async (url) => told.push(url), configurable: true });
    self.registration.showNotification = async (title, options) => told.push([title, options.body, options.data]);
    const finished = [];
    const happens = (kind, more) => {
        const event = Object.assign(new Event(kind), more, { waitUntil: (done) => finished.push(done) });
        self.dispatchEvent(event);
    };
    happens("push", { data: { json: () => message } });
    await Promise.all(finished);
    for (const data of [message.link, "https://elsewhere.example/"]) {
        happens("notificationclick", { notification: { data, close() {} } });
    }
    await Promise.all(finished);
    return told;
}"""


def test_a_message_is_shown_and_leads_to_its_page(visit: Visit, site: Site) -> None:
    """Not while the site is in front, and to no other site."""
    visitor = visit("Cleo")
    settings_page(visitor)
    page = visitor.page
    with visitor.context.expect_event("serviceworker") as begun:
        page.get_by_role("button", name=BUTTON).click()
    message = {"title": "Infinite Nomic", "body": "It is your turn.", "link": "/c/furnished/"}
    opened = f"{site.url}/c/furnished/"
    assert begun.value.evaluate(WORKER, [message, False]) == [list(message.values()), opened]
    assert begun.value.evaluate(WORKER, [message, True]) == [opened]
    expect(page.get_by_text("This browser now shows your notifications.")).to_be_visible()
