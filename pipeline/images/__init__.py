"""Images for the pages and for sites that link to them: the photo in several sizes, the share card, the icons.

Pillow makes the photo and Typst draws the rest. The build stores all images in the database, so the service needs neither.
"""
