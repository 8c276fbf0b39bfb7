"""Commands for the owner's git repository: create, update and publish it, and propose changes to it."""
