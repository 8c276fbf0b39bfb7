"""What pages are rendered with: templates, phrases, text in two languages, style sheets and scripts."""
