"""The settings for mypy's plugin, with the environment of the tests."""

import tests.environment  # noqa: F401
from config.settings import *  # noqa: F403
