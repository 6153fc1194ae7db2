"""Errors that end a command with a sentence instead of a traceback."""


class InputError(Exception):
    """Something that the person gave is wrong. One line per problem; exit code 2."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


class RunFailedError(Exception):
    """The machine could not do what was asked: exit code 1."""


class SentTooMuchError(RunFailedError):
    """A module sent more than it was loaded for; what it did until `at_s` can be run again."""

    def __init__(self, message: str, at_s: float) -> None:
        super().__init__(message)
        self.at_s = at_s
