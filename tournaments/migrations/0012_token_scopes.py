from django.db import migrations, models


def say_organise(apps, schema_editor):
    """Until now a token that could write could do everything that organising takes."""
    _replace(apps, {"write": "organise"})


def say_write(apps, schema_editor):
    _replace(apps, {"organise": "write", "record": "write"})


def _replace(apps, words):
    tokens = apps.get_model("tournaments", "ApiToken").objects
    for token in tokens.iterator():
        scopes = list(dict.fromkeys(words.get(scope, scope) for scope in token.scopes))
        if scopes != token.scopes:
            tokens.filter(pk=token.pk).update(scopes=scopes)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_visibility_and_claims")]

    operations = [
        migrations.AlterField(
            model_name="securityevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("new_device", "logged in with a new browser"),
                    ("password_changed", "password changed"),
                    ("password_reset", "new password set by a link"),
                    ("email_changed", "e-mail address changed"),
                    ("link_made", "link to set a new password made"),
                    ("link_mailed", "link to set a new password sent by e-mail"),
                    ("links_revoked", "links to set a new password revoked"),
                    ("token_made", "API token made"),
                    ("token_revoked", "API token revoked"),
                    ("tokens_revoked", "API tokens revoked"),
                    ("code_refused", "right password, but wrong codes"),
                    ("factor_on", "second factor switched on"),
                    ("factor_off", "second factor switched off"),
                    ("recovery_used", "recovery code used"),
                    ("recovery_renewed", "new recovery codes made"),
                ],
                max_length=20,
                verbose_name="what happened",
            ),
        ),
        migrations.RunPython(say_organise, say_write),
    ]
