"""python -m ringlet: the command line."""

from ringlet._cli import main

main()
