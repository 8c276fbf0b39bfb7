"""The list of publications: which paper a reference is, what of it the list takes, and the edits of the file."""
