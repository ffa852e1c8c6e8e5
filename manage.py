#!/usr/bin/env python
"""The door for operators: every administrative command starts here."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        # The message says what to change; where in Django it was noticed helps nobody.
        sys.stderr.write(f"kaiten: {error}\n")
        sys.exit(2)
