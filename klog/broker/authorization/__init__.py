"""Who may do what: access control lists, and the decisions that they lead to."""
