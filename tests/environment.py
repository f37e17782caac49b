"""The environment of the test suite, set before Django reads its settings (see addopts in pyproject.toml).

Battles are fought by compiled rules where these are in the cache, as after ``bin/test``, and in plain Python otherwise.
"""

import os
import tempfile

from battles.resolvers.core import kernels

os.environ.setdefault("BIVOUAC_KERNELS", "1" if kernels.is_ready() else "0")
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "0123456789abcdef" * 4)
os.environ.setdefault("BIVOUAC_PLAIN_HTTP", "1")
os.environ.setdefault("ALLOWED_HOSTS", "*")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
os.environ.setdefault("BIVOUAC_STATE", os.path.join(tempfile.gettempdir(), f"bivouac-tests-{os.getuid()}"))


def memory_folder() -> str | None:
    """A folder in memory for databases that are thrown away; None where the system has none."""
    folder = "/dev/shm"  # noqa: S108 (a folder of one's own is made in it)
    return folder if os.access(folder, os.W_OK) else None
