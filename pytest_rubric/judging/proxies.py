"""The proxies that the environment names, and where they apply."""

from __future__ import annotations

import urllib.request
from urllib.parse import urlsplit

from pytest_rubric.judging.endpoint import is_on_this_machine


def proxy_for(base_url: str) -> str | None:
    """The proxy that the environment puts before this URL; none before this machine itself."""
    parts = urlsplit(base_url)
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or is_on_this_machine(base_url):
        return None
    if urllib.request.proxy_bypass(parts.hostname or ""):
        return None
    scheme, colon, rest = proxy.partition(":")
    return scheme.lower() + colon + rest


def is_socks(proxy: str) -> bool:
    """Whether it speaks SOCKS."""
    return proxy.startswith("socks")
