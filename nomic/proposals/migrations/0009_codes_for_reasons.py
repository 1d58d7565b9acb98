from django.db import migrations, models

# The words of version 1.0, and the codes that are stored now.
REASONS = {
    "the law no longer has its class": "class-gone",
    "to find out would take too long": "too-long",
    "its words come without amendments of the law": "only-words",
}
MISFIT = "misfit"  # any other reason is how the proposal does not fit the law
LACKED = {"at least": "for", "at most": "against"}  # "at least 3 for"


def to_codes(apps, schema_editor):
    """Store codes of what was said about proposals: why they are carried out by hand, and what they lacked."""
    proposals = apps.get_model("proposals", "Proposal").objects
    for words, code in REASONS.items():
        proposals.filter(misfit=words).update(by_hand=code, misfit="")
    proposals.exclude(misfit="").update(by_hand=MISFIT)
    for words in proposals.exclude(lacked="").order_by().values_list("lacked", flat=True).distinct():
        how, number, kind = words.rsplit(" ", 2)
        if LACKED.get(how) == kind:
            proposals.filter(lacked=words).update(lacked=f"{kind} {number}")


def to_words(apps, schema_editor):
    """Store the words again, as version 1.0 does."""
    proposals = apps.get_model("proposals", "Proposal").objects
    for words, code in REASONS.items():
        proposals.filter(by_hand=code).update(misfit=words)
    for code in proposals.exclude(lacked="").order_by().values_list("lacked", flat=True).distinct():
        kind, number = code.split(" ")
        how = next(how for how, each in LACKED.items() if each == kind)
        proposals.filter(lacked=code).update(lacked=f"{how} {number} {kind}")


class Migration(migrations.Migration):

    dependencies = [
        ("proposals", "0008_carried_out_by_hand"),
    ]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="by_hand",
            field=models.CharField(
                blank=True,
                choices=[
                    ("class-gone", "the law no longer has its class"),
                    ("too-long", "to find out would take too long"),
                    ("only-words", "it has words but no amendments"),
                    ("misfit", "it does not fit the law"),
                ],
                default="",
                help_text="why it is carried out by hand",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.RenameField(model_name="proposal", old_name="why_by_hand", new_name="misfit"),
        migrations.AlterField(
            model_name="proposal",
            name="misfit",
            field=models.CharField(
                blank=True, help_text="why it does not fit the law, if that is why", max_length=500
            ),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="lacked",
            field=models.CharField(
                blank=True,
                help_text="what would have been enough, if it failed: “for 3” is at least 3 for",
                max_length=60,
            ),
        ),
        migrations.RunPython(to_codes, to_words),
    ]
