"""What a mirror decides, without doing any of it: pure functions, tables and small values. No Twisted here."""
