"""What Scripts/words looks at, and how: one module for each kind of text."""
