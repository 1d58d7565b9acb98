"""Fields of account forms whose labels say everything."""

from django.forms import BaseForm


def without_placeholders(form: BaseForm) -> None:
    """Remove the placeholders of a form's fields, because they repeat the labels."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
