from allauth.socialaccount.models import SocialApp, SocialToken
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest

from nomic.accounts import tokens
from nomic.accounts.models import ApiToken, Person
from nomic.config.read_only_admin import KeepsSecrets


class PersonCreationForm(AdminUserCreationForm):
    class Meta:
        model = Person
        fields = ("username", "email")
        field_classes = {"username": forms.CharField}  # the model tidies the name; Django's would take ำ apart


class PersonChangeForm(UserChangeForm):
    class Meta:
        model = Person
        fields = "__all__"
        field_classes = {"username": forms.CharField}


@admin.register(Person)
class PersonAdmin(KeepsSecrets, UserAdmin):
    secret = ("password",)  # which Django shows as the kind of its hash only
    add_form = PersonCreationForm
    form = PersonChangeForm
    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    search_fields = ("username", "email")
    fieldsets = (
        (None, {"fields": ("username", "email", "password", "zone")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("When", {"fields": ("last_login", "date_joined")}),
    )


# Log-in elsewhere is set up by the environment, and nothing of people's tokens there is kept.
admin.site.unregister((SocialApp, SocialToken))


@admin.register(ApiToken)
class ApiTokenAdmin(KeepsSecrets, admin.ModelAdmin):
    """Admins see and revoke tokens; only their owners can make them, because a secret is shown once."""

    secret = ("hash",)
    list_display = ("name", "prefix", "person", "created_at", "last_used_at", "revoked_at", "rate_limit")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("person",)
    search_fields = ("name", "prefix", "person__username")
    fields = ("person", "name", "prefix", "created_at", "last_used_at", "revoked_at", "rate_limit")
    readonly_fields = ("person", "name", "prefix", "created_at", "last_used_at", "revoked_at")
    actions = ("revoke_tokens",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

    @admin.action(description="Revoke the selected tokens", permissions=["change"])
    def revoke_tokens(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        for token in queryset:
            tokens.revoke(token)
        self.message_user(request, "Revoked.")
