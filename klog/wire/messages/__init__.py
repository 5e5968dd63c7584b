"""One file per API: its request and response, declared once for all versions."""
