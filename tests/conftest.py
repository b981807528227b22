"""How much the property tests try."""

from hypothesis import HealthCheck, settings

# The same few examples for everybody; the thorough profile looks further, and elsewhere each time.
settings.register_profile("default", deadline=None, max_examples=10, derandomize=True)
settings.register_profile(
    "thorough", deadline=None, max_examples=3000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")
