"""The door for operators: `manage.py` in a checkout, `kaiten` where Kaiten is installed."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run the administrative command that the arguments of this process name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # The message says what to change; where in Django it was noticed helps nobody.
        sys.stderr.write(f"kaiten: {error}\n")
        sys.exit(2)
