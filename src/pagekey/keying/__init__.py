"""From raw strings to keys: one at a time, a list, or a table whose rows carry everything that counting needs."""
