"""What a results file says: ratios, tables, plots, pages."""
