"""Reruns the papers' evaluation, and makes a page of the results. See scripts/reproduce."""
