"""``python -m klog``: the command."""

from __future__ import annotations

import sys

from klog.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
