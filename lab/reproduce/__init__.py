"""Reruns the papers' evaluation, and writes a page of the results. See scripts/reproduce."""
