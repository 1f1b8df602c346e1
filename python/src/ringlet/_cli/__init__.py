"""The command line: ``ringlet``."""
