"""Child processes: started each in a session of its own, stopped in a stated order, never left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int | None = None) -> None:
    """Ask the kernel to kill this process when its parent dies (Linux; elsewhere nothing happens).

    ``parent`` is who started us: where that process has died meanwhile, we end at once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Child:
    """A running part of the site."""

    name: str
    process: subprocess.Popen[bytes]

    def alive(self) -> bool:
        return self.process.poll() is None

    def ask_to_end(self) -> None:
        """Ask it to end."""
        if self.alive():
            self.process.terminate()

    def stop(self, seconds: float) -> None:
        """Ask it to end; after so many seconds end it, and everything it started."""
        self.ask_to_end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.end()

    def end(self) -> int:
        """End what is left of it and of everything it started; its exit code."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()


def start(name: str, command: Sequence[str], environment: Mapping[str, str], keep: Sequence[int] = ()) -> Child:
    """Start a part of the site in its own session, so that Ctrl-C reaches the launcher alone.

    ``keep`` names the open files that it shares with us. Nobody else reads what it writes.
    """
    us = os.getpid()
    process = subprocess.Popen(
        list(command),
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        pass_fds=keep,
        umask=0o077,
        preexec_fn=lambda: die_with_parent(us),
    )
    return Child(name, process)


def wait_until(ready: Callable[[], bool], seconds: float) -> bool:
    """Poll until ``ready()`` or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready():
            return True
        time.sleep(0.05)
    return False
