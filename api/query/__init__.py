"""The parameters of requests: their classes, and all parameters of the service."""
