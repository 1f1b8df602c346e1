"""Reruns the evaluation of the papers that Ringlet implements, and makes a page of the results. See scripts/reproduce."""
