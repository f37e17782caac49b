"""A web process in the time that a script gives it: ``python -m lab.soak.timed_web --listen 127.0.0.1:8000``."""

import django

from lab.soak.moving_time import follow


def main() -> None:
    """Serve the site with the drill among its rule systems."""
    follow()
    django.setup()
    from config.web import main as serve
    from tests.battles import drill

    drill.register()
    serve()


if __name__ == "__main__":
    main()
