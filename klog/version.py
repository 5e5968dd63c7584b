"""The version of klog."""

__version__ = "0.1.0"
