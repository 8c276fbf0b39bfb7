"""Images for the pages and for those who link to them: the photo in several sizes, the share card, the icons.

The build makes them with Pillow and stores them in the database, so that the service needs neither Pillow nor fonts.
"""
