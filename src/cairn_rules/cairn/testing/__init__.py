"""The testing kit for megaliths: drawn positions, strategies and the conformance suite."""
