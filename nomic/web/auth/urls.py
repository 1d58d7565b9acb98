"""Addresses for log-in with an account on another site, and for a suspended person's reply.

They take precedence over allauth's own.
"""

from allauth.socialaccount.providers.discord import views as discord
from allauth.socialaccount.providers.mediawiki import views as mediawiki
from django.urls import path

from nomic.web.auth.external_login_decorators import by_a_page, where_configured
from nomic.web.auth.suspension_reply import suspended_reply

urlpatterns = [
    path("suspended/", suspended_reply, name="suspended_reply"),
    *(
        path(f"{name}/login/{step}", where_configured(view))
        for name, views in (("discord", discord), ("mediawiki", mediawiki))
        for step, view in (("", by_a_page(views.oauth2_login)), ("callback/", views.oauth2_callback))
    ),
]
