"""What Scripts/generate writes: one module for each kind of table."""
