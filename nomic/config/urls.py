"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

from nomic.config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
]
