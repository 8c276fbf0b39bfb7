"""Rendering of pages: templates, phrases, text in two languages, style sheets and scripts."""
