"""What clients without a reactor count for the audit, and how they tell it."""
