"""Django admin of people and API tokens."""

from collections.abc import Sequence
from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.socialaccount.admin import SocialAccountAdmin
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from nomic.accounts import tokens
from nomic.accounts.admin_permission import would_leave_none
from nomic.accounts.lifecycle.account_deletion import LAST, NotClosed, delete_account, games_of
from nomic.accounts.models import ApiToken, Person
from nomic.admin_base import KeepsSecrets, PlainLabels


class PersonCreationForm(AdminUserCreationForm):
    class Meta:
        model = Person
        fields = ("username", "email")
        field_classes = {"username": forms.CharField}  # The model tidies the name. Django's field would decompose ำ.


class PersonChangeForm(UserChangeForm):
    class Meta:
        model = Person
        fields = "__all__"
        field_classes = {"username": forms.CharField}

    def clean(self) -> dict[str, Any] | None:
        """Validate the form. Raises ValidationError if no superuser would be left."""
        cleaned = super().clean() or self.cleaned_data
        stays = cleaned.get("is_superuser", self.instance.is_superuser) and cleaned.get("is_active", True)
        if not stays and would_leave_none([self.instance]):
            raise ValidationError(LAST)
        return cleaned


# The Office gives these, with a reason, and only owners can.
RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(Person)
class PersonAdmin(PlainLabels, KeepsSecrets, UserAdmin):
    """Admin of people. The last superuser can be neither deleted nor demoted.

    Only superusers change superusers. Rights are given in the Office.
    """

    secret = ("password",)  # Django displays only the algorithm of the hash.
    labels = {
        "username": "name",
        "is_active": "may log in",
        "is_staff": "works for the site",
        "is_superuser": "owner",
        "groups": "roles",
        "user_permissions": "single rights",
        "zone": "time zone",
        "email": "email address",
        "date_joined": "joined",
        "last_login": "last log-in",
        "closed_at": "deleted",
    }
    helps = {
        "username": "",
        "is_active": "Untick this to lock the account. To suspend somebody for a time, use the Office.",
        "is_staff": "May open the Office and look at everything here.",
        "is_superuser": "May do everything, and give rights to others. Owners give it in the Office, with a reason.",
        "groups": "What somebody may do in the Office. A person's page there lists their roles.",
        "user_permissions": "Rights besides those of the roles. They are rarely needed.",
    }
    add_form = PersonCreationForm
    form = PersonChangeForm
    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login", "closed_at")
    search_fields = ("username", "email")
    fieldsets = (
        (None, {"fields": ("username", "email", "zone")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("When", {"fields": ("last_login", "date_joined")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Person | None = None) -> tuple[str, ...]:
        """Return the read-only fields, including the rights, because rights are given in the Office with a reason."""
        return (*super().get_readonly_fields(request, obj), *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Person | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the bulk actions without deletion.

        Each deletion has to ask whether the account's players leave or stay.
        """
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def get_deleted_objects(
        self, objs: QuerySet[Any, Any] | Sequence[Any], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """Return what the confirmation page lists as deleted, which is only the account itself.

        The account's related rows are deleted as well, even those that staff may not delete on their own. The last list
        says why a deletion is refused.
        """
        people = list(objs)
        lacking = set() if self.has_delete_permission(request, people[0]) else {str(Person._meta.verbose_name)}
        return people, {}, lacking, [LAST] if would_leave_none(people) else []

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = self.get_object(request, object_id)
        context = {**(extra_context or {}), "games": [] if person is None else games_of(person)}
        try:
            return super().delete_view(request, object_id, context)
        except NotClosed as error:
            self.message_user(request, f"{error}", messages.ERROR)
            return redirect("admin:accounts_person_change", object_id)

    def delete_model(self, request: HttpRequest, obj: Person) -> None:
        """Close the account instead of deleting its row; see `nomic/accounts/lifecycle/account_deletion.py`."""
        choice = request.POST.get("players", "")
        if choice not in ("leave", "stay") and games_of(obj):
            raise NotClosed("Choose whether to leave the games or to stay in them.")
        delete_account(obj, leaves=choice == "leave")


def _may_touch(request: HttpRequest, person: Person | None) -> bool:
    """Return whether the user may change or delete an account.

    Only superusers may change or delete superusers, and nobody may change or delete a deleted account.
    """
    return person is None or (person.closed_at is None and (request.user.is_superuser or not person.is_superuser))


# Social log-in is configured by the environment, and people's tokens at other providers are not stored.
for label, title in {"account": "Mail addresses", "socialaccount": "Log-ins by other sites", "auth": "Roles"}.items():
    apps.get_app_config(label).verbose_name = title
admin.site.unregister((SocialApp, SocialToken, SocialAccount, EmailAddress, Group))


class _MadeElsewhere:
    """Mixin for rows that only people themselves or the Office create: the admin site shows them."""

    actions: Any = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(EmailAddress)
class MailAddressAdmin(_MadeElsewhere, PlainLabels, EmailAddressAdmin):  # type: ignore[misc]  # allauth has no types
    """Admin of mail addresses. People confirm their own, and an owner sets one in the Office, with a reason."""

    called = ("email address", "email addresses")
    labels = {"user": "person", "email": "email address", "verified": "confirmed", "primary": "used for mail"}

    def has_delete_permission(self, request: HttpRequest, obj: EmailAddress | None = None) -> bool:
        return False


@admin.register(Group)
class RoleAdmin(_MadeElsewhere, PlainLabels, GroupAdmin):
    """Admin of roles. The Office makes and gives them (`nomic/accounts/roles.py`), so a change here would break it."""

    called = ("role", "roles")

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return False


@admin.register(SocialAccount)
class OtherLogInAdmin(_MadeElsewhere, PlainLabels, SocialAccountAdmin):  # type: ignore[misc]  # allauth has no types
    """Admin of log-ins through Discord and the wiki. People add their own; one that is not theirs can be deleted."""

    called = ("log-in by another site", "log-ins by other sites")
    labels = {"user": "person", "uid": "id there", "provider": "site", "extra_data": "what that site says"}


@admin.register(ApiToken)
class ApiTokenAdmin(PlainLabels, KeepsSecrets):
    """Admin of API tokens, which staff can view and revoke.

    Only a token's owner can create it, as its secret is shown once.
    """

    secret = ("hash",)
    labels = {"prefix": "begins with", "rate_limit": "most requests"}
    helps = {
        "name": "What it is for, in the person's words.",
        "prefix": "People recognise a token by this.",
        "last_used_at": "",
        "rate_limit": "Such as 60/min. Empty: as for all tokens of the site.",
    }
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
            tokens.revoke_token(token)
        self.message_user(request, "Revoked.")
