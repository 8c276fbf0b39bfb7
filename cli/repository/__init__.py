"""The owner's git repository: rows that are the same in two versions of a file, merging, and what git's errors mean."""
