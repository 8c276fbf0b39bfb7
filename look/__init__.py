"""What the pipeline and the API need to draw: colors, typefaces, and Typst in a separate process."""
