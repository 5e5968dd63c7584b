"""``klog bench suite``: the field's experiments on klog and on its peers, in one run."""
