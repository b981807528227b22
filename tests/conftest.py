"""How much the property tests try."""

from hypothesis import HealthCheck, settings

# The same examples for everybody: a few by default, more in the checks; the thorough profile looks further each time.
settings.register_profile("default", deadline=None, max_examples=10, derandomize=True)
settings.register_profile("checks", deadline=None, max_examples=25, derandomize=True)
settings.register_profile(
    "thorough", deadline=None, max_examples=3000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")
