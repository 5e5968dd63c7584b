"""The audit at the ends: what klog's producers have sent and its consumers have got, counted and published."""
