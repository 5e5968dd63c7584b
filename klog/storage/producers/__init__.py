"""What a partition knows of idempotent and transactional producers: sequences, open transactions, snapshots."""
