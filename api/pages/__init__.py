"""The pages of the site, and the text files made from templates."""
