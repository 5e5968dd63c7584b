"""kcat, in klog: its flags, its formats, its five modes."""
