from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replays", "0002_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="owner",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Who plays on, of a match with a parent.",
                max_length=80,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="parent_id",
            field=models.UUIDField(
                blank=True, help_text="The match that it was played on from.", null=True
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="parent_ply",
            field=models.PositiveIntegerField(
                blank=True, help_text="The step at which the two part.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("parent_id__isnull", False)),
                fields=["parent_id", "parent_ply"],
                name="branches_of_match",
            ),
        ),
    ]
