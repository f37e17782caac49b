"""The address by which others reach the site, for codes that are read by another machine."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def public_uri(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path: asked for by a loopback name, by the site's public name where it has one."""
    origin = _public_origin(request) if is_loopback(_host(request)) else ""
    return origin + path if origin else request.build_absolute_uri(path)


def leads_only_here(request: HttpRequest) -> bool:
    """Return whether ``public_uri`` leads to this machine alone."""
    return is_loopback(_host(request)) and not _public_origin(request)


def is_loopback(host: str) -> bool:
    """Return whether a host name is this machine's name for itself."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _host(request: HttpRequest) -> str:
    host = request.get_host()
    return host.partition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0]


def _public_origin(request: HttpRequest) -> str:
    """Return the first origin or host name of the settings that is one name and no loopback; empty for none."""
    trusted = next((origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin), "")
    named = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*")) and not is_loopback(host)]
    if trusted or not named:
        return str(trusted)
    return f"https://{named[0]}" if settings.SESSION_COOKIE_SECURE else f"http://{named[0]}:{request.get_port()}"
