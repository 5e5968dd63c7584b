"""Twisted's transports and endpoints without OpenSSL, for processes that may never speak TLS.

Twisted imports pyOpenSSL with its transports where it is installed, for ``startTLS``, ``listenSSL`` and TLS endpoints, none of which klog
uses: its TLS is a protocol of its own above the transport (`klog.net.encrypted_transport`), which imports it when a listener or an address
asks for it. pyOpenSSL and what stands under it are a sixth of a small broker's memory, and a tenth of its start.
Only a process that is klog's own does this: ``klog``, and twistd where its command is ``klog-broker``. An application's Twisted is left as
it is, whatever of klog it calls. twistd imports all plugins before it makes the service of one, Twisted's own among them, unless it finds
its cache of them (``dropin.cache``): then OpenSSL is loaded all the same. ``klog broker start`` and ``klog cluster up`` come before that.
"""

from __future__ import annotations

import sys
from typing import Any, cast

_own = False


def own_process() -> None:
    """Say that this process runs nothing but klog. For entry points, before Twisted is imported."""
    global _own
    _own = True


def import_transports() -> None:
    """In a process of klog's own import Twisted's transports and endpoints without OpenSSL, before anybody imports them otherwise; else, or
    where that has happened, do nothing. From then on pyOpenSSL can be imported as ever, but this process's reactor never has ``listenSSL``,
    nor its transports ``startTLS``."""
    if not _own or "OpenSSL" in sys.modules or "twisted.internet.tcp" in sys.modules or "twisted.internet.endpoints" in sys.modules:
        return
    modules = cast(dict[str, Any], sys.modules)
    # What Python takes for "there is no such module"; Twisted does without it then.
    modules["OpenSSL"] = None
    try:
        import twisted.internet.endpoints
        import twisted.internet.posixbase  # noqa: F401
    finally:
        del modules["OpenSSL"]
