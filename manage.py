#!/usr/bin/env python
"""Django's command line for Bivouac."""

import os
import secrets
import sys

AT_ONCE = ("fight", "verify_battle", "forecast")
"""They begin in plain Python where the rules are not compiled."""
FIGHTING = ("fight", "verify_battle", "forecast", "bench")
SIGNING_NOTHING = (*FIGHTING, "odds", "compile_kernels", "rule")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = sys.argv[1] if sys.argv[1:] else ""
    if command in FIGHTING:
        os.environ.setdefault("BIVOUAC_KERNELS", "auto" if command in AT_ONCE else "1")
    if command in SIGNING_NOTHING:
        os.environ.setdefault("SECRET_KEY", secrets.token_hex(32))
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        sentence = for_the_host(error, command)
        if not sentence:
            raise
        print(sentence, file=sys.stderr)
        sys.exit(2)


def for_the_host(error: Exception, command: str) -> str:
    """Return the sentence with a remedy that an error comes to; empty where only a traceback helps."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import OperationalError, ProgrammingError

    from compiler.folders import CacheFolderError

    if isinstance(error, (OperationalError, ProgrammingError)) and command != "migrate":
        from campaign.checks import out_of_date

        return out_of_date()
    return str(error) if isinstance(error, (CacheFolderError, ImproperlyConfigured)) else ""


if __name__ == "__main__":
    main()
