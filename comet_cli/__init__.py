"""Comet: record the hands of an old card game of the Stops family, and score them."""

__version__ = "0.1.0"
