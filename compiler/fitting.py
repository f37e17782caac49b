"""Was the compiler tried with what is installed here?"""

import platform
import sys
from importlib import metadata

TRIED = ("0.45", "0.46", "0.47", "0.48", "0.49", "0.50")
"""Versions of llvmlite, without their last number."""
PROCESSORS = ("x86_64", "amd64", "aarch64", "arm64")


def why_not() -> str:
    """Return the reason why the compiler is not used here; empty where it is used."""
    try:
        version = metadata.version("llvmlite")
    except metadata.PackageNotFoundError:
        return "llvmlite is not installed"
    if version.rpartition(".")[0] not in TRIED:
        return f"it was not tried with llvmlite {version}, only with {', '.join(TRIED)}"
    if platform.machine().lower() not in PROCESSORS or sys.maxsize < 1 << 32:
        return f"it was not tried on the processor {platform.machine()}"
    return ""
