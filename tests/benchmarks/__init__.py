"""Benchmarks: run one with `python -m tests.benchmarks.NAME`. Figures are ratios measured in one run."""
