"""Reading together with others: what a group's member is, whoever keeps the group."""
