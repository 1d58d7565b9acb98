"""Revisions are stored as differences, with whole ones now and then. Lossless in both directions.

A document is taken out only where the amendments that are kept make it of the one before, to the byte.
"""

import json

import jsonpatch
import nomic.law.models
from django.db import migrations
from jsonpointer import JsonPointerException

APART = 32


def as_text(document):
    return json.dumps(document, sort_keys=True)


def revisions_of(apps):
    """Each revision as (pk, number, document or None, amendments), book by book, one at a time."""
    Revision = apps.get_model("law", "Revision")
    books = apps.get_model("law", "Book").objects.order_by("pk").values_list("pk", flat=True)
    for book in list(books):
        numbers = Revision.objects.filter(book=book).order_by("number").values_list("pk", flat=True)
        for pk in list(numbers):
            yield Revision.objects.filter(pk=pk).values_list("pk", "number", "document", "amendments").get()


def take_out(apps, schema_editor):
    """Leave a document out where the one before and the amendments say it."""
    Revision = apps.get_model("law", "Revision")
    before = "{}"
    for pk, number, document, amendments in revisions_of(apps):
        written = as_text(document)
        if number % APART and amendments and made_of(before, amendments) == written:
            Revision.objects.filter(pk=pk).update(document=None)
        before = written


def made_of(before, amendments):
    try:
        return as_text(reapplied(json.loads(before), amendments))
    except (jsonpatch.JsonPatchException, JsonPointerException, TypeError, KeyError, IndexError):
        return None


def reapplied(document, amendments):
    changing = [operation for operation in json.loads(json.dumps(amendments)) if operation["op"] != "test"]
    return jsonpatch.apply_patch(document, changing)


def put_in(apps, schema_editor):
    """Every revision whole again."""
    Revision = apps.get_model("law", "Revision")
    before = {}
    for pk, _, document, amendments in revisions_of(apps):
        if document is None:
            document = reapplied(before, amendments)
            Revision.objects.filter(pk=pk).update(document=document)
        before = document


class Migration(migrations.Migration):
    dependencies = [("law", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="revision",
            name="document",
            field=nomic.law.models.DocumentField(
                help_text="empty where the amendments make it of the revision before", null=True
            ),
        ),
        migrations.RunPython(take_out, put_in),
    ]
