"""One module for each group of figures: what the paper claims, what was measured, how it is drawn."""
