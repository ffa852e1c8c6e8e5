import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0004_confirmations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Pen",
            fields=[
                (
                    "stream",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="pen",
                        serialize=False,
                        to="replays.stream",
                        verbose_name="stream",
                    ),
                ),
                ("actor", models.CharField(max_length=80, verbose_name="actor")),
                (
                    "device",
                    models.UUIDField(
                        help_text="What a browser calls itself here.", verbose_name="device"
                    ),
                ),
                ("since", models.DateTimeField(verbose_name="since")),
            ],
            options={
                "verbose_name": "pen",
                "verbose_name_plural": "pens",
            },
        ),
    ]
