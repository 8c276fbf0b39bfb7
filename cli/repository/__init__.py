"""The owner's git repository: matching rows of two versions of a file, merging, and explaining git's errors."""
