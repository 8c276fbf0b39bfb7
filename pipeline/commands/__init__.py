"""The commands, one module each: `add_arguments(parser)`, `run(options) -> exit code`, and a docstring that is the help text."""
