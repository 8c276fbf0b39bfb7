"""Images for the pages and for those who link to them: the photo in several sizes, the share card, the icons.

Pillow makes the photo and Typst draws the rest. The build stores all in the database, so that the service needs none of it.
"""
