"""Settings of all tests: what hypothesis tries is the same in every run, except in the long runs that look for more."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.desk", "tests.hands")
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("more", deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    """Long runs are random; the others are not."""
    settings.load_profile("more" if config.getoption("-m") == "long" else "same")
