#!/usr/bin/env python
"""The door for operators: every administrative command starts here."""

from config.program import main

if __name__ == "__main__":
    main()
