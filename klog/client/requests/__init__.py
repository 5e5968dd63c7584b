"""What clients ask brokers and how they read the answers, as pure functions: the same for those on a reactor and those without."""
