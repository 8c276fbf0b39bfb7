"""The parameters of a request: their classes, and all that the service has."""
