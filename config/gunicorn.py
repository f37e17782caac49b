"""How gunicorn serves the site; the address comes from the command line."""

from typing import Any

from config.processes import die_with_parent

worker_class = "gthread"
threads = 8
workers = 1
timeout = 60
graceful_timeout = 3
control_socket_disable = True
accesslog = None
errorlog = "-"
loglevel = "warning"


def post_fork(server: Any, worker: Any) -> None:
    die_with_parent()
