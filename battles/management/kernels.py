"""Compiled rules for the commands that fight."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management.base import OutputWrapper

from base.refusal import Refusal
from battles.resolvers.contract import readiness
from battles.resolvers.core import kernels
from compiler import folders


def are_awaited() -> bool:
    """Are compiled rules wanted where they are there, and not there yet?"""
    return os.environ.get("BIVOUAC_KERNELS") == "auto" and not kernels.COMPILED and not readiness.is_ready()


def are_compiled_since() -> bool:
    """Were the rules compiled after this process had begun without them?"""
    return os.environ.get("BIVOUAC_KERNELS") == "auto" and not kernels.COMPILED and readiness.is_ready()


def make_ready(stderr: OutputWrapper) -> None:
    """Say so on stderr when the rules have to be compiled first, and note it when they are."""
    if not kernels.COMPILED or readiness.is_ready():
        return
    stderr.write("The rules are compiled once on this machine; this takes some minutes.", lambda text: text)
    if compile_in_another_process("--all", output=2):
        raise Refusal("The rules could not be compiled; the reason is shown above.")


def compile_in_another_process(*arguments: str, output: int = 1) -> int:
    """Compile every rule in a process of its own, whose memory is given back; its exit code.

    Its progress goes to the file descriptor `output`: 1 stdout, 2 stderr.
    """
    return _started(*arguments, output=output).wait()


@contextmanager
def compiling(*, output: int) -> Iterator[Callable[[], bool]]:
    """Compile every rule beside our own work; whether that is over. At the end what is not done is left for later."""
    process = _started("--all", output=output)
    try:
        yield lambda: process.poll() is not None
    finally:
        process.terminate()
        process.wait()


def _started(*arguments: str, output: int) -> "subprocess.Popen[bytes]":
    cache = str(folders.cache_root().resolve())
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": cache}
    command = [sys.executable, "-m", "battles.resolvers.contract.readiness", *arguments]
    return subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stdout=output)
