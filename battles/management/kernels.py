"""Compiled rules for the commands that fight."""

import os
import subprocess
import sys

from django.core.management.base import OutputWrapper

from battles.resolvers import kernels, readiness


def make_ready(stderr: OutputWrapper) -> None:
    """Say so on stderr when the rules have to be compiled first, and note it when they are."""
    if not kernels.COMPILED or readiness.is_ready():
        return
    stderr.write("The rules are compiled once on this machine; this takes about a minute.", lambda text: text)
    compile_in_another_process()


def compile_in_another_process(arguments: tuple[str, ...] = ()) -> int:
    """Compile every rule in a process of its own, whose memory is given back; its exit code."""
    environment = {**os.environ, "BIVOUAC_KERNELS": "1", "BIVOUAC_KERNEL_CACHE": str(kernels.cache_root())}
    command = [sys.executable, "-m", "battles.resolvers.readiness", *arguments]
    return subprocess.run(command, env=environment, check=False).returncode
