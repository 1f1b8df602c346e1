"""python -m ringlet: the command line."""

from ringlet._cli.app import main

main()
