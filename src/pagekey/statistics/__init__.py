"""Statistics of counts: numbers in, numbers out. It knows no URL, no policy and no table, and imports nothing else of pagekey."""
