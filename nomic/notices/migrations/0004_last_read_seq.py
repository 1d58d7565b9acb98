from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0003_browsers"),
    ]

    operations = [
        migrations.RenameField("webhook", "told_seq", "last_read_seq"),
    ]
