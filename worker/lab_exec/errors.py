"""Errors that end a command with a sentence instead of a traceback."""


class InputError(Exception):
    """Something that the person gave is wrong. One line per problem; exit code 2."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


class RunFailedError(Exception):
    """The machine could not do what was asked: exit code 1."""
