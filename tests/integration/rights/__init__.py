"""The negative matrix: every API of the table of rights, asked by who has shown who he is and who has not, beside every kind of rule."""
