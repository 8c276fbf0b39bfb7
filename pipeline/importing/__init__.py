"""Deciding what a reference means for the owner's list of publications, and writing it."""
