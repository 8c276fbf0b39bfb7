"""Reading what other programs export into the owner's list of publications."""
