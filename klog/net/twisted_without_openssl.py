"""Twisted's transports and endpoints without OpenSSL, for processes that may never speak TLS.

Twisted imports pyOpenSSL with its transports where it is installed, for ``startTLS``, ``listenSSL`` and TLS endpoints, none of which klog
uses: its TLS is a protocol of its own above the transport (`klog.net.encrypted_transport`), which imports it when a listener or an address
asks for it. pyOpenSSL and what stands under it are a sixth of a small broker's memory, and a tenth of its start.
Only programs that are klog's own do this (``klog`` and ``twistd klog-broker``); an application's Twisted is left as it is.
"""

from __future__ import annotations

import sys
from typing import Any, cast


def import_transports_without_openssl() -> None:
    """Import Twisted's transports and endpoints so, before anybody imports them otherwise; where that has happened, nothing is done. From
    then on pyOpenSSL can be imported as ever, but this process's reactor never has ``listenSSL``, nor its transports ``startTLS``."""
    if "OpenSSL" in sys.modules or "twisted.internet.tcp" in sys.modules or "twisted.internet.endpoints" in sys.modules:
        return
    modules = cast(dict[str, Any], sys.modules)
    # What Python takes for "there is no such module"; Twisted does without it then.
    modules["OpenSSL"] = None
    try:
        import twisted.internet.endpoints
        import twisted.internet.posixbase  # noqa: F401
    finally:
        del modules["OpenSSL"]
