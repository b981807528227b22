"""What odds and forecasts share: numbers with their errors, policies, and the markup of reports."""
