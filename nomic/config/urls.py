"""URLs of the whole site. The `cycle_urls` of each app are mounted below every cycle."""

from allauth.account.decorators import secure_admin_login
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from nomic.config.health import healthz

handler500 = "nomic.web.middleware.service_unavailable.broken"

# Staff use the same log-in page as everybody else, so that only one page has to be protected.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# No model has a page for the admin's "view on site", and Django parses that URL in quadratic time.
every_one, app, instance = admin.site.urls
ADMIN = [address for address in every_one if getattr(address, "name", None) != "view_on_site"]

urlpatterns = [
    path("api/v1/", include("nomic.api.urls")),  # first, because bots send most requests
    path("healthz", healthz, name="healthz"),
    path("admin/", (ADMIN, app, instance)),
    path("accounts/", include("nomic.web.auth.urls")),
    path("accounts/", include("allauth.urls")),
    path("office/", include("nomic.office.urls")),
    path("office/", include("nomic.discord.channels.urls")),
    path("discord/", include("nomic.discord.urls")),
    path("", include("nomic.web.urls")),
    *([path("", include("django_prometheus.urls"))] if settings.METRICS else []),
    *(
        path("c/<slug:slug>/", include(config.cycle_urls))
        for config in apps.get_app_configs()
        if hasattr(config, "cycle_urls")
    ),
]
