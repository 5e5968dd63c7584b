"""What a new process of Python has imported, and what its Twisted can do then."""

from __future__ import annotations

import subprocess
import sys

_REPORT = """
import sys, twisted.internet.posixbase, twisted.internet.tcp
print("OpenSSL is loaded" if "OpenSSL" in sys.modules else "OpenSSL is not loaded", end=", ")
print("Twisted has TLS" if hasattr(twisted.internet.tcp.Connection, "startTLS") and twisted.internet.posixbase.tls else "Twisted has none")
"""
WITHOUT = "OpenSSL is not loaded, Twisted has none"
LATER = "OpenSSL is loaded, Twisted has none"
WITH = "OpenSSL is loaded, Twisted has TLS"


def after(code: str) -> str:
    """Which of the three it is in a new process that has run `code`."""
    return subprocess.run([sys.executable, "-c", f"{code}\n{_REPORT}"], capture_output=True, text=True, check=True).stdout.strip()
