"""Who clients are and how they show it: what the broker knows of users and passwords."""
