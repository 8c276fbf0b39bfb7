"""The services that are asked: what each of them is sent, and how its answers are read."""
