"""Addresses of the whole site. A game's own pages stand below its cycles, by the `cycle_urls` of its app."""

from allauth.account.decorators import secure_admin_login
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from nomic.config.health import healthz

handler500 = "nomic.web.middleware.service_unavailable.broken"

# Staff log in where everybody does: one door to guard.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# No row has a page that the admin could show, and Django reads that address in steps quadratic in its length.
every_one, app, instance = admin.site.urls
ADMIN = [address for address in every_one if getattr(address, "name", None) != "view_on_site"]

urlpatterns = [
    path("api/v1/", include("nomic.api.urls")),  # first: bots ask most
    path("healthz", healthz, name="healthz"),
    path("admin/", (ADMIN, app, instance)),
    path("accounts/", include("nomic.web.auth.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("nomic.web.urls")),
    *([path("", include("django_prometheus.urls"))] if settings.METRICS else []),
    *(
        path("c/<slug:slug>/", include(config.cycle_urls))
        for config in apps.get_app_configs()
        if hasattr(config, "cycle_urls")
    ),
]
