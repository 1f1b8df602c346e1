"""Sections of the report, one module for each group of figures: the paper's claims, the measurements, the drawings."""
