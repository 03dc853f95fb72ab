"""`python -m comet_cli` is `comet`."""

from comet_cli.cli import main

main()
