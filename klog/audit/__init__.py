"""The audit: who sent and who got how many records of which window of time, and what is missing. Pure; no Twisted here."""
